"""Identity by row: which of many look-alikes stands beside the texts that were recorded.

A row is told by the tree (a row or list item around the target, or the row's name that an element
carries), else by what stands at the same height. Its place in the table means nothing, so sorted
and grown tables give the right row or none.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Self

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.macros.find.landmarks import is_level, is_on_side
from automation.macros.find.scene import Scene, texts_of
from automation.macros.macro import Landmark, Target
from automation.screen.roles import CELLS, LINES, ROWS
from automation.screen.rows import is_cut, is_in_row, is_next, shares_row, stands_beside
from automation.screen.text import comparable, is_same, is_same_reading


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
        is_whole = ", " in row_name and not is_cut(row_name)
        if not is_whole or comparable(text) in comparable(row_name):
            return False
        others = (e for e in self._words if e.box != box and shares_row(e.box, box))
        return any(is_in_row(other.name, row_name) for other in others)

    def _is_beside(self, text: str, place: Rect, box: Rect) -> bool:
        """Tell whether a place of a text belongs to the row at whose height it stands.

        A pane beside a table may show the same text there. It stands on another side than the text
        did, or it is no cell where the row has cells.
        """
        cells = [e.box for e in self._words if e.role in CELLS and shares_row(e.box, box)]
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
        return tuple(e for e in self._scene.elements if e.role in ROWS)

    @cached_property
    def _words(self) -> tuple[ScreenElement, ...]:
        return tuple(e for e in self._scene.elements if e.name and e.role in CELLS | LINES)

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
