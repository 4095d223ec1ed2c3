"""What a process of ours has from its environment: display, folder of its sockets, and who may read its files.

Files that our processes make are for this user alone; programs that we start are the user's own.

Every process of ours begins with `keep_private`. What the umask was before travels in a variable of
the environment, so that the process that starts a program, two or three below, can give it back.
"""

import hashlib
import os
import select
import sys
import threading
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

if TYPE_CHECKING:
    import subprocess

NICE: Final = 10


def be_quiet() -> None:
    """Lower the priority of the calling thread to `NICE`; one that is lower already stays so.

    Does nothing where niceness is the whole process's and not a thread's, as outside Linux.
    """
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with suppress(OSError):
            own = os.getpriority(os.PRIO_PROCESS, thread)
            os.setpriority(os.PRIO_PROCESS, thread, max(own, NICE))


def await_end(process: "subprocess.Popen[bytes]", seconds: float) -> bool:
    """Wait for the end of a child for so long; tell whether it has ended.

    `Popen.wait` with a time looks again only every 50 ms; where the system tells of an end, this does not.
    """
    if sys.platform == "linux" and process.returncode is None:
        try:
            handle = os.pidfd_open(process.pid)
        except OSError:  # no descriptor is left, or an old kernel
            return _ends_within(process, seconds)
        watched = select.poll()
        watched.register(handle, select.POLLIN)
        has_ended = bool(watched.poll(seconds * 1000))
        os.close(handle)
        if has_ended:
            process.wait()
        return has_ended
    return _ends_within(process, seconds)


def _ends_within(process: "subprocess.Popen[bytes]", seconds: float) -> bool:
    import subprocess  # noqa: PLC0415  # who starts a process has it; who asks a window has not

    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def leave(status: int) -> NoReturn:
    """End this process at once: all is closed and written, and nothing is left to take apart.

    Taking the interpreter apart, module by module, took a fifth of the processor time of a whole task.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # closed, or there never was one
            stream.flush()
    os._exit(status)


VARIABLE: Final = "DESKHAND_UMASK"
PRIVATE: Final = 0o077
UNCHANGED: Final = -1
"""What `subprocess` takes for: as it is."""


def keep_private() -> None:
    """Make no file that another user can read, from here on, and remember what was before."""
    before = os.umask(PRIVATE)
    os.environ.setdefault(VARIABLE, f"{before:o}")


def take_users(environ: MutableMapping[str, str]) -> int:
    """Take the user's own umask out of an environment and return it; -1 if it is not there."""
    found = environ.pop(VARIABLE, "")
    is_mask = 0 < len(found) <= 4 and all(digit in "01234567" for digit in found)
    return int(found, 8) if is_mask else UNCHANGED


_HERE: Final = ("unix", "unix/", "/unix")


def canonical(display: str) -> str:
    """Return a display name without screen number and without a spelled-out local host.

    >>> canonical("unix:0.0")
    ':0'
    """
    host, colon, number = display.rpartition(":")
    if not colon:
        return display
    return f"{'' if host in _HERE else host}:{number.partition('.')[0]}"


def display_key(environ: Mapping[str, str]) -> str:
    """Return a short name for the display of this environment, safe in a file name."""
    display = canonical(environ.get("DISPLAY", ""))
    if ":" not in display:
        display = environ.get("WAYLAND_DISPLAY", "") or "none"
    return hashlib.sha256(display.encode()).hexdigest()[:12]


def runtime_folder() -> Path:
    """Return the folder of our sockets and locks, gone after a restart of the machine; it need not be there."""
    if home := os.environ.get("DESKHAND_HOME", ""):
        return Path(home).expanduser().absolute() / "runtime"
    import warnings  # noqa: PLC0415  # as below: every command waits for it otherwise

    import platformdirs  # noqa: PLC0415

    with warnings.catch_warnings():
        # Without XDG_RUNTIME_DIR it names a folder in the temporary folder and warns of it; that
        # folder is made private before its use, and refused when it belongs to somebody else.
        warnings.simplefilter("ignore")
        return Path(platformdirs.PlatformDirs("deskhand", appauthor=False).user_runtime_dir)
