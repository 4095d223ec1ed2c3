"""Identity by row: which of many look-alikes stands beside the texts that were recorded.

A row is told by the tree (a row or list item around the target, or the row's name that an element
carries), else by what stands at the same height. Its place in the table means nothing, so sorted
and grown tables give the right row or none.
"""

from collections.abc import Sequence
from functools import cached_property

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.macros.finder.places import shares_band
from automation.macros.finder.roles import ROW_LIKE
from automation.macros.finder.scene import Scene, texts_of
from automation.macros.finder.texts import is_in_row, is_same, is_same_reading


class Row:
    """The texts that the row of a target must show, all of them."""

    def __init__(self, texts: Sequence[str], scene: Scene) -> None:
        self._texts = tuple(text for text in texts if text.strip())
        self._scene = scene

    def __bool__(self) -> bool:
        return bool(self._texts)

    def holds(self, box: Rect, row_name: str = "") -> bool:
        """Tell whether the thing in this box stands in the row.

        Args:
            box: the thing, in device pixels.
            row_name: the name of its row as the tree tells it; empty when it does not.
        """
        return all(self._is_beside(text, box, row_name) for text in self._texts)

    def kept(self, elements: Sequence[ScreenElement]) -> list[ScreenElement]:
        """Return the elements that stand in the row."""
        return [e for e in elements if self.holds(e.box, e.parent_name)]

    def _is_beside(self, text: str, box: Rect, row_name: str) -> bool:
        if is_in_row(text, row_name):
            return True
        container = self._container(box)
        if container is not None:
            if is_in_row(text, container.name) or is_in_row(text, container.parent_name):
                return True
            return any(container.box.contains(place.center) for place in self._places[text])
        return any(shares_band(place, box) for place in self._places[text])

    def _container(self, box: Rect) -> ScreenElement | None:
        """Return the smallest row or list item around the thing, which may be the thing itself."""
        around = (e for e in self._rows if e.box.contains(box.center) and e.box.area >= box.area)
        return min(around, key=lambda e: e.box.area, default=None)

    @cached_property
    def _rows(self) -> tuple[ScreenElement, ...]:
        return tuple(e for e in self._scene.elements if e.role in ROW_LIKE)

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
