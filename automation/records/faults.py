"""Turns what the database and the file system raise into the errors that a run understands."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from automation.core.errors import Damaged, DiskFull, RecordError

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
        message = "the history holds text that cannot be read; start deskhand again"
        raise Damaged(message) from error
    except OSError as error:
        if error.errno in _FULL_ERRNO:
            raise DiskFull(FULL_SENTENCE) from error
        where = f" ({error.filename})" if error.filename else ""
        message = f"could not {doing}: {error.strerror or error}{where}"
        raise RecordError(message) from error


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
