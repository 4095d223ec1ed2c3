"""A macro that somebody hands over: a zip, a folder or one file, looked at before anything is kept."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from automation.core.errors import MacroError
from automation.macros.codec import FILE, Opened, open_text
from automation.macros.files import FileError, read_given, read_whole
from automation.macros.folder import read_image
from automation.macros.images import image_paths
from automation.macros.macro import MAX_BYTES
from automation.macros.package import EVENTS, Package, check_events, most_bytes, unpack_files
from automation.macros.yaml_tree import MAX_YAML_BYTES

_PICTURES: Final = "img"


@dataclass(frozen=True, slots=True)
class Source:
    """A macro outside the library."""

    opened: Opened
    image: Callable[[str], bytes]
    """Returns the file of a picture; raises `MacroError` when it is missing."""
    events: bytes | None = None

    def package(self) -> Package:
        """Return the macro with its pictures and its recording.

        Raises:
            BadMacro: the recording is damaged.
            MacroError: a picture is missing.
        """
        check_events(self.events, self.opened.file)
        images = {path: self.image(path) for path in image_paths(self.opened.macro)}
        return Package(self.opened.macro, images, self.events)


def read_source(path: Path) -> Source:
    """Read a zip, a folder, or a macro.yaml with its pictures beside it. No link is followed.

    Raises:
        BadMacro: it is refused; has every problem.
        MacroError: it cannot be read.
    """
    try:
        if path.is_dir():
            return _from_folder(path, path / FILE)
        with_begin = path.suffix.casefold() == ".zip" or _begins_as_zip(path)
        if not with_begin:
            return _from_folder(path.parent, path)
        contents = unpack_files(read_whole(path, MAX_BYTES), str(path))
    except OSError as error:
        raise FileError(path, "read", error) from error
    opened = open_text(contents[FILE], f"{path}: {FILE}")
    package = Package(opened.macro, contents)
    return Source(opened, package.image, contents.get(EVENTS))


def _from_folder(folder: Path, file: Path) -> Source:
    opened = open_text(read_whole(file, MAX_YAML_BYTES), str(file))

    def _image(name: str) -> bytes:
        pictures = folder / _PICTURES
        if pictures.is_symlink():
            message = f"{pictures} is a link, and none is followed; copy the pictures into a folder"
            raise MacroError(message)
        return read_image(folder, name)

    try:
        events = read_whole(folder / EVENTS, most_bytes(EVENTS)) if file.name == FILE else None
    except FileNotFoundError:
        events = None
    return Source(opened, _image, events)


def _begins_as_zip(path: Path) -> bool:
    try:
        return read_given(path, 3) == b"PK\x03\x04"
    except OSError as error:
        raise FileError(path, "read", error) from error
