"""Pictures on disk: written once, named by their content, durable before anybody refers to them.

A picture is encoded as PNG, written to a hidden file, flushed, renamed, and its folder flushed: a
reader sees the whole picture or none. Files are private and links are never followed.
"""

import hashlib
import logging
import re
import sqlite3
import stat
import struct
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import numpy as np

from automation.core.errors import Damaged, RecordError
from automation.core.files import flush_folder, private_folder, read, write_new, write_whole
from automation.core.observation import Frame
from automation.records.database import told_as_ours

log = logging.getLogger(__name__)

MIME: Final = "image/png"
COMPRESS_LEVEL: Final = 1
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_FILTER_UP: Final = 2
_TRUE_COLOUR: Final = 2
ORPHAN_AGE_S: Final = 3600.0
MAX_FILE_BYTES: Final = 1 << 30
"""More than a picture of any desktop takes."""
_ADDRESS: Final = re.compile(r"[0-9a-f]{64}")
_TAG: Final = "Signature: 8a477f597d28d172789f06886806bc55\n# Pictures of deskhand's runs.\n"


@dataclass(frozen=True, slots=True)
class Blob:
    """A picture that is safe on disk."""

    sha256: str
    """Its address: SHA-256 (hex) of size and visible pixels."""
    file_sha256: str
    bytes: int
    w: int
    h: int
    origin_x: int
    origin_y: int


class BlobFolder:
    """The folder of pictures; used from any thread, one writer for each picture."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def prepare(self) -> None:
        """Make the folder, and mark it for backups and indexers as something to leave out."""
        with told_as_ours("make the folder for pictures"):
            private_folder(self._folder)
            for name, text in (("CACHEDIR.TAG", _TAG), (".nomedia", "")):
                mark = self._folder / name
                if not (mark.is_symlink() or mark.exists()):
                    write_new(mark, text.encode())

    def put(self, address: str, frame: Frame) -> Blob:
        """Encode the picture and make it durable; an equal picture is not written twice.

        Raises:
            DiskFull: there is no room; nothing of it is left behind.
        """
        png = png_bytes(frame)
        path = self._path(address)
        with told_as_ours("keep a picture"):
            private_folder(path.parent)
            # What a crash left here has no row yet, so that nobody vouches for it.
            if self._holds(path, len(png)) and read(path, len(png)) == png:
                flush_folder(path.parent)
                flush_folder(self._folder)
            else:
                write_whole(path, png)
        height, width = frame.pixels.shape[:2]
        return Blob(
            sha256=address,
            file_sha256=hashlib.sha256(png).hexdigest(),
            bytes=len(png),
            w=width,
            h=height,
            origin_x=frame.origin.x,
            origin_y=frame.origin.y,
        )

    def read(self, address: str, file_sha256: str) -> bytes:
        """Return the PNG file's bytes."""
        path = self._path(address)
        try:
            with told_as_ours("read a picture"):
                data = read(path, MAX_FILE_BYTES)
        except RecordError as error:
            raise Damaged(f"the picture {address[:12]} cannot be read") from error
        if hashlib.sha256(data).hexdigest() != file_sha256:
            raise Damaged(
                f"the picture {address[:12]} is not what was written; it is left as it is"
            )
        return data

    def holds(self, address: str, size: int) -> bool:
        """Tell whether a picture's file of this size (bytes) is there."""
        return self._holds(self._path(address), size)

    def _holds(self, path: Path, size: int) -> bool:
        try:
            info = path.lstat()
        except OSError:
            return False
        return stat.S_ISREG(info.st_mode) and info.st_size == size

    def delete(self, addresses: Iterable[str]) -> None:
        """Delete pictures, durably; one that is not there is deleted already."""
        with told_as_ours("delete a picture"):
            touched = set()
            for address in addresses:
                path = self._path(address)
                path.unlink(missing_ok=True)
                touched.add(path.parent)
            for folder in touched:
                if folder.is_dir():
                    flush_folder(folder)

    def clear(self) -> None:
        """Delete every picture, known or not; nothing may be writing one."""
        with told_as_ours("delete the pictures"):
            for path in self._ours():
                path.unlink(missing_ok=True)
            for folder in self._folder.glob("??"):
                flush_folder(folder)

    def _ours(self) -> Iterator[Path]:
        for path in self._folder.glob("??/*"):
            if path.suffix == ".png" or path.name.startswith(".new-"):
                yield path

    def sweep(self, known: frozenset[str], *, not_before_s: float) -> int:
        """Delete pictures that nothing refers to; return how many.

        Args:
            not_before_s: files older than this (seconds since 1970) belong to a database that was
                put aside, and are left alone.
        """
        too_young_s = time.time() - ORPHAN_AGE_S
        gone = 0
        for path in self._ours():
            written_s = path.lstat().st_mtime
            if path.stem not in known and not_before_s <= written_s < too_young_s:
                path.unlink(missing_ok=True)
                gone += 1
        return gone

    def _path(self, address: str) -> Path:
        if not _ADDRESS.fullmatch(address):
            raise RecordError(f"{address!r} is no address of a picture")
        return self._folder / address[:2] / f"{address}.png"


def png_bytes(frame: Frame) -> bytes:
    """Return the picture as a PNG file; the padding channel is left out.

    Pillow turns the channels round; the file is put together here. Its own PNG writer tries every
    row filter on every row: 40 ms for a 1080p screen, where one filter for all rows takes 18 ms and
    4 % more room (2 cores).
    """
    from PIL import Image  # noqa: PLC0415 - 20 ms that only a kept picture is worth

    height, width = frame.pixels.shape[:2]
    pixels = np.ascontiguousarray(frame.pixels)
    image = Image.frombuffer("RGB", (width, height), pixels, "raw", "BGRX", 0, 1)
    rows = np.frombuffer(image.tobytes(), np.uint8).reshape(height, width * 3)
    filtered = np.empty((height, width * 3 + 1), np.uint8)
    filtered[:, 0] = _FILTER_UP
    filtered[0, 1:] = rows[0]
    np.subtract(rows[1:], rows[:-1], out=filtered[1:, 1:])
    header = struct.pack(">IIBBBBB", width, height, 8, _TRUE_COLOUR, 0, 0, 0)
    data = zlib.compress(filtered.tobytes(), COMPRESS_LEVEL)
    return _PNG + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG file (PNG specification, section 5.3)."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def sweep_strays(database: sqlite3.Connection, blobs: BlobFolder) -> None:
    """Delete every picture without a row; none where the history does not say when it was made.

    Older ones than the history are left alone: they belong to one that was put aside.
    """
    known = frozenset(row[0] for row in database.execute("SELECT sha256 FROM blob"))
    row = database.execute("SELECT value FROM meta WHERE key = 'created_utc'").fetchone()
    born_s = _moment_s(row)
    if born_s is None:
        log.warning("the history does not say when it was made; no picture is swept")
        return
    gone = blobs.sweep(known, not_before_s=born_s)
    if gone:
        log.info("%d pictures without a step were deleted", gone)


def _moment_s(row: Sequence[str] | None) -> float | None:
    """Return a kept time in seconds since 1970; None when it is missing or unreadable."""
    try:
        return datetime.fromisoformat(row[0]).timestamp() if row else None
    except (TypeError, ValueError, OverflowError):
        return None
