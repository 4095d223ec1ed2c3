"""One run and one window per display: advisory locks that the kernel drops when a holder dies.

A run also owns a selection of the display (`display_claim`), which processes with other folders see.
Another program can take that away; then the run has to stop, since a second could begin beside it.
"""

import contextlib
import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

from app.display_claim import DisplayClaim, DisplayTaken
from automation.core.errors import AssistantError, SettingsError
from automation.desktop import display_name
from automation.records.private import open_private

TAKEN: Final = "display_taken"
"""Cause of a stop: another program took the claim of the display."""


class DesktopBusy(AssistantError):
    """Another run holds this display.

    `owner` is the number of its process, as far as it is known.
    """

    def __init__(self, message: str, owner: str = "unknown") -> None:
        super().__init__(message)
        self.owner = owner


def display_key() -> str:
    """Return a short name for the display of this process, safe in a file name.

    However it is written, `:0`, `:0.0` or `unix:0`, one display has one name.
    """
    return display_name.display_key(os.environ)


class RunLock:
    """Held while a run (or, as `window`, the window's process) lives; a context manager."""

    def __init__(
        self, runtime: Path, *, role: str = "run", on_lost: Callable[[], None] = lambda: None
    ) -> None:
        """Prepare without taking it.

        Args:
            runtime: folder of the lock's file.
            role: who holds it.
            on_lost: called on another thread when another program took the display away.
        """
        self._on_lost = on_lost
        self.is_lost = False
        self._path = runtime / f"{role}-{display_key()}.lock"
        self._is_run = role == "run"
        self._file: IO[str] | None = None
        self._claim: DisplayClaim | None = None

    def __enter__(self) -> Self:
        """Take the lock.

        Raises:
            DesktopBusy: another process runs a task on this display.
            SettingsError: the lock's file cannot be made.
        """
        try:
            handle = open_private(self._path, os.O_RDWR | os.O_CREAT)
        except OSError as error:
            message = f"cannot use {self._path}: {error.strerror}; check that the folder is yours"
            raise SettingsError(message) from error
        file = os.fdopen(handle, "r+", encoding="ascii")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = file.read(20).strip() or "unknown"
            file.close()
            raise DesktopBusy(_busy(owner), owner) from None
        try:
            self._claim = DisplayClaim.take(self._path.parent, self._lose) if self._is_run else None
        except DisplayTaken as taken:
            file.close()
            message = _busy(str(taken), "; it may have another DESKHAND_HOME or be of another user")
            raise DesktopBusy(message, str(taken)) from None
        with contextlib.suppress(OSError):  # a full disk: the lock holds without the number
            os.ftruncate(handle, 0)
            os.write(handle, str(os.getpid()).encode())
        self._file = file
        return self

    def _lose(self) -> None:
        self.is_lost = True
        self._on_lost()

    def close(self) -> None:
        """Let it go; may be called twice."""
        if self._claim is not None:
            self._claim.release()
            self._claim = None
        if self._file is not None:
            self._file.close()
            self._file = None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _busy(owner: str, more: str = "") -> str:
    return (
        f"another run holds this desktop (process {owner}{more}). "
        "Wait for it, or end it with: deskhand stop"
    )
