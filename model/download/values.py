"""What would be downloaded, as plain values."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from hashlib import _Hash

DEFAULT_REPO: Final = "Hcompany/Holotron-12B"
"""Whose weights the embedded profile is for."""

DigestKind = Literal["sha256", "git"]
"""SHA-256 of the content, for large files; git's name of the blob (SHA-1), for small ones."""


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """One file of the repository, as the hub describes it."""

    name: str
    """A plain file name: no folders, no leading dot."""
    size_bytes: int
    digest: str
    """Lower-case hex."""
    digest_kind: DigestKind

    def new_hash(self) -> "_Hash":
        """Start the hash whose result must be `digest` after the whole content."""
        if self.digest_kind == "sha256":
            return hashlib.sha256()
        hasher = hashlib.sha1(usedforsecurity=False)
        hasher.update(f"blob {self.size_bytes}\0".encode())
        return hasher


@dataclass(frozen=True, slots=True)
class Listing:
    """What the hub tells of a repository in one answer."""

    repo: str
    commit: str
    """Full hash of the revision; the same hash means the same files."""
    files: tuple[RemoteFile, ...]
    left_out: tuple[str, ...]
    """Files that are never fetched: code, pickles, pictures, folders."""
    licence: str
    """Name of the licence, as the repository states it; empty when it states none."""
    licence_link: str
    is_gated: bool
    """Terms have to be accepted on the repository's page first."""


@dataclass(frozen=True, slots=True)
class DownloadPlan:
    """A listing and a folder to put it into. Shown to the user before anything is fetched."""

    listing: Listing
    folder: Path
    missing_bytes: int
    """What still has to be fetched; 0 when everything is there in its full size."""
    free_bytes: int
    """Room on the disk of the folder."""
    endpoint: str | None = None
    """Address of the hub; None for the library's own setting."""

    @property
    def files(self) -> tuple[RemoteFile, ...]:
        """The files that make the checkpoint, small ones first."""
        return self.listing.files

    @property
    def bytes(self) -> int:
        """Size of all files."""
        return sum(file.size_bytes for file in self.files)

    @property
    def licence(self) -> str:
        """What the user accepts, in words."""
        stated = self.listing.licence or "not stated by the repository: read its README"
        return f"{stated} ({self.listing.licence_link})" if self.listing.licence_link else stated
