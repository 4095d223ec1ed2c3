"""The stop corner and the user's hand, on a real display with a real executor."""

import pytest

from automation.core.actions import Aim, Hotkey, KeyDown, Move, Write
from automation.core.errors import Refused
from automation.core.geometry import ScreenPoint
from automation.desktop.input.protocol import ChordPressed, Killed, Takeover
from tests.desktop.executor_rig import executor_rig

pytestmark = pytest.mark.desktop

LONG_TEXT = Write("Lorem Ipsum " * 200)


@pytest.fixture(scope="module")
def shared(desktop, tmp_path_factory):
    with executor_rig(desktop, tmp_path_factory.mktemp("state"), stop_corner="top_left") as rig:
        yield rig


@pytest.fixture
def rig(shared):
    shared.reset()
    return shared


def kills(rig):
    """Return what stopped everything, once all that was done has been heard."""
    rig.client.grab({"mark": "f7"})
    rig.user.tap("f7")  # heard by the same thread, after all that came before it
    rig.heard(ChordPressed)
    rig.client.ungrab("mark")
    return [event.cause for event in rig.events if isinstance(event, Killed)]


def test_a_push_into_the_corner_ends_typing_in_the_middle(rig):
    result = rig.begin(LONG_TEXT)
    rig.window.wait_for("key down", 20)
    rig.user.move(0, 0)
    assert not result().completed
    assert rig.heard(Killed).cause == "corner"
    rig.nothing_held()


def test_a_push_between_two_actions_lets_go_and_nothing_goes_on(rig):
    rig.do(KeyDown("shift"))
    rig.user.move(0, 0)
    assert rig.heard(Killed).cause == "corner"
    rig.nothing_held()
    with pytest.raises(Refused, match="stop corner; start a new task") as refused:
        rig.client.prepare(Hotkey(("a",)))
    assert refused.value.reason == "stopped"


def test_our_own_pointer_in_the_corner_stops_nothing(rig):
    for _ in range(3):
        rig.user.move(600, 300)
        rig.client.begin_run()
        assert rig.do(Move(Aim(ScreenPoint(0, 0)))).completed
        assert rig.user.pointer() == (0, 0)
    assert kills(rig) == []


def test_a_pointer_left_in_the_corner_by_the_last_stop_does_not_end_the_next_run(rig):
    rig.user.move(0, 0)
    rig.heard(Killed)
    rig.client.begin_run()
    rig.events.clear()
    rig.user.move(1, 0)
    assert kills(rig) == []
    rig.user.move(300, 300)
    rig.user.move(0, 0)
    assert rig.heard(Killed).cause == "corner"


def test_after_a_run_the_corner_is_a_corner_like_any_other(rig):
    rig.client.end_run()
    rig.client.ping()  # requests are worked off in order
    rig.user.move(0, 0)
    assert kills(rig) == []


@pytest.mark.parametrize("point", [(0, 500), (500, 0), (1919, 1079), (3, 3)])
def test_an_edge_or_another_corner_stops_nothing_between_actions(rig, point):
    rig.user.move(*point)
    assert kills(rig) == []


def test_the_user_at_work_between_two_actions_is_no_takeover(rig):
    rig.do(Hotkey(("a",)))
    rig.user.move(900, 500)
    rig.user.click(4)
    rig.user.tap("f9")
    rig.user.move(650, 400)
    assert rig.do(Hotkey(("b",))).completed
    assert [event for event in rig.events if isinstance(event, Takeover)] == []


@pytest.mark.parametrize("button", [1, 3, 4, 5, 6, 7])
def test_every_button_and_every_turn_of_the_wheel_ends_an_action(rig, button):
    result = rig.begin(LONG_TEXT)
    rig.window.wait_for("key down", 10)
    rig.user.click(button)
    assert result().cause == "user_active"
    assert rig.heard(Takeover).by == "button"
    rig.nothing_held()


@pytest.mark.parametrize("steps", [((200, 0),), ((8, 0),) * 12], ids=["a push", "small steps"])
def test_relative_movement_ends_an_action_as_absolute_movement_does(rig, steps):
    result = rig.begin(LONG_TEXT)
    rig.window.wait_for("key down", 100)  # beyond the grace after the acceptance
    for dx, dy in steps:
        rig.user.push(dx, dy)
    assert result().cause == "user_active"
    assert rig.heard(Takeover).by == "pointer"
