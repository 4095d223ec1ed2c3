"""What hears of a locked screen on buses whose services answer what they like."""

import asyncio
import threading

from dbus_fast import BusType

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
