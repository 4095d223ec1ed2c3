"""`events.bin`: the raw events of a recording as a file, written while it is made and readable whatever happens.

Raw events are what a listener heard, before anybody made sense of it. It tells the keysym (what the key
gave under the layout and modifiers of that moment), because the layout is another one tomorrow. What is
typed into a secret field is never an event: the listener sends `SECRET` when the first such key is pressed,
leaves the keys out, and sends `SECRET_OVER` when the focus has left the field, or before Enter, Tab or Esc,
which tell nothing of the secret. Where nothing tells what has the focus text is left out in the same way,
with the flag `UNTOLD`. What was typed and taken back is taken out before the file is kept with a macro.

The file is a head of 32 bytes and then events of 44 bytes each. While the recording goes on the head says
so instead of telling a count. Numbers in the head are only compared with what is there, never used to
take memory. Every event carries a check of its own, so that after a kill or a power cut everything is read
up to the last event that is whole. A file from elsewhere is whole, or refused with the byte at which it is
not.
"""

import contextlib
import os
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from automation.core.errors import MacroError
from automation.core.files import open_private
from automation.core.hand_events import (
    COMPOSED,
    KEY_DOWN,
    KEY_UP,
    KINDS,
    MOVE,
    PRESS,
    RELEASE,
    SECRET,
    SECRET_OVER,
    UNTOLD,
    HandEvent,
)
from automation.macros.macro_files import FileError, as_file_error, write_all
from automation.macros.problems import Problem

DTYPE: Final = np.dtype(
    [
        ("t_us", "<i8"),
        ("window", "<u8"),
        ("keysym", "<u4"),
        ("base", "<u4"),
        ("x", "<i4"),
        ("y", "<i4"),
        ("state", "<u2"),
        ("keycode", "<u2"),
        ("kind", "u1"),
        ("button", "u1"),
        ("group", "u1"),
        ("flags", "u1"),
        ("check", "<u4"),
    ]
)
"""An event as it lies in a file; `check` is `raw_file`'s business."""

Events = npt.NDArray[np.void]
"""(n,) of `DTYPE`."""
_ORDER: Final = list(HandEvent._fields)


def to_array(events: "list[HandEvent] | tuple[HandEvent, ...]") -> Events:
    """Return events as an array; a number that does not fit its field is cut to the nearest that does."""
    array = np.zeros(len(events), DTYPE)
    if not events:
        return array
    for name, column in zip(_ORDER, zip(*events, strict=True), strict=True):
        limits = np.iinfo(DTYPE[name])
        array[name] = [min(max(value, limits.min), limits.max) for value in column]
    return array


def to_events(array: Events) -> list[HandEvent]:
    """Return an array's events as values."""
    columns = [array[name].tolist() for name in _ORDER]
    return [HandEvent._make(row) for row in zip(*columns, strict=True)]


VERSION: Final = 1
FILE: Final = "events.bin"
MAX_EVENTS: Final = 1_000_000
"""44 MB: room for hours of work. Whoever records ends there, whoever reads refuses more."""
_MAGIC: Final = b"dhevents"
HEAD: Final = struct.Struct("<8sHHIQII")
"""Magic, version, bytes of an event, zero, count, CRC-32 of the events, CRC-32 of the head before."""
GOES_ON: Final = 2**64 - 1
"""Stands for the count while the recording is made."""
_SEED: Final = 0x9E3779B9
_FACTORS: Final = tuple((_SEED * (2 * n + 1) | 1) & 0xFFFF_FFFF for n in range(10))
"""Odd, so that a change of any one word changes the sum; the seed keeps zeros from passing."""


def head(count: int, crc: int) -> bytes:
    """Return the head for so many events, `GOES_ON` while they are not counted, and their CRC-32."""
    told = HEAD.pack(_MAGIC, VERSION, DTYPE.itemsize, 0, count, crc, 0)[:-4]
    return told + struct.pack("<I", zlib.crc32(told))


def checked_head(data: bytes, file: str) -> tuple[int, int]:
    """Return the count and the checksum that a head tells."""
    if len(data) < HEAD.size or not data.startswith(_MAGIC):
        raise MacroError(f"{file} is no recording of deskhand, or it is cut off")
    _, version, size, _, count, crc, own = HEAD.unpack_from(data)
    if version != VERSION:
        raise MacroError(f"{file} has version {version}, expected {VERSION}; get a newer deskhand")
    if size != DTYPE.itemsize or own != zlib.crc32(data[: HEAD.size - 4]):
        raise MacroError(f"the head of {file} is damaged; record again, or leave the recording out")
    if len(data) > HEAD.size + MAX_EVENTS * DTYPE.itemsize:
        raise MacroError(f"{file} has more than {MAX_EVENTS:,} events, which is the most")
    return count, crc


def _checks(events: Events) -> npt.NDArray[np.uint32]:
    """Return the check of each event: a weighted sum of its other ten words."""
    words = np.ascontiguousarray(events).view("<u4").reshape(len(events), len(_FACTORS) + 1)
    total = np.full(len(events), _SEED, np.uint32)
    for place, factor in enumerate(_FACTORS):
        total += words[:, place] * np.uint32(factor)
    return total


def sealed(events: Events) -> Events:
    """Return the events, each with its check."""
    copy = events.copy()
    copy["check"] = _checks(copy)
    return copy


def good_checks(events: Events) -> npt.NDArray[np.bool_]:
    """Tell of each event whether its check is right: (n,)."""
    good: npt.NDArray[np.bool_] = events["check"] == _checks(events)
    return good


def good_count(events: Events) -> int:
    """Return how many events stand before the first that is damaged or of a kind that none is."""
    kinds = events["kind"]
    bad = ~good_checks(events) | (kinds < KINDS.start) | (kinds >= KINDS.stop)
    return int(np.argmax(bad)) if bad.any() else len(events)


def in_secret(events: Events) -> npt.NDArray[np.bool_]:
    """Tell of each event whether it is a key between a `SECRET` and its `SECRET_OVER`: (n,)."""
    kinds = events["kind"]
    marks = np.flatnonzero((kinds == SECRET) | (kinds == SECRET_OVER))
    if not len(marks):
        return np.zeros(len(events), np.bool_)
    last = np.searchsorted(marks, np.arange(len(events)), side="right") - 1
    is_secret = (last >= 0) & (kinds[marks[np.maximum(last, 0)]] == SECRET)
    found: npt.NDArray[np.bool_] = is_secret & ((kinds == KEY_DOWN) | (kinds == KEY_UP))
    return found


def without_secrets(events: Events) -> Events:
    """Return the events without keys from each `SECRET` to its `SECRET_OVER`."""
    kept: Events = events[~in_secret(events)]
    return kept


class Journal:
    """A recording's file while it is made. Owned by one thread; closed unfinished it stays readable."""

    def __init__(self, path: Path) -> None:
        """Begin a file that is not there yet."""
        self._path = path
        self._count = 0
        self._crc = 0
        self._last_us = 0
        self._is_secret = False
        self._is_blanked = False
        with as_file_error(path, "make"):
            self._descriptor = open_private(path, os.O_RDWR | os.O_CREAT | os.O_EXCL)
        self._write(head(GOES_ON, 0))

    @property
    def count(self) -> int:
        """How many events were written."""
        return self._count

    @property
    def room(self) -> int:
        """How many more events it may take."""
        return MAX_EVENTS - self._count

    def append(self, events: Sequence[HandEvent]) -> None:
        """Write events; keys are left out from `SECRET` to `SECRET_OVER`, whoever sends them.

        One that is told later than what came after it gets the time of that.

        Raises:
            FileError: they cannot be written; those before stay readable.
            MacroError: the recording is as long as one may be.
        """
        kept = self._in_order([event for event in events if self._may_keep(event)])
        if len(kept) > self.room:
            raise MacroError(
                f"the recording has {MAX_EVENTS:,} events, which is the most; stop it here"
            )
        data = sealed(to_array(kept)).tobytes()
        try:
            self._write(data)
        except FileError:
            self._cut()
            raise
        self._crc = zlib.crc32(data, self._crc)
        self._count += len(kept)
        self._last_us = kept[-1].t_us if kept else self._last_us

    def read(self, first: int) -> list[HandEvent]:
        """Return the events from an index on."""
        size = DTYPE.itemsize
        with as_file_error(self._path, "read"):
            data = os.pread(
                self._descriptor, (self._count - first) * size, HEAD.size + first * size
            )
        return to_events(np.frombuffer(data, DTYPE, len(data) // size))

    def blank(self, indexes: Iterable[int]) -> None:
        """Take out which keys these events were; what is left means nothing."""
        with as_file_error(self._path, "write"):
            for index in indexes:
                at = HEAD.size + index * DTYPE.itemsize
                event = np.frombuffer(os.pread(self._descriptor, DTYPE.itemsize, at), DTYPE)
                data = sealed(to_array([blanked(*to_events(event))])).tobytes()
                os.pwrite(self._descriptor, data, at)
                self._is_blanked = True

    def finish(self) -> None:
        """Write down that the recording is whole, make it durable, and close it."""
        try:
            os.fsync(self._descriptor)
            if self._is_blanked:
                length = self._count * DTYPE.itemsize
                self._crc = zlib.crc32(os.pread(self._descriptor, length, HEAD.size))
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            self._write(head(self._count, self._crc))
            os.fsync(self._descriptor)
        except OSError as error:
            raise FileError(self._path, "finish", error) from error
        finally:
            self.close()

    def close(self) -> None:
        """Close the file as it is; may be called again."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _may_keep(self, event: HandEvent) -> bool:
        if event.kind in (SECRET, SECRET_OVER):
            self._is_secret = event.kind == SECRET
        return not (self._is_secret and event.kind in (KEY_DOWN, KEY_UP))

    def _in_order(self, events: Sequence[HandEvent]) -> list[HandEvent]:
        times = accumulate((event.t_us for event in events), max, initial=self._last_us)
        next(times)
        return [
            event if event.t_us == t_us else event._replace(t_us=t_us)
            for event, t_us in zip(events, times, strict=True)
        ]

    def _cut(self) -> None:
        """End the file behind its last whole event: half of one would shift all that follow."""
        end = HEAD.size + self._count * DTYPE.itemsize
        with contextlib.suppress(OSError):  # what refused the events is told, not this
            os.lseek(self._descriptor, end, os.SEEK_SET)
            os.ftruncate(self._descriptor, end)

    def _write(self, data: bytes) -> None:
        with as_file_error(self._path, "write"):
            write_all(self._descriptor, data)


def blanked(event: HandEvent) -> HandEvent:
    """Return an event at the same time that tells no key: a movement while nothing is pressed."""
    return HandEvent(event.t_us, MOVE, x=event.x, y=event.y)


def packed(events: Events) -> bytes:
    """Return the file of a whole recording; keys typed in secret are left out."""
    kept = sealed(without_secrets(events))
    data = kept.tobytes()
    return head(len(kept), zlib.crc32(data)) + data


def unpacked(data: bytes) -> Events:
    """Return the events of a recording's file, whoever made it, up to the first that is damaged.

    Raises:
        MacroError: it is no recording of ours.
    """
    checked_head(data, "the recording")
    found: Events = np.frombuffer(data, DTYPE, (len(data) - HEAD.size) // DTYPE.itemsize, HEAD.size)
    return without_secrets(found[: good_count(found)])


class Blanker:
    """Stands between a recording and its file. Owned by one thread."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._still_down: set[int] = set()
        """Keycodes of keys that are taken back and have not come up yet."""

    def append(self, event: HandEvent) -> None:
        """Write an event; the release of a key that is taken back already tells nothing.

        Raises:
            FileError: it cannot be written.
            MacroError: the recording is as long as one may be.
        """
        if event.kind == KEY_UP and event.keycode in self._still_down:
            self._still_down.discard(event.keycode)
            event = blanked(event)
        self._journal.append([event])

    def take_back(self, downs: Iterable[int]) -> None:
        """Take out which keys went down at these indexes, and where they came up."""
        gone = set(downs)
        if gone:
            self._blank(gone, min(gone))

    def take_back_all(self, first: int, last: int) -> None:
        """Take out every key that went down between two indexes."""
        events = self._journal.read(first)[: last - first + 1]
        downs = {first + at for at, e in enumerate(events) if e.kind == KEY_DOWN}
        if downs:
            self._blank(downs, first)

    def _blank(self, downs: set[int], first: int) -> None:
        held: set[int] = set()
        found: list[int] = []
        for index, event in enumerate(self._journal.read(first), first):
            if index in downs:
                held.add(event.keycode)
                found.append(index)
            elif event.kind == KEY_UP and event.keycode in held:
                held.discard(event.keycode)
                found.append(index)
        self._journal.blank(found)
        self._still_down |= held


_ADVICE: Final = "get it again, or leave the recording out: the macro is replayed without it"
_COUNT_AT: Final = 16
_SUM_AT: Final = 24
_ZERO_AT: Final = 12
_MOST_KEYSYM: Final = 0x1FFF_FFFF
"""A keysym has 29 bits (X protocol, appendix A)."""
_MOST_STATE: Final = 0xFF
"""The modifiers; buttons that are held are told by events of their own."""
_MOST_GROUP: Final = 3
"""XKB has four layouts at most."""
_Wrong = npt.NDArray[np.bool_]
_Say = Callable[[np.void], str]
"""From the first event that breaks a rule to what is wrong with it."""


def event_problems(data: bytes | None) -> tuple[Problem, ...]:
    """Return everything that is wrong with the file of a recording; nothing where there is none.

    A recording that was recovered after a kill has no count: that is a note.
    """
    if data is None:
        return ()
    try:
        count, crc = checked_head(data, "it")
    except MacroError as error:
        return (_problem(0, str(error)),)
    return tuple(_body_problems(data, count, crc))


def _body_problems(data: bytes, count: int, crc: int) -> Iterator[Problem]:
    size = DTYPE.itemsize
    whole, rest = divmod(len(data) - HEAD.size, size)
    if any(data[_ZERO_AT:_COUNT_AT]):
        yield _problem(_ZERO_AT, "there is something where the head has zeros")
    if rest:
        said = "1 byte" if rest == 1 else f"{rest} bytes"
        yield _problem(len(data) - rest, f"something stands behind the last whole event: {said}")
    if count == GOES_ON:
        reason = f"the recording was not finished: it has {whole:,} events"
        yield Problem(0, 0, FILE, reason, is_note=True)
    elif count != whole:
        yield _problem(_COUNT_AT, f"it says that it has {count:,} events, and {whole:,} are there")
    found: Events = np.frombuffer(data, DTYPE, whole, HEAD.size)
    damaged = list(_event_problems(found))
    yield from damaged
    is_summed = zlib.crc32(memoryview(data)[HEAD.size :]) == crc
    if not damaged and not rest and count == whole and not is_summed:
        yield _problem(_SUM_AT, "its events are not those that were recorded: the sum is another")


def _event_problems(events: Events) -> Iterator[Problem]:
    """Yield for each rule the first event that breaks it, and how many more do."""
    for reason, wrong in _rules(events):
        if not wrong.any():
            continue
        at, more = int(np.argmax(wrong)), int(wrong.sum()) - 1
        place = f"event {at + 1:,}"
        said = f"{place} {reason(events[at])}" + (f", and {more:,} more are so" if more else "")
        yield _problem(HEAD.size + at * DTYPE.itemsize, said)


def _rules(events: Events) -> Iterator[tuple[_Say, _Wrong]]:
    kinds, times = events["kind"], events["t_us"]
    presses = (kinds == PRESS) | (kinds == RELEASE)
    back = np.zeros(len(events), np.bool_)
    back[1:] = times[1:] < times[:-1]
    first, last = KINDS.start, KINDS.stop - 1
    yield (lambda e: "is damaged: its check is another", ~good_checks(events))
    yield (
        lambda e: f"has the kind {e['kind']}, expected {first} to {last}",
        (kinds < first) | (kinds > last),
    )
    yield (lambda e: f"is at {e['t_us']} us, before the beginning", times < 0)
    yield (lambda e: f"is at {e['t_us']} us, before the event in front of it", back)
    yield (lambda e: "presses no button", presses & (events["button"] == 0))
    for name, most in (
        ("keysym", _MOST_KEYSYM),
        ("base", _MOST_KEYSYM),
        ("state", _MOST_STATE),
        ("group", _MOST_GROUP),
        ("flags", COMPOSED | UNTOLD),
    ):
        yield (_beyond(name, most), events[name] > most)
    yield (lambda e: "is a key that was typed in secret", in_secret(events))


def _beyond(name: str, most: int) -> _Say:
    return lambda e: f"has the {name} {e[name]:#x}, expected at most {most:#x}"


def _problem(at: int, reason: str) -> Problem:
    return Problem(0, 0, f"{FILE}, byte {at:,}", reason, _ADVICE)
