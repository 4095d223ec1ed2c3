"""Takes a text out of everything that is kept of a run, once it is known that it was a secret."""

import json
import logging
import sqlite3
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

import msgspec

from automation.core.actions import Action, Check
from automation.core.concealing import concealed, without_hidden
from automation.core.proposal import Proposal, Risk, StepRecord
from automation.records.ledger import Ledger, utc_now

log = logging.getLogger(__name__)

_STEP: Final = msgspec.json.Decoder(StepRecord)
_PROPOSAL: Final = msgspec.json.Decoder(Proposal)
_INTENT: Final = msgspec.json.Decoder(Action | Check)
_RISK: Final = msgspec.json.Decoder(Risk)

SHOWN: Final = "because they may show a password"
_SHOWN_BY: Final = (
    "EXISTS (SELECT 1 FROM step WHERE run_id {} ? AND (before_sha = blob.sha256"
    " OR overlay_sha = blob.sha256 OR after_sha = blob.sha256))"
)
_PICTURES_GO: Final = (
    f"UPDATE blob SET deleted_utc = ?, deleted_why = '{SHOWN}' WHERE deleted_utc IS NULL"
    f" AND {_SHOWN_BY.format('=')} AND NOT {_SHOWN_BY.format('!=')}"
)

Rewrite = Callable[[str, Collection[str]], str]


def conceal_run(ledger: Ledger, row: int, texts: Collection[str]) -> bool:
    """Rewrite the run's rows with placeholders, and empty the journal that has the old ones.

    Its pictures are marked to go, those excepted that another run shows too: the terminal or the
    editor in which the task was written may be on them.

    What a page held before is overwritten with zeros (`secure_delete`), and so is the journal's
    room given back; what a disk keeps of freed blocks by itself is beyond any program.

    Returns:
        Whether the journal is empty: another program that reads the history holds it meanwhile.

    Raises:
        RecordError: the history cannot be written.
    """
    with ledger.writing("take a secret out of the history") as database:
        for table, key, columns in _COLUMNS:
            _rewrite(database, table, key, columns, row, texts)
        database.execute(_PICTURES_GO, (utc_now(), row, row))
    return empty_journal(ledger)


def empty_journal(ledger: Ledger) -> bool:
    """Cut the journal off if nobody reads from it; tell whether it is.

    Raises:
        RecordError: the history cannot be written.
    """
    with ledger.alone("empty the history's journal") as database:
        is_busy = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return not is_busy


def _rewrite(
    database: sqlite3.Connection,
    table: str,
    key: str,
    columns: Mapping[str, Rewrite],
    row: int,
    texts: Collection[str],
) -> None:
    """Rewrite the columns of one run's rows; names come from this module alone."""
    names = ", ".join(columns)
    found = database.execute(f"SELECT id, {names} FROM {table} WHERE {key} = ?", (row,)).fetchall()
    marks = ", ".join(f"{name} = ?" for name in columns)
    for number, *old in found:
        new = [rewrite(text, texts) for rewrite, text in zip(columns.values(), old, strict=True)]
        if new != old:
            database.execute(f"UPDATE {table} SET {marks} WHERE id = ?", (*new, number))


def _typed(decoder: "msgspec.json.Decoder[Any]") -> Rewrite:
    """Return how a value is rewritten that is kept as JSON, its fixed words and ids untouched."""

    def rewrite(text: str, texts: Collection[str]) -> str:
        try:
            value = decoder.decode(text)
        except msgspec.MsgspecError:
            # A row that cannot be read any more must not keep the secret either.
            log.warning("a row that cannot be read was rewritten as text")
            return concealed(concealed(text, texts), [_in_json(hidden) for hidden in texts])
        fresh = without_hidden(value, texts)
        return text if fresh is value else msgspec.json.encode(fresh).decode()

    return rewrite


def _in_json(text: str) -> str:
    """Return the text as it stands between the quotes of JSON."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


_COLUMNS: Final[tuple[tuple[str, str, Mapping[str, Rewrite]], ...]] = (
    ("run", "id", {"task": concealed, "message": concealed}),
    (
        "intent",
        "run_id",
        {"action": _typed(_INTENT), "proposal": _typed(_PROPOSAL), "risk": _typed(_RISK)},
    ),
    ("step", "run_id", {"record": _typed(_STEP), "sentence": concealed}),
)
"""Table, the column with the run's number, and how each column with words is rewritten."""
