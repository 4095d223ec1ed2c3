"""The connection to the accessibility bus: how much is on its way at the same time."""

import asyncio
from types import SimpleNamespace

import pytest

from automation.desktop.elements.connection import IN_FLIGHT, AccessibilityBus, Call, MessageType

ROOM = 160
"""Calls that a socket takes before the bus reads any of them (Linux, default buffer, small calls)."""


class SlowBus:
    """Answers each call a while later, and counts what waits for an answer."""

    connected = True

    def __init__(self):
        self.waiting = self.most = 0

    async def call(self, message):
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        await asyncio.sleep(0.002)
        self.waiting -= 1
        return SimpleNamespace(message_type=MessageType.METHOD_RETURN, body=[message.path])


@pytest.mark.parametrize("programs", [1, 4, 12])
def test_programs_that_are_asked_at_the_same_time_share_the_room_of_the_socket(programs):
    bus = AccessibilityBus()
    bus._bus = slow = SlowBus()

    async def ask(program):
        calls = [Call(f":1.{program}", f"/{n}", "a.b", "Get") for n in range(150)]
        return await bus.replies(calls)

    async def ask_all():
        return await asyncio.gather(*map(ask, range(programs)))

    answers = asyncio.run(ask_all())
    assert answers == [[(f"/{n}",) for n in range(150)]] * programs
    assert slow.most <= ROOM
    assert slow.most >= min(IN_FLIGHT, 150)
