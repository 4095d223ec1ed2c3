"""Files of macros: private, whole or absent, no links; what fails is told as our own error.

The one module of macros that reaches for `automation.records`, and there for `private` alone, which
is how every file of ours is written.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from automation.core.errors import MacroError
from automation.records.private import (
    flush_folder,
    open_private,
    private_folder,
    read,
    write_whole,
)

__all__ = [
    "FileError",
    "aside",
    "flush_folder",
    "locked",
    "open_private",
    "private_folder",
    "read_given",
    "read_whole",
    "write_whole",
]

_MOST_ASIDE: Final = 1000


class FileError(MacroError):
    """The system refused to read or write a file of ours."""

    def __init__(self, path: Path, what: str, error: OSError) -> None:
        super().__init__(f"cannot {what} {path}: {error.strerror or error}")


def read_given(path: Path, most: int) -> bytes:
    """Return what a file holds that the user names: through links, but from no pipe or device.

    Those would be waited for, or read, without end.

    Args:
        path: the file.
        most: bytes that are read; one more is returned when there are more.

    Raises:
        OSError: it cannot be read, or is no file.
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
        message = f"{path.name} is larger than {most:,} bytes, which is the most that it may hold"
        raise MacroError(message)
    return data


def aside(path: Path) -> Path:
    """Keep a file that cannot be read under another name and return that.

    Raises:
        OSError: it cannot be renamed.
    """
    for number in range(1, _MOST_ASIDE):
        kept = path.with_name(f"{path.name}.damaged-{number}")
        if not os.path.lexists(kept):
            break
    path.replace(kept)
    flush_folder(path.parent)
    return kept


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Keep other processes of ours from changing the same folder meanwhile.

    Raises:
        OSError: the file cannot be made.
    """
    descriptor = open_private(file, os.O_RDWR | os.O_CREAT)
    try:
        if os.name != "nt":
            import fcntl  # noqa: PLC0415 - not there on Windows

            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
