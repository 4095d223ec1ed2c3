"""Marks for a question: numbered frames round everything that the words could have meant."""

from collections.abc import Sequence
from typing import Final

from app.overlay.monitor_map import MonitorMap
from app.overlay.shapes import Box, Rounded, Shape, Stroke, Tag
from app.overlay.signs import place_tag
from automation.core.proposal import Candidate

NUMBER: Final = 26.0


def candidate_marks(candidates: Sequence[Candidate], view: MonitorMap) -> tuple[Shape, ...]:
    """Return an ink frame and a number for each candidate on one monitor; answers in words have none.

    The number stands on the first free side: right, left, below, above.
    """
    placed = [candidate for candidate in candidates if candidate.has_place]
    boxes = [view.to_box(candidate.box) for candidate in placed]
    shapes: list[Shape] = [Stroke(Rounded(box.grown(3), 5), "ink", 2.5) for box in boxes]
    taken = [box.grown(4) for box in boxes]
    for candidate, box in zip(placed, boxes, strict=True):
        digits = str(candidate.n)
        size = Box(0, 0, NUMBER + 8 * (len(digits) - 1), NUMBER)
        place = place_tag(size, box.grown(4), view.size, taken)
        taken.append(place)
        shapes.append(Tag(place, digits, "ink"))
    return tuple(shapes)
