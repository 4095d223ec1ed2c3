"""The log of the command line and the window, and the file that keeps errors which nobody caught.

Neither holds what was typed, seen or meant: of an error its type and the places in the code, never its text.
"""

import logging
import os
import sys
import threading
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final

from automation.core.files import FILE_MODE
from automation.core.text import LEVEL, OneLine, worded

ERRORS_NAME: Final = "errors.log"


MOST_BYTES: Final = 100_000
"""A file that has grown to this begins anew, with the last half of it."""


_FRAMES: Final = 12
"""Innermost places of the code that are kept of one error."""


def log_in_lines() -> None:
    """Write warnings and worse to standard error, a line each."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine("deskhand"))
    handler.setLevel(LEVEL)
    logging.basicConfig(handlers=[handler])


def errors_file(data: Path) -> Path:
    """Return the file that keeps errors which nobody caught."""
    return data / ERRORS_NAME


def kept_errors(data: Path) -> tuple[str, ...]:
    """Return the lines of the file, oldest first; none where there is no file or it cannot be read."""
    try:
        return tuple(errors_file(data).read_text(encoding="utf-8", errors="replace").splitlines())
    except OSError:
        return ()


class ErrorFile:
    """Keeps errors that reached the top of a thread or of Qt's event loop; from any thread."""

    def __init__(self, data: Path, tell: Callable[[str], None]) -> None:
        """Take where and whom.

        Args:
            tell: told in one sentence of the first error from each place; from any thread.
        """
        self._file = errors_file(data)
        self._tell = tell
        self._told: set[str] = set()

    def hear(self) -> None:
        """Take every error that nobody catches from here on; Ctrl+C and exits stay what they are."""
        sys.excepthook = self._on_error
        threading.excepthook = lambda failed: self._on_error(
            failed.exc_type, failed.exc_value, failed.exc_traceback
        )

    def _on_error(
        self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not issubclass(kind, Exception):
            if error is not None:
                sys.__excepthook__(kind, error, trace)
            return
        places = _places(trace)
        self._keep(f"{kind.__name__} {' < '.join(places)}".rstrip())
        sys.stderr.write(f"deskhand: Traceback of a {kind.__name__} kept in {self._file}\n")
        origin = f"{kind.__name__} {places[0] if places else ''}"
        if origin not in self._told:
            self._told.add(origin)
            self._tell(
                worded(
                    "Something failed inside deskhand, and what you asked for last may not have happened. "
                    "Where it failed is kept in {0}, without anything that you typed.",
                    str(self._file),
                )
            )

    def _keep(self, line: str) -> None:
        stamp = datetime.now(UTC).isoformat(timespec="seconds")
        try:
            self._shorten()
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
            handle = os.open(self._file, flags, FILE_MODE)
            with os.fdopen(handle, "a", encoding="utf-8") as file:
                file.write(f"{stamp} {line}\n")
        except OSError as problem:
            sys.stderr.write(f"deskhand: not kept: {type(problem).__name__}\n")

    def _shorten(self) -> None:
        if not self._file.exists() or self._file.stat().st_size < MOST_BYTES:
            return
        kept = self._file.read_bytes()[-MOST_BYTES // 2 :].partition(b"\n")[2]
        self._file.write_bytes(kept)


def _places(trace: TracebackType | None) -> list[str]:
    """Return file and line of the innermost calls, innermost first; paths as short as they are told apart."""
    frames = traceback.extract_tb(trace)[-_FRAMES:]
    return [
        f"{'/'.join(Path(frame.filename).parts[-2:])}:{frame.lineno}" for frame in reversed(frames)
    ]
