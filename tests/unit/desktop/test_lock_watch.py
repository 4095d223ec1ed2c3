"""What hears of a locked screen on buses whose services answer what they like."""

import asyncio
import threading
import time

import pytest
from dbus_fast import BusType
from dbus_fast.errors import DBusFastError

from automation.desktop.input import lock_watch
from automation.desktop.input.lock_watch import LockWatch
from tests.fakes.fake_keyring import reply
from tests.fakes.fake_lock_bus import LockBus, variant

PATIENCE_S = 60.0


class OddBus(LockBus):
    """A bus whose library meets what it did not foresee."""

    async def call(self, message):
        raise RuntimeError("odd")


class LockedBus(LockBus):
    """A bus on which the session is locked, from the second question on."""

    def __init__(self, odd_is_over):
        self._odd_is_over = odd_is_over

    async def call(self, message):
        if message.member != "Get" or message.body[1] != "LockedHint":
            return await super().call(message)
        while not self._odd_is_over.is_set():
            await asyncio.sleep(0.002)
        return reply("v", [variant(True)])


class UntellingBus(LockBus):
    """A bus that promises no signal at first; the session is locked once somebody has asked."""

    def __init__(self, refusals):
        self.refusals = refusals
        self.rules = []
        self.hints = 0

    async def call(self, message):
        if message.member == "AddMatch":
            if self.refusals:
                self.refusals -= 1
                raise DBusFastError
            self.rules += message.body
        if message.member == "Get" and message.body[1] == "LockedHint":
            self.hints += 1
            return reply("v", [variant(self.hints > 1)])
        return await super().call(message)


class EndingBus(OddBus):
    def __init__(self, is_over):
        self._is_over = is_over

    def disconnect(self):
        super().disconnect()
        self._is_over.set()


def test_one_bus_that_fails_in_its_own_way_does_not_silence_the_other(monkeypatch):
    is_over = threading.Event()

    def bus_of(bus_type):
        return LockedBus(is_over) if bus_type is BusType.SYSTEM else EndingBus(is_over)

    monkeypatch.setattr(lock_watch, "MessageBus", bus_of)
    watch = LockWatch()
    watch.start()
    try:
        assert is_over.wait(PATIENCE_S)
        while not watch.state.is_locked and watch._thread.is_alive():
            threading.Event().wait(0.005)
        assert watch.state.is_locked
    finally:
        watch.close()


@pytest.fixture
def untelling(monkeypatch):
    """Start a watch on a system bus of which so many requests for signals are refused."""
    monkeypatch.setattr(lock_watch, "AGAIN_S", 0.01)
    watch = LockWatch()

    def start(refusals):
        bus = UntellingBus(refusals)
        monkeypatch.setattr(
            lock_watch,
            "MessageBus",
            lambda bus_type: bus if bus_type is BusType.SYSTEM else LockBus(),
        )
        watch.start()
        return bus

    yield watch, start
    watch.close()


def test_a_bus_that_promises_no_signal_is_asked_again(untelling):
    watch, start = untelling
    start(refusals=1_000_000)
    assert comes(lambda: watch.state.is_locked)


def test_a_signal_that_was_refused_is_asked_for_until_it_is_promised(untelling):
    _, start = untelling
    bus = start(refusals=2)
    assert comes(lambda: bus.rules)
    assert comes(lambda: bus.hints == 3)
    assert bus.rules == [lock_watch._SESSION_RULE]


def comes(is_so):
    until_s = time.monotonic() + 5.0
    while not is_so() and time.monotonic() < until_s:
        threading.Event().wait(0.005)
    return bool(is_so())
