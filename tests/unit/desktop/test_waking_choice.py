"""The user's choice on programs that sleep: what was not answered is tried again, and it is said."""

import asyncio
from types import SimpleNamespace

import pytest
from dbus_fast import MessageType, Variant

from automation.desktop.elements import bus
from automation.desktop.elements.bus import NO_SESSION_BUS, AccessibilityBus
from automation.desktop.elements.waking import NOT_SWITCHED, Waking, see_to_choice

GIVEN, SESSION = "unix:path=/given", "unix:path=/session"


class Desktop:
    """The switch of a session; `mute` are the members or properties that nobody answers."""

    def __init__(self, *, is_on=False, mute=()):
        self.switch = {"IsEnabled": is_on, "ScreenReaderEnabled": False}
        self.mute = set(mute)

    async def ask(self, call):
        if call.member in self.mute or self.mute & set(map(str, call.body)):
            return None
        if call.member == "GetAddress":
            return (GIVEN,)
        name = call.body[1]
        if call.member == "Set":
            self.switch[name] = call.body[2].value
            return ()
        return (Variant("b", self.switch[name]),)


def choose(desktop, folder, *, is_wanted):
    waking = Waking(folder, lambda: is_wanted)
    asyncio.run(waking.begin(desktop.ask))
    return waking.problem


@pytest.mark.parametrize("mute", ["Set", "ScreenReaderEnabled"])
def test_a_switch_off_that_nobody_answers_is_tried_again(tmp_path, mute):
    desktop = Desktop()
    assert choose(desktop, tmp_path, is_wanted=True) == ""
    desktop.mute = {mute}
    assert choose(desktop, tmp_path, is_wanted=False) == NOT_SWITCHED
    assert desktop.switch["IsEnabled"]
    desktop.mute = set()
    assert choose(desktop, tmp_path, is_wanted=False) == ""
    assert (desktop.switch["IsEnabled"], list(tmp_path.iterdir())) == (False, [])


def test_a_screen_reader_keeps_it_on_and_it_is_ours_no_more(tmp_path):
    desktop = Desktop()
    choose(desktop, tmp_path, is_wanted=True)
    desktop.switch["ScreenReaderEnabled"] = True
    assert choose(desktop, tmp_path, is_wanted=False) == ""
    assert (desktop.switch["IsEnabled"], list(tmp_path.iterdir())) == (True, [])


def test_a_switch_on_that_nobody_answers_is_said(tmp_path):
    assert choose(Desktop(mute={"Set"}), tmp_path, is_wanted=True) == NOT_SWITCHED


@pytest.fixture
def buses(monkeypatch):
    """The address of an accessibility bus is given by the environment; returns what was connected to."""
    desktop, connected = Desktop(), []

    class Bus:
        connected = True

        def __init__(self, bus_address):
            self._address = bus_address

        async def connect(self):
            if self._address in desktop.mute:
                raise OSError
            connected.append(self._address)
            return self

        async def call(self, message):
            reply = await desktop.ask(message)
            kind = MessageType.ERROR if reply is None else MessageType.METHOD_RETURN
            return SimpleNamespace(message_type=kind, body=reply or ())

        def add_message_handler(self, hear):
            """Hear nothing."""

        def disconnect(self):
            """Nothing is open."""

        async def wait_for_disconnect(self):
            """It is closed at once."""

    monkeypatch.setattr(bus, "MessageBus", Bus)
    monkeypatch.setenv("AT_SPI_BUS_ADDRESS", GIVEN)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", SESSION)
    return SimpleNamespace(desktop=desktop, connected=connected)


def test_the_choice_counts_where_the_address_of_the_accessibility_bus_is_given(buses, tmp_path):
    bus = AccessibilityBus(on_begin=Waking(tmp_path, lambda: True).begin)
    assert asyncio.run(bus.connect())
    assert (buses.desktop.switch["IsEnabled"], buses.connected) == (True, [SESSION, GIVEN])
    assert see_to_choice(tmp_path, is_wanted=False) == ""
    assert not buses.desktop.switch["IsEnabled"]


def test_without_a_session_bus_the_given_one_is_read_and_the_choice_is_said_not_to_count(
    buses, tmp_path
):
    buses.desktop.mute = {SESSION}
    bus = AccessibilityBus(on_begin=Waking(tmp_path, lambda: True).begin)
    assert asyncio.run(bus.connect())
    assert (bus.problem, buses.connected) == ("", [GIVEN])
    assert see_to_choice(tmp_path, is_wanted=True) == NO_SESSION_BUS


def test_a_bus_that_is_opened_again_heeds_the_choice_of_that_moment(tmp_path):
    desktop, choice = Desktop(), [True]
    waking = Waking(tmp_path, lambda: choice[0])
    for choice[0] in (True, False):
        asyncio.run(waking.begin(desktop.ask))
        assert desktop.switch["IsEnabled"] is choice[0]
