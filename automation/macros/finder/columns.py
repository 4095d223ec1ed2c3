"""Which texts at the height of a thing are of its row, told by the rows of its look-alikes.

One look tells no more than columns: a text is of the row if beside the look-alikes above and below
other texts stand as this one stands beside the thing. A menu on the left or a pane on the right of
a table is rarely as regular.
"""

from collections.abc import Sequence
from typing import Final

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.macros.finder.places import is_next, shares_band, stands_beside
from automation.macros.finder.roles import CELLS

MOST_TWINS: Final = 16
"""Of more look-alikes the nearest tell enough."""
LEAST_ALIKE: Final = 0.66
"""Part of the look-alikes' rows in which a column has a text: some cells are empty."""
_OFF_PX: Final = 4
_OFF_PART: Final = 0.25
"""How far a text may stand from its place in the column, at least, and as a part of its height."""


def in_row(box: Rect, twins: Sequence[Rect], texts: Sequence[ScreenElement]) -> list[ScreenElement]:
    """Return the texts that are of the row of a thing, the nearest to it first.

    Where nothing tells columns, these are the next texts on both sides: what stands further off
    may belong to anything.

    Args:
        box: the thing, in device pixels.
        twins: where its look-alikes are.
        texts: everything with words on it.
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
        if not shares_band(twin, box) and twin.x < box.right and box.x < twin.right
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
    return shares_band(other, twin) and any(abs(off) <= off_px for off in offs)
