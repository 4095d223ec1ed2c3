"""Copies of the database: those that a migration keeps, and those that were put aside as damaged."""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from automation.core.errors import Damaged
from automation.records.private import create, flush_folder, refuse_link

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

    Args:
        connection: to the database.
        path: the database's file.
        before: number of the migration that comes next.

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
        message = (
            f"the copy that is made before the history changes its format is not whole ({said}; "
            f"found {found} runs and steps, expected {expected}). Nothing was changed; try again"
        )
        raise Damaged(message)


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
