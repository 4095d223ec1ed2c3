"""Deletes pictures that a crash left between the file and its row.

Older ones than the history are left alone: they belong to one that was put aside.
"""

import logging
import sqlite3
from collections.abc import Sequence
from datetime import datetime

from automation.records.blobs import BlobFolder

log = logging.getLogger(__name__)


def sweep_strays(database: sqlite3.Connection, blobs: BlobFolder) -> None:
    """Delete every picture without a row; none where the history does not say when it was made."""
    known = frozenset(row[0] for row in database.execute("SELECT sha256 FROM blob"))
    row = database.execute("SELECT value FROM meta WHERE key = 'created_utc'").fetchone()
    born_s = _moment_s(row)
    if born_s is None:
        log.warning("the history does not say when it was made; no picture is swept")
        return
    gone = blobs.sweep(known, not_before_s=born_s)
    if gone:
        log.info("%d pictures without a step were deleted", gone)


def _moment_s(row: Sequence[str] | None) -> float | None:
    """Return a kept time in seconds since 1970; None when it is missing or unreadable."""
    try:
        return datetime.fromisoformat(row[0]).timestamp() if row else None
    except (TypeError, ValueError, OverflowError):
        return None
