"""A log entry as one line that holds nothing of what was typed, seen or meant.

An error's own text is left out, and its traceback: they may hold a text to type or a window's title.
"""

import logging
import traceback
from pathlib import Path
from typing import Final

LEVEL: Final = logging.WARNING
"""What is written unless somebody asks for more."""


class OneLine(logging.Formatter):
    """Says what happened and, of an error, its type and where it was raised."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = f"{self._title}: {' '.join(record.getMessage().split())}"
        error = record.exc_info[1] if record.exc_info else None
        return line if error is None else f"{line} ({_origin(error)})"


def _origin(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"
