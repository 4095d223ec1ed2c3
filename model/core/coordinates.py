"""Points as models speak of them. Each becomes a `ScreenPoint` once, through the tile plan."""

from dataclasses import dataclass
from typing import Literal

CoordinateSpace = Literal["norm_1000", "fraction", "source_px", "canvas_px"]
"""0..1000 of the picture, 0..1 of the picture, its own pixels, pixels of the resized canvas."""


@dataclass(frozen=True, slots=True)
class NormPoint:
    """A point in thousandths of the picture's width and height; exact to half a thousandth."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class CanvasPoint:
    """A point on the resized picture (columns * tile by rows * tile), in float pixels."""

    x: float
    y: float
