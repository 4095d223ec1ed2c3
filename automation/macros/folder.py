"""What lies in the folder of one macro, read and written one file at a time."""

import contextlib
import os
from pathlib import Path

from automation.core.errors import MacroError
from automation.macros.files import FileError, read_whole, write_whole
from automation.macros.package import EVENTS, most_bytes
from automation.macros.yaml_tree import MAX_YAML_BYTES


def read_image(folder: Path, path: str) -> bytes:
    """Return the file of a picture in a macro's folder.

    Raises:
        MacroError: it is missing, too large, or a link; or the path is none of a picture.
    """
    most = most_bytes(path)
    if not most or not path.startswith("img/"):
        message = f"{path!r} is no picture of a macro"
        raise MacroError(message)
    try:
        return read_whole(folder / path, most)
    except FileNotFoundError as error:
        message = f"the picture {path} is missing; record the step again, or take `image` out"
        raise MacroError(message) from error
    except OSError as error:
        raise FileError(folder / path, "read", error) from error


def read_events(folder: Path) -> bytes | None:
    """Return the raw recording in a macro's folder; None where there is none.

    Raises:
        MacroError: it is too large or a link, or cannot be read.
    """
    try:
        return read_whole(folder / EVENTS, most_bytes(EVENTS))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise FileError(folder / EVENTS, "read", error) from error


def is_text(data: bytes) -> bool:
    """Tell whether a file could have been written by anybody, with mistakes or without."""
    if not data.strip() or b"\0" in data:
        return False
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def write_once(path: Path, data: bytes) -> None:
    """Write a picture, unless it is there already as it should be."""
    with contextlib.suppress(OSError, MacroError):
        if read_whole(path, len(data)) == data:
            return
    write_whole(path, data)


def back_up(file: Path, backup: Path) -> None:
    """Give the macro's file that is there a second name, which then is the backup's.

    Raises:
        OSError: that failed; the file is as it was.
    """
    if file.is_symlink() or not file.exists():
        return
    second = backup.with_name(".new-backup")
    second.unlink(missing_ok=True)
    try:
        os.link(file, second)
    except OSError:  # a file system without second names
        write_whole(backup, read_whole(file, MAX_YAML_BYTES))
        return
    second.replace(backup)
