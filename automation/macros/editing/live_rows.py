"""The rows of a tree, made when they are asked for."""

from collections.abc import Sequence
from typing import overload

from automation.macros.editing.rows import Row
from automation.macros.editing.tree import Tree


class Rows(Sequence[Row]):
    """The rows of a tree, live; each is made when it is asked for."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def __len__(self) -> int:
        return len(self._tree)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Row, ...]: ...
    def __getitem__(self, index: int | slice) -> Row | tuple[Row, ...]:
        if isinstance(index, slice):
            return tuple(map(self._tree.row, range(*index.indices(len(self._tree)))))
        if not -len(self) <= index < len(self):
            message = f"there is no row {index} among {len(self):,}"
            raise IndexError(message)
        return self._tree.row(index % len(self))
