"""The gestures of a recording in their order, and the rests between them."""

from collections.abc import Iterable, Sequence
from typing import Final

from automation.macros.recording.gestures import Gesture, Pause, Span

PAUSE_US: Final = 1_500_000
"""A shorter rest between two gestures is just the hand on its way."""


class Settling:
    """What is settled never changes; what was done while a button was down waits for it to come up."""

    def __init__(self) -> None:
        self._settled: list[Gesture] = []
        self._last: Span | None = None
        """Of the settled gesture that ended last."""
        self._later: list[Gesture] = []
        """Complete, but begun after a button that is still down."""

    @property
    def settled(self) -> Sequence[Gesture]:
        """The gestures that nothing can change any more; grows at its end only."""
        return self._settled

    @property
    def is_waiting(self) -> bool:
        """Tell whether something waits for a button."""
        return bool(self._later)

    def twin(self) -> "Settling":
        """Return one that goes on from here, with nothing settled in it."""
        twin = Settling()
        twin._last, twin._later = self._last, list(self._later)
        return twin

    def wait(self, gesture: Gesture) -> None:
        """Take a complete gesture that a button which is down may have begun before."""
        self._later.append(gesture)

    def settle_waiting(self) -> None:
        """Settle what waited, in the order in which it began: no button is down any more."""
        later, self._later = self._later, []
        self.settle(sorted(later, key=lambda gesture: gesture.span.first))

    def settle(self, gestures: Iterable[Gesture]) -> None:
        """Settle gestures, each with the rest before it."""
        for gesture in gestures:
            span, last = gesture.span, self._last
            if last is not None and span.begin_us - last.end_us >= PAUSE_US:
                rest = Span(last.last, span.first, last.end_us, span.begin_us)
                self._settled.append(Pause(rest, (span.begin_us - last.end_us) / 1e6))
            self._settled.append(gesture)
            if last is None or span.end_us >= last.end_us:
                self._last = span
