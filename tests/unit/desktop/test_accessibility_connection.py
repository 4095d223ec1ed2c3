"""The connection to the accessibility bus: how much is on its way at the same time."""

import asyncio
from types import SimpleNamespace

import pytest

from automation.desktop.elements.bus import IN_FLIGHT, AccessibilityBus, Call, MessageType

ROOM = 160
"""Calls that a socket takes before the bus reads any of them (Linux, default buffer, small calls)."""


class SlowBus:
    """Answers each call a while later, and counts what waits for an answer."""

    connected = True

    def __init__(self):
        self.waiting = self.most = self._serial = 0
        self._hear = None

    def add_message_handler(self, hear):
        self._hear = hear

    def next_serial(self):
        self._serial += 1
        return self._serial

    def send(self, message):
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        asyncio.get_running_loop().call_later(0.002, self._answer, message)

    def _answer(self, message):
        self.waiting -= 1
        kind = MessageType.ERROR if message.member == "Fail" else MessageType.METHOD_RETURN
        self._hear(
            SimpleNamespace(message_type=kind, reply_serial=message.serial, body=[message.path])
        )


class MuteBus(SlowBus):
    """Answers the first calls and no other."""

    def __init__(self, answered=0):
        super().__init__()
        self._left = answered

    def send(self, message):
        self._left -= 1
        if self._left >= 0:
            super().send(message)


def connected(bus, slow):
    bus._bus = slow
    slow.add_message_handler(bus._heard)
    return bus


@pytest.mark.parametrize("programs", [1, 4, 12])
def test_programs_that_are_asked_at_the_same_time_share_the_room_of_the_socket(programs):
    slow = SlowBus()
    bus = connected(AccessibilityBus(), slow)

    async def ask(program):
        calls = [Call(f":1.{program}", f"/{n}", "a.b", "Get") for n in range(150)]
        return await bus.replies(calls)

    async def ask_all():
        return await asyncio.gather(*map(ask, range(programs)))

    answers = asyncio.run(ask_all())
    assert answers == [[(f"/{n}",) for n in range(150)]] * programs
    assert slow.most <= ROOM
    assert slow.most >= min(IN_FLIGHT, 150)


def ask(slow, *calls):
    bus = connected(AccessibilityBus(), slow)
    return bus, asyncio.run(bus.replies(calls))


def test_what_cannot_be_asked_or_is_refused_has_no_answer_and_keeps_none_waiting():
    paths = ("/a", "no path", "/b")
    calls = [Call(":1.1", path, "a.b", "Get") for path in paths]
    calls.append(Call(":1.1", "/c", "a.b", "Fail"))
    bus, answers = ask(SlowBus(), *calls)
    assert answers == [("/a",), None, ("/b",), None]
    assert not bus.is_silent(":1.1")


def test_a_program_that_falls_silent_is_left_alone_and_keeps_what_it_said(monkeypatch):
    monkeypatch.setattr("automation.desktop.elements.bus.CALL_TIMEOUT_S", 0.01)
    calls = [Call(":1.1", f"/n{n}", "a.b", "Get") for n in range(3)]
    bus, answers = ask(MuteBus(answered=2), *calls)
    assert answers == [("/n0",), ("/n1",), None]
    assert bus.is_silent(":1.1")


def test_a_connection_that_is_lost_ends_the_wait_and_blames_no_program():
    slow = MuteBus()
    slow.connected = False
    bus, answers = ask(slow, Call(":1.1", "/n", "a.b", "Get"))
    assert answers == [None]
    assert not bus.is_silent(":1.1")
