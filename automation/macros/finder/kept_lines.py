"""What OCR read of a picture, kept for the very same picture: a search that waits looks often.

One pixel is enough to read again, for a dot or a digit is as narrow as a caret. A caret that blinks
makes two pictures in turn, so those of two are kept. The tree is always asked anew: it may tell more
without a pixel having changed.
"""

from collections.abc import Sequence
from typing import Final, Protocol

from automation.core.geometry import Rect
from automation.core.observation import Observation, ScreenElement
from automation.core.pictures import changed_box

PHASES: Final = 2
"""Pictures that a desktop shows in turn while only a caret blinks."""


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
    """Implements `Reads` for one finder; keeps what was read of the last two pictures only."""

    def __init__(self, reader: Reads) -> None:
        self._reader = reader
        self._kept: list[tuple[Observation, dict[Rect | None, tuple[ScreenElement, ...]]]] = []
        """Each picture as it was read, the latest last; a later look never takes its place."""

    def tree(
        self, observation: Observation, *, whole_screen: bool = False
    ) -> Sequence[ScreenElement]:
        """Ask the reader."""
        return self._reader.tree(observation, whole_screen=whole_screen)

    def text(self, observation: Observation, region: Rect | None = None) -> Sequence[ScreenElement]:
        """Return what was read of the same picture before, else ask the reader."""
        known = next((one for one in self._kept if is_same_sight(one[0], observation)), None)
        if known is None:
            known = (observation, {})
            self._kept = [*self._kept, known][-PHASES:]
        lines = known[1]
        if region not in lines:
            lines[region] = tuple(self._reader.text(observation, region))
        return lines[region]


def is_same_sight(before: Observation, now: Observation) -> bool:
    """Tell whether reading again would tell the same: not one pixel may have changed."""
    if before is now:
        return True
    if (before.windows, before.masked) != (now.windows, now.masked):
        return False
    return changed_box(before.frame, now.frame) is None
