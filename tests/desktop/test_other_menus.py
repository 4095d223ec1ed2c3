"""A menu of another program that is open gets a press elsewhere: nothing is sent, and no text follows."""

import sys

import pytest

from automation.core.actions import Aim, Click, Hotkey, Write
from automation.core.errors import Refused
from automation.desktop.input.secure_input import PointerProbe
from tests.desktop.drawn_windows import wait_for
from tests.desktop.event_window import ROOT
from tests.desktop.executor_rig import INSIDE, executor_rig

pytestmark = pytest.mark.desktop

FORM = "Library card"
AT = ("950", "100", "560", "560")


@pytest.fixture
def rig(desktop, tmp_path):
    with executor_rig(desktop, tmp_path) as rig:
        yield rig


@pytest.fixture
def open_menu(desktop, rig):
    """Another program with a menu that the user has opened."""
    form = desktop.spawn([sys.executable, "-m", "app.demo_form", "--at", *AT], PYTHONPATH=str(ROOT))
    try:
        found = wait_for(lambda: window_called(rig, FORM))
        rig.user.move(found.rect.x + 20, found.rect.y + 10)  # its menu bar
        rig.user.click()
        wait_for(rig.windows.menus)
        yield form
    finally:
        form.terminate()
        form.wait()


def window_called(rig, title):
    return next((w for w in rig.windows.windows() if w.title == title), None)


@pytest.mark.parametrize(
    "action", [Click(Aim(INSIDE)), Write("a b", Aim(INSIDE)), Hotkey(("enter",)), Write("a b")]
)
def test_nothing_goes_into_another_programs_menu(desktop, rig, open_menu, action):
    probe = PointerProbe(desktop.connect())
    assert probe.is_taken()
    rig.windows.activate(rig.window.id)
    wait_for(rig.has_focus)
    rig.wait_for_ears()
    rig.client.begin_run()
    with pytest.raises(Refused) as refused:
        rig.do(action)
    assert refused.value.reason == "other_menu"
    assert rig.windows.menus(), "the press closed it"
    rig.user.tap("esc")
    wait_for(lambda: not rig.windows.menus() and not probe.is_taken())
    rig.windows.activate(rig.window.id)
    wait_for(rig.has_focus)
    rig.wait_for_ears()
    rig.client.begin_run()
    assert rig.do(action).completed
