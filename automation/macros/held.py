"""Whether a macro is open for editing: the lock of its draft tells, in any process."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from automation.core.errors import MacroError
from automation.macros.files import open_private

DRAFT: Final = ".draft"
LOCK: Final = "lock"
"""Held in the draft's folder while the macro is open."""


class OpenForEditing(MacroError):
    """Somebody edits the macro; edits would be lost by what was asked for."""


@contextmanager
def unheld(folder: Path) -> Iterator[None]:
    """Let nobody begin to edit a macro meanwhile.

    Raises:
        OpenForEditing: somebody does.
        OSError: the lock cannot be opened.
    """
    try:
        descriptor = open_private(folder / DRAFT / LOCK, os.O_RDWR)
    except FileNotFoundError:  # never edited, or closed since
        yield
        return
    try:
        lock_or_refuse(descriptor, folder.name)
        yield
    finally:
        os.close(descriptor)


def lock_or_refuse(descriptor: int, name: str) -> None:
    """Take the lock of a draft.

    Raises:
        OpenForEditing: somebody holds it.
    """
    if os.name == "nt":
        return
    import fcntl  # noqa: PLC0415 - not there on Windows

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        message = f"the macro in {name} is open for editing in another window; close it there first"
        raise OpenForEditing(message) from None
