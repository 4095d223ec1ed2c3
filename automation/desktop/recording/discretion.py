"""Holds keys back until it is certain that none of them was typed into a password field.

Raw keys do not tell who gets them, and the tree tells the focus a little later than the key. So keys
wait in memory, never on disk, until a look at the tree that began after them says where they went.
Time is cut into spans in which the focus stays: a button, Tab, Enter, a chord or another window ends
one. A look counts for a span only when it began a while after the span did and ended before the span
did. Wherever a password field is shown at all, one such look is not enough: a page may move the focus
by itself, as a form does that goes on after the last digit of a code, and may show a password field
that was not there before. What was typed is let go there only between two looks that found the same
field, or where the field that had the focus grew by it (`growth`). What stays doubtful is secret.

Where the tree does not tell what has the focus, text is not let go either: it is *untold*, and the
macro asks for it. Keys that type nothing are let go there.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from automation.core.observation import ScreenElement
from automation.desktop.recording.growth import LATE_US, Strokes, is_in_field, shown_until
from automation.desktop.recording.heard import WHEEL, HandEvent, Held, Look, Moment, Released
from automation.desktop.recording.key_sorts import (
    COMMANDS,
    MODIFIERS,
    SHIFTS,
    STAYS,
    TELLS_NOTHING,
    moves_focus,
    types,
)

SETTLE_US: Final = 150_000
"""After a click or Tab the program moves the focus when it comes to it; toolkits take up to 50 ms."""
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
_MOST_READS: Final = 8
"""The first and the last of what a field held in a span; one of them is enough."""

Verdict = Literal["open", "secret", "untold"]


@dataclass(slots=True, eq=False)
class _Span:
    """A time in which nothing moved the focus, as far as can be heard."""

    begin_us: int
    wants_text: bool = False
    """Text is recorded where no tree tells what has the focus."""
    end_us: int | None = None
    good_us: int = -1
    """When the last look that found nothing secret began."""
    steady_us: int = 0
    """When the first of the looks ended that found the field of the last one, none other between."""
    shown_us: int = -1
    """Until when every key was to be seen in the field that had the focus."""
    untold_us: int = -1
    """When the last look that could not tell what has the focus began."""
    is_secret: bool = False
    look: Look | None = None
    """The one that told."""
    last_good: Look | None = None
    before: Look | None = None
    """The last one before it."""
    shown: Look | None = None
    """The last one in its time that showed a password field."""
    reads: list[Held] = field(default_factory=list)
    """What its fields held meanwhile."""
    strokes: Strokes = field(default_factory=Strokes)
    tail: Verdict | None = None
    """Of an ended span: what became of the keys after its last look."""

    def is_sure(self, t_us: int) -> bool:
        """Tell whether a key is known to have gone to a field that is no password."""
        return t_us <= self.shown_us or self.steady_us <= t_us <= self.good_us

    @property
    def has_doubt(self) -> bool:
        """Tell whether text was typed before a look of which only that look knows."""
        return any(t <= self.good_us and not self.is_sure(t) for t in self.strokes.times)


class Discretion:
    """Takes events and looks in the order of their times. Owned by one thread."""

    def __init__(self, *, text_everywhere: bool = False) -> None:
        """Begin.

        Args:
            text_everywhere: the user wants text recorded where no tree tells what has the focus.
        """
        self._span = _Span(0, text_everywhere)
        self._held: deque[tuple[HandEvent, Moment | None, _Span]] = deque()
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
        return _field_of(span) if span is not None and span.end_us is not None else None

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
            span.shown = look if look.shows_secret else span.shown
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
            yield from self._let(event, moment, span, verdict)

    def _begin(self, t_us: int) -> None:
        self._span.end_us = t_us
        self._span = _Span(t_us, self._span.wants_text, before=self._last)

    def _spans(self) -> Iterator[_Span]:
        yield from (span for _, _, span in self._held)
        yield self._span

    def _verdict(self, event: HandEvent, span: _Span, *, is_late: bool) -> Verdict | None:
        """Tell what becomes of an event; None while that is not known."""
        if event.kind != "key_down":
            return "open"
        if span.is_secret:
            return "secret"
        found = self._of_looks(span, event.t_us)
        if found is not None or not is_late:
            return found
        if not self._seen(span) or self._shows_secret(span):
            return "secret"
        return "open" if span.wants_text else "untold"

    def _of_looks(self, span: _Span, t_us: int) -> Verdict | None:
        """Tell what the looks say of a key; None while they do not."""
        is_seen = span.good_us >= t_us
        if span.is_sure(t_us) or (is_seen and not self._shows_secret(span)):
            return "open"
        if span.good_us >= t_us + LATE_US:
            return _of_doubt(span)
        if span.end_us is None:
            return "untold" if span.untold_us >= t_us + UNTOLD_US else None
        span.tail = span.tail or self._of_tail(span, span.end_us)
        if span.tail is None or not is_seen:
            return span.tail
        return "open" if span.is_sure(t_us) else _of_doubt(span)

    def _seen(self, span: _Span) -> list[Look]:
        seen = (span.before, span.look, span.shown, self._last)
        return [look for look in seen if look is not None]

    def _shows_secret(self, span: _Span) -> bool:
        return any(look.shows_secret for look in self._seen(span))

    def _of_tail(self, span: _Span, end_us: int) -> Verdict | None:
        """Tell what becomes of keys of an ended span that no look in it came after."""
        last = self._last
        if last is None or last.began_us < end_us:
            return None
        if self._shows_secret(span):
            return _by_value(span, last, end_us)
        if last.fields_read_us < end_us:
            return None  # a password field may have come since, as one does on a page's second step
        if span.good_us >= 0 or span.wants_text:
            return "open"
        return "open" if all(look.is_told for look in self._seen(span)) else "untold"

    def _let(
        self, event: HandEvent, moment: Moment | None, span: _Span, verdict: Verdict
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
                yield Released(HandEvent(event.t_us, mask, window=event.window), look=span.look)
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
        yield Released(event, moment, span.look if is_key else None)

    def _mask_of(self, event: HandEvent, verdict: Verdict) -> Verdict:
        """Return under what a key is left out; `open` lets it go."""
        if verdict == "secret":
            return "open" if event.keysym in TELLS_NOTHING else "secret"
        if verdict == "untold":
            is_within = self._mask == "untold" and event.keysym in STAYS | SHIFTS
            return "untold" if is_within or types(event) else "open"
        return "open"


def _judge(span: _Span, look: Look) -> None:
    if look.began_us < span.begin_us + SETTLE_US:
        return
    if span.end_us is not None and look.ended_us > span.end_us:
        return
    if look.is_secret:
        span.is_secret = True
        span.look = look
    elif span.is_secret:
        return
    elif look.is_told or span.wants_text:
        if span.good_us < 0 or span.look is None or (_is_known(look) and not _is_known(span.look)):
            span.look = look
        _go_on(span, look)
    else:
        span.untold_us = max(span.untold_us, look.began_us)
        span.steady_us = look.ended_us
        span.look = span.look or look


def _go_on(span: _Span, look: Look) -> None:
    """Take what a look found that found nothing secret."""
    last = span.last_good
    if last is None or not _is_same(last.focused, look.focused):
        span.steady_us = look.ended_us
    span.good_us, span.last_good = max(span.good_us, look.began_us), look
    if look.held is None:
        return
    if span.has_doubt:
        reads = [*_reads_before(span, look.held.handle), *_reads_of(span, look.held.handle)]
        shown_us = shown_until(span.strokes, span.shown_us, reads, look.held)
        span.shown_us = span.shown_us if shown_us is None else shown_us
    span.reads.append(look.held)
    del span.reads[1 : len(span.reads) - _MOST_READS + 1]


def _is_same(one: ScreenElement | None, other: ScreenElement | None) -> bool:
    """Tell whether two looks found the same field."""
    if one is None or other is None:
        return one is other
    if one.handle is not None or other.handle is not None:
        return one.handle == other.handle
    return (one.name, one.role, one.box) == (other.name, other.role, other.box)


def _reads_before(span: _Span, handle: object) -> list[Held]:
    """Return what a field held before the focus may have moved."""
    held = span.before.held if span.before is not None else None
    return [held] if held is not None and held.handle == handle else []


def _reads_of(span: _Span, handle: object) -> list[Held]:
    return [held for held in span.reads if held.handle == handle]


def _of_doubt(span: _Span) -> Verdict:
    """Tell what becomes of a key that came before a look, where that look is not enough."""
    return "secret" if span.has_doubt else "untold"


def _is_known(look: Look) -> bool:
    """Tell whether the elements around what has the focus were read with it."""
    return look.focused is not None and look.focused in look.elements


def _field_of(span: _Span) -> ScreenElement | None:
    """Return what had the focus last in a span, where that was told and can be asked again."""
    found = span.last_good.focused if span.last_good is not None else None
    return found if found is not None and found.handle is not None else None


def _by_value(span: _Span, last: Look, end_us: int) -> Verdict | None:
    """Tell whether the keys after a span's last good look came to its field; None until it is read."""
    has_doubt, good_us = span.has_doubt, span.good_us
    has_more = any(t_us > good_us for t_us in span.strokes.times)
    failed: Verdict = "secret" if has_more else "untold"
    if not (has_more or has_doubt):
        return failed  # no text waits, and commands are let go
    asked = _field_of(span)
    if asked is None:
        return failed
    if last.read_again is None or last.read_again[0] != asked.handle:
        return None
    before = _reads_of(span, asked.handle)
    # What it held a moment ago tells as well: a program may clear a field that is left.
    seen = (last.read_again[1], *(held.value for held in before))
    if has_doubt and any(is_in_field(span.strokes, -1, before, value) for value in seen):
        span.shown_us = end_us
        return "open"
    if has_more and any(is_in_field(span.strokes, good_us, before, value) for value in seen):
        return "open"
    if last.began_us < end_us + LATE_US:
        return None
    return failed if before else "untold"
