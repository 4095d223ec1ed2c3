"""`deskhand stop`: ends whatever runs on this display, whatever state the app is in, and whatever its data folder.

All are told at the same time: the process that sends input, which answers whether everything is
up; the one that runs the task, which may be frozen, and then the first has been enough; and those
that do long work without a display, such as a download.
"""

import argparse
import contextlib
import os
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from app.long_work import Told, stop_work
from app.run_lines import Line, LineWriter
from app.run_lock import ask, runtimes_on_display
from app.settings import user_folders
from automation.core.errors import NoDisplay
from automation.desktop.input.stop_socket import Stopped, stop_executors

DISPLAY_S: Final = 2.0
"""How long the display has to name the runs with other data folders, beside what is told meanwhile."""
NOT_SURE: Final = 1
"""Exit status when it is not certain that everything is up, or work did not answer."""

App = Literal["nothing runs", "stopped", "silent"]
"""What the process that runs a task answered; it listens only while a task runs."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What was heard from all who were told to stop."""

    app: App
    executors: Sequence[Stopped]
    work: Sequence[Told] = ()

    @property
    def is_running(self) -> bool:
        """Tell whether there was anything to stop."""
        return self._is_task_running or bool(self.work)

    @property
    def _is_task_running(self) -> bool:
        return self.app != "nothing runs" or any(
            executor.was_busy or executor.was_ended for executor in self.executors
        )

    @property
    def is_released(self) -> bool:
        """Tell whether it is certain that no key and no button of ours is down."""
        return all(executor.is_released for executor in self.executors)

    @property
    def is_sure(self) -> bool:
        """Tell whether everything is up and everybody who works has answered."""
        return self.is_released and all(one.fate != "silent" for one in self.work)

    def sentence(self) -> str:
        """Say what was done, and what is not known."""
        return " ".join(filter(None, (self._of_task(), *map(_of_work, self.work))))

    def _of_task(self) -> str:
        if not self.is_released:
            unsure = ", ".join(str(e.pid) for e in self.executors if not e.is_released)
            return (
                "Told to stop, but it is not certain that every key and button is up: the process "
                f"that sends input ({unsure}) did not confirm it. Press and let go what seems "
                f"stuck, or end that process: kill -9 {unsure.replace(',', '')}"
            )
        if not self._is_task_running:
            return "" if self.work else "Nothing was running."
        said = "Stopped. Nothing is held down."
        if any(executor.was_ended for executor in self.executors):
            said += " The process that sends input did not answer and was ended."
        if self.app == "silent":
            said += " The app does not answer just now; its run ends as soon as it goes on."
        return said


def _of_work(told: Told) -> str:
    what = f"{told.name} (process {told.pid})"
    match told.fate:
        case "stopped":
            return f"Stopped: {what}."
        case "stopping":
            return f"Told to stop: {what}; it ends between two pieces of its work."
        case "silent":
            return f"{what} does not answer; end it with: kill {told.pid}"


def stop(arguments: argparse.Namespace) -> int:
    """Stop, and say what is certain.

    Returns:
        0 also when nothing runs; 1 when it is not certain that everything is up, or that
        everybody who works has heard it.
    """
    try:
        answers = _tell_all(user_folders().runtime)
    except (OSError, ValueError) as error:
        sys.stderr.write(
            f"The stop did not get through ({error}). Press the stop key, or end it.\n"
        )
        return NOT_SURE
    message = answers.sentence()
    if arguments.json:
        fields: Line = {
            "running": answers.is_running,
            "released": answers.is_released,
            "work": [{"name": w.name, "pid": w.pid, "fate": w.fate} for w in answers.work],
            "message": message,
        }
        LineWriter(sys.stdout).write("stop", "", fields)
    else:
        sys.stdout.write(message + "\n")
    return 0 if answers.is_sure else NOT_SURE


def _tell_all(runtime: Path) -> Answers:
    """Tell all of this folder at once, and those of other folders as soon as the display has named them.

    The display is asked on a thread that nobody waits for longer than `DISPLAY_S`: it may hang.
    """
    named: Future[tuple[Path, ...]] = Future()

    def ask_display() -> None:
        try:
            named.set_result(runtimes_on_display())
        except NoDisplay:
            named.set_result(())

    threading.Thread(target=ask_display, name="other-runs", daemon=True).start()
    with ThreadPoolExecutor(2) as beside:
        executors = beside.submit(stop_executors, runtime, os.environ)
        work = beside.submit(stop_work, runtime)
        app = _tell_app(runtime)
        found = Answers(app, executors.result(), work.result())
    try:
        others = named.result(DISPLAY_S)
    except TimeoutError:
        others = ()
    for other in others:
        if other != runtime.absolute():
            found = _together(found, _tell_other(other))
    return found


def _tell_other(runtime: Path) -> Answers:
    """Stop a run with another data folder, as far as the folder is ours.

    Raises:
        OSError: it is another user's.
    """
    with contextlib.suppress(FileNotFoundError):
        if runtime.stat().st_uid != os.getuid():
            raise PermissionError(f"what runs here is another user's, in {runtime}")
    with ThreadPoolExecutor(1) as beside:
        executors = beside.submit(stop_executors, runtime, os.environ)
        return Answers(_tell_app(runtime), executors.result())


def _together(one: Answers, other: Answers) -> Answers:
    app = max(one.app, other.app, key=("nothing runs", "stopped", "silent").index)
    return Answers(app, (*one.executors, *other.executors), (*one.work, *other.work))


def _tell_app(runtime: Path) -> App:
    try:
        answer = ask(runtime, "stop")
    except TimeoutError:
        return "silent"
    return "stopped" if answer and answer.get("running") else "nothing runs"
