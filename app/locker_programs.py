"""Is a screen locker running on this display? Looked up among the processes. No Qt."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from automation.desktop.display_name import canonical

PROGRAMS: Final = frozenset({"i3lock", "slock", "swaylock", "xlock", "xsecurelock", "xtrlock"})
"""Lockers that run only while the screen is locked, by process name; others are known by a window."""
_PROC: Final = Path("/proc")


def locker_runs(environ: Mapping[str, str] = os.environ) -> bool:
    """Tell whether one of the user's runs on the display of this environment.

    One that tells nobody its display, as a program with more rights than its user does, counts.
    """
    display = canonical(environ.get("DISPLAY", ""))
    return any(theirs is None or canonical(theirs) == display for theirs in _displays(os.getuid()))


def _displays(user: int) -> Iterator[str | None]:
    """Yield the display of each locker of a user's; None where nobody tells."""
    for folder in _PROC.glob("[0-9]*"):
        try:
            if (folder / "comm").read_text(errors="replace").strip() not in PROGRAMS:
                continue
            if _user_of(folder) == user:
                yield _display_of(folder)
        except OSError:  # it ended meanwhile
            continue


def _user_of(folder: Path) -> int:
    """Return who started a process: its real user, since many a locker has root's rights."""
    status = (folder / "status").read_text(errors="replace")
    line = next(line for line in status.splitlines() if line.startswith("Uid:"))
    return int(line.split()[1])


def _display_of(folder: Path) -> str | None:
    try:
        words = (folder / "environ").read_bytes().split(b"\0")
    except PermissionError:
        return None
    found = (word for word in words if word.startswith(b"DISPLAY="))
    named = next(found, None)
    return named.partition(b"=")[2].decode(errors="replace") if named is not None else None
