"""Tells a run that lives from one whose process is gone: the owner holds a lock on a small file.

A lock and not a process id, because ids are used again; the kernel lets a lock go with its holder.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from automation.records.faults import told_as_ours
from automation.records.private import open_private, private_folder

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_SUFFIX: Final = ".lock"


class LiveLock:
    """Held by the owner of a run for as long as it lives."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor

    def release(self) -> None:
        """Let go and remove the file; may be called twice.

        A file that cannot be removed stays without its lock, and the next start removes it.
        """
        if self._descriptor < 0:
            return
        descriptor, self._descriptor = self._descriptor, -1
        try:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
        finally:
            os.close(descriptor)


def hold(folder: Path, run: str) -> LiveLock | None:
    """Take the lock of a run; None when another process holds it.

    Raises:
        RecordError: the lock file cannot be made.
    """
    path = folder / f"{run}{_SUFFIX}"
    while True:
        with told_as_ours("mark the run as alive"):
            private_folder(folder)
            descriptor = open_private(path, os.O_RDWR | os.O_CREAT)
            try:
                is_free = _lock(descriptor)
                is_ours = is_free and _is_at(path, descriptor)
            except BaseException:
                os.close(descriptor)
                raise
        if is_ours:
            return LiveLock(path, descriptor)
        os.close(descriptor)
        if not is_free:
            return None
        # Who had it took the file away between our two calls.


def sweep_locks(folder: Path) -> None:
    """Take away the locks of runs that a crash ended before or after they were in the history.

    Raises:
        RecordError: the folder cannot be read.
    """
    with told_as_ours("look for marks of runs that ended"):
        names = [path.stem for path in folder.glob(f"*{_SUFFIX}")]
    for run in names:
        lock = hold(folder, run)
        if lock is not None:
            lock.release()


def _is_at(path: Path, descriptor: int) -> bool:
    try:
        found = path.lstat()
    except FileNotFoundError:
        return False
    return os.path.samestat(found, os.fstat(descriptor))


def _lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
