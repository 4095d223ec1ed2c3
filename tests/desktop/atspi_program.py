"""A program with a window and a scripted accessibility tree: huge, growing, late or silent.

`python -m tests.desktop.atspi_program KIND WORK` writes to the file WORK how many things it had to
make or visit for its answers.
"""

import asyncio
import os
import sys
from pathlib import Path

import xcffib
import xcffib.xproto
from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

from automation.desktop.x11 import atom, connect

ROOT = "/org/a11y/atspi/accessible/root"
NULL = "/org/a11y/atspi/null"
REGISTRY = "org.a11y.atspi.Registry"
FRAME = "/frame"
PLACE = (100, 100, 600, 400)
ROWS, LEAVES = 1000, 1000
ROW_PX = 20
LATE_S = 10.0
SHOWING = 1 << 8 | 1 << 24 | 1 << 25 | 1 << 30


class Tree:
    """A frame with a thousand rows of a thousand things each; all of them say that they show."""

    def __init__(self, kind, log):
        self.kind = kind
        self._log = os.open(log, os.O_CREAT | os.O_WRONLY, 0o600)
        self._work = 0
        self._rows = ROWS
        self.name = ""

    def worked(self, count):
        """Note things that were made or visited for an answer."""
        self._work += count
        os.pwrite(self._log, b"%020d" % self._work, 0)

    def answer(self, message):
        """Return signature and body; None for what nothing here has."""
        self.worked(1)
        member = message.body[1] if message.member == "Get" else message.member
        act = getattr(self, f"_{member}", None)
        return act(message.path, *message.body) if act else None

    def _count(self, path):
        depth = _depth(path)
        if self.kind == "grows" and depth == 1:
            self._rows *= 2
        return (1, self._rows, LEAVES, 0)[depth]

    def _below(self, path):
        counts = (1, 1 + self._rows * (1 + LEAVES), LEAVES, 0)
        return counts[_depth(path)]

    def _child(self, path, index):
        return FRAME if path == ROOT else f"{path}/n{index}"

    def _ToolkitName(self, path, *_):  # noqa: N802
        return "v", [Variant("s", "test")]

    def _ChildCount(self, path, *_):  # noqa: N802
        return "v", [Variant("i", min(self._count(path), 2**31 - 1))]

    def _GetChildren(self, path):  # noqa: N802
        count = self._count(path)
        self.worked(count)
        return "a(so)", [[[self.name, self._child(path, i)] for i in range(min(count, 100_000))]]

    def _GetMatches(self, path, rule, order, most, goes_below):  # noqa: N802
        self.worked(self._below(path) if goes_below else 0)
        return self._GetChildren(path)

    def _GetChildAtIndex(self, path, index):  # noqa: N802
        return "(so)", [[self.name, self._child(path, index)]]

    def _GetIndexInParent(self, path):  # noqa: N802
        return "i", [int(path.rpartition("n")[2]) if _depth(path) > 1 else 0]

    def _GetAccessibleAtPoint(self, path, x, y, _kind):  # noqa: N802
        if _depth(path) != 1:
            return "(so)", [[self.name, NULL]]
        return "(so)", [[self.name, self._child(path, (y - PLACE[1]) // ROW_PX)]]

    def _GetRole(self, path):  # noqa: N802
        return "u", [(75, 23, 39, 43)[_depth(path)]]

    def _GetState(self, path):  # noqa: N802
        return "au", [[SHOWING, 0]]

    def _Name(self, path, *_):  # noqa: N802
        return "v", [Variant("s", self.kind if path == FRAME else path.rpartition("/")[2])]

    def _Description(self, path, *_):  # noqa: N802
        return "v", [Variant("s", "")]

    def _GetRelationSet(self, path):  # noqa: N802
        return "a(ua(so))", [[]]

    def _Parent(self, path, *_):  # noqa: N802
        above = path.rpartition("/")[0] or ROOT
        return "v", [Variant("(so)", [self.name, above])]

    def _GetExtents(self, path, _kind):  # noqa: N802
        x, y, w, h = PLACE
        if _depth(path) == 1:
            return "(iiii)", [[x, y, w, h]]
        row = int(path.split("/n")[1])
        if _depth(path) == 2:
            return "(iiii)", [[x, y + row * ROW_PX, w, ROW_PX]]
        leaf = int(path.split("/n")[2])
        return "(iiii)", [[x + leaf * 60, y + row * ROW_PX, 58, ROW_PX - 2]]


def _depth(path):
    return 0 if path == ROOT else path.count("/")


def open_window(title):
    """Map a window of this title and return its connection."""
    connection = connect(os.environ["DISPLAY"])
    screen = connection.get_setup().roots[0]
    window = connection.generate_id()
    core, kinds = connection.core, xcffib.xproto
    core.CreateWindow(
        screen.root_depth, window, screen.root, *PLACE, 0, 1, 0, kinds.CW.BackPixel, [0xFFFFFF]
    )
    text = title.encode()
    core.ChangeProperty(0, window, kinds.Atom.WM_NAME, kinds.Atom.STRING, 8, len(text), text)
    pid, cardinal = atom(connection, "_NET_WM_PID"), kinds.Atom.CARDINAL
    core.ChangeProperty(0, window, pid, cardinal, 32, 1, [os.getpid()])
    hints = [1 | 4, 0, 0, 0, 0, *[0] * 13]
    hints_type = kinds.Atom.WM_SIZE_HINTS
    core.ChangeProperty(0, window, kinds.Atom.WM_NORMAL_HINTS, hints_type, 32, 18, hints)
    core.MapWindow(window)
    connection.flush()
    return connection


async def main(kind, log):
    """Serve until the process is ended."""
    tree = Tree(kind, log)
    session = await MessageBus().connect()
    asked = Message("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
    bus = await MessageBus(bus_address=(await session.call(asked)).body[0]).connect()
    tree.name = bus.unique_name
    loop = asyncio.get_running_loop()

    def heard(message):
        if message.message_type is not MessageType.METHOD_CALL:
            return None
        told = tree.answer(message)
        if kind == "never":
            return True
        reply = (
            Message.new_method_return(message, *told)
            if told
            else Message.new_error(message, "org.freedesktop.DBus.Error.UnknownMethod", "none")
        )
        if kind == "late":
            loop.call_later(LATE_S, bus.send, reply)
            return True
        return reply

    bus.add_message_handler(heard)
    embed = Message(
        REGISTRY, ROOT, "org.a11y.atspi.Socket", "Embed", signature="(so)", body=[[tree.name, ROOT]]
    )
    await bus.call(embed)
    window = open_window(kind)
    await asyncio.get_running_loop().create_future()
    window.disconnect()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
