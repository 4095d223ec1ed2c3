"""The small signs that marks are made of, and where a tag finds room beside its thing. Pure code."""

from collections.abc import Sequence
from typing import Final

from app.overlay.shapes import Box, Circle, Fill, Ink, Line, Rounded, Shape, Spot, Stroke

GAP: Final = 8.0
"""Between a mark and its tag, and between caps, in logical pixels."""


def cross(center: Spot, ink: Ink) -> list[Shape]:
    """Return four strokes that point at a pixel and leave it free, and the dot on it."""
    x, y = center.x, center.y
    lines = [
        Line((Spot(x + 7 * a, y + 7 * b), Spot(x + 14 * a, y + 14 * b)))
        for a, b in ((-1, 0), (1, 0), (0, -1), (0, 1))
    ]
    strokes: list[Shape] = [Stroke(line, ink, 1.5) for line in lines]
    return [*strokes, Fill(Circle(center, 2.5), ink)]


def diamond(center: Spot) -> Fill:
    """Return the small diamond of R2."""
    x, y = center.x, center.y
    points = (Spot(x, y - 6), Spot(x + 6, y), Spot(x, y + 6), Spot(x - 6, y))
    return Fill(Line(points, is_closed=True), "r2")


def triangle(center: Spot) -> list[Shape]:
    """Return the triangle of R3 with its sign."""
    x, y = center.x, center.y
    points = (Spot(x, y - 12), Spot(x + 13, y + 11), Spot(x - 13, y + 11))
    return [
        Fill(Line(points, is_closed=True), "r3"),
        Fill(Rounded(Box(x - 1.25, y - 4, 2.5, 8), 1.25), "casing", 0.0),
        Fill(Circle(Spot(x, y + 7), 1.5), "casing", 0.0),
    ]


def octagon(center: Spot, half: float = 24.0) -> list[Shape]:
    """Return the octagon of R4 with its bar."""
    c = half * 0.43
    corners = ((-c, -half), (c, -half), (half, -c), (half, c), (c, half), (-c, half), (-half, c))
    points = tuple(center.moved(dx, dy) for dx, dy in (*corners, (-half, -c)))
    bar = Box(center.x - half / 2, center.y - half / 8, half, half / 4)
    return [Fill(Line(points, is_closed=True), "r4"), Fill(Rounded(bar, 1.0), "casing", 0.0)]


def place_tag(size: Box, anchor: Box, room: Box, taken: Sequence[Box]) -> Box:
    """Return where a tag goes: right, left, below or above its anchor, the first that is free."""
    middle = anchor.center
    right = Box(anchor.right + GAP, middle.y - size.h / 2, size.w, size.h)
    left = Box(anchor.x - GAP - size.w, right.y, size.w, size.h)
    below = Box(anchor.x, anchor.bottom + GAP, size.w, size.h)
    above = Box(anchor.x, anchor.y - GAP - size.h, size.w, size.h)
    sides = (right, left, below, above)
    inside = [box for box in sides if room.holds(box)] or [box.pushed_into(room) for box in sides]
    return min(inside, key=lambda box: sum(box.overlap(other) for other in (*taken, anchor)))
