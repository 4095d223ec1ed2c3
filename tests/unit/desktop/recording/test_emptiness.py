"""A field counts as empty only where it was read after everything that may have filled it."""

from dataclasses import replace

import pytest

from automation.core.geometry import Rect
from automation.core.hand_events import (
    CTRL,
    KEY_DOWN,
    KEY_UP,
    LOST,
    MOVE,
    PRESS,
    RELEASE,
    RESUMED,
    SECRET,
    UNTOLD,
    FieldValue,
    HandEvent,
)
from automation.desktop.recording.privacy import LATE_US, Emptiness
from tests.fakes.fake_reader import element

NAME = element("Name", "field", Rect(40, 60, 200, 24))
SHIFT, TAB, BACK_TAB, ENTER, A = 0xFFE1, 0xFF09, 0xFE20, 0xFF0D, 0x61


def read(at_us, value="", field=NAME):
    return FieldValue(field.handle, value, at_us, at_us + 1000)


def key(t_us, keysym=A):
    return HandEvent(t_us, KEY_DOWN, keysym=keysym)


def was_empty(*happened, at_us=2_000_000, field=NAME):
    known = Emptiness()
    for one in happened:
        if isinstance(one, FieldValue):
            known.looked(one)
        else:
            known.heard(one)
    return known.was_empty(field, at_us)


@pytest.mark.parametrize(
    "moved", [HandEvent(1_000_000, PRESS, 1), key(1_000_000, TAB), key(1_000_000, BACK_TAB)]
)
def test_a_field_that_was_read_after_the_keyboard_came_there_was_empty(moved):
    assert was_empty(moved, read(1_010_000))
    assert not was_empty(read(990_000), moved)


def test_a_field_that_nobody_read_or_that_held_something_was_not():
    assert not was_empty()
    assert not was_empty(read(1_000_000, "Bob"))
    assert not was_empty(read(1_000_000), read(1_100_000, "Bob"))
    assert not was_empty(read(1_000_000, field=element("Town", "field", Rect(0, 0, 9, 9))))
    assert not was_empty(read(1_000_000), field=replace(NAME, handle=None))


def test_what_was_read_later_tells_nothing_of_a_key():
    assert was_empty(read(1_000_000), read(2_010_000, "A"))
    assert not was_empty(read(1_000_000, "Bob"), read(2_010_000))


@pytest.mark.parametrize(
    "event",
    [
        key(1_000_000),
        key(1_000_000, TAB)._replace(state=CTRL),
        key(1_000_000, ENTER),
        HandEvent(1_000_000, PRESS, 2),
        HandEvent(1_000_000, PRESS, 4),
        HandEvent(1_000_000, SECRET),
        HandEvent(1_000_000, SECRET, flags=UNTOLD),
        HandEvent(1_000_000, RESUMED),
        HandEvent(1_000_000, LOST),
    ],
)
def test_what_a_program_may_not_show_yet_is_not_known(event):
    assert not was_empty(event, read(1_000_000 + LATE_US - 1))
    assert was_empty(event, read(1_000_000 + LATE_US))


def test_a_capital_letter_and_the_pointer_change_nothing():
    events = (
        key(1_990_000, SHIFT),
        HandEvent(1_990_000, MOVE),
        HandEvent(1_990_000, RELEASE, 1),
    )
    assert was_empty(read(1_000_000), *events, HandEvent(1_995_000, KEY_UP, keysym=SHIFT))
