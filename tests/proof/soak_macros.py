"""The soak's macros: somebody's hands are recorded and what was recorded is played, under faults too.

The window stays open meanwhile, as it does for a user; recording and playing are commands beside it.
"""

import json
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from app.gui.demo_form import TITLE
from automation.macros.library import Library
from automation.macros.macro import Macro
from tests.proof.proof import ROOT
from tests.proof.soak_faults import Faults
from tests.proof.soak_window import WatchedApp

END_S = 90.0
"""Longest wait for a command to begin or to end."""
NAME_FIELD = (180, 54)
MAIL_FIELD = (180, 88)
"""Places in the form's window, in pixels of it; the form is 560 x 560."""
_WORDS = ("Ada Lovelace", "Grace Hopper", "Mary Somerville", "Emmy Noether")
STRIKES = 0.3
"""Share of recordings and plays in the middle of which something goes wrong."""
KILLS = 0.2
"""Share of recordings that are killed and recovered."""
_NOT_BESIDE = ("stop button", "stop on the pill")
"""They press what shows while a task of the window's runs."""
_NOT_WHILE_RECORDING = (*_NOT_BESIDE, "full disk", "minimise window")
"""They harm the application's window, which has no part in a recording made by the command."""


@dataclass(frozen=True, slots=True)
class Came:
    """What came of one command."""

    words: str
    """For the counts: what was done and how it ended."""
    run: str = ""
    steps: int = 0
    """Steps that a run told of."""
    problem: str = ""


class Command:
    """A deskhand process beside the application, and the lines that it has written."""

    def __init__(self, environ: dict[str, str], complaints: Path, *arguments: str) -> None:
        """Start it; what it complains of goes to a file."""
        self.lines: list[dict] = []
        self._complaints = complaints
        with complaints.open("wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "app.main", *arguments],
                cwd=ROOT, env=environ, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
            )  # fmt: skip
        self._heard: queue.SimpleQueue[dict | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def until(self, *events: str) -> dict | None:
        """Return the next line of these kinds; None when it ends or is silent before."""
        until_s = time.monotonic() + END_S
        with suppress(queue.Empty):
            while line := self._heard.get(timeout=max(0.0, until_s - time.monotonic())):
                self.lines.append(line)
                if line["event"] in events:
                    return line
        return None

    def say(self, word: str) -> None:
        """Write a line to its standard input, if it still reads."""
        with suppress(OSError):
            self.process.stdin.write(word + "\n")
            self.process.stdin.flush()

    def close(self) -> tuple[int | None, str]:
        """End it; return its status, None when it had to be killed, and what it complained of."""
        try:
            status = self.process.wait(END_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            status = None
        self._reader.join(END_S)
        with suppress(OSError):
            self.process.stdin.close()
        self.process.stdout.close()
        return status, self._complaints.read_text(encoding="utf-8", errors="replace")

    def _read(self) -> None:
        for line in self.process.stdout:
            self._heard.put(json.loads(line))
        self._heard.put(None)


class Macros:
    """Records and plays on the form of a driven application."""

    def __init__(self, application: WatchedApp, faults: Faults, rng: Random) -> None:
        """Take who is used and what may go wrong."""
        self.log: list[str] = []
        self._app, self._faults, self._rng = application, faults, rng
        self._library = Library(application.home / "data" / "macros")
        self._kept: dict[str, int] = {}
        """Steps that a recording told of, by the macro's name."""

    def record(self) -> Came:
        """Record a name that is typed; now and then the recorder is killed and the rest recovered."""
        name = f"Soak {len(self._kept) + 1} {self._rng.randrange(10**6)}"
        command = self._begin("macro", "record", "--name", name, "--json")
        if command.until("note") is None:
            return self._unbegun(command)
        self._type_as_a_user(self._rng.choice(_WORDS))
        if self._rng.random() < KILLS:
            return self._killed(command, name)
        if self._rng.random() < STRIKES:
            self._strike(_NOT_WHILE_RECORDING)
        self._press(MAIL_FIELD)
        self._stop(command)
        return self._recorded(command, name)

    def play(self) -> Came:
        """Play a macro that was recorded; one is recorded first if there is none."""
        if not self._kept:
            return self.record()
        name = self._rng.choice(sorted(self._kept))
        values = [f"--param={asked}=Ada" for asked in self._library.open(name).macro.params]
        command = self._begin("macro", "play", name, "--approve", "auto", "--json", *values)
        if self._rng.random() < STRIKES and command.until("step", "end"):
            self._strike(_NOT_BESIDE)
        end = command.lines[-1] if _is_end(command.lines) else command.until("end")
        status, complaint = command.close()
        if end is None or status in (None, 1) or "Traceback" in complaint:
            return Came("play", problem=f"play ended with {status}: {complaint[-300:]}")
        return Came(f"play: {end['outcome']}", end.get("run", ""), end.get("steps", 0))

    def missing(self) -> list[str]:
        """Return what recordings told of and the library does not have."""
        found = []
        for name, steps in self._kept.items():
            kept = len(self._macro(name).steps)
            if kept < steps:
                found.append(f"{steps} steps of {name} were told, {kept} are kept")
        return found

    def _macro(self, name: str) -> Macro:
        return self._library.open(name).macro

    def _begin(self, *arguments: str) -> Command:
        self._faults.raise_window(TITLE)
        complaints = self._app.home.parent / "command.log"
        return Command(self._faults.environ, complaints, *arguments)

    def _type_as_a_user(self, text: str) -> None:
        self._press(NAME_FIELD)
        self._faults.xdotool("key", "ctrl+a")
        self._faults.xdotool("type", "--delay", "60", text)
        time.sleep(0.5)

    def _press(self, place: tuple[int, int]) -> None:
        self._faults.press_in(TITLE, place)
        time.sleep(0.5)

    def _strike(self, without: Sequence[str]) -> None:
        name = self._rng.choice([name for name in self._faults.all if name not in without])
        self.log.append(f"{name}: {self._faults.all[name]()} (macro)")

    def _stop(self, command: Command) -> None:
        """End a recording in one of its three ways; it may be over already."""
        way = self._rng.choice(("word", "key", "command"))
        if way == "word":
            command.say("stop")
        elif way == "key":
            self._faults.xdotool("key", "Pause")
        else:
            self._faults.command("stop")

    def _recorded(self, command: Command, name: str) -> Came:
        end = command.until("end")
        if end is None:
            command.say("stop")
            end = command.until("end")
        status, complaint = command.close()
        if end is None or status in (None, 1) or "Traceback" in complaint:
            return Came("record", problem=f"record ended with {status}: {complaint[-300:]}")
        if end["outcome"] == "done" and "macro" in end:
            self._kept[name] = told_steps(command.lines)
        return Came(f"record: {end['outcome']}")

    def _killed(self, command: Command, name: str) -> Came:
        """Kill the recorder; what it had told of must be recovered, but for the step in hand."""
        command.until("recorded", "end")
        command.process.send_signal(signal.SIGKILL)
        command.close()
        command.until("end")  # none comes: all lines that were written are read
        told = told_steps(command.lines)
        self.log.append("kill recorder: killed (macro)")
        if not told:  # it heard nothing before: there may be nothing to recover
            self._faults.command("macro", "record", "--discard")
            return Came("record: killed")
        done = self._faults.command("macro", "record", "--recover", "--name", name, "--json")
        if done.returncode != 0:
            return Came("recover", problem=f"recover ended with {done.returncode}: {done.stderr}")
        self._kept[name] = told
        return Came("record: killed and recovered")

    def _unbegun(self, command: Command) -> Came:
        """Tell of a recording that did not begin; that is right only with a sentence."""
        status, complaint = command.close()
        if _is_end(command.lines) and status not in (None, 1) and "Traceback" not in complaint:
            return Came(f"record: {command.lines[-1]['outcome']}")
        return Came("record", problem=f"record did not begin: {status}: {complaint[-300:]}")


def told_steps(lines: Sequence[dict]) -> int:
    """Return how many steps the lines of a recording tell of in the end."""
    listed = sum(line["event"] == "recorded" for line in lines)
    return listed - sum(line["event"] == "removed" for line in lines)


def _is_end(lines: Sequence[dict]) -> bool:
    return bool(lines) and lines[-1]["event"] == "end"
