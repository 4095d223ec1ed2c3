"""What is showing below a top-level, asked for so that no single question can cost a program much.

A spreadsheet has thousands of millions of cells, a page tens of thousands of lines, and a program that
was asked for all of them goes on counting after we have ceased to wait. So nobody is asked about a
subtree: a thing is first asked how many children it has; a few are listed, and of many only those are
asked for that lie where something can be seen. What does not show, or lies outside of the windows, is
not gone into. The whole walk ends at a number of things, whatever a program adds meanwhile.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.elements.atspi import AtspiTree
from automation.desktop.elements.nodes import Branch, Handle, Node, cell_of
from automation.desktop.elements.roles import (
    COMBO_ROLE,
    DOCUMENT_ROLES,
    MANAGES_DESCENDANTS_BIT,
    MENU_BAR_ROLE,
    MENU_ROLES,
)
from automation.desktop.elements.sheets import Sheets

MAX_NODES: Final = 2000
"""Things that show, read of one top-level; a full-screen web page has some 300."""
MAX_ASKED: Final = 4000
"""Things asked about in one top-level, those that turn out not to show included."""
MAX_HIDDEN: Final = 1000
"""Things asked about where those that do not show are gone through too."""
MAX_DEPTH: Final = 60
MAX_LISTED: Final = 400
"""Children of one thing that are all listed; more are looked for by their places."""
MAX_PART: Final = 1200
"""Children of one thing that are asked for by their places; a full-screen spreadsheet shows 900."""
_LEAST_PART: Final = 12
"""Neighbours asked for on each side of a child that a hit test told of."""
_CORNER_STEPS_PX: Final = tuple(range(2, 72, 8))
"""How far inside a corner of a container its first child is looked for: headers stand before it."""
_GRID: Final = (0.33, 0.67)
_SPREAD: Final = 16
"""Children asked for their places at once when a large container is searched."""
_MAX_CLIMB: Final = 20
_TABLE_ROLES: Final = frozenset({55, 65, 66})
_ROW_ROLES: Final = frozenset({32, 90, 91})
"""Children of a table that are whole rows, and no cells."""


_LEAVES: Final = frozenset({7, 8, 26, 27, 29, 35, 43, 44, 45, 48, 50, 62, 116, 129, 130})
"""Roles of things that neither are nor hold a field."""


class Walk:
    """Walks one top-level of one program; made anew for each question."""

    def __init__(
        self,
        tree: AtspiTree,
        sheets: Sheets,
        view: Rect | None,
        met: Mapping[Handle, Node],
        *,
        lean: bool = False,
    ) -> None:
        """Take what may be seen.

        Args:
            tree: asks the program.
            sheets: knows the cells of spreadsheets.
            view: where something can be seen, as the toolkit counts; None where that is not known.
            met: what the last walk of this top-level found. All of it is asked about at once, which
                saves waiting level by level; what is there now is told by the lists of children.
            lean: ask for roles and states alone, and leave the cells of tables alone that draw
                their cells as they are needed: no such cell is a field for a password.
        """
        self._tree = tree
        self._sheets = sheets
        self._view = view
        self._met = met
        self._lean = lean
        self._asked = 0
        self._most = MAX_ASKED
        self._read: dict[Handle, Branch] = {}
        self._listed: dict[Handle, list[Handle]] = {}

    async def showing(self, top_level: Handle) -> list[Node]:
        """Return what shows below a top-level, in tree order."""
        nodes = await self._walked(top_level, hidden=False)
        return [node for node in nodes if node.is_showing][:MAX_NODES]

    async def everything(self, top_level: Handle) -> list[Node]:
        """Return what is below a top-level, what does not show too, as far as the walk may go."""
        self._most = MAX_HIDDEN
        return await self._walked(top_level, hidden=True)

    async def _walked(self, top_level: Handle, *, hidden: bool) -> list[Node]:
        await self._ask({top_level: None})
        met = (node for node in self._met.values() if cell_of(node.handle) is None)
        await self._ask({node.handle: node.parent for node in met})
        await self._list(list(self._read.values()), hidden=hidden)
        found: dict[Handle, Node] = {}
        level = [self._read[top_level]] if top_level in self._read else []
        seen = {top_level}
        for _ in range(MAX_DEPTH):
            level = [branch for branch in level if self._is_gone_into(branch)]
            await self._list(level, hidden=hidden)
            new = {
                child: branch.node.handle
                for branch in level
                for child in self._listed.get(branch.node.handle, ())
                if child not in seen
            }
            await self._ask(new)
            seen |= set(new)
            below_combo = {b.node.handle for b in level if _keeps_choices(b.node)}
            read = (_below(self._read.get(child), above) for child, above in new.items())
            level = [
                b
                for b in read
                if b is not None and (hidden or b.node.is_showing or b.node.parent in below_combo)
            ]
            found.update((branch.node.handle, branch.node) for branch in level)
            if not level or self._asked >= self._most or len(found) >= MAX_NODES:
                break
        return in_tree_order(top_level, list(found.values()))

    async def _ask(self, wanted: Mapping[Handle, Handle | None]) -> None:
        """Read what has not been read yet, as long as the walk may go on asking."""
        missing = (pair for pair in wanted.items() if pair[0] not in self._read)
        asked = list(islice(missing, max(0, self._most - self._asked)))
        self._asked += len(asked)
        leaves = (
            {h: n.role for h, n in self._met.items() if n.role in _LEAVES} if self._lean else {}
        )
        for branch in await self._tree.branches(asked, lean=self._lean, leaves=leaves):
            self._read[branch.node.handle] = branch

    async def _list(self, branches: Sequence[Branch], *, hidden: bool) -> None:
        """Get the children that are worth asking about, where that has not been done yet."""
        new = [b for b in branches if b.node.handle not in self._listed and self._is_gone_into(b)]
        few = [b.node for b in new if b.children <= MAX_LISTED]
        whole = [node.handle for node in few if hidden or _keeps_choices(node)]
        shown = [node.handle for node in few if not (hidden or _keeps_choices(node))]
        self._listed |= await self._tree.all_children(whole)
        self._listed |= await self._tree.showing_children(shown)
        for branch in new:
            if branch.children > MAX_LISTED:
                self._listed[branch.node.handle] = await self._part(branch)

    def _is_gone_into(self, branch: Branch) -> bool:
        if not branch.children:
            return False
        if self._lean and branch.node.role not in DOCUMENT_ROLES and _draws_cells(branch.node):
            return False
        box = branch.node.box
        if branch.node.role == MENU_BAR_ROLE and not box.area and not self._lean:
            return False  # LibreOffice keeps the bar that GTK's stands for
        return self._view is None or not box.area or bool(box.intersection(self._view).area)

    async def _part(self, branch: Branch) -> list[Handle]:
        """Return the children of a large container that lie where they can be seen."""
        node = branch.node
        if self._lean:  # its place has not been asked for
            nodes = await self._tree.nodes([node.handle])
            node = nodes[0] if nodes else node
        area = node.box.intersection(self._view) if self._view else node.box
        if not area.area:
            return []
        if _draws_cells(node):
            cells = await self._sheets.cells(node, area)
            self._read.update((cell.handle, Branch(cell, 0)) for cell in cells)
            if cells:
                return [cell.handle for cell in cells]
        if await self._has_cells(node):
            hits = await self._hits(node.handle, area)
            if handles := await self._cells(node.handle, hits):
                return handles
        numbers = await self._in_area(node.handle, branch.children, area)
        if numbers is None:
            numbers = _around(await self._hits(node.handle, area), branch.children)
        return await self._tree.children_at(node.handle, numbers)

    async def _has_cells(self, node: Node) -> bool:
        """Tell whether a table's children are cells; those of a page are rows."""
        if node.role not in _TABLE_ROLES:
            return False
        first = await self._tree.roles(await self._tree.children_at(node.handle, (0,)))
        return not set(first) & _ROW_ROLES

    async def _in_area(self, container: Handle, count: int, area: Rect) -> list[int] | None:
        """Find children in an area where they stand in order; None where they do not say so.

        Lists and pages put their children one below the other or one beside the other, so that some
        hundred places tell which of a million can be seen.
        """
        spread = list((await self._tree.boxes_at(container, _spread(0, count - 1))).values())
        if len(spread) < 2:
            return None
        is_down = spread[-1].y - spread[0].y >= spread[-1].x - spread[0].x

        def reaches(box: Rect) -> bool:
            return box.bottom > area.y if is_down else box.right > area.x

        def is_past(box: Rect) -> bool:
            return box.y >= area.bottom if is_down else box.x >= area.right

        first = await self._first(container, count, reaches)
        end = await self._first(container, count, is_past)
        if first is None or end is None:
            return None
        return list(range(max(0, first - 1), min(count, end + 1)))[:MAX_PART]

    async def _first(
        self, container: Handle, count: int, is_there: Callable[[Rect], bool]
    ) -> int | None:
        """Return the number of the first child whose box is there; None where that has no order."""
        low, high = 0, count
        while low < high:
            boxes = await self._tree.boxes_at(container, _spread(low, high - 1))
            told = [(number, is_there(box)) for number, box in sorted(boxes.items())]
            answers = [answer for _, answer in told]
            if not told or answers != sorted(answers):
                return None
            before = [number for number, answer in told if not answer]
            after = [number for number, answer in told if answer]
            if high - low <= _SPREAD:
                return after[0] if after else high
            low, high = (before[-1] + 1 if before else low), (after[0] if after else high)
        return low

    async def _hits(self, container: Handle, area: Rect) -> list[int]:
        """Return the numbers of the children that a program names at points all over an area."""
        found = await self._tree.things_at(container, _points(area))
        children: set[Handle] = set()
        at = {handle for handle in found if handle != container}
        climbed: set[Handle] = set()
        for _ in range(_MAX_CLIMB):
            climbed |= at
            parents = await self._tree.parents(sorted(at))
            children |= {child for child, parent in parents.items() if parent == container}
            above = {p for p in parents.values() if p is not None and p != container}
            at = above - climbed
            if not at:
                break
        return [n for n in await self._tree.indexes(sorted(children)) if n >= 0]

    async def _cells(self, table: Handle, indexes: Sequence[int]) -> list[Handle]:
        """Return the cells of the rows and columns between those of these numbers."""
        places = await self._tree.cell_places(table, sorted(set(indexes)))
        if not places:
            return []
        rows, columns = zip(*places, strict=True)
        first_row, last_row = max(0, min(rows) - 1), max(rows) + 1
        first, last = max(0, min(columns) - 1), min(max(columns) + 1, min(columns) + MAX_LISTED)
        most = max(1, MAX_PART // (last - first + 1))
        return await self._tree.cells(
            table,
            [
                (row, column)
                for row in range(first_row, min(last_row + 1, first_row + most))
                for column in range(first, last + 1)
            ],
        )


def _spread(low: int, high: int) -> list[int]:
    """Return numbers from one to the other, both included, evenly spread."""
    return sorted({low + (high - low) * part // _SPREAD for part in range(_SPREAD + 1)})


def _points(area: Rect) -> list[ScreenPoint]:
    """Return where to ask: from two corners inwards, and a grid between."""
    corners = [
        point
        for step in _CORNER_STEPS_PX
        for point in (
            ScreenPoint(area.x + step, area.y + step),
            ScreenPoint(area.right - 1 - step, area.bottom - 1 - step),
        )
    ]
    grid = [
        ScreenPoint(area.x + int(area.w * across), area.y + int(area.h * down))
        for down in _GRID
        for across in _GRID
    ]
    return [point for point in (*corners, *grid) if area.contains(point)]


def _around(indexes: Collection[int], count: int) -> list[int]:
    """Return the numbers around each hit, or the first ones where nothing was hit."""
    near = (
        range(max(0, index - _LEAST_PART), min(count, index + _LEAST_PART + 1))
        for index in sorted(indexes)
    )
    numbers = sorted(dict.fromkeys(number for part in near for number in part))
    return numbers[:MAX_PART] or list(range(min(count, MAX_LISTED)))


def _below(branch: Branch | None, parent: Handle) -> Branch | None:
    """Return a branch that lies where the last list of children had it."""
    if branch is None or branch.node.parent == parent:
        return branch
    return Branch(replace(branch.node, parent=parent), branch.children)


def _draws_cells(node: Node) -> bool:
    return bool(node.mask >> MANAGES_DESCENDANTS_BIT & 1)


def _keeps_choices(node: Node) -> bool:
    """Tell whether entries may show below a list that does not: so do drop-downs of Qt and Chromium."""
    return node.role == COMBO_ROLE or (node.role in MENU_ROLES and not node.is_showing)


def in_tree_order(top_level: Handle, nodes: Sequence[Node]) -> list[Node]:
    """Return nodes parents first, each followed by what is below it; siblings as they come."""
    children: dict[Handle | None, list[Node]] = {}
    for node in nodes:
        children.setdefault(node.parent, []).append(node)
    ordered: list[Node] = []
    stack = list(reversed(children.pop(top_level, [])))
    while stack:
        node = stack.pop()
        ordered.append(node)
        stack += reversed(children.pop(node.handle, []))
    seen = {node.handle for node in ordered}
    return ordered + [node for node in nodes if node.handle not in seen]
