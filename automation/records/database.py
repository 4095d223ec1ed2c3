"""Opens the database: makes it, checks it, brings it up to date, or puts a damaged one aside.

A file that cannot be read is never overwritten and never repaired in place: it is renamed, with its
journal, and a new one is begun.
"""

import logging
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from automation.core.errors import Damaged, RecordError
from automation.records.backups import JOURNALS, back_up, has_stray_journal, put_aside
from automation.records.faults import is_damage, told_as_ours
from automation.records.private import create, refuse_link
from automation.records.schema import APPLICATION_ID, MIGRATIONS

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
        migrations: what the schema is made of.
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
        message = (
            f"the history is damaged ({why}) and another deskhand has it open; "
            "close that one, then start again: it is kept aside then"
        )
        raise Damaged(message)
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
            message = (
                "the history is to get a later format and an earlier deskhand has it open; "
                "close that one, then start again"
            )
            raise RecordError(message)
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
