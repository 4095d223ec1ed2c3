"""Where a target may be pressed and where it would lie if nothing had changed but the window.

Pure geometry in device pixels of the desktop. A place tells where to look first, never what is there.
"""

from collections.abc import Iterable
from typing import Final

from automation.core.geometry import Rect, ScreenPoint, monitor_at
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.macros.macro import Place, Target

NEAR_PX: Final = 48
"""How far from its place a thing still counts as near, at scale 1: a line of a notice that appeared
above it, or a toolbar that was switched on."""
MAIN_PART: Final = 0.5
"""Part of a window from which on a thing is its main part: the text of an editor, the page of a viewer."""
_ALONG: Final = frozenset({"slider", "scrollbar", "progress", "canvas", "image"})
"""Roles of things in which a part of the way means the same at any size."""
_INNER: Final = frozenset(
    {"spinner", "combo", "tree_item", "list_item", "cell", "row", "field", "terminal", "document", "table",
     "tree", "list", "column_header", "group", "calendar"}
)  # fmt: skip
"""Roles of things with parts that the tree does not tell: arrows, an expander, an icon."""
_INSET_PX: Final = 2
MOST_TALLER: Final = 3
"""By how many times a text that is no cell may be higher than what it stands beside: a pane beside a
table is higher than that."""
_LINE_PX: Final = 16
"""Height of a line of text; of a thing whose size is not known no less is taken."""
_OVERLAP_PX: Final = 10
"""By how much boxes of neighbours may overlap: a label's is often wider than its text."""
_MOST_RATIO: Final = 4.0
"""Monitors differ by no more; a file that says so is not believed."""


def scale_ratio(place: Place | None, window: WindowInfo, observation: Observation) -> float:
    """Return by how much things are larger than when they were recorded, as the monitors tell."""
    if place is None:
        return 1.0
    monitor = monitor_at(observation.monitors, window.rect.center)
    ratio = monitor.scale / place.scale if monitor is not None else 1.0
    return ratio if 1 / _MOST_RATIO <= ratio <= _MOST_RATIO else 1.0


def pressing_point(element: ScreenElement, place: Place | None, ratio: float) -> ScreenPoint:
    """Return the pixel of an element that does what the recorded press did.

    The middle, but: the recorded part of a thing that has parts, at the same distance from its
    nearer edges; and the mark of a wide check box, since Qt reports one as wide as its layout
    cell and takes presses only on mark and words.
    """
    box = element.box
    if element.role in _ALONG | _INNER:
        return same_part(box, place, 0.0 if element.role in _ALONG else ratio)
    if element.role in ("checkbox", "radio") and box.w > 2 * box.h:
        inset = min(box.w // 2, max(8, box.h // 2))
        is_right_to_left = any("\u0590" <= c <= "\u08ff" for c in element.name[:20])
        return ScreenPoint(box.right - inset if is_right_to_left else box.x + inset, box.center.y)
    return box.center


def same_part(box: Rect, place: Place | None, ratio: float) -> ScreenPoint:
    """Return the pixel of a box at the recorded distance from its nearer edges.

    Args:
        box: the thing as it is.
        place: where in it was pressed; the middle when it does not say.
        ratio: by how much things are larger; 0 keeps the part of the way instead.
    """
    if place is None or place.press is None:
        return box.center
    (x, y), was = place.press, place.box
    return ScreenPoint(
        box.x + _offset(x, was.w, box.w, ratio), box.y + _offset(y, was.h, box.h, ratio)
    )


def _offset(pressed: int, was: int, size: int, ratio: float) -> int:
    """Return the offset from the near edge; ratio 0 keeps the part of the way instead."""
    if not ratio:
        offset = round(pressed * size / was)
    elif 0.3 * was <= pressed <= 0.7 * was:
        offset = size // 2
    elif pressed < 0.5 * was:
        offset = round(pressed * ratio)
    else:
        offset = size - round((was - pressed) * ratio)
    inset = min(_INSET_PX, (size - 1) // 2)
    return max(inset, min(size - 1 - inset, offset))


def near_area(place: Place, window: Rect, ratio: float) -> Rect:
    """Return the box in which the press would lie, whichever edge of the window it goes with."""
    box, was = place.box, place.window
    dx, dy = place.press or (box.w // 2, box.h // 2)
    xs = _anchored(box.x + dx, was.w, window.w, ratio)
    ys = _anchored(box.y + dy, was.h, window.h, ratio)
    reach = round(NEAR_PX * ratio)
    whole = Rect(window.x + xs[0], window.y + ys[0], xs[1] - xs[0] + 1, ys[1] - ys[0] + 1)
    return whole.grown(reach)


def _anchored(at: int, was: int, size: int, ratio: float) -> tuple[int, int]:
    """Return least and greatest offset for things that keep to an edge, to the middle, or spread."""
    ways = (
        at * ratio,
        size - (was - at) * ratio,
        size / 2 + (at - was / 2) * ratio,
        at * size / was,
    )
    return round(min(ways)), round(max(ways))


def fills_window(place: Place | None) -> bool:
    """Tell whether a thing was the main part of its window: there is room for one."""
    if place is None:
        return False
    return place.box.w * place.box.h > MAIN_PART * place.window.w * place.window.h


def shares_band(first: Rect, second: Rect) -> bool:
    """Tell whether two boxes stand side by side: they overlap by half of the lower one's height."""
    common = min(first.bottom, second.bottom) - max(first.y, second.y)
    return common > 0 and 2 * common >= min(first.h, second.h)


def stands_beside(text: Rect, box: Rect, *, is_cell: bool) -> bool:
    """Tell whether a text stands at the height of a box and not along several rows of such boxes.

    A cell is as high as its row, and that says nothing of the height of a button in it.
    """
    is_low = is_cell or text.h <= MOST_TALLER * max(box.h, _LINE_PX)
    return is_low and shares_band(text, box)


def is_left_of(text: Rect, box: Rect) -> bool:
    """Tell on which side of a box at its height a text stands."""
    return text.center.x < box.center.x


def is_next(text: Rect, box: Rect, others: Iterable[Rect]) -> bool:
    """Tell whether none of the others stands between a box and a text at its height."""
    left, right = (text.right, box.x) if is_left_of(text, box) else (box.right, text.x)
    between = (t for t in others if t not in (text, box) and shares_band(t, box))
    return left <= right + _OVERLAP_PX and not any(left <= t.center.x < right for t in between)


def box_around(press: ScreenPoint, target: Target, scale: float) -> Rect:
    """Return the target's box as it was, laid around a pressed pixel; 2 by 2 pixels if not known."""
    place = target.place
    if place is None:
        return Rect(press.x - 1, press.y - 1, 2, 2)
    dx, dy = place.press or (place.box.w // 2, place.box.h // 2)
    width, height = max(2, round(place.box.w * scale)), max(2, round(place.box.h * scale))
    return Rect(press.x - round(dx * scale), press.y - round(dy * scale), width, height)
