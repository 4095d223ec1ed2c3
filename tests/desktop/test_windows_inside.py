"""A window of one program inside another one's: whoever owns it gets the press, and is named."""

import os
from contextlib import contextmanager

import pytest

from automation.core.actions import Aim, Click, Hotkey
from automation.core.errors import Refused
from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.x11 import X11Server
from tests.desktop.event_window import event_window
from tests.desktop.executor_rig import INSIDE, PLACE, executor_rig
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

WHOLE = Rect(0, 0, PLACE.w, PLACE.h)
ABOVE = ScreenPoint(INSIDE.x, PLACE.y + 8)
"""In the title bar."""


@pytest.fixture(scope="module")
def rig(desktop, tmp_path_factory):
    with executor_rig(desktop, tmp_path_factory.mktemp("rig")) as rig:
        yield rig


@pytest.fixture(autouse=True)
def good_as_new(rig):
    rig.reset()


@contextmanager
def stranger_in(desktop, window, rect=WHOLE):
    """A window of a third program inside this one."""
    with event_window(desktop, rect, title=str(window), kind="inside") as inside:
        yield inside


def presses(*windows):
    return [e for window in windows for e in window.events if e[0].startswith("button")]


def test_a_strange_window_that_comes_into_the_target_takes_no_approved_press(desktop, rig):
    nonce = rig.client.prepare(Click(Aim(INSIDE))).nonce
    with stranger_in(desktop, rig.window.id) as stranger:
        with pytest.raises(Refused, match="the window at the target was") as refused:
            rig.execute(nonce)
        assert (refused.value.reason, presses(rig.window, stranger)) == ("changed", [])
    assert rig.do(Click(Aim(INSIDE))).completed


def test_a_strange_window_in_the_target_is_told_as_what_the_press_would_reach(desktop, rig):
    with stranger_in(desktop, rig.window.id) as stranger:
        assert rig.client.prepare(Click(Aim(INSIDE))).window_id == stranger.id
        aside = Click(Aim(ScreenPoint(PLACE.x + 20, PLACE.y + 20)))
        assert rig.client.prepare(aside).window_id == stranger.id
    with stranger_in(desktop, rig.window.id, Rect(0, 0, 50, 50)):
        assert rig.client.prepare(Click(Aim(INSIDE))).window_id == rig.window.id


def test_a_strange_window_in_the_title_bar_is_told_too(desktop, rig):
    server = X11Server(desktop.display)
    frame = server.core.QueryTree(rig.window.id).reply().parent
    assert rig.windows.top_at(ABOVE).window_id == rig.window.id
    with stranger_in(desktop, frame, Rect(0, 0, PLACE.w, 30)) as stranger:
        assert rig.windows.top_at(ABOVE).window_id == stranger.id
    server.close()


def test_keys_that_go_to_a_strange_window_in_the_focused_one_are_told(desktop, rig):
    nonce = rig.client.prepare(Hotkey(("esc",))).nonce
    with stranger_in(desktop, rig.window.id) as stranger:
        core = rig.user.connection.core
        core.SetInputFocus(1, stranger.id, 0, is_checked=True).check()
        assert rig.windows.focus().window_id == stranger.id
        with pytest.raises(Refused, match="the keyboard focus was"):
            rig.execute(nonce)
        core.SetInputFocus(1, rig.window.id, 0, is_checked=True).check()


def test_what_says_that_it_is_embedded_belongs_to_the_window_that_it_is_in(desktop, rig, drawn):
    with stranger_in(desktop, rig.window.id) as stranger:
        assert rig.windows.top_at(INSIDE).window_id == stranger.id
        drawn.set_number(stranger.id, "_XEMBED_INFO", 0)
        drawn.flush()
        assert rig.windows.top_at(INSIDE).window_id == rig.window.id


def test_a_window_of_a_process_that_the_program_started_is_the_programs(desktop, rig, drawn):
    window = drawn.create(Rect(1100, 200, 300, 200))
    at = wait_for(lambda: (w := rig.windows.top_at(ScreenPoint(1200, 300))) and w)
    assert (at.window_id, at.pid) == (window, os.getpid())
    with stranger_in(desktop, window):  # started by this very process
        assert rig.windows.top_at(ScreenPoint(1200, 300)).window_id == window
