"""What stands around a thing: the text that names it, the texts of its row, steady texts nearby.

Boxes are device pixels of the desktop. The finder looks by the same measures.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.macros.finder.columns import in_row
from automation.macros.finder.places import shares_band
from automation.macros.finder.roles import ROW_LIKE
from automation.macros.finder.texts import is_in_row

Side = Literal["left_of", "right_of", "above", "below"]

LABEL_GAP_PX: Final = 300
LABEL_RISE_PX: Final = 40
"""As far as the finder looks for the text that names a field."""
MOST_LABEL_CHARS: Final = 40
"""As long as a text may be from which the reader of the tree names a field."""
MOST_LABEL_WORDS: Final = 7
MOST_MARKS: Final = 4
MOST_MARK_CHARS: Final = 60
"""A longer text is prose, which is read differently every time."""
_REACH_PX: Final = 4
_FAR_PX: Final = 400
"""A text further off belongs to something else."""
_NAMING: Final = frozenset({"label", "text", "heading"})
_ROW_TEXTS: Final = frozenset({"label", "text", "heading", "cell", "link", "row_header"})
_MOST_ROW_TEXTS: Final = 2
_CHANGING: Final = re.compile(r"[\d\s:.,/%+-]*")
"""Clocks, dates, counters, amounts: there another time they are others."""


def label_of(element: ScreenElement, others: Sequence[ScreenElement]) -> str:
    """Return the text beside or above a thing that names it; empty when there is none."""
    best, name = LABEL_GAP_PX + 1, ""
    for other in others:
        if other.role not in _NAMING or other == element or not _may_name(other.name):
            continue
        gap = _label_gap(other.box, element)
        if gap is not None and gap < best:
            best, name = gap, other.name
    return name


def _may_name(text: str) -> bool:
    """Tell whether a text may be the name of what it stands beside.

    A longer one is a sentence: a warning in a bar that comes and goes, or an explanation.
    """
    return 0 < len(text) <= MOST_LABEL_CHARS and len(text.split()) <= MOST_LABEL_WORDS


def _label_gap(label: Rect, element: ScreenElement) -> int | None:
    box = element.box
    if shares_band(label, box):
        is_marked = element.role in ("checkbox", "radio")
        gap = label.x - box.right if is_marked else box.x - label.right
        return max(0, gap) if -_REACH_PX <= gap <= LABEL_GAP_PX else None
    drop = box.y - label.bottom
    is_over = label.x < box.right and box.x < label.right
    return max(0, drop) if is_over and -_REACH_PX <= drop <= LABEL_RISE_PX else None


def row_of(element: ScreenElement, others: Sequence[ScreenElement]) -> tuple[str, ...]:
    """Return texts that tell the row of a thing from other rows, the most telling first.

    A text that is there once tells more than one that every row has. It is never kept alone where
    the row says more: another row may name it in another column. The other one is the nearest of
    the most telling: what stands further off may be a menu's, whose lines do not go with the rows.
    """
    texts = [e for e in others if e.role in _ROW_TEXTS and e.name]
    beside = [e for e in _of_row(element, texts, others) if e.name != element.name]
    if not beside:
        return ()
    times = Counter(e.name for e in texts)
    first = min(beside, key=lambda e: (times[e.name], e.box.x)).name
    names = dict.fromkeys(e.name for e in sorted(beside, key=lambda e: times[e.name]))
    rest = (name for name in names if name != first and _is_steady(name))
    return (first, *rest)[:_MOST_ROW_TEXTS]


def _of_row(
    element: ScreenElement, texts: Sequence[ScreenElement], others: Sequence[ScreenElement]
) -> list[ScreenElement]:
    """Return the texts of the row of a thing: as the tree tells it, else by their columns."""
    box = element.box
    around = (
        e for e in others if e.role in ROW_LIKE and e.box.contains(box.center) and e != element
    )
    row = min(around, key=lambda e: e.box.area, default=None)
    if row is not None:
        return [e for e in texts if row.box.contains(e.box.center)]
    kind = (element.role, element.name)
    twins = [e.box for e in others if (e.role, e.name) == kind and e != element]
    beside = in_row(box, twins, texts)
    named = [e for e in beside if is_in_row(e.name, element.parent_name)]
    return named or beside


def landmarks(
    texts: Sequence[tuple[str, Rect]], anchor: Rect
) -> list[tuple[str, ScreenPoint, Side]]:
    """Return the nearest steady text on each side of a box, nearest first: text, middle, side."""
    best: dict[Side, tuple[int, str, Rect]] = {}
    for text, box in texts:
        if anchor.contains(box.center) or box.contains(anchor.center) or not _is_steady(text):
            continue
        side, far = _side(anchor, box)
        if far <= _FAR_PX and (side not in best or far < best[side][0]):
            best[side] = (far, text, box)
    ranked = sorted(best.items(), key=lambda item: item[1][0])[:MOST_MARKS]
    return [(text, box.center, side) for side, (_, text, box) in ranked]


def _is_steady(text: str) -> bool:
    return len(text) <= MOST_MARK_CHARS and _CHANGING.fullmatch(text) is None


def _side(box: Rect, text: Rect) -> tuple[Side, int]:
    """Return on which side of a text the box lies, and how far."""
    if shares_band(box, text):
        is_left = text.right <= box.x + _REACH_PX
        gap = box.x - text.right if is_left else text.x - box.right
        return ("right_of" if is_left else "left_of"), max(0, gap)
    is_above = text.bottom <= box.y + _REACH_PX
    gap = box.y - text.bottom if is_above else text.y - box.bottom
    aside = max(0, text.x - box.right, box.x - text.right)
    return ("below" if is_above else "above"), max(0, gap) + 2 * aside
