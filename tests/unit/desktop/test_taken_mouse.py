"""A program that has grabbed the mouse gets every press: none is sent but into what explains the grab."""

import pytest

from automation.core.actions import Aim, ButtonDown, ButtonUp, Click, Drag, Move, Scroll, Write
from automation.core.errors import Refused
from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.input.backend import ButtonEvent
from automation.desktop.input.secure_input import FREE_WITHIN_S
from tests.fakes.executor_parts import ExecutorParts
from tests.fakes.fake_windows import FakeWindows, window

AT = Aim(ScreenPoint(500, 300))
IN_LIST = Aim(ScreenPoint(20, 20))
LIST_PLACE = Rect(0, 0, 100, 100)
PRESSES = (
    Click(AT), ButtonDown(AT), Scroll("down", 2, AT), Scroll("down", 2), Write("yes", AT),
    Drag((AT.point, ScreenPoint(600, 300))),
)  # fmt: skip


def untyped_list(pid, **facts):
    return window(7, LIST_PLACE, pid=pid, is_popup=True, **facts)


def parts_with(*above):
    parts = ExecutorParts(windows=FakeWindows(*above, window(1, pid=101), focused=1))
    parts.is_pointer_taken = lambda: True
    return parts


def pressed(parts):
    return [e for e in parts.events if isinstance(e, ButtonEvent) and e.is_down]


def said(parts, action):
    try:
        return parts.do(action).note.partition(":")[0]
    except Refused as refusal:
        return refusal.reason


@pytest.mark.parametrize("action", PRESSES)
def test_nothing_is_pressed_that_another_program_would_get(action):
    parts = parts_with()
    with pytest.raises(Refused, match="another program holds the mouse") as caught:
        parts.do(action)
    assert (caught.value.reason, parts.events) == ("mouse_taken", [])


def test_it_may_be_looked_at_while_the_user_holds_a_button():
    parts = parts_with()
    prepared = parts.session.prepare(Click(AT))
    parts.is_pointer_taken = lambda: False
    assert parts.execute(prepared.nonce).completed


@pytest.mark.parametrize("action", PRESSES)
def test_a_grab_that_ends_by_itself_is_waited_for(action):
    parts = parts_with()
    free_s = parts.clock.now_s() + FREE_WITHIN_S / 2
    parts.is_pointer_taken = lambda: parts.clock.now_s() < free_s
    assert parts.do(action).completed
    assert parts.clock.now_s() >= free_s


@pytest.mark.parametrize("action", [Move(AT), ButtonUp(AT)])
def test_what_presses_nothing_goes_on(action):
    assert parts_with().do(action).completed


@pytest.mark.parametrize("action", PRESSES[:4])
def test_an_open_list_of_the_very_program_may_be_left(action):
    assert parts_with(untyped_list(pid=101)).do(action).completed


def test_no_text_follows_a_press_that_only_closes_such_a_list():
    parts = parts_with(untyped_list(pid=101))
    assert (said(parts, Write("yes", AT)), pressed(parts)) == ("mouse_taken", [])


@pytest.mark.parametrize("action", [Click(IN_LIST), Write("yes", IN_LIST)])
def test_what_is_in_the_open_list_itself_can_be_pressed(action):
    parts = parts_with(untyped_list(pid=202))
    parts.windows.focused = 7
    assert parts.do(action).completed


@pytest.mark.parametrize(
    "other",
    [
        untyped_list(pid=202),
        untyped_list(pid=0),
        untyped_list(pid=101, is_tooltip=True),
        untyped_list(pid=101, is_minimised=True),
        window(7, LIST_PLACE, pid=101),
    ],
)
def test_what_is_no_open_list_of_the_program_explains_nothing(other):
    parts = parts_with(other)
    assert (said(parts, Click(AT)), pressed(parts)) == ("mouse_taken", [])


def test_the_second_press_of_a_double_click_waits_for_the_window_manager():
    parts = parts_with()
    free_s = [0.0]
    parts.is_pointer_taken = lambda: parts.clock.now_s() < free_s[0]

    def take(primitive):
        if isinstance(primitive, ButtonEvent) and primitive.is_down and not pressed(parts):
            free_s[0] = parts.clock.now_s() + 0.5

    parts.on_send = take
    assert parts.do(Click(AT, count=2)).completed
    assert len(pressed(parts)) == 2


def test_a_grab_within_a_double_click_ends_it():
    parts = parts_with()
    parts.is_pointer_taken = lambda: bool(pressed(parts))
    note = parts.do(Click(AT, count=2)).note
    assert "another program holds the mouse" in note
    assert (len(pressed(parts)), parts.is_quiet) == (1, True)


def test_a_button_of_ours_that_is_down_is_no_grab_of_another_program():
    parts = parts_with()
    parts.is_pointer_taken = lambda: bool(parts.backend.held()[1])
    for action in (ButtonDown(AT), Scroll("down", 2, AT), ButtonUp(AT)):
        assert parts.do(action).completed
