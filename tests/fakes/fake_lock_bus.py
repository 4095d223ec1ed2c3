"""A bus on which those who lock screens answer: no D-Bus."""

import asyncio
import os

from dbus_fast import Variant

from tests.fakes.fake_keyring import reply

SESSION = {
    "Type": "x11", "VTNr": 2, "Active": True, "LockedHint": False, "Display": "", "State": "active",
}  # fmt: skip
"""What logind tells of a session that the screen shows."""


class LockBus:
    """A bus on which every service says that the screen is open."""

    async def connect(self):
        self._ended = asyncio.Event()
        return self

    def disconnect(self):
        self._ended.set()

    async def wait_for_disconnect(self):
        await self._ended.wait()

    def add_message_handler(self, handler):
        """Nothing is ever told unasked."""

    async def call(self, message):
        match message.member:
            case "GetSession":
                return reply("o", ["/session/1"])
            case "ListSessions":
                return reply("a(susso)", [[["1", os.getuid(), "ada", "seat0", "/session/1"]]])
            case "Get":
                return reply("v", [variant(SESSION[message.body[1]])])
            case "GetActive":
                return reply("b", [False])
        return reply("", [])


def variant(value):
    """Return a value as the bus has it."""
    return Variant({str: "s", bool: "b", int: "u"}[type(value)], value)
