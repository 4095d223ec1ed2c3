"""An open menu of a program gets what is pressed and typed elsewhere: that is not sent."""

import pytest

from automation.core.actions import Aim, ButtonDown, Click, Hotkey, Move, Scroll, Write
from automation.core.errors import Refused
from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.input.plan import ButtonEvent, KeyEvent
from tests.fakes.executor_parts import ExecutorParts
from tests.fakes.fake_windows import FakeWindows, window

AT = Aim(ScreenPoint(500, 300))
IN_MENU = Aim(ScreenPoint(20, 20))
MENU_PLACE = Rect(0, 0, 100, 100)
PRESSES = (Click(AT), ButtonDown(AT), Scroll("down", 2, AT), Write("yes", AT))
KEYS = (Hotkey(("ctrl", "a")), Hotkey(("enter",)), Write("yes"))


def menu(pid):
    return window(7, MENU_PLACE, pid=pid, is_menu=True, is_popup=True, app="editor")


def parts_with(found, *, taken=True):
    parts = ExecutorParts(windows=FakeWindows(found, window(1, pid=101), focused=1))
    parts.is_pointer_taken = parts.is_keyboard_taken = lambda: taken
    return parts


def pressed(parts):
    return [e for e in parts.events if isinstance(e, KeyEvent | ButtonEvent) and e.is_down]


def reason(parts, action):
    try:
        return parts.do(action).cause
    except Refused as refusal:
        return refusal.reason


@pytest.mark.parametrize("action", [*PRESSES, *KEYS])
def test_what_another_programs_menu_would_get_is_not_sent(action):
    parts = parts_with(menu(pid=202))
    with pytest.raises(Refused, match="a menu or list of editor is open") as caught:
        parts.session.prepare(action)
    assert caught.value.reason == "other_menu"


@pytest.mark.parametrize("action", [*PRESSES, *KEYS])
def test_a_menu_that_has_grabbed_nothing_gets_nothing(action):
    parts = parts_with(menu(pid=202), taken=False)
    assert parts.do(action).completed


@pytest.mark.parametrize("action", [Click(IN_MENU), Scroll("down", 2, IN_MENU), Move(AT)])
def test_what_is_in_the_menu_itself_can_be_pressed(action):
    assert parts_with(menu(pid=202)).do(action).completed


@pytest.mark.parametrize("action", [Click(AT), *KEYS])
def test_a_menu_of_the_very_program_may_be_left_and_typed_into(action):
    parts = parts_with(menu(pid=101))
    parts.is_keyboard_taken = lambda: not isinstance(action, Write)
    assert parts.do(action).completed


def test_no_text_follows_a_press_that_only_closes_the_programs_own_menu():
    parts = parts_with(menu(pid=101))
    assert (reason(parts, Write("yes", AT)), pressed(parts)) == ("other_menu", [])


@pytest.mark.parametrize("action", [Click(AT), Write("yes", AT), Hotkey(("enter",))])
def test_a_menu_that_opens_after_the_approval_gets_nothing_either(action):
    parts = ExecutorParts(windows=FakeWindows(window(1, pid=101), focused=1))
    nonce = parts.session.prepare(action).nonce
    parts.is_pointer_taken = parts.is_keyboard_taken = lambda: True
    parts.windows.stack.append(menu(pid=202))
    try:
        said = parts.execute(nonce).cause
    except Refused as refusal:
        said = refusal.reason
    assert (said, pressed(parts)) == ("other_menu", [])
