"""Where the parts of a download lie, and what is remembered of it between two starts."""

import json
import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from automation.core.errors import DownloadError, LoadError
from model.checkpoint.reading import read_spec
from model.core.spec import ModelSpec
from model.download.values import Listing, RemoteFile

OWN_FOLDER: Final = ".deskhand"
"""Inside the checkpoint's folder; whoever reads the checkpoint looks at files only."""

RECORD_LIMIT_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Places:
    """One folder that is being filled."""

    folder: Path

    @property
    def record(self) -> Path:
        """Which repository the folder belongs to, and which files were verified."""
        return self.folder / OWN_FOLDER / "download.json"

    def part(self, file: RemoteFile) -> Path:
        """Where a file grows; named by its hash, so that two revisions never mix."""
        return self.folder / OWN_FOLDER / f"{file.digest}.part"

    def whole(self, file: RemoteFile) -> Path:
        """Where a file lies once it is verified."""
        return self.folder / file.name

    def has(self, file: RemoteFile) -> bool:
        """Tell whether a file of the right size is in its place."""
        return _size(self.whole(file)) == file.size_bytes

    def missing_bytes(self, files: Iterable[RemoteFile]) -> int:
        """Return what is still to be fetched; what has come already counts as there."""
        return sum(
            file.size_bytes - min(max(0, _size(self.part(file))), file.size_bytes)
            for file in files
            if not self.has(file)
        )

    def free_bytes(self) -> int:
        """Return the room on the disk that the folder is, or would be, on."""
        place = self.folder.absolute()
        while not place.exists():
            place = place.parent
        return shutil.disk_usage(place).free

    def create(self) -> None:
        """Make the folder."""
        (self.folder / OWN_FOLDER).mkdir(parents=True, exist_ok=True)

    def read_record(self) -> "Record | None":
        """Return what an earlier start wrote down; None when there is nothing to be read."""
        try:
            if self.record.stat().st_size > RECORD_LIMIT_BYTES:
                return None
            found = json.loads(self.record.read_text("utf-8"))
            verified = {str(name): str(digest) for name, digest in found["verified"].items()}
            return Record(str(found["repo"]), str(found["commit"]), verified)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None

    def write_record(self, record: "Record") -> None:
        """Replace the record in one step."""
        text = json.dumps(
            {"v": 1, "repo": record.repo, "commit": record.commit, "verified": record.verified},
            indent=1,
        )
        fresh = self.record.with_suffix(".new")
        fresh.write_text(text, "utf-8")
        fresh.replace(self.record)

    def drop_parts(self) -> None:
        """Remove parts that no file grows from any more."""
        for part in (self.folder / OWN_FOLDER).glob("*.part"):
            part.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Record:
    """What is remembered in the folder itself."""

    repo: str
    commit: str
    verified: dict[str, str]
    """File name to the hash that its content had."""

    def check_same(self, listing: Listing, folder: Path) -> None:
        """Refuse to mix two repositories.

        Raises:
            DownloadError: the folder belongs to another one.
        """
        if self.repo != listing.repo:
            message = (
                f"{folder} holds files of {self.repo}, not of {listing.repo}; choose another folder"
            )
            raise DownloadError(message)


def present(folder: Path) -> ModelSpec | None:
    """Return what the folder holds if it is a whole checkpoint already; asks no network."""
    if not folder.is_dir():
        return None
    try:
        return read_spec(folder)
    except LoadError:
        return None


def sync(path: Path) -> None:
    """Make sure that a file's bytes are on the disk."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _size(path: Path) -> int:
    """Return the size of a regular file; -1 when there is none."""
    try:
        return path.stat().st_size if path.is_file() else -1
    except OSError:
        return -1
