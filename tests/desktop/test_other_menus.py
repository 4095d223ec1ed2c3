"""A menu of another program that is open gets a press elsewhere: nothing is sent, and no text follows."""

import subprocess
import sys
from contextlib import contextmanager

import pytest

from automation.core.actions import Aim, Click, Hotkey, Write
from automation.core.errors import Refused
from automation.core.geometry import Rect
from automation.desktop.input.grabs import PointerProbe
from tests.desktop.event_window import ROOT
from tests.desktop.executor_rig import INSIDE, executor_rig
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

MENU = Rect(1000, 100, 150, 200)


@pytest.fixture
def probe(desktop):
    connection = desktop.connect()
    yield PointerProbe(connection)
    connection.disconnect()


@contextmanager
def open_menu(desktop):
    """A process that shows a menu; yields it once it has mouse and keyboard."""
    place = map(str, (MENU.x, MENU.y, MENU.w, MENU.h))
    argv = [sys.executable, "-m", "tests.desktop.menu_program", "menu", *place]
    process = desktop.spawn(argv, stdout=subprocess.PIPE, PYTHONPATH=str(ROOT))
    try:
        assert process.stdout.readline() == b"ready\n"
        yield process
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()


@pytest.mark.parametrize(
    "action", [Click(Aim(INSIDE)), Write("a b", Aim(INSIDE)), Hotkey(("enter",)), Write("a b")]
)
def test_nothing_goes_into_another_programs_menu(desktop, tmp_path, probe, action):
    with executor_rig(desktop, tmp_path) as rig:
        rig.reset()
        with open_menu(desktop) as menu:
            assert [w.rect for w in rig.windows.menus()] == [MENU]
            assert probe.is_taken()
            with pytest.raises(Refused) as refused:
                rig.do(action)
            assert refused.value.reason == "other_menu"
            assert rig.window.events == []
            menu.terminate()
            assert menu.stdout.read() == b""
        wait_for(lambda: not rig.windows.menus() and not probe.is_taken())
        rig.client.begin_run()
        assert rig.do(action).completed


def test_an_item_of_the_menu_itself_can_be_pressed(desktop, tmp_path, probe):
    with executor_rig(desktop, tmp_path) as rig, open_menu(desktop) as menu:
        assert probe.is_taken()
        rig.client.begin_run()
        assert rig.do(Click(Aim(MENU.center))).completed
        assert menu.stdout.readline() == b"ButtonPressEvent\n"
