"""`events.bin`: the raw recording as a file, written while it is made and readable whatever happens.

A head of 32 bytes and then events of 44 bytes each. While the recording goes on the head says so
instead of telling a count; every event carries a check of its own, so that after a kill or a power
cut everything is read up to the last event that is whole. Numbers in the head are only compared
with what is there, never used to take memory.
"""

import contextlib
import os
import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from automation.core.errors import MacroError
from automation.macros.files import FileError, open_private, read_whole, write_whole
from automation.macros.recording.raw import (
    DTYPE,
    KEY_DOWN,
    KEY_UP,
    KINDS,
    MOVE,
    SECRET,
    SECRET_OVER,
    Events,
    RawEvent,
    to_array,
    to_events,
)

VERSION: Final = 1
MAX_EVENTS: Final = 4_000_000
"""176 MB: room for a day of work, and for pictures beside it in the 256 MiB of a macro."""
_MAGIC: Final = b"dhevents"
_HEAD: Final = struct.Struct("<8sHHIQII")
"""Magic, version, bytes of an event, zero, count, CRC-32 of the events, CRC-32 of the head before."""
_GOES_ON: Final = 2**64 - 1
"""Stands for the count while the recording is made."""
_SEED: Final = 0x9E3779B9
_FACTORS: Final = tuple((_SEED * (2 * n + 1) | 1) & 0xFFFF_FFFF for n in range(10))
"""Odd, so that a change of any one word changes the sum; the seed keeps zeros from passing."""


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """What a file of events holds."""

    events: Events
    note: str = ""
    """What was left out and why, as a sentence; empty when nothing was."""


class Journal:
    """A recording's file while it is made. Owned by one thread; closed unfinished it stays readable."""

    def __init__(self, path: Path) -> None:
        """Begin a file that is not there yet.

        Raises:
            FileError: it cannot be made.
        """
        self._path = path
        self._count = 0
        self._crc = 0
        self._is_secret = False
        self._is_blanked = False
        try:
            self._descriptor = open_private(path, os.O_RDWR | os.O_CREAT | os.O_EXCL)
        except OSError as error:
            raise FileError(path, "make", error) from error
        self._write(_head(_GOES_ON, 0))

    @property
    def count(self) -> int:
        """How many events were written."""
        return self._count

    def append(self, events: Sequence[RawEvent]) -> None:
        """Write events; keys are left out from `SECRET` to `SECRET_OVER`, whoever sends them.

        Raises:
            FileError: they cannot be written; those before stay readable.
            MacroError: the recording is as long as one may be.
        """
        kept = [event for event in events if self._may_keep(event)]
        if self._count + len(kept) > MAX_EVENTS:
            message = f"the recording has {MAX_EVENTS:,} events, which is the most; stop it here"
            raise MacroError(message)
        data = _sealed(to_array(kept)).tobytes()
        try:
            self._write(data)
        except FileError:
            self._cut()
            raise
        self._crc = zlib.crc32(data, self._crc)
        self._count += len(kept)

    def read(self, first: int) -> list[RawEvent]:
        """Return the events from an index on.

        Raises:
            FileError: they cannot be read.
        """
        size = DTYPE.itemsize
        try:
            data = os.pread(
                self._descriptor, (self._count - first) * size, _HEAD.size + first * size
            )
        except OSError as error:
            raise FileError(self._path, "read", error) from error
        return to_events(np.frombuffer(data, DTYPE, len(data) // size))

    def blank(self, indexes: Iterable[int]) -> None:
        """Take out which keys these events were; what is left means nothing.

        Raises:
            FileError: they cannot be written.
        """
        try:
            for index in indexes:
                at = _HEAD.size + index * DTYPE.itemsize
                event = np.frombuffer(os.pread(self._descriptor, DTYPE.itemsize, at), DTYPE)
                data = _sealed(to_array([blanked(*to_events(event))])).tobytes()
                os.pwrite(self._descriptor, data, at)
                self._is_blanked = True
        except OSError as error:
            raise FileError(self._path, "write", error) from error

    def finish(self) -> None:
        """Write down that the recording is whole, make it durable, and close it.

        Raises:
            FileError: it cannot be written.
        """
        try:
            os.fsync(self._descriptor)
            if self._is_blanked:
                length = self._count * DTYPE.itemsize
                self._crc = zlib.crc32(os.pread(self._descriptor, length, _HEAD.size))
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            self._write(_head(self._count, self._crc))
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

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _may_keep(self, event: RawEvent) -> bool:
        if event.kind in (SECRET, SECRET_OVER):
            self._is_secret = event.kind == SECRET
        return not (self._is_secret and event.kind in (KEY_DOWN, KEY_UP))

    def _cut(self) -> None:
        """End the file behind its last whole event: half of one would shift all that follow."""
        end = _HEAD.size + self._count * DTYPE.itemsize
        with contextlib.suppress(OSError):  # what refused the events is told, not this
            os.lseek(self._descriptor, end, os.SEEK_SET)
            os.ftruncate(self._descriptor, end)

    def _write(self, data: bytes) -> None:
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(self._descriptor, left) :]
        except OSError as error:
            raise FileError(self._path, "write", error) from error


def blanked(event: RawEvent) -> RawEvent:
    """Return an event at the same time that tells no key: a movement while nothing is pressed."""
    return RawEvent(event.t_us, MOVE, x=event.x, y=event.y)


def packed(events: Events) -> bytes:
    """Return the file of a whole recording; keys typed in secret are left out."""
    sealed = _sealed(_without_secrets(events))
    data = sealed.tobytes()
    return _head(len(sealed), zlib.crc32(data)) + data


def save(path: Path, events: Events) -> None:
    """Write a whole recording, in one step.

    Raises:
        FileError: it cannot be written; what was there is untouched.
    """
    try:
        write_whole(path, packed(events))
    except OSError as error:
        raise FileError(path, "write", error) from error


def load(path: Path) -> Loaded:
    """Read a recording, whoever made the file.

    Raises:
        FileError: it cannot be read.
        MacroError: it is no recording of ours, or longer than one may be.
    """
    try:
        data = read_whole(path, _HEAD.size + MAX_EVENTS * DTYPE.itemsize)
    except OSError as error:
        raise FileError(path, "read", error) from error
    return unpacked(data, path.name)


def unpacked(data: bytes, file: str = "the recording") -> Loaded:
    """Read the file of a recording.

    Raises:
        MacroError: it is no recording of ours.
    """
    count, crc = _checked_head(data, file)
    whole = (len(data) - _HEAD.size) // DTYPE.itemsize
    found: Events = np.frombuffer(data, DTYPE, whole, _HEAD.size)
    good = _good(found)
    events = _without_secrets(found[:good])
    if good < whole:
        return Loaded(events, f"{file} is damaged: only the first {good:,} events are used")
    if count == _GOES_ON:
        return Loaded(events, f"the recording was not finished: it has {good:,} events")
    if count != whole or len(data) != _HEAD.size + whole * DTYPE.itemsize:
        said = f"{file} says that it has {count:,} events, and {whole:,} were found"
        return Loaded(events, f"{said}: those are used")
    if zlib.crc32(data[_HEAD.size :]) != crc:
        return Loaded(events, f"{file} was changed since it was recorded")
    return Loaded(events)


def _head(count: int, crc: int) -> bytes:
    told = _HEAD.pack(_MAGIC, VERSION, DTYPE.itemsize, 0, count, crc, 0)[:-4]
    return told + struct.pack("<I", zlib.crc32(told))


def _checked_head(data: bytes, file: str) -> tuple[int, int]:
    """Return the count and the checksum that a head tells."""
    if len(data) < _HEAD.size or not data.startswith(_MAGIC):
        message = f"{file} is no recording of deskhand, or it is cut off"
        raise MacroError(message)
    _, version, size, _, count, crc, own = _HEAD.unpack_from(data)
    if version != VERSION:
        message = f"{file} has version {version}, expected {VERSION}; get a newer deskhand"
        raise MacroError(message)
    if size != DTYPE.itemsize or own != zlib.crc32(data[: _HEAD.size - 4]):
        message = f"the head of {file} is damaged; record again, or leave the recording out"
        raise MacroError(message)
    if len(data) > _HEAD.size + MAX_EVENTS * DTYPE.itemsize:
        message = f"{file} has more than {MAX_EVENTS:,} events, which is the most"
        raise MacroError(message)
    return count, crc


def _checks(events: Events) -> npt.NDArray[np.uint32]:
    """Return the check of each event: a weighted sum of its other ten words."""
    words = np.ascontiguousarray(events).view("<u4").reshape(len(events), len(_FACTORS) + 1)
    total = np.full(len(events), _SEED, np.uint32)
    for place, factor in enumerate(_FACTORS):
        total += words[:, place] * np.uint32(factor)
    return total


def _sealed(events: Events) -> Events:
    sealed = events.copy()
    sealed["check"] = _checks(sealed)
    return sealed


def _good(events: Events) -> int:
    """Return how many events stand before the first that is damaged or of a kind that none is."""
    kinds = events["kind"]
    bad = (events["check"] != _checks(events)) | (kinds < KINDS.start) | (kinds >= KINDS.stop)
    return int(np.argmax(bad)) if bad.any() else len(events)


def _without_secrets(events: Events) -> Events:
    """Return the events without keys from each `SECRET` to its `SECRET_OVER`."""
    kinds = events["kind"]
    marks = np.flatnonzero((kinds == SECRET) | (kinds == SECRET_OVER))
    if not len(marks):
        return events
    last = np.searchsorted(marks, np.arange(len(events)), side="right") - 1
    is_secret = (last >= 0) & (kinds[marks[np.maximum(last, 0)]] == SECRET)
    kept: Events = events[~(is_secret & ((kinds == KEY_DOWN) | (kinds == KEY_UP)))]
    return kept
