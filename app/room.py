"""Tells in time that there is no room for what a command loads: libraries end the process instead."""

import mmap
from typing import Final

LEAST_ROOM: Final = 160 << 20
"""Bytes of address space that `deskhand do` takes while it loads, on two cores.

Measured: with less, OpenBLAS prints a line of its own and ends the process with status 1.
"""


def check_room() -> None:
    """Ask for the room and give it back at once; no page of it is touched.

    Raises:
        MemoryError: there is less, by a limit of the process (`ulimit -v`) or of the machine.
    """
    try:
        mmap.mmap(-1, LEAST_ROOM).close()
    except OSError as error:
        message = f"{LEAST_ROOM >> 20} MiB are needed"
        raise MemoryError(message) from error
