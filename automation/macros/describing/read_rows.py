"""Which of many look-alikes was pressed: the texts of its row, read off the picture.

Only where the tree tells no row: a column of buttons beside labels is a table to everybody but the
program that shows it.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.macros.describing.seen import seen_text
from automation.macros.finder.columns import in_row
from automation.macros.finder.line_parts import parts_of
from automation.macros.finder.places import shares_band
from automation.macros.finder.texts import comparable, is_same_reading

MOST_CELLS: Final = 3
REACH_PX: Final = 280
"""How far above and below the others of a column are looked for: some ten rows each way."""
_SURE: Final = 0.9
"""Confidence below which a cell may be misread; a row is told by the others then."""


def has_doubles(name: str, box: Rect, lines: Sequence[ScreenElement]) -> bool:
    """Tell whether the same name stands above or below a thing, in the same column."""
    return bool(_doubles(name, box, _cells(lines)))


def row_of(name: str, box: Rect, lines: Sequence[ScreenElement]) -> tuple[str, ...]:
    """Return the texts beside a thing that tell it from its doubles, the most telling first.

    After the most telling one come the nearest: the further a text stands off, the less says that it
    is of the same row.

    Args:
        name: what is written on the thing.
        box: where it was, in pixels of the desktop.
        lines: what can be read beside it, above and below.
    """
    cells = _cells(lines)
    doubles = [cell.box for cell in _doubles(name, box, cells)]
    times = Counter(comparable(cell.name) for cell in cells)
    beside = [
        cell
        for cell in in_row(box, doubles, cells)
        if cell.confidence >= _SURE
        and times[comparable(cell.name)] <= len(doubles)
        and seen_text(cell.name)
    ]
    if not beside:
        return ()
    first = min(beside, key=lambda cell: (times[comparable(cell.name)], cell.box.x))
    beside.sort(key=lambda cell: times[comparable(cell.name)])
    names = dict.fromkeys(seen_text(cell.name) for cell in (first, *beside))
    return tuple(names)[:MOST_CELLS]


def _cells(lines: Sequence[ScreenElement]) -> list[ScreenElement]:
    parts = (part for line in lines for part in parts_of(line))
    return [part for part in parts if any(char.isalnum() for char in part.name)]


def _doubles(name: str, box: Rect, cells: Sequence[ScreenElement]) -> list[ScreenElement]:
    return [
        cell
        for cell in cells
        if is_same_reading(name, cell.name)
        and not shares_band(cell.box, box)
        and box.x < cell.box.right
        and cell.box.x < box.right
    ]
