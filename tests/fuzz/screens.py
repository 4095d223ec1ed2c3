"""Attacks on what other programs say of themselves: the accessibility tree, window properties."""

import asyncio
import math
from contextlib import ExitStack
from pathlib import Path
from random import Random

from dbus_fast import Variant

from automation.core.geometry import Rect
from automation.core.observation import WindowInfo
from automation.desktop.elements.atspi import AtspiTree
from automation.desktop.elements.tree_reader import TreeReader
from automation.desktop.x11 import X11Server
from tests.fakes.fake_bus import FakeBus, Thing
from tests.fakes.screens import screen
from tests.fuzz.mutation import Bytes, changed, hostile_value, pick
from tests.fuzz.watch import Target, wrong

MANY = 20_000
_WINDOW = WindowInfo(
    window_id=7, title="Editor", app="editor", pid=40, rect=Rect(100, 100, 800, 600), is_active=True
)


def targets(scratch: Path, closing: ExitStack) -> list[Target]:
    """Return the attacks."""
    loop = asyncio.new_event_loop()
    closing.callback(loop.close)
    del scratch
    return [_tree(loop), _texts(), _numbers()]


class HostileBus(FakeBus):
    """Answers as programs do, and now and then as no program should."""

    def __init__(self, rng: Random, *, has_collection: bool):
        """Open a window with a few things in it."""
        fields = [
            Thing(79, "Name", Rect(120, 120, 200, 30), text="Ada"),
            Thing(40, "Password", Rect(120, 160, 200, 30), text="secret"),
            Thing(43, "Save", Rect(120, 200, 80, 30)),
            Thing(51, "Volume", Rect(120, 240, 80, 30), number=0.5),
            Thing(
                11,
                "Branch",
                Rect(120, 280, 80, 30),
                children=[Thing(33, "", children=[Thing(32, "a")])],
            ),
        ]
        super().__init__(
            (40, [Thing(69, "Editor", Rect(100, 100, 800, 600), children=fields)]),
            has_collection=has_collection,
        )
        self._rng = rng
        self._is_even = rng.random() < 0.2

    def _answer(self, call):
        if call.member == "GetConnectionUnixProcessID" and call.body[0] not in self._pids:
            return None
        reply = super()._answer(call)
        rng = self._rng
        drawn = rng.random()
        if drawn > 0.06 or (self._is_even and drawn > 0.01):
            return reply
        if drawn < 0.0002:
            return ([[call.destination, f"/many/{n}"] for n in range(MANY)],)
        if drawn < 0.004 and isinstance(reply, tuple) and reply and isinstance(reply[0], list):
            return (
                [[call.destination, call.path], [call.destination, "/root"]] * 3,
            )  # its own child
        if reply is None or drawn < 0.02:
            value = hostile_value(rng)
            return pick(
                rng, ((), (value,), (Variant("s", "x\0\ud800"),), (value, value), ([value],), None)
            )
        plain = [each.value if isinstance(each, Variant) else each for each in reply]
        lie = changed(plain, rng)
        return tuple(lie) if isinstance(lie, list | tuple) else (lie,)


class _Seeds:
    """A number for the bus: it draws its lies from it."""

    def one(self, rng):
        """Return one input."""
        return int(rng.random() * (1 << 40))

    def every_cut(self):
        """Yield nothing."""
        return iter(())


def _tree(loop) -> Target:
    observation = screen([_WINDOW], []).observation

    def _feed(seed):
        rng = Random(seed)
        bus = HostileBus(rng, has_collection=rng.random() < 0.6)
        reader = TreeReader(AtspiTree(bus), ())
        elements = loop.run_until_complete(reader.elements(observation, [_WINDOW]))
        loop.run_until_complete(reader.secret_boxes(observation, _WINDOW.rect))
        for element in elements:
            if element.handle is not None:
                again = loop.run_until_complete(reader.refreshed(element, element.handle))
                _check(again or element)
            _check(element)
        return bool(elements)

    return Target("accessibility replies", _Seeds(), _feed, (), 24_000)


def _check(element):
    if not (isinstance(element.name, str) and isinstance(element.role, str)):
        wrong(f"{element} has a name of another type")
    if len(element.name) > 2000 or element.box.w < 0 or element.box.h < 0:
        wrong(f"{element} is out of range")
    if "secret" in element.states and element.value:
        wrong(f"{element} tells a password")
    if element.value is not None and element.value in ("nan", "inf", "-inf"):
        wrong(f"{element} holds no number")
    if not math.isfinite(element.confidence):
        wrong(f"{element} is sure without end")


class _Value:
    def __init__(self, raw):
        self.raw = raw


class _Reply:
    """A property as the library hands it over."""

    def __init__(self, data):
        self.format = (8, 16, 32, 0)[data[0] % 4] if data else 0
        self.type = data[1] if len(data) > 1 else 0
        # The server sends whole units of its format.
        unit = max(1, self.format // 8)
        body = data[2:]
        self.value = _Value(body[: len(body) // unit * unit])

    def reply(self):
        """Return itself, as a cookie's answer."""
        return self


_PROPERTIES = (
    b"\x00\x1fEditor",
    b"\x00\x1feditor\0Editor\0",
    b"\x00\x50" + "日本 Grüße".encode(),
    b"\x02\x06" + (4).to_bytes(4, "little") * 4,
    b"\x01\x06abcd",
)


def _server():
    return X11Server.__new__(X11Server)


def _texts() -> Target:
    server = _server()

    def _feed(data):
        text = server.text(_Reply(data))
        text.partition("\0")[0].encode()
        return bool(text)

    return Target("texts of windows", Bytes(_PROPERTIES), _feed, (), 300_000)


def _numbers() -> Target:
    server = _server()

    def _feed(data):
        return bool(server.numbers(_Reply(data)))

    return Target("numbers of windows", Bytes(_PROPERTIES), _feed, (), 300_000)
