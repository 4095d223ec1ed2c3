"""Who has the history open: what only one may do is done by the one who has it alone.

Two files are locked, not read. `history.opening` is held while a process opens the history, so that
one after the other finds damage, puts aside and migrates. `history.users` is held, shared, for as
long as a process has it open: a damaged file is not put aside under the feet of a run that writes.
The kernel lets both go with their holder.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from automation.core.errors import RecordError
from automation.records.private import open_private

if sys.platform != "win32":
    import fcntl

OPENING: Final = "history.opening"
USERS: Final = "history.users"
PATIENCE_S: Final = 60.0
"""A check of a large history after a crash takes seconds; more than this is a process that hangs."""
_LOOK_S: Final = 0.02


class Users:
    """This process as one of those that have the history open."""

    def __init__(self, home: Path) -> None:
        """Prepare; nothing is held until `opening`."""
        self._home = home
        self._descriptor = -1

    @contextmanager
    def opening(self) -> Iterator[bool]:
        """Hold the right to open the history, and yield whether nobody else has it open.

        After the block this process counts as one that has it open, unless the block failed.

        Raises:
            RecordError: another process has been opening it for too long.
        """
        gate = open_private(self._home / OPENING, os.O_RDWR | os.O_CREAT)
        try:
            _take(gate)
            self._descriptor = open_private(self._home / USERS, os.O_RDWR | os.O_CREAT)
            yield _try(self._descriptor, is_shared=False)
            _try(self._descriptor, is_shared=True)
        except BaseException:
            self.close()
            raise
        finally:
            os.close(gate)

    def close(self) -> None:
        """Have it open no more; may be called twice."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _take(descriptor: int) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while not _try(descriptor, is_shared=False):
        if time.monotonic() > until_s:
            message = (
                f"another deskhand has been opening the history for {PATIENCE_S:g} s; "
                "end it, then start again"
            )
            raise RecordError(message)
        time.sleep(_LOOK_S)


def _try(descriptor: int, *, is_shared: bool) -> bool:
    if sys.platform == "win32":
        return True  # One process at a time is all that Windows was thought through for.
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
