"""Reading and locking the files of macros: private, whole or absent, no links.

What fails is told as our own error. A macro that is open for editing holds the lock of its draft, so that
any process can tell.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from automation.core.errors import MacroError
from automation.core.files import flush_folder, open_locked, open_private, read, try_lock

T = TypeVar("T")

_MOST_ASIDE: Final = 1000


class FileError(MacroError):
    """The system refused to read or write a file of ours."""

    def __init__(self, path: Path, what: str, error: OSError) -> None:
        super().__init__(f"cannot {what} {path}: {error.strerror or error}")


@contextmanager
def as_file_error(path: Path, what: str) -> Iterator[None]:
    """Tell what the system refuses as our own error."""
    try:
        yield
    except OSError as error:
        raise FileError(path, what, error) from error


def read_given(path: Path, most: int) -> bytes:
    """Return what a file holds that the user names: through links, but from no pipe or device.

    Those would be waited for, or read, without end.

    Args:
        most: bytes that are read; one more is returned when there are more.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(descriptor, "rb") as file:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "it is no file but a pipe or a device", str(path))
        return file.read(min(most, found.st_size) + 1)


def read_whole(path: Path, most: int) -> bytes:
    """Return what a file holds; never through a link.

    Raises:
        OSError: it cannot be read.
        MacroError: it holds more than `most` bytes.
    """
    data = read(path, most)
    if len(data) > most:
        raise MacroError(
            f"{path.name} is larger than {most:,} bytes, which is the most that it may hold"
        )
    return data


def read_json(path: Path, most: int, kind: type[T]) -> T:
    """Return the value that a file of ours holds; as `read_whole`.

    Raises:
        MacroError: it is too large, or damaged.
    """
    data = read_whole(path, most)
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise MacroError(str(error)) from error


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of it, however little the system takes at a time."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def aside(path: Path) -> Path:
    """Keep a file that cannot be read under another name and return that."""
    for number in range(1, _MOST_ASIDE):
        kept = path.with_name(f"{path.name}.damaged-{number}")
        if not os.path.lexists(kept):
            break
    path.replace(kept)
    flush_folder(path.parent)
    return kept


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Keep other processes of ours from changing the same folder meanwhile."""
    descriptor = open_locked(file, waits=True)
    try:
        yield
    finally:
        os.close(descriptor)


DRAFT: Final = ".draft"
LOCK: Final = "lock"
"""Held in the draft's folder while the macro is open."""


class OpenForEditing(MacroError):
    """Somebody edits the macro; edits would be lost by what was asked for."""


@contextmanager
def unheld(folder: Path) -> Iterator[None]:
    """Let nobody begin to edit a macro meanwhile.

    Raises:
        OpenForEditing: somebody does.
        OSError: the lock cannot be opened.
    """
    try:
        descriptor = open_private(folder / DRAFT / LOCK, os.O_RDWR)
    except FileNotFoundError:  # never edited, or closed since
        yield
        return
    try:
        lock_or_refuse(descriptor, folder.name)
        yield
    finally:
        os.close(descriptor)


def lock_or_refuse(descriptor: int, name: str) -> None:
    """Take the lock of a draft."""
    if not try_lock(descriptor):
        raise OpenForEditing(
            f"the macro in {name} is open for editing in another window; close it there first"
        )
