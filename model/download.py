"""Fetches a checkpoint from a model hub: what would come, consent, files, a folder that can be read.

The hub is asked in the session of its own library, `huggingface_hub`, one question for the listing and
one per file. The library's own calls are not used. Its API asks one question more, which looks for
programs around us and names what is installed. Its download of a file throws away what came when
gigabytes break off or are stopped, checks no hash, and sleeps as long as a server says, where no stop
wakes it. Tests show each; where one fails, see what can go here.

Nothing that a hub tells is trusted. Headers are ours. A token is sent only if one is handed in; none is
looked for. A pause is a stop: what came is kept, checked and gone on from at the next start.
"""

import dataclasses
import errno
import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, Final, Literal
from urllib.parse import quote, urlparse

import msgspec
from huggingface_hub import constants, get_session, hf_hub_url
from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled
from msgspec import Meta, Struct, field

from automation.core.errors import DiskFull, DownloadError, LoadError
from automation.core.generation import LoadProgress
from automation.core.timing import StopToken
from model.checkpoint.read import read_spec
from model.spec import ModelSpec

if TYPE_CHECKING:
    from hashlib import _Hash

    import httpx2

DEFAULT_REPO: Final = "Hcompany/Holotron-12B"
"""Whose weights the embedded profile is for."""

TIMEOUT_S: Final = 10.0
"""For connecting and for every piece of an answer; also the longest that a stop waits for a server
that says nothing."""

RETRIES_S: Final = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0)
"""Waits before another try while no byte comes; then the user is told. Bytes start it afresh."""

SPARE_BYTES: Final = 512 << 20
"""Room that must remain on the disk: a desktop whose disk is full to the brim misbehaves."""

REPO: Final = re.compile(r"[A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95}")
TOKEN: Final = re.compile(r"[!-~]{1,500}")

WANTED: Final = re.compile(
    r"(?:[A-Za-z0-9][\w.-]*\.(?:json|safetensors|jinja|model)"
    r"|merges\.txt|vocab\.txt"
    r"|(?:LICEN[CS]E|NOTICE|README|SAFETY|EXPLAINABILITY|BIAS|PRIVACY)(?:[.-][\w.-]*)?)",
    re.ASCII,
)
"""Data and words only: never `.py`, and no pickles (`.bin`, `.pt`). Files in folders are left out."""
NEVER: Final = re.compile(r".*\.(?:py|pyc|so|dll|sh|bin|pt|pth|ckpt|pkl|exe)", re.IGNORECASE)
LISTING_LIMIT_BYTES: Final = 16 << 20
MAX_FILES: Final = 1000
MAX_NAME: Final = 128
LARGEST_BYTES: Final = 1 << 44
"""16 TiB, far above any file of a model; sums of sizes stay numbers that can be written out."""

DigestKind = Literal["sha256", "git"]
"""SHA-256 of the content, for large files; git's name of the blob (SHA-1), for small ones."""
Progress = Callable[[LoadProgress], None]
Came = Callable[[int], None]
"""Called with the number of bytes of the file that are there."""

# The client's own error is the hub error's base; its package was renamed between releases.
_CLIENT_ERROR: Final[type[Exception]] = next(
    base for base in HfHubHTTPError.__mro__ if base.__name__ == "HTTPError"
)


def default_host() -> str:
    """Return the name of the host that is asked when the user names no other."""
    return urlparse(constants.ENDPOINT).hostname or ""


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
    licence: str
    """What the user accepts, in words."""


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
    """Address of the hub; None for the library's own setting, which `HF_ENDPOINT` sets."""

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
        return self.listing.licence


def plan_download(
    repo: str,
    folder: Path,
    *,
    revision: str = "main",
    token: str | None = None,
    endpoint: str | None = None,
) -> DownloadPlan:
    """Ask the hub, once, what would be fetched into a folder, which need not exist.

    Raises:
        DownloadError: the hub cannot be reached, has no such repository or answers nonsense; or
            the folder belongs to another repository.
    """
    if not REPO.fullmatch(repo):
        raise DownloadError(f"{repo!r} names no repository; expected OWNER/NAME")
    listing = listing_of(repo, _described(repo, revision, token, endpoint))
    places = Places(folder)
    places.read_record_of(listing)
    missing = places.missing_bytes(listing.files)
    return DownloadPlan(listing, folder, missing, places.free_bytes(), endpoint)


def download(
    plan: DownloadPlan,
    *,
    accepted_licence: bool,
    progress: Progress,
    stop: StopToken,
    token: str | None = None,
    retries_s: tuple[float, ...] = RETRIES_S,
) -> ModelSpec:
    """Fetch what is missing, verify everything, and read the checkpoint.

    May be called again after any error or stop: what came is kept and checked, not fetched twice.
    `progress` is called on this thread, with bytes done of all bytes.

    Raises:
        DownloadError: not accepted, a broken connection that stays so, or a wrong hash.
        DiskFull: there is no room.
        LoadError: everything came, but it is no checkpoint that can be used; names the field.
    """
    if not accepted_licence:
        raise DownloadError(f"the licence of {plan.listing.repo} was not accepted: {plan.licence}")
    _check_room(plan)
    places = Places(plan.folder)
    places.create()
    verified = dict(places.read_record_of(plan.listing).verified)
    before, total = 0, plan.bytes

    def show(doing: str, of_file: int) -> None:
        progress(LoadProgress(before + of_file, total, doing))

    for file in plan.files:
        stop.check()
        if not _is_there(places, file, verified, show, stop):
            part = places.part(file)
            fetch = _Fetch(plan, file, _headers(token), stop, lambda n: show("Downloading", n))
            fetch.complete(part, retries_s)
            _sync(part)
            part.replace(places.whole(file))
        verified[file.name] = file.digest
        places.write_record(Record(plan.listing.repo, plan.listing.commit, verified))
        before += file.size_bytes
    places.drop_parts()
    return read_spec(plan.folder)


def present(folder: Path) -> ModelSpec | None:
    """Return what the folder holds if it is a whole checkpoint already; asks no network."""
    if not folder.is_dir():
        return None
    try:
        return read_spec(folder)
    except LoadError:
        return None


def _check_room(plan: DownloadPlan) -> None:
    places = Places(plan.folder)
    missing, free = places.missing_bytes(plan.files), places.free_bytes()
    if missing > 0 and missing + SPARE_BYTES > free:
        raise DiskFull(
            f"{plan.folder}: {missing / 1e9:.1f} GB are still to come and "
            f"{SPARE_BYTES / 1e9:.1f} GB should stay free, found {free / 1e9:.1f} GB; free some "
            "room or choose a folder on another disk"
        )


_PIECE_BYTES: Final = 16 << 20
"""Read at a time when a file is checked; hashing lets other threads run meanwhile."""


def _is_there(
    places: "Places",
    file: RemoteFile,
    verified: dict[str, str],
    show: Callable[[str, int], None],
    stop: StopToken,
) -> bool:
    """Return whether a file lies in its place with the right content; hash it if nobody did."""
    if not places.has(file):
        return False
    if verified.get(file.name) == file.digest:
        return True
    hasher, size = file.new_hash(), 0
    with places.whole(file).open("rb") as content:
        while piece := content.read(_PIECE_BYTES):
            stop.check()
            hasher.update(piece)
            size += len(piece)
            show("Checking files", size)
    return hasher.hexdigest() == file.digest


# The listing


_Sha1 = Annotated[str, Meta(pattern=r"\A[0-9a-f]{40}\Z")]
_Sha256 = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
_Size = Annotated[int, Meta(ge=0, le=LARGEST_BYTES)]


class _Large(Struct, frozen=True):
    """Content that git holds a pointer to: the size and hash are not the pointer's."""

    sha256: _Sha256
    size: _Size


class _Named(Struct, frozen=True):
    rfilename: str


class _Sibling(_Named, frozen=True):
    size: _Size
    blob_id: _Sha1 = field(name="blobId")
    lfs: _Large | None = None

    def file(self) -> RemoteFile:
        if self.lfs is None:
            return RemoteFile(self.rfilename, self.size, self.blob_id, "git")
        return RemoteFile(self.rfilename, self.lfs.size, self.lfs.sha256, "sha256")


class _Description(Struct, frozen=True):
    sha: _Sha1
    siblings: Annotated[list[msgspec.Raw], Meta(max_length=MAX_FILES)]
    card: object = field(default=None, name="cardData")


def _described(repo: str, revision: str, token: str | None, endpoint: str | None) -> bytes:
    """Return the hub's description of a repository, with the sizes and hashes of its files."""
    base = endpoint or constants.ENDPOINT
    address = f"{base}/api/models/{repo}/revision/{quote(revision, safe='')}?blobs=true"
    try:
        with _answered(address, _headers(token), repo, revision) as response:
            body = bytearray()
            for piece in response.iter_raw():
                body += piece
                if len(body) > LISTING_LIMIT_BYTES:
                    raise _bad(repo, "it is larger than any listing")
    except _Interrupted as error:
        raise DownloadError(
            f"cannot reach the hub to ask for {repo} ({error}); check the network, "
            "or put the files into a folder yourself: a folder needs no network"
        ) from error
    return bytes(body)


def listing_of(repo: str, description: bytes) -> Listing:
    """Check the description of a repository and choose the files.

    Raises:
        DownloadError: it is no JSON, or a field is missing or of another kind than documented; named.
    """
    try:
        found = msgspec.json.decode(description, type=_Description)
        # What is not downloaded may say of itself what it likes.
        files = [
            msgspec.json.decode(one, type=_Sibling).file()
            for one in found.siblings
            if _is_wanted(msgspec.json.decode(one, type=_Named).rfilename)
        ]
    except (ValueError, RecursionError) as error:
        raise _bad(repo, str(error)) from error
    if len({file.name.casefold() for file in files}) != len(files):
        raise _bad(repo, "the same name twice")
    if not any(file.name.endswith(".safetensors") for file in files):
        raise DownloadError(
            f"{repo} holds no .safetensors file; choose a repository with such weights"
        )
    files.sort(key=lambda file: (file.name.endswith(".safetensors"), file.name))
    return Listing(repo, found.sha, tuple(files), _licence(found.card))


def _is_wanted(name: str) -> bool:
    return len(name) <= MAX_NAME and bool(WANTED.fullmatch(name)) and not NEVER.fullmatch(name)


def _licence(card: object) -> str:
    """Return name and link; `other` is replaced by the name that goes with it."""
    told = card if isinstance(card, dict) else {}
    kind, name, link = (
        _words(told.get(key)) for key in ("license", "license_name", "license_link")
    )
    stated = name if name and kind in ("", "other") else kind
    stated = stated or "not stated by the repository: read its README"
    return f"{stated} ({link})" if link else stated


def _words(value: object) -> str:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        value = " ".join(value)
    if not isinstance(value, str):
        return ""
    return "".join(letter for letter in value if letter.isprintable())[:200]


def _bad(repo: str, why: str) -> DownloadError:
    return DownloadError(
        f"{repo}: the hub's answer is bad ({why[:200]!r}); is a login page in between?"
    )


# The requests


class _Interrupted(Exception):
    """The connection broke or the server is busy: worth another try."""


def _headers(token: str | None) -> dict[str, str]:
    headers = {"user-agent": "deskhand", "accept-encoding": "identity"}
    if token is None:
        return headers
    if not TOKEN.fullmatch(token):
        raise DownloadError("the access token holds characters that no token has; copy it again")
    return {**headers, "authorization": f"Bearer {token}"}  # the client drops it for other hosts


def _refuse(response: "httpx2.Response", what: str, revision: str) -> None:
    """Raise what a bad status means."""
    status = response.status_code
    code = response.headers.get("X-Error-Code", "")
    if status in (200, 206, 416):
        return
    if status == 429 or status >= 500:
        raise _Interrupted(f"the server answered {status}")
    if code == "GatedRepo":
        message = (
            f"{what}: its owner wants terms accepted on its page first; accept them there, then "
            "give an access token of that account"
        )
    elif code == "RevisionNotFound":
        message = f"{what} has no revision {revision!r}; leave it out for the newest"
    elif status in (401, 403, 404):
        message = f"{what} does not exist or is not public (status {status}); check its name"
    else:
        message = f"the hub refused {what} with status {status}; try again later"
    raise DownloadError(message)


@contextmanager
def _answered(
    address: str, headers: dict[str, str], what: str, revision: str
) -> "Iterator[httpx2.Response]":
    """Ask the hub in the library's session.

    Raises:
        _Interrupted: the connection failed, breaks while reading, or the server is busy.
        DownloadError: what is asked for may not be had.
    """
    try:
        with get_session().stream("GET", address, headers=headers, timeout=TIMEOUT_S) as response:
            _refuse(response, what, revision)
            yield response
    except OfflineModeIsEnabled as error:
        raise DownloadError(
            "HF_HUB_OFFLINE is set, so nothing is fetched; unset it and try again"
        ) from error
    except _CLIENT_ERROR as error:
        reason = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
        raise _Interrupted(reason) from error


_READ_BYTES: Final = 1 << 20
"""Read at a time from a part. Answers are taken as they come: the client would throw away a piece
that is not full when the connection breaks."""
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_RANGE: Final = re.compile(r"bytes (\d{1,18})-\d{1,18}/(\d{1,18})", re.ASCII)


@dataclass(slots=True)
class _Fetch:
    """One file that is being fetched: from where it broke off to the last byte, hashed on the way."""

    plan: DownloadPlan
    file: RemoteFile
    headers: dict[str, str]
    stop: StopToken
    came: Came
    hasher: "_Hash" = dataclasses.field(init=False)
    size: int = 0

    def complete(self, part: Path, retries_s: tuple[float, ...]) -> None:
        """Complete `part` and check its hash.

        Raises:
            DownloadError: the server gave up, or what came is not what the hub described; then
                the part is gone.
            DiskFull: what came so far is kept.
            Stopped: likewise.
        """
        self.hasher = self.file.new_hash()
        try:
            with part.open("a+b") as out:
                self._take_what_is_there(out)
                self._read_with_retries(out, retries_s)
        except OSError as error:
            if error.errno not in _FULL:
                raise
            raise DiskFull(
                f"{self.file.name}: the disk is full; free some room, then start again: what came is kept"
            ) from error
        found = self.hasher.hexdigest()
        if found != self.file.digest:
            part.unlink()
            raise DownloadError(
                f"{self.file.name}: the {self.file.digest_kind} hash is {found}, expected "
                f"{self.file.digest}; it was thrown away: start again, and if it stays so, do not "
                "use this source"
            )

    def _take_what_is_there(self, out: BinaryIO) -> None:
        """Hash what an earlier start left."""
        out.seek(0)
        while self.size < self.file.size_bytes and (piece := out.read(_READ_BYTES)):
            self.stop.check()
            self.hasher.update(piece)
            self.size += len(piece)
            self.came(self.size)
        if out.read(1) or self.size > self.file.size_bytes:
            self._restart(out)

    def _restart(self, out: BinaryIO) -> None:
        out.seek(0)
        out.truncate()
        self.hasher, self.size = self.file.new_hash(), 0

    def _read_with_retries(self, out: BinaryIO, retries_s: tuple[float, ...]) -> None:
        tries, most = 0, self.size
        while self.size < self.file.size_bytes:
            self.stop.check()
            reason = "the answer ended early"
            try:
                self._read(out)
            except _Interrupted as error:
                reason = str(error)
            if self.size > most:  # more than ever: a file that starts afresh may never end
                tries, most = 0, self.size
            if self.size == self.file.size_bytes:
                return
            if tries == len(retries_s):
                raise DownloadError(
                    f"{self.file.name}: the connection breaks again and again ({reason}); start "
                    "again later: what came is kept"
                )
            self.stop.wait(retries_s[tries])
            tries += 1

    def _read(self, out: BinaryIO) -> None:
        """Read until the end or a break."""
        listing, name = self.plan.listing, self.file.name
        where = hf_hub_url(listing.repo, name, revision=listing.commit, endpoint=self.plan.endpoint)
        headers = {**self.headers, **({"range": f"bytes={self.size}-"} if self.size else {})}
        with _answered(where, headers, f"{listing.repo}/{name}", listing.commit) as response:
            if not self._continues(response):
                self._restart(out)
                if response.status_code != 200:
                    return
            for piece in response.iter_raw():
                out.write(piece)
                self.hasher.update(piece)
                self.size += len(piece)
                if self.size > self.file.size_bytes:
                    raise DownloadError(
                        f"{self.file.name}: more bytes came than the hub told; start again later"
                    )
                self.came(self.size)
                self.stop.check()

    def _continues(self, response: "httpx2.Response") -> bool:
        """Return whether the answer goes on where the part ends, in a file of the right size."""
        if response.status_code != 206:
            return response.status_code == 200 and self.size == 0
        told = _RANGE.fullmatch(response.headers.get("Content-Range", ""))
        expected = (self.size, self.file.size_bytes)
        return told is not None and (int(told[1]), int(told[2])) == expected


# The folder


OWN_FOLDER: Final = ".deskhand"
"""Inside the checkpoint's folder; whoever reads the checkpoint looks at files only."""
RECORD_LIMIT_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Record:
    """What is remembered in the folder itself."""

    repo: str
    commit: str
    verified: dict[str, str]
    """File name to the hash that its content had."""


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
        """Return whether a file of the right size is in its place."""
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

    def read_record(self) -> Record | None:
        """Return what an earlier start wrote down; None when there is nothing to be read."""
        try:
            if self.record.stat().st_size > RECORD_LIMIT_BYTES:
                return None
            found = json.loads(self.record.read_text("utf-8"))
            verified = {str(name): str(digest) for name, digest in found["verified"].items()}
            return Record(str(found["repo"]), str(found["commit"]), verified)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None

    def read_record_of(self, listing: Listing) -> Record:
        """Return the record of a repository, or an empty one.

        Raises:
            DownloadError: the folder belongs to another repository; two are never mixed.
        """
        record = self.read_record() or Record(listing.repo, listing.commit, {})
        if record.repo != listing.repo:
            raise DownloadError(
                f"{self.folder} holds files of {record.repo}, not of {listing.repo}; choose "
                "another folder"
            )
        return record

    def write_record(self, record: Record) -> None:
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


def _sync(path: Path) -> None:
    """Make sure that a file's bytes are on the disk."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _size(path: Path) -> int:
    """Return the size of a regular file; -1 when there is none."""
    try:
        return path.stat().st_size if path.is_file() else -1
    except OSError:
        return -1
