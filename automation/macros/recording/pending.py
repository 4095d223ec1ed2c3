"""The last step of a recording, until it is told what it did: that shows before the next one begins."""

from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from automation.macros.macro import Step
from automation.macros.recording import raw
from automation.macros.recording.effects import Done, effect_of
from automation.macros.recording.raw import RawEvent
from automation.macros.recording.sightings import Sightings

_ACTS: Final = frozenset({raw.PRESS, raw.KEY_DOWN, raw.SECRET, raw.PAUSED, raw.LOST})
ALONE_US: Final = 5_000_000
"""So long after the last step what happens may be its effect."""


@dataclass(slots=True)
class Pending:
    """Serves one recording; used while its session is held."""

    seen: Sightings = field(default_factory=Sightings)
    _acts: list[int] = field(default_factory=list)
    """When something was done, since the step in hand began."""
    _in_hand: tuple[int, Done] | None = None
    _before: tuple[int, Done] | None = None
    """The one before it, whose effect may have been told by it."""

    def heard(self, event: RawEvent) -> None:
        """Take an event; what came of a step came before the next thing was done."""
        if event.kind in _ACTS:
            self._acts.append(event.t_us)

    def follow(self, n: int, done: Done) -> tuple[int, Step] | None:
        """Take the next step; return the one before it with its effect, None where nothing is sure."""
        told = self._told(done)
        self._before, self._in_hand = self._in_hand, (n, done)
        return told

    def end(self) -> tuple[int, Step] | None:
        """Return the last step with its effect: what comes next tells nothing of it."""
        told = self._told(None)
        self.forget()
        return told

    def forget(self) -> None:
        """Tell nothing of the step in hand."""
        self._before = self._in_hand = None

    def undone(self, places: tuple[int, ...]) -> tuple[int, Step] | None:
        """Take back the step in hand; return the one before it without what that step told of it."""
        is_in_hand = self._in_hand is not None and self._in_hand[0] in places
        before = self._before if is_in_hand else None
        self.forget()
        if before is None:
            return None
        self._in_hand = before
        return before[0], before[1].step

    def _told(self, later: Done | None) -> tuple[int, Step] | None:
        if self._in_hand is None:
            return None
        n, done = self._in_hand
        end_us = done.gesture.span.end_us
        self._acts = [t_us for t_us in self._acts if t_us > end_us]
        until_us = min((*self._acts[:1], end_us + ALONE_US)) if later is None else self._next(later)
        expect = effect_of(done, later, self.seen, until_us)
        return (n, replace(done.step, expect=expect)) if expect is not None else None

    def _next(self, later: Done) -> int:
        return min((*self._acts[:1], later.gesture.span.begin_us))
