"""The guard of the desktop tests sees what a test leaves behind, and cleans it away."""

import subprocess
import time

import pytest
import xcffib.xtest

from automation.desktop.virtual import VirtualDesktop
from automation.desktop.x11 import root_of
from tests.leftovers import Leftovers

pytestmark = pytest.mark.desktop

_KEY_PRESS, _BUTTON_PRESS = 2, 4


@pytest.fixture
def other():
    """A second desktop, so that the guard of this test itself sees nothing."""
    with VirtualDesktop.start((640, 480)) as desktop:
        yield desktop


def _press(desktop, kind, detail):
    """Press with a connection that stays open, as a forgetful test would."""
    connection = desktop.connect()
    connection(xcffib.xtest.key).FakeInput(kind, detail, 0, root_of(connection), 0, 0, 0)
    connection.core.GetInputFocus().reply()
    return connection


def _window_is_shown(desktop):
    answer = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--class", "xterm"],
        env=desktop.env,
        capture_output=True,
        check=False,
    )
    return answer.returncode == 0


def test_says_nothing_of_a_clean_desktop(other):
    assert Leftovers(other).clear() == ""


@pytest.mark.parametrize(
    ("kind", "detail", "words"),
    [(_KEY_PRESS, 50, "keys held down"), (_BUTTON_PRESS, 1, "buttons held down")],
)
def test_names_and_releases_held_input(other, kind, detail, words):
    leftovers = Leftovers(other, settle_s=0.1)
    connection = _press(other, kind, detail)
    assert words in leftovers.clear()
    assert Leftovers(other).clear() == ""
    connection.disconnect()


def test_names_and_ends_a_program_with_its_window(other):
    leftovers = Leftovers(other, settle_s=0.1)
    other.spawn(["xterm", "-title", "forgotten"])
    deadline = time.monotonic() + 60
    while not _window_is_shown(other):
        assert time.monotonic() < deadline, "xterm did not open"
        time.sleep(0.02)
    complaint = leftovers.clear()
    assert "forgotten" in complaint
    assert "xterm" in complaint
    assert Leftovers(other).clear() == ""
