"""A box is read again once after it was pressed, when its program may have turned it."""

import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

from automation.core.errors import CaptureError
from automation.core.geometry import Rect, ScreenPoint
from automation.core.hand_events import PRESS, RELEASE, HandEvent
from automation.core.observation import WindowInfo
from automation.desktop.recording import look
from automation.desktop.recording.look import TURNED_US, PressedBox, read_again
from automation.desktop.recording.moments import Look, Moment
from tests.fakes.fake_reader import element

WINDOW = WindowInfo(7, "Orders", "shop", 40, Rect(0, 0, 400, 300))
BOX = element(
    "Urgent", "checkbox", Rect(10, 10, 80, 20), window_id=7, handle=("bus", "urgent"),
    states=frozenset({"checkable"}),
)  # fmt: skip
AT = ScreenPoint(20, 20)
MOMENT = Moment(AT, WINDOW, (WINDOW,), look=Look(1, 2, (WINDOW,), (BOX,)))
T_US = 1_000_000


@pytest.fixture
def at(monkeypatch):
    def _at(t_us):
        monkeypatch.setattr(look.time, "monotonic_ns", lambda: t_us * 1000)

    yield _at
    monkeypatch.setattr(look.time, "monotonic_ns", time.monotonic_ns)


def pressed(moment=MOMENT, button=1):
    box = PressedBox()
    box.heard(HandEvent(T_US, PRESS, button), moment)
    box.heard(HandEvent(T_US, RELEASE, button), None)
    return box


def test_a_pressed_box_is_due_once_after_a_while(at):
    box = pressed()
    at(T_US + TURNED_US - 1)
    assert box.due() is None
    at(T_US + TURNED_US)
    assert box.due() == BOX
    assert box.due() is None


def test_one_that_is_still_down_or_was_followed_by_another_press_is_not(at):
    at(T_US + TURNED_US)
    down = PressedBox()
    down.heard(HandEvent(T_US, PRESS, 1), MOMENT)
    assert down.due() is None
    box = pressed()
    box.heard(HandEvent(T_US + 1, PRESS, 3), MOMENT)
    assert box.due() is None


@pytest.mark.parametrize(
    "moment",
    [
        replace(MOMENT, look=None),
        replace(MOMENT, point=ScreenPoint(200, 200)),
        replace(MOMENT, look=replace(MOMENT.look, elements=(replace(BOX, states=frozenset()),))),
    ],
)
def test_what_is_no_box_is_not_asked_for(at, moment):
    at(T_US + TURNED_US)
    assert pressed(moment).due() is None
    assert pressed(button=3).due() is None


def test_what_is_read_of_it_is_told_with_its_time_and_nothing_where_it_does_not_tell():
    def fails(box):
        raise CaptureError

    on = replace(BOX, states=BOX.states | {"checked"})
    turned = read_again(BOX, SimpleNamespace(refreshed=lambda box: on))
    assert turned.box == on
    assert turned.began_us <= turned.ended_us
    assert read_again(BOX, SimpleNamespace(refreshed=lambda box: None)) is None
    assert read_again(BOX, SimpleNamespace(refreshed=fails)) is None
