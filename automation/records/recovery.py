"""Closes the runs that a crash cut off, when the history is opened the next time.

An intent without an outcome may or may not have been carried out. It becomes a step whose receipt
says that nobody knows.
"""

import logging
import sqlite3
from pathlib import Path
from typing import Final

from automation.core.actions import Action, aims_of
from automation.core.errors import Damaged
from automation.core.proposal import Confirmation, Outcome, Receipt, StepRecord
from automation.records.codec import Intent, intent_of
from automation.records.ledger import Ledger, utc_now
from automation.records.live import hold, sweep_locks
from automation.records.rows import insert_step

log = logging.getLogger(__name__)

CUT_OFF: Final = "deskhand ended before it saw what became of this"


def close_crashed(ledger: Ledger, live: Path) -> tuple[str, ...]:
    """Close every run that has no end and no living owner; return their ids."""
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
    message = f"deskhand closed unexpectedly. Nothing is held down; {_until(database, run_row)}."
    database.execute(
        "UPDATE run SET ended_utc = ?, outcome = ?, message = ? WHERE id = ?",
        (utc_now(), Outcome.ERROR.value, message, run_row),
    )


def _until(database: sqlite3.Connection, run_row: int) -> str:
    kept = database.execute("SELECT max(n) FROM step WHERE run_id = ?", (run_row,)).fetchone()[0]
    query = "SELECT is_kept, unkept_steps FROM run WHERE id = ?"
    is_kept, unkept = database.execute(query, (run_row,)).fetchone()
    if not is_kept:
        return f"steps that were done: {unkept}"
    return f"steps up to {kept} are kept" if kept else "it had not done a step"


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
