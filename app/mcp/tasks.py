"""Tasks that another program has handed over: one at a time, in the open window or in this process.

The user is asked by the cards of the window, and nowhere else: the program that asks for a step can never
agree to it. Without a window a task runs here only where the user has chosen, in the command line of the
server, that not every step is asked about; what would be asked about then ends the task.

What comes of a task are the JSON lines of `deskhand do --json`, wherever it runs.
"""

import contextlib
import json
import logging
import os
import socket
import threading
import time
import uuid
from collections.abc import Callable, MutableMapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, TextIO, cast

from app.executor_host import host_pids
from app.hand_over import (
    LOST,
    OTHER_CODE,
    TAKEN_S,
    Errand,
    errand_fields,
)
from app.mcp.hosts import FORWARDED
from app.run_lines import Line, LineWriter, end_fields
from app.run_options import keep_under
from app.run_start import run_alone
from app.settings import Settings
from app.task_text import checked_task
from automation.core.errors import AssistantError, Stopped
from automation.core.events import ApproveMode, Ended, NamedStep, RunEvent, Task
from automation.core.process import runtime_folder
from automation.core.proposal import Effects, Outcome
from automation.core.timing import StopToken
from automation.desktop.input.stop_socket import called, peer_pid, role_socket

log = logging.getLogger(__name__)

_PROC: Final = Path("/proc")
NO_WINDOW: Final = (
    "The user has to agree to each step on a card, and the window that shows the cards is not open. "
    "Ask the user to open deskhand, then hand the task over again."
)
OLD_WINDOW: Final = (
    "The window that is open belongs to another version of deskhand. Ask the user to close it and to "
    "open deskhand again."
)
WINDOW_BUSY: Final = (
    "deskhand is busy with another task, or not ready yet. Wait until the user's task is over."
)
TAKEN_BACK: Final = "signal: the program that had asked for it took it back"
"""Cause of a stop (`automation.agent.outcomes.stopped`)."""
NOT_BEGUN: Final = "Stopped before it began."
ENDED_KEPT: Final = 20
"""Tasks that are over and can still be asked about."""


class Busy(AssistantError):
    """Another task of this program's is not over."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What another program wants done."""

    text: str
    claim: str
    """What it says that this is for."""
    asked_by: str
    """What it calls itself."""
    approve: ApproveMode
    """The user's choice, or `dry-run`."""
    step: NamedStep | None = None
    """As in the task."""


class HandedTask:
    """One task, from the moment that it was handed over; safe to use from any thread."""

    def __init__(self, wish: Wish) -> None:
        self.handle = uuid.uuid4().hex[:8]
        """By this it is asked about."""
        self.wish = wish
        self.lines: list[Line] = []
        """What was told so far, the oldest first; only grows."""
        self.end: Line | None = None
        """The last line, once it is over."""
        self._is_over = threading.Event()
        self._stop = StopToken()
        self._errand: _WindowErrand | None = None
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._work, name="task", daemon=True)

    def start(self) -> None:
        """Begin it."""
        self._thread.start()

    @property
    def is_over(self) -> bool:
        """Tell whether it has ended, and the machine is quiet."""
        return self._is_over.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait for its end, at most so long; tell whether it is over."""
        return self._is_over.wait(seconds)

    def stop(self) -> None:
        """Stop it, in the middle of a word if need be."""
        with self._lock:
            self._stop.stop(TAKEN_BACK)
            if self._errand is not None:
                self._errand.stop()

    def hear(self, line: Line) -> None:
        """Take a line of it; called on the thread that runs or follows it."""
        self.lines.append(line)
        if line["event"] == "end":
            self.end = line

    def _work(self) -> None:
        try:
            adopt_desktop()
            status = self._in_window()
            if status is None:
                self._without_window()
            elif self.end is None:  # the window ended with the task in its hands
                run = next((str(line["run"]) for line in self.lines), "")
                self._finish(Outcome.ERROR, f"{LOST[0].upper()}{LOST[1:]}.", Effects.UNCERTAIN, run)
        except Stopped:
            self._finish(Outcome.STOPPED, NOT_BEGUN)
        except BaseException as error:  # the thread's top frame
            log.exception("the task could not be run")
            # What a window had in its hands may have been done.
            effects = Effects.NONE if self._errand is None else Effects.UNCERTAIN
            self._finish(Outcome.ERROR, f"An internal error ({type(error).__name__}).", effects)
        finally:
            self._is_over.set()

    def _finish(
        self, outcome: Outcome, why: str, effects: Effects = Effects.NONE, run: str = ""
    ) -> None:
        ended = Ended(run, outcome, why, 0, effects=effects)
        self.hear({"event": "end", "run": run, **end_fields(ended)})

    def _in_window(self) -> int | None:
        """Have the window run it; None where it does not, which `_errand` may tell why."""
        wish = self.wish
        fields = errand_fields(
            asks="cards", is_json=True, encoding="utf-8", task=wish.text, policy="auto",
            approve=wish.approve, max_steps=None, timeout_s=None, pick=None, keep=None,
            asked_by=wish.asked_by, claim=wish.claim, step=wish.step and asdict(wish.step),
        )  # fmt: skip
        try:
            with called(runtime_folder(), role_socket(os.environ, "window"), TAKEN_S) as connection:
                errand = _WindowErrand(connection, self.hear)
                with self._lock:
                    self._stop.check()
                    self._errand = errand
                return errand.run(fields)
        except OSError:
            return None

    def _without_window(self) -> None:
        declined = self._errand.declined if self._errand is not None else ""
        self._stop.check()
        if declined == OTHER_CODE:
            self._finish(Outcome.ENVIRONMENT, OLD_WINDOW)
        elif self._errand is not None:
            self._finish(Outcome.ENVIRONMENT, WINDOW_BUSY)
        elif self.wish.approve == "ask":
            self._finish(Outcome.BLOCKED, NO_WINDOW)
        else:
            self._here()

    def _here(self) -> None:
        writer = LineWriter(cast("TextIO", _Lines(self.hear)))
        told: list[RunEvent] = []

        def listen(happening: RunEvent) -> None:
            told.append(happening)
            writer(happening)

        ended = run_alone(self._task, None, listen, self._stop, host_pids())
        if not any(isinstance(happening, Ended) for happening in told):
            writer(ended)

    def _task(self, settings: Settings) -> Task:
        wish = self.wish
        return Task(
            text=checked_task(wish.text),
            approve=wish.approve,
            max_steps=settings.budgets.steps,
            timeout_s=settings.budgets.wall_s,
            keep=keep_under(settings, None),
            asked_by=wish.asked_by,
            claim=wish.claim,
            step=wish.step,
        )


class Tasks:
    """The tasks of one server."""

    def __init__(self) -> None:
        self._tasks: dict[str, HandedTask] = {}
        self._lock = threading.Lock()

    def hand_over(self, wish: Wish) -> HandedTask:
        """Begin a task and return it.

        Raises:
            Busy: the last one is not over.
            TaskRefused: its text is none that can be run.
        """
        checked_task(wish.text)
        with self._lock:
            if (running := self.running()) is not None:
                raise Busy(
                    f"The task {running.handle} is not over. Wait for it, or stop it, and hand this "
                    "one over then."
                )
            task = HandedTask(wish)
            self._tasks[task.handle] = task
            for handle in [*self._tasks][:-ENDED_KEPT]:
                del self._tasks[handle]
        task.start()
        return task

    def running(self) -> HandedTask | None:
        """Return the task that is not over."""
        return next((task for task in self._tasks.values() if not task.is_over), None)

    def get(self, handle: str) -> HandedTask | None:
        """Return a task by its handle, the running or else the last one for an empty handle."""
        if not handle:
            return self.running() or next(reversed(self._tasks.values()), None)
        return self._tasks.get(handle)

    def close(self, within_s: float) -> None:
        """Stop what runs and wait for its end, at most so long."""
        until_s = time.monotonic() + within_s
        for task in self._tasks.values():
            if not task.is_over:
                task.stop()
                task.wait(max(0.0, until_s - time.monotonic()))


class _WindowErrand(Errand):
    """An errand whose JSON lines are taken one by one; nothing here is asked or answered."""

    def __init__(self, connection: socket.socket, hear: Callable[[Line], None]) -> None:
        super().__init__(connection)
        self._lines = _Lines(hear)

    def _write(self, kind: str, text: str) -> None:
        if kind == "out":
            self._lines.write(text)


class _Lines:
    """A stream that takes JSON lines."""

    encoding: Final = "utf-8"

    def __init__(self, hear: Callable[[Line], None]) -> None:
        self._hear = hear
        self._rest = ""

    def write(self, text: str) -> int:
        """Take what is written; each whole line is told."""
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            with contextlib.suppress(ValueError, RecursionError):  # no line of ours
                told = json.loads(line)
                if isinstance(told, dict) and "event" in told:
                    self._hear(told)
        return len(text)

    def flush(self) -> None:
        """Have nothing to do."""


def adopt_desktop(environ: MutableMapping[str, str] = os.environ, proc: Path = _PROC) -> bool:
    """Take what is missing from the one window that is open; tell whether there is a display then.

    Hosts start servers with few variables of the environment, some without the display; the window of this user is a
    process whose variables this user may read.
    Nothing is taken where several windows are open: nobody could tell which desktop is meant.
    """
    if environ.get("DISPLAY"):
        return True
    found = [variables for pid in _windows() if (variables := _environ(pid, proc)).get("DISPLAY")]
    if len(found) != 1:
        return False
    for name in FORWARDED:
        if not environ.get(name) and found[0].get(name):
            environ[name] = found[0][name]
    return True


def _windows() -> set[int]:
    """Return the processes of this user that answer as a window, on whichever display."""
    pids = set[int]()
    folder = runtime_folder()
    for file in folder.glob("window-*.sock"):
        try:
            with called(folder, file.name, TAKEN_S) as connection:
                pids.add(peer_pid(connection))
        except OSError:  # left behind by one that was killed
            continue
    return pids


def _environ(pid: int, proc: Path) -> dict[str, str]:
    try:
        whole = (proc / str(pid) / "environ").read_bytes()
    except OSError:
        return {}
    parts = (os.fsdecode(part).partition("=") for part in whole.split(b"\0") if part)
    return {name: value for name, _, value in parts}
