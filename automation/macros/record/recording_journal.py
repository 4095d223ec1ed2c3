"""A recording on the disk while it is made: what is in the list survives a kill.

    recordings/ID/events.bin     raw events, written as they are decided
    recordings/ID/steps.jsonl    one line for each change of the list of steps
    recordings/ID/img/*.png      pictures of the steps
    recordings/ID/lock           held while the recording lives

The folder goes when the macro is kept. One that nobody holds was cut off and can be recovered.
"""

import contextlib
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from automation.core.errors import MacroError
from automation.core.files import open_locked, open_private, private_folder, write_whole
from automation.macros.macro import ImagePath, Param, ParamName, Step
from automation.macros.macro_files import FileError, as_file_error, read_whole, write_all
from automation.macros.package import EVENTS, most_bytes
from automation.macros.record.raw_file import Journal, packed, unpacked

STEPS: Final = "steps.jsonl"
_LOCK: Final = "lock"
_MOST_BYTES: Final = 64 * 1024 * 1024


class Line(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One change of the list: `step` at place `n`, or nothing there any more."""

    n: int
    step: Step | None = None
    params: dict[ParamName, Param] = {}
    images: tuple[ImagePath, ...] = ()


@dataclass(frozen=True, slots=True)
class Recovered:
    """What a recording that was cut off comes to."""

    steps: tuple[Step, ...]
    params: Mapping[str, Param]
    images: Mapping[str, bytes]
    events: bytes | None


class StepJournal:
    """Writes one recording. Owned by one thread."""

    def __init__(self, folder: Path) -> None:
        """Begin in a folder that is not there yet."""
        self.folder = folder
        with as_file_error(folder, "make"):
            private_folder(folder)
            private_folder(folder / "img")
            self._lock = open_locked(folder / _LOCK)
            self._steps = open_private(folder / STEPS, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._size = 0
        self._lines: dict[int, Line] = {}
        self._unwanted: set[str] = set()
        """Pictures that no step names any more and that are still there."""
        self.events = Journal(folder / EVENTS)

    def put(
        self,
        n: int,
        step: Step | None,
        images: Mapping[str, bytes] | None = None,
        params: Mapping[str, Param] | None = None,
    ) -> None:
        """Write one change, pictures first; when this returns it is on the disk.

        What a step said before it was changed or taken back is then in no file any more.
        """
        given = images or {}
        before = self._lines.get(n)
        known = before.params if before is not None else {}
        try:
            for path, data in given.items():
                write_whole(self.folder / path, data)
            if step is None:
                self._lines.pop(n, None)
            else:
                line = Line(n, step, known | dict(params or {}), tuple(given))
                if before is None:
                    self._append(_encoded(line))
                self._lines[n] = line
            if before is not None:
                self._write_anew()
        except OSError as error:
            self._lines.pop(n, None)
            self._lines |= {n: before} if before is not None else {}
            raise FileError(self.folder, "write", error) from error
        self._unwanted |= set(before.images) if before is not None else set()
        self._unlink()

    def add(self, n: int, step: Step) -> None:
        """Write a step that says more, or less, than it did, with the same pictures.

        What it said before may stay in the file: nothing of it was taken back.
        """
        line = msgspec.structs.replace(self._lines[n], step=step)
        with as_file_error(self.folder, "write"):
            self._append(_encoded(line))
        self._lines[n] = line

    def _append(self, data: bytes) -> None:
        if self._steps < 0:
            self._steps = open_private(self.folder / STEPS, os.O_WRONLY | os.O_APPEND)
        try:
            write_all(self._steps, data)
        except OSError:
            with contextlib.suppress(OSError):  # what refused the line is told, not this
                os.ftruncate(self._steps, self._size)
            raise
        self._size += len(data)
        os.fdatasync(self._steps)

    def _write_anew(self) -> None:
        """Write the file with only what holds now, in one step; it is opened again when it is needed."""
        data = b"".join(_encoded(line) for line in self._lines.values())
        write_whole(self.folder / STEPS, data)
        self._size = len(data)
        before, self._steps = self._steps, -1
        if before >= 0:
            os.close(before)

    def _unlink(self) -> None:
        """Delete those pictures of earlier steps that no step names any more, and what was left of them before."""
        named = {path for line in self._lines.values() for path in line.images}
        self._unwanted -= named
        with as_file_error(self.folder, "delete"):
            for path in sorted(self._unwanted):
                (self.folder / path).unlink(missing_ok=True)
                self._unwanted.discard(path)

    def finish(self) -> bytes | None:
        """End the events' file and return it; the folder stays until `remove`."""
        self.events.finish()
        return _events_of(self.folder)

    def close(self) -> None:
        """Let go of the files as they are."""
        self.events.close()
        for descriptor in (self._steps, self._lock):
            if descriptor >= 0:
                os.close(descriptor)
        self._steps = self._lock = -1

    def remove(self) -> None:
        """Delete the folder: the macro was kept, or is not wanted."""
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def cut_off(root: Path) -> tuple[Path, ...]:
    """Return the folders of recordings that nobody holds any more, oldest first."""
    try:
        folders = sorted(p for p in root.iterdir() if (p / STEPS).is_file() and not p.is_symlink())
    except OSError:
        return ()
    return tuple(folder for folder in folders if not _is_held(folder))


def recover(folder: Path) -> Recovered:
    """Read a recording that was cut off, up to its last whole line.

    Raises:
        MacroError: nothing of it can be read.
    """
    steps: dict[int, Step] = {}
    params: dict[str, Param] = {}
    images: dict[str, bytes] = {}
    with as_file_error(folder / STEPS, "read"):
        data = read_whole(folder / STEPS, _MOST_BYTES)
    for text in data.split(b"\n"):
        try:
            line = msgspec.json.decode(text, type=Line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            continue  # the line that was being written
        params |= line.params
        for path in line.images:
            images[path] = _picture(folder, path)
        if line.step is None:
            steps.pop(line.n, None)
        else:
            steps[line.n] = line.step
    return Recovered(tuple(steps[n] for n in sorted(steps)), params, images, _whole_events(folder))


def discard(folder: Path) -> None:
    """Delete a recording that was cut off."""
    shutil.rmtree(folder, ignore_errors=True)


def _encoded(line: Line) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def _picture(folder: Path, path: str) -> bytes:
    with as_file_error(folder / path, "read"):
        return read_whole(folder / path, most_bytes(path))


def _events_of(folder: Path) -> bytes | None:
    try:
        return read_whole(folder / EVENTS, most_bytes(EVENTS))
    except (OSError, MacroError):
        return None


def _whole_events(folder: Path) -> bytes | None:
    """Return what can be read of the events of a recording that was cut off, as a whole file."""
    data = _events_of(folder)
    try:
        return None if data is None else packed(unpacked(data))
    except MacroError:
        return None


def _is_held(folder: Path) -> bool:
    try:
        descriptor = open_locked(folder / _LOCK)
    except OSError:
        return True
    os.close(descriptor)
    return False
