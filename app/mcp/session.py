"""The way to the desktop for a server whose host handed on none of it: as the open window has it.

Hosts start servers with few variables of the environment, some without the display. The window of this
user is a process whose variables this user may read; what leads to its desktop holds here too.
"""

import os
from collections.abc import MutableMapping
from pathlib import Path
from typing import Final

from app.hand_over import TAKEN_S
from app.mcp.hosts import FORWARDED
from automation.core.process import runtime_folder
from automation.desktop.input.stop_socket import called, peer_pid

_PROC: Final = Path("/proc")


def adopt_desktop(environ: MutableMapping[str, str] = os.environ, proc: Path = _PROC) -> bool:
    """Take what is missing from the one window that is open; tell whether there is a display then.

    Nothing is taken where several windows are open: nobody could tell which desktop is meant.
    """
    if environ.get("DISPLAY"):
        return True
    found = [variables for pid in _windows() if (variables := _environ(pid, proc)).get("DISPLAY")]
    if len(found) != 1:
        return False
    for name in FORWARDED:
        if not environ.get(name) and found[0].get(name):
            environ[name] = found[0][name]
    return True


def _windows() -> set[int]:
    """Return the processes of this user that answer as a window, on whichever display."""
    pids = set[int]()
    folder = runtime_folder()
    for file in folder.glob("window-*.sock"):
        try:
            with called(folder, file.name, TAKEN_S) as connection:
                pids.add(peer_pid(connection))
        except OSError:  # left behind by one that was killed
            continue
    return pids


def _environ(pid: int, proc: Path) -> dict[str, str]:
    try:
        whole = (proc / str(pid) / "environ").read_bytes()
    except OSError:
        return {}
    parts = (os.fsdecode(part).partition("=") for part in whole.split(b"\0") if part)
    return {name: value for name, _, value in parts}
