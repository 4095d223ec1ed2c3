"""The file of a recording: whole, cut off, damaged, hostile.

A recording from elsewhere: every fault is told with its place, and a sound one has none.

What was typed and taken back is in no file of the recording.
"""

import errno
import os
import signal
import struct
import subprocess
import sys
import zlib
from contextlib import closing

import numpy as np
import pytest

from automation.core import hand_events
from automation.core.errors import MacroError
from automation.core.geometry import ScreenPoint
from automation.core.hand_events import HandEvent
from automation.desktop.recording.keys import XKeyNames
from automation.macros.macro import Type
from automation.macros.macro_files import FileError
from automation.macros.record import raw_file
from automation.macros.record.coalesce import coalesce
from automation.macros.record.keys import MULTI_KEY
from automation.macros.record.raw_file import (
    DTYPE,
    MAX_EVENTS,
    Journal,
    event_problems,
    head,
    packed,
    sealed,
    to_array,
    to_events,
    unpacked,
)
from automation.macros.record.session import SETTLED_US, RecordingSession
from tests.fakes.recorded import NAMES, Hands

HEAD = 32
EVENTS = Hands().click(5, 6).type("Hello").chord("ctrl", "s").events


def whole():
    return packed(to_array(EVENTS))


def load(path):
    return to_events(unpacked(path.read_bytes()))


def test_a_finished_recording_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "events.bin"
    with closing(Journal(path)) as journal:
        for event in EVENTS:
            journal.append([event])
        journal.finish()
    assert load(path) == EVENTS
    assert path.read_bytes() == whole()
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("cut", [0, 1, 43, 44, 100])
def test_an_unfinished_recording_is_read_up_to_its_last_whole_event(tmp_path, cut):
    path = tmp_path / "events.bin"
    with closing(Journal(path)) as journal:
        journal.append(EVENTS)
    os.truncate(path, path.stat().st_size - cut)
    assert load(path) == EVENTS[: len(EVENTS) - -(-cut // DTYPE.itemsize)]


def test_a_kill_loses_nothing_that_was_written(tmp_path):
    path = tmp_path / "events.bin"
    program = (
        "import sys\nfrom pathlib import Path\n"
        "from automation.core.hand_events import HandEvent\n"
        "from automation.macros.record.raw_file import Journal\n"
        "journal, n = Journal(Path(sys.argv[1])), 0\n"
        "while True:\n"
        "    journal.append([HandEvent(n, 1, x=n % 900, y=7)] * 3)\n"
        "    n += 1\n"
        "    print(3 * n, flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, path], stdout=subprocess.PIPE, text=True
    ) as writer:
        for _ in range(50):
            acknowledged = int(writer.stdout.readline())
        writer.send_signal(signal.SIGKILL)
    events = load(path)
    assert len(events) >= acknowledged
    assert [event.x for event in events] == [n // 3 % 900 for n in range(len(events))]


def test_a_full_disk_leaves_no_half_event_behind(tmp_path, monkeypatch):
    path, write = tmp_path / "events.bin", os.write
    with closing(Journal(path)) as journal:
        journal.append(EVENTS[:3])
        with monkeypatch.context() as patch:
            fill(patch, write, 50)
            with pytest.raises(FileError):
                journal.append(EVENTS[3:5])
        journal.append(EVENTS[3:5])
        journal.blank([4])
        journal.finish()
    assert event_problems(path.read_bytes()) == ()
    assert load(path)[:4] == to_events(to_array(EVENTS[:4]))


def fill(patch, write, room):
    """Let the disk take so many bytes more."""
    left = [room]

    def short(descriptor, data):
        if not left[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = bytes(data)[: left[0]]
        left[0] -= len(taken)
        return write(descriptor, taken)

    patch.setattr(os, "write", short)


def test_zeros_at_the_end_after_a_power_cut_are_left_out(tmp_path):
    path = tmp_path / "events.bin"
    with closing(Journal(path)) as journal:
        journal.append(EVENTS)
    with path.open("ab") as file:
        file.write(bytes(4096))
    assert load(path) == EVENTS


@pytest.mark.parametrize("place", [0, 5, 11, 16, 20, 24, 28, 30, 32, 33, 36, 43])
def test_a_changed_byte_ends_the_recording_before_it(place):
    data = bytearray(whole())
    data[HEAD + 3 * DTYPE.itemsize + place] ^= 0x10
    assert to_events(unpacked(bytes(data))) == EVENTS[:3]


def test_an_event_of_an_unknown_kind_ends_the_recording_before_it():
    odd = [*EVENTS[:2], HandEvent(0, 99), *EVENTS[2:]]
    assert to_events(unpacked(packed(to_array(odd)))) == EVENTS[:2]


@pytest.mark.parametrize("count", [0, 1, 2**32, 2**63, 2**64 - 2])
def test_a_count_that_lies_takes_no_memory_and_hides_no_events(count):
    data = whole()
    head = data[:16] + struct.pack("<QI", count, 0)
    head += struct.pack("<I", zlib.crc32(head))
    assert to_events(unpacked(head + data[HEAD:])) == EVENTS


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is no recording"),
        (b"dhevents", "is no recording"),
        (b"PK\x03\x04" + bytes(100), "is no recording"),
        (b"dhevents" + struct.pack("<H", 2) + bytes(60), "has version 2, expected 1"),
        (b"dhevents" + struct.pack("<HH", 1, 8) + bytes(60), "the head of .* is damaged"),
    ],
)
def test_what_is_no_recording_is_refused_by_a_sentence(data, said):
    with pytest.raises(MacroError, match=said):
        unpacked(data)


def test_keys_typed_in_secret_never_reach_the_disk(tmp_path):
    hands = (
        Hands()
        .type("me")
        .event(hand_events.SECRET)
        .type("hunter2")
        .event(hand_events.SECRET_OVER)
        .type("ok")
    )
    path = tmp_path / "events.bin"
    with closing(Journal(path)) as journal:
        for event in hands.events:
            journal.append([event])
    (tmp_path / "saved").write_bytes(packed(to_array(hands.events)))
    for each in (path, tmp_path / "saved"):
        typed = [chr(e.keysym) for e in load(each) if e.kind == hand_events.KEY_DOWN]
        assert "".join(typed) == "meok"


def test_a_hostile_file_with_keys_in_secret_gives_them_to_nobody():
    array = to_array(
        Hands().event(hand_events.SECRET).type("x").event(hand_events.SECRET_OVER).events
    )
    # Sealed by hand: `packed` would leave them out.
    outside = array.copy()
    outside["kind"][0] = hand_events.FOCUS
    sealed = unpacked(packed(outside)).copy()
    first = unpacked(packed(array[:1]))
    sealed[0] = first[0]
    data = sealed.tobytes()
    head = struct.pack("<8sHHIQI", b"dhevents", 1, 44, 0, len(sealed), zlib.crc32(data))
    loaded = unpacked(head + struct.pack("<I", zlib.crc32(head)) + data)
    assert loaded["kind"].tolist() == [hand_events.SECRET, hand_events.SECRET_OVER]


def test_numbers_that_do_not_fit_are_cut_and_not_wrapped():
    [event] = to_events(
        to_array([HandEvent(2**70, hand_events.PRESS, button=300, x=-(2**40), window=-1)])
    )
    assert event == HandEvent(2**63 - 1, hand_events.PRESS, button=255, x=-(2**31), window=0)
    assert to_array([]).shape == (0,)


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


BACKSPACE = 0xFF08


def recorded(tmp_path, hands, *, undo=0, then=None):
    """Return the steps' texts, and the events as they are kept."""
    session = RecordingSession(tmp_path / "journal", XKeyNames(), lambda happening: None)
    for event in hands.events:
        session.feed(event)
    for _ in range(undo):
        session.undo()
    for event in then.events if then else ():
        session.feed(event)
    done = session.finish("m")
    assert event_problems(done.events) == ()
    return [s.text for s in done.macro.steps if isinstance(s, Type)], unpacked(done.events)


def keys_of(events):
    """Return what the events tell of keys: keysyms and keycodes."""
    return {int(k) for name in ("keysym", "base", "keycode") for k in events[name] if k}


def letters(text):
    return set(map(ord, text))


def test_what_backspace_took_back_is_in_no_file(tmp_path):
    hands = Hands().type("abxy").named("backspace").named("backspace").type("c")
    texts, events = recorded(tmp_path, hands)
    assert texts == ["abc"]
    assert not keys_of(events) & (letters("xy") | {BACKSPACE})
    assert keys_of(events) >= letters("abc")
    assert [g.text for g in coalesce(to_events(events), NAMES)] == ["abc"]


def test_a_text_that_was_taken_back_whole_is_in_no_file(tmp_path):
    hands = Hands().type("xy").named("backspace").named("backspace")
    texts, events = recorded(tmp_path, hands)
    assert texts == []
    assert not keys_of(events) & letters("xy")
    assert coalesce(to_events(events), NAMES) == ()


def test_what_was_undone_is_in_no_file(tmp_path):
    texts, events = recorded(tmp_path, Hands().click(5, 6).type("xy"), undo=1)
    assert texts == []
    assert not keys_of(events)
    assert [g.at for g in coalesce(to_events(events), NAMES)] == [ScreenPoint(5, 6)]


def test_a_key_that_comes_up_after_it_was_undone_tells_nothing(tmp_path):
    hands = Hands().type("a")
    up = hands.events.pop()
    assert up.kind == hand_events.KEY_UP
    later = Hands()
    later.events.append(up._replace(t_us=up.t_us + SETTLED_US))
    _, events = recorded(tmp_path, hands, undo=1, then=later)
    assert not keys_of(events)


def test_of_several_undone_texts_only_the_undone_go(tmp_path):
    hands = Hands().type("ab").wait(2500).type("xy")
    texts, events = recorded(tmp_path, hands, undo=1)
    assert texts == ["ab"]
    assert keys_of(events) >= letters("ab")
    assert not keys_of(events) & letters("xy")


@pytest.mark.parametrize("lead", [MULTI_KEY, 0xFE51])
def test_the_keys_of_a_composed_letter_go_with_it(tmp_path, lead):
    hands = Hands().type("ab").tap(lead)
    hands = (hands.type("'") if lead == MULTI_KEY else hands).type("e").named("backspace")
    _, events = recorded(tmp_path, hands)
    assert not keys_of(events) & ({lead} | letters("'e"))
