"""Identity by row: which of many look-alikes stands beside the texts that were recorded.

A row is told by the tree (a row or list item around the target, or the row's name that an element
carries), else by what stands at the same height. Its place in the table means nothing, so sorted
and grown tables give the right row or none.

Which texts at the height of a thing are of its row, told by the rows of its look-alikes.

One look tells no more than columns: a text is of the row if beside the look-alikes above and below
other texts stand as this one stands beside the thing. A menu on the left or a pane on the right of
a table is rarely as regular.

Names that stand side by side and were read as one line: where wide gaps part them.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final, Self

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.macros.find.landmarks import is_level, is_on_side
from automation.macros.find.roles import CELLS, LABELS, ROW_LIKE
from automation.macros.find.scene import Scene, is_next, shares_band, stands_beside, texts_of
from automation.macros.find.text import comparable, is_in_row, is_same, is_same_reading
from automation.macros.macro import Landmark, Target

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


NAME_GAP: Final = 0.42
"""Space beside a part of a line, in line heights as OCR tells columns, from which it is a name of its
own. Measured: spaces between the words of one name 0.14 to 0.36, between menus 0.43 to 0.59."""


def names_in(line: ScreenElement) -> list[tuple[int, int]]:
    """Return where the names in a line begin and end; none for a line that no gap parts."""
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


ROW_NAME_CHARS: Final = 120
"""Names of rows are cut there by the reader: of such a one not all cells are known."""


class Row:
    """The texts that the row of a target must show, all of them."""

    def __init__(self, texts: Sequence[str], scene: Scene, level: Sequence[Landmark] = ()) -> None:
        """Take what was recorded.

        Args:
            texts: the texts of the row.
            scene: what is there.
            level: the landmarks at the target's own height; they tell on which side a text stood.
        """
        self._texts = tuple(text for text in texts if text.strip())
        self._scene = scene
        self._level = level

    @classmethod
    def of(cls, target: Target, scene: Scene) -> Self:
        """Return the row that was recorded with a target."""
        return cls(target.row, scene, [m for m in target.near if is_level(m, target)])

    def __bool__(self) -> bool:
        return bool(self._texts)

    def holds(self, box: Rect, row_name: str = "") -> bool:
        """Tell whether the thing in this box stands in the row.

        Args:
            box: the thing, in device pixels.
            row_name: the name of its row as the tree tells it; empty when it does not.
        """
        return all(self._is_shown(text, box, row_name) for text in self._texts)

    def kept(self, elements: Sequence[ScreenElement]) -> list[ScreenElement]:
        """Return the elements that stand in the row."""
        return [e for e in elements if self.holds(e.box, e.parent_name)]

    def _is_shown(self, text: str, box: Rect, row_name: str) -> bool:
        if is_in_row(text, row_name):
            return True
        container = self._container(box)
        if container is not None:
            if is_in_row(text, container.name) or is_in_row(text, container.parent_name):
                return True
            return any(container.box.contains(place.center) for place in self._places[text])
        is_beside = any(self._is_beside(text, place, box) for place in self._places[text])
        return is_beside and not self._is_named_without(text, box, row_name)

    def _is_named_without(self, text: str, box: Rect, row_name: str) -> bool:
        """Tell whether the tree names the row by its cells, and the text is no part of them."""
        is_whole = ", " in row_name and len(row_name) < ROW_NAME_CHARS
        if not is_whole or comparable(text) in comparable(row_name):
            return False
        others = (e for e in self._words if e.box != box and shares_band(e.box, box))
        return any(is_in_row(other.name, row_name) for other in others)

    def _is_beside(self, text: str, place: Rect, box: Rect) -> bool:
        """Tell whether a place of a text belongs to the row at whose height it stands.

        A pane beside a table may show the same text there. It stands on another side than the text
        did, or it is no cell where the row has cells.
        """
        cells = [e.box for e in self._words if e.role in CELLS and shares_band(e.box, box)]
        if not stands_beside(place, box, is_cell=place in cells):
            return False
        words = [e.box for e in self._words]
        marks = [m for m in self._level if is_same_reading(m.text, text)]
        if marks:
            if not any(is_on_side(mark, place, box) for mark in marks):
                return False
            if is_next(place, box, words):
                return True
        is_of_cells = any(is_next(cell, box, words) for cell in cells)
        return not is_of_cells or any(cell.contains(place.center) for cell in cells)

    def _container(self, box: Rect) -> ScreenElement | None:
        """Return the smallest row or list item around the thing, which may be the thing itself."""
        around = (e for e in self._rows if e.box.contains(box.center) and e.box.area >= box.area)
        return min(around, key=lambda e: e.box.area, default=None)

    @cached_property
    def _rows(self) -> tuple[ScreenElement, ...]:
        return tuple(e for e in self._scene.elements if e.role in ROW_LIKE)

    @cached_property
    def _words(self) -> tuple[ScreenElement, ...]:
        return tuple(e for e in self._scene.elements if e.name and e.role in CELLS | LABELS)

    @cached_property
    def _places(self) -> dict[str, list[Rect]]:
        """Where each text can be seen: by the tree, or where that has none of it by OCR."""
        told = texts_of(self._scene.elements)
        return {text: self._seen(text, told) for text in self._texts}

    def _seen(self, text: str, told: Sequence[tuple[str, Rect]]) -> list[Rect]:
        by_tree = [box for name, box in told if is_same(name, text)]
        if by_tree or any(is_in_row(text, e.parent_name) for e in self._scene.elements):
            return by_tree
        return [line.box for line in self._scene.lines if is_same_reading(text, line.name)]
