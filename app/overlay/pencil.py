"""Draws frames, rings, tags and caps for one risk level on one monitor. Pure code.

Frames and rings carry the level: dotted, single, with diamonds, double with a triangle.
"""

from collections.abc import Callable, Sequence
from typing import Final

from app.overlay.monitor_map import MonitorMap
from app.overlay.shapes import (
    Box,
    Cap,
    Circle,
    Fill,
    Ink,
    Line,
    Rounded,
    Shape,
    Spot,
    Stroke,
    Tag,
    bounds,
)
from app.overlay.signs import GAP, cross, diamond, place_tag, triangle
from automation.core.geometry import Rect
from automation.core.proposal import RiskLevel

Measure = Callable[[str], float]
"""Width of a text in logical pixels in the font of the tags."""

RING: Final = 24.0
TAG_HEIGHT: Final = 24.0
CAP_HEIGHT: Final = 34.0
DOTTED: Final = (2.0, 7.0)
PROVISIONAL: Final = (6.0, 6.0)
INKS: Final[dict[RiskLevel, Ink]] = {
    RiskLevel.R0: "r0",
    RiskLevel.R1: "r1",
    RiskLevel.R2: "r2",
    RiskLevel.R3: "r3",
    RiskLevel.R4: "r4",
}


class Pencil:
    """Collects shapes; `taken` grows with every tag, so that tags keep off each other."""

    def __init__(
        self,
        level: RiskLevel,
        view: MonitorMap,
        measure: Measure,
        taken: Sequence[Rect] = (),
        *,
        is_plain: Callable[[Rect], bool] = lambda _rect: True,
        is_provisional: bool = False,
    ) -> None:
        self.shapes: list[Shape] = []
        self.ink = INKS[level]
        self.view = view
        self.is_provisional = is_provisional
        self._level = level
        self._measure = measure
        self._is_plain = is_plain
        self._taken = [view.to_box(rect) for rect in taken]

    @property
    def has_triangle(self) -> bool:
        """Tell whether a frame has a triangle at its upper right corner."""
        return self._level == RiskLevel.R3

    def add(self, *shapes: Shape) -> None:
        """Add finished shapes."""
        self.shapes += shapes

    def target(self, box: Box | None, point: Spot, *, is_dotted: bool = False) -> Box:
        """Draw a frame if the element is known, else a ring; return what tags stand beside."""
        if box is not None:
            return self.frame(box, point, is_dotted=is_dotted)
        return self.ring(point, is_dotted=is_dotted)

    def frame(self, box: Box, point: Spot | None, *, is_dotted: bool = False) -> Box:
        """Draw a frame outside the element; with a point also ticks and dot."""
        outer = box.grown(5)
        self._line(Rounded(outer, 5), is_dotted=is_dotted)
        reach = outer
        if self.is_provisional:
            return reach
        if self._level == RiskLevel.R3:
            reach = outer.grown(6)
            self._line(Rounded(reach, 9))
        sign = triangle(Spot(reach.right + 2, reach.y - 4)) if self.has_triangle else []
        if point is not None:
            self._ticks(reach, point, sign)
        if self._level == RiskLevel.R2:
            self.add(*(diamond(corner) for corner in outer.corners))
        self.add(*sign)
        if point is not None:
            self.add(Fill(Circle(point, 3.0), self.ink))
        return reach.grown(18) if point is not None else reach

    def ring(self, point: Spot, *, is_dotted: bool = False) -> Box:
        """Draw a ring with a cross round a pixel of which nothing else is known."""
        self._line(Circle(point, RING), is_dotted=is_dotted)
        anchor = around(point, RING + 2)
        if self.is_provisional:
            return anchor
        if self._level == RiskLevel.R3:
            self._line(Circle(point, RING + 8))
            self.add(*triangle(point.moved(28, -26)))
            anchor = anchor.grown(8)
        if self._level == RiskLevel.R2:
            directions = ((-1, 0), (1, 0), (0, -1), (0, 1))
            self.add(*(diamond(point.moved(RING * a, RING * b)) for a, b in directions))
        self.add(*cross(point, self.ink))
        return anchor

    def tag(self, words: str, anchor: Box, *, prefers_below: bool = False) -> None:
        """Put a tag beside an anchor, on the first side that is free."""
        size = Box(0, 0, self.tag_width(words), TAG_HEIGHT)
        box = place_tag(size, anchor, self.view.size, self._taken)
        below = Box(anchor.x, anchor.bottom + 4, size.w, size.h)
        if prefers_below and self.view.size.holds(below):
            box = below
        self._taken.append(box)
        self.add(Tag(box, words, self.ink))

    def caps(self, names: Sequence[tuple[str, bool]], left: float, top: float) -> float:
        """Draw key caps in a row, each with whether it is held; return where the row ends."""
        for text, is_held in names:
            width = self._cap_width(text)
            self._taken.append(Box(left, top, width, CAP_HEIGHT))
            self.add(Cap(Box(left, top, width, CAP_HEIGHT), text, self.ink, is_held))
            left += width + GAP
        return left

    def caps_width(self, names: Sequence[tuple[str, bool]]) -> float:
        """Return the width of a row of caps."""
        return sum(self._cap_width(text) for text, _ in names) + GAP * max(0, len(names) - 1)

    def tag_width(self, words: str) -> float:
        """Return the width of a tag with these words."""
        return round(self._measure(words)) + 20.0

    def _cap_width(self, text: str) -> float:
        return max(44.0, round(self._measure(text)) + 24.0)

    def _line(self, outline: Rounded | Circle, *, is_dotted: bool = False) -> None:
        if self.is_provisional:
            self.add(Stroke(outline, self.ink, 1.75, PROVISIONAL, is_turning=True))
        else:
            dashes = DOTTED if is_dotted or self._level == RiskLevel.R0 else ()
            self.add(Stroke(outline, self.ink, 2.5, dashes))

    def _ticks(self, reach: Box, point: Spot, sign: Sequence[Shape]) -> None:
        """Point at the pixel from all sides but those where a tick would lie on words or the sign."""
        lines = (
            (Spot(point.x, reach.y - 16), Spot(point.x, reach.y - 6)),
            (Spot(point.x, reach.bottom + 6), Spot(point.x, reach.bottom + 16)),
            (Spot(reach.x - 16, point.y), Spot(reach.x - 6, point.y)),
            (Spot(reach.right + 6, point.y), Spot(reach.right + 16, point.y)),
        )
        for stroke in (Stroke(Line(line), self.ink, 2.0) for line in lines):
            room = bounds(stroke)
            is_free = all(room.overlap(bounds(part)) == 0 for part in sign)
            if is_free and self._is_plain(self.view.to_rect(room)):
                self.add(stroke)


def around(point: Spot, half: float) -> Box:
    """Return a square round a point."""
    return Box(point.x - half, point.y - half, 2 * half, 2 * half)
