"""A program that has grabbed the mouse gets every press: none is sent but into what explains the grab."""

import pytest

from automation.core.actions import (
    Aim,
    ButtonDown,
    ButtonUp,
    Click,
    Drag,
    Hotkey,
    Move,
    Scroll,
    Write,
)
from automation.core.errors import Refused
from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.input.grabs import FREE_WITHIN_S, OPENS_WITHIN_S
from automation.desktop.input.plan import ButtonEvent
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
        return parts.do(action).cause
    except Refused as refusal:
        return refusal.reason


@pytest.mark.parametrize("action", PRESSES)
def test_nothing_is_pressed_that_another_program_would_get(action):
    parts = parts_with()
    with pytest.raises(Refused, match="a program holds the mouse") as caught:
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
    assert (said(parts, Write("yes", AT)), parts.events) == ("mouse_taken", [])


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


def test_a_prompt_within_a_double_click_ends_it():
    parts = parts_with()
    parts.is_pointer_taken = lambda: bool(pressed(parts))

    def prompt(primitive):
        if isinstance(primitive, ButtonEvent) and primitive.is_down:
            parts.windows.stack.append(window(9, pid=303))

    parts.on_send = prompt
    note = parts.do(Click(AT, count=2)).note
    assert "a program holds the mouse" in note
    assert (len(pressed(parts)), parts.is_quiet) == (1, True)


def test_a_button_of_ours_that_is_down_is_no_grab_of_another_program():
    parts = parts_with(window(2, LIST_PLACE, pid=202))
    parts.is_pointer_taken = lambda: bool(parts.backend.held()[1])
    for action in (ButtonDown(AT), Scroll("down", 2, IN_LIST), ButtonUp(IN_LIST)):
        assert parts.do(action).completed


@pytest.mark.parametrize("opener", [Click(AT), Hotkey(("alt", "f"))])
def test_a_grab_that_our_own_press_made_is_explained_by_it(opener):
    """Toolkits that draw a menu within the window grab for it, and show no window of its own."""
    parts = opened(opener)
    assert parts.do(Click(AT)).completed
    assert parts.do(Click(AT)).completed
    assert said(parts, Write("yes", AT)) == "mouse_taken"


def test_it_explains_nothing_to_another_program():
    parts = opened(Click(AT), window(2, LIST_PLACE, pid=202))
    assert said(parts, Click(IN_LIST)) == "mouse_taken"
    assert parts.do(Click(AT)).completed


def test_it_explains_nothing_where_nobody_tells_whose_window_it_is():
    parts = ExecutorParts(windows=FakeWindows(window(1, pid=0), focused=1))
    assert parts.do(Click(AT)).completed
    parts.is_pointer_taken = lambda: True
    assert said(parts, Click(AT)) == "mouse_taken"


def test_it_explains_no_grab_that_is_met_long_after_it():
    parts = opened(Click(AT))
    parts.clock.advance(OPENS_WITHIN_S + 1)
    assert said(parts, Click(AT)) == "mouse_taken"


def test_a_grab_that_was_met_in_time_is_explained_however_long_the_approval_takes():
    parts = opened(Click(AT))
    prepared = parts.session.prepare(Click(AT))
    parts.clock.advance(OPENS_WITHIN_S + 1)
    assert parts.execute(prepared.nonce).completed


def test_a_press_that_was_not_sent_explains_nothing():
    parts = parts_with()
    parts.is_pointer_taken = lambda: False
    parts.on_send = lambda primitive: parts.windows.stack.insert(0, window(2, pid=202))
    assert said(parts, Click(AT)) == "changed"
    parts.on_send = lambda primitive: None
    parts.windows.stack = [w for w in parts.windows.stack if w.window_id != 2]
    parts.is_pointer_taken = lambda: True
    assert said(parts, Click(AT)) == "mouse_taken"
    assert pressed(parts) == []


@pytest.mark.parametrize("number", range(1, 10))
def test_no_press_goes_out_after_an_answer_that_the_mouse_is_taken(number):
    parts, answers = parts_with(), []

    def is_taken():
        answers.append(len(answers) + 1 >= number)
        return answers[-1]

    parts.is_pointer_taken = is_taken
    said(parts, Click(AT))
    assert not (pressed(parts) and any(answers))


def test_the_bare_desktop_gets_nothing_while_the_mouse_is_taken():
    parts = ExecutorParts(windows=FakeWindows(window(1, LIST_PLACE, pid=101), focused=1))
    parts.is_pointer_taken = lambda: True
    assert said(parts, Click(AT)) == "mouse_taken"


@pytest.mark.parametrize("above", [(), (untyped_list(pid=101),)])
def test_neither_a_press_nor_a_list_explains_it_once_another_programs_window_has_come(above):
    parts = opened(Click(AT), *above)
    parts.windows.stack.append(window(9, pid=303))
    assert said(parts, Click(AT)) == "mouse_taken"


@pytest.mark.parametrize(
    "facts",
    [
        {"pid": 101},
        {"is_tooltip": True},
        {"is_notice": True},
        {"is_minimised": True},
        {"is_own": True},
    ],
)
def test_what_is_no_prompt_of_another_program_may_come(facts):
    parts = opened(Click(AT))
    parts.windows.stack.append(window(9, **{"pid": 303} | facts))
    assert parts.do(Click(AT)).completed


def test_a_mouse_that_was_free_since_is_explained_by_no_earlier_press():
    parts = opened(Click(AT))
    parts.is_pointer_taken = lambda: False
    prepared = parts.session.prepare(Click(AT))
    parts.is_pointer_taken = lambda: True
    with pytest.raises(Refused) as caught:
        parts.execute(prepared.nonce)
    assert caught.value.reason == "mouse_taken"


def test_a_menu_that_the_window_manager_shows_as_a_window_can_be_pressed_and_takes_the_rest():
    menu = window(7, LIST_PLACE, pid=50, is_menu=True)
    parts = parts_with(menu)
    assert parts.do(Click(IN_LIST)).completed
    assert said(parts, Click(AT)) == "other_menu"


@pytest.mark.parametrize(("lasts", "presses", "word"), [(1, 1, ""), (400, 0, "mouse_taken")])
def test_a_grab_that_comes_after_the_pointer_is_in_place_is_waited_for_too(lasts, presses, word):
    parts = parts_with()
    asked = []

    def is_taken():
        asked.append(parts.backend.pointer() == AT.point)
        return 1 < sum(asked) <= 1 + lasts

    parts.is_pointer_taken = is_taken
    assert (said(parts, Click(AT)), len(pressed(parts))) == (word, presses)


def test_no_text_follows_where_the_list_opens_after_the_second_look():
    parts = parts_with(untyped_list(pid=101))
    parts.is_pointer_taken = lambda: parts.backend.pointer() == AT.point
    assert (said(parts, Write("yes", AT)), pressed(parts)) == ("mouse_taken", [])


def opened(opener, *above):
    """An executor that has just sent the press, upon which the mouse is grabbed."""
    parts = parts_with(*above)
    parts.is_pointer_taken = lambda: False
    assert parts.do(opener).completed
    parts.is_pointer_taken = lambda: True
    return parts
