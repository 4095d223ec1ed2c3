"""The path of a drag, from the press to the edge of what it ends at. Pure code."""

from collections.abc import Sequence
from typing import Final

from app.overlay.pencil import RING, around
from app.overlay.shapes import Box, Ink, Line, Shape, Spot, Stroke

_DASHES: Final = (9.0, 6.0)
_ROUND_A_PIXEL: Final = RING + 4


def path_to(spots: Sequence[Spot], box: Box | None, ink: Ink) -> list[Shape]:
    """Return the real path up to the destination's frame, or short of the pixel, and its head.

    Args:
        spots: where the pointer goes, in logical pixels.
        box: the thing at the end; None where only the pixel is known.
        ink: what it is drawn with.
    """
    end = spots[-1]
    goal = box.grown(9) if box is not None else around(end, _ROUND_A_PIXEL)
    outside = [spot for spot in spots if not _is_in(goal, spot)] or [spots[0]]
    before = outside[-1]
    after = next((s for s in spots[spots.index(before) :] if _is_in(goal, s)), end)
    dx, dy = after.x - before.x, after.y - before.y
    length = (dx * dx + dy * dy) ** 0.5
    if length < 1:
        return []
    ux, uy = dx / length, dy / length
    reach = min(length, _distance_out(goal, after, ux, uy))
    tip = after.moved(-ux * reach, -uy * reach)
    kept = spots[: spots.index(before) + 1]
    return [Stroke(Line((*kept, tip)), ink, 2.5, _DASHES), _head(tip, ux, uy, ink)]


def _head(tip: Spot, ux: float, uy: float, ink: Ink) -> Stroke:
    """Return the two wings of an arrow that points along a direction."""
    left = tip.moved(-12 * ux - 9 * uy, -12 * uy + 9 * ux)
    right = tip.moved(-12 * ux + 9 * uy, -12 * uy - 9 * ux)
    return Stroke(Line((left, tip, right)), ink)


def _is_in(box: Box, spot: Spot) -> bool:
    return box.x <= spot.x <= box.right and box.y <= spot.y <= box.bottom


def _distance_out(box: Box, inside: Spot, ux: float, uy: float) -> float:
    """Return how far back along a direction the box is left, starting from a point inside."""
    spans = []
    if abs(ux) > 1e-6:
        edge = box.x if ux > 0 else box.right
        spans.append((inside.x - edge) / ux)
    if abs(uy) > 1e-6:
        edge = box.y if uy > 0 else box.bottom
        spans.append((inside.y - edge) / uy)
    return max(0.0, min(spans, default=0.0))
