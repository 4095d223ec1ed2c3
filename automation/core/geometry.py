"""Points, rectangles and monitors in device pixels of the virtual desktop.

Every coordinate in this package is an integer device pixel; the origin is the top left of the
union of all monitors as mss reports it (`monitors[0]`), which on X11 is the root window's origin.
Only the overlay converts to Qt's logical pixels.
"""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

Pixel = Annotated[int, Meta(ge=-(2**31), lt=2**31)]
"""Held when a value is read from JSON or a frame: window systems count pixels in 32 bits."""
Extent = Annotated[int, Meta(ge=-(2**34), lt=2**34)]
"""The same for boxes: room for sums of what programs claim in 32 bits."""


@dataclass(frozen=True, slots=True)
class ScreenPoint:
    """One device pixel of the virtual desktop."""

    x: Pixel
    y: Pixel

    def offset(self, dx: int, dy: int) -> "ScreenPoint":
        """Return the point moved by dx, dy device pixels."""
        return ScreenPoint(self.x + dx, self.y + dy)

    def distance(self, other: "ScreenPoint") -> float:
        """Return the Euclidean distance in device pixels."""
        return float(((self.x - other.x) ** 2 + (self.y - other.y) ** 2) ** 0.5)


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle of device pixels; right and bottom are exclusive."""

    x: Extent
    y: Extent
    w: Extent
    h: Extent

    @property
    def right(self) -> int:
        """First column past the rectangle."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """First row past the rectangle."""
        return self.y + self.h

    @property
    def center(self) -> ScreenPoint:
        """The pixel in the middle, rounded towards the top left."""
        return ScreenPoint(self.x + self.w // 2, self.y + self.h // 2)

    @property
    def area(self) -> int:
        """Number of pixels; 0 when width or height is not positive."""
        return max(0, self.w) * max(0, self.h)

    def contains(self, point: ScreenPoint) -> bool:
        """Tell whether the pixel lies inside."""
        return self.x <= point.x < self.right and self.y <= point.y < self.bottom

    def intersection(self, other: "Rect") -> "Rect":
        """Return the common part; its area is 0 when there is none."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Rect(x, y, max(0, right - x), max(0, bottom - y))

    def overlap(self, other: "Rect") -> float:
        """Return the common part of both as a part of what they cover together, 0..1."""
        common = self.intersection(other).area
        union = self.area + other.area - common
        return common / union if union else 0.0

    def union(self, other: "Rect") -> "Rect":
        """Return the smallest rectangle that holds both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Rect(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)

    def offset(self, dx: int, dy: int) -> "Rect":
        """Return a box of the same size, moved."""
        return Rect(self.x + dx, self.y + dy, self.w, self.h)

    def grown(self, margin: int) -> "Rect":
        """Return the rectangle with `margin` pixels added on each side (negative shrinks)."""
        return Rect(self.x - margin, self.y - margin, self.w + 2 * margin, self.h + 2 * margin)

    def around(self, point: ScreenPoint) -> "Rect":
        """Return a rectangle of this size centred on the pixel."""
        return Rect(point.x - self.w // 2, point.y - self.h // 2, self.w, self.h)


@dataclass(frozen=True, slots=True)
class Monitor:
    """A physical display: its rectangle in device pixels and the desktop's scale for it."""

    id: int
    """1-based, in the order in which mss lists the monitors."""
    rect: Rect
    scale: float
    """Device pixels per logical pixel as the desktop asks for; 1.0 where it says nothing."""
    name: str = ""


def monitor_at(monitors: tuple[Monitor, ...], point: ScreenPoint) -> Monitor | None:
    """Return the monitor that shows the pixel; None when no monitor does."""
    return next((m for m in monitors if m.rect.contains(point)), None)
