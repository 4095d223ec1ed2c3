"""Which processes' windows count as ours: this one, and the terminal that it was started from.

The assistant must not type into the terminal that shows its own questions, so the emulator is
treated like a window of ours: never looked at, never touched.
"""

import os
from pathlib import Path
from typing import Final

_PROC: Final = Path("/proc")
_CLIENTS: Final = frozenset({"tmux: client", "screen"})
"""Names that tmux and GNU screen give the process that shows a session in an emulator."""


def _stat_fields(pid: int, proc: Path = _PROC) -> tuple[str, int, int] | None:
    """Return (name, parent, controlling terminal number) of a process; None when it is gone."""
    try:
        text = (proc / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    head, _, tail = text.rpartition(")")
    fields = tail.split()
    return head.partition("(")[2], int(fields[1]), int(fields[4])


def terminal_pids(pid: int, proc: Path = _PROC) -> frozenset[int]:
    """Return the shells above a process and the emulator that shows their terminal.

    Walks up while the ancestors share its controlling terminal; the first one that does not is
    the emulator. Empty when the process has no controlling terminal.
    """
    first = _stat_fields(pid, proc)
    if first is None or first[2] == 0:
        return frozenset()
    _, parent, terminal = first
    found = set()
    while parent > 1:
        found.add(parent)
        fields = _stat_fields(parent, proc)
        if fields is None or fields[2] != terminal:
            break
        parent = fields[1]
    return frozenset(found)


def multiplexer_pids(proc: Path = _PROC) -> frozenset[int]:
    """Return the clients of tmux and screen, and the emulators that show them.

    The shell below a multiplexer has a server above it that shows nothing; which of the clients
    show its session may change at any time, so all of this user's count. One that is attached
    later is not known.
    """
    found = set[int]()
    for folder in proc.iterdir():
        if folder.name.isdecimal() and _is_ours(folder):
            fields = _stat_fields(int(folder.name), proc)
            if fields is not None and fields[0] in _CLIENTS and fields[2] != 0:
                found |= {int(folder.name)} | terminal_pids(int(folder.name), proc)
    return frozenset(found)


def _is_ours(folder: Path) -> bool:
    try:
        return folder.stat().st_uid == os.getuid()
    except OSError:  # it has ended
        return False


def own_pids() -> frozenset[int]:
    """Return this process and, for a command line, the terminal's processes."""
    shown = multiplexer_pids() if os.environ.keys() & {"TMUX", "STY"} else frozenset[int]()
    return frozenset({os.getpid()}) | terminal_pids(os.getpid()) | shown
