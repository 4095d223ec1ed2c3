"""A picture and a step as rows."""

import os
import re
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from automation.core.actions import Action, Check, kind_of
from automation.core.errors import Damaged
from automation.core.files import open_private, private_folder, try_lock
from automation.core.observation import ScreenElement
from automation.core.proposal import Effects, Outcome, Proposal, Risk, StepRecord
from automation.core.secrets import with_texts
from automation.core.text import Worded, again, as_english, parts_of
from automation.records.blobs import MIME, Blob
from automation.records.database import told_as_ours

_RECORDS: Final = msgspec.json.Decoder(StepRecord)
_PROPOSALS: Final = msgspec.json.Decoder(Proposal)
_RISKS: Final = msgspec.json.Decoder(Risk)
_INTENTS: Final = msgspec.json.Decoder(Action | Check)
_UNREADABLE: Final = (msgspec.MsgspecError, UnicodeError, RecursionError, TypeError)
"""TypeError: a damaged file may give bytes or a number where text was kept."""


@dataclass(frozen=True, slots=True)
class Intent:
    """What was about to happen in a step."""

    n: int
    proposal: Proposal
    action: Action | Check
    risk: Risk


def text_of(value: StepRecord | Proposal | Risk | Action | Check) -> str:
    """Return the value as JSON; lone surrogates, which no file can hold, become `?`."""
    parts: dict[str, list[Any]] = {}

    def english(told: object) -> str:
        text = as_english(told)
        if isinstance(told, Worded):
            parts[text] = parts_of(told)
        return text

    try:
        text = msgspec.json.encode(value, enc_hook=english).decode()
        kept = msgspec.json.encode(parts).decode()
    except UnicodeEncodeError:
        plain = msgspec.to_builtins(value, str_keys=True, enc_hook=as_english)
        return msgspec.json.encode(_without_surrogates(plain)).decode()
    return f'{text[:-1]},"worded":{kept}}}' if parts and isinstance(value, StepRecord) else text


def record_of(text: str) -> StepRecord:
    """Read a step back."""
    try:
        record = _RECORDS.decode(text)
        parts = _WORDED.decode(text).worded
    except _UNREADABLE as error:
        raise Damaged(f"a step of the history cannot be read ({error})") from error
    record = _labelled_record(record)
    return with_texts(record, lambda told: again(told, parts.get(told))) if parts else record


_BY_LABEL: Final = re.compile(r"named by (?:its label|the label (?:on its left|above it))")
_BESIDE: Final = re.compile(r"beside the label '(.+)'")
"""What records of older versions have in the place of `ScreenElement.label`."""


def _labelled_record(record: StepRecord) -> StepRecord:
    proposal, where = _labelled_proposal(record.proposal), record.where
    if where is not None and (thing := _labelled(where.element)) is not where.element:
        where = replace(where, element=thing)
    is_same = proposal is record.proposal and where is record.where
    return record if is_same else replace(record, proposal=proposal, where=where)


def _labelled_proposal(proposal: Proposal) -> Proposal:
    thing, end = _labelled(proposal.element), _labelled(proposal.destination)
    is_same = thing is proposal.element and end is proposal.destination
    return proposal if is_same else replace(proposal, element=thing, destination=end)


def _labelled(element: ScreenElement | None) -> ScreenElement | None:
    """Return an element with its label, as the description of older versions tells it."""
    if element is None or element.label or element.source != "tree" or not element.description:
        return element
    if beside := _BESIDE.search(element.description):
        return replace(element, label=beside[1])
    is_called_so = _BY_LABEL.search(element.description) is not None
    return replace(element, label=element.name) if is_called_so else element


class _Kept(msgspec.Struct):
    """What the sentences of a step are made of, by their English."""

    worded: dict[str, list[Any]] = {}


_PARTS: Final = msgspec.json.Decoder(list[Any])
_WORDED: Final = msgspec.json.Decoder(_Kept)


def parts_text(told: str) -> str:
    """Return the same as JSON; empty for a text of others."""
    parts = parts_of(told)
    return _storable(msgspec.json.encode(parts, enc_hook=as_english).decode()) if parts else ""


def intent_of(n: int, proposal: str, action: str, risk: str) -> Intent:
    """Read an intent back."""
    try:
        wanted = _labelled_proposal(_PROPOSALS.decode(proposal))
        return Intent(n, wanted, _INTENTS.decode(action), _RISKS.decode(risk))
    except _UNREADABLE as error:
        raise Damaged(f"an intent of the history cannot be read ({error})") from error


def _without_surrogates(value: object) -> object:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_without_surrogates(k): _without_surrogates(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_without_surrogates(item) for item in value]
    return value


class Ledger:
    """The connection that writes, and how the database writes times."""

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
            self._take_back()  # what an earlier failure left begun would block every later write
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # why it failed is told; the next write tries again
                    self._take_back()
                raise

    @contextmanager
    def alone(self, doing: str) -> Iterator[sqlite3.Connection]:
        """Yield the connection outside a transaction, for what cannot be done inside one."""
        with self._lock, told_as_ours(doing):
            yield self._connection

    def _take_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def close(self) -> None:
        """Close the connection; the journal is folded into the file."""
        with self._lock:
            self._connection.close()


def utc_now() -> str:
    """Return the time as people read it: ISO 8601, UTC, milliseconds."""
    return utc_text(datetime.now(UTC))


def utc_text(time_utc: datetime) -> str:
    """Return a time in UTC as the database writes it; the texts sort as the times do."""
    return time_utc.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


_SUFFIX: Final = ".lock"


class LiveLock:
    """Tells a run that lives from one whose process is gone: the owner holds a lock on a small file.

    A lock and not a process id, because ids are used again; the kernel lets a lock go with its holder.
    """

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor

    def release(self) -> None:
        """Let go and remove the file; may be called twice.

        A file that cannot be removed stays without its lock, and the next start removes it.
        """
        if self._descriptor < 0:
            return
        descriptor, self._descriptor = self._descriptor, -1
        try:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
        finally:
            os.close(descriptor)


def hold(folder: Path, run: str) -> LiveLock | None:
    """Take the lock of a run; None when another process holds it."""
    path = folder / f"{run}{_SUFFIX}"
    while True:
        with told_as_ours("mark the run as alive"):
            private_folder(folder)
            descriptor = open_private(path, os.O_RDWR | os.O_CREAT)
            try:
                is_free = try_lock(descriptor)
                is_ours = is_free and _is_at(path, descriptor)
            except BaseException:
                os.close(descriptor)
                raise
        if is_ours:
            return LiveLock(path, descriptor)
        os.close(descriptor)
        if not is_free:
            return None
        # Who had it took the file away between our two calls.


def sweep_locks(folder: Path) -> None:
    """Take away the locks of runs that a crash ended before or after they were in the history."""
    with told_as_ours("look for marks of runs that ended"):
        names = [path.stem for path in folder.glob(f"*{_SUFFIX}")]
    for run in names:
        lock = hold(folder, run)
        if lock is not None:
            lock.release()


def _is_at(path: Path, descriptor: int) -> bool:
    try:
        found = path.lstat()
    except FileNotFoundError:
        return False
    return os.path.samestat(found, os.fstat(descriptor))


def insert_blob(database: sqlite3.Connection, blob: Blob) -> None:
    """Write a picture that is safe on disk; one that was deleted is there again."""
    database.execute(
        "INSERT INTO blob (sha256, file_sha256, bytes, mime, w, h, origin_x, origin_y, created_utc)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (sha256) DO UPDATE SET"
        " file_sha256 = excluded.file_sha256, bytes = excluded.bytes,"
        " created_utc = excluded.created_utc, deleted_utc = NULL, deleted_why = ''",
        (blob.sha256, blob.file_sha256, blob.bytes, MIME, blob.w, blob.h, blob.origin_x,
         blob.origin_y, utc_now()),
    )  # fmt: skip


def insert_step(database: sqlite3.Connection, run_row: int, record: StepRecord) -> None:
    """Write a step; its pictures have rows already."""
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


NOT_KEPT: Final = "not kept"
_OUTCOMES: Final = frozenset(outcome.value for outcome in Outcome)
_EFFECTS: Final = frozenset(word.value for word in Effects)
RUN_COLUMNS: Final = (
    "uuid, task, policy, approve, started_utc, ended_utc, outcome, message, app_version,"
    " lost_pictures, (SELECT count(*) FROM step WHERE step.run_id = run.id) + unkept_steps, is_kept,"
    " pinned, effects, unseen, asked, waited_ms, asked_by, endpoint, worded"
)


@dataclass(frozen=True, slots=True)
class RunInfo:
    """One run as the history lists it, and how it is read from its row."""

    run: str
    task: str
    policy: str
    approve: str
    started_utc: str
    ended_utc: str
    """Empty while the run lives."""
    outcome: Outcome | None
    """None while the run lives."""
    message: str
    app_version: str
    lost_pictures: int
    """Pictures that found no room on the disk."""
    steps: int
    is_kept: bool = True
    """Of one that is not, there are no steps and no pictures, and `NOT_KEPT` stands for the task."""
    is_pinned: bool = False
    """It stays, with its pictures, whatever its age."""
    effects: Effects | None = None
    """What is known of the effects of all that it sent; None where that was not written down."""
    unseen: int = 0
    """Steps of a run that is done whose effect was not seen; their targets took them."""
    asked: int | None = None
    """How often the user was asked; None where only the steps tell."""
    waited_s: float | None = None
    """For how long the user was waited for; None where only the steps tell."""
    asked_by: str = ""
    """The program that handed it over, as that calls itself; empty where the user wrote the words."""
    host: str = ""
    """The hosts to which what its model was told went, with commas; empty where no server was asked."""
    pictures_note: str = ""
    """Why pictures of it are not there any more, in a sentence; asked for one run, not for lists."""


def run_info(row: Sequence[str | int | None]) -> RunInfo:
    """Return the run of a row of `RUN_COLUMNS`; how it ended is one of our words or an error."""
    run, task, policy, approve, started, ended, outcome, message, app, lost, steps, *flags = row
    kept, pinned, effects, unseen, asked, waited_ms, asked_by, host, parts = flags
    return RunInfo(
        run=str(run),
        task=str(task) if kept else NOT_KEPT,
        policy=str(policy),
        approve=str(approve),
        started_utc=str(started),
        ended_utc=str(ended or ""),
        outcome=_outcome_of(outcome),
        message=_message(str(message), str(parts)),
        app_version=str(app),
        lost_pictures=int(lost or 0),
        steps=int(steps or 0),
        is_kept=bool(kept),
        is_pinned=bool(pinned),
        effects=Effects(effects) if effects in _EFFECTS else None,
        unseen=int(unseen or 0),
        asked=None if asked is None else int(asked),
        waited_s=None if waited_ms is None else int(waited_ms) / 1000,
        asked_by=str(asked_by),
        host=str(host or ""),
    )


def _message(text: str, parts: str) -> str:
    with suppress(msgspec.MsgspecError):
        return again(text, _PARTS.decode(parts)) if parts else text
    return text


def _outcome_of(found: str | int | None) -> Outcome | None:
    """Return how a run ended; a word that is none of ours is an error of ours."""
    if not found:
        return None
    return Outcome(found) if found in _OUTCOMES else Outcome.ERROR
