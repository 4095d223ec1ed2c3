"""How long runs and their pictures stay: the user's limits, applied while nothing runs."""

import logging
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from automation.records.ledger import Ledger, utc_text
from automation.records.removal import Remover, RunGoesOn, refuse_live
from automation.records.wall_clock import is_believed

log = logging.getLogger(__name__)

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

    Raises:
        RecordError: the history cannot be written.
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
