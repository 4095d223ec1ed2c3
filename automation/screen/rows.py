"""What stands in one row of a screen: side by side, in reading order, of one line of a table.

Boxes are device pixels. A table often tells no rows, so the rows of look-alikes above and below a thing
tell which texts belong to its own row.

Steady texts around a thing (landmarks) are those near it that will stand there another time; told with
their side. Two rules choose them. A recording knows the tree and takes the nearest text on each side. A run that is
compiled knows only what was read off its picture, where texts are more and less sure: it takes those at
the thing's own height first and none that stands there twice.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cmp_to_key
from typing import Final, Literal

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.screen.folding import comparable
from automation.screen.roles import CELLS

MOST_TALLER: Final = 3
"""By how many times a text that is no cell may be higher than what it stands beside: a pane beside a
table is higher than that."""
MOST_TWINS: Final = 16
"""Of more look-alikes the nearest tell enough."""
LEAST_ALIKE: Final = 0.66
"""Part of the look-alikes' rows in which a column has a text: some cells are empty."""
NAME_GAP: Final = 0.42
"""Space beside a part of a line, in line heights as OCR tells columns, from which it is a name of its
own. Measured: spaces between the words of one name 0.14 to 0.36, between menus 0.43 to 0.59."""
ROW_NAME_CHARS: Final = 120
"""Names of rows are cut there: of such a one not all cells are known."""
_LINE_PX: Final = 16
"""Height of a line of text; of a thing whose size is not known no less is taken."""
_OVERLAP_PX: Final = 10
"""By how much boxes of neighbours may overlap: a label's is often wider than its text."""
_OFF_PX: Final = 4
_OFF_PART: Final = 0.25
"""How far a text may stand from its place in the column, at least, and as a part of its height."""


def shares_row(first: Rect, second: Rect) -> bool:
    """Tell whether two boxes stand side by side: they overlap by half of the lower one's height."""
    common = min(first.bottom, second.bottom) - max(first.y, second.y)
    return common > 0 and 2 * common >= min(first.h, second.h)


def stands_beside(text: Rect, box: Rect, *, is_cell: bool) -> bool:
    """Tell whether a text stands at the height of a box and not along several rows of such boxes.

    A cell is as high as its row, and that says nothing of the height of a button in it.
    """
    is_low = is_cell or text.h <= MOST_TALLER * max(box.h, _LINE_PX)
    return is_low and shares_row(text, box)


def is_left_of(text: Rect, box: Rect) -> bool:
    """Tell on which side of a box at its height a text stands."""
    return text.center.x < box.center.x


def is_next(text: Rect, box: Rect, others: Iterable[Rect]) -> bool:
    """Tell whether none of the others stands between a box and a text at its height."""
    left, right = (text.right, box.x) if is_left_of(text, box) else (box.right, text.x)
    between = (t for t in others if t not in (text, box) and shares_row(t, box))
    return left <= right + _OVERLAP_PX and not any(left <= t.center.x < right for t in between)


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


def rows_of(elements: Iterable[ScreenElement]) -> list[list[ScreenElement]]:
    """Return the elements row by row, each row from the left; a row is told by its first element."""
    rows: list[list[ScreenElement]] = []
    for element in in_reading_order(elements):
        if rows and shares_row(rows[-1][0].box, element.box):
            rows[-1].append(element)
        else:
            rows.append([element])
    return rows


def in_row(box: Rect, twins: Sequence[Rect], texts: Sequence[ScreenElement]) -> list[ScreenElement]:
    """Return the texts that are of the row of a thing, the nearest to it first.

    One look tells no more than columns: a text is of the row if beside the look-alikes above and below
    other texts stand as this one stands beside the thing. A menu on the left or a pane on the right of a
    table is rarely as regular. Where nothing tells columns, these are the next texts on both sides: what
    stands further off may belong to anything.
    """
    beside = (t for t in texts if stands_beside(t.box, box, is_cell=t.role in CELLS))
    level = [t for t in beside if not box.contains(t.box.center)]
    column = _column(box, twins)
    regular = [t for t in level if _is_regular(t.box, box, column, texts)] if column else []
    if not regular:
        boxes = [t.box for t in level]
        regular = [t for t in level if is_next(t.box, box, boxes)]
    return sorted(regular, key=lambda t: max(t.box.x - box.right, box.x - t.box.right))


def _column(box: Rect, twins: Sequence[Rect]) -> list[Rect]:
    """Return the nearest look-alikes above and below a thing."""
    column = [
        twin
        for twin in twins
        if not shares_row(twin, box) and twin.x < box.right and box.x < twin.right
    ]
    return sorted(column, key=lambda twin: abs(twin.y - box.y))[:MOST_TWINS]


def _is_regular(
    text: Rect, box: Rect, column: Sequence[Rect], texts: Sequence[ScreenElement]
) -> bool:
    """Tell whether other texts stand beside the look-alikes as this one stands beside the thing."""
    off_px = max(_OFF_PX, round(_OFF_PART * text.h))
    under = [t.box for t in texts if _is_aligned(text, t.box, off_px)]
    rows = sum(
        any(_is_as_high(text, box, other, twin, off_px) for other in under) for twin in column
    )
    return rows >= LEAST_ALIKE * len(column)


def _is_aligned(first: Rect, second: Rect, off_px: int) -> bool:
    """Tell whether two boxes have their left or right edges or their middles in one line."""
    offs = (first.x - second.x, first.right - second.right, first.center.x - second.center.x)
    return any(abs(off) <= off_px for off in offs)


def _is_as_high(text: Rect, box: Rect, other: Rect, twin: Rect, off_px: int) -> bool:
    """Tell whether a text stands at the height of a look-alike as another one at that of a thing."""
    offs = (
        (other.y - twin.y) - (text.y - box.y),
        (other.bottom - twin.bottom) - (text.bottom - box.bottom),
        (other.center.y - twin.center.y) - (text.center.y - box.center.y),
    )
    return shares_row(other, twin) and any(abs(off) <= off_px for off in offs)


def names_in(line: ScreenElement) -> list[tuple[int, int]]:
    """Return where the names in a read line begin and end; none for a line that no wide gap parts."""
    name, edges = line.name, line.edges
    if len(edges) != len(name) + 1:
        return []
    cuts: list[tuple[int, int]] = []
    for at, char in enumerate(name):
        is_wide = char.isspace() and edges[at + 1] - edges[at] >= NAME_GAP * line.box.h
        if is_wide:
            cuts.append((at, at + 1))
    if not cuts:
        return []
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(name)]
    return list(zip(starts, ends, strict=True))


def part_of(line: ScreenElement, start: int, end: int) -> ScreenElement:
    """Return the characters `start` to before `end` of a line as a line of their own."""
    return replace(line, name=line.name[start:end], box=line.span_box(start, end), edges=())


def parts_of(line: ScreenElement) -> list[ScreenElement]:
    """Return the names in a line, or the line itself where no gap parts it."""
    return [part_of(line, start, end) for start, end in names_in(line)] or [line]


def row_name(texts: Iterable[str]) -> str:
    """Return the name that the texts of its cells make for a row: `Alice, Window, 12A`."""
    return ", ".join(text for text in dict.fromkeys(texts) if text)[:ROW_NAME_CHARS]


def cells_of(name: str) -> list[str]:
    """Return the texts in the name of a row."""
    return [cell.strip() for cell in name.split(",")]


def is_cut(name: str) -> bool:
    """Tell whether the name of a row may end in the middle of its last cell."""
    return len(name) >= ROW_NAME_CHARS


def is_in_row(text: str, name: str) -> bool:
    """Tell whether the name of a row holds the text as whole cells."""
    wanted = comparable(text)
    return bool(wanted) and f", {wanted}, " in f", {comparable(name)}, "


Side = Literal["left_of", "right_of", "above", "below"]
"""Where the thing lies, seen from the text."""

MOST_MARKS: Final = 4
LONGEST: Final = 60
"""Characters of a steady text; a longer one is prose, which is read differently every time."""
_FAR_PX: Final = 400
"""A text further off belongs to something else."""
_REACH_PX: Final = 4
_CHANGING: Final = re.compile(r"[\d\s:.,/%+-]*")
"""Clocks, dates, counters, amounts: there another time they are others."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A steady text near a thing."""

    text: str
    middle: ScreenPoint
    side: Side


def is_steady(text: str, *, least_letters: int = 0, may_have_digits: bool = True) -> bool:
    """Tell whether a text is likely to stand there the next time: no number alone, and no prose."""
    is_short = len(text) <= LONGEST and _CHANGING.fullmatch(text) is None
    has_letters = sum(char.isalpha() for char in text) >= least_letters
    return is_short and has_letters and (may_have_digits or not any(map(str.isdigit, text)))


def nearest_on_each_side(texts: Sequence[tuple[str, Rect]], box: Rect) -> list[Mark]:
    """Return the nearest steady text on each side of a box, nearest first."""
    best: dict[Side, tuple[int, str, Rect]] = {}
    for text, place in texts:
        if box.contains(place.center) or place.contains(box.center) or not is_steady(text):
            continue
        side, far = _side(box, place)
        if far <= _FAR_PX and (side not in best or far < best[side][0]):
            best[side] = (far, text, place)
    ranked = sorted(best.items(), key=lambda item: item[1][0])[:MOST_MARKS]
    return [Mark(text, place.center, side) for side, (_, text, place) in ranked]


def _side(box: Rect, text: Rect) -> tuple[Side, int]:
    """Return on which side of a text the box lies, and how far."""
    if shares_row(box, text):
        is_left = text.right <= box.x + _REACH_PX
        gap = box.x - text.right if is_left else text.x - box.right
        return ("right_of" if is_left else "left_of"), max(0, gap)
    is_above = text.bottom <= box.y + _REACH_PX
    gap = box.y - text.bottom if is_above else text.y - box.bottom
    aside = max(0, text.x - box.right, box.x - text.right)
    return ("below" if is_above else "above"), max(0, gap) + 2 * aside


def level_first(
    lines: Sequence[ScreenElement], box: Rect, point: ScreenPoint, typed: Collection[str]
) -> list[Mark]:
    """Return steady texts around a box that stand there once, those at its own height first, then the nearest.

    Args:
        box: the thing; what stands on it is no landmark.
        point: where it was pressed; the sides are told from there.
        typed: texts that somebody typed; they are data.
    """
    times = Counter(comparable(line.name) for line in lines)
    data = [text for one in typed if (text := comparable(one))]
    steady = [
        line
        for line in lines
        if times[shown := comparable(line.name)] == 1
        and is_steady(shown, least_letters=2, may_have_digits=False)
        and not any(one in shown for one in data)
        and not box.contains(line.box.center)
    ]
    steady.sort(key=lambda line: (not shares_row(line.box, box), _distance(line.box, box)))
    return [Mark(line.name, line.box.center, _side_from(line.box, box, point)) for line in steady]


def _side_from(text: Rect, box: Rect, point: ScreenPoint) -> Side:
    if shares_row(text, box):
        return "right_of" if point.x >= text.center.x else "left_of"
    return "below" if point.y >= text.center.y else "above"


def _distance(text: Rect, box: Rect) -> int:
    dx = max(0, text.x - box.right, box.x - text.right)
    dy = max(0, text.y - box.bottom, box.y - text.bottom)
    return dx * dx + dy * dy
