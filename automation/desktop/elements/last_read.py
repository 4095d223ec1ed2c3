"""What was read of the tree, kept for the look that it belongs to, and for a moment only.

One step asks for the same tree several times: who checks the last step's effect, who looks for the
next target, who judges what stands there. Each reading costs a program hundreds of answers.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from automation.core.observation import Observation, ScreenElement, WindowInfo

SAME_LOOK_S: Final = 0.5
"""So long a reading serves the look that it was made for. A person who reads a card or a model that
thinks takes longer: what is judged after them is read anew."""
_PAGE: Final = "document"
"""A page's tree is told by another process and follows its picture late: it is never kept. Widgets
answer for themselves."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What the tree told of some windows."""

    elements: Sequence[ScreenElement]
    holders: tuple[ScreenElement, ...]
    """What had the focus, or was the default, with the values of fields."""


class LastRead:
    """Keeps the readings of one look; used by the reader's thread."""

    def __init__(self, keep_s: float, clock_s: Callable[[], float] = time.monotonic) -> None:
        """Keep nothing yet.

        Args:
            keep_s: how long after its beginning a reading serves; 0 keeps none.
            clock_s: seconds, never going back.
        """
        self._keep_s = keep_s
        self._clock_s = clock_s
        self._look: Observation | None = None
        self._kept: dict[tuple[int, ...], tuple[float, Reading]] = {}
        """By windows: when the reading began, and what was read."""

    def of(
        self,
        observation: Observation,
        windows: Sequence[WindowInfo],
        read: Callable[[], Reading],
    ) -> Reading:
        """Return what is kept of these windows on this very look, else read and keep it.

        Args:
            observation: the look; another one of an equal picture is another look.
            windows: what is asked about, without those that are never looked at.
            read: asks the tree.
        """
        if self._look is not observation:
            self.forget()
        ids, began_s = tuple(w.window_id for w in windows), self._clock_s()
        known = self._kept.get(ids)
        if known is not None and began_s - known[0] < self._keep_s:
            return known[1]
        reading = read()
        if self._keep_s > 0 and _answers_for_itself(reading):
            self._look = observation
            self._kept[ids] = (began_s, reading)
        return reading

    def forget(self) -> None:
        """Keep nothing, the look's picture neither."""
        self._look = None
        self._kept.clear()


def _answers_for_itself(reading: Reading) -> bool:
    """Tell whether widgets were read; where the tree was silent it may speak at the next question."""
    return bool(reading.elements) and all(e.role != _PAGE for e in reading.elements)
