"""Lets a thread of ours stand back behind the window and the programs that the user works with."""

import os
import sys
import threading
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
