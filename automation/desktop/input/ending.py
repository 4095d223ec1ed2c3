"""SIGTERM and SIGINT end the executor, whichever of its threads the system tells of them.

Python handles a signal on the main thread and nowhere else. If another thread was interrupted, as
after SIGSTOP and SIGCONT, the main thread goes on waiting for the app and hears nothing; so a thread
of its own ends that wait.
"""

import os
import signal
import socket
import threading
from contextlib import suppress
from types import FrameType
from typing import Final

from automation.core.errors import Stopped

_ENDING: Final = (signal.SIGTERM, signal.SIGINT)


def end_on_signals(stream: socket.socket) -> None:
    """Raise `Stopped` on the main thread, which may be reading `stream`; call it there, once."""
    told, tell = os.pipe()  # for as long as the process lives
    os.set_blocking(tell, False)
    signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    for number in _ENDING:
        signal.signal(number, _stop)
    threading.Thread(target=_wake, args=(told, stream), name="signals", daemon=True).start()


def _wake(told: int, stream: socket.socket) -> None:
    """End the main thread's wait at each of these signals; what is to be said to the app can still be said."""
    while number := os.read(told, 1):
        if number[0] in _ENDING:
            with suppress(OSError):  # it is closed: the main thread ends already
                stream.shutdown(socket.SHUT_RD)


def _stop(number: int, frame: FrameType | None) -> None:
    del number, frame
    # A second signal must not end the releasing.
    for each in _ENDING:
        signal.signal(each, signal.SIG_IGN)
    raise Stopped("signal")
