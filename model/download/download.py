"""The whole of it: plan, consent, files, and a checkpoint that can be read."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from automation.core.engine import LoadProgress
from automation.core.errors import DiskFull, DownloadError
from automation.core.stopping import StopToken
from model.checkpoint.reading import read_spec
from model.core.spec import ModelSpec
from model.download.fetching import Fetcher
from model.download.hub import Hub
from model.download.listing import listing_of
from model.download.pausing import Pause
from model.download.places import Places, Record, sync
from model.download.values import DownloadPlan, RemoteFile

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
