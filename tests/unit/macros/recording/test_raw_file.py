"""The file of a recording: whole, cut off, damaged, hostile."""

import errno
import os
import signal
import struct
import subprocess
import sys
import zlib

import numpy as np
import pytest

from automation.core import hand_events
from automation.core.errors import MacroError
from automation.core.hand_events import HandEvent
from automation.macros.macro_files import FileError
from automation.macros.record.coalesce import coalesce, coalesce_array
from automation.macros.record.raw_file import (
    DTYPE,
    Journal,
    load,
    packed,
    save,
    to_array,
    to_events,
    unpacked,
)
from tests.fakes.recorded import NAMES, Hands

HEAD = 32
EVENTS = Hands().click(5, 6).type("Hello").chord("ctrl", "s").events


def whole():
    return packed(to_array(EVENTS))


def test_a_finished_recording_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "events.bin"
    with Journal(path) as journal:
        for event in EVENTS:
            journal.append([event])
        journal.finish()
    loaded = load(path)
    assert (to_events(loaded.events), loaded.note) == (EVENTS, "")
    assert path.read_bytes() == whole()
    assert path.stat().st_mode & 0o777 == 0o600
    assert coalesce_array(loaded.events, NAMES) == coalesce(EVENTS, NAMES)


def test_saving_a_whole_recording_writes_the_same_file(tmp_path):
    save(tmp_path / "events.bin", to_array(EVENTS))
    assert to_events(load(tmp_path / "events.bin").events) == EVENTS


@pytest.mark.parametrize("cut", [0, 1, 43, 44, 100])
def test_an_unfinished_recording_is_read_up_to_its_last_whole_event(tmp_path, cut):
    path = tmp_path / "events.bin"
    with Journal(path) as journal:
        journal.append(EVENTS)
    os.truncate(path, path.stat().st_size - cut)
    loaded = load(path)
    assert to_events(loaded.events) == EVENTS[: len(EVENTS) - -(-cut // DTYPE.itemsize)]
    assert "was not finished" in loaded.note


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
    events = load(path).events
    assert len(events) >= acknowledged
    assert events["x"].tolist() == [n // 3 % 900 for n in range(len(events))]


def test_a_full_disk_leaves_no_half_event_behind(tmp_path, monkeypatch):
    path, write = tmp_path / "events.bin", os.write
    with Journal(path) as journal:
        journal.append(EVENTS[:3])
        with monkeypatch.context() as patch:
            fill(patch, write, 50)
            with pytest.raises(FileError):
                journal.append(EVENTS[3:5])
        journal.append(EVENTS[3:5])
        journal.blank([4])
        journal.finish()
    loaded = load(path)
    assert loaded.note == ""
    assert to_events(loaded.events)[:4] == to_events(to_array(EVENTS[:4]))


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
    with Journal(path) as journal:
        journal.append(EVENTS)
    with path.open("ab") as file:
        file.write(bytes(4096))
    loaded = load(path)
    assert to_events(loaded.events) == EVENTS
    assert f"only the first {len(EVENTS)} events" in loaded.note


@pytest.mark.parametrize("place", [0, 5, 11, 16, 20, 24, 28, 30, 32, 33, 36, 43])
def test_a_changed_byte_ends_the_recording_before_it(place):
    data = bytearray(whole())
    data[HEAD + 3 * DTYPE.itemsize + place] ^= 0x10
    loaded = unpacked(bytes(data))
    assert to_events(loaded.events) == EVENTS[:3]
    assert "is damaged: only the first 3 events" in loaded.note


def test_an_event_of_an_unknown_kind_ends_the_recording_before_it():
    odd = [*EVENTS[:2], HandEvent(0, 99), *EVENTS[2:]]
    assert to_events(unpacked(packed(to_array(odd))).events) == EVENTS[:2]


def test_events_taken_out_or_swapped_are_told():
    data = whole()
    swapped = data[:HEAD] + data[HEAD + 44 : HEAD + 88] + data[HEAD : HEAD + 44] + data[HEAD + 88 :]
    assert "was changed" in unpacked(swapped).note
    assert f"{len(EVENTS)} events, and {len(EVENTS) - 1} were" in unpacked(data[:-44]).note


@pytest.mark.parametrize("count", [0, 1, 2**32, 2**63, 2**64 - 2])
def test_a_count_that_lies_takes_no_memory_and_hides_no_events(count):
    data = whole()
    head = data[:16] + struct.pack("<QI", count, 0)
    head += struct.pack("<I", zlib.crc32(head))
    loaded = unpacked(head + data[HEAD:])
    assert to_events(loaded.events) == EVENTS
    assert "says that it has" in loaded.note


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
        unpacked(data, "events.bin")


def test_a_recording_that_is_too_long_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "events.bin"
    path.write_bytes(whole())
    os.truncate(path, 2**31)  # a hole: takes no room
    with pytest.raises(MacroError, match="which is the most"):
        load(path)


def test_a_link_or_missing_file_is_refused(tmp_path):
    (tmp_path / "real").write_bytes(whole())
    (tmp_path / "link").symlink_to(tmp_path / "real")
    for name in ("link", "none"):
        with pytest.raises(FileError, match=name):
            load(tmp_path / name)


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
    with Journal(path) as journal:
        for event in hands.events:
            journal.append([event])
    save(tmp_path / "saved", to_array(hands.events))
    for each in (path, tmp_path / "saved"):
        typed = [
            chr(e.keysym) for e in to_events(load(each).events) if e.kind == hand_events.KEY_DOWN
        ]
        assert "".join(typed) == "meok"


def test_a_hostile_file_with_keys_in_secret_gives_them_to_nobody():
    array = to_array(
        Hands().event(hand_events.SECRET).type("x").event(hand_events.SECRET_OVER).events
    )
    # Sealed by hand: `packed` would leave them out.
    outside = array.copy()
    outside["kind"][0] = hand_events.FOCUS
    sealed = unpacked(packed(outside)).events.copy()
    first = unpacked(packed(array[:1])).events
    sealed[0] = first[0]
    data = sealed.tobytes()
    head = struct.pack("<8sHHIQI", b"dhevents", 1, 44, 0, len(sealed), zlib.crc32(data))
    loaded = unpacked(head + struct.pack("<I", zlib.crc32(head)) + data)
    assert loaded.events["kind"].tolist() == [hand_events.SECRET, hand_events.SECRET_OVER]


def test_numbers_that_do_not_fit_are_cut_and_not_wrapped():
    [event] = to_events(
        to_array([HandEvent(2**70, hand_events.PRESS, button=300, x=-(2**40), window=-1)])
    )
    assert event == HandEvent(2**63 - 1, hand_events.PRESS, button=255, x=-(2**31), window=0)
    assert to_array([]).shape == (0,)
    assert unpacked(packed(np.zeros(0, DTYPE))).note == ""
