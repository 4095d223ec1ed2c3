"""`deskhand stop`: ends whatever runs on this display, whatever state the app is in.

Two are told at the same time: the process that sends input, which answers whether everything is
up, and the one that runs the task. The second may be frozen; then the first has been enough.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from app.control import ask
from app.folders import user_folders
from app.jsonlines import LineWriter
from automation.desktop.input.stop_socket import Stopped, stop_executors

NOT_SURE: Final = 1
"""Exit status when it is not certain that everything is up."""

App = Literal["nothing runs", "stopped", "silent"]
"""What the process that runs a task answered; it listens only while a task runs."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What was heard from all who were told to stop."""

    app: App
    executors: Sequence[Stopped]

    @property
    def is_running(self) -> bool:
        """Tell whether there was anything to stop."""
        return self.app != "nothing runs" or any(
            executor.was_busy or executor.was_ended for executor in self.executors
        )

    @property
    def is_released(self) -> bool:
        """Tell whether it is certain that no key and no button of ours is down."""
        return all(executor.is_released for executor in self.executors)

    def sentence(self) -> str:
        """Say what was done, and what is not known."""
        if not self.is_released:
            unsure = ", ".join(str(e.pid) for e in self.executors if not e.is_released)
            return (
                "Told to stop, but it is not certain that every key and button is up: the process "
                f"that sends input ({unsure}) did not confirm it. Press and let go what seems "
                f"stuck, or end that process: kill -9 {unsure.replace(',', '')}"
            )
        if not self.is_running:
            return "Nothing was running."
        said = "Stopped. Nothing is held down."
        if any(executor.was_ended for executor in self.executors):
            said += " The process that sends input did not answer and was ended."
        if self.app == "silent":
            said += " The app does not answer just now; its run ends as soon as it goes on."
        return said


def stop(arguments: argparse.Namespace) -> int:
    """Stop, and say what is certain.

    Returns:
        0 also when nothing runs; 1 when it is not certain that everything is up.
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
        fields = {
            "running": answers.is_running,
            "released": answers.is_released,
            "message": message,
        }
        LineWriter(sys.stdout).write("stop", "", fields)
    else:
        sys.stdout.write(message + "\n")
    return 0 if answers.is_released else NOT_SURE


def _tell_all(runtime: Path) -> Answers:
    with ThreadPoolExecutor(1) as beside:
        executors = beside.submit(stop_executors, runtime, os.environ)
        app = _tell_app(runtime)
        return Answers(app, executors.result())


def _tell_app(runtime: Path) -> App:
    try:
        answer = ask(runtime, "stop")
    except TimeoutError:
        return "silent"
    return "stopped" if answer and answer.get("running") else "nothing runs"
