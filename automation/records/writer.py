"""Writes one run: intents before, outcomes after, pictures beside."""

import json
import logging
import sqlite3
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from automation.core.actions import Action, Check, kind_of
from automation.core.errors import DiskFull, RecordError
from automation.core.observation import Frame
from automation.core.pictures import picture_sha
from automation.core.proposal import Effects, Outcome, Pictures, Proposal, Risk, StepRecord
from automation.core.secrets import concealed, without_hidden
from automation.records.blobs import Blob, BlobFolder
from automation.records.rows import (
    Ledger,
    LiveLock,
    insert_blob,
    insert_step,
    parts_text,
    text_of,
    utc_now,
)

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
    room given back; what a disk keeps of freed blocks by itself is beyond any program. Tells whether the
    journal is empty: another program that reads the history may hold it meanwhile.
    """
    with ledger.writing("take a secret out of the history") as database:
        for table, key, columns in _COLUMNS:
            _rewrite(database, table, key, columns, row, texts)
        database.execute(_PICTURES_GO, (utc_now(), row, row))
    return empty_journal(ledger)


def empty_journal(ledger: Ledger) -> bool:
    """Cut the journal off if nobody reads from it; tell whether it is."""
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
        return text if fresh is value else text_of(fresh)

    return rewrite


def _dropped(text: str, texts: Collection[str]) -> str:
    """Return nothing: the English of the sentence stays, without its secrets."""
    return ""


def _in_json(text: str) -> str:
    """Return the text as it stands between the quotes of JSON."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


_COLUMNS: Final[tuple[tuple[str, str, Mapping[str, Rewrite]], ...]] = (
    ("run", "id", {"task": concealed, "message": concealed, "worded": _dropped}),
    (
        "intent",
        "run_id",
        {"action": _typed(_INTENT), "proposal": _typed(_PROPOSAL), "risk": _typed(_RISK)},
    ),
    ("step", "run_id", {"record": _typed(_STEP), "sentence": concealed}),
)
"""Table, the column with the run's number, and how each column with words is rewritten."""


MAX_UNSAVED: Final = 1000
"""Steps that wait in memory for room on the disk."""


@dataclass(frozen=True, slots=True)
class _Unsaved:
    """A step that is to be written, with its pictures, which are safe already."""

    record: StepRecord
    blobs: tuple[Blob, ...]


class RunWriter:
    """Implements `core.ports.RunLog`. Used by one thread; pictures are encoded in another."""

    def __init__(
        self,
        run: str,
        row: int,
        ledger: Ledger,
        blobs: BlobFolder,
        encoder: ThreadPoolExecutor,
        lock: LiveLock,
        *,
        is_kept: Callable[[str], bool],
        on_unfinished: Callable[["RunWriter"], None],
    ) -> None:
        self._run = run
        self._row = row
        self._ledger = ledger
        self._blobs = blobs
        self._encoder = encoder
        self._lock = lock
        self._is_kept = is_kept
        self._pending: dict[str, Future[Blob]] = {}
        self._durable: set[str] = set()
        self._last: tuple[Frame, str] | None = None
        self._lost = 0
        self._is_shy = False
        """A text was taken out: what is on the screen may show it, so that no picture is kept."""
        self._is_journal_due = False
        """Something was taken out of the rows while another program read: the journal has it yet."""
        self._on_unfinished = on_unfinished
        self._ending: tuple[Outcome, str, Effects, int, int, float] | None = None
        self._unsaved: dict[int, _Unsaved] = {}
        """Steps that found no room on the disk, by their number; written with the next that does."""

    @property
    def run(self) -> str:
        """The run's id."""
        return self._run

    def picture(self, frame: Frame) -> str:
        """Start to keep a picture and return its address; equal pictures are kept once.

        The address is empty when the picture cannot be kept.
        """
        if self._is_shy:
            return ""
        if self._last is not None and self._last[0] is frame:
            return self._last[1]
        address = picture_sha(frame)
        self._last = (frame, address)
        if address in self._durable or address in self._pending:
            return address
        if self._is_kept(address):
            self._durable.add(address)
            return address
        try:
            self._pending[address] = self._encoder.submit(self._blobs.put, address, frame)
        except (RuntimeError, MemoryError) as error:  # the system gives no further thread
            self._lose(error)
            self._last = (frame, "")
            return ""
        return address

    def intend(self, n: int, proposal: Proposal, action: Action | Check, risk: Risk) -> None:
        """Make the intent durable. Raises `DiskFull`: there is no room; nothing may be sent."""
        row = (self._row, n, time.monotonic_ns(), utc_now(), kind_of(action), text_of(action))
        with self._ledger.writing("write down what is about to happen") as database:
            self._settle(database, n, "withdrawn")
            database.execute(
                "INSERT INTO intent (run_id, n, t_mono_ns, t_utc, kind, action, proposal, risk)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, text_of(proposal), text_of(risk)),
            )

    def withdraw(self, n: int) -> None:
        """Note that nothing was sent of what was intended."""
        with self._ledger.writing("write down a refusal") as database:
            self._settle(database, n, "withdrawn")

    def append(self, record: StepRecord) -> None:
        """Make the step and its pictures durable; a picture that cannot be kept is left out."""
        if self._is_shy:
            self._drop(record.pictures)
            record = replace(record, pictures=Pictures())
        names = record.pictures
        named = dict.fromkeys((names.before, names.overlay, names.after))
        blobs = {address: self._finished(address) for address in named if address}
        kept = replace(record, pictures=_without_lost(names, blobs, self._durable))
        safe = tuple(blob for blob in blobs.values() if blob is not None)
        self._durable |= {blob.sha256 for blob in safe}
        self._unsaved[record.n] = _Unsaved(kept, safe)
        try:
            with self._ledger.writing("write down the step") as database:
                self._write_unsaved(database)
        except DiskFull:
            while len(self._unsaved) > MAX_UNSAVED:
                self._unsaved.pop(next(iter(self._unsaved)))
            raise
        except BaseException:
            del self._unsaved[record.n]
            self._durable -= {blob.sha256 for blob in safe}
            raise
        self._unsaved.clear()

    def _write_unsaved(self, database: sqlite3.Connection) -> None:
        for n, unsaved in self._unsaved.items():
            for blob in unsaved.blobs:
                insert_blob(database, blob)
            insert_step(database, self._row, unsaved.record)
            self._settle(database, n, "done")

    def conceal(self, texts: Collection[str]) -> None:
        """Take these texts out of everything that is kept of the run; keep no picture of it."""
        self._is_shy = True
        self._unsaved = {
            n: _Unsaved(replace(without_hidden(unsaved.record, texts), pictures=Pictures()), ())
            for n, unsaved in self._unsaved.items()
        }
        self._is_journal_due = not conceal_run(self._ledger, self._row, texts)

    def end(
        self,
        outcome: Outcome,
        message: str,
        *,
        effects: Effects = Effects.NONE,
        unseen: int = 0,
        asked: int = 0,
        waited_s: float = 0.0,
    ) -> None:
        """Close the run; what is still open was not seen to its end.

        Raises:
            DiskFull: there is no room; steps and end wait in memory and are tried again.
        """
        self._ending = (outcome, message, effects, unseen, asked, waited_s)
        for future in self._pending.values():
            future.cancel()
        self._pending.clear()
        self._last = None
        try:
            self.end_late()
        except DiskFull:
            self._on_unfinished(self)
            raise
        except BaseException:
            self._lock.release()
            raise

    def end_late(self) -> None:
        """Write what is missing of a run that was ended.

        Raises:
            DiskFull: there is still no room.
            RecordError: it could not be written.
        """
        assert self._ending is not None, "ended before"
        outcome, message, effects, unseen, asked, waited_s = self._ending
        with self._ledger.writing("close the run") as database:
            self._write_unsaved(database)
            database.execute(
                "UPDATE intent SET state = 'unknown' WHERE run_id = ? AND state = 'open'",
                (self._row,),
            )
            database.execute(
                "UPDATE run SET ended_utc = ?, outcome = ?, message = ?, worded = ?, lost_pictures = ?,"
                " effects = ?, unseen = ?, asked = ?, waited_ms = ? WHERE id = ?",
                (
                    utc_now(),
                    outcome.value,
                    message,
                    parts_text(message),
                    self._lost,
                    effects.value,
                    unseen,
                    asked,
                    round(waited_s * 1000),
                    self._row,
                ),
            )
        self._unsaved.clear()
        self._lock.release()
        if self._is_journal_due and not empty_journal(self._ledger):
            log.warning("the history's journal is in use and is emptied by the last who closes it")

    def give_up(self) -> None:
        """Let the run go unended; the next start closes it as one that was cut off."""
        self._lock.release()

    def _drop(self, names: Pictures) -> None:
        """Delete the files of pictures that no row names."""
        for address in {names.before, names.overlay, names.after} - {""}:
            self._finished(address)
            if not self._is_kept(address):
                self._blobs.delete([address])

    def _finished(self, address: str) -> Blob | None:
        """Wait until a picture is safe; None if it was before, or cannot be kept."""
        future = self._pending.pop(address, None)
        if future is None:
            return None
        try:
            return future.result()
        except Exception as error:  # noqa: BLE001 - no memory, no thread: the encoder's own way
            self._lose(error)
            return None

    def _lose(self, error: Exception) -> None:
        """Go on without a picture: they go first, when room is short and otherwise."""
        log.warning("a picture could not be kept: %s", type(error).__name__)
        self._lost += 1

    def _settle(self, database: sqlite3.Connection, n: int, state: str) -> None:
        database.execute(
            "UPDATE intent SET state = ? WHERE run_id = ? AND n = ? AND state = 'open'",
            (state, self._row, n),
        )


def _without_lost(names: Pictures, finished: dict[str, Blob | None], durable: set[str]) -> Pictures:
    def kept(address: str) -> str:
        return address if address in durable or finished.get(address) is not None else ""

    return Pictures(kept(names.before), kept(names.overlay), kept(names.after))


def check_name(run: str) -> None:
    """Refuse what is no id of a run."""
    if not run.isalnum():
        raise RecordError(f"{run!r} is no id of a run; `deskhand history` lists them")
