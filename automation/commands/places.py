"""Where things are to one another: reading order, rows, containers, next to, above.

Pure geometry on boxes in device pixels.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cmp_to_key
from typing import Final

from automation.commands.forms import RelationKind
from automation.core.geometry import Rect
from automation.core.observation import ScreenElement

OFF_AXIS: Final = 4
"""How much a pixel across costs against a pixel along the direction that was named."""
MAX_LABEL_GAP_PX: Final = 400
MAX_LABEL_DROP_PX: Final = 60
SAME_BOX: Final = 0.8
"""Intersection over union from which two boxes are one thing."""


def in_reading_order(elements: Iterable[ScreenElement]) -> list[ScreenElement]:
    """Sort by rows from the top, within a row from the left."""

    def order(first: ScreenElement, second: ScreenElement) -> int:
        if shares_row(first.box, second.box):
            return (first.box.x > second.box.x) - (first.box.x < second.box.x)
        return (first.box.center.y > second.box.center.y) - (
            first.box.center.y < second.box.center.y
        )

    by_height = sorted(elements, key=lambda e: (e.box.center.y, e.box.x))
    return sorted(by_height, key=cmp_to_key(order))


def shares_row(first: Rect, second: Rect) -> bool:
    """Tell whether two boxes overlap by half of the lower one's height."""
    common = min(first.bottom, second.bottom) - max(first.y, second.y)
    return common > 0 and 2 * common >= min(first.h, second.h)


def is_same_box(first: Rect, second: Rect) -> bool:
    """Tell whether two boxes cover nearly the same pixels."""
    common = first.intersection(second).area
    union = first.area + second.area - common
    return union > 0 and common / union >= SAME_BOX


def in_one_window(first: ScreenElement, second: ScreenElement) -> bool:
    """Tell whether two things may lie in the same window: nobody says otherwise."""
    ids = {first.window_id, second.window_id} - {0}
    return len(ids) < 2


def holds(outer: Rect, inner: Rect) -> bool:
    """Tell whether the middle of `inner` lies in the larger `outer`."""
    return outer.area > inner.area and outer.contains(inner.center)


def cost(kind: RelationKind, box: Rect, anchor: Rect) -> float | None:
    """Return how far the box is from the anchor in that direction; None when it lies elsewhere."""
    right = box.x - anchor.right
    left = anchor.x - box.right
    below = box.y - anchor.bottom
    above = anchor.y - box.bottom
    across_y = abs(box.center.y - anchor.center.y)
    across_x = _gap(box.x, box.right, anchor.x, anchor.right)
    slack = -min(box.w, anchor.w) / 2, -min(box.h, anchor.h) / 2
    match kind:
        case "right_of":
            return max(0, right) + OFF_AXIS * across_y if right > slack[0] else None
        case "left_of":
            return max(0, left) + OFF_AXIS * across_y if left > slack[0] else None
        case "below":
            return max(0, below) + OFF_AXIS * across_x if below > slack[1] else None
        case "above":
            return max(0, above) + OFF_AXIS * across_x if above > slack[1] else None
        case "near" | "in" | "at":
            gap_x, gap_y = max(0, right, left), max(0, below, above)
            return gap_x + OFF_AXIS * min(gap_y + across_y, 10 * gap_y + across_y)


def _gap(start: int, end: int, other_start: int, other_end: int) -> int:
    return max(0, other_start - end, start - other_end)


def label_cost(label: Rect, control: Rect, *, either_side: bool = False) -> float | None:
    """Return how well a text may be the label of a control; None when it cannot be.

    Args:
        label: the text's box.
        control: the control's box; left of it or right above it a label is expected.
        either_side: the label may also stand right of the control, as check boxes have it.
    """
    gap = control.x - label.right
    if shares_row(label, control):
        if -8 <= gap <= MAX_LABEL_GAP_PX:
            return float(max(0, gap))
        behind = label.x - control.right
        return float(behind) if either_side and -8 <= behind <= MAX_LABEL_DROP_PX else None
    drop = control.y - label.bottom
    if (
        not either_side
        and -4 <= drop <= MAX_LABEL_DROP_PX
        and abs(control.x - label.x) <= control.w
    ):
        return 2.0 * drop + 0.5 * abs(control.x - label.x)
    return None


def section_of(title: ScreenElement, titles: Sequence[ScreenElement], screen: Rect) -> Rect:
    """Return the area that a heading rules: down to the next heading of the same column."""
    later = [
        t.box.y for t in titles
        if t.role == title.role == "heading" and t.box.y > title.box.bottom
        and _gap(t.box.x, t.box.right, title.box.x, title.box.right) < 200
    ]  # fmt: skip
    bottom = min(later, default=screen.bottom)
    return Rect(screen.x, title.box.bottom, screen.w, max(0, bottom - title.box.bottom))


def least(
    elements: Sequence[ScreenElement], price: Callable[[ScreenElement], float | None]
) -> list[ScreenElement]:
    """Return the cheapest element, or several when they are too close to call."""
    priced = [(p, e) for e in elements if (p := price(e)) is not None]
    if not priced:
        return []
    best = min(p for p, _ in priced)
    return [e for p, e in priced if p <= 1.15 * best + 4]
