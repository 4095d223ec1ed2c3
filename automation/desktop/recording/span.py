"""A time in which the focus stays, and what the looks at the tree tell of the keys that came in it.

A look counts for a span only when it began a while after the span did and ended before the span did.
What was typed before a look is sure only between two looks that found the same field, or where the
field that had the focus grew by it (`growth`). A busy program shows keys late: what one look could
not find is looked for again until the typing has rested, and then all of it must be there. What is
secret in the end is so as a whole: what was typed on in the same field is part of it.
"""

from dataclasses import dataclass, field
from typing import Final, Literal

from automation.core.observation import ScreenElement
from automation.desktop.recording.growth import (
    LATE_US,
    Strokes,
    is_alone,
    is_in_field,
    shown_until,
)
from automation.desktop.recording.heard import Held, Look

SETTLE_US: Final = 150_000
"""After a click or Tab the program moves the focus when it comes to it; toolkits take up to 50 ms."""
HANDLED_US: Final = 50_000
"""A key goes where the focus is when the program comes to it: a look that begins sooner may find it where
it was before the key, and the page moves it in between."""
_MOST_READS: Final = 8
"""The first and the last of what a field held in a span; one of them is enough."""

RESTED_US: Final = 2_000_000
"""So long after the last key a field shows it even on a busy machine; below `decider.LAST_LOOK_S`."""
BURST_US: Final = 1_500_000
"""Who types on rests for less between two keys, as in `open_text.TEXT_US`."""

Verdict = Literal["open", "secret", "untold"]


@dataclass(slots=True, eq=False)
class Span:
    """A time in which nothing moved the focus, as far as can be heard."""

    begin_us: int
    wants_text: bool = False
    """Text is recorded where no tree tells what has the focus."""
    end_us: int | None = None
    good_us: int = -1
    """Until when keys had been handled as the last look that found nothing secret began."""
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
    has_moved: bool = False
    """Its looks found different fields: the focus moved by itself."""
    is_overdue: bool = False
    """A field did not show in time what was typed; it is looked for again."""
    given_up_us: int | None = None
    """When the last key of a text was typed that was found to be secret for want of proof."""

    def is_sure(self, t_us: int) -> bool:
        """Tell whether a key is known to have gone to a field that is no password."""
        return t_us <= self.shown_us or self.steady_us <= t_us <= self.good_us

    @property
    def has_doubt(self) -> bool:
        """Tell whether text was typed before a look of which only that look knows."""
        return any(t <= self.good_us and not self.is_sure(t) for t in self.strokes.times)

    @property
    def of_doubt(self) -> Verdict:
        """What becomes of a key that came before a look, where that look is not enough."""
        return "secret" if self.has_doubt else "untold"

    @property
    def may_show_later(self) -> bool:
        """Tell whether text that is in doubt may still be found in its field."""
        if self.has_moved or not self.has_doubt or self.last_good is None:
            return False
        field = self.last_good.focused
        is_read = field is not None and bool(self._reads_before(field.handle) or self.reads)
        return is_read and self.good_us < self.strokes.times[-1] + RESTED_US

    def give_up(self, t_us: int) -> None:
        """Learn that a key of a text is secret because nothing proves where it went."""
        self.given_up_us = t_us

    def goes_on(self, t_us: int) -> bool:
        """Tell whether a key goes on with a text that was found to be secret."""
        if self.given_up_us is None or self.has_moved:
            return False
        return t_us - self.given_up_us <= BURST_US

    @property
    def asked(self) -> ScreenElement | None:
        """What had the focus last, where that was told and can be asked again."""
        found = self.last_good.focused if self.last_good is not None else None
        return found if found is not None and found.handle is not None else None

    def stands_alone(self, t_us: int, field: ScreenElement) -> bool:
        """Tell whether the text that begins with a key was seen to stand alone in its field."""
        if field.handle is None or not self.strokes.times or t_us > self.strokes.times[0]:
            return False
        return any(is_alone(self.strokes, h) for h in self._reads_of(field.handle))

    def judge(self, look: Look) -> None:
        """Take a look; of one that does not count here only that a password field was shown."""
        if look.shows_secret:
            self.shown = look
        if look.began_us < self.begin_us + SETTLE_US:
            return
        if self.end_us is not None and look.ended_us > self.end_us:
            return
        if look.is_secret:
            self.is_secret = True
            self.look = look
        elif self.is_secret:
            return
        elif look.is_told or self.wants_text:
            if self.good_us < 0 or self.look is None or _is_better_known(look, self.look):
                self.look = look
            self._go_on(look)
        else:
            self.untold_us = max(self.untold_us, look.began_us)
            self.steady_us = look.ended_us
            self.look = self.look or look

    def by_value(self, last: Look, end_us: int) -> Verdict | None:
        """Tell whether the keys after the last good look came to its field; None until it is read.

        Args:
            last: the last look of all.
            end_us: when this span ended.
        """
        has_doubt, good_us = self.has_doubt, self.good_us
        has_more = any(t_us > good_us for t_us in self.strokes.times)
        failed: Verdict = "secret" if has_more else "untold"
        if not (has_more or has_doubt):
            return failed  # no text waits, and commands are let go
        asked = self.asked
        if asked is None:
            return failed
        if last.read_again is None or last.read_again[0] != asked.handle:
            return None
        before = self._reads_of(asked.handle)
        # What it held a moment ago tells as well: a program may clear a field that is left.
        seen = (last.read_again[1], *(held.value for held in before))
        if has_doubt and any(is_in_field(self.strokes, -1, before, value) for value in seen):
            self.shown_us = end_us
            return "open"
        if has_more and any(is_in_field(self.strokes, good_us, before, value) for value in seen):
            return "open"
        if last.began_us < end_us + LATE_US:
            return None
        return failed if before else "untold"

    def _go_on(self, look: Look) -> None:
        """Take what a look found that found nothing secret."""
        last = self.last_good
        if last is None or not _is_same(last.focused, look.focused):
            self.steady_us = look.ended_us
            self.has_moved = last is not None
        self.good_us, self.last_good = max(self.good_us, look.began_us - HANDLED_US), look
        if look.held is not None:
            if self.has_doubt:
                self._look_for_keys(look.held)
            self.reads.append(look.held)
            del self.reads[1 : len(self.reads) - _MOST_READS + 1]
        self.is_overdue = self.has_doubt and self._is_overdue()

    def _look_for_keys(self, held: Held) -> None:
        """See how many keys a field shows."""
        if self.is_overdue and held.began_us < self.strokes.times[-1] + LATE_US:
            return  # a part may be there by chance: of what is overdue all must be seen together
        reads = [*self._reads_before(held.handle), *self._reads_of(held.handle)]
        shown_us = shown_until(self.strokes, self.shown_us, reads, held)
        self.shown_us = self.shown_us if shown_us is None else shown_us

    def _is_overdue(self) -> bool:
        latest_us = self.good_us - LATE_US
        return any(t <= latest_us and not self.is_sure(t) for t in self.strokes.times)

    def _reads_before(self, handle: object) -> list[Held]:
        """Return what a field held before the focus may have moved."""
        held = self.before.held if self.before is not None else None
        return [held] if held is not None and held.handle == handle else []

    def _reads_of(self, handle: object) -> list[Held]:
        return [held for held in self.reads if held.handle == handle]


def _is_same(one: ScreenElement | None, other: ScreenElement | None) -> bool:
    """Tell whether two looks found the same field."""
    if one is None or other is None:
        return one is other
    if one.handle is not None or other.handle is not None:
        return one.handle == other.handle
    return (one.name, one.role, one.box) == (other.name, other.role, other.box)


def _is_better_known(look: Look, other: Look) -> bool:
    return _is_known(look) and not _is_known(other)


def _is_known(look: Look) -> bool:
    """Tell whether the elements around what has the focus were read with it."""
    return look.focused is not None and look.focused in look.elements
