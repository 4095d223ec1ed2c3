"""A bus on which those who lock screens answer: no D-Bus."""

import asyncio

from dbus_fast import Variant

from tests.fakes.fake_keyring import reply


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
            case "Get":
                return reply("v", [Variant("b", False)])
            case "GetActive":
                return reply("b", [False])
        return reply("", [])
