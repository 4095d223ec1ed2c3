"""Tells a run that lives from one whose process is gone: the owner holds a lock on a small file.

A lock and not a process id, because ids are used again; the kernel lets a lock go with its holder.
"""

import os
import sys
from pathlib import Path

from automation.records.faults import told_as_ours
from automation.records.private import open_private, private_folder

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class LiveLock:
    """Held by the owner of a run for as long as it lives."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor

    def release(self) -> None:
        """Let go and remove the file; may be called twice."""
        if self._descriptor < 0:
            return
        self._path.unlink(missing_ok=True)
        os.close(self._descriptor)
        self._descriptor = -1


def hold(folder: Path, run: str) -> LiveLock | None:
    """Take the lock of a run; None when another process holds it.

    Raises:
        RecordError: the lock file cannot be made.
    """
    with told_as_ours("mark the run as alive"):
        private_folder(folder)
        path = folder / f"{run}.lock"
        descriptor = open_private(path, os.O_RDWR | os.O_CREAT)
    if _lock(descriptor):
        return LiveLock(path, descriptor)
    os.close(descriptor)
    return None


def _lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
