"""Hands that wait for the user's modifiers look again before they press."""

import pytest

from automation.core.actions import Aim, ButtonDown, Click, Hotkey, KeyDown, Scroll, Write
from automation.core.errors import Refused
from automation.core.geometry import ScreenPoint
from automation.desktop.input.plan import ButtonEvent, KeyEvent
from tests.fakes.executor_parts import ExecutorParts
from tests.fakes.fake_windows import FakeWindows, window

AT = Aim(ScreenPoint(500, 300))


def while_shift_is_held(parts, happening):
    """Let something happen while the user holds Shift for a second of the execution."""
    begun_s = []

    def held_modifiers():
        begun_s.append(parts.clock.now_s())
        if parts.clock.now_s() - begun_s[0] < 1.0:
            return frozenset({"shift"})
        happening()
        return frozenset()

    parts.backend.held_modifiers = held_modifiers


def pressed(parts):
    return [e for e in parts.events if isinstance(e, KeyEvent | ButtonEvent) and e.is_down]


@pytest.mark.parametrize("action", [Hotkey(("enter",)), KeyDown("enter"), Write("yes")])
def test_keys_do_not_go_to_a_window_that_took_the_focus_meanwhile(action):
    parts = ExecutorParts(windows=FakeWindows(window(1), window(2), focused=1))
    while_shift_is_held(parts, lambda: setattr(parts.windows, "focused", 2))
    with pytest.raises(Refused) as caught:
        parts.do(action)
    assert caught.value.reason == "changed"
    assert pressed(parts) == []


@pytest.mark.parametrize("action", [Click(AT), ButtonDown(AT), Scroll("down", 3, AT)])
def test_no_button_is_pressed_in_a_window_that_came_to_lie_there_meanwhile(action):
    parts = ExecutorParts(windows=FakeWindows(window(1), focused=1))
    while_shift_is_held(parts, lambda: parts.windows.stack.insert(0, window(2)))
    parts.do(action)
    assert pressed(parts) == []


def test_a_shortcut_may_change_the_focus_itself():
    parts = ExecutorParts(windows=FakeWindows(window(1), window(2), focused=1))
    parts.on_send = lambda primitive: setattr(parts.windows, "focused", 2)
    assert parts.do(Hotkey(("alt", "tab"), repeat=2)).completed
