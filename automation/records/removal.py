"""Deletes runs and pictures so that a crash at any point leaves a history that can be used.

First the rows say that something is to go, in one transaction; then it goes, in small ones; what a
crash cut off is finished at the next start. Nothing is deleted while a run lives, in any process:
a run counts on the pictures that it finds kept already.
"""

import sqlite3
from collections.abc import Callable
from typing import Final

from automation.core.errors import RecordError
from automation.records.blobs import BlobFolder
from automation.records.ledger import Ledger, utc_now

BATCH: Final = 200
"""Runs or pictures a transaction: others wait for its end to write."""
UNUSED: Final = (
    "NOT EXISTS (SELECT 1 FROM step WHERE before_sha = blob.sha256"
    " OR overlay_sha = blob.sha256 OR after_sha = blob.sha256)"
)


class RunGoesOn(RecordError):
    """Nothing can be deleted while a run lives."""


def refuse_live(database: sqlite3.Connection) -> None:
    """Refuse to delete while a run lives; call inside the transaction that deletes.

    Raises:
        RunGoesOn: there is one.
    """
    if database.execute("SELECT 1 FROM run WHERE ended_utc IS NULL").fetchone():
        message = "a run is going on; wait for its end or stop it, then try again"
        raise RunGoesOn(message)


class Remover:
    """Takes away what the rows say is to go; any thread."""

    def __init__(self, ledger: Ledger, blobs: BlobFolder) -> None:
        self._ledger = ledger
        self._blobs = blobs

    def finish(self) -> tuple[int, int]:
        """Take away every run and every picture that is marked; return how many of each.

        Raises:
            RunGoesOn: a run has begun; the rest goes the next time.
        """
        runs = self._repeat(self._take_runs)
        with self._ledger.writing("find pictures without a run") as database:
            refuse_live(database)
            database.execute(
                f"UPDATE blob SET deleted_utc = ? WHERE deleted_utc IS NULL AND {UNUSED}",
                (utc_now(),),
            )
        pictures = self._repeat(self._take_pictures)
        with self._ledger.writing("forget deleted pictures") as database:
            refuse_live(database)
            database.execute(
                f"DELETE FROM blob WHERE deleted_utc IS NOT NULL AND bytes = 0 AND {UNUSED}"
            )
        return runs, pictures

    def _repeat(self, take: Callable[[sqlite3.Connection], int]) -> int:
        gone = 0
        while True:
            with self._ledger.writing("delete what is to go") as database:
                refuse_live(database)
                taken = take(database)
            gone += taken
            if taken < BATCH:
                return gone

    def _take_runs(self, database: sqlite3.Connection) -> int:
        query = "SELECT id FROM run WHERE deleted_utc IS NOT NULL LIMIT ?"
        rows = database.execute(query, (BATCH,)).fetchall()
        database.executemany("DELETE FROM run WHERE id = ?", rows)
        return len(rows)

    def _take_pictures(self, database: sqlite3.Connection) -> int:
        """Delete files before the rows say so: until then a crash leaves them to be deleted."""
        query = "SELECT sha256 FROM blob WHERE deleted_utc IS NOT NULL AND bytes > 0 LIMIT ?"
        rows = database.execute(query, (BATCH,)).fetchall()
        self._blobs.delete(row[0] for row in rows)
        database.executemany("UPDATE blob SET bytes = 0 WHERE sha256 = ?", rows)
        return len(rows)
