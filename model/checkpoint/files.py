"""Opens files of a checkpoint folder: regular ones only, by plain names, never more than asked for.

The folder is somebody else's. Names inside it may point anywhere, files may be devices or pipes
that never end, and a link may stand where a file is expected: the hub's cache makes such links.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from automation.core.errors import LoadError

MAX_ENTRIES: Final = 4096
"""Files in a folder; the official one has about 40."""
MAX_NAME: Final = 255
"""Bytes of a file name on every common file system."""
SHOWN: Final = 80
"""Characters of a foreign value that a message repeats."""


@dataclass(frozen=True, slots=True)
class FileId:
    """What tells one state of a file from another without reading it."""

    size_bytes: int
    modified_ns: int


def shown(value: object) -> str:
    """Return a foreign value for a message: one line, printable, short."""
    text = ascii(value)
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


def check_name(name: str, where: str) -> str:
    """Return a file name that stays inside the folder.

    Raises:
        LoadError: it is a path, a device name or no name at all.
    """
    is_plain = (
        0 < len(os.fsencode(name) if name.isprintable() else "") <= MAX_NAME
        and name not in {".", ".."}
        and not any(mark in name for mark in "/\\:\0")
    )
    if not is_plain:
        message = (
            f"{where}: found the path {shown(name)}, expected the name of a file inside the "
            "folder; do not use this checkpoint"
        )
        raise LoadError(message)
    return name


def list_names(folder: Path) -> tuple[str, ...]:
    """Return the names in a checkpoint folder, sorted.

    Raises:
        LoadError: it is no folder, cannot be read or holds far too many files.
    """
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry, _ in zip(entries, range(MAX_ENTRIES + 1), strict=False)]
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a path"
        message = (
            f"{shown(str(folder))}: cannot be read as a folder ({reason}); choose the folder "
            "that holds config.json and the .safetensors files"
        )
        raise LoadError(message) from error
    if len(names) > MAX_ENTRIES:
        message = (
            f"{shown(str(folder))}: found more than {MAX_ENTRIES} files, expected a checkpoint; "
            "choose the folder that holds config.json"
        )
        raise LoadError(message)
    return tuple(sorted(names))


def regular_path(folder: Path, name: str) -> Path:
    """Return where a file really is, links resolved.

    Raises:
        LoadError: it is missing, a link to nowhere, or no regular file.
    """
    try:
        path = (folder / name).resolve(strict=True)
        mode = path.stat().st_mode
    except (OSError, RuntimeError, ValueError) as error:
        raise _missing(name, error) from error
    _require_regular(mode, name)
    return path


def _missing(name: str, error: Exception) -> LoadError:
    if isinstance(error, FileNotFoundError):
        why = "is missing"
    else:
        why = f"cannot be opened ({getattr(error, 'strerror', None) or 'a loop of links'})"
    message = f"{shown_name(name)} {why}; download the checkpoint again"
    return LoadError(message)


def shown_name(name: str) -> str:
    """Return a file name for a message: bare when it is harmless."""
    return name if name.isascii() and name.isprintable() and len(name) <= SHOWN else shown(name)


def _require_regular(mode: int, name: str) -> None:
    if stat.S_ISREG(mode):
        return
    kinds = (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a pipe"),
        (stat.S_ISSOCK, "a socket"),
    )
    kind = next((words for test, words in kinds if test(mode)), "a device")
    message = (
        f"{shown_name(name)}: found {kind}, expected a regular file; do not use this checkpoint"
    )
    raise LoadError(message)


@contextmanager
def opened(path: Path, name: str) -> Iterator[BinaryIO]:
    """Open a resolved path for reading, unbuffered; a swap for a pipe or device is noticed.

    Raises:
        LoadError: it cannot be opened, or is no regular file by now.
    """
    flags = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        number = os.open(path, flags | getattr(os, "O_BINARY", 0))
    except OSError as error:
        raise _missing(name, error) from error
    with os.fdopen(number, "rb", buffering=0) as file:
        _require_regular(os.fstat(number).st_mode, name)
        yield file


def identity(file: BinaryIO) -> FileId:
    """Return the size and the time of the last change of an open file."""
    info = os.fstat(file.fileno())
    return FileId(info.st_size, info.st_mtime_ns)


def read_small(path: Path, name: str, limit_bytes: int) -> bytes:
    """Return a whole small file.

    Raises:
        LoadError: it is larger than the limit, or reading fails.
    """
    with opened(path, name) as file:
        size = identity(file).size_bytes
        if size > limit_bytes:
            raise _too_large(name, size, limit_bytes)
        content = read_exactly(file, size, name)
        # A file of /proc has size 0 and content all the same; one that grows is being written.
        if file.read(1):
            raise _too_large(name, size + 1, limit_bytes if size else 0)
    return content


def _too_large(name: str, size: int, limit_bytes: int) -> LoadError:
    message = (
        f"{shown_name(name)}: found {size} bytes or more, expected at most {limit_bytes}; "
        "download the checkpoint again"
    )
    return LoadError(message)


def read_exactly(file: BinaryIO, count: int, name: str) -> bytes:
    """Return the next `count` bytes.

    Raises:
        LoadError: the file ends before, or the disk fails.
    """
    buffer = bytearray(count)
    fill(file, memoryview(buffer), name)
    return bytes(buffer)


def fill(file: BinaryIO, buffer: memoryview, name: str) -> None:
    """Fill a buffer from a file; the lock of the interpreter is free while the disk works.

    Raises:
        LoadError: the file ends before, or the disk fails.
    """
    at = 0
    while at < len(buffer):
        try:
            got = file.readinto(buffer[at:])  # type: ignore[attr-defined]  # a raw file has it
        except OSError as error:
            message = (
                f"{shown_name(name)}: cannot be read ({error.strerror}); check the disk, then "
                "download the checkpoint again"
            )
            raise LoadError(message) from error
        if not got:
            message = (
                f"{shown_name(name)}: ends {len(buffer) - at} bytes too early; "
                "download the checkpoint again"
            )
            raise LoadError(message)
        at += got
