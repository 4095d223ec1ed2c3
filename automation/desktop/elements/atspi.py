"""The accessibility tree of Linux desktops (AT-SPI) as plain values.

It knows the protocol and nothing of windows, labels or our element type.
"""

import asyncio
from collections.abc import Collection, Sequence
from itertools import islice
from typing import Any, Final, Protocol

from automation.core.geometry import ScreenPoint
from automation.desktop.elements.connection import Call, Reply, property_call
from automation.desktop.elements.nodes import Application, Handle, Node
from automation.desktop.elements.replies import (
    as_box,
    as_handles,
    as_label,
    as_mask,
    as_number,
    as_text,
    unpacked,
)
from automation.desktop.elements.roles import PASSWORD_ROLE, SHOWING_BIT

MAX_NODES: Final = 2000
"""Showing nodes read per top-level; a full-screen web page has some 300."""
MAX_TOP_LEVELS: Final = 200
MAX_NUMBER: Final = 1e15
"""What a slider or a bar may stand at."""
MAX_DEPTH: Final = 60
MAX_VALUE_CHARS: Final = 100_000
_OBJECT_MARK: Final = "\ufffc"
"""Stands for an embedded object in a text."""

_ACCESSIBLE: Final = "org.a11y.atspi.Accessible"
_COMPONENT: Final = "org.a11y.atspi.Component"
_COLLECTION: Final = "org.a11y.atspi.Collection"
_TEXT: Final = "org.a11y.atspi.Text"
_SELECTION: Final = "org.a11y.atspi.Selection"
_VALUE: Final = "org.a11y.atspi.Value"
_REGISTRY: Final = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
_DBUS: Final = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
_NOTHING: Final = "/org/a11y/atspi/null"
_SCREEN_COORDINATES: Final = 0
_MATCH_ALL: Final = 1
_MATCH_ANY: Final = 2
_CANONICAL_ORDER: Final = 1
"""0 (no order) gives an empty list in GTK and Chromium."""


class Bus(Protocol):
    """The slice of the connection that the tree needs; all coroutines of one loop."""

    async def replies(self, calls: Sequence[Call]) -> list[Reply]:
        """Send calls to one program; answers keep the order."""
        ...

    async def reply(self, call: Call) -> Reply:
        """Send one call."""
        ...


class AtspiTree:
    """Reads programs, top-levels and nodes; its coroutines run in the bus's loop."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._pids: dict[str, int] = {}

    async def applications(self) -> list[Application]:
        """Return the programs on the bus; asks only the bus, none of the programs."""
        reply = await self._bus.reply(Call(*_REGISTRY, _ACCESSIBLE, "GetChildren"))
        handles = as_handles(reply)
        unknown = [name for name, _ in handles if name not in self._pids]
        calls = [Call(*_DBUS, "GetConnectionUnixProcessID", "s", (name,)) for name in unknown]
        for name, answer in zip(unknown, await self._bus.replies(calls), strict=True):
            self._pids[name] = as_number(answer)
        self._pids = {name: self._pids[name] for name, _ in handles}
        return [Application(handle, self._pids[handle[0]]) for handle in handles]

    async def toolkit(self, application: Application) -> str:
        """Return what the program was built with: `Chromium`, `gtk`, `Qt`."""
        interface = "org.a11y.atspi.Application"
        call = property_call(*application.handle, interface, "ToolkitName")
        return as_text(await self._bus.reply(call))

    async def top_levels(self, application: Application) -> list[Node]:
        """Return the program's showing windows, dialogs and popups."""
        root = application.handle
        reply = await self._bus.reply(Call(*root, _ACCESSIBLE, "GetChildren"))
        own = [h for h in as_handles(reply) if h[0] == root[0]]
        nodes = await self.nodes(own[:MAX_TOP_LEVELS])
        return [node for node in nodes if node.is_showing]

    async def showing(self, top_level: Handle, *, roles: Collection[int] = ()) -> list[Handle]:
        """Return what is showing below a top-level, in tree order; see `matching`."""
        return await self.matching(top_level, {SHOWING_BIT}, roles)

    async def matching(
        self, top_level: Handle, states: Collection[int], roles: Collection[int] = ()
    ) -> list[Handle]:
        """Return what is below a top-level and has all these states, in tree order.

        Programs without Collection are walked, and then what is not showing is never found.

        Args:
            top_level: not part of the result.
            states: state bits, all of them.
            roles: only these role numbers; all when empty.
        """
        call = Call(
            *top_level,
            _COLLECTION,
            "GetMatches",
            "(aiia{ss}iaiiasib)uib",
            (_match_rule(states, roles), _CANONICAL_ORDER, MAX_NODES, True),
        )
        reply = await self._bus.reply(call)
        if reply is not None:
            return [h for h in as_handles(reply) if h[0] == top_level[0]][:MAX_NODES]
        found = await self._walked(top_level)
        return [
            node.handle
            for node in found
            if (not roles or node.role in roles) and all(node.mask >> bit & 1 for bit in states)
        ]

    async def nodes(self, handles: Sequence[Handle]) -> list[Node]:
        """Read the nodes of one program; those that are gone are left out."""
        calls = [call for handle in handles for call in _node_calls(handle)]
        replies = await self._bus.replies(calls)
        size = len(_NODE_MEMBERS)
        parts = [replies[i : i + size] for i in range(0, len(replies), size)]
        read = (_node(handle, part) for handle, part in zip(handles, parts, strict=True))
        return [node for node in read if node is not None]

    async def child_at(self, handle: Handle, point: ScreenPoint) -> Handle | None:
        """Return what a program says lies at a point inside one of its things; None for nothing.

        GTK and LibreOffice answer with a child, Qt and Chromium with the innermost thing.

        Args:
            handle: where to look.
            point: as the toolkit counts.
        """
        body = (point.x, point.y, _SCREEN_COORDINATES)
        reply = await self._bus.reply(
            Call(*handle, _COMPONENT, "GetAccessibleAtPoint", "iiu", body)
        )
        found = as_handles(([unpacked(reply)],) if reply else None)
        is_inside = found and found[0][0] == handle[0] and found[0] != handle
        return found[0] if is_inside and found[0][1] != _NOTHING else None

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

    async def chosen(self, node: Node) -> str:
        """Return the name of the entry that a drop-down has chosen; empty when it does not say."""
        if node.role == PASSWORD_ROLE:
            return ""
        children = as_handles(await self._bus.reply(Call(*node.handle, _ACCESSIBLE, "GetChildren")))
        # Chromium keeps the choice in the menu below the drop-down, Qt in the drop-down.
        for holder in (node.handle, *children[:2]):
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

    async def descriptions(self, handles: Sequence[Handle]) -> list[str]:
        """Return the longer texts (often the tooltip) of nodes of one program."""
        calls = [property_call(*handle, _ACCESSIBLE, "Description") for handle in handles]
        return [as_text(reply) for reply in await self._bus.replies(calls)]

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

    async def _walked(self, top_level: Handle) -> list[Node]:
        """Walk level by level for programs without Collection (GTK 4 has none)."""
        found: list[Node] = []
        level = [top_level]
        for _ in range(MAX_DEPTH):
            calls = [Call(*handle, _ACCESSIBLE, "GetChildren") for handle in level]
            replies = await self._bus.replies(calls)
            children = (h for reply in replies for h in as_handles(reply) if h[0] == top_level[0])
            nodes = await self.nodes(list(islice(children, MAX_NODES - len(found))))
            showing = [node for node in nodes if node.is_showing]
            found += showing
            level = [node.handle for node in showing]
            if not level or len(found) >= MAX_NODES:
                break
        return _in_tree_order(top_level, found)


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


def _in_tree_order(top_level: Handle, nodes: Sequence[Node]) -> list[Node]:
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


def _match_rule(states: Collection[int], roles: Collection[int]) -> tuple[Any, ...]:
    """Return what Collection is asked for: all of these states, and one of these roles if any."""
    return (
        _words(states),
        _MATCH_ALL,
        {},
        _MATCH_ALL,
        _words(roles) if roles else [],
        _MATCH_ANY if roles else _MATCH_ALL,
        [],
        _MATCH_ALL,
        False,
    )


def _words(bits: Collection[int]) -> list[int]:
    """Return a set of bit numbers as signed 32-bit words, as Collection wants them."""
    mask = sum(1 << bit for bit in bits)
    count = max(2, (max(bits, default=0) // 32) + 1)
    words = [mask >> (32 * i) & 0xFFFFFFFF for i in range(count)]
    return [word - (1 << 32) if word >> 31 else word for word in words]
