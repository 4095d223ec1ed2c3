"""The whole of it: plan, consent, files, and a checkpoint that can be read.

Asks the hub, with the hub's own client: one question for the listing, one per file.

Headers are ours: the library's default ones would name installed packages and cost one more
request. A token is sent only if one is handed in; none is looked for.

A switch that lets a download rest.

What would be downloaded, as plain values.

One file: from where it broke off to the last byte, hashed on the way.

From the hub's description to the files that are fetched. Nothing in it is trusted.

Where the parts of a download lie, and what is remembered of it between two starts.
"""

import errno
import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Literal, Protocol, cast
from urllib.parse import quote, urlparse

from huggingface_hub import constants, get_session, hf_hub_url
from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled

from automation.core.engine import LoadProgress
from automation.core.errors import DiskFull, DownloadError, LoadError
from automation.core.timing import StopToken
from model.checkpoint.read import read_spec
from model.spec import ModelSpec

if TYPE_CHECKING:
    from hashlib import _Hash


TIMEOUT_S: Final = 10.0
"""For connecting and for every piece of an answer; also the longest that a stop waits for a server
that says nothing."""

LISTING_LIMIT_BYTES: Final = 16 << 20

REPO: Final = re.compile(r"[A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95}")
TOKEN: Final = re.compile(r"[!-~]{1,500}")

# The client's own error is the hub error's base; its package was renamed between releases.
CLIENT_ERROR: Final[type[Exception]] = next(
    base for base in HfHubHTTPError.__mro__ if base.__name__ == "HTTPError"
)


def default_host() -> str:
    """Return the name of the host that is asked when the user names no other."""
    return urlparse(constants.ENDPOINT).hostname or ""


class Interrupted(Exception):
    """The connection broke or the server is busy: worth another try."""


class Response(Protocol):
    """The slice of the client's answer that is used."""

    status_code: int

    @property
    def headers(self) -> Any:  # noqa: ANN401 - a mapping type of the client's own
        """Answer headers, by case-insensitive name."""
        ...

    def iter_raw(self) -> Iterator[bytes]:
        """Yield the bytes as sent."""
        ...


@dataclass(frozen=True, slots=True)
class Hub:
    """One hub and who asks."""

    endpoint: str | None = None
    """None: the library's, which `HF_ENDPOINT` sets."""
    token: str | None = None

    def __post_init__(self) -> None:
        if self.token is not None and not TOKEN.fullmatch(self.token):
            message = "the access token holds characters that no token has; copy it again"
            raise DownloadError(message)

    def describe(self, repo: str, revision: str) -> dict[str, object]:
        """Return the hub's description of a repository with the sizes and hashes of its files.

        Raises:
            DownloadError: there is none, it may not be seen, or the hub cannot be reached.
        """
        if not REPO.fullmatch(repo):
            message = f"{repo!r} names no repository; expected OWNER/NAME"
            raise DownloadError(message)
        base = self.endpoint or constants.ENDPOINT
        address = f"{base}/api/models/{repo}/revision/{quote(revision, safe='')}?blobs=true"
        try:
            with self._stream(address, {}) as response:
                self._refuse(response, repo, revision)
                body = bytearray()
                for piece in response.iter_raw():
                    body += piece
                    if len(body) > LISTING_LIMIT_BYTES:
                        message = f"{repo}: the hub's answer is larger than expected; try later"
                        raise DownloadError(message)
        except (CLIENT_ERROR, Interrupted) as error:
            message = (
                f"cannot reach the hub to ask for {repo} ({_reason(error)}); check the network, "
                "or put the files into a folder yourself: a folder needs no network"
            )
            raise DownloadError(message) from error
        return _object(bytes(body), repo)

    @contextmanager
    def open(self, repo: str, commit: str, name: str, start: int) -> Iterator[Response]:
        """Ask for a file from byte `start` on.

        Raises:
            Interrupted: the connection failed, breaks while reading, or the server is busy.
            DownloadError: the file may not be had.
        """
        address = hf_hub_url(repo, name, revision=commit, endpoint=self.endpoint)
        try:
            with self._stream(address, {"Range": f"bytes={start}-"} if start else {}) as response:
                self._refuse(response, f"{repo}/{name}", commit)
                yield response
        except CLIENT_ERROR as error:
            raise Interrupted(_reason(error)) from error

    def _stream(self, address: str, extra: dict[str, str]) -> AbstractContextManager[Response]:
        headers = {"User-Agent": "deskhand", "Accept-Encoding": "identity", **extra}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"  # the client drops it for other hosts
        return cast(
            "AbstractContextManager[Response]",
            _online(get_session().stream("GET", address, headers=headers, timeout=TIMEOUT_S)),
        )

    def _refuse(self, response: Response, what: str, revision: str) -> None:
        status = response.status_code
        if status in (200, 206, 416):
            return
        code = response.headers.get("X-Error-Code", "")
        if status == 429 or status >= 500:
            busy = f"the server answered {status}"
            raise Interrupted(busy)
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
def _online(stream: AbstractContextManager[object]) -> Iterator[object]:
    try:
        with stream as response:
            yield response
    except OfflineModeIsEnabled as error:
        message = "HF_HUB_OFFLINE is set, so nothing is fetched; unset it and try again"
        raise DownloadError(message) from error


def _object(body: bytes, repo: str) -> dict[str, object]:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        message = f"{repo}: the hub's answer is no JSON; is a login page in between?"
        raise DownloadError(message) from error
    if not isinstance(found, dict):
        message = f"{repo}: the hub's answer is {type(found).__name__}, expected an object"
        raise DownloadError(message)
    return found


def _reason(error: Exception) -> str:
    return str(error).splitlines()[0][:200] if str(error) else type(error).__name__


PAUSE_LOOK_S: Final = 0.1
"""Seconds between two looks for a stop while it rests."""


class Pause:
    """A switch that any thread may turn; while it is on, no connection is held."""

    def __init__(self) -> None:
        self._running = Event()
        self._running.set()

    def pause(self) -> None:
        """Let the download rest at the next piece."""
        self._running.clear()

    def resume(self) -> None:
        """Let it go on."""
        self._running.set()

    @property
    def is_on(self) -> bool:
        """Tell whether it rests, or is about to."""
        return not self._running.is_set()

    def wait(self, stop: StopToken) -> None:
        """Return when it may go on; raise `Stopped` on a stop."""
        while not self._running.wait(PAUSE_LOOK_S):
            stop.check()
        stop.check()


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


_FETCH_BYTES: Final = 1 << 20
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
        while self.size < self.file.size_bytes and (piece := self.out.read(_FETCH_BYTES)):
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


WANTED: Final = re.compile(
    r"(?:[A-Za-z0-9][\w.-]*\.(?:json|safetensors|jinja|model)"
    r"|merges\.txt|vocab\.txt"
    r"|(?:LICEN[CS]E|NOTICE|README|SAFETY|EXPLAINABILITY|BIAS|PRIVACY)(?:[.-][\w.-]*)?)",
    re.ASCII,
)
"""Data and words only: never `.py`, and no pickles (`.bin`, `.pt`). Files in folders are left out."""

NEVER: Final = re.compile(r".*\.(?:py|pyc|so|dll|sh|bin|pt|pth|ckpt|pkl|exe)", re.IGNORECASE)
MAX_FILES: Final = 1000
MAX_NAME: Final = 128
LARGEST_BYTES: Final = 1 << 44
"""16 TiB, far above any file of a model; sums of sizes stay numbers that can be written out."""
HEX: Final = {"sha256": re.compile(r"[0-9a-f]{64}"), "git": re.compile(r"[0-9a-f]{40}")}


def listing_of(repo: str, described: dict[str, object]) -> Listing:
    """Read the description of a repository.

    Raises:
        DownloadError: a field is missing or of another kind than documented; named.
    """
    commit = described.get("sha")
    if not isinstance(commit, str) or not HEX["git"].fullmatch(commit):
        raise _bad(repo, "sha", commit)
    siblings = described.get("siblings")
    if not isinstance(siblings, list) or len(siblings) > MAX_FILES:
        raise _bad(repo, "siblings", siblings)
    files, left_out = [], []
    for sibling in siblings:
        if not isinstance(sibling, dict):
            raise _bad(repo, "siblings", sibling)
        name = sibling.get("rfilename")
        if not isinstance(name, str):
            raise _bad(repo, "rfilename", name)
        if _is_wanted(name):
            files.append(_file(repo, name, sibling))
        else:
            left_out.append(name)
    if len({file.name.casefold() for file in files}) != len(files):
        raise _bad(repo, "rfilename", "the same name twice")
    if not any(file.name.endswith(".safetensors") for file in files):
        message = f"{repo} holds no .safetensors file; choose a repository with such weights"
        raise DownloadError(message)
    files.sort(key=lambda file: (file.name.endswith(".safetensors"), file.name))
    name, link = _licence(described.get("cardData"))
    is_gated = bool(described.get("gated"))
    return Listing(repo, commit, tuple(files), tuple(sorted(left_out)), name, link, is_gated)


def _is_wanted(name: str) -> bool:
    return len(name) <= MAX_NAME and bool(WANTED.fullmatch(name)) and not NEVER.fullmatch(name)


def _file(repo: str, name: str, sibling: dict[str, object]) -> RemoteFile:
    large = sibling.get("lfs")
    source = large if isinstance(large, dict) else sibling
    size = source.get("size")
    if not isinstance(size, int) or isinstance(size, bool) or not 0 <= size <= LARGEST_BYTES:
        raise _bad(repo, f"size of {name}", size)
    kind: DigestKind = "sha256" if isinstance(large, dict) else "git"
    digest = source.get("sha256" if kind == "sha256" else "blobId")
    if not isinstance(digest, str) or not HEX[kind].fullmatch(digest):
        raise _bad(repo, f"hash of {name}", digest)
    return RemoteFile(name, size, digest, kind)


def _licence(card: object) -> tuple[str, str]:
    """Return name and link; `other` is replaced by the name that goes with it."""
    if not isinstance(card, dict):
        return "", ""
    kind, name, link = (
        _words(card.get(key)) for key in ("license", "license_name", "license_link")
    )
    return (name if name and kind in ("", "other") else kind), link


def _words(value: object) -> str:
    text = " ".join(value) if isinstance(value, list) and all(map(_is_text, value)) else value
    if not isinstance(text, str):
        return ""
    return "".join(letter for letter in text if letter.isprintable())[:200]


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _bad(repo: str, field: str, found: object) -> DownloadError:
    message = f"{repo}: the hub's answer has a bad {field} ({str(found)[:80]!r}); try again later"
    return DownloadError(message)


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


SPARE_BYTES: Final = 512 << 20
"""Room that must remain on the disk: a desktop whose disk is full to the brim misbehaves."""

RETRIES_S: Final = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0)
"""Waits before another try while no byte comes; then the user is told. Bytes start it afresh."""

_PIECE_BYTES: Final = 16 << 20
"""Read at a time when a file is checked; hashing lets other threads run meanwhile."""

Progress = Callable[[LoadProgress], None]


def plan_download(
    repo: str,
    folder: Path,
    *,
    revision: str = "main",
    token: str | None = None,
    endpoint: str | None = None,
) -> DownloadPlan:
    """Ask the hub, once, what would be fetched.

    Args:
        repo: `OWNER/NAME`.
        folder: where the files shall lie; it need not exist.
        revision: branch, tag or commit.
        token: sent only if given; never looked for.
        endpoint: address of another hub; None for the library's setting.

    Raises:
        DownloadError: the hub cannot be reached, has no such repository or answers nonsense; or
            the folder belongs to another repository.
    """
    listing = listing_of(repo, Hub(endpoint, token).describe(repo, revision))
    places = Places(folder)
    record = places.read_record()
    if record is not None:
        record.check_same(listing, folder)
    missing = places.missing_bytes(listing.files)
    return DownloadPlan(listing, folder, missing, places.free_bytes(), endpoint)


def download(
    plan: DownloadPlan,
    *,
    accepted_licence: bool,
    progress: Progress,
    stop: StopToken,
    pause: Pause | None = None,
    token: str | None = None,
    retries_s: tuple[float, ...] = RETRIES_S,
) -> ModelSpec:
    """Fetch what is missing, verify everything, and read the checkpoint.

    May be called again after any error: what came is kept and checked, not fetched twice.

    Args:
        plan: what the user was shown.
        accepted_licence: the user accepted size and licence of this very plan.
        progress: called on this thread with bytes done of all bytes.
        stop: ends it at the next piece; what came is kept.
        pause: lets it rest.
        token: as for the plan.
        retries_s: waits between tries that bring nothing.

    Raises:
        DownloadError: not accepted, a broken connection that stays so, or a wrong hash.
        DiskFull: there is no room.
        LoadError: everything came, but it is no checkpoint that can be used; names the field.
    """
    if not accepted_licence:
        message = f"the licence of {plan.listing.repo} was not accepted: {plan.licence}"
        raise DownloadError(message)
    _check_room(plan)
    places = Places(plan.folder)
    places.create()
    done = _Done(plan, progress)
    hub = Hub(plan.endpoint, token)
    fetcher = Fetcher(hub, plan.listing, stop, pause or Pause(), retries_s)
    record = places.read_record() or Record(plan.listing.repo, plan.listing.commit, {})
    record.check_same(plan.listing, plan.folder)
    verified = dict(record.verified)
    for file in plan.files:
        stop.check()
        if not _is_there(places, file, verified, done, stop):
            fetcher.fetch(file, places.part(file), lambda size: done.show("Downloading", size))
            sync(places.part(file))
            places.part(file).replace(places.whole(file))
        verified[file.name] = file.digest
        places.write_record(Record(plan.listing.repo, plan.listing.commit, verified))
        done.add(file.size_bytes)
    places.drop_parts()
    return read_spec(plan.folder)


class _Done:
    """Bytes of all files that are there, told as they grow."""

    def __init__(self, plan: DownloadPlan, progress: Progress) -> None:
        self._before, self._total, self._progress = 0, plan.bytes, progress

    def show(self, doing: str, of_file: int) -> None:
        """Tell how far the present file is."""
        self._progress(LoadProgress(self._before + of_file, self._total, doing))

    def add(self, size: int) -> None:
        """Count a file as done."""
        self._before += size


def _check_room(plan: DownloadPlan) -> None:
    places = Places(plan.folder)
    missing, free = places.missing_bytes(plan.files), places.free_bytes()
    if missing > 0 and missing + SPARE_BYTES > free:
        message = (
            f"{plan.folder}: {missing / 1e9:.1f} GB are still to come and "
            f"{SPARE_BYTES / 1e9:.1f} GB should stay free, found {free / 1e9:.1f} GB; free some "
            "room or choose a folder on another disk"
        )
        raise DiskFull(message)


def _is_there(
    places: Places, file: RemoteFile, verified: dict[str, str], done: _Done, stop: StopToken
) -> bool:
    """Tell whether a file lies in its place with the right content; hash it if nobody did."""
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
            done.show("Checking files", size)
    return hasher.hexdigest() == file.digest
