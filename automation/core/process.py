"""Files that our processes make are for this user alone; programs that we start are the user's own.

Every process of ours begins with `keep_private`. What the umask was before travels in a variable of
the environment, so that the process that starts a program, two or three below, can give it back.
"""

import os
import sys
import threading
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Final

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
