"""What is showing below a top-level, asked for so that no single question can cost a program much.

A spreadsheet has thousands of millions of cells, a page tens of thousands of lines, and a program that
was asked for all of them goes on counting after we have ceased to wait. So nobody is asked about a
subtree: a thing is first asked how many children it has; a few are listed, and of many only those are
asked for that lie where something can be seen. What does not show, or lies outside of the windows, is
not gone into. The whole walk ends at a number of things, whatever a program adds meanwhile.

The cells of a spreadsheet that can be seen, worked out from its first row and its first column.

LibreOffice makes an object for each cell that it is asked about and keeps its memory for good (7.4: some
6 kB). A full screen shows a thousand cells, so no look may ask about them all: the edges are read once,
and after that two corners say whether they still hold. A cell that is looked at by itself is asked for
by its row and column (`AtspiTree.real`).

Of more than 400 children those in view are found by halving where they stand in order, and by hit tests
and rows where they are cells. What the last look found is asked about first, all at once; that saves
waiting level by level and decides nothing. A field that was met and says that it has the keyboard is
believed without a walk only where all that it lies in still shows, and in a program with pages only
inside its page: Chromium's pages in the back go on saying so while the address bar has it.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from itertools import islice
from typing import Final

from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.elements.atspi import AtspiTree
from automation.desktop.elements.nodes import (
    BARE,
    COMBO_ROLE,
    DOCUMENT_ROLES,
    EDITABLE_BIT,
    FOCUSED_BIT,
    MANAGES_DESCENDANTS_BIT,
    MENU_BAR_ROLE,
    MENU_ROLES,
    NOTHING,
    SELECTED_BIT,
    WEB_PAGE_ROLE,
    Asked,
    Branch,
    Handle,
    Node,
    Part,
    cell_handle,
    cell_of,
)

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
        """Return the cells that lie in an area; none where the table names its cells otherwise."""
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
_ALL: Final = BARE | Part.NAME | Part.BOX
TABLE_ROLES: Final = frozenset({55, 65, 66})
_ROW_ROLES: Final = frozenset({32, 90, 91})
"""Children of a table that are whole rows, and no cells."""


_WORDS: Final = frozenset({26, 27, 29, 48, 50, 116})
"""Roles of words, pictures, bars and lines: they neither are nor hold a field, whatever a page does to them."""
_BUTTONS: Final = frozenset({7, 8, 35, 43, 44, 45, 62, 129, 130})
"""Roles of things that are pressed. They hold no field either; of a page one may turn into a field."""
_PLAIN_TEXT: Final = 116
"""The role of words that never have the keyboard."""
_SURE: Final = frozenset({7, 40, 43, 44, 51, 52, 60, 61, 62, 79, 88})
"""Roles of fields, buttons and links: one that says it has the keyboard is the only one to have it. What is
a container, a tab or an entry of a list says so too while something in or beside it has it."""


class Question(Enum):
    """What a walk is for, and so what is asked about each thing."""

    ELEMENTS = auto()
    """All that can be seen, with names and places."""
    PASSWORDS = auto()
    """Fields for passwords. The cells of tables that draw their cells as they are needed are left alone:
    no such cell is one."""
    KEYBOARD = auto()
    """Who has the keyboard; such cells are left alone too."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """The children of a large container that can be seen, and where they stood."""

    count: int
    """Of all children of the container."""
    area: Rect
    children: Sequence[Handle]
    boxes: Mapping[Handle, Rect]


@dataclass(slots=True)
class Met:
    """What the last walks of a top-level found: it is asked about first, all at once.

    That saves waiting level by level. What is there now is told by the lists of children.
    """

    shown: dict[Handle, Branch] = field(default_factory=dict)
    hidden: dict[Handle, Branch] = field(default_factory=dict)
    """What does not show, of a page that was looked through."""
    has_page: bool = False
    """It has shown a page at some time."""
    pieces: dict[tuple[Handle, bool], _Piece] = field(default_factory=dict)
    """Of large containers, by whether the question was a short one; it holds while its children stand still."""

    def noted(self, asked: Collection[Handle], masks: Mapping[Handle, int]) -> None:
        """Take states that were asked for since; what did not tell any is gone."""
        gone = set(asked) - set(masks)
        self.shown = _noted(self.shown, masks, gone)
        self.hidden = _noted(self.hidden, masks, gone)


class Walk:
    """Walks one top-level of one program; made anew for each question."""

    def __init__(
        self,
        tree: AtspiTree,
        sheets: Sheets,
        met: Met,
        *,
        view: Rect | None = None,
        question: Question = Question.ELEMENTS,
    ) -> None:
        """Take what may be seen.

        Args:
            met: what the last walks of this top-level found; changed by each.
            view: where something can be seen, as the toolkit counts; None where that is not known. Short
                questions use it only to choose among the children of large containers.
        """
        self._tree = tree
        self._sheets = sheets
        self._view = view
        self._met = met
        self._question = question
        self._is_lean = question is not Question.ELEMENTS
        self._asked = 0
        self._most = MAX_ASKED
        self._known: dict[Handle, Branch] = {}
        self._believed: dict[Handle, list[Node]] = {}
        """Pages that are not gone into, and what the last walks found in them."""
        self._read: dict[Handle, Branch] = {}
        self._listed: dict[Handle, list[Handle]] = {}

    async def showing(self, top_level: Handle) -> list[Node]:
        """Return what shows below a top-level, in tree order."""
        met = self._met.shown
        believed = {n.handle for inside in self._believed.values() for n in inside}
        known = {h: branch for h, branch in met.items() if h not in believed}
        found = await self._walked(top_level, known, hidden=False)
        shown = {h: branch for h, branch in found.items() if branch.node.is_showing}
        shown = dict(islice(shown.items(), MAX_NODES))
        left = [
            n.handle for page, inside in self._believed.items() if page in shown for n in inside
        ]
        self._met.shown = shown | {handle: met[handle] for handle in left}
        return in_tree_order(top_level, [branch.node for branch in shown.values()])

    async def holders(self, top_level: Handle, *, is_alone: bool) -> list[Node]:
        """Return what says that it has the keyboard, seen or not.

        Args:
            is_alone: no menu or list hangs out of the window. Then a field that the last walks found and
                that says so now is believed, without looking for others: in a program that shows no
                page everywhere, else in its page. (Chromium's pages say so while its own fields have it.)
        """
        asked = [
            handle
            for handle, branch in self._met.shown.items()
            if branch.node.role != _PLAIN_TEXT and not cell_of(handle)
        ]
        self._met.noted(asked, await self._tree.masks(asked))
        shown = self._still_shown(top_level)
        if is_alone:
            if not self._met.has_page and any(map(_is_sure, shown)):
                return _with_keyboard(shown)
            for page in (node for node in shown if node.role == WEB_PAGE_ROLE):
                inside = _below(page.handle, shown)
                if not self._is_believed(page.handle) and any(map(_is_sure, inside)):
                    self._believed[page.handle] = inside
        found = await self.showing(top_level)
        pages_left = {node.handle for node in found} & set(self._believed)
        found = _with_keyboard([*found, *(n for page in pages_left for n in self._believed[page])])
        return found + await self._hidden_holders(top_level, found)

    def _is_believed(self, handle: Handle) -> bool:
        return any(node.handle == handle for inside in self._believed.values() for node in inside)

    def _still_shown(self, top_level: Handle) -> list[Node]:
        """Return what the last walks found and what says that it shows, as all that it lies in."""
        nodes = [branch.node for branch in self._met.shown.values()]
        return _below(top_level, [node for node in nodes if node.is_showing])

    async def _hidden_holders(self, top_level: Handle, found: Sequence[Node]) -> list[Node]:
        """Return what has the keyboard below what alone says so, or anywhere where nothing does.

        A page that says it has the keyboard may keep it in a field that was scrolled away.
        """
        pages = [node.handle for node in found if node.role == WEB_PAGE_ROLE]
        if len(pages) != len(found):
            return []
        asked = [h for h, b in self._met.hidden.items() if b.node.role != _PLAIN_TEXT]
        self._met.noted(asked, await self._tree.masks(asked))
        self._listed.clear()
        self._most = self._asked + MAX_HIDDEN
        hidden: dict[Handle, Branch] = {}
        shown = [branch.node for branch in self._met.shown.values()]
        for place in pages or [top_level]:
            inside = {node.handle for node in _below(place, shown)}
            met = {h: b for h, b in self._met.shown.items() if h in inside}
            hidden |= await self._walked(place, met | self._met.hidden, hidden=True)
        self._met.hidden = {h: b for h, b in hidden.items() if h not in self._met.shown}
        return _with_keyboard(branch.node for branch in self._met.hidden.values())

    async def _walked(
        self, top_level: Handle, met: dict[Handle, Branch], *, hidden: bool
    ) -> dict[Handle, Branch]:
        known = {h: b.node.parent for h, b in met.items() if cell_of(h) is None}
        self._known = {**(self._met.hidden if hidden else {}), **self._met.shown}
        await self._ask({top_level: None, **known})
        first = (self._read.get(handle) for handle in (top_level, *known))
        await self._list([branch for branch in first if branch is not None], hidden=hidden)
        found: dict[Handle, Branch] = {}
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
            read = (_put_below(self._read.get(child), above) for child, above in new.items())
            level = [
                b
                for b in read
                if b is not None and (hidden or b.node.is_showing or b.node.parent in below_combo)
            ]
            found.update((branch.node.handle, branch) for branch in level)
            if not level or self._asked >= self._most or len(found) >= MAX_NODES:
                break
        return found

    async def _ask(self, wanted: Mapping[Handle, Handle | None]) -> None:
        """Read what has not been read yet, as long as the walk may go on asking."""
        missing = (pair for pair in wanted.items() if pair[0] not in self._read)
        new = list(islice(missing, max(0, self._most - self._asked)))
        self._asked += len(new)
        known = self._known
        asked = [Asked(h, above, self._parts(h, known.get(h)), known.get(h)) for h, above in new]
        for branch in await self._tree.branches(asked):
            self._read[branch.node.handle] = branch
            self._met.has_page |= branch.node.role == WEB_PAGE_ROLE

    def _parts(self, handle: Handle, known: Branch | None) -> Part:
        """Return what has to be asked about a thing that the last walks may have met."""
        if not self._is_lean:
            return _ALL
        if known is None:
            return BARE
        role = known.node.role
        is_leaf = role in _WORDS | _BUTTONS
        if self._question is Question.KEYBOARD:  # `holders` has asked for its states
            return NOTHING if is_leaf else Part.COUNT
        if is_leaf:
            return Part.ROLE if self._met.has_page and role in _BUTTONS else NOTHING
        if not known.children:
            return BARE
        return Part.COUNT if self._tree.tells_showing(handle[0]) else Part.STATE | Part.COUNT

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
        if not branch.children or branch.node.handle in self._believed:
            return False
        if self._is_lean and branch.node.role not in DOCUMENT_ROLES and _draws_cells(branch.node):
            return False
        box = branch.node.box
        if branch.node.role == MENU_BAR_ROLE and not box.area and not self._is_lean:
            return False  # LibreOffice keeps the bar that GTK's stands for
        if self._is_lean or self._view is None or not box.area:
            return True  # of a short question boxes are older than the answer
        return bool(box.intersection(self._view).area)

    async def _part(self, branch: Branch) -> list[Handle]:
        """Return the children of a large container that lie where they can be seen."""
        node = branch.node
        if self._is_lean:  # its place has not been asked for
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
        key = (node.handle, self._is_lean)
        piece = self._met.pieces.pop(key, None)
        if piece is None or not await self._still_holds(piece, branch.children, area):
            piece = await self._found(node.handle, branch, area)
        self._met.pieces[key] = piece
        return list(piece.children)

    async def _found(self, container: Handle, branch: Branch, area: Rect) -> _Piece:
        """Look for the children of a large container that lie in an area.

        A table's cells are no fields, so that short questions leave them alone; and cells that tell no place
        cannot be seen anywhere. Swing makes each anew, and keeps it, for whoever asks for it.
        """
        count = branch.children
        if await self._has_cells(branch.node):
            if self._is_lean:
                return _Piece(count, area, (), {})
            hits = await self._hits(container, area)
            if cells := await self._cells(container, hits):
                boxes = await self._tree.boxes(cells)
                is_placed = any(box.area for box in boxes.values())
                return (
                    _Piece(count, area, cells, boxes) if is_placed else _Piece(count, area, (), {})
                )
        numbers = await self._in_area(container, count, area)
        if numbers is None:
            numbers = _around(await self._hits(container, area), count)
        children = await self._tree.children_at(container, numbers)
        return _Piece(count, area, children, await self._tree.boxes(children))

    async def _still_holds(self, piece: _Piece, count: int, area: Rect) -> bool:
        """Tell whether a container's children stand where they did, without looking for them again."""
        if (piece.count, piece.area) != (count, area):
            return False
        return await self._tree.boxes(piece.children) == piece.boxes

    async def _has_cells(self, node: Node) -> bool:
        """Tell whether a table's children are cells; those of a page are rows."""
        if node.role not in TABLE_ROLES:
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


def _noted(
    known: Mapping[Handle, Branch], masks: Mapping[Handle, int], gone: Collection[Handle]
) -> dict[Handle, Branch]:
    def now(branch: Branch) -> Branch:
        mask = masks.get(branch.node.handle, branch.node.mask)
        is_same = mask == branch.node.mask
        return branch if is_same else Branch(replace(branch.node, mask=mask), branch.children)

    return {handle: now(branch) for handle, branch in known.items() if handle not in gone}


def _with_keyboard(nodes: Iterable[Node]) -> list[Node]:
    return [node for node in nodes if node.mask >> FOCUSED_BIT & 1]


def _is_sure(node: Node) -> bool:
    is_field = node.mask >> EDITABLE_BIT & 1 and node.role not in DOCUMENT_ROLES
    return bool(node.mask >> FOCUSED_BIT & 1 and (node.role in _SURE or is_field))


def _put_below(branch: Branch | None, parent: Handle) -> Branch | None:
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
    ordered = _below(top_level, nodes)
    seen = {node.handle for node in ordered}
    return ordered + [node for node in nodes if node.handle not in seen]


def _below(top: Handle, nodes: Sequence[Node]) -> list[Node]:
    """Return the nodes that lie below one, parents first."""
    children: dict[Handle | None, list[Node]] = {}
    for node in nodes:
        children.setdefault(node.parent, []).append(node)
    ordered: list[Node] = []
    stack = list(reversed(children.pop(top, [])))
    while stack:
        node = stack.pop()
        ordered.append(node)
        stack += reversed(children.pop(node.handle, []))
    return ordered
