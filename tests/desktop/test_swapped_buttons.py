"""The buttons of the mouse are swapped, as left-handed people have them: a right click stays a right click."""

import pytest

from automation.core.actions import Aim, ButtonDown, ButtonUp, Click, Drag, Scroll
from automation.desktop.input.protocol import Takeover
from tests.desktop.executor_rig import INSIDE, executor_rig
from tests.kit.waiting import wait_for
from tests.quiet_pyautogui import quiet_pyautogui

pytestmark = pytest.mark.desktop

LEFT_HANDED = (3, 2, 1)
WHEEL_TURNED = (1, 2, 3, 5, 4, 7, 6)
SIDES_SWAPPED = (1, 2, 3, 4, 5, 6, 7, 9, 8)


@pytest.fixture(scope="module", params=["x11", "pyautogui"])
def rig(desktop, request, tmp_path_factory):
    with (
        quiet_pyautogui(),
        executor_rig(desktop, tmp_path_factory.mktemp("rig"), backend=request.param) as rig,
    ):
        rig.backend = request.param
        rig.plain = tuple(rig.user.connection.core.GetPointerMapping().reply().map)
        yield rig


@pytest.fixture(autouse=True)
def plain(rig):
    rig.reset()
    yield
    set_buttons(rig, ())


def set_buttons(rig, first):
    """Give the first buttons these meanings, the others their own, as `xmodmap -e "pointer = ..."` does."""
    meanings = (*first, *rig.plain[len(first) :])
    reply = rig.user.connection.core.SetPointerMapping(len(meanings), meanings).reply()
    assert reply.status == 0


def heard(rig, count):
    """Return the first so many presses and releases of buttons that the window got."""

    def buttons():
        return [e for e in tuple(rig.window.events) if e[0].startswith("button")]

    wait_for(lambda: len(buttons()) >= count)
    return buttons()


@pytest.mark.parametrize(("button", "number"), [("left", 1), ("middle", 2), ("right", 3)])
def test_a_click_arrives_as_the_button_that_was_approved(rig, button, number):
    set_buttons(rig, LEFT_HANDED)
    assert rig.do(Click(Aim(INSIDE), button)).completed
    assert heard(rig, 2) == [("button down", number), ("button up", number)]
    assert not [event for event in rig.events if isinstance(event, Takeover)]


def test_a_drag_is_one_with_the_approved_button_and_a_held_button_comes_up(rig):
    set_buttons(rig, LEFT_HANDED)
    assert rig.do(Drag((INSIDE, INSIDE.offset(40, 20)))).completed
    rig.do(ButtonDown(Aim(INSIDE)))
    rig.do(ButtonUp(Aim(INSIDE)))
    assert heard(rig, 4) == [("button down", 1), ("button up", 1)] * 2
    rig.nothing_held()


@pytest.mark.parametrize(("direction", "number"), [("up", 4), ("down", 5), ("left", 6)])
def test_the_wheel_turns_the_approved_way(rig, direction, number):
    set_buttons(rig, WHEEL_TURNED)
    assert rig.do(Scroll(direction, 2, Aim(INSIDE))).completed
    assert heard(rig, 4) == [("button down", number), ("button up", number)] * 2


def test_a_side_button_arrives_as_approved(rig):
    set_buttons(rig, SIDES_SWAPPED)
    if rig.backend == "pyautogui":
        sent = rig.do(Click(Aim(INSIDE), "back"))
        assert (sent.completed, "has left, middle and right" in sent.note) == (False, True)
        return
    assert rig.do(Click(Aim(INSIDE), "back")).completed
    assert heard(rig, 2) == [("button down", 8), ("button up", 8)]


def test_buttons_are_looked_up_for_each_press(rig):
    for meanings in (LEFT_HANDED, (), (2, 3, 1), LEFT_HANDED):
        set_buttons(rig, meanings)
        rig.window.events.clear()
        rig.client.begin_run()  # a fourth press of the same thing is asked about
        assert rig.do(Click(Aim(INSIDE), "right")).completed
        assert heard(rig, 2) == [("button down", 3), ("button up", 3)]


def test_a_button_that_the_mouse_does_not_have_is_refused(rig):
    set_buttons(rig, (1, 2, 0))
    with_moves = rig.do(Click(Aim(INSIDE), "right"))
    assert (with_moves.completed, with_moves.cause) == (False, "unsupported")
    assert "no button of the mouse is the right one" in with_moves.note
    assert not [event for event in rig.window.events if event[0].startswith("button")]


def test_pyautogui_does_not_turn_the_wheel_for_a_button(rig):
    set_buttons(rig, (4, 2, 3, 1))
    if rig.backend == "x11":
        assert rig.do(Click(Aim(INSIDE))).completed
        assert heard(rig, 2) == [("button down", 1), ("button up", 1)]
        return
    sent = rig.do(Click(Aim(INSIDE)))
    assert (sent.completed, "choose the x11 backend" in sent.note) == (False, True)


def test_a_stop_lets_go_of_a_button_that_is_another_one_on_the_mouse(rig):
    set_buttons(rig, LEFT_HANDED)
    rig.do(ButtonDown(Aim(INSIDE)))
    wait_for(lambda: rig.user.buttons_down() == [1])
    rig.client.release_all()
    rig.nothing_held()
