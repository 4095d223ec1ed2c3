"""A macro as one zip: `macro.yaml`, `img/*.png`, `events.bin`; the same macro gives the same bytes.

A zip from elsewhere is hostile until shown otherwise: every member is looked at before any is
unpacked, each is refused by name, and nothing is ever written to a path that it names.
"""

import io
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from automation.core.errors import MacroError
from automation.macros.codec import FILE, open_text, write
from automation.macros.images import MAX_IMAGE_BYTES, check_images, image_paths
from automation.macros.macro import MAX_BYTES, Macro
from automation.macros.mistakes import shown
from automation.macros.problems import BadMacro, Problem, refusal
from automation.macros.recording import raw_checking, raw_format
from automation.macros.yaml_tree import MAX_YAML_BYTES

EVENTS: Final = raw_format.FILE
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
        """Return the file of a picture.

        Raises:
            MacroError: it is missing.
        """
        if path not in self.images:
            message = f"the picture {path} is missing"
            raise MacroError(message)
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
        message = (
            f"the macro is larger than {MAX_BYTES // 2**20} MiB in all; leave the recording out"
        )
        raise MacroError(message)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data, kind in members:
            info = zipfile.ZipInfo(name, _STAMP)
            info.compress_type = kind
            info.create_system = 3  # Unix, wherever it is made
            info.external_attr = (stat.S_IFREG | 0o600) << 16
            archive.writestr(info, data, compresslevel=6)
    return out.getvalue()


def unpack(data: bytes, file: str = "the package") -> Package:
    """Read a zip that may come from anybody.

    Args:
        data: the whole zip.
        file: what it is called in sentences.

    Raises:
        BadMacro: it is no zip, holds something that no macro has, or the macro in it is refused.
    """
    return assemble(unpack_files(data, file), file)


def unpack_files(data: bytes, file: str) -> dict[str, bytes]:
    """Return the files of a zip by their names, `macro.yaml` among them; none has been looked into.

    Raises:
        BadMacro: it is no zip, or holds something that no macro has.
    """
    if len(data) > MAX_BYTES:
        raise refusal(file, f"it is larger than {MAX_BYTES // 2**20} MiB")
    _check_directory(data, file)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = _checked(archive.infolist(), file)
            contents = {info.filename: _member(archive, info, file) for info in infos}
    except _UNREADABLE as error:
        reason = f"it cannot be unpacked ({str(error)[:100]})"
        raise refusal(file, reason, "get it again") from error
    if FILE not in contents:
        advice = "pack what is in the macro's folder, not the folder"
        raise refusal(file, f"there is no {FILE} in it", advice)
    return contents


def assemble(contents: Mapping[str, bytes], file: str) -> Package:
    """Make a package of the files of a zip or folder, by their names.

    Raises:
        BadMacro: the macro is missing or refused, a picture is missing, damaged or too large, or the
            recording is damaged.
    """
    opened = open_text(contents[FILE], f"{file}: {FILE}")
    images = {name: data for name, data in contents.items() if name not in (FILE, EVENTS)}
    package = Package(opened.macro, images, contents.get(EVENTS))
    if found := check_images(opened.macro, package.image):
        raise BadMacro(file, opened.problems(found))
    check_events(package.events, file)
    return package


def check_events(events: bytes | None, file: str) -> None:
    """Refuse a recording that is not whole.

    Raises:
        BadMacro: it is damaged; has every problem, with the byte where it is.
    """
    wrong = [one for one in raw_checking.event_problems(events) if not one.is_note]
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
