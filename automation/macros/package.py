"""A macro as one zip: `macro.yaml`, `img/*.png`, `events.bin`; the same macro gives the same bytes.

A zip from elsewhere is hostile until shown otherwise: every member is looked at before any is
unpacked, each is refused by name, and nothing is ever written to a path that it names.

A macro that somebody hands over is a zip, a folder or one file, looked at before anything is kept.
"""

import contextlib
import io
import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from automation.core.errors import MacroError
from automation.core.files import write_whole
from automation.macros.codec import FILE, Opened, open_text, shown, write
from automation.macros.images import MAX_IMAGE_BYTES, image_paths
from automation.macros.macro import MAX_BYTES, Macro
from automation.macros.macro_files import FileError, as_file_error, read_given, read_whole
from automation.macros.problems import BadMacro, Problem, refusal
from automation.macros.record import raw_file
from automation.macros.yaml_file import MAX_YAML_BYTES

EVENTS: Final = raw_file.FILE
MAX_MEMBERS: Final = 40_002
"""Two pictures for each of the most steps, the steps and the recording."""
_IMAGE: Final = re.compile(r"img/[a-z0-9][a-z0-9._-]{0,99}\.png")
_STAMP: Final = (1980, 1, 1, 0, 0, 0)
_END: Final = b"PK\x05\x06"
_LOCATOR: Final = b"PK\x06\x07"
_LOCATOR_BYTES: Final = 20
"""Of the Zip64 end record's locator (PKWARE's note, 4.3.15); it stands right before the end record."""
_END_BYTES: Final = 22
_MAX_COMMENT: Final = 0xFFFF
_MAX_DIRECTORY_BYTES: Final = MAX_MEMBERS * 256
"""A member's line has 46 bytes and its name (.ZIP File Format Specification 4.3.12)."""
_IS_ENCRYPTED: Final = 1
_UNREADABLE: Final = (
    zipfile.BadZipFile, zlib.error, struct.error, OSError, EOFError, ValueError, NotImplementedError,
    RuntimeError, UnicodeError, IndexError, OverflowError,
)  # fmt: skip
"""What zipfile raises for damaged and hostile files."""


@dataclass(frozen=True, slots=True)
class Package:
    """A macro with all that belongs to it."""

    macro: Macro
    images: Mapping[str, bytes] = field(default_factory=dict)
    """Files of its pictures, by path."""
    events: bytes | None = None
    """The raw recording; None when there is none."""

    def image(self, path: str) -> bytes:
        """Return the file of a picture."""
        if path not in self.images:
            raise MacroError(f"the picture {path} is missing")
        return self.images[path]


def pack(package: Package) -> bytes:
    """Return the zip; pictures that no target uses are left out.

    Raises:
        MacroError: a picture is missing, or the macro cannot be kept.
    """
    members = [(FILE, write(package.macro), zipfile.ZIP_DEFLATED)]
    members += [
        (path, package.image(path), zipfile.ZIP_STORED) for path in image_paths(package.macro)
    ]
    if package.events is not None:
        members.append((EVENTS, package.events, zipfile.ZIP_DEFLATED))
    if sum(len(data) for _name, data, _kind in members) > MAX_BYTES:
        raise MacroError(
            f"the macro is larger than {MAX_BYTES // 2**20} MiB in all; leave the recording out"
        )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data, kind in members:
            info = zipfile.ZipInfo(name, _STAMP)
            info.compress_type = kind
            info.create_system = 3  # Unix, wherever it is made
            info.external_attr = (stat.S_IFREG | 0o600) << 16
            archive.writestr(info, data, compresslevel=6)
    return out.getvalue()


def _unpacked(data: bytes, file: str) -> dict[str, bytes]:
    """Return the files of a zip by their names, `macro.yaml` among them; none has been looked into."""
    if len(data) > MAX_BYTES:
        raise refusal(file, f"it is larger than {MAX_BYTES // 2**20} MiB")
    _check_directory(data, file)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = _checked(archive.infolist(), file)
            contents = {info.filename: _member(archive, info, file) for info in infos}
    except _UNREADABLE as error:
        raise refusal(
            file, f"it cannot be unpacked ({str(error)[:100]})", "get it again"
        ) from error
    if FILE not in contents:
        raise refusal(
            file, f"there is no {FILE} in it", "pack what is in the macro's folder, not the folder"
        )
    return contents


def check_events(events: bytes | None, file: str) -> None:
    """Refuse a recording that is not whole."""
    wrong = [one for one in raw_file.event_problems(events) if not one.is_note]
    if wrong:
        raise BadMacro(file, wrong)


def _check_directory(data: bytes, file: str) -> None:
    """Refuse a list of members that is too long before anything reads it."""
    at = data.rfind(_END, max(0, len(data) - _END_BYTES - _MAX_COMMENT))
    if at < 0 or len(data) - at < _END_BYTES:
        raise refusal(file, "it is no zip, or cut off", "get it again")
    count, size = struct.unpack_from("<HI", data, at + 10)
    if data[max(0, at - _LOCATOR_BYTES) : at].startswith(_LOCATOR):
        # Python's reader would believe the other count that it points to.
        raise refusal(file, "it is a zip of more than 4 GiB or 65,535 files", "get it again")
    if count == 0xFFFF or size > _MAX_DIRECTORY_BYTES:
        raise refusal(file, f"it holds more than {MAX_MEMBERS:,} files")


def _checked(infos: list[zipfile.ZipInfo], file: str) -> list[zipfile.ZipInfo]:
    """Return the members to unpack; every one that no macro has is refused by name."""
    if len(infos) > MAX_MEMBERS:
        raise refusal(file, f"it holds more than {MAX_MEMBERS:,} files")
    wrong: list[Problem] = []
    seen: set[str] = set()
    for info in infos:
        reason = _refused(info) or ("stands in it twice" if info.filename in seen else "")
        seen.add(info.filename)
        if reason:
            wrong.append(Problem(0, 0, shown(info.orig_filename), reason))
    if not wrong and sum(info.file_size for info in infos) > MAX_BYTES:
        wrong.append(Problem(0, 0, "", f"it holds more than {MAX_BYTES // 2**20} MiB"))
    if wrong:
        raise BadMacro(file, wrong)
    return [info for info in infos if info.filename != "img/"]


def _refused(info: zipfile.ZipInfo) -> str:
    """Return why a member is refused; empty when it may be unpacked."""
    name = info.filename
    if name != info.orig_filename:
        return "has an odd name"
    if info.flag_bits & _IS_ENCRYPTED:
        return "is encrypted"
    kind = stat.S_IFMT(info.external_attr >> 16)
    if name == "img/":
        return "is no folder" if info.file_size or kind not in (0, stat.S_IFDIR) else ""
    if kind not in (0, stat.S_IFREG):
        return "is a link or another thing that is no file"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is packed in a way that is not read"
    most = most_bytes(name)
    if not most:
        return "does not belong to a macro"
    return f"is larger than {most:,} bytes" if info.file_size > most else ""


def most_bytes(name: str) -> int:
    """Return how large a file of a macro may be; 0 for a name that none has."""
    if name == FILE:
        return MAX_YAML_BYTES
    if name == EVENTS:
        return MAX_BYTES
    return MAX_IMAGE_BYTES if _IMAGE.fullmatch(name) else 0


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, file: str) -> bytes:
    with archive.open(info) as member:
        data = member.read(info.file_size + 1)
    if len(data) != info.file_size:
        raise refusal(
            file, f"{shown(info.filename)} does not have the size that it names", "get it again"
        )
    return data


def read_image(folder: Path, path: str) -> bytes:
    """Return the file of a picture in a macro's folder."""
    most = most_bytes(path)
    if not most or not path.startswith("img/"):
        raise MacroError(f"{path!r} is no picture of a macro")
    try:
        return read_whole(folder / path, most)
    except FileNotFoundError as error:
        raise MacroError(
            f"the picture {path} is missing; record the step again, or take `image` out"
        ) from error
    except OSError as error:
        raise FileError(folder / path, "read", error) from error


def read_events(folder: Path) -> bytes | None:
    """Return the raw recording in a macro's folder; None where there is none."""
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
    with as_file_error(path, "read"):
        if path.is_dir():
            return _from_folder(path, path / FILE)
        with_begin = path.suffix.casefold() == ".zip" or _begins_as_zip(path)
        if not with_begin:
            return _from_folder(path.parent, path)
        return read_zip(read_whole(path, MAX_BYTES), str(path))


def read_zip(data: bytes, file: str) -> Source:
    """Read a zip that may come from anybody; as `read_source`."""
    contents = _unpacked(data, file)
    opened = open_text(contents[FILE], f"{file}: {FILE}")
    return Source(opened, Package(opened.macro, contents).image, contents.get(EVENTS))


def _from_folder(folder: Path, file: Path) -> Source:
    opened = open_text(read_whole(file, MAX_YAML_BYTES), str(file))

    def _image(name: str) -> bytes:
        pictures = folder / _PICTURES
        if pictures.is_symlink():
            raise MacroError(
                f"{pictures} is a link, and none is followed; copy the pictures into a folder"
            )
        return read_image(folder, name)

    try:
        events = read_whole(folder / EVENTS, most_bytes(EVENTS)) if file.name == FILE else None
    except FileNotFoundError:
        events = None
    return Source(opened, _image, events)


def _begins_as_zip(path: Path) -> bool:
    with as_file_error(path, "read"):
        return read_given(path, 3) == b"PK\x03\x04"
