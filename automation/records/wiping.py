"""Wiping: what the user wants gone leaves the database, its journal, its free pages and the folder.

Overwritten and cut off is what can be done from a program. A flash disk, a file system that keeps
old versions, a snapshot or a backup may still hold old blocks; whoever needs more encrypts the disk.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from automation.core.errors import RecordError
from automation.records.backups import copies
from automation.records.blobs import BlobFolder
from automation.records.faults import told_as_ours
from automation.records.ledger import Ledger, utc_now
from automation.records.private import flush_folder
from automation.records.removal import Remover, refuse_live

_MARK: Final = "wipe"
"""Key in `meta` while a wipe is not finished: `all` or `some`."""
WHOLE_TABLES: Final = ("message", "session", "setting")
HONEST: Final = (
    "Old blocks may stay on a flash disk, in snapshots and in backups; only an encrypted disk "
    "helps against who can read those."
)


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be wiped: one run, the runs before a time, or everything."""

    run: str = ""
    """A run's whole id."""
    before_utc: str = ""
    """Runs that began before this go, pinned ones excepted; a time as the database writes it."""
    is_all: bool = False
    """All runs, all pictures, conversations, backups and files that were put aside."""


@dataclass(frozen=True, slots=True)
class Wiped:
    """What a wipe took away, and what it left."""

    runs: int
    pictures: int
    files: Sequence[str] = ()
    """Names of backups and put-aside files that were deleted."""
    left: Sequence[str] = ()
    """Names of such files that are still there and may hold what was wiped."""


class Wiper:
    """Wipes one history; any thread."""

    def __init__(self, ledger: Ledger, remover: Remover, blobs: BlobFolder, path: Path) -> None:
        self._ledger = ledger
        self._remover = remover
        self._blobs = blobs
        self._path = path

    def wipe(self, wish: Wish) -> Wiped:
        """Wipe; from the moment that the marks are durable it is finished even after a crash.

        Raises:
            RunGoesOn: a run lives; nothing is wiped.
            RecordError: it could not be finished; the next start goes on with it.
        """
        with self._ledger.writing("mark what is to be wiped") as database:
            refuse_live(database)
            count, values = _chosen(wish)
            now = utc_now()
            query = f"UPDATE run SET deleted_utc = ? WHERE deleted_utc IS NULL AND {count}"
            database.execute(query, (now, *values))
            word = "all" if wish.is_all or self._unfinished(database) == "all" else "some"
            database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_MARK, word))
        return self._finish(is_all=word == "all")

    def finish(self) -> bool:
        """Finish a wipe that was cut off; tell whether there was one."""
        with self._ledger.writing("look for a wipe that was cut off") as database:
            word = self._unfinished(database)
        if word:
            self._finish(is_all=word == "all")
        return bool(word)

    def _unfinished(self, database: sqlite3.Connection) -> str:
        row = database.execute("SELECT value FROM meta WHERE key = ?", (_MARK,)).fetchone()
        return str(row[0]) if row else ""

    def _finish(self, *, is_all: bool) -> Wiped:
        runs, pictures = self._remover.finish()
        files = self._take_the_rest() if is_all else ()
        self._compact()
        with self._ledger.writing("note that the wipe is finished") as database:
            database.execute("DELETE FROM meta WHERE key = ?", (_MARK,))
        with self._ledger.alone("cut the journal off") as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        left = tuple(path.name for path in copies(self._path))
        return Wiped(runs, pictures, files, left)

    def _take_the_rest(self) -> Sequence[str]:
        with self._ledger.writing("wipe the rest") as database:
            refuse_live(database)
            for table in WHOLE_TABLES:
                database.execute(f"DELETE FROM {table}")
            self._blobs.clear()
        with told_as_ours("delete a copy of the history"):
            going = copies(self._path)
            for path in going:
                path.unlink(missing_ok=True)
            flush_folder(self._path.parent)
        return tuple(path.name for path in going)

    def _compact(self) -> None:
        """Rewrite the file without free pages and cut the journal off."""
        with self._ledger.alone("compact the history") as database:
            database.execute("VACUUM")
            busy = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        if busy:
            message = (
                "the history is wiped, but its journal is in use by another deskhand; "
                "close that one, then start again: the journal is cut off then"
            )
            raise RecordError(message)


def _chosen(wish: Wish) -> tuple[str, tuple[str, ...]]:
    """Return the condition on `run` and its values."""
    if wish.is_all:
        return "1", ()
    if wish.run:
        return "uuid = ?", (wish.run,)
    if wish.before_utc:
        return "NOT pinned AND started_utc < ?", (wish.before_utc,)
    message = "nothing was chosen to wipe; name a run, a date, or everything"
    raise RecordError(message)
