"""Who decides tells at once what is waited for, and passes on what was decided in its order."""

import time
from types import SimpleNamespace

import pytest

from automation.core.geometry import ScreenPoint
from automation.core.hand_events import KEY_DOWN, PRESS, SECRET, FieldValue, HandEvent
from automation.desktop.recording.listen import Look, Moment
from automation.desktop.recording.privacy import SETTLE_US
from automation.desktop.recording.recorder import Decider
from tests.fakes.fake_reader import element

WAIT_S = 60.0
USER = element("User", "field")


class Deciding:
    def __init__(self):
        self.released, self.notes, self.wishes = [], [], []
        blind = SimpleNamespace(
            said=lambda look: "blind" if not look.is_told else "",
            record_text=lambda **how: self.wishes.append(how["is_wanted"]),
        )
        self.decider = Decider(
            blind, text_everywhere=False, on_released=self.released.append,
            on_note=self.notes.append,
        )  # fmt: skip

    def hear(self, kind, **more):
        now_us = time.monotonic_ns() // 1000
        event = HandEvent(now_us, kind, **more)
        moment = Moment(ScreenPoint(1, 1), None, ()) if kind == PRESS else None
        self.decider.take((event, moment))
        return now_us

    def until(self, condition):
        end_s = time.monotonic() + WAIT_S
        while not condition():
            assert time.monotonic() < end_s
            time.sleep(0.005)

    def kinds(self):
        return [one.event.kind for one in self.released]


@pytest.fixture
def deciding():
    made = Deciding()
    yield made
    made.decider.finish()


def test_a_look_is_asked_for_after_a_press_though_nothing_waits_for_it(deciding):
    pressed_us = deciding.hear(PRESS, button=1)
    deciding.until(lambda: deciding.decider.waiting_us == pressed_us + SETTLE_US)
    assert deciding.kinds() == [PRESS]
    began = pressed_us + SETTLE_US
    deciding.decider.take(Look(began, began + 1, (), (USER,), focused=USER))
    deciding.until(lambda: deciding.decider.waiting_us is None)


def test_keys_before_a_tab_ask_for_their_field_and_for_the_password_fields(deciding):
    begin_us = deciding.hear(PRESS, button=1)

    def at(ms):
        return begin_us + 1000 * ms

    def looked(ms, **more):
        deciding.decider.take(Look(at(ms), at(ms) + 1, (), (USER,), focused=USER, **more))

    looked(300, held=FieldValue(USER.handle, "", at(300), at(301)))
    for ms, keysym in ((400, ord("b")), (401, 0xFF09)):
        deciding.decider.take((HandEvent(at(ms), KEY_DOWN, keycode=38, keysym=keysym), None))
    deciding.until(lambda: deciding.decider.asked_fields_us == at(401))
    assert deciding.decider.asked_value == USER
    looked(700, fields_us=at(100))
    looked(800, secret_boxes=(USER.box,), read_again=(USER.handle, "b"))
    deciding.until(lambda: deciding.kinds() == [PRESS, KEY_DOWN, KEY_DOWN])
    deciding.until(lambda: deciding.decider.asked_value is None)
    assert deciding.decider.asked_fields_us is None


def test_text_is_recorded_from_when_it_is_wanted(deciding):
    deciding.decider.record_text(is_wanted=True)
    deciding.until(lambda: deciding.wishes == [True])
    at_us = deciding.hear(KEY_DOWN, keycode=38, keysym=ord("a"))
    began = at_us + 10**6
    deciding.decider.take(Look(began, began + 1, (), is_told=False))
    assert deciding.decider.wait(WAIT_S)
    assert deciding.kinds() == [KEY_DOWN]
    deciding.decider.record_text(is_wanted=False)
    at_us = deciding.hear(KEY_DOWN, keycode=38, keysym=ord("b"))
    began = at_us + 10**7
    deciding.decider.take(Look(began, began + 1, (), is_told=False))
    assert deciding.decider.wait(WAIT_S)
    assert deciding.kinds() == [KEY_DOWN, SECRET]
    assert deciding.notes == ["blind", "blind"]
