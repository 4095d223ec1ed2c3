"""The command line's log: one line for each entry on standard error, never a traceback.

An error's own text is left out: it may hold what was typed or a window's title.
"""

import logging
import traceback
from pathlib import Path


class OneLine(logging.Formatter):
    """Says what happened and, of an error, its type and where it was raised."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = f"deskhand: {' '.join(record.getMessage().split())}"
        error = record.exc_info[1] if record.exc_info else None
        return line if error is None else f"{line} ({_origin(error)})"


def log_in_lines() -> None:
    """Write warnings and worse to standard error, a line each."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine())
    handler.setLevel(logging.WARNING)
    logging.basicConfig(handlers=[handler])


def _origin(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"
