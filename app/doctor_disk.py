"""The rows about promise 5: where the records lie, and what that place does not keep."""

import os
import re
import shutil
import stat
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.doctor_row import Row
from app.folders import Folders

LOW_DISK_BYTES: Final = 200_000_000
MOUNTS: Final = Path("/proc/self/mountinfo")
_NETWORK: Final = re.compile(
    r"nfs\d?|cifs|smb\w*|ncpfs|afs|9p|ceph|glusterfs|lustre|gpfs|davfs2?|fuse\.(sshfs|\w*s3\w*|gvfs\S*|davfs2?|rclone|glusterfs)"
)
_MEMORY: Final = frozenset({"tmpfs", "ramfs"})
_NO_SYNC: Final = frozenset({"volatile", "nobarrier", "barrier=0"})
"""Mount options with which "it is on disk" is said before it is."""
_COPIED: Final = re.compile(r"dropbox|onedrive|nextcloud|owncloud|google ?drive|icloud", re.I)
CLOCK_SLACK_S: Final = 86_400.0
"""Files unpacked in another time zone may seem to be some hours old or young."""


@dataclass(frozen=True, slots=True)
class DiskFacts:
    """What was found of the place for our files."""

    kind: str = ""
    """Name of the file system, as the kernel has it; empty when it is not known."""
    options: tuple[str, ...] = ()
    sync_problem: str = ""
    """Why a file could not be written through to the disk."""
    exposed: tuple[str, ...] = ()
    """Names of our files and folders that others may read or write."""
    foreign: tuple[str, ...] = ()
    """Names of our files and folders that belong to another user."""
    copied_by: str = ""
    """The folder of a service that copies what lies in it to other computers."""
    clock_behind_s: float = 0.0
    """How far the clock stands before the time when this program was installed."""
    free_bytes: int = LOW_DISK_BYTES


def gather_disk(folders: Folders) -> DiskFacts:
    """Look at the place for our files; a file is written, synced and removed in it."""
    kind, options = mount_of(folders.data, _read_mounts())
    own = [folders.data, folders.config, *_files(folders.data), *_files(folders.config)]
    infos = [(path.name, info) for path in own if (info := _info(path)) is not None]
    installed_s = Path(__file__).stat().st_mtime
    return DiskFacts(
        kind=kind,
        options=options,
        sync_problem=_sync_problem(folders.data),
        exposed=tuple(name for name, info in infos if stat.S_IMODE(info.st_mode) & 0o077),
        foreign=tuple(name for name, info in infos if info.st_uid != os.getuid()),
        copied_by=next((part for part in folders.data.parts if _COPIED.search(part)), ""),
        clock_behind_s=max(0.0, installed_s - time.time()),
        free_bytes=shutil.disk_usage(folders.data).free,
    )


def mount_of(folder: Path, mounts: str) -> tuple[str, tuple[str, ...]]:
    """Return the file system and the mount options of a folder.

    Args:
        folder: an absolute path.
        mounts: text in the form of /proc/self/mountinfo (proc(5)).
    """
    path = str(folder.resolve())
    best = ""
    found: tuple[str, tuple[str, ...]] = ("", ())
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        fields, super_fields = before.split(" "), after.split(" ")
        if len(fields) < 6 or len(super_fields) < 3:
            continue
        place = _unescaped(fields[4])
        is_inside = path == place or path.startswith(place.rstrip("/") + "/")
        if is_inside and len(place) >= len(best):
            options = (*fields[5].split(","), *super_fields[2].split(","))
            best, found = place, (super_fields[0], tuple(options))
    return found


def _unescaped(text: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda m: chr(int(m[1], 8)), text)


def _read_mounts() -> str:
    try:
        return MOUNTS.read_text(errors="replace")
    except OSError:
        return ""


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _info(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except OSError:
        return None


def _sync_problem(folder: Path) -> str:
    """Return why a file cannot be written through in the folder; empty when it can."""
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".doctor-") as file:
            file.write(b"doctor")
            file.flush()
            os.fsync(file.fileno())
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
    except OSError as error:
        return error.strerror or str(error)
    return ""


def disk_rows(facts: DiskFacts) -> tuple[Row, ...]:
    """Return the rows: where, who, how much, when."""
    return (_place(facts), _access(facts), *_copied(facts), _room(facts), *_clock(facts))


def _place(facts: DiskFacts) -> Row:
    name, elsewhere = "file system", "set DESKHAND_HOME to a folder on a local disk"
    if facts.sync_problem:
        found = f"a file could not be written through: {facts.sync_problem}"
        meaning = "a run may lose steps when the power goes"
        return _warn(name, found, meaning, elsewhere)
    unsafe = sorted(_NO_SYNC & set(facts.options))
    if unsafe:
        found = f"{facts.kind} with {', '.join(unsafe)}"
        meaning = "it says that a file is on disk before it is; a power cut loses steps"
        return _warn(name, found, meaning, elsewhere)
    if _NETWORK.fullmatch(facts.kind):
        meaning = "the disk of another computer: locks and order of writes are not kept for sure"
        return _warn(name, f"{facts.kind}, over the network", meaning, elsewhere)
    if facts.kind in _MEMORY:
        meaning = "it lies in memory: all runs are gone after a restart"
        return _warn(name, facts.kind, meaning, elsewhere)
    if facts.kind == "overlay":
        meaning = "the layer of a container: all runs are gone with the container"
        return _warn(name, "overlay", meaning, "set DESKHAND_HOME to a mounted volume")
    return Row(name, "ok", facts.kind or "not known, writes come through", topic="storage")


def _access(facts: DiskFacts) -> Row:
    if facts.foreign:
        found = f"not yours: {_some(facts.foreign)}"
        return _warn("access", found, "another user can change your records", "chown them to you")
    if facts.exposed:
        found = f"open to others: {_some(facts.exposed)}"
        meaning = "other users of this computer can read what was on your screen"
        return _warn("access", found, meaning, "chmod -R go= the data and settings folders")
    return Row("access", "ok", "only you", topic="storage")


def _copied(facts: DiskFacts) -> tuple[Row, ...]:
    if not facts.copied_by:
        return ()
    meaning = "the service of that folder copies pictures of your screen to other computers"
    fix = "set DESKHAND_HOME to a folder outside it"
    return (
        Row("copies", "warn", f"the records lie in {facts.copied_by}", meaning, fix, "network"),
    )


def _room(facts: DiskFacts) -> Row:
    found = f"{facts.free_bytes // 1_000_000:,} MB free"
    if facts.free_bytes < LOW_DISK_BYTES:
        meaning = "a step takes 1-2 MB; a run pauses when the disk is full"
        return _warn("room", found, meaning, f"free {LOW_DISK_BYTES // 1_000_000} MB")
    return Row("room", "ok", found, topic="storage")


def _clock(facts: DiskFacts) -> tuple[Row, ...]:
    if facts.clock_behind_s <= CLOCK_SLACK_S:
        return ()
    found = f"stands {facts.clock_behind_s / 86_400:.0f} days before this program was installed"
    meaning = "the history shows wrong days; nothing else rests on it"
    return (_warn("clock", found, meaning, "set the clock: timedatectl set-ntp true"),)


def _some(names: tuple[str, ...]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _warn(name: str, found: str, meaning: str, fix: str) -> Row:
    return Row(name, "warn", found, meaning, fix, topic="storage")
