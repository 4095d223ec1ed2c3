"""The steps of a recording, of which the last one is told what it did before the next one begins."""

from dataclasses import dataclass, field
from dataclasses import replace as replace_done
from typing import Final

from msgspec.structs import replace

from automation.macros.macro import Step
from automation.macros.recording import raw
from automation.macros.recording.effects import Done, effect_of, written_of
from automation.macros.recording.raw import RawEvent
from automation.macros.recording.sightings import Sightings

_ACTS: Final = frozenset({raw.PRESS, raw.KEY_DOWN, raw.SECRET, raw.PAUSED, raw.LOST})
ALONE_US: Final = 5_000_000
"""So long after the last step what happens may be its effect."""
MOST_STEPS: Final = 500
"""As many are taken back one by one with what each told of the one before."""


@dataclass(slots=True)
class _Entry:
    n: int
    done: Done
    since_us: int
    """When the last thing before it had been done."""
    until_us: int | None = None
    """When the next thing was done; None until the step is told its effect for the first time."""


@dataclass(slots=True)
class Pending:
    """Serves one recording; used while its session is held."""

    seen: Sightings = field(default_factory=Sightings)
    _acts: list[int] = field(default_factory=list)
    """When something was done, since the step in hand began."""
    _done_us: int = 0
    """When the last step had been done."""
    _entries: list[_Entry | None] = field(default_factory=list)
    """The step in hand is the last one; None stands where the next step tells nothing of the one before."""

    def heard(self, event: RawEvent) -> None:
        """Take an event; what came of a step came before the next thing was done."""
        if event.kind in _ACTS:
            self._acts.append(event.t_us)

    def follow(self, n: int, done: Done) -> tuple[int, Step] | None:
        """Take the next step; return the one before it with its effect, None where nothing is sure."""
        before = self._in_hand
        entry = _Entry(n, done.slim, self._done_us)
        self._done_us = max(self._done_us, done.gesture.span.end_us)
        self._entries = [*self._entries[1 - MOST_STEPS :], entry]
        return self._told(before, done)

    def end(self) -> tuple[int, Step] | None:
        """Return the last step with its effect: what comes next tells nothing of it."""
        before = self._in_hand
        self.forget()
        return self._told(before, None)

    def forget(self) -> None:
        """Tell nothing of the step in hand."""
        if self._in_hand is not None:
            self._entries.append(None)

    def without(self, places: tuple[int, ...]) -> tuple[int, Step] | None:
        """Return the step before one that is taken back, without what that one told of it; changes nothing."""
        at = self._place_of(places)
        before = self._entries[at - 1] if at else None
        return (before.n, before.done.step) if before is not None else None

    def undone(self, places: tuple[int, ...]) -> None:
        """Take back a step: the one before it is in hand again, so that the next step may tell of it."""
        at = self._place_of(places)
        if at is None:
            self.forget()
        else:
            del self._entries[at:]

    def _place_of(self, places: tuple[int, ...]) -> int | None:
        numbers = [entry.n if entry is not None else None for entry in self._entries]
        return next((i for i, n in enumerate(numbers) if n in places), None)

    @property
    def _in_hand(self) -> _Entry | None:
        return self._entries[-1] if self._entries else None

    def _told(self, entry: _Entry | None, later: Done | None) -> tuple[int, Step] | None:
        if entry is None:
            return None
        done = entry.done
        end_us = done.gesture.span.end_us
        next_us = later.gesture.span.begin_us if later is not None else end_us + ALONE_US
        self._acts = [t_us for t_us in self._acts if t_us > end_us]
        known_us = () if entry.until_us is None else (entry.until_us,)
        entry.until_us = min((next_us, *self._acts[:1], *known_us))
        if (known := written_of(done, self.seen, entry.since_us, entry.until_us)) is not None:
            done = entry.done = replace_done(done, step=known)
            expect = effect_of(done, later, self.seen, entry.until_us)
            return entry.n, replace(known, expect=expect)
        expect = effect_of(done, later, self.seen, entry.until_us)
        return (entry.n, replace(done.step, expect=expect)) if expect is not None else None
