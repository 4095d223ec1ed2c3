"""Holds keys back until it is certain that none of them was typed into a password field.

Raw keys do not tell who gets them, and the tree tells the focus a little later than the key. So keys
wait in memory, never on disk, until a look at the tree that began after them says where they went.
Time is cut into spans in which the focus stays (`span`): a button, Tab, Enter, a chord or another
window ends one, and a look counts only within one. Wherever a password field is shown at all, one
such look is not enough: a page may move the focus by itself, as a form does that goes on after the
last digit of a code, and may show a password field that was not there before. What was typed is let
go there only between two looks that found the same field, or where the field that had the focus grew
by it. What stays doubtful is secret, and so is what is typed on after it in one go.

Where the tree does not tell what has the focus, text is not let go either: it is *untold*, and the
macro asks for it. Keys that type nothing are let go there.
"""

from collections import deque
from collections.abc import Iterator
from typing import Final

from automation.core.observation import ScreenElement
from automation.desktop.recording.growth import LATE_US
from automation.desktop.recording.heard import WHEEL, HandEvent, Look, Moment, Released
from automation.desktop.recording.key_sorts import (
    COMMANDS,
    MODIFIERS,
    SHIFTS,
    STAYS,
    TELLS_NOTHING,
    moves_focus,
    types,
)
from automation.desktop.recording.span import SETTLE_US, Span, Verdict

HELD_US: Final = 10_000_000
"""Longest wait for a look; a program that does not answer for so long is passed over by the reader
after 2 s, and the whole question after 8 s."""
MOST_HELD: Final = 20_000
"""Events in memory. A flood beyond it is let go as if it were secret."""
UNTOLD_US: Final = 1_000_000
"""How long a program may take to tell the focus before its text is left out: one that has just begun
tells nothing at first."""
_UNSEEN: Final = frozenset({"focus", "paused", "resumed", "lost"})
"""The focus moved, or may have while nothing was heard."""


class Discretion:
    """Takes events and looks in the order of their times. Owned by one thread."""

    def __init__(self, *, text_everywhere: bool = False) -> None:
        """Begin.

        Args:
            text_everywhere: the user wants text recorded where no tree tells what has the focus.
        """
        self._span = Span(0, text_everywhere)
        self._held: deque[tuple[HandEvent, Moment | None, Span]] = deque()
        self._last: Look | None = None
        self._kept_down: set[int] = set()
        self._mask: Verdict = "open"
        """Under what the keys of the moment are left out."""
        self.dropped = 0
        """Keys that were let go because it could not be told where they went."""

    @property
    def wants_look(self) -> bool:
        """Tell whether events wait for a look."""
        return bool(self._held)

    @property
    def wants_first_look(self) -> bool:
        """Tell whether nobody has looked since the focus may have moved.

        What a field holds before somebody types into it shows best what they typed.
        """
        return self._span.look is None

    @property
    def begins_us(self) -> int:
        """When a look must begin to count for the keys that wait now."""
        return self._span.begin_us + SETTLE_US

    @property
    def asks_value(self) -> ScreenElement | None:
        """The field that should be read again, to tell whether the keys that wait went there."""
        span = self._held[0][2] if self._held else None
        return span.asked if span is not None and span.end_us is not None else None

    @property
    def asks_fields_us(self) -> int | None:
        """Since when password fields must have been looked for again to decide the keys that wait."""
        return self._held[0][2].end_us if self._held else None

    def record_text(self, t_us: int, *, is_wanted: bool) -> None:
        """Let text go from a moment on too where no tree tells what has the focus, or no more."""
        self._begin(t_us)
        self._span.wants_text = is_wanted

    def feed(self, event: HandEvent, moment: Moment | None = None) -> None:
        """Take the next event."""
        if event.kind in _UNSEEN or (
            event.kind in ("press", "release") and event.button not in WHEEL
        ):
            self._begin(event.t_us)
        self._held.append((event, moment, self._span))
        if event.kind == "key_down":
            self._span.strokes.add(event)
        if event.kind == "key_down" and moves_focus(event):
            self._begin(event.t_us)

    def looked(self, look: Look) -> None:
        """Take what the tree told."""
        for span in dict.fromkeys(self._spans()):
            span.judge(look)
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
            yield from self._let(event, moment, span, verdict)

    def _begin(self, t_us: int) -> None:
        self._span.end_us = t_us
        self._span = Span(t_us, self._span.wants_text, before=self._last)

    def _spans(self) -> Iterator[Span]:
        yield from (span for _, _, span in self._held)
        yield self._span

    def _verdict(self, event: HandEvent, span: Span, *, is_late: bool) -> Verdict | None:
        """Tell what becomes of an event; None while that is not known."""
        if event.kind != "key_down":
            return "open"
        if span.is_secret:
            return "secret"
        found = self._of_looks(span, event.t_us)
        if found is None and is_late:
            found = self._of_nothing(span)
        if not (types(event) or event.keysym in STAYS | SHIFTS):
            return found
        if found == "open" and span.goes_on(event.t_us):
            found = "secret"
        if found == "secret" and types(event):
            span.give_up(event.t_us)
        return found

    def _of_nothing(self, span: Span) -> Verdict:
        """Tell what becomes of a key of which no look tells, and none will."""
        if not self._seen(span) or self._shows_secret(span):
            return "secret"
        return "open" if span.wants_text else "untold"

    def _of_looks(self, span: Span, t_us: int) -> Verdict | None:
        """Tell what the looks say of a key; None while they do not."""
        is_seen = span.good_us >= t_us
        if span.is_sure(t_us) or (is_seen and not self._shows_secret(span)):
            return "open"
        if span.good_us >= t_us + LATE_US and not span.may_show_later:
            return span.of_doubt
        if span.end_us is None:
            return "untold" if span.untold_us >= t_us + UNTOLD_US else None
        span.tail = span.tail or self._of_tail(span, span.end_us)
        if span.tail is None or not is_seen:
            return span.tail
        return "open" if span.is_sure(t_us) else span.of_doubt

    def _seen(self, span: Span) -> list[Look]:
        seen = (span.before, span.look, span.shown, self._last)
        return [look for look in seen if look is not None]

    def _shows_secret(self, span: Span) -> bool:
        return any(look.shows_secret for look in self._seen(span))

    def _of_tail(self, span: Span, end_us: int) -> Verdict | None:
        """Tell what becomes of keys of an ended span that no look in it came after."""
        last = self._last
        if last is None or last.began_us < end_us:
            return None
        if self._shows_secret(span):
            return span.by_value(last, end_us)
        if last.fields_read_us < end_us:
            return None  # a password field may have come since, as one does on a page's second step
        if span.good_us >= 0 or span.wants_text:
            return "open"
        return "open" if all(look.is_told for look in self._seen(span)) else "untold"

    def _let(
        self, event: HandEvent, moment: Moment | None, span: Span, verdict: Verdict
    ) -> Iterator[Released]:
        if event.kind == "key_up":
            if event.keycode in self._kept_down:
                self._kept_down.discard(event.keycode)
                yield Released(event)
            return
        is_key = event.kind == "key_down"
        mask = self._mask_of(event, verdict) if is_key else "open"
        if mask != "open":
            if self._mask != mask and event.keysym not in MODIFIERS:
                if self._mask != "open":
                    yield Released(HandEvent(event.t_us, "secret_over", window=event.window))
                self._mask = mask
                masked = HandEvent(event.t_us, mask, window=event.window)
                yield Released(masked, moment, span.look)
            self.dropped += not (span.is_secret or mask == "untold")
            return
        if self._mask != "open" and (is_key or event.kind == "press"):
            self._mask = "open"
            yield Released(HandEvent(event.t_us, "secret_over", window=event.window))
        if is_key:
            self._kept_down.add(event.keycode)
            if verdict != "open":
                event = event._replace(modifiers=event.modifiers & COMMANDS)
            if verdict == "secret":
                event = event._replace(modifiers=frozenset())
        look = span.look if is_key else None
        field = look.focused if look is not None else None
        is_alone = field is not None and span.stands_alone(event.t_us, field)
        yield Released(event, moment, look, is_alone)

    def _mask_of(self, event: HandEvent, verdict: Verdict) -> Verdict:
        """Return under what a key is left out; `open` lets it go."""
        if verdict == "secret":
            return "open" if event.keysym in TELLS_NOTHING else "secret"
        if verdict == "untold":
            is_within = self._mask == "untold" and event.keysym in STAYS | SHIFTS
            return "untold" if is_within or types(event) else "open"
        return "open"
