"""What calibration found: values for the store, the status line and the report."""

from dataclasses import dataclass
from typing import Final

from automation.core.geometry import Rect
from model.core.coordinates import CoordinateSpace

SPACE_NAMES: Final[dict[CoordinateSpace, str]] = {
    "norm_1000": "thousandths of the picture (0..1000)",
    "fraction": "parts of the picture (0..1)",
    "source_px": "pixels of the picture that was sent",
    "canvas_px": "pixels of the resized picture",
}
"""For people."""


@dataclass(frozen=True, slots=True)
class CalibrationPoint:
    """One question and what came of it."""

    width_px: int
    height_px: int
    """Size of the picture."""
    word: str
    """What was asked for."""
    box: Rect
    """Where it is, in pixels of the picture."""
    numbers: tuple[float, float] | None
    """x and y as the model wrote them; None when the answer named no point."""
    at_px: tuple[int, int] | None
    """The pixel that was meant if the space is the best one; None outside the picture."""
    error_px: float | None
    """From there to the middle of the target; None with no point or outside the picture."""

    @property
    def is_hit(self) -> bool:
        """Tell whether a click there would have met the target."""
        if self.at_px is None:
            return False
        x, y = self.at_px
        return self.box.x <= x < self.box.right and self.box.y <= y < self.box.bottom


@dataclass(frozen=True, slots=True)
class Calibration:
    """Which coordinates one checkpoint writes, and how that is known."""

    space: CoordinateSpace | None
    """None when no space fits, or two fit alike: then nothing may be clicked by its numbers."""
    thinking: bool
    """Whether it was let think; when a space fits, the mode in which it does."""
    profile: str
    """Name of the profile whose question was asked."""
    points: tuple[CalibrationPoint, ...]
    """Mapped by `space`, or by the space that came closest."""
    hits: int
    median_error_px: float | None
    """Half of the answers are at most so far off, in pixels of their picture; None when half of
    them named no point inside it."""
    sentence: str
    """What was found, and what to do when nothing was; for people."""

    @property
    def is_usable(self) -> bool:
        """Tell whether the checkpoint's numbers can be acted upon."""
        return self.space is not None
