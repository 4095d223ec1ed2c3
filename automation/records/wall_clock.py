"""Whether the computer's clock can be believed where it decides what is deleted for good.

A clock whose battery died begins in 1970, one that was set by mistake may say 2100: then every
picture is too old, or none ever will be. A leap is believed only when the clock has gone on from
there for a day; until then nothing goes by its age.
"""

import logging
import sqlite3
from datetime import UTC, datetime, timedelta
from typing import Final

from automation.records.ledger import utc_text

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
