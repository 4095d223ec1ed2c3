"""The history: every run with its steps and pictures, in the user's own folder.

One `Store` for a process. Several processes may have the same history open: SQLite orders their
writes, and each run is owned by a lock that dies with its process.
"""

import logging
import os
import sqlite3
import threading
import time
import uuid
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import msgspec

from automation.core.actions import Action, Check
from automation.core.errors import Damaged, PictureGone, RecordError
from automation.core.events import Task
from automation.core.files import open_private, private_folder, try_lock
from automation.core.observation import Frame
from automation.core.ports import RunLog
from automation.core.proposal import Effects, Outcome, Proposal, Risk, StepRecord
from automation.core.text import worded
from automation.records.blobs import BlobFolder, sweep_strays
from automation.records.database import connect, open_database, told_as_ours
from automation.records.removal import (
    Limits,
    Remover,
    RunGoesOn,
    Swept,
    Wiped,
    Wiper,
    Wish,
    close_crashed,
    refuse_live,
    sweep,
)
from automation.records.rows import (
    RUN_COLUMNS,
    Ledger,
    LiveLock,
    RunInfo,
    hold,
    parts_text,
    record_of,
    run_info,
    utc_now,
)
from automation.records.writer import RunWriter, check_name

OPENING: Final = "history.opening"
USERS: Final = "history.users"
PATIENCE_S: Final = 60.0
"""A check of a large history after a crash takes seconds; more than this is a process that hangs."""
_LOOK_S: Final = 0.02


class Users:
    """Who has the history open: what only one may do is done by the one who has it alone.

    Two files are locked, not read. `history.opening` is held while a process opens the history, so that
    one after the other finds damage, puts aside and migrates. `history.users` is held, shared, for as
    long as a process has it open: a damaged file is not put aside under the feet of a run that writes.
    The kernel lets both go with their holder.
    """

    def __init__(self, home: Path) -> None:
        """Prepare; nothing is held until `opening`."""
        self._home = home
        self._descriptor = -1

    @contextmanager
    def opening(self) -> Iterator[bool]:
        """Hold the right to open the history, and yield whether nobody else has it open.

        After the block this process counts as one that has it open, unless the block failed.
        """
        gate = open_private(self._home / OPENING, os.O_RDWR | os.O_CREAT)
        try:
            _take(gate)
            self._descriptor = open_private(self._home / USERS, os.O_RDWR | os.O_CREAT)
            yield try_lock(self._descriptor)
            try_lock(self._descriptor, is_shared=True)
        except BaseException:
            self.close()
            raise
        finally:
            os.close(gate)

    def close(self) -> None:
        """Have it open no more; may be called twice."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _take(descriptor: int) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while not try_lock(descriptor):
        if time.monotonic() > until_s:
            raise RecordError(
                f"another deskhand has been opening the history for {PATIENCE_S:g} s; "
                "end it, then start again"
            )
        time.sleep(_LOOK_S)


def unkept_words(steps: int) -> str:
    """Return what stands in the place of how such a run ended."""
    return worded("Nothing else was kept, as you wished. Steps: {0}.", steps)


class UnkeptRun:
    """A run of which the user wants nothing kept: that it happened, when, how it ended, how many steps.

    No word and no picture of it is ever written, so that there is nothing that a crash could leave.

    Implements `core.ports.RunLog`. Used by one thread.
    """

    def __init__(self, run: str, row: int, ledger: Ledger, lock: LiveLock) -> None:
        self._run = run
        self._row = row
        self._ledger = ledger
        self._lock = lock
        self._steps = 0

    @property
    def run(self) -> str:
        """The run's id."""
        return self._run

    def picture(self, frame: Frame) -> str:
        """Keep no picture; the address is empty."""
        return ""

    def intend(self, n: int, proposal: Proposal, action: Action | Check, risk: Risk) -> None:
        """Write down nothing of what is about to happen."""

    def withdraw(self, n: int) -> None:
        """Write down nothing of what did not happen."""

    def append(self, record: StepRecord) -> None:
        """Count the step, durably."""
        self._steps += 1
        with self._ledger.writing("count the step") as database:
            query = "UPDATE run SET unkept_steps = ? WHERE id = ?"
            database.execute(query, (self._steps, self._row))

    def conceal(self, texts: Collection[str]) -> None:
        """Nothing was written that could be taken out."""

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
        """Close the run; the sentence is not kept.

        Raises:
            DiskFull: there is no room; the next start closes it.
        """
        said = unkept_words(self._steps)
        try:
            with self._ledger.writing("close the run") as database:
                database.execute(
                    "UPDATE run SET ended_utc = ?, outcome = ?, message = ?, worded = ?, unkept_steps = ?"
                    " WHERE id = ?",
                    (utc_now(), outcome.value, said, parts_text(said), self._steps, self._row),
                )
        finally:
            self._lock.release()


log = logging.getLogger(__name__)

DATABASE: Final = "history.db"
ID_LETTERS: Final = 12
_LATEST_STEPS: Final = 20_000
_MOST_ANSWERS: Final = 20


class Store:
    """Opens the history in `home` and closes it; safe to use from any thread.

    `notice` is a sentence for the user when something was found amiss at the start.
    """

    def __init__(self, home: Path) -> None:
        """Open the history, and close the runs that a crash cut off."""
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
        try:
            self._reader = connect(self._path, read_only=True)
        except BaseException:
            self._ledger.close()
            self._users.close()
            raise
        self._read_lock = threading.Lock()
        self._encoder = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
        self._blobs = BlobFolder(home / "blobs")
        self._remover = Remover(self._ledger, self._blobs)
        self._wiper = Wiper(self._ledger, self._remover, self._blobs, self._path)
        self._unfinished: list[RunWriter] = []
        """Runs whose end found no room on the disk; it is written as soon as there is some."""
        if not self.is_read_only:
            self._tidy()

    def new_run(self, task: Task) -> RunLog:
        """Begin a run; of one that is not to be kept no word is written.

        Raises:
            DiskFull: there is no room.
            RecordError: the history is open for reading only, or cannot be written.
        """
        if self.is_read_only:
            raise RecordError(self.notice)
        self._end_unfinished()
        run = uuid.uuid4().hex[:ID_LETTERS]
        lock = hold(self._home / "live", run)
        if lock is None:
            raise RecordError(f"the id {run} is taken; start the task again")
        try:
            with self._ledger.writing("begin the run") as database:
                cursor = database.execute(
                    "INSERT INTO run (uuid, task, policy, approve, app_version, started_utc, is_kept,"
                    " asked_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (run, _kept_task(task), task.policy, task.approve, _app_version(), utc_now(),
                     task.keep == "all", task.asked_by if task.keep == "all" else ""),
                )  # fmt: skip
                row = int(cursor.lastrowid or 0)
        except BaseException:
            lock.release()
            raise
        if task.keep == "nothing":
            return UnkeptRun(run, row, self._ledger, lock)
        return RunWriter(
            run, row, self._ledger, self._blobs, self._encoder, lock,
            is_kept=self.holds_picture, on_unfinished=self._unfinished.append,
        )  # fmt: skip

    def runs(
        self,
        limit: int | None = 100,
        *,
        outcomes: Collection[Outcome] = (),
        of_programs: bool | None = None,
    ) -> tuple[RunInfo, ...]:
        """Return the latest runs, newest first; all of them with `None`.

        Args:
            outcomes: only runs that ended so and whose words were kept; none takes every run.
            of_programs: only runs that other programs have asked for, or none of them; None takes both.
        """
        marks = ", ".join("?" for _ in outcomes)
        ended = f" AND is_kept AND outcome IN ({marks})" if outcomes else ""
        if of_programs is not None:
            ended += f" AND asked_by {'<>' if of_programs else '='} ''"
        with self._reading("list the runs") as database:
            rows = database.execute(
                f"SELECT {RUN_COLUMNS} FROM run WHERE deleted_utc IS NULL{ended}"
                " ORDER BY id DESC LIMIT ?",
                # SQLite: a negative number is no limit
                (*(outcome.value for outcome in outcomes), -1 if limit is None else limit),
            ).fetchall()
        return tuple(run_info(row) for row in rows)

    def run(self, run: str) -> RunInfo:
        """Return one run by its id, or by the beginning of it if only one begins so."""
        check_name(run)
        with self._reading("find the run") as database:
            rows = database.execute(
                f"SELECT {RUN_COLUMNS} FROM run WHERE substr(uuid, 1, ?) = ? AND deleted_utc IS NULL"
                " LIMIT 2",
                (len(run), run),
            ).fetchall()
        if len(rows) == 1:
            info = run_info(rows[0])
            return replace(info, pictures_note=self._pictures_note(info.run))
        found = "several runs begin with" if rows else "there is no run"
        raise RecordError(f"{found} {run}; `deskhand history` lists them")

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

    def answer(self, words: str, app: str, title: str) -> StepRecord | None:
        """Return the last step on what was chosen in that window for a question's words; None for none.

        Only the latest steps are looked at.
        """
        said = f'"words":{msgspec.json.encode(words.encode("utf-8", "replace").decode()).decode()},'
        with self._reading("look for an answer") as database:
            rows = database.execute(
                "SELECT record FROM step WHERE window_app = ? AND instr(record, ?) > 0"
                " AND id > (SELECT max(id) FROM step) - ? ORDER BY id DESC LIMIT ?",
                (title, said, _LATEST_STEPS, _MOST_ANSWERS),
            ).fetchall()
        for row in rows:
            record = record_of(row[0])
            asked, where = record.proposal.answered, record.where
            is_same = asked is not None and asked.words == words
            if is_same and record.was_done and where is not None and where.app == app:
                return record
        return None

    def picture(self, address: str) -> bytes:
        """Return a picture as a PNG file's bytes.

        Raises:
            PictureGone: it was deleted; says why.
            Damaged: it is not known, missing, or not what was written.
        """
        with self._reading("find a picture") as database:
            row = database.execute(
                "SELECT file_sha256, deleted_utc, deleted_why FROM blob WHERE sha256 = ?",
                (address,),
            ).fetchone()
        if row is None:
            raise Damaged(f"the picture {address[:12]} is not in the history")
        if row[1]:
            raise PictureGone(f"the picture was deleted {row[2]}".rstrip())
        return self._blobs.read(address, row[0])

    def _pictures_note(self, run: str) -> str:
        with self._reading("find deleted pictures") as database:
            shown = " UNION ".join(
                f"SELECT {name} FROM step WHERE run_id = run.id"
                for name in ("before_sha", "overlay_sha", "after_sha")
            )
            row = database.execute(
                "SELECT count(*), max(deleted_why) FROM run JOIN blob"
                f" ON blob.deleted_utc IS NOT NULL AND sha256 IN ({shown}) WHERE run.uuid = ?",
                (run,),
            ).fetchone()
        return f"Pictures of this run were deleted {row[1]}".rstrip() + "." if row[0] else ""

    def pin(self, run: str, *, is_pinned: bool) -> None:
        """Keep a run and its pictures whatever their age and size, or let them go with the others."""
        known = self.run(run).run
        with self._ledger.writing("pin the run") as database:
            database.execute("UPDATE run SET pinned = ? WHERE uuid = ?", (is_pinned, known))

    def note_host(self, run: str, host: str) -> None:
        """Write down to which host, or hosts, a run sends what its model is told; of one that is not kept no word.

        Raises:
            RecordError: it cannot be written.
        """
        with self._ledger.writing("note the host") as database:
            database.execute(
                "UPDATE run SET endpoint = ? WHERE uuid = ? AND is_kept = 1", (host, run)
            )

    def sweep(self, limits: Limits) -> Swept:
        """Delete what is older or more than the user keeps; does nothing while a run lives."""
        if self.is_read_only:
            return Swept()
        self._end_unfinished()
        return sweep(self._ledger, self._remover, limits)

    def wipe(self, wish: Wish) -> Wiped:
        """Take away what the user wants gone, from every file of the history.

        Raises:
            RunGoesOn: a run lives, here or in another process; nothing is wiped.
            RecordError: it cannot be written, or could not be finished; then the next start goes on.
        """
        if self.is_read_only:
            raise RecordError(self.notice)
        self._end_unfinished()
        close_crashed(self._ledger, self._home / "live")
        return self._wiper.wipe(wish)

    def close(self) -> None:
        """Close everything; runs that live keep their locks until their process ends."""
        self._end_unfinished(is_last=True)
        self._encoder.shutdown(wait=True, cancel_futures=True)
        with self._read_lock:
            self._reader.close()
        self._ledger.close()
        self._users.close()

    def holds_picture(self, address: str) -> bool:
        """Tell whether a picture is kept: its row, and a file of its size."""
        with self._reading("find a picture") as database:
            query = "SELECT bytes FROM blob WHERE sha256 = ? AND deleted_utc IS NULL"
            row = database.execute(query, (address,)).fetchone()
        return row is not None and self._blobs.holds(address, row[0])

    def _end_unfinished(self, *, is_last: bool = False) -> None:
        """Write the ends that found no room; after the last try a later start closes them."""
        for writer in list(self._unfinished):
            try:
                writer.end_late()
            except RecordError as error:
                log.warning("the end of a run cannot be written: %s", type(error).__name__)
                if is_last:
                    writer.give_up()
            else:
                self._unfinished.remove(writer)

    @contextmanager
    def _reading(self, doing: str) -> Iterator[sqlite3.Connection]:
        with self._read_lock, told_as_ours(doing):
            yield self._reader

    def _tidy(self) -> None:
        """Put in order what a crash left behind."""
        try:
            self._blobs.prepare()
            self.recovered = close_crashed(self._ledger, self._home / "live")
            self._finish_removal()
        except BaseException:
            self.close()
            raise

    def _finish_removal(self) -> None:
        """Delete what was to be deleted; a run that lives counts on what it found, so not then."""
        try:
            if not self._wiper.finish():
                self._remover.finish()
            with self._ledger.writing("sweep the pictures") as database:
                refuse_live(database)
                sweep_strays(database, self._blobs)
        except RunGoesOn:
            return


def _kept_task(task: Task) -> str:
    return task.text.encode("utf-8", "replace").decode() if task.keep == "all" else ""


def _app_version() -> str:
    try:
        return version("deskhand")
    except PackageNotFoundError:
        return "unknown"
