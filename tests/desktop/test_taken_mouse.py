"""Another program has grabbed the mouse: a press goes to nobody else, and lists without a type still work."""

import json
import subprocess
import sys
from contextlib import contextmanager

import pytest
import xcffib
import xcffib.xproto

from automation.core.actions import Aim, Click, Write
from automation.core.errors import Refused
from automation.core.geometry import ScreenPoint
from automation.desktop.x11 import root_of
from tests.desktop.event_window import ROOT
from tests.desktop.executor_rig import INSIDE, executor_rig
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

ITEM_PX = 22
"""From the middle of what opens a list to its first item."""
LISTS_X = 1200
"""Left of it nothing of the program with the lists lies."""


@contextmanager
def grabbed_mouse(desktop):
    """A client that has the mouse as password prompts have it; yields what tells the presses it got."""
    connection = desktop.connect()
    mode, none = xcffib.xproto.GrabMode.Async, xcffib.NONE
    presses = xcffib.xproto.EventMask.ButtonPress
    got = connection.core.GrabPointer(
        False, root_of(connection), presses, mode, mode, none, none, xcffib.CurrentTime
    )
    assert int(got.reply().status) == int(xcffib.xproto.GrabStatus.Success)
    heard = []

    def listen():
        while (event := connection.poll_for_event()) is not None:
            heard.append(type(event).__name__)
        return heard

    try:
        yield listen
    finally:
        connection.disconnect()


@contextmanager
def prompt(desktop):
    """A program with a window of its own that has mouse and keyboard; yields it."""
    argv = [sys.executable, "-m", "tests.desktop.menu_program", "prompt", "50", "700", "300", "100"]
    process = desktop.spawn(argv, stdout=subprocess.PIPE, PYTHONPATH=str(ROOT))
    try:
        while process.stdout.readline() != b"ready\n":
            pass
        yield process
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()


@contextmanager
def tk_lists(desktop):
    """The program of `tk_lists`, with where its things are and a function that waits for what it says."""
    argv = [sys.executable, "-m", "tests.desktop.tk_lists"]
    process = desktop.spawn(argv, stdout=subprocess.PIPE, PYTHONPATH=str(ROOT))
    try:
        places = {
            name: ScreenPoint(*at) for name, at in json.loads(process.stdout.readline()).items()
        }
        yield places, lambda: json.loads(process.stdout.readline())
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()


@pytest.mark.parametrize("action", [Click(Aim(INSIDE)), Write("a b", Aim(INSIDE))])
def test_nothing_is_pressed_while_another_program_has_the_mouse(desktop, tmp_path, action):
    with executor_rig(desktop, tmp_path) as rig:
        rig.reset()
        with grabbed_mouse(desktop) as heard:
            with pytest.raises(Refused, match="a program holds the mouse") as refused:
                rig.do(action)
            assert refused.value.reason == "mouse_taken"
            assert (rig.window.events, heard()) == ([], [])
        assert rig.do(action).completed


@pytest.mark.parametrize(("opener", "choice"), [("town", "Berlin"), ("bare", "Own item")])
def test_an_open_list_is_chosen_from_whether_it_says_that_it_is_one_or_not(
    desktop, tmp_path, opener, choice
):
    with executor_rig(desktop, tmp_path) as rig, tk_lists(desktop) as (places, said):
        open_list(rig, places[opener], said, is_menu=opener == "town")
        assert rig.do(Click(Aim(places[opener].offset(0, ITEM_PX)))).completed
        assert said() == choice


def test_a_list_that_says_nothing_can_be_left_but_no_text_follows(desktop, tmp_path):
    with executor_rig(desktop, tmp_path) as rig, tk_lists(desktop) as (places, said):
        open_list(rig, places["bare"], said, is_menu=False)
        with pytest.raises(Refused, match="a program holds the mouse"):
            rig.do(Write("a", Aim(places["go"])))
        assert rig.do(Click(Aim(places["go"]))).completed
        wait_for(lambda: not shown_lists(rig))
        assert rig.do(Click(Aim(places["go"]))).completed
        assert said() == "Go"


def test_a_program_that_grabs_within_its_own_window_upon_our_press_is_worked_on(desktop, tmp_path):
    with executor_rig(desktop, tmp_path) as rig, tk_lists(desktop) as (places, said):
        rig.client.begin_run()
        assert rig.do(Click(Aim(places["within"]))).completed
        assert said() == "grabbed"
        assert rig.do(Click(Aim(places["go"]))).completed
        assert said() == "Go"


def test_a_prompt_that_comes_after_our_press_gets_nothing(desktop, tmp_path):
    with executor_rig(desktop, tmp_path) as rig:
        rig.reset()
        assert rig.do(Click(Aim(INSIDE))).completed
        rig.window.wait_for("button up")
        rig.window.events.clear()
        with prompt(desktop) as asking:
            with pytest.raises(Refused, match="a program holds the mouse"):
                rig.do(Click(Aim(INSIDE)))
            assert rig.window.of("button down") == []
            asking.terminate()
            assert b"Button" not in asking.stdout.read()


def open_list(rig, point, said, *, is_menu):
    rig.client.begin_run()
    assert rig.do(Click(Aim(point))).completed
    wait_for(lambda: shown_lists(rig))
    assert is_menu or said() == "open"
    assert [w.is_menu for w in shown_lists(rig)] == [is_menu]


def shown_lists(rig):
    return [w for w in rig.windows.windows() if w.is_popup and w.rect.x >= LISTS_X]
