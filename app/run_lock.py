"""One run and one window per display: advisory locks that the kernel drops when a holder dies."""

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from app.folders import PRIVATE_FILE_MODE
from automation.core.errors import AssistantError, SettingsError
from automation.desktop import display_name


class DesktopBusy(AssistantError):
    """Another run holds this display."""


def display_key() -> str:
    """Return a short name for the display of this process, safe in a file name.

    However it is written, `:0`, `:0.0` or `unix:0`, one display has one name.
    """
    return display_name.display_key(os.environ)


class RunLock:
    """Held while a run (or, as `window`, the window's process) lives; a context manager."""

    def __init__(self, runtime: Path, *, role: str = "run") -> None:
        self._path = runtime / f"{role}-{display_key()}.lock"
        self._file: IO[str] | None = None

    def __enter__(self) -> Self:
        """Take the lock.

        Raises:
            DesktopBusy: another process runs a task on this display.
            SettingsError: the lock's file cannot be made.
        """
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        try:
            handle = os.open(self._path, flags, PRIVATE_FILE_MODE)
        except OSError as error:
            message = f"cannot use {self._path}: {error.strerror}; check that the folder is yours"
            raise SettingsError(message) from error
        file = os.fdopen(handle, "r+", encoding="ascii")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = file.read(20).strip() or "unknown"
            file.close()
            message = (
                f"another run holds this desktop (process {owner}). "
                "Wait for it, or end it with: deskhand stop"
            )
            raise DesktopBusy(message) from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        self._file = file
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
