"""Which program a process runs, and whether anybody vouches for it, told by the kernel alone.

The path that the kernel gives is a path in the process's own mount namespace: in a sandbox, or in one
that any user can make, another file may lie there. A path counts as vouched for only if the file at
it, seen from here, is the very file that runs. What an unsandboxed program of the same user does to
pose as another is out of reach: it needs no pose, on X11 it could send the input itself.
"""

import configparser
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

DELETED_MARK: Final = " (deleted)"
"""What the kernel adds to the path of a program that was replaced while it runs."""
_SNAPS: Final = Path("/snap")
_MOST_PARENTS: Final = 32
_MOST_BYTES: Final = 65_536
"""Longest `.flatpak-info` that is read; real ones have about 1 kB."""


@dataclass(frozen=True, slots=True)
class Program:
    """What runs in one process."""

    executable: str = ""
    """Resolved path; empty when it may not be known (another user's process, or none)."""
    app_id: str = ""
    """`flatpak:ID` or `snap:NAME` of a packaged program; empty for others."""
    is_vouched: bool = False
    """The file at `executable` is the file that runs, or a packager's sandbox names the program."""


def program_of(pid: int, proc: Path = Path("/proc")) -> Program:
    """Return what a process runs; nothing is known of a process that is gone or another user's."""
    if pid <= 0:
        return Program()
    process = proc / str(pid)
    try:
        link = str((process / "exe").readlink())
    except OSError:
        return Program()
    file = link.removesuffix(DELETED_MARK)
    # A name that is no UTF-8 is written out: it is kept, told and compared as a text.
    path = os.fsencode(file).decode(errors="backslashreplace")
    flatpak = _flatpak_id(process)
    if flatpak:
        return Program(path, f"flatpak:{flatpak}", is_vouched=True)
    is_same = _is_same_file(process / "exe", Path(file))
    return Program(path, _snap_name(path) if is_same else "", is_vouched=is_same)


def is_started_by(pid: int, ancestor: int, proc: Path = Path("/proc")) -> bool:
    """Tell whether a process is below another one; a process whose parent has ended is below nobody."""
    for _ in range(_MOST_PARENTS):
        try:
            text = (proc / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return False
        pid = int(text.rpartition(")")[2].split()[1])
        if pid == ancestor:
            return True
        if pid <= 1:
            return False
    return False


def _is_same_file(running: Path, named: Path) -> bool:
    try:
        return running.samefile(named)
    except OSError:
        return False


def _flatpak_id(process: Path) -> str:
    """Return the id that the sandbox's own file names; the program in it cannot write there."""
    info = process / "root" / ".flatpak-info"
    try:
        with info.open("rb") as file:
            text = file.read(_MOST_BYTES).decode("utf-8", errors="replace")
        parser = configparser.ConfigParser(interpolation=None, strict=False)
        parser.read_string(text)
    except (OSError, configparser.Error):
        return ""
    return parser.get("Application", "name", fallback="").strip()


def _snap_name(path: str) -> str:
    """Return `snap:NAME` for a file of a snap, whose path names a revision that changes."""
    parts = Path(path).parts
    is_snap = len(parts) > 3 and Path(*parts[:2]) == _SNAPS and parts[2] not in ("core", "bin")
    return f"snap:{parts[2]}" if is_snap else ""
