"""The accessibility tree of Linux desktops (AT-SPI) as plain values.

It knows the protocol and nothing of windows, labels or our element type. Each question has an answer
of known size: nobody is asked to go through a subtree (`bounded_walk`). It only reads, though lists,
numbers and texts could be set here too (Selection, Value, EditableText): a write over the bus would pass
by the executor, its approval and the stop key (`automation/commands/do/setting.py`).
"""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import NumberRange, TextCursor
from automation.desktop.elements.bus import (
    MAX_CHILDREN,
    NO_BOX,
    Call,
    Reply,
    as_bin,
    as_box,
    as_file,
    as_handles,
    as_label,
    as_mask,
    as_number,
    as_tellers,
    as_text,
    property_call,
    unpacked,
)
from automation.desktop.elements.nodes import (
    PASSWORD_ROLE,
    PICTURE_ROLES,
    SHOWING_BIT,
    Application,
    Asked,
    Branch,
    Handle,
    Node,
    Part,
    cell_of,
    role_word,
)

MAX_TOP_LEVELS: Final = 200
MAX_NUMBER: Final = 1e15
"""What a slider or a bar may stand at."""
MAX_VALUE_CHARS: Final = 100_000
MAX_ROWS: Final = 1_000_000
"""What a table may say that it has."""
MAX_ON_ONE: Final = 12
"""Things on one control, or labels of it, that are asked what they are called."""
_OBJECT_MARK: Final = "\ufffc"
"""Stands for an embedded object in a text."""

_ACCESSIBLE: Final = "org.a11y.atspi.Accessible"
_COMPONENT: Final = "org.a11y.atspi.Component"
_IMAGE: Final = "org.a11y.atspi.Image"
_COLLECTION: Final = "org.a11y.atspi.Collection"
_TABLE: Final = "org.a11y.atspi.Table"
_TEXT: Final = "org.a11y.atspi.Text"
_SELECTION: Final = "org.a11y.atspi.Selection"
_VALUE: Final = "org.a11y.atspi.Value"
_RANGE_MEMBERS: Final = ("CurrentValue", "MinimumValue", "MaximumValue", "MinimumIncrement")
_ACTION: Final = "org.a11y.atspi.Action"
_REGISTRY: Final = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
_DBUS: Final = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
_NOTHING: Final = "/org/a11y/atspi/null"
_SCREEN_COORDINATES: Final = 0
_MATCH_ALL: Final = 1
_CANONICAL_ORDER: Final = 1
"""0 (no order) gives an empty list in GTK and Chromium."""


class Bus(Protocol):
    """The slice of the connection that the tree needs; all coroutines of one loop."""

    async def replies(self, calls: Sequence[Call]) -> list[Reply]:
        """Send calls to one program; answers keep the order."""

    async def reply(self, call: Call) -> Reply:
        """Send one call."""


class AtspiTree:
    """Reads programs, top-levels and nodes; its coroutines run in the bus's loop."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._pids: dict[str, int] = {}
        self._without_collection: set[str] = set()
        """Programs that turned out not to have Collection."""

    async def applications(self) -> list[Application]:
        """Return the programs on the bus; asks only the bus, none of the programs."""
        reply = await self._bus.reply(Call(*_REGISTRY, _ACCESSIBLE, "GetChildren"))
        handles = as_handles(reply)
        unknown = [name for name, _ in handles if name not in self._pids]
        calls = [Call(*_DBUS, "GetConnectionUnixProcessID", "s", (name,)) for name in unknown]
        for name, answer in zip(unknown, await self._bus.replies(calls), strict=True):
            self._pids[name] = as_number(answer)
        self._pids = {name: self._pids[name] for name, _ in handles}
        self._without_collection &= set(self._pids)
        return [Application(handle, self._pids[handle[0]]) for handle in handles]

    async def toolkit(self, application: Application) -> str:
        """Return what the program was built with: `Chromium`, `gtk`, `Qt`."""
        interface = "org.a11y.atspi.Application"
        call = property_call(*application.handle, interface, "ToolkitName")
        return as_text(await self._bus.reply(call))

    async def attributes(self, handle: Handle) -> None:
        """Ask for the attributes of a thing; the answer is of no use here, that it is asked for is."""
        await self._bus.reply(Call(*handle, _ACCESSIBLE, "GetAttributes"))

    async def top_levels(self, application: Application) -> list[Node]:
        """Return the program's showing windows, dialogs and popups."""
        root = application.handle
        counts = await self.counts([root])
        if counts[0] <= MAX_TOP_LEVELS:
            own = (await self.all_children([root]))[root]
        else:
            own = await self.children_at(root, range(MAX_TOP_LEVELS))
        nodes = await self.nodes(own[:MAX_TOP_LEVELS])
        return [node for node in nodes if node.is_showing]

    async def branches(self, asked: Sequence[Asked]) -> list[Branch]:
        """Read nodes of one program, and how many children they have; those that are gone are left out."""
        calls = [call(one.handle) for one in asked for part, call in _CALLS if part in one.parts]
        replies = iter(await self._bus.replies(calls))
        read = (
            _branch(one, {part: next(replies) for part, _ in _CALLS if part in one.parts})
            for one in asked
        )
        return [branch for branch in read if branch is not None]

    async def masks(self, handles: Sequence[Handle]) -> dict[Handle, int]:
        """Return the 64 state bits of the nodes of one program that are still there."""
        calls = [Call(*handle, _ACCESSIBLE, "GetState") for handle in handles]
        replies = await self._bus.replies(calls)
        return {
            handle: as_mask(reply)
            for handle, reply in zip(handles, replies, strict=True)
            if reply is not None
        }

    def tells_showing(self, program: str) -> bool:
        """Tell whether `showing_children` leaves out what does not show, as far as is known."""
        return program not in self._without_collection

    async def counts(self, handles: Sequence[Handle]) -> list[int]:
        """Return how many children nodes of one program have."""
        calls = [property_call(*handle, _ACCESSIBLE, "ChildCount") for handle in handles]
        return [as_number(reply) for reply in await self._bus.replies(calls)]

    async def all_children(self, handles: Sequence[Handle]) -> dict[Handle, list[Handle]]:
        """Return all children of things that are known to have few."""
        calls = [Call(*handle, _ACCESSIBLE, "GetChildren") for handle in handles]
        replies = await self._bus.replies(calls)
        return {
            handle: _of_same_program(handle, as_handles(reply))
            for handle, reply in zip(handles, replies, strict=True)
        }

    async def showing_children(self, handles: Sequence[Handle]) -> dict[Handle, list[Handle]]:
        """Return the children that show of things that are known to have few.

        A program without Collection (GTK 4, Qt 5) tells of all its children. Collection is never asked
        to go on below them: it would visit the whole subtree, whatever number it may return.
        """
        if not handles or handles[0][0] in self._without_collection:
            return await self.all_children(handles)
        body = (_SHOWING_RULE, _CANONICAL_ORDER, MAX_CHILDREN, False)
        calls = [
            Call(*handle, _COLLECTION, "GetMatches", "(aiia{ss}iaiiasib)uib", body)
            for handle in handles
        ]
        replies = await self._bus.replies(calls)
        answers = dict(zip(handles, replies, strict=True))
        found = {
            handle: _of_same_program(handle, as_handles(reply))
            for handle, reply in answers.items()
            if reply is not None
        }
        silent = [handle for handle in handles if handle not in found]
        found |= await self.all_children(silent)
        if len(silent) == len(handles) and any(found.values()):
            self._without_collection.add(handles[0][0])
        return found

    async def children_at(self, parent: Handle, indexes: Sequence[int]) -> list[Handle]:
        """Return the children of these numbers."""
        calls = [Call(*parent, _ACCESSIBLE, "GetChildAtIndex", "i", (i,)) for i in indexes]
        return _of_same_program(parent, _each(await self._bus.replies(calls)))

    async def boxes(self, handles: Sequence[Handle]) -> dict[Handle, Rect]:
        """Return the places of the nodes of one program that are still there."""
        calls = [
            Call(*handle, _COMPONENT, "GetExtents", "u", (_SCREEN_COORDINATES,))
            for handle in handles
        ]
        replies = await self._bus.replies(calls)
        return {
            handle: as_box(reply)
            for handle, reply in zip(handles, replies, strict=True)
            if reply is not None
        }

    async def boxes_at(self, parent: Handle, indexes: Sequence[int]) -> dict[int, Rect]:
        """Return the places of the children of these numbers, as far as they have one."""
        calls = [Call(*parent, _ACCESSIBLE, "GetChildAtIndex", "i", (i,)) for i in indexes]
        named = [_each([reply]) for reply in await self._bus.replies(calls)]
        found = {
            i: h[0] for i, h in zip(indexes, named, strict=True) if _of_same_program(parent, h)
        }
        boxes = await self.boxes(list(found.values()))
        return {i: boxes[h] for i, h in found.items() if h in boxes and boxes[h].area}

    async def things_at(self, handle: Handle, points: Sequence[ScreenPoint]) -> list[Handle]:
        """Return what a program says lies at points inside one of its things, without the others.

        GTK and LibreOffice answer with a child, Qt and Chromium with the innermost thing.
        """
        calls = [
            Call(
                *handle, _COMPONENT, "GetAccessibleAtPoint", "iiu", (p.x, p.y, _SCREEN_COORDINATES)
            )
            for p in points
        ]
        found = _of_same_program(handle, _each(await self._bus.replies(calls)))
        return [thing for thing in found if thing != handle]

    async def parents(self, handles: Sequence[Handle]) -> dict[Handle, Handle | None]:
        """Return what each of these things says it lies in."""
        calls = [property_call(*handle, _ACCESSIBLE, "Parent") for handle in handles]
        replies = await self._bus.replies(calls)
        found = ((handle, _each([reply])) for handle, reply in zip(handles, replies, strict=True))
        return {handle: above[0] if above else None for handle, above in found}

    async def indexes(self, handles: Sequence[Handle]) -> list[int]:
        """Return each thing's number among its parent's children; -1 where it does not tell."""
        calls = [Call(*handle, _ACCESSIBLE, "GetIndexInParent") for handle in handles]
        replies = await self._bus.replies(calls)
        return [as_number(reply) if reply else -1 for reply in replies]

    async def roles(self, handles: Sequence[Handle]) -> list[int]:
        """Return the role numbers of things."""
        calls = [Call(*handle, _ACCESSIBLE, "GetRole") for handle in handles]
        return [as_number(reply) for reply in await self._bus.replies(calls)]

    async def cell_places(self, table: Handle, indexes: Sequence[int]) -> list[tuple[int, int]]:
        """Return row and column of a table's children, without those that are no cells."""
        members = ("GetRowAtIndex", "GetColumnAtIndex")
        calls = [Call(*table, _TABLE, member, "i", (i,)) for i in indexes for member in members]
        numbers = [as_number(r) if r else -1 for r in await self._bus.replies(calls)]
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        return [(row, column) for row, column in pairs if row >= 0 and column >= 0]

    async def cells(self, table: Handle, places: Sequence[tuple[int, int]]) -> list[Handle]:
        """Return the cells of a table at rows and columns, each once."""
        calls = [Call(*table, _TABLE, "GetAccessibleAt", "ii", place) for place in places]
        return _of_same_program(table, _each(await self._bus.replies(calls)))

    async def row_count(self, table: Handle) -> int | None:
        """Return how many rows a table tells, without one of column heads; None where it does not tell.

        Browsers count that one, GTK and Qt do not. A sheet has more rows than anybody filled.
        """
        places = [(0, 0), (0, 1)]
        calls = [Call(*table, _TABLE, "GetAccessibleAt", "ii", place) for place in places]
        told, *corner = await self._bus.replies([property_call(*table, _TABLE, "NRows"), *calls])
        count = unpacked(told)
        if not isinstance(count, int) or not 0 <= count <= MAX_ROWS:
            return None
        heads = await self.roles(_of_same_program(table, _each(corner))) if count else []
        return count - any(role_word(role) == "column_header" for role in heads)

    async def nodes(self, handles: Sequence[Handle]) -> list[Node]:
        """Read the nodes of one program; those that are gone are left out."""
        calls = [call for handle in handles for call in _node_calls(handle)]
        replies = await self._bus.replies(calls)
        size = len(_NODE_MEMBERS)
        parts = [replies[i : i + size] for i in range(0, len(replies), size)]
        read = (_node(handle, part) for handle, part in zip(handles, parts, strict=True))
        return [node for node in read if node is not None]

    async def real(self, handle: Handle) -> Handle | None:
        """Return the program's own handle: a cell that was worked out is asked for now."""
        cell = cell_of(handle)
        if cell is None:
            return handle
        table, row, column = cell
        found = await self.cells(table, [(row, column)])
        return found[0] if found else None

    async def text(self, node: Node) -> str | None:
        """Return the text that a node holds; None where that is not known, and of a password field.

        Not known is also what holds nothing but marks of what is inside, as an editor of a page does
        whose lines are things of their own.
        """
        if node.role == PASSWORD_ROLE:
            return None
        count = await self._bus.reply(property_call(*node.handle, _TEXT, "CharacterCount"))
        length = as_number(count)
        if count is None or length < 0:
            return None
        body = (0, min(length, MAX_VALUE_CHARS))
        reply = await self._bus.reply(Call(*node.handle, _TEXT, "GetText", "ii", body))
        if reply is None:
            return None
        text = as_text(reply, MAX_VALUE_CHARS)
        return text.replace(_OBJECT_MARK, "") if text.strip(_OBJECT_MARK) or not text else None

    async def letters(self, handle: Handle) -> int | None:
        """Return how many characters a node holds: the one thing asked of a password field."""
        reply = await self._bus.reply(property_call(*handle, _TEXT, "CharacterCount"))
        return as_number(reply) if reply is not None else None

    async def text_cursor(self, handle: Handle) -> TextCursor | None:
        """Return where the text cursor of a node stands; None when it does not tell."""
        offset, count, selections = await self._bus.replies(
            [
                property_call(*handle, _TEXT, "CaretOffset"),
                property_call(*handle, _TEXT, "CharacterCount"),
                Call(*handle, _TEXT, "GetNSelections"),
            ]
        )
        if offset is None or count is None or as_number(offset) < 0:
            return None
        start = end = 0
        if selections is not None and as_number(selections) > 0:
            reply = await self._bus.reply(Call(*handle, _TEXT, "GetSelection", "i", (0,)))
            if reply is not None and len(reply) == 2:
                start, end = (as_number((edge,)) for edge in reply)
        return TextCursor(as_number(offset), start, end, as_number(count))

    async def chosen(self, node: Node) -> str:
        """Return the name of the entry that a drop-down has chosen; empty when it does not say."""
        if node.role == PASSWORD_ROLE:
            return ""
        children = await self.children_at(node.handle, range(2))
        # Chromium keeps the choice in the menu below the drop-down, Qt in the drop-down.
        for holder in (node.handle, *children):
            call = Call(*holder, _SELECTION, "GetSelectedChild", "i", (0,))
            reply = await self._bus.reply(call)
            entries = as_handles(([unpacked(reply)],) if reply else None)
            if entries and entries[0][0] == node.handle[0]:
                name = await self._bus.reply(property_call(*entries[0], _ACCESSIBLE, "Name"))
                return as_text(name)
        return ""

    async def number(self, node: Node) -> float | None:
        """Return the number that a slider, spinner or bar stands at."""
        if node.role == PASSWORD_ROLE:
            return None
        reply = await self._bus.reply(property_call(*node.handle, _VALUE, "CurrentValue"))
        value = unpacked(reply)
        is_number = isinstance(value, int | float) and abs(value) <= MAX_NUMBER  # which NaN is not
        return float(value) if is_number else None

    async def number_range(self, handle: Handle) -> NumberRange | None:
        """Return where a slider or a number's box stands and its ends; None where it does not tell."""
        calls = [property_call(*handle, _VALUE, member) for member in _RANGE_MEMBERS]
        told = [unpacked(reply) for reply in await self._bus.replies(calls)]
        numbers = [
            float(n) if isinstance(n, int | float) and abs(n) <= MAX_NUMBER else None for n in told
        ]
        value, lowest, highest, step = numbers
        if value is None or lowest is None or highest is None:
            return None
        return NumberRange(value, lowest, highest, max(0.0, step or 0.0))

    async def first_actions(self, handles: Sequence[Handle]) -> list[str]:
        """Return the name of the first thing that each node says can be done to it."""
        calls = [Call(*handle, _ACTION, "GetName", "i", (0,)) for handle in handles]
        return [as_text(reply) for reply in await self._bus.replies(calls)]

    async def choices(self, handles: Sequence[Handle]) -> list[str]:
        """Return the name of the entry that each drop-down of one program says is chosen."""
        calls = [Call(*handle, _SELECTION, "GetSelectedChild", "i", (0,)) for handle in handles]
        named = [_each([reply]) for reply in await self._bus.replies(calls)]
        entries = [found[0] if found else None for found in named]
        present = [e for e in entries if e is not None]
        names = await self._bus.replies([property_call(*e, _ACCESSIBLE, "Name") for e in present])
        known = dict(zip(present, (as_text(reply) for reply in names), strict=True))
        return [known.get(entry, "") if entry else "" for entry in entries]

    async def descriptions(self, handles: Sequence[Handle]) -> list[str]:
        """Return the longer texts (often the tooltip) of nodes of one program."""
        calls = [property_call(*handle, _ACCESSIBLE, "Description") for handle in handles]
        return [as_text(reply) for reply in await self._bus.replies(calls)]

    async def described(self, handle: Handle) -> list[str]:
        """Return all that a program says of one thing besides its name, and of the pictures on it.

        Its longer text, what it says it is labelled and described by, and the name, the longer text and
        the file of the pictures right below it, and of one that shows nothing else that its page calls it
        a bin. What is drawn and not told cannot be known: a path, a glyph of a font or an icon of Qt or
        GTK, which name none, on a button of a harmless name is pressed unasked in `auto`. To ask about
        every drawing would ask about every toolbar.
        """
        count = (await self.counts([handle]))[0]
        below = (await self.all_children([handle]))[handle] if 0 < count <= MAX_ON_ONE else []
        roles = await self.roles(below)
        pictures = [h for h, role in zip(below, roles, strict=True) if role in PICTURE_ROLES]
        asked = [
            property_call(*handle, _ACCESSIBLE, "Description"),
            property_call(*handle, _IMAGE, "ImageDescription"),
            Call(*handle, _ACCESSIBLE, "GetAttributes"),
            Call(*handle, _ACCESSIBLE, "GetRelationSet"),
        ]
        for picture in pictures:
            asked += [
                property_call(*picture, _ACCESSIBLE, "Name"),
                property_call(*picture, _ACCESSIBLE, "Description"),
                property_call(*picture, _IMAGE, "ImageDescription"),
                Call(*picture, _ACCESSIBLE, "GetAttributes"),
            ]
        tip, drawn, attributes, relations, *on_it = await self._bus.replies(asked)
        words = as_tellers(relations)[:MAX_ON_ONE]
        names = await self._bus.replies([property_call(*h, _ACCESSIBLE, "Name") for h in words])
        told = [as_text(reply) for reply in (tip, drawn, *names)]
        told += [as_file(attributes)]
        if below and len(pictures) == len(below):
            told.append(as_bin(attributes, is_own=True))
        for at, reply in enumerate(on_it):
            told += [as_file(reply), as_bin(reply)] if at % 4 == 3 else [as_text(reply)]
        return list(dict.fromkeys(text for text in told if text.strip()))

    async def labels(self, handles: Sequence[Handle]) -> list[str]:
        """Return the name of the label that each node of one program says it is labelled by."""
        calls = [Call(*handle, _ACCESSIBLE, "GetRelationSet") for handle in handles]
        targets = [as_label(reply) for reply in await self._bus.replies(calls)]
        present = [target for target in targets if target is not None]
        names = await self._bus.replies(
            [property_call(*target, _ACCESSIBLE, "Name") for target in present]
        )
        known = dict(zip(present, (as_text(reply) for reply in names), strict=True))
        return [known.get(target, "") if target else "" for target in targets]


async def gathered(works: Sequence[Any]) -> list[Any]:
    """Run coroutines side by side, one per program, and return their results in order."""
    return list(await asyncio.gather(*works))


_NODE_MEMBERS: Final = ("Name", "GetRole", "GetState", "GetExtents", "Parent")


def _node_calls(handle: Handle) -> list[Call]:
    return [
        property_call(*handle, _ACCESSIBLE, "Name"),
        Call(*handle, _ACCESSIBLE, "GetRole"),
        Call(*handle, _ACCESSIBLE, "GetState"),
        Call(*handle, _COMPONENT, "GetExtents", "u", (_SCREEN_COORDINATES,)),
        property_call(*handle, _ACCESSIBLE, "Parent"),
    ]


_CALLS: Final[tuple[tuple[Part, Callable[[Handle], Call]], ...]] = (
    (Part.STATE, lambda handle: Call(*handle, _ACCESSIBLE, "GetState")),
    (Part.ROLE, lambda handle: Call(*handle, _ACCESSIBLE, "GetRole")),
    (Part.COUNT, lambda handle: property_call(*handle, _ACCESSIBLE, "ChildCount")),
    (Part.NAME, lambda handle: property_call(*handle, _ACCESSIBLE, "Name")),
    (
        Part.BOX,
        lambda handle: Call(*handle, _COMPONENT, "GetExtents", "u", (_SCREEN_COORDINATES,)),
    ),
)
_SAID_BY_ALL: Final = (Part.STATE, Part.ROLE)
"""What a node that is still there answers. How many children it has some do not say."""


def _branch(asked: Asked, told: Mapping[Part, Reply]) -> Branch | None:
    """Return what was told, and of the rest what was known before; None of a node that is gone."""
    if any(told.get(part, ()) is None for part in _SAID_BY_ALL):
        return None
    known = asked.known or Branch(Node(asked.handle, None, 0, "", 0, NO_BOX), 0)
    if asked.parts == Part.COUNT and told[Part.COUNT] is None:
        return None
    node = replace(
        known.node,
        parent=asked.parent,
        role=as_number(told[Part.ROLE]) if Part.ROLE in told else known.node.role,
        mask=as_mask(told[Part.STATE]) if Part.STATE in told else known.node.mask,
        name=as_text(told[Part.NAME]) if Part.NAME in told else known.node.name,
        box=as_box(told[Part.BOX]) if Part.BOX in told else known.node.box,
    )
    count = max(0, as_number(told[Part.COUNT])) if Part.COUNT in told else known.children
    return Branch(node, count)


def _each(replies: Sequence[Reply]) -> list[Handle]:
    """Return the object that each reply names, without those that name none, each once."""
    named = (as_handles(([unpacked(reply)],)) for reply in replies if reply)
    return list(dict.fromkeys(h for handles in named for h in handles if h[1] != _NOTHING))


def _of_same_program(asked: Handle, handles: Sequence[Handle]) -> list[Handle]:
    return [handle for handle in handles if handle[0] == asked[0]]


def _node(handle: Handle, replies: Sequence[Reply]) -> Node | None:
    name, role, state, extents, parent = replies
    if role is None or state is None:
        return None
    parents = as_handles((([unpacked(parent)],)) if parent else None)
    return Node(
        handle=handle,
        parent=parents[0] if parents else None,
        role=as_number(role),
        name=as_text(name),
        mask=as_mask(state),
        box=as_box(extents),
    )


def _words(bits: Collection[int]) -> list[int]:
    """Return a set of bit numbers as signed 32-bit words, as Collection wants them."""
    mask = sum(1 << bit for bit in bits)
    count = max(2, (max(bits, default=0) // 32) + 1)
    words = [mask >> (32 * i) & 0xFFFFFFFF for i in range(count)]
    return [word - (1 << 32) if word >> 31 else word for word in words]


_SHOWING_RULE: Final[tuple[Any, ...]] = (
    _words({SHOWING_BIT}), _MATCH_ALL, {}, _MATCH_ALL, [], _MATCH_ALL, [], _MATCH_ALL, False
)  # fmt: skip
"""What Collection is asked for: things that show, of every role."""
