"""`events.bin`: the raw recording as a file, written while it is made and readable whatever happens.

Every event carries a check of its own (`raw_format`), so that after a kill or a power cut everything
is read up to the last event that is whole.
"""

import contextlib
import os
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np

from automation.core.errors import MacroError
from automation.macros.files import FileError, open_private, read_whole, write_whole
from automation.macros.recording.raw import (
    DTYPE,
    KEY_DOWN,
    KEY_UP,
    MOVE,
    SECRET,
    SECRET_OVER,
    Events,
    RawEvent,
    to_array,
    to_events,
)
from automation.macros.recording.raw_format import (
    GOES_ON,
    HEAD,
    MAX_EVENTS,
    checked_head,
    good_count,
    head,
    sealed,
    without_secrets,
)


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
        self._last_us = 0
        self._is_secret = False
        self._is_blanked = False
        try:
            self._descriptor = open_private(path, os.O_RDWR | os.O_CREAT | os.O_EXCL)
        except OSError as error:
            raise FileError(path, "make", error) from error
        self._write(head(GOES_ON, 0))

    @property
    def count(self) -> int:
        """How many events were written."""
        return self._count

    @property
    def room(self) -> int:
        """How many more events it may take."""
        return MAX_EVENTS - self._count

    def append(self, events: Sequence[RawEvent]) -> None:
        """Write events; keys are left out from `SECRET` to `SECRET_OVER`, whoever sends them.

        One that is told later than what came after it gets the time of that.

        Raises:
            FileError: they cannot be written; those before stay readable.
            MacroError: the recording is as long as one may be.
        """
        kept = self._in_order([event for event in events if self._may_keep(event)])
        if len(kept) > self.room:
            message = f"the recording has {MAX_EVENTS:,} events, which is the most; stop it here"
            raise MacroError(message)
        data = sealed(to_array(kept)).tobytes()
        try:
            self._write(data)
        except FileError:
            self._cut()
            raise
        self._crc = zlib.crc32(data, self._crc)
        self._count += len(kept)
        self._last_us = kept[-1].t_us if kept else self._last_us

    def read(self, first: int) -> list[RawEvent]:
        """Return the events from an index on.

        Raises:
            FileError: they cannot be read.
        """
        size = DTYPE.itemsize
        try:
            data = os.pread(
                self._descriptor, (self._count - first) * size, HEAD.size + first * size
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
                at = HEAD.size + index * DTYPE.itemsize
                event = np.frombuffer(os.pread(self._descriptor, DTYPE.itemsize, at), DTYPE)
                data = sealed(to_array([blanked(*to_events(event))])).tobytes()
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

    def _in_order(self, events: Sequence[RawEvent]) -> list[RawEvent]:
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
    kept = sealed(without_secrets(events))
    data = kept.tobytes()
    return head(len(kept), zlib.crc32(data)) + data


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
        data = read_whole(path, HEAD.size + MAX_EVENTS * DTYPE.itemsize)
    except OSError as error:
        raise FileError(path, "read", error) from error
    return unpacked(data, path.name)


def unpacked(data: bytes, file: str = "the recording") -> Loaded:
    """Read the file of a recording.

    Raises:
        MacroError: it is no recording of ours.
    """
    count, crc = checked_head(data, file)
    whole = (len(data) - HEAD.size) // DTYPE.itemsize
    found: Events = np.frombuffer(data, DTYPE, whole, HEAD.size)
    good = good_count(found)
    events = without_secrets(found[:good])
    if good < whole:
        return Loaded(events, f"{file} is damaged: only the first {good:,} events are used")
    if count == GOES_ON:
        return Loaded(events, f"the recording was not finished: it has {good:,} events")
    if count != whole or len(data) != HEAD.size + whole * DTYPE.itemsize:
        said = f"{file} says that it has {count:,} events, and {whole:,} were found"
        return Loaded(events, f"{said}: those are used")
    if zlib.crc32(data[HEAD.size :]) != crc:
        return Loaded(events, f"{file} was changed since it was recorded")
    return Loaded(events)
