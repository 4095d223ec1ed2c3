"""Deletes runs and pictures so that a crash at any point leaves a history that can be used.

First the rows say that something is to go, in one transaction; then it goes, in small ones; what a
crash cut off is finished at the next start. Nothing is deleted while a run lives, in any process:
a run counts on the pictures that it finds kept already.
"""

import logging
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from automation.core.actions import Action, aims_of
from automation.core.errors import Damaged, RecordError
from automation.core.files import flush_folder
from automation.core.proposal import Confirmation, Outcome, Receipt, StepRecord
from automation.core.text import worded
from automation.records.blobs import BlobFolder
from automation.records.database import copies, told_as_ours
from automation.records.rows import (
    Intent,
    Ledger,
    hold,
    insert_step,
    intent_of,
    parts_text,
    sweep_locks,
    utc_now,
    utc_text,
)

BATCH: Final = 200
"""Runs or pictures a transaction: others wait for its end to write."""
UNUSED: Final = (
    "NOT EXISTS (SELECT 1 FROM step WHERE before_sha = blob.sha256"
    " OR overlay_sha = blob.sha256 OR after_sha = blob.sha256)"
)


class RunGoesOn(RecordError):
    """Nothing can be deleted while a run lives."""


def refuse_live(database: sqlite3.Connection) -> None:
    """Refuse to delete while a run lives; call inside the transaction that deletes."""
    if database.execute("SELECT 1 FROM run WHERE ended_utc IS NULL").fetchone():
        raise RunGoesOn("a run is going on; wait for its end or stop it, then try again")


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


log = logging.getLogger(__name__)

LEAP: Final = timedelta(days=30)
"""More than this since the last look may be a holiday, or a wrong clock."""
REST: Final = timedelta(days=1)
"""For so long a clock that leapt must have gone on before it is believed."""
EARLIEST: Final = datetime(2025, 1, 1, tzinfo=UTC)
"""Nobody used deskhand before this."""
_BELIEVED: Final = "clock_believed_utc"
_LEAPT: Final = "clock_leapt_utc"


def is_believed(database: sqlite3.Connection, now: datetime) -> bool:
    """Tell whether `now` can be the time, and remember it; inside a transaction.

    A clock whose battery died begins in 1970, one that was set by mistake may say 2100: then every
    picture is too old, or none ever will be. A leap is believed only when the clock has gone on
    from there for a day; until then nothing goes by its age.

    What was dated later than a day from a believed `now` was written while the clock was wrong. It is
    dated `now`, else it would never be old.
    """
    if now < EARLIEST:
        return False
    before = _time(database, _BELIEVED) or _time(database, "created_utc")
    leapt = _time(database, _LEAPT)
    is_leap = before is not None and abs(now - before) > LEAP
    if is_leap and (leapt is None or now - leapt < REST):
        if leapt is None or now < leapt:
            _remember(database, _LEAPT, now)
        log.info("the clock leapt; nothing is deleted by its age until it has gone on for a day")
        return False
    _remember(database, _BELIEVED, now)
    database.execute("DELETE FROM meta WHERE key = ?", (_LEAPT,))
    values = (utc_text(now), utc_text(now + REST))
    database.execute("UPDATE run SET started_utc = ? WHERE started_utc > ?", values)
    database.execute("UPDATE blob SET created_utc = ? WHERE created_utc > ?", values)
    return True


def _time(database: sqlite3.Connection, key: str) -> datetime | None:
    row = database.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    try:
        found = datetime.fromisoformat(row[0]) if row else None
    except (TypeError, ValueError):
        return None
    return found if found is None or found.tzinfo else found.replace(tzinfo=UTC)


def _remember(database: sqlite3.Connection, key: str, now: datetime) -> None:
    database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, utc_text(now)))


_KEPT_BY_A_RUN: Final = (
    "EXISTS (SELECT 1 FROM step JOIN run ON run.id = step.run_id"
    " WHERE (step.before_sha = blob.sha256 OR step.overlay_sha = blob.sha256"
    " OR step.after_sha = blob.sha256) AND (run.pinned OR run.started_utc >= ?))"
)


@dataclass(frozen=True, slots=True)
class Limits:
    """What the user lets stay."""

    picture_days: int = 7
    """Pictures of runs that began longer ago go, their texts stay; 0 keeps them."""
    picture_bytes: int = 2_000_000_000
    """Above this the oldest pictures go first."""
    text_days: int = 0
    """Whole runs that began longer ago go; 0 keeps them."""


@dataclass(frozen=True, slots=True)
class Swept:
    """What one sweep took away."""

    runs: int = 0
    pictures: int = 0


def sweep(ledger: Ledger, remover: Remover, limits: Limits, now: datetime | None = None) -> Swept:
    """Apply the limits; does nothing while a run lives. Pinned runs keep everything.

    Nothing goes by its age while the clock cannot be believed.
    """
    at = now or datetime.now(UTC)
    try:
        with ledger.writing("find what is too old") as database:
            refuse_live(database)
            if is_believed(database, at):
                _mark_runs(database, limits, at)
                _mark_old_pictures(database, limits, at)
            _mark_for_room(database, limits, at)
        swept = Swept(*remover.finish())
    except RunGoesOn:
        return Swept()
    if swept.runs or swept.pictures:
        log.info("by age or size: %d runs and %d pictures deleted", swept.runs, swept.pictures)
    return swept


def _mark_runs(database: sqlite3.Connection, limits: Limits, now: datetime) -> None:
    if limits.text_days:
        database.execute(
            "UPDATE run SET deleted_utc = ? WHERE deleted_utc IS NULL AND NOT pinned"
            " AND started_utc < ?",
            (utc_text(now), utc_text(now - timedelta(days=limits.text_days))),
        )


def _mark_old_pictures(database: sqlite3.Connection, limits: Limits, now: datetime) -> None:
    if limits.picture_days:
        until = utc_text(now - timedelta(days=limits.picture_days))
        days = f"{limits.picture_days} day{'s' if limits.picture_days > 1 else ''}"
        database.execute(
            "UPDATE blob SET deleted_utc = ?, deleted_why = ? WHERE deleted_utc IS NULL"
            f" AND created_utc < ? AND NOT {_KEPT_BY_A_RUN}",
            (utc_text(now), f"after {days}", until, until),
        )


def _mark_for_room(database: sqlite3.Connection, limits: Limits, now: datetime) -> None:
    query = "SELECT coalesce(sum(bytes), 0) FROM blob WHERE deleted_utc IS NULL"
    too_many = database.execute(query).fetchone()[0] - limits.picture_bytes
    if too_many <= 0:
        return
    going = []
    rows = database.execute(
        f"SELECT sha256, bytes FROM blob WHERE deleted_utc IS NULL AND NOT {_KEPT_BY_A_RUN}"
        " ORDER BY created_utc, rowid",
        ("9999",),  # later than any run: only a pin keeps a picture from making room
    )
    for address, size in rows:
        if too_many <= 0:
            break
        going.append((utc_text(now), "to make room", address))
        too_many -= size
    database.executemany("UPDATE blob SET deleted_utc = ?, deleted_why = ? WHERE sha256 = ?", going)


CUT_OFF: Final = worded("deskhand ended before it saw what became of this")


def close_crashed(ledger: Ledger, live: Path) -> tuple[str, ...]:
    """Close every run that has no end and no living owner; return their ids.

    An intent without an outcome may or may not have been carried out. It becomes a step whose
    receipt says that nobody knows.
    """
    with ledger.writing("look for runs that were cut off") as database:
        query = "SELECT id, uuid FROM run WHERE ended_utc IS NULL ORDER BY id"
        unended = database.execute(query).fetchall()
    closed = []
    for row, run in unended:
        lock = hold(live, run)
        if lock is None:
            continue
        try:
            with ledger.writing("close a run that was cut off") as database:
                _close(database, row)
        finally:
            lock.release()
        closed.append(str(run))
    sweep_locks(live)
    return tuple(closed)


def _close(database: sqlite3.Connection, run_row: int) -> None:
    open_intents = database.execute(
        "SELECT n, proposal, action, risk FROM intent WHERE run_id = ? AND state = 'open'"
        " ORDER BY id",
        (run_row,),
    ).fetchall()
    for row in open_intents:
        try:
            insert_step(database, run_row, _cut_off(intent_of(*row)))
        except (Damaged, sqlite3.IntegrityError):
            log.warning("an intent that was cut off could not be turned into a step")
    database.execute(
        "UPDATE intent SET state = 'unknown' WHERE run_id = ? AND state = 'open'", (run_row,)
    )
    until = _until(database, run_row)
    message = worded("deskhand closed unexpectedly. Nothing is held down; {0}.", until)
    database.execute(
        "UPDATE run SET ended_utc = ?, outcome = ?, message = ?, worded = ? WHERE id = ?",
        (utc_now(), Outcome.ERROR.value, message, parts_text(message), run_row),
    )


def _until(database: sqlite3.Connection, run_row: int) -> str:
    kept = database.execute("SELECT max(n) FROM step WHERE run_id = ?", (run_row,)).fetchone()[0]
    query = "SELECT is_kept, unkept_steps FROM run WHERE id = ?"
    is_kept, unkept = database.execute(query, (run_row,)).fetchone()
    if not is_kept:
        return worded("steps that were done: {0}", unkept)
    return worded("steps up to {0} are kept", kept) if kept else worded("it had not done a step")


def _cut_off(intent: Intent) -> StepRecord:
    aims = aims_of(intent.action) if isinstance(intent.action, Action) else ()
    return StepRecord(
        n=intent.n,
        proposal=intent.proposal,
        risk=intent.risk,
        confirmation=Confirmation("accepted", "unknown", reason=CUT_OFF),
        action=intent.action,
        point=aims[0].point if aims else None,
        receipt=Receipt("not_seen", CUT_OFF),
    )


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
    """Wiping: what the user wants gone leaves the database, its journal, its free pages and the folder.

    Overwritten and cut off is what can be done from a program. A flash disk, a file system that keeps
    old versions, a snapshot or a backup may still hold old blocks; whoever needs more encrypts the disk.
    """

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
            raise RecordError(
                "the history is wiped, but its journal is in use by another deskhand; "
                "close that one, then start again: the journal is cut off then"
            )


def _chosen(wish: Wish) -> tuple[str, tuple[str, ...]]:
    """Return the condition on `run` and its values."""
    if wish.is_all:
        return "1", ()
    if wish.run:
        return "uuid = ?", (wish.run,)
    if wish.before_utc:
        return "NOT pinned AND started_utc < ?", (wish.before_utc,)
    raise RecordError("nothing was chosen to wipe; name a run, a date, or everything")
