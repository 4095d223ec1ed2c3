"""The history: every run with its steps and pictures, in the user's own folder.

One `Store` for a process. Several processes may have the same history open: SQLite orders their
writes, and each run is owned by a lock that dies with its process.
"""

import logging
import sqlite3
import threading
import uuid
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from automation.core.errors import Damaged, RecordError
from automation.core.events import Task
from automation.core.proposal import Outcome, StepRecord
from automation.records.blobs import BlobFolder
from automation.records.codec import record_of
from automation.records.database import connect, open_database
from automation.records.faults import told_as_ours
from automation.records.holding import Users
from automation.records.live import hold
from automation.records.private import private_folder
from automation.records.recovery import close_crashed
from automation.records.writer import Ledger, RunWriter, check_name, utc_now

log = logging.getLogger(__name__)

DATABASE: Final = "history.db"
ID_LETTERS: Final = 12
_COLUMNS: Final = (
    "uuid, task, policy, approve, started_utc, ended_utc, outcome, message, app_version,"
    " lost_pictures, (SELECT count(*) FROM step WHERE step.run_id = run.id)"
)


@dataclass(frozen=True, slots=True)
class RunInfo:
    """One run as the history lists it."""

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


class Store:
    """Opens the history in `home` and closes it; safe to use from any thread.

    `notice` is a sentence for the user when something was found amiss at the start.
    """

    def __init__(self, home: Path) -> None:
        """Open the history, and close the runs that a crash cut off.

        Raises:
            DiskFull: there is no room for it.
            RecordError: the folder or the file cannot be used.
        """
        with told_as_ours("make the folder for the history"):
            private_folder(home)
        self._home = home
        self._path = home / DATABASE
        self._users = Users(home)
        with told_as_ours("open the history"), self._users.opening() as is_alone:
            opened = open_database(self._path, is_alone=is_alone)
        self.is_read_only = opened.is_read_only
        self.notice = opened.notice
        self.recovered: tuple[str, ...] = ()
        """Ids of runs that were found cut off at the start."""
        self._ledger = Ledger(opened.connection)
        self._reader = connect(self._path, read_only=True)
        self._read_lock = threading.Lock()
        self._encoder = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
        self._blobs = BlobFolder(home / "blobs")
        if not self.is_read_only:
            self._tidy()

    def new_run(self, task: Task) -> RunWriter:
        """Begin a run.

        Raises:
            DiskFull: there is no room.
            RecordError: the history is open for reading only, or cannot be written.
        """
        if self.is_read_only:
            raise RecordError(self.notice)
        run = uuid.uuid4().hex[:ID_LETTERS]
        lock = hold(self._home / "live", run)
        if lock is None:
            message = f"the id {run} is taken; start the task again"
            raise RecordError(message)
        try:
            with self._ledger.writing("begin the run") as database:
                cursor = database.execute(
                    "INSERT INTO run (uuid, task, policy, approve, app_version, started_utc)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    (run, task.text.encode("utf-8", "replace").decode(), task.policy,
                     task.approve, _app_version(), utc_now()),
                )  # fmt: skip
                row = int(cursor.lastrowid or 0)
        except BaseException:
            lock.release()
            raise
        return RunWriter(
            run, row, self._ledger, self._blobs, self._encoder, lock, is_kept=self._has_picture
        )

    def runs(self, limit: int = 100) -> tuple[RunInfo, ...]:
        """Return the latest runs, newest first."""
        with self._reading("list the runs") as database:
            rows = database.execute(
                f"SELECT {_COLUMNS} FROM run WHERE deleted_utc IS NULL ORDER BY id DESC LIMIT ?",
                (limit,),
            ).fetchall()
        return tuple(_run_info(row) for row in rows)

    def run(self, run: str) -> RunInfo:
        """Return one run by its id, or by the beginning of it if only one begins so.

        Raises:
            RecordError: there is no such run, or there are several.
        """
        check_name(run)
        with self._reading("find the run") as database:
            rows = database.execute(
                f"SELECT {_COLUMNS} FROM run WHERE substr(uuid, 1, ?) = ? AND deleted_utc IS NULL"
                " LIMIT 2",
                (len(run), run),
            ).fetchall()
        if len(rows) == 1:
            return _run_info(rows[0])
        found = "several runs begin with" if rows else "there is no run"
        message = f"{found} {run}; `deskhand history` lists them"
        raise RecordError(message)

    def steps(self, run: str) -> tuple[StepRecord, ...]:
        """Return a run's steps in order.

        Raises:
            RecordError: there is no such run.
            Damaged: a step cannot be read.
        """
        known = self.run(run).run
        with self._reading("read the steps") as database:
            rows = database.execute(
                "SELECT record FROM step JOIN run ON run.id = step.run_id WHERE run.uuid = ?"
                " ORDER BY step.n",
                (known,),
            ).fetchall()
        return tuple(record_of(row[0]) for row in rows)

    def picture(self, address: str) -> bytes:
        """Return a picture as a PNG file's bytes.

        Raises:
            Damaged: it is not known, missing, or not what was written.
        """
        with self._reading("find a picture") as database:
            row = database.execute(
                "SELECT file_sha256 FROM blob WHERE sha256 = ?", (address,)
            ).fetchone()
        if row is None:
            message = f"the picture {address[:12]} is not in the history"
            raise Damaged(message)
        return self._blobs.read(address, row[0])

    def close(self) -> None:
        """Close everything; runs that live keep their locks until their process ends."""
        self._encoder.shutdown(wait=True, cancel_futures=True)
        with self._read_lock:
            self._reader.close()
        self._ledger.close()
        self._users.close()

    def _has_picture(self, address: str) -> bool:
        with self._reading("find a picture") as database:
            query = "SELECT 1 FROM blob WHERE sha256 = ?"
            return database.execute(query, (address,)).fetchone() is not None

    @contextmanager
    def _reading(self, doing: str) -> Iterator[sqlite3.Connection]:
        with self._read_lock, told_as_ours(doing):
            yield self._reader

    def _tidy(self) -> None:
        """Put in order what a crash left behind."""
        try:
            self._blobs.prepare()
            self.recovered = close_crashed(self._ledger, self._home / "live")
            self._sweep()
        except BaseException:
            self.close()
            raise

    def _sweep(self) -> None:
        """Delete pictures that a crash left between the file and its row."""
        with self._reading("find the pictures") as database:
            known = frozenset(row[0] for row in database.execute("SELECT sha256 FROM blob"))
            row = database.execute("SELECT value FROM meta WHERE key = 'created_utc'").fetchone()
        born_s = datetime.fromisoformat(row[0]).timestamp()
        with told_as_ours("sweep the pictures"):
            gone = self._blobs.sweep(known, not_before_s=born_s)
        if gone:
            log.info("%d pictures without a step were deleted", gone)


def _run_info(row: Sequence[str | int | None]) -> RunInfo:
    run, task, policy, approve, started, ended, outcome, message, app, lost, steps = row
    return RunInfo(
        run=str(run),
        task=str(task),
        policy=str(policy),
        approve=str(approve),
        started_utc=str(started),
        ended_utc=str(ended or ""),
        outcome=Outcome(str(outcome)) if outcome else None,
        message=str(message),
        app_version=str(app),
        lost_pictures=int(lost or 0),
        steps=int(steps or 0),
    )


def _app_version() -> str:
    try:
        return version("deskhand")
    except PackageNotFoundError:
        return "unknown"
