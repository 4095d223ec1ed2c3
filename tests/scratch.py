"""A folder for what a process of tests writes: in memory where there is room.

The program waits until what it writes is on the disk, some milliseconds each time, and the tests write a
hundred thousand times. What becomes of a write that the disk has not taken is shown on disks that
tests make themselves.
"""

import os
import re
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM_BYTES = 4 << 30
_PREFIX = "dh"


def scratch_folder(memory: Path = MEMORY, room_bytes: int = ROOM_BYTES) -> Path:
    """Return a new folder; the paths below it are short, as the names of sockets have to be."""
    where = memory if _has_room(memory, room_bytes) else Path(tempfile.gettempdir())
    for left in where.glob(f"{_PREFIX}[0-9]*-*"):  # by a process that was killed
        owner = re.match(rf"{_PREFIX}(\d+)-", left.name)
        if owner and not Path("/proc", owner[1]).exists() and Path("/proc").exists():
            shutil.rmtree(left, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=where))


def _has_room(memory: Path, room_bytes: int) -> bool:
    """Tell whether programs may be written there, and run, of this size."""
    if not memory.is_dir() or not os.access(memory, os.W_OK):
        return False
    state = os.statvfs(memory)
    return not state.f_flag & os.ST_NOEXEC and state.f_bavail * state.f_frsize >= room_bytes
