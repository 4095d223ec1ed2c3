"""Writes one run: intents before, outcomes after, pictures beside."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime

from automation.core.actions import Action, Check, kind_of
from automation.core.errors import RecordError
from automation.core.observation import Frame
from automation.core.pictures import picture_sha
from automation.core.proposal import Outcome, Pictures, Proposal, Risk, StepRecord
from automation.records.blobs import MIME, Blob, BlobFolder
from automation.records.codec import text_of
from automation.records.faults import told_as_ours
from automation.records.live import LiveLock


class Ledger:
    """The one connection that writes; a transaction belongs to one thread at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._lock = threading.Lock()

    @contextmanager
    def writing(self, doing: str) -> Iterator[sqlite3.Connection]:
        """Run one transaction; it is durable when the block has ended without an error.

        Raises:
            DiskFull: there is no room; nothing of the transaction is kept.
            RecordError: it could not be written.
        """
        with self._lock, told_as_ours(doing):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Close the connection; the journal is folded into the file."""
        with self._lock:
            self._connection.close()


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

    @property
    def run(self) -> str:
        """The run's id."""
        return self._run

    def picture(self, frame: Frame) -> str:
        """Start to keep a picture and return its address; equal pictures are kept once."""
        if self._last is not None and self._last[0] is frame:
            return self._last[1]
        address = picture_sha(frame)
        self._last = (frame, address)
        if address in self._durable or address in self._pending:
            return address
        if self._is_kept(address):
            self._durable.add(address)
            return address
        self._pending[address] = self._encoder.submit(self._blobs.put, address, frame)
        return address

    def intend(self, n: int, proposal: Proposal, action: Action | Check, risk: Risk) -> None:
        """Make the intent durable.

        Raises:
            DiskFull: there is no room; nothing may be sent.
        """
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
        """Make the step and its pictures durable; a picture that cannot be kept is left out.

        Raises:
            DiskFull: there is no room for the step itself.
        """
        names = record.pictures
        named = dict.fromkeys((names.before, names.overlay, names.after))
        blobs = {address: self._finished(address) for address in named if address}
        kept = replace(record, pictures=_without_lost(names, blobs, self._durable))
        with self._ledger.writing("write down the step") as database:
            for blob in blobs.values():
                if blob is not None:
                    _insert_blob(database, blob)
            _insert_step(database, self._row, kept)
            self._settle(database, record.n, "done")
        self._durable |= {address for address, blob in blobs.items() if blob is not None}

    def end(self, outcome: Outcome, message: str) -> None:
        """Close the run; what is still open was not seen to its end."""
        try:
            with self._ledger.writing("close the run") as database:
                database.execute(
                    "UPDATE intent SET state = 'unknown' WHERE run_id = ? AND state = 'open'",
                    (self._row,),
                )
                database.execute(
                    "UPDATE run SET ended_utc = ?, outcome = ?, message = ?, lost_pictures = ?"
                    " WHERE id = ?",
                    (utc_now(), outcome.value, message, self._lost, self._row),
                )
        finally:
            for future in self._pending.values():
                future.cancel()
            self._pending.clear()
            self._last = None
            self._lock.release()

    def _finished(self, address: str) -> Blob | None:
        """Wait until a picture is safe; None if it was before, or cannot be kept."""
        future = self._pending.pop(address, None)
        if future is None:
            return None
        try:
            return future.result()
        except RecordError:
            # Pictures go first, when room is short and otherwise: the step itself still may fit.
            self._lost += 1
            return None

    def _settle(self, database: sqlite3.Connection, n: int, state: str) -> None:
        database.execute(
            "UPDATE intent SET state = ? WHERE run_id = ? AND n = ? AND state = 'open'",
            (state, self._row, n),
        )


def utc_now() -> str:
    """Return the time as people read it: ISO 8601, UTC, milliseconds."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def insert_recovered(database: sqlite3.Connection, run_row: int, record: StepRecord) -> None:
    """Write a step that a crash cut off; used when a later start finds it."""
    _insert_step(database, run_row, record)


def _without_lost(names: Pictures, finished: dict[str, Blob | None], durable: set[str]) -> Pictures:
    def kept(address: str) -> str:
        return address if address in durable or finished.get(address) is not None else ""

    return Pictures(kept(names.before), kept(names.overlay), kept(names.after))


def _insert_blob(database: sqlite3.Connection, blob: Blob) -> None:
    database.execute(
        "INSERT OR IGNORE INTO blob (sha256, file_sha256, bytes, mime, w, h, origin_x, origin_y,"
        " created_utc) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (blob.sha256, blob.file_sha256, blob.bytes, MIME, blob.w, blob.h, blob.origin_x,
         blob.origin_y, utc_now()),
    )  # fmt: skip


def _insert_step(database: sqlite3.Connection, run_row: int, record: StepRecord) -> None:
    times, pictures = record.timings, record.pictures
    total_ms = times.observe + times.propose + times.confirm + times.execute + times.verify
    element = record.proposal.element
    values: dict[str, str | int | float | None] = {
        "run_id": run_row,
        "n": record.n,
        "t_mono_ns": time.monotonic_ns(),
        "t_utc": utc_now(),
        "kind": kind_of(record.action),
        "sentence": _storable(record.proposal.sentence),
        "window_app": _storable(element.window_title) if element else "",
        "risk": int(record.risk.level),
        "verdict": record.confirmation.verdict,
        "approved_by": record.confirmation.by,
        "receipt": record.receipt.kind,
        "events_sent": record.execution.events_sent if record.execution else 0,
        "ms_total": total_ms,
        "before_sha": pictures.before or None,
        "overlay_sha": pictures.overlay or None,
        "after_sha": pictures.after or None,
        "record": text_of(record),
    }
    names = ", ".join(values)
    marks = ", ".join(f":{name}" for name in values)
    database.execute(f"INSERT INTO step ({names}) VALUES ({marks})", values)


def _storable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def check_name(run: str) -> None:
    """Refuse what is no id of a run.

    Raises:
        RecordError: the text holds anything but letters and digits.
    """
    if not run.isalnum():
        message = f"{run!r} is no id of a run; `deskhand history` lists them"
        raise RecordError(message)
