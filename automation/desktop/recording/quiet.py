"""Lets a thread of ours stand back behind the programs that the user works with."""

import os
import sys
import threading
from contextlib import suppress
from typing import Final

NICE: Final = 10


def be_quiet() -> None:
    """Lower the priority of the calling thread; on Linux a thread has one of its own."""
    if sys.platform.startswith("linux"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
