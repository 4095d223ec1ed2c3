"""One file: from where it broke off to the last byte, hashed on the way."""

import errno
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from automation.core.errors import DiskFull, DownloadError
from automation.core.stopping import StopToken
from model.download.hub import Hub, Interrupted, Response
from model.download.pausing import Pause
from model.download.values import Listing, RemoteFile

if TYPE_CHECKING:
    from hashlib import _Hash

_PIECE_BYTES: Final = 1 << 20
"""Read at a time from a part. Answers are taken as they come: the client would throw away a piece
that is not full when the connection breaks."""

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_RANGE: Final = re.compile(r"bytes (\d{1,18})-\d{1,18}/(\d{1,18})", re.ASCII)

Came = Callable[[int], None]
"""Called with the number of bytes of the file that are there."""


@dataclass(slots=True)
class _Growing:
    """A part of a file and the hash over it."""

    out: BinaryIO
    file: RemoteFile
    hasher: "_Hash"
    size: int = 0

    def restart(self) -> None:
        self.out.seek(0)
        self.out.truncate()
        self.hasher, self.size = self.file.new_hash(), 0

    def take(self, piece: bytes) -> None:
        self.out.write(piece)
        self.hasher.update(piece)
        self.size += len(piece)
        if self.size > self.file.size_bytes:
            message = f"{self.file.name}: more bytes came than the hub told; start again later"
            raise DownloadError(message)

    def take_what_is_there(self, stop: StopToken, came: Came) -> None:
        """Hash what an earlier start left."""
        self.out.seek(0)
        while self.size < self.file.size_bytes and (piece := self.out.read(_PIECE_BYTES)):
            stop.check()
            self.hasher.update(piece)
            self.size += len(piece)
            came(self.size)
        if self.out.read(1) or self.size > self.file.size_bytes:
            self.restart()


@dataclass(frozen=True, slots=True)
class Fetcher:
    """Fetches files of one listing."""

    hub: Hub
    listing: Listing
    stop: StopToken
    pause: Pause
    retries_s: tuple[float, ...]
    """Waits before another try while no byte comes; after the last the user is told."""

    def fetch(self, file: RemoteFile, part: Path, came: Came) -> None:
        """Complete `part` and check its hash.

        Raises:
            DownloadError: the server gave up, or what came is not what the hub described; then
                the part is gone.
            DiskFull: what came so far is kept.
            Stopped: likewise.
        """
        try:
            with part.open("a+b") as out:
                growing = _Growing(out, file, file.new_hash())
                growing.take_what_is_there(self.stop, came)
                self._complete(growing, came)
                found = growing.hasher.hexdigest()
        except OSError as error:
            if error.errno not in _FULL:
                raise
            message = f"{file.name}: the disk is full; free some room, then start again: what came is kept"
            raise DiskFull(message) from error
        if found != file.digest:
            part.unlink()
            message = (
                f"{file.name}: the {file.digest_kind} hash is {found}, expected {file.digest}; "
                "it was thrown away: start again, and if it stays so, do not use this source"
            )
            raise DownloadError(message)

    def _complete(self, growing: _Growing, came: Came) -> None:
        file, tries, most = growing.file, 0, growing.size
        while growing.size < file.size_bytes:
            self.pause.wait(self.stop)
            try:
                self._read(growing, came)
                reason = "the answer ended early"
            except Interrupted as error:
                reason = str(error)
            if growing.size > most:  # more than ever: a file that starts afresh may never end
                tries, most = 0, growing.size
            if growing.size == file.size_bytes or self.pause.is_on:
                continue
            if tries == len(self.retries_s):
                message = (
                    f"{file.name}: the connection breaks again and again ({reason}); start again "
                    "later: what came is kept"
                )
                raise DownloadError(message)
            self.stop.wait(self.retries_s[tries])
            tries += 1

    def _read(self, growing: _Growing, came: Came) -> None:
        """Read until the end, a break or a pause."""
        where = (self.listing.repo, self.listing.commit, growing.file.name)
        with self.hub.open(*where, start=growing.size) as response:
            if not _continues(response, growing):
                growing.restart()
                if response.status_code != 200:
                    return
            for piece in response.iter_raw():
                growing.take(piece)
                came(growing.size)
                self.stop.check()
                if self.pause.is_on:
                    return


def _continues(response: Response, growing: _Growing) -> bool:
    """Tell whether the answer goes on where the part ends, in a file of the size we expect."""
    if response.status_code != 206:
        return response.status_code == 200 and growing.size == 0
    told = _RANGE.fullmatch(response.headers.get("Content-Range", ""))
    return told is not None and (int(told[1]), int(told[2])) == (
        growing.size,
        growing.file.size_bytes,
    )
