"""Holds keys back until it is certain that none of them was typed into a password field.

Raw keys do not tell who gets them, and the tree tells the focus a little later than the key. So keys
wait in memory, never on disk, until a look at the tree that began after them says where they went.
Time is cut into spans in which the focus stays: a button, Tab, Enter, a chord or another window ends
one. A look counts for a span only when it began a while after the span did and ended before the span
did. What stays doubtful counts as secret wherever a password field is shown at all.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from automation.desktop.recording.heard import WHEEL, HandEvent, Look, Moment

SETTLE_US: Final = 150_000
"""After a click or Tab the program moves the focus when it comes to it; toolkits take up to 50 ms."""
HELD_US: Final = 10_000_000
"""Longest wait for a look; a program that does not answer for so long is passed over by the reader
after 2 s, and the whole question after 8 s."""
MOST_HELD: Final = 20_000
"""Events in memory. A flood beyond it is let go as if it were secret."""
_TAB, _BACK_TAB, _ENTER, _PAD_ENTER, _ESC = 0xFF09, 0xFE20, 0xFF0D, 0xFF8D, 0xFF1B
_UNSEEN: Final = frozenset({"focus", "paused", "resumed", "lost"})
"""The focus moved, or may have while nothing was heard."""
_TELLS_NOTHING: Final = frozenset({_TAB, _BACK_TAB, _ENTER, _PAD_ENTER, _ESC})
"""Keys that are recorded in a password field too: they end it."""
_STAYS: Final = frozenset({0xFF08, 0xFF50, 0xFF51, 0xFF53, 0xFF57, 0xFFFF})
"""BackSpace, Home, Left, Right, End, Delete move within a field."""
_FIRST_NAMED: Final = 0xFE00
_LAST_NAMED: Final = 0xFFFF
"""Keysyms of keys that type nothing (X11 protocol, appendix A), the numeric pad among them."""
_PAD: Final = range(0xFFAA, 0xFFBA)
_MODIFIERS: Final = range(0xFFE1, 0xFFEF)
_DEAD: Final = range(0xFE50, 0xFE94)
_COMMANDS: Final = frozenset({"ctrl", "alt", "super"})


@dataclass(slots=True, eq=False)
class _Span:
    """A time in which nothing moved the focus, as far as can be heard."""

    begin_us: int
    end_us: int | None = None
    good_us: int = -1
    """When the last look that found nothing secret began."""
    is_secret: bool = False
    look: Look | None = None
    """The one that told."""
    before: Look | None = None
    """The last one before it."""


@dataclass(frozen=True, slots=True, eq=False)
class Released:
    """An event that may be recorded, with what was seen."""

    event: HandEvent
    moment: Moment | None = None
    """Of a button."""
    look: Look | None = None
    """Of a key: where it went."""


class Discretion:
    """Takes events and looks in the order of their times. Owned by one thread."""

    def __init__(self) -> None:
        self._span = _Span(0)
        self._held: deque[tuple[HandEvent, Moment | None, _Span]] = deque()
        self._last: Look | None = None
        self._kept_down: set[int] = set()
        self._in_secret = False
        self.dropped = 0
        """Keys that were let go because it could not be told where they went."""

    @property
    def wants_look(self) -> bool:
        """Tell whether events wait for a look."""
        return bool(self._held)

    @property
    def begins_us(self) -> int:
        """When a look must begin to count for the keys that wait now."""
        return self._span.begin_us + SETTLE_US

    def feed(self, event: HandEvent, moment: Moment | None = None) -> None:
        """Take the next event."""
        if event.kind in _UNSEEN or (
            event.kind in ("press", "release") and event.button not in WHEEL
        ):
            self._begin(event.t_us)
        self._held.append((event, moment, self._span))
        if event.kind == "key_down" and _moves_focus(event):
            self._begin(event.t_us)

    def looked(self, look: Look) -> None:
        """Take what the tree told."""
        for span in dict.fromkeys(self._spans()):
            _judge(span, look)
        self._last = look

    def released(self, now_us: int, *, is_over: bool = False) -> Iterator[Released]:
        """Yield the events that are decided.

        Args:
            now_us: the time.
            is_over: no further look comes: what is doubtful is secret.
        """
        while self._held:
            event, moment, span = self._held[0]
            is_late = is_over or len(self._held) > MOST_HELD or now_us - event.t_us > HELD_US
            verdict = self._verdict(event, span, is_late=is_late)
            if verdict is None:
                return
            self._held.popleft()
            yield from self._let(event, moment, span, is_secret=verdict)

    def _begin(self, t_us: int) -> None:
        self._span.end_us = t_us
        self._span = _Span(t_us, before=self._last)

    def _spans(self) -> Iterator[_Span]:
        yield from (span for _, _, span in self._held)
        yield self._span

    def _verdict(self, event: HandEvent, span: _Span, *, is_late: bool) -> bool | None:
        """Tell whether an event is secret; None while that is not known."""
        if event.kind != "key_down":
            return False
        if span.is_secret:
            return True
        if span.good_us >= event.t_us:
            return False
        if span.end_us is not None and span.good_us >= 0:
            return False
        last = self._last
        if span.end_us is not None and last is not None and last.began_us >= span.end_us:
            was = span.before
            return last.shows_secret or (was is not None and was.shows_secret)
        return True if is_late else None

    def _let(
        self, event: HandEvent, moment: Moment | None, span: _Span, *, is_secret: bool
    ) -> Iterator[Released]:
        if event.kind == "key_up":
            if event.keycode in self._kept_down:
                self._kept_down.discard(event.keycode)
                yield Released(event)
            return
        is_key = event.kind == "key_down"
        if is_secret and event.keysym not in _TELLS_NOTHING:
            if not (self._in_secret or event.keysym in _MODIFIERS):
                self._in_secret = True
                yield Released(HandEvent(event.t_us, "secret", window=event.window), look=span.look)
            self.dropped += not span.is_secret
            return
        if self._in_secret and (is_key or event.kind == "press"):
            self._in_secret = False
            yield Released(HandEvent(event.t_us, "secret_over", window=event.window))
        if is_key:
            self._kept_down.add(event.keycode)
            event = event._replace(modifiers=frozenset()) if is_secret else event
        yield Released(event, moment, span.look if is_key else None)


def _judge(span: _Span, look: Look) -> None:
    if look.began_us < span.begin_us + SETTLE_US:
        return
    if span.end_us is not None and look.ended_us > span.end_us:
        return
    if look.is_secret:
        span.is_secret = True
        span.look = look
    elif not span.is_secret:
        span.good_us = max(span.good_us, look.began_us)
        span.look = span.look or look


def _moves_focus(event: HandEvent) -> bool:
    keysym = event.keysym
    if keysym in _MODIFIERS or keysym in _STAYS or keysym in _PAD or keysym in _DEAD:
        return False
    return bool(event.modifiers & _COMMANDS) or _FIRST_NAMED <= keysym <= _LAST_NAMED
