"""A recording from elsewhere: every fault is told with its place, and a sound one has none."""

import struct
import zlib

import numpy as np
import pytest

from automation.core import hand_events
from automation.core.hand_events import HandEvent
from automation.macros.record import raw_file
from automation.macros.record.raw_file import (
    DTYPE,
    MAX_EVENTS,
    event_problems,
    head,
    packed,
    sealed,
    to_array,
)
from tests.fakes.recorded import Hands

HEAD = 32
EVENTS = Hands().click(5, 6).type("Hello").chord("ctrl", "s").events


def file_of(events):
    """Return a file whose head and checks fit, whatever its events are."""
    data = sealed(events).tobytes()
    return head(len(events), zlib.crc32(data)) + data


def changed(name, at, value):
    array = to_array(EVENTS)
    array[name][at] = value
    return file_of(array)


def only(data):
    (problem,) = event_problems(data)
    return problem


def test_a_recording_of_ours_has_no_problem():
    assert event_problems(packed(to_array(EVENTS))) == ()
    assert event_problems(packed(np.zeros(0, DTYPE))) == ()
    assert event_problems(None) == ()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("kind", 99, "has the kind 99, expected 1 to 11"),
        ("kind", 0, "has the kind 0"),
        ("t_us", -5, "is at -5 us, before the beginning"),
        ("t_us", 0, "before the event in front of it"),
        ("keysym", 1 << 29, "has the keysym 0x20000000, expected at most 0x1fffffff"),
        ("base", 1 << 29, "has the base"),
        ("state", 0x100, "has the state 0x100"),
        ("group", 4, "has the group 0x4, expected at most 0x3"),
        ("flags", 4, "has the flags 0x4"),
    ],
)
def test_a_value_that_none_has_is_told_with_its_event_and_byte(name, value, said):
    problems = event_problems(changed(name, 3, value))
    assert {problem.where for problem in problems} == {f"events.bin, byte {HEAD + 3 * 44:,}"}
    assert any(problem.reason.startswith("event 4 ") for problem in problems)
    assert any(said in problem.reason for problem in problems)
    assert all("leave the recording out" in problem.advice for problem in problems)


def test_a_press_of_no_button_is_told():
    array = to_array([HandEvent(1, hand_events.PRESS, button=0)])
    assert only(file_of(array)).reason == "event 1 presses no button"


def test_an_event_whose_check_is_another_is_told_and_the_rest_counted():
    data = bytearray(packed(to_array(EVENTS)))
    for at in (2, 5, 6):
        data[HEAD + at * 44 + 24] ^= 0x10
    problem = only(bytes(data))
    assert problem.where == "events.bin, byte 120"
    assert problem.reason == "event 3 is damaged: its check is another, and 2 more are so"


def test_a_key_in_secret_is_told():
    array = to_array(
        [HandEvent(1, hand_events.SECRET), HandEvent(2, hand_events.KEY_DOWN), HandEvent(3, 8)]
    )
    assert only(file_of(array)).reason == "event 2 is a key that was typed in secret"


def test_bytes_behind_the_last_event_and_a_count_that_lies_are_told():
    data = packed(to_array(EVENTS))
    problem = only(data + b"x")
    assert problem.where == f"events.bin, byte {len(data):,}"
    assert problem.reason == "something stands behind the last whole event: 1 byte"
    said = only(data[:-44]).reason
    assert said == f"it says that it has {len(EVENTS)} events, and {len(EVENTS) - 1} are there"


def test_events_that_changed_places_at_one_time_are_told_by_the_sum():
    array = to_array([event._replace(t_us=7) for event in EVENTS])
    data = packed(array)
    swapped = data[:HEAD] + data[HEAD + 44 : HEAD + 88] + data[HEAD : HEAD + 44] + data[HEAD + 88 :]
    assert "the sum is another" in only(swapped).reason


def test_something_where_the_head_has_zeros_is_told():
    data = bytearray(packed(to_array(EVENTS)))
    data[12] = 1
    data[28:32] = struct.pack("<I", zlib.crc32(data[:28]))
    assert only(bytes(data)).where == "events.bin, byte 12"


@pytest.mark.parametrize("data", [b"", b"dhevents", b"PK\x03\x04" + bytes(100)])
def test_what_is_no_recording_is_told(data):
    assert "is no recording" in only(data).reason


def test_a_recording_that_was_not_finished_is_no_more_than_a_note():
    data = sealed(to_array(EVENTS)).tobytes()
    problem = only(head(raw_file.GOES_ON, 0) + data)
    assert problem.is_note
    assert "was not finished" in problem.reason


def test_the_most_events_are_taken_and_one_more_is_refused():
    array = np.zeros(MAX_EVENTS, DTYPE)
    array["t_us"] = np.arange(MAX_EVENTS)
    array["kind"] = hand_events.MOVE
    data = packed(array)
    assert event_problems(data) == ()
    assert "more than 1,000,000 events" in only(data + bytes(44)).reason
