"""One macro of the library on the disk: its file read and written, with the one before as backup.

The file names its pictures, so they are written first: at no moment does it name what is not there.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from automation.core.errors import MacroError
from automation.macros.codec import FILE, Opened, open_text
from automation.macros.files import FileError, aside, private_folder, read_whole, write_whole
from automation.macros.folder import back_up, is_text, read_image, write_once
from automation.macros.images import image_paths
from automation.macros.macro import Macro
from automation.macros.package import EVENTS
from automation.macros.yaml_tree import MAX_YAML_BYTES, Watch

BACKUP: Final = f"{FILE}.bak"


class Changed(MacroError):
    """The file of a macro is another than the one that was read; nothing was written."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A macro of the library."""

    opened: Opened
    folder: Path
    note: str = ""
    """What the user should know: that the file was damaged and the one before is shown."""
    mark: str = ""
    """SHA-256 (hex) of the file as it was read, for `Library.save`."""

    @property
    def macro(self) -> Macro:
        """The macro."""
        return self.opened.macro

    def image(self, path: str) -> bytes:
        """Return the file of a picture.

        Raises:
            MacroError: it is missing, too large, or a link.
        """
        return read_image(self.folder, path)


def read_kept(folder: Path, watch: Watch | None = None) -> Kept:
    """Read the macro of a folder; a file that is no text gives its place to the one before.

    Args:
        folder: the macro's.
        watch: is told how far the reading has come.

    Raises:
        BadMacro: its file is refused; has every problem.
        MacroError: it cannot be read.
    """
    file = folder / FILE
    note = ""
    try:
        data = read_whole(file, MAX_YAML_BYTES)
        if not is_text(data):
            note = _put_aside(folder)
            data = read_whole(file, MAX_YAML_BYTES)
    except OSError as error:
        raise FileError(file, "read", error) from error
    return Kept(open_text(data, str(file), watch), folder, note, mark_of(data))


def write_kept(
    folder: Path,
    macro: Macro,
    data: bytes,
    images: Mapping[str, bytes],
    events: bytes | None,
    *,
    expected: str = "",
) -> None:
    """Write a macro into its folder; the caller holds the library's lock.

    Args:
        folder: the macro's, which need not be there.
        macro: what to keep.
        data: the macro as a file.
        images: pictures that are not in the folder yet, by path.
        events: the raw recording; None leaves the one that is there.
        expected: `Kept.mark` of the file that is replaced; empty for whatever is there.

    Raises:
        Changed: the file is another than expected; it is untouched.
        MacroError: a picture is missing; the file is untouched.
        OSError: something cannot be written.
    """
    if expected and mark_of(read_whole(folder / FILE, MAX_YAML_BYTES)) != expected:
        message = (
            f"“{macro.name}” was changed meanwhile, by another window or program; nothing was "
            "written. Look at it as it is now and try again"
        )
        raise Changed(message)
    private_folder(folder / "img")
    for path in image_paths(macro):
        if path in images:
            write_once(folder / path, images[path])
        elif not (folder / path).is_file():
            message = f"the picture {path} of “{macro.name}” is missing; nothing was kept"
            raise MacroError(message)
    if events is not None:
        write_whole(folder / EVENTS, events)
    back_up(folder / FILE, folder / BACKUP)
    write_whole(folder / FILE, data)


def mark_of(data: bytes) -> str:
    """Return the SHA-256 (hex) of a macro's file, by which it is known again."""
    return hashlib.sha256(data).hexdigest()


def _put_aside(folder: Path) -> str:
    """Keep a file that is no text, and put the backup in its place; return the sentence."""
    try:
        before = read_whole(folder / BACKUP, MAX_YAML_BYTES)
        open_text(before, BACKUP)
    except (OSError, MacroError) as error:
        message = f"{folder / FILE} is damaged, and there is no macro before it; restore it from a backup of yours"
        raise MacroError(message) from error
    kept = aside(folder / FILE)
    write_whole(folder / FILE, before)
    return (
        f"{FILE} was damaged and is kept as {kept.name}; this is the macro as it was saved before"
    )
