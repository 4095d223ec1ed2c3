"""Edits that are not saved yet, on the disk: what the user did survives a kill.

    macros/SLUG/.draft/edits.log    a line for each edit, and first the digest of what it begins on
    macros/SLUG/.draft/img/*.png    pictures that were added; they go when the macro is closed
    macros/SLUG/.draft/lock         held while the macro is open for editing

A line is handed to the system before the edit returns, which a kill of ours cannot undo; a thread
flushes it to the disk right after, so that a power cut costs the last moment at most. The file grows
to a bound and is then written anew as one line.

A file that grows: held by one window, written whole lines at a time, flushed by a thread.

Drafts that cannot be used, kept out of the way: `macros/SLUG/.draft-kept-N`.

Edits as lines of a draft: only what comes in is written, what goes is told by its place.

A line is `CRC JSON`, the CRC-32 of the JSON in eight hexadecimal digits, so that one that was cut off
or damaged is seen.
"""

import binascii
import contextlib
import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from automation.core.errors import MacroError
from automation.core.files import flush_folder, open_private, private_folder, write_whole
from automation.macros.edit.tree import Edit
from automation.macros.macro import Macro
from automation.macros.macro_files import (
    DRAFT,
    LOCK,
    FileError,
    as_file_error,
    lock_or_refuse,
    read_whole,
    write_all,
)
from automation.macros.package import write_once


class Flusher:
    """Has what was written put on the disk without keeping the caller waiting."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "draft")
        self._last: Future[None] | None = None

    def flush(self, descriptor: int) -> None:
        """Flush soon; a flush that waits for its turn takes the latest lines along.

        Raises:
            OSError: what was written before did not reach the disk.
        """
        before = self._last
        if before is not None and not (before.running() or before.done()):
            return
        if before is not None and before.done() and (error := before.exception()) is not None:
            self._last = None
            raise error
        self._last = self._thread.submit(_flush, descriptor)

    def wait(self) -> None:
        """Wait for the last flush; that it failed counts no more, the file is done with."""
        if self._last is not None:
            self._last.exception()
            self._last = None

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown()


def _flush(descriptor: int) -> None:
    if hasattr(os, "fdatasync"):
        os.fdatasync(descriptor)
    else:
        os.fsync(descriptor)  # Windows and macOS have no other


def hold(file: Path, name: str) -> int:
    """Return a descriptor that keeps others from holding the same file, in a folder of ours.

    Raises:
        OpenForEditing: somebody holds it.
        OSError: it cannot be made.
    """
    while True:
        private_folder(file.parent)
        descriptor = open_private(file, os.O_RDWR | os.O_CREAT)
        try:
            lock_or_refuse(descriptor, name)
            if _is_same(descriptor, file):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # who held it deleted it meanwhile


def _is_same(descriptor: int, file: Path) -> bool:
    try:
        there = file.lstat()
    except FileNotFoundError:
        return False
    return os.path.samestat(os.fstat(descriptor), there)


KEPT: Final = ".draft-kept"
_MOST_KEPT: Final = 1000


def copied_aside(macro_folder: Path, name: str, data: bytes) -> Path:
    """Keep a copy of a file out of the way and return the folder that has it.

    Args:
        name: what the file is called.

    Raises:
        FileError: it cannot be written.
        MacroError: too many are kept already.
    """
    kept = _place(macro_folder)
    with as_file_error(kept, "write"):
        private_folder(kept)
        write_whole(kept / name, data)
    return kept


def moved_aside(macro_folder: Path, draft: Path, names: Iterable[str]) -> Path:
    """Take a draft that cannot be used out of the way and return the folder that has it.

    Args:
        names: what of it is taken, as far as it is there.

    Raises:
        FileError: it cannot be moved.
        MacroError: too many are kept already.
    """
    kept = _place(macro_folder)
    with as_file_error(draft, "keep aside"):
        private_folder(kept)
        for name in names:
            if os.path.lexists(draft / name):
                (draft / name).rename(kept / name)
        flush_folder(kept)
        flush_folder(draft)
    return kept


def _place(macro_folder: Path) -> Path:
    for number in range(1, _MOST_KEPT):
        place = macro_folder / f"{KEPT}-{number}"
        if not os.path.lexists(place):
            return place
    raise MacroError(
        f"{macro_folder} holds {_MOST_KEPT - 1} drafts that were kept aside, and no more "
        f"are; move or delete the folders {KEPT}-… in it that you do not need, then open the "
        "macro again"
    )


_MARK_CHARS: Final = 9
"""The CRC and the space behind it."""


class Line(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of a draft; one of these."""

    base: str = ""
    """First line: the digest of the macro on which the draft begins."""
    done: Edit | None = None
    whole: Macro | None = None
    """All edits so far in one."""
    saving: str = ""
    """The digest of the macro that is saved next."""


def encode(line: Line) -> bytes:
    """Return a line as it stands in the file."""
    text = msgspec.json.encode(line)
    return b"%08x %s\n" % (binascii.crc32(text), text)


def decode(data: bytes) -> Iterator[tuple[Line, int]]:
    """Yield the lines of a file and where each ends, up to the first that is not whole."""
    start = 0
    while (end := data.find(b"\n", start)) >= 0:
        mark, text = data[start : start + _MARK_CHARS], data[start + _MARK_CHARS : end]
        if mark != b"%08x " % binascii.crc32(text):
            return
        try:
            line = msgspec.json.decode(text, type=Line)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return
        start = end + 1
        yield line, start


FOLDER: Final = DRAFT
LOG: Final = "edits.log"
_IMAGES: Final = "img"
_MOST_BYTES: Final = 256 * 1024 * 1024
"""Largest draft that is read; one of ours is far below."""
_GROWTH_BYTES: Final = 4 * 1024 * 1024
_GROWTH: Final = 4
"""A draft is written anew when it is so much longer than it was as one line."""


def digest(macro: Macro) -> str:
    """Return the SHA-256 (hex) of all that a macro does, however its file is laid out.

    What it is called is not part of it: another name is no reason to set edits aside.
    """
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(macro, name=""))).hexdigest()


def _begin_of(lines: Sequence[Line], base: str) -> int:
    """Return where the edits begin that were made on this content; 0 where none were."""
    places = (n for n, line in enumerate(lines, 1) if base in (line.base, line.saving))
    return max(places, default=0)


@dataclass(frozen=True, slots=True)
class Found:
    """What a draft on the disk holds."""

    lines: tuple[Line, ...] = ()
    """Edits in their order; none for no draft."""
    at: str = ""
    """When its last line was written, local time."""
    note: str = ""
    """What could not be used, and where it is kept; empty when nothing was lost."""


class Draft:
    """The draft of one macro. Owned by one thread."""

    def __init__(self, macro_folder: Path) -> None:
        """Take hold of a macro's draft, which need not be there.

        Raises:
            MacroError: the macro is open for editing elsewhere, or the folder cannot be written.
        """
        self._macro_folder = macro_folder
        self.folder = macro_folder / FOLDER
        self._log = -1
        self._size = 0
        self._bound = _GROWTH_BYTES
        self._base = ""
        self._saving = ""
        """Digest of what is being saved; empty for nothing."""
        self._is_noted = False
        """The file tells what was done before that from what was done since."""
        with as_file_error(self.folder, "make"):
            self._lock = hold(self.folder / LOCK, macro_folder.name)
        self._flusher = Flusher()

    def find(self, base: str) -> Found:
        """Return the edits that were made on this very content; others are kept aside.

        Of a macro that was being saved when we ended these are the edits made since then. A part that
        is damaged is kept aside too, and the draft goes on behind its last whole line.

        Args:
            base: digest of the macro as it was opened.

        Raises:
            MacroError: the draft cannot be read or kept aside.
        """
        self._base = base
        log = self.folder / LOG
        try:
            data = read_whole(log, _MOST_BYTES)
            at = datetime.fromtimestamp(log.lstat().st_mtime).astimezone()
        except FileNotFoundError:
            return Found()
        except OSError as error:
            raise FileError(log, "read", error) from error
        read = list(decode(data))
        lines = [line for line, _end in read]
        begin = _begin_of(lines, base)
        is_whole = bool(read) and read[-1][1] == len(data)
        if not data or (1 < begin == len(lines) and is_whole):
            self.remove()  # the macro was saved, and we ended before the draft was deleted
            return Found()
        if not begin:
            kept = moved_aside(self._macro_folder, self.folder, (LOG, _IMAGES))
            said = (
                "they cannot be read"
                if not lines
                else "the macro was changed since, by other means"
            )
            return Found(
                note=f"edits that were not saved are left out, because {said}; they are kept in {kept}"
            )
        end = read[-1][1]
        note = self._cut(data, end)
        self._size = end
        return Found(tuple(lines[begin:]), f"{at:%Y-%m-%d %H:%M}", note)

    def _cut(self, data: bytes, end: int) -> str:
        """Let the file end behind its last whole line; return what was lost, if that is much."""
        rest = data[end:]
        if not rest:
            return ""
        note = ""
        if b"\n" in rest[:-1]:
            kept = copied_aside(self._macro_folder, LOG, data)
            note = f"the draft was damaged; what could not be read is kept in {kept}"
        self._open()
        with as_file_error(self.folder / LOG, "write"):
            os.ftruncate(self._log, end)
        return note

    def copy_aside(self) -> Path:
        """Keep a copy of the draft out of the way and return its folder.

        Raises:
            FileError: it cannot be written.
        """
        with as_file_error(self.folder / LOG, "read"):
            data = read_whole(self.folder / LOG, _MOST_BYTES)
        return copied_aside(self._macro_folder, LOG, data)

    def note_saving(self, content: str) -> None:
        """Note what is saved next, so that edits which were saved are not recovered, and later ones are.

        Args:
            content: digest of the macro. That it cannot be noted is no reason not to save.
        """
        self._saving = content
        self._is_noted = not self._size and content == self._base  # what begins now begins on that
        if not self._is_noted:
            with contextlib.suppress(FileError):
                self.append(Line(saving=content))
                self._is_noted = True

    def append(self, line: Line) -> None:
        """Write a line; when this returns a kill cannot undo it.

        Raises:
            FileError: it could not be written, or the one before did not reach the disk; the file
                ends behind its last whole line.
        """
        data = encode(line)
        with as_file_error(self.folder / LOG, "write"):
            if not self._size:
                self._begin()
            self._open()
            try:
                write_all(self._log, data)
            except OSError:
                with contextlib.suppress(OSError):
                    os.ftruncate(self._log, self._size)
                raise
            self._size += len(data)
            self._flusher.flush(self._log)

    @property
    def is_long(self) -> bool:
        """It is time to write it anew as one line."""
        return self._size > self._bound

    def rewrite(self, macro: Macro) -> None:
        """Put one line in place of all, and keep the note of what is being saved.

        Raises:
            FileError: it cannot be written; the draft is as it was.
        """
        head = encode(Line(base=self._base))
        if self._saving:
            head += encode(Line(saving=self._saving))
        data = head + encode(Line(whole=macro))
        with as_file_error(self.folder / LOG, "write"):
            write_whole(self.folder / LOG, data)
            self._let_go()
        self._size = len(data)
        self._bound = max(_GROWTH_BYTES, _GROWTH * len(data))

    def add_image(self, path: str, data: bytes) -> None:
        """Keep a picture; when this returns it is on the disk.

        Raises:
            FileError: it cannot be written.
        """
        with as_file_error(self.folder / path, "write"):
            private_folder(self.folder / _IMAGES)
            write_once(self.folder / path, data)

    def begin_anew(self, base: str) -> None:
        """Forget the edits: the macro was saved. The pictures stay, which an undo may name again.

        Args:
            base: digest of the macro on which the next edit is made.
        """
        self._forget_edits()
        self._base = base

    def go_on(self, base: str) -> bool:
        """Keep the edits that were made since `note_saving`: that macro was saved.

        Args:
            base: digest of the macro on which they were made.

        Returns:
            False where the file does not tell them from those before: `rewrite` it then.
        """
        self._base, self._saving = base, ""
        return self._is_noted

    def remove(self) -> None:
        """Delete what there is; the macro stays open for editing here."""
        self._forget_edits()
        shutil.rmtree(self.folder / _IMAGES, ignore_errors=True)

    def _forget_edits(self) -> None:
        self._let_go()
        self._size, self._bound = 0, _GROWTH_BYTES
        self._saving = ""
        (self.folder / LOG).unlink(missing_ok=True)

    def close(self) -> None:
        """Flush and let go; a folder without a draft goes."""
        self._let_go()
        self._flusher.close()
        if self._lock >= 0:
            if not os.path.lexists(self.folder / LOG):
                shutil.rmtree(self.folder, ignore_errors=True)
            os.close(self._lock)
            self._lock = -1

    def _begin(self) -> None:
        """Write the first line."""
        data = encode(Line(base=self._base))
        write_whole(self.folder / LOG, data)
        self._size = len(data)

    def _open(self) -> None:
        if self._log < 0:
            self._log = open_private(self.folder / LOG, os.O_WRONLY | os.O_APPEND)

    def _let_go(self) -> None:
        self._flusher.wait()
        if self._log >= 0:
            os.close(self._log)
            self._log = -1
