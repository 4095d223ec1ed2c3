"""Where input methods are asked when the environment tells little, as under cron."""

import socket
from types import SimpleNamespace

import pytest

from automation.desktop import input_methods
from automation.desktop.input_methods import InputMethods


@pytest.fixture
def methods(monkeypatch):
    """Return what asks in an environment that holds only what is given."""
    made = []

    def of(**environ):
        for name in ("HOME", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"):
            monkeypatch.delenv(name, raising=False)
        made.append(InputMethods(environ, display=":9"))
        return made[-1]

    yield of
    for one in made:
        one.close()


def test_without_a_home_and_a_session_bus_there_is_no_input_method(methods):
    asking = methods()
    assert asking.now() is None
    asking.latest()
    assert asking.now() is None


def test_the_session_bus_that_systemd_made_is_asked(methods, monkeypatch, tmp_path):
    asked = []

    class Bus:
        connected = True

        def __init__(self, **address):
            asked.append(address["bus_address"])

        async def connect(self):
            return self

        async def call(self, message):
            kind = input_methods.MessageType.METHOD_RETURN
            return SimpleNamespace(message_type=kind, body=["mozc"])

        def disconnect(self):
            """Nothing is open."""

        async def wait_for_disconnect(self):
            """It is closed at once."""

    monkeypatch.setattr(input_methods, "MessageBus", Bus)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "bus"))
        found = methods(XDG_RUNTIME_DIR=str(tmp_path)).now()
    assert (found.engine, asked) == ("mozc", [f"unix:path={tmp_path / 'bus'}"])
