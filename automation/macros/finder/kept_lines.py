"""What OCR read of one picture, kept while nothing on it changes: a search that waits looks often.

The tree is always asked anew. It may tell more without a pixel having changed.
"""

from collections.abc import Sequence
from typing import Protocol

from automation.core.geometry import Rect
from automation.core.observation import Observation, ScreenElement
from automation.core.pictures import CARET_MAX_WIDTH_PX, changed_box


class Reads(Protocol):
    """The slice of a reader that the finder needs; see `core.ports.ElementReader`."""

    def tree(
        self, observation: Observation, *, whole_screen: bool = False
    ) -> Sequence[ScreenElement]:
        """Return the tree's elements of the active window and its popups, or of all windows."""
        ...

    def text(self, observation: Observation, region: Rect | None = None) -> Sequence[ScreenElement]:
        """Return lines of text read by OCR in the region, or in the active window when None."""
        ...


class KeptLines:
    """Implements `Reads` for one finder; keeps what was read of the last picture only."""

    def __init__(self, reader: Reads) -> None:
        self._reader = reader
        self._seen: Observation | None = None
        self._lines: dict[Rect | None, tuple[ScreenElement, ...]] = {}

    def tree(
        self, observation: Observation, *, whole_screen: bool = False
    ) -> Sequence[ScreenElement]:
        """Ask the reader."""
        return self._reader.tree(observation, whole_screen=whole_screen)

    def text(self, observation: Observation, region: Rect | None = None) -> Sequence[ScreenElement]:
        """Return what was read of the same picture before, else ask the reader."""
        if self._seen is None or not is_same_sight(self._seen, observation):
            self._lines.clear()
        self._seen = observation
        if region not in self._lines:
            self._lines[region] = tuple(self._reader.text(observation, region))
        return self._lines[region]


def is_same_sight(before: Observation, now: Observation) -> bool:
    """Tell whether reading again would tell the same: a caret may blink, nothing else may change."""
    if before is now:
        return True
    if (before.windows, before.masked) != (now.windows, now.masked):
        return False
    box = changed_box(before.frame, now.frame)
    return box is None or box.w <= CARET_MAX_WIDTH_PX
