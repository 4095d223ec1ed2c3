"""Marks as plain values: outlines in logical pixels of one monitor, and how each is drawn.

No Qt here: lists of these values are compared in tests, and one function in `paint` draws them.
"""

from dataclasses import dataclass
from typing import Literal

Ink = Literal["r0", "r1", "r2", "r3", "r4", "ink", "casing"]
"""Name of one of the overlay's own colours, which follow no theme."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A point in logical pixels from the monitor's top left corner."""

    x: float
    y: float

    def moved(self, dx: float, dy: float) -> "Spot":
        """Return the point moved by dx, dy."""
        return Spot(self.x + dx, self.y + dy)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in logical pixels from the monitor's top left corner."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """Right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """Lower edge."""
        return self.y + self.h

    @property
    def center(self) -> Spot:
        """Middle."""
        return Spot(self.x + self.w / 2, self.y + self.h / 2)

    @property
    def corners(self) -> tuple[Spot, Spot, Spot, Spot]:
        """Top left, top right, bottom left, bottom right."""
        return (
            Spot(self.x, self.y),
            Spot(self.right, self.y),
            Spot(self.x, self.bottom),
            Spot(self.right, self.bottom),
        )

    def grown(self, margin: float) -> "Box":
        """Return the box with a margin added on each side."""
        return Box(self.x - margin, self.y - margin, self.w + 2 * margin, self.h + 2 * margin)

    def overlap(self, other: "Box") -> float:
        """Return the area that both cover."""
        width = min(self.right, other.right) - max(self.x, other.x)
        height = min(self.bottom, other.bottom) - max(self.y, other.y)
        return max(0.0, width) * max(0.0, height)

    def cut(self, other: "Box") -> "Box":
        """Return the part inside the other box; its size is not positive when there is none."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box(x, y, right - x, bottom - y)

    def pushed_into(self, room: "Box") -> "Box":
        """Return the box moved so that it lies in the room, as far as it fits."""
        x = max(room.x, min(self.x, room.right - self.w))
        return Box(x, max(room.y, min(self.y, room.bottom - self.h)), self.w, self.h)

    def holds(self, other: "Box") -> bool:
        """Tell whether the other box lies wholly inside."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.right <= self.right
            and other.bottom <= self.bottom
        )

    def united(self, other: "Box") -> "Box":
        """Return the smallest box that holds both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        right, bottom = max(self.right, other.right), max(self.bottom, other.bottom)
        return Box(x, y, right - x, bottom - y)


@dataclass(frozen=True, slots=True)
class Line:
    """Straight pieces from point to point."""

    points: tuple[Spot, ...]
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class Rounded:
    """A rectangle with round corners."""

    box: Box
    radius: float


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle."""

    center: Spot
    radius: float


@dataclass(frozen=True, slots=True)
class Arc:
    """A part of a circle; degrees, 0 is three o'clock, counter-clockwise."""

    center: Spot
    radius: float
    start_deg: float
    span_deg: float


@dataclass(frozen=True, slots=True)
class Wedge:
    """A filled part of a disc; degrees as for an arc."""

    center: Spot
    radius: float
    start_deg: float
    span_deg: float


Outline = Line | Rounded | Circle | Arc | Wedge


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line in three layers: ink, white, colour."""

    outline: Outline
    ink: Ink
    width: float = 2.5
    dashes: tuple[float, ...] = ()
    """Lengths of dash and gap in logical pixels; empty draws a full line."""
    opacity: float = 1.0
    is_turning: bool = False
    """The dashes run along the line while the mark is provisional."""


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled shape with a white edge."""

    outline: Outline
    ink: Ink
    edge: float = 1.5
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Tag:
    """White words on a coloured plate."""

    box: Box
    text: str
    ink: Ink


@dataclass(frozen=True, slots=True)
class Cap:
    """A key cap, with a bar below it while the key is held."""

    box: Box
    text: str
    ink: Ink
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class FieldText:
    """The text that is going to stand in a field, cut to the field's width."""

    box: Box
    text: str
    ink: Ink
    struck: str = ""
    """What stands there and will be replaced."""


@dataclass(frozen=True, slots=True)
class Words:
    """Words in ink on nothing, centred in a box."""

    box: Box
    text: str
    ink: Ink


Shape = Stroke | Fill | Tag | Cap | FieldText | Words


def bounds(shape: Shape) -> Box:
    """Return the box that the shape is drawn in, its casing included."""
    match shape:
        case Stroke():
            return _extent(shape.outline).grown((shape.width + 5) / 2)
        case Fill():
            return _extent(shape.outline).grown(shape.edge)
        case Cap(is_held=True):
            return Box(shape.box.x, shape.box.y, shape.box.w, shape.box.h + 16).grown(3)
        case _:
            return shape.box.grown(3)


def _extent(outline: Outline) -> Box:
    match outline:
        case Line():
            xs = [p.x for p in outline.points]
            ys = [p.y for p in outline.points]
            return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        case Rounded():
            return outline.box
        case _:
            side = 2 * outline.radius
            return Box(
                outline.center.x - outline.radius, outline.center.y - outline.radius, side, side
            )
