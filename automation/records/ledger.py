"""The connection that writes, and how the database writes times."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime

from automation.records.faults import told_as_ours


class Ledger:
    """The one connection that writes; a transaction belongs to one thread at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._lock = threading.Lock()

    @contextmanager
    def writing(self, doing: str) -> Iterator[sqlite3.Connection]:
        """Run one transaction; it is durable when the block has ended without an error.

        Raises:
            DiskFull: there is no room; nothing of the transaction is kept.
            RecordError: it could not be written.
        """
        with self._lock, told_as_ours(doing):
            self._take_back()  # what an earlier failure left begun would block every later write
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # why it failed is told; the next write tries again
                    self._take_back()
                raise

    @contextmanager
    def alone(self, doing: str) -> Iterator[sqlite3.Connection]:
        """Yield the connection outside a transaction, for what cannot be done inside one."""
        with self._lock, told_as_ours(doing):
            yield self._connection

    def _take_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def close(self) -> None:
        """Close the connection; the journal is folded into the file."""
        with self._lock:
            self._connection.close()


def utc_now() -> str:
    """Return the time as people read it: ISO 8601, UTC, milliseconds."""
    return utc_text(datetime.now(UTC))


def utc_text(time_utc: datetime) -> str:
    """Return a time in UTC as the database writes it; the texts sort as the times do."""
    return time_utc.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
