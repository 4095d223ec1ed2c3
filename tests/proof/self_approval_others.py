"""Other programs that press our buttons without a device: by the accessibility bus, and by sent events."""

import asyncio

import xcffib
import xcffib.xproto
from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

from automation.desktop.input.keymap import read_layout
from automation.desktop.x11 import root_of

ATSPI = "org.a11y.atspi"
FOLDER = "/org/a11y/atspi/accessible/"
ROOT_PATH = f"{FOLDER}root"
FIRST = 0x80000000
"""Qt numbers its things from here on: those that hang below no other, as menus, can be guessed."""
GUESSED = 200
LOOKS = 100
"""For the windows below the application; a menu alone has none there."""
WRITES = (
    *(("Action", "DoAction", "i", [n]) for n in range(3)),
    ("EditableText", "SetTextContents", "s", ["yes"]),
    ("EditableText", "InsertText", "isi", [0, "yes", 3]),
    ("EditableText", "DeleteText", "ii", [0, -1]),
    ("Selection", "SelectChild", "i", [1]),
    ("Selection", "SelectAll", "", []),
    ("Component", "GrabFocus", "", []),
)
"""What a client asks of each thing, beside a value, which is a property."""
KEYS = ("enter", "space", "y", "e", "1", "esc", "tab")
_CTRL_SHIFT = xcffib.xproto.KeyButMask.Control | xcffib.xproto.KeyButMask.Shift


class BusClient:
    """A program without a display that asks everything of every accessible thing of one process."""

    def __init__(self, env, pid):
        self._address = env["DBUS_SESSION_BUS_ADDRESS"]
        self._pid = pid
        self.tries = 0
        self.words = set()
        """Names and texts that were told."""

    def attack(self, count):
        """Go round until `count` things were asked for; tell how many things there are."""
        return asyncio.run(self._attack(count))

    async def _attack(self, count):
        bus = await MessageBus(bus_address=self._address).connect()
        owner = ("org.a11y.Bus", "/org/a11y/bus")
        enable = ["org.a11y.Status", "IsEnabled", Variant("b", True)]
        await _ask(bus, *owner, "org.freedesktop.DBus.Properties", "Set", "ssv", enable)
        (address,) = await _ask(bus, *owner, "org.a11y.Bus", "GetAddress")
        tree = await MessageBus(bus_address=address).connect()
        try:
            things = []
            while self.tries < count:
                things = await self._things(tree)
                for thing in things:
                    await self._ask_everything(tree, *thing)
            return len(things)
        finally:
            tree.disconnect()
            bus.disconnect()

    async def _things(self, tree):
        """Return the things of the process, once it is on the bus; its windows come a little later."""
        for left in range(LOOKS, -1, -1):
            registry = (f"{ATSPI}.Registry", ROOT_PATH)
            (roots,) = await _ask(tree, *registry, f"{ATSPI}.Accessible", "GetChildren")
            for name, path in roots:
                about = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
                (pid,) = await _ask(tree, *about, "GetConnectionUnixProcessID", "s", [name])
                if pid == self._pid:
                    found = await self._below(tree, name, path)
                    if len(found) == 1 and left:
                        break
                    hidden = [(name, f"{FOLDER}{n}") for n in range(FIRST, FIRST + GUESSED)]
                    return [*found, *(thing for thing in hidden if thing not in found)]
            await asyncio.sleep(0.05)
        raise RuntimeError(f"process {self._pid} is not on the accessibility bus")

    async def _below(self, tree, name, path):
        found = [(name, path)]
        children = await _ask(tree, name, path, f"{ATSPI}.Accessible", "GetChildren")
        for child in children[0] if children else ():
            found += await self._below(tree, *child)
        return found

    async def _ask_everything(self, tree, name, path):
        for interface, member, signature, body in WRITES:
            await _ask(tree, name, path, f"{ATSPI}.{interface}", member, signature, body)
            self.tries += 1
        properties = (name, path, "org.freedesktop.DBus.Properties")
        value = [f"{ATSPI}.Value", "CurrentValue", Variant("d", 1.0)]
        await _ask(tree, *properties, "Set", "ssv", value)
        self.tries += 1
        told = await _ask(tree, *properties, "Get", "ss", [f"{ATSPI}.Accessible", "Name"])
        self.words |= {told[0].value} if told else set()
        said = await _ask(tree, name, path, f"{ATSPI}.Text", "GetText", "ii", [0, -1])
        self.words |= set(said or ())


async def _ask(bus, name, path, interface, member, signature="", body=()):
    message = Message(
        destination=name, path=path, interface=interface, member=member,
        signature=signature, body=list(body),
    )  # fmt: skip
    reply = await bus.call(message)
    return reply.body if reply.message_type is MessageType.METHOD_RETURN else None


class Sender:
    """An X client that sends keys and presses to windows, instead of a device to the display."""

    def __init__(self, desktop):
        self._connection = desktop.connect()
        self._core = self._connection.core
        self._root = root_of(self._connection)
        self._layout = read_layout(self._connection)
        self.tries = 0

    def attack(self, windows, count):
        """Send `count` events to these windows, given as (id, rectangle), and what is inside them."""
        events = self._events(windows)
        while self.tries < count:
            window, event = events[self.tries % len(events)]
            self._core.SendEvent(False, window, 0, event.pack())
            self.tries += 1
        self._core.GetInputFocus().reply()

    def close(self):
        """Leave."""
        self._connection.disconnect()

    def _events(self, windows):
        codes = [min(self._layout.chord(name).codes) for name in KEYS]
        found = []
        for window, rect in windows:
            for code in codes:
                for state in (0, _CTRL_SHIFT):
                    found += [
                        (window, self._event(kind, window, code, rect, (8, 8), state))
                        for kind in (xcffib.xproto.KeyPressEvent, xcffib.xproto.KeyReleaseEvent)
                    ]
            for n in range(64):
                point = ((n * 37) % max(1, rect.w), (n * 53) % max(1, rect.h))
                found += [
                    (window, self._event(kind, window, 1, rect, point, 0))
                    for kind in (xcffib.xproto.ButtonPressEvent, xcffib.xproto.ButtonReleaseEvent)
                ]
        return found

    def _event(self, kind, window, detail, rect, point, state):
        x, y = point
        place = (rect.x + x, rect.y + y, x, y)
        return kind.synthetic(detail, 0, self._root, window, 0, *place, state, True)
