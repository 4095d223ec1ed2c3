"""Which processes' windows count as ours: this one, and the terminal that it was started from.

The assistant must not type into the terminal that shows its own questions, so the emulator is
treated like a window of ours: never looked at, never touched.
"""

import os
from pathlib import Path


def _stat_fields(pid: int) -> tuple[int, int] | None:
    """Return (parent, controlling terminal number) of a process; None when it is gone."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    fields = text.rpartition(")")[2].split()
    return int(fields[1]), int(fields[4])


def terminal_pids() -> frozenset[int]:
    """Return the shells above this process and the emulator that shows their terminal.

    Walks up while the ancestors share our controlling terminal; the first one that does not is
    the emulator. Empty when this process has no controlling terminal.
    """
    mine = _stat_fields(os.getpid())
    if mine is None or mine[1] == 0:
        return frozenset()
    parent, terminal = mine
    found = set()
    while parent > 1:
        found.add(parent)
        fields = _stat_fields(parent)
        if fields is None or fields[1] != terminal:
            break
        parent = fields[0]
    return frozenset(found)


def own_pids() -> frozenset[int]:
    """Return this process and, for a command line, the terminal's processes."""
    return frozenset({os.getpid()}) | terminal_pids()
