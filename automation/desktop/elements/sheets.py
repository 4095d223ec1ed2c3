"""The cells of a spreadsheet that can be seen, worked out from its first row and its first column.

LibreOffice makes an object for each cell that it is asked about and keeps its memory for good (7.4: some
6 kB). A full screen shows a thousand cells, so no look may ask about them all: the edges are read once,
and after that two corners say whether they still hold. A cell that is looked at by itself is asked for
by its row and column (`AtspiTree.real`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.elements.atspi import AtspiTree
from automation.desktop.elements.nodes import Handle, Node, cell_handle
from automation.desktop.elements.roles import FOCUSED_BIT, SELECTED_BIT

MAX_EDGE: Final = 400
"""Rows or columns worked out; a full screen shows 50 and 25."""
_MAX_KNOWN: Final = 16
_ADDRESS: Final = re.compile("([A-Z]{1,3})([0-9]{1,7})")
_CELL_ROLE: Final = 56
_STEPS_PX: Final = (2, 6, 14, 30, 62)
"""How far inside a corner its cell is looked for: a frame or a header may stand before it."""


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What was worked out, and the two cells that tell whether it still holds."""

    area: Rect
    first: Node
    last: Node
    cells: tuple[Node, ...]


class Sheets:
    """Remembers the edges of spreadsheets; its coroutines run in the bus's loop."""

    def __init__(self, tree: AtspiTree) -> None:
        self._tree = tree
        self._known: dict[Handle, _Sheet] = {}

    async def cells(self, table: Node, area: Rect) -> Sequence[Node]:
        """Return the cells that lie in an area; none where the table names its cells otherwise.

        Args:
            table: as the toolkit says, with more cells than can be listed.
            area: as the toolkit counts.
        """
        known = self._known.pop(table.handle, None)
        if known is None or known.area != area or not await self._still_holds(table, known):
            known = await self._worked_out(table, area)
        if known is None:
            return ()
        self._known[table.handle] = known
        while len(self._known) > _MAX_KNOWN:
            del self._known[next(iter(self._known))]
        return known.cells

    async def _still_holds(self, table: Node, known: _Sheet) -> bool:
        """Tell whether both corners show what they did: a scroll or a wider column moves one."""
        for corner in (known.first, known.last):
            again = await self._tree.nodes([corner.handle])
            if not again:  # the program forgets the names of its cells after some seconds
                there = await self._tree.things_at(table.handle, [corner.box.center])
                again = await self._tree.nodes(there)
            if [(n.name, n.box) for n in again] != [(corner.name, corner.box)]:
                return False
        return True

    async def _worked_out(self, table: Node, area: Rect) -> _Sheet | None:
        first, last = await self._corner(table, area, 1), await self._corner(table, area, -1)
        if first is None or last is None:
            return None
        numbers = await self._tree.indexes([first.handle, last.handle])
        places = await self._tree.cell_places(table.handle, numbers)
        if len(places) < 2:
            return None
        (top, left), (bottom, right) = map(min, *places), map(max, *places)
        if bottom - top >= MAX_EDGE or right - left >= MAX_EDGE:
            return None
        row = await self._edge(table, [(top, column) for column in range(left, right + 1)])
        column = await self._edge(table, [(line, left) for line in range(top, bottom + 1)])
        cells = _crossings(table, area, row, column)
        return _Sheet(area, first, last, cells) if cells else None

    async def _corner(self, table: Node, area: Rect, inwards: int) -> Node | None:
        for step in _STEPS_PX:
            at = ScreenPoint(area.x + step, area.y + step)
            if inwards < 0:
                at = ScreenPoint(area.right - 1 - step, area.bottom - 1 - step)
            nodes = await self._tree.nodes(await self._tree.things_at(table.handle, [at]))
            if nodes and nodes[0].role == _CELL_ROLE and nodes[0].parent == table.handle:
                return nodes[0]
        return None

    async def _edge(
        self, table: Node, places: Sequence[tuple[int, int]]
    ) -> list[tuple[tuple[int, int], Node]]:
        handles = await self._tree.cells(table.handle, places)
        nodes = {node.handle: node for node in await self._tree.nodes(handles)}
        if len(handles) != len(places):
            return []  # some are one, or gone: then nothing tells which is which
        pairs = zip(places, handles, strict=True)
        return [(place, nodes[handle]) for place, handle in pairs if handle in nodes]


def _crossings(
    table: Node,
    area: Rect,
    row: Sequence[tuple[tuple[int, int], Node]],
    column: Sequence[tuple[tuple[int, int], Node]],
) -> tuple[Node, ...]:
    """Return the cells where columns and rows cross; none unless all edges have plain addresses."""
    across = [(place[1], _ADDRESS.fullmatch(node.name), node) for place, node in row]
    down = [(place[0], _ADDRESS.fullmatch(node.name), node) for place, node in column]
    plain = ~(1 << FOCUSED_BIT | 1 << SELECTED_BIT)
    cells: list[Node] = []
    for line, address, beside in down:
        for number, letters, above in across:
            if address is None or letters is None:
                return ()
            box = Rect(above.box.x, beside.box.y, above.box.w, beside.box.h)
            if box.w and box.h and box.intersection(area).area:
                handle = cell_handle(table.handle, line, number)
                name = letters[1] + address[2]
                mask = above.mask & plain
                cells.append(Node(handle, table.handle, _CELL_ROLE, name, mask, box))
    return tuple(cells)
