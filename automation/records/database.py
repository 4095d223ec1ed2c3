"""Opens the database: makes it, checks it, brings it up to date, or puts a damaged one aside.

A file that cannot be read is never overwritten and never repaired in place: it is renamed, with its
journal, and a new one is begun.

The database schema, and how it grows.

One file, `history.db`, beside a folder of pictures, `blobs/`. What a run is made of:

    run        one task: the user's words, who decided, how it ended. `ended_utc` is empty while it
               lives; a run that is found unended and whose owner is gone was cut off by a crash.
               Of one with `is_kept` 0 there is no word: no task, no intent, no step, no picture.
    intent     what was about to happen, durable before the first event of it. `open` until the
               outcome is there: `done` (a step row says what came of it), `withdrawn` (the executor
               declined, nothing was sent), `unknown` (a crash or a full disk came between).
    step       one finished, rejected or blocked step. `record` holds the whole StepRecord as JSON
               and is what is read back; the other columns repeat parts of it so that they can be
               searched and counted, and hold what the step value does not: the model's raw answer.
    blob       one picture: the address (SHA-256 of size and visible pixels, so that equal pictures
               are kept once and the address is known before the file is written), the SHA-256 of
               the file, and the desktop pixel at its corner. The row comes after the file is safe.
               With `deleted_utc` the picture is to go, or gone when `bytes` is 0; the row stays for
               as long as a step refers to it, so that `deleted_why` can be told.
    session, message    conversations with a model; a run may belong to one.
    macro      the macros that are known, with the hash that the user trusts.
    setting    small state of the window. What the user permits is never kept here.
    meta       when this database was made: pictures older than that belong to one that was put
               aside, and are left alone. And `wipe`, while a wipe is not finished, and what the
               computer's clock said when it was last believed.

A run with `deleted_utc` is on its way out: it is listed nowhere and its rows go next.

Times: `*_utc` is ISO 8601 in UTC and for people; order comes from ids and `t_mono_ns`, which is
monotonic and means nothing across restarts. Booleans are 0 or 1. Nothing is deleted by a trigger.
JSON is checked by the strict parser on the way out and not by the schema: with `trusted_schema` off,
SQLite (3.40 at least) refuses json_valid() in a CHECK as an unsafe function.

Growing: a migration is a tuple of statements. They are numbered from 1 by their place, go forward
only, and run in one transaction that also sets `user_version`, after a backup has been made beside
the file. A migration that was published is never edited. A database with a higher number than
`VERSION` was written by a later deskhand; it is opened read-only and said so.
"""

import contextlib
import errno
import logging
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from automation.core.errors import Damaged, DiskFull, RecordError
from automation.core.files import create, flush_folder, refuse_link

JOURNALS: Final = ("-wal", "-shm", "-journal")
KEPT_BACKUPS: Final = 2
"""The newest of the copies that migrations made; older ones are deleted."""
_ASIDE: Final = ".corrupt-"
_BACKUP: Final = ".before-"
_UNFINISHED: Final = ".part"


def put_aside(path: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Path:
    """Rename the database and its journals to `name.corrupt-<utc>`; return the file's new path.

    Journals whose database is gone are put aside as well: SQLite would replay them into the next.
    """
    stamp = now().strftime("%Y%m%dT%H%M%SZ")
    aside = path.with_name(f"{path.name}{_ASIDE}{stamp}")
    count = 1
    while any(_there(aside.with_name(aside.name + suffix)) for suffix in ("", *JOURNALS)):
        count += 1
        aside = path.with_name(f"{path.name}{_ASIDE}{stamp}-{count}")
    for suffix in ("", *JOURNALS):
        part = path.with_name(path.name + suffix)
        if _there(part):
            part.rename(aside.with_name(aside.name + suffix))
    flush_folder(path.parent)
    return aside


def has_stray_journal(path: Path) -> bool:
    """Tell whether there is a journal without its database."""
    return not _there(path) and any(
        _there(path.with_name(path.name + suffix)) for suffix in JOURNALS
    )


def copies(path: Path) -> tuple[Path, ...]:
    """Return every file beside the database that holds a copy of it or of a part of it."""
    names = (f"{path.name}{kind}*" for kind in (_ASIDE, _BACKUP))
    return tuple(sorted(found for name in names for found in path.parent.glob(name)))


def back_up(connection: sqlite3.Connection, path: Path, before: int) -> Path:
    """Copy the database to `name.before-<number>` and prove that the copy can be read.

    Raises:
        Damaged: the copy is not whole; nothing is left of it.
        sqlite3.Error, OSError: it cannot be written; nothing is left of it.
    """
    target = path.with_name(f"{path.name}{_BACKUP}{before}")
    part = target.with_name(target.name + _UNFINISHED)
    _remove(part)
    try:
        create(part)
        with _opened(part) as copy:
            connection.backup(copy)
        _flush(part)
        _check(part, connection)
        part.replace(target)
    except BaseException:
        _remove(part)
        raise
    flush_folder(path.parent)
    _forget_old(path)
    return target


def _check(part: Path, connection: sqlite3.Connection) -> None:
    count = "SELECT (SELECT count(*) FROM run), (SELECT count(*) FROM step)"
    with _opened(part) as copy:
        said = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
        found = copy.execute(count).fetchone()
    expected = connection.execute(count).fetchone()
    if said != "ok" or found != expected:
        raise Damaged(
            f"the copy that is made before the history changes its format is not whole ({said}; "
            f"found {found} runs and steps, expected {expected}). Nothing was changed; try again"
        )


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path)
    try:
        yield connection
    finally:
        connection.close()


def _forget_old(path: Path) -> None:
    made = [
        (int(number), found)
        for found in path.parent.glob(f"{path.name}{_BACKUP}*")
        if (number := found.name.rpartition("-")[2]).isdecimal()
    ]
    for _, old in sorted(made)[:-KEPT_BACKUPS]:
        old.unlink(missing_ok=True)


def _remove(part: Path) -> None:
    for suffix in ("", *JOURNALS):
        part.with_name(part.name + suffix).unlink(missing_ok=True)


def _flush(path: Path) -> None:
    refuse_link(path)
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _there(path: Path) -> bool:
    return path.is_symlink() or path.exists()


_FULL_ERRNO: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_FULL: Final = frozenset(
    {"SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DIR_FSYNC",
     "SQLITE_IOERR_TRUNCATE", "SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_SHMMAP"}
)  # fmt: skip
_DAMAGED: Final = frozenset({"SQLITE_CORRUPT", "SQLITE_NOTADB"})
FULL_SENTENCE: Final = "the disk is full; what was finished is kept. Free 200 MB, then go on"


@contextmanager
def told_as_ours(doing: str) -> Iterator[None]:
    """Raise our errors in place of the database's and the file system's.

    Args:
        doing: what is being done, for the message: `write the step`.

    Raises:
        DiskFull: there is no room, or a quota is reached.
        Damaged: the database is not readable as one.
        RecordError: anything else.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise _of_database(error, doing) from error
    except UnicodeDecodeError as error:
        raise Damaged("the history holds text that cannot be read; start deskhand again") from error
    except OSError as error:
        if error.errno in _FULL_ERRNO:
            raise DiskFull(FULL_SENTENCE) from error
        where = f" ({error.filename})" if error.filename else ""
        raise RecordError(f"could not {doing}: {error.strerror or error}{where}") from error


def is_damage(error: sqlite3.Error) -> bool:
    """Tell whether the error means that the file is no readable database."""
    name = getattr(error, "sqlite_errorname", "")
    return any(name.startswith(code) for code in _DAMAGED)


def _of_database(error: sqlite3.Error, doing: str) -> RecordError:
    name = getattr(error, "sqlite_errorname", "")
    if name in _FULL:
        return DiskFull(FULL_SENTENCE)
    if is_damage(error):
        return Damaged(
            f"the history cannot be read ({error}); start deskhand again and it is kept aside"
        )
    if name.startswith("SQLITE_READONLY"):
        return RecordError(f"could not {doing}: the history is open for reading only")
    if name.startswith("SQLITE_BUSY"):
        return RecordError(f"could not {doing}: another program holds the history; try again")
    return RecordError(f"could not {doing}: {error}")


APPLICATION_ID: Final = 0x6465736B
"""`desk`; tells our databases from others in the file's header."""

_FIRST: Final = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    "CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    """
    CREATE TABLE session (
        id INTEGER PRIMARY KEY,
        uuid TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL DEFAULT '',
        created_utc TEXT NOT NULL,
        mode TEXT NOT NULL DEFAULT '',
        model_sha TEXT,
        endpoint TEXT,
        app_version TEXT NOT NULL,
        pinned INTEGER NOT NULL DEFAULT 0,
        deleted_utc TEXT
    ) STRICT
    """,
    """
    CREATE TABLE message (
        id INTEGER PRIMARY KEY,
        session_id INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        role TEXT NOT NULL,
        body TEXT NOT NULL,
        t_utc TEXT NOT NULL,
        UNIQUE (session_id, seq)
    ) STRICT
    """,
    """
    CREATE TABLE macro (
        id INTEGER PRIMARY KEY,
        uuid TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        origin TEXT NOT NULL,
        file_sha TEXT NOT NULL,
        trusted_sha TEXT,
        created_utc TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE run (
        id INTEGER PRIMARY KEY,
        uuid TEXT NOT NULL UNIQUE,
        session_id INTEGER REFERENCES session ON DELETE SET NULL,
        macro_id INTEGER REFERENCES macro ON DELETE SET NULL,
        task TEXT NOT NULL,
        policy TEXT NOT NULL,
        approve TEXT NOT NULL,
        model_sha TEXT,
        endpoint TEXT,
        app_version TEXT NOT NULL,
        started_utc TEXT NOT NULL,
        ended_utc TEXT,
        outcome TEXT,
        message TEXT NOT NULL DEFAULT '',
        lost_pictures INTEGER NOT NULL DEFAULT 0,
        kill_latency_us INTEGER,
        pinned INTEGER NOT NULL DEFAULT 0,
        deleted_utc TEXT
    ) STRICT
    """,
    "CREATE INDEX run_unended ON run (id) WHERE ended_utc IS NULL",
    """
    CREATE TABLE blob (
        sha256 TEXT PRIMARY KEY,
        file_sha256 TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        mime TEXT NOT NULL,
        w INTEGER NOT NULL,
        h INTEGER NOT NULL,
        origin_x INTEGER NOT NULL,
        origin_y INTEGER NOT NULL,
        created_utc TEXT NOT NULL,
        redacted INTEGER NOT NULL DEFAULT 0
    ) STRICT
    """,
    """
    CREATE TABLE intent (
        id INTEGER PRIMARY KEY,
        run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
        n INTEGER NOT NULL,
        t_mono_ns INTEGER NOT NULL,
        t_utc TEXT NOT NULL,
        kind TEXT NOT NULL,
        action TEXT NOT NULL,
        proposal TEXT NOT NULL,
        risk TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'open'
            CHECK (state IN ('open', 'done', 'withdrawn', 'unknown'))
    ) STRICT
    """,
    "CREATE INDEX intent_of_run ON intent (run_id, n)",
    """
    CREATE TABLE step (
        id INTEGER PRIMARY KEY,
        run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
        n INTEGER NOT NULL,
        t_mono_ns INTEGER NOT NULL,
        t_utc TEXT NOT NULL,
        kind TEXT NOT NULL,
        sentence TEXT NOT NULL,
        window_app TEXT NOT NULL,
        risk INTEGER NOT NULL,
        verdict TEXT NOT NULL,
        approved_by TEXT NOT NULL,
        receipt TEXT NOT NULL,
        events_sent INTEGER NOT NULL,
        ms_total REAL NOT NULL,
        before_sha TEXT REFERENCES blob,
        overlay_sha TEXT REFERENCES blob,
        after_sha TEXT REFERENCES blob,
        model_raw TEXT,
        parse_error TEXT,
        prompt_tokens INTEGER,
        out_tokens INTEGER,
        record TEXT NOT NULL,
        UNIQUE (run_id, n)
    ) STRICT
    """,
    "CREATE INDEX step_before ON step (before_sha)",
    "CREATE INDEX step_overlay ON step (overlay_sha)",
    "CREATE INDEX step_after ON step (after_sha)",
    "INSERT INTO meta VALUES ('created_utc', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
)

_SECOND: Final = (
    "ALTER TABLE blob ADD COLUMN deleted_utc TEXT",
    "ALTER TABLE blob ADD COLUMN deleted_why TEXT NOT NULL DEFAULT ''",
)

_THIRD: Final = (
    "ALTER TABLE run ADD COLUMN is_kept INTEGER NOT NULL DEFAULT 1",
    "ALTER TABLE run ADD COLUMN unkept_steps INTEGER NOT NULL DEFAULT 0",
)

_FOURTH: Final = (
    "ALTER TABLE run ADD COLUMN effects TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE run ADD COLUMN unseen INTEGER NOT NULL DEFAULT 0",
    # What was said in words becomes a code, and the four kinds of receipts have new names.
    """
    UPDATE step SET record = json_set(
        record,
        '$.receipt.kind', CASE receipt
            WHEN 'confirmed' THEN 'effect_seen'
            WHEN 'changed_elsewhere' THEN
                iif(record ->> '$.receipt.detail' LIKE 'the press went to %', 'denied', 'not_seen')
            WHEN 'no_visible_change' THEN
                iif(
                    record ->> '$.receipt.detail' IN
                        ('nothing on the screen changed', 'nothing moved; the end may be reached',
                         'only a text cursor or a tooltip changed', 'no window opened', ''),
                    'not_seen', 'denied'
                )
            ELSE 'not_seen' END,
        '$.receipt.code', CASE
            WHEN record ->> '$.receipt.detail' = 'nothing was sent' THEN 'not_sent'
            WHEN record ->> '$.receipt.detail' = 'read back, exact' THEN 'exact'
            WHEN record ->> '$.receipt.detail' IN ('it is on', 'it is on, as before') THEN 'on'
            WHEN record ->> '$.receipt.detail' = 'it is off' THEN 'off'
            WHEN record ->> '$.receipt.detail' IN ('it has the keyboard', 'the pointer is there')
                THEN 'focused'
            WHEN record ->> '$.receipt.detail' LIKE 'the press went to %' THEN 'went_elsewhere'
            WHEN record ->> '$.receipt.detail' = 'read back, the field is as it was' THEN 'as_it_was'
            WHEN record ->> '$.receipt.detail' LIKE 'it is still %' THEN 'still'
            WHEN receipt = 'no_visible_change' THEN 'unchanged'
            ELSE '' END
    ) WHERE json_valid(record) AND json_type(record, '$.receipt') = 'object'
    """,
    """
    UPDATE step SET receipt = CASE
        WHEN json_valid(record) THEN coalesce(record ->> '$.receipt.kind', 'not_seen')
        WHEN receipt = 'confirmed' THEN 'effect_seen' ELSE 'not_seen' END
    """,
)

_FIFTH: Final = (
    # Of older runs only the steps tell how often the user was asked.
    "ALTER TABLE run ADD COLUMN asked INTEGER",
)

_SIXTH: Final = (
    # Of older runs only the steps tell for how long the user was waited for.
    "ALTER TABLE run ADD COLUMN waited_ms INTEGER",
)

_SEVENTH: Final = (
    # The program that handed the task over; empty where the user wrote it.
    "ALTER TABLE run ADD COLUMN asked_by TEXT NOT NULL DEFAULT ''",
)

_EIGHTH: Final = (
    # What the message is made of, for a window in another language; of older runs there is its English.
    "ALTER TABLE run ADD COLUMN worded TEXT NOT NULL DEFAULT ''",
)

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    _FIRST, _SECOND, _THIRD, _FOURTH, _FIFTH, _SIXTH, _SEVENTH, _EIGHTH,
)  # fmt: skip
VERSION: Final = len(MIGRATIONS)


log = logging.getLogger(__name__)

BUSY_MS: Final = 5000
ALWAYS_CHECKED_BYTES: Final = 32 * 1024 * 1024
"""Up to this size the whole file is checked at every start (about 30 ms); above it, after a crash."""
_NETWORK: Final = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph", "9p", "glusterfs", "fuse.sshfs",
     "fuse.rclone", "davfs", "lustre"}
)  # fmt: skip
_NEEDS_WRITING: Final = ("SQLITE_READONLY", "SQLITE_CANTOPEN")
"""What SQLite says of a journal that it has to play back and may not."""

Migrations = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Opened:
    """A database that is ready to use."""

    connection: sqlite3.Connection
    is_read_only: bool = False
    notice: str = ""
    """One sentence for the user when something was found amiss; empty otherwise."""


def open_database(
    path: Path, migrations: Migrations = MIGRATIONS, *, is_alone: bool = True
) -> Opened:
    """Open the database for writing, or for reading if a later deskhand wrote it.

    Args:
        path: its file; the folder exists and is private.
        is_alone: no other process has it open; only then may it be put aside or changed in format.

    Raises:
        DiskFull: there is no room for it.
        Damaged: it is damaged, and another process has it open.
        RecordError: the file cannot be opened or is not ours to open.
    """
    with told_as_ours("open the history"):
        _prepare(path)
        why = _damage(path, migrations, was_clean=not _has_journal(path))
        notice = ""
        if why:
            notice = _begin_anew(path, why, is_alone=is_alone)
        connection = connect(path)
        try:
            version = _version(connection)
            if version > len(migrations):
                connection.close()
                return Opened(connect(path, read_only=True), True, _newer(version, len(migrations)))
            _migrate(connection, path, version, migrations, is_alone=is_alone)
        except BaseException:
            connection.close()
            raise
        return Opened(connection, notice=notice)


def _begin_anew(path: Path, why: str, *, is_alone: bool) -> str:
    """Put the damaged file aside and make an empty one; return the sentence for the user."""
    if not is_alone:
        raise Damaged(
            f"the history is damaged ({why}) and another deskhand has it open; "
            "close that one, then start again: it is kept aside then"
        )
    aside = put_aside(path)
    log.warning("the history database was damaged and put aside")
    create(path)
    return (
        f"The history was damaged ({why}) and is kept as {aside.name}. "
        "A new one was begun; the pictures are kept too."
    )


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Return a connection with our settings; transactions are begun by hand."""
    uri = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rw'}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    try:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        if not read_only:
            mode = "DELETE" if is_network_folder(path.parent) else "WAL"
            connection.execute(f"PRAGMA journal_mode = {mode}")
        for pragma in (
            "synchronous = FULL",
            "foreign_keys = ON",
            "trusted_schema = OFF",
            "cell_size_check = ON",
            "secure_delete = ON",
            "temp_store = MEMORY",
        ):
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def is_network_folder(folder: Path, mounts: Path = Path("/proc/self/mounts")) -> bool:
    """Tell whether the folder lies on a network file system, where WAL is not safe."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    inside = [line.split(" ") for line in lines if line.count(" ") >= 2]
    place = folder.absolute()
    holding = [(m[1], m[2]) for m in inside if place.is_relative_to(m[1].replace("\\040", " "))]
    return bool(holding) and max(holding, key=lambda m: len(m[0]))[1] in _NETWORK


def _prepare(path: Path) -> None:
    """Make an empty private file if none is there; what is there already is left alone."""
    for suffix in JOURNALS:
        refuse_link(path.with_name(path.name + suffix))
    if has_stray_journal(path):
        put_aside(path)
    create(path)


def _has_journal(path: Path) -> bool:
    """Tell whether the last one who had it open did not come to close it."""
    journals = (path.with_name(path.name + suffix) for suffix in ("-wal", "-journal"))
    return any(journal.exists() for journal in journals)


def _damage(path: Path, migrations: Migrations, *, was_clean: bool) -> str:
    """Return why the file cannot be used as our database; empty if it can."""
    try:
        try:
            return _damage_seen(path, migrations, was_clean=was_clean, read_only=True)
        except sqlite3.OperationalError as error:
            if not getattr(error, "sqlite_errorname", "").startswith(_NEEDS_WRITING):
                raise
            return _damage_seen(path, migrations, was_clean=was_clean, read_only=False)
    except UnicodeDecodeError:
        return "its tables cannot be read"
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return "it is no readable database"
        raise


def _damage_seen(path: Path, migrations: Migrations, *, was_clean: bool, read_only: bool) -> str:
    connection = connect(path, read_only=read_only)
    try:
        # One look: another process may be making its tables between two of them.
        connection.execute("BEGIN")
        version, application = _version_and_id(connection)
        is_empty = connection.execute("SELECT 1 FROM sqlite_schema").fetchone() is None
        if is_empty and (version, application) == (0, 0):
            return ""
        if application != APPLICATION_ID:
            return "it belongs to another program"
        if 0 <= version <= len(migrations) and not _has_our_tables(
            connection, migrations[:version]
        ):
            return "its tables are not as they should be"
        if was_clean and path.stat().st_size > ALWAYS_CHECKED_BYTES:
            return ""
        said = connection.execute("PRAGMA quick_check(1)").fetchone()
        return "" if said and said[0] == "ok" else "its check failed"
    finally:
        connection.close()


def _has_our_tables(connection: sqlite3.Connection, migrations: Migrations) -> bool:
    """Tell whether the tables are exactly those that the migrations make."""
    query = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"
    fresh = sqlite3.connect(":memory:")
    try:
        for statement in (s for statements in migrations for s in statements):
            fresh.execute(statement)
        return set(fresh.execute(query)) == set(connection.execute(query))
    finally:
        fresh.close()


def _version_and_id(connection: sqlite3.Connection) -> tuple[int, int]:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    return int(version), int(application)


def _version(connection: sqlite3.Connection) -> int:
    return _version_and_id(connection)[0]


def _newer(found: int, known: int) -> str:
    return (
        f"The history was written by a later deskhand (format {found}, this one knows {known}). "
        "It is shown, and nothing can be added; install the later version to go on."
    )


def _migrate(
    connection: sqlite3.Connection,
    path: Path,
    version: int,
    migrations: Migrations,
    *,
    is_alone: bool,
) -> None:
    """Bring the schema up to date, each step in one transaction, after a backup."""
    if 0 < version < len(migrations):
        if not is_alone:
            raise RecordError(
                "the history is to get a later format and an earlier deskhand has it open; "
                "close that one, then start again"
            )
        back_up(connection, path, version + 1)
    for number, statements in enumerate(migrations[version:], start=version + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            if _version(connection) >= number:
                connection.execute("ROLLBACK")
                continue
            for statement in statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
