"""What all fault kinds share: when a fault strikes, and what must be true after it.

A run holds a key down, types, clicks and lets the key go. A fault strikes before its first event,
while the typing goes out with the key held, or when the typing is out and is being looked at.
"""

import fcntl
import json
import os
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from automation.core.actions import Aim, Click, KeyDown, KeyUp, Write
from automation.core.events import Ended, RunEvent, Working
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Outcome
from tests.fakes.scripted_policy import proposing

Phase = Literal["before", "during", "after"]
PHASES: tuple[Phase, ...] = ("before", "during", "after")

HELD_KEY = "7"
TEXT = "the quick brown fox jumps over the lazy dog " * 2
STRIKE_AT = 10
"""Letters after which a fault in the middle of the typing strikes."""
LONGEST_SENTENCE = 700
SETTLE_S = 5.0
"""How long what a run started may take to be gone."""
_ENCODER = "pictures_"
"""The one thread of a history that stays for the next picture."""
_PROGRESS = re.compile(r"(\d+) of \d+")
_TYPING_STEP = 2

Outcomes = frozenset[Outcome]
ENVIRONMENT = frozenset({Outcome.ENVIRONMENT})
FAILED = frozenset({Outcome.FAILED})
STOPPED = frozenset({Outcome.STOPPED})
FINE = frozenset({Outcome.DONE, Outcome.UNVERIFIED})
"""The run may take no notice of the fault."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One fault; `strike` makes it happen, on the agent's thread."""

    name: str
    strike: Callable[[Any], None]
    ends: Outcomes
    """How the run may end."""
    says: str = ""
    """What the sentence must match, whatever the phase."""


def script(point: ScreenPoint):
    """Return the run's proposals, in a window that is meant; the click is at `point`."""
    steps = proposing(KeyDown(HELD_KEY), Write(TEXT), Click(Aim(point)), KeyUp(HELD_KEY))
    return [replace(step, is_window_named=True) for step in steps]


class Moments:
    """Listens to a run and calls `strike` once, in its phase."""

    def __init__(self, phase: Phase, strike: Callable[[], None]) -> None:
        self._phase = phase
        self._strike = strike
        self._executing = 0
        self.has_struck = False

    def began(self) -> None:
        """Note that the run has its record and nothing was sent."""
        self._at("before")

    def __call__(self, event: RunEvent) -> None:
        """Take an event of the run."""
        if not isinstance(event, Working):
            return
        progress = _PROGRESS.fullmatch(event.note)
        if event.state == "executing" and progress is None:
            self._executing += 1
        if self._executing != _TYPING_STEP:
            return
        if event.state == "executing" and progress and int(progress[1]) >= STRIKE_AT:
            self._at("during")
        if event.state == "verifying":
            self._at("after")

    def _at(self, phase: Phase) -> None:
        if phase == self._phase and not self.has_struck:
            self.has_struck = True
            self._strike()


def told_once(told: Sequence[RunEvent], ended: Ended | None) -> list[str]:
    """Return what is wrong with the one sentence that the user gets."""
    ends = [event for event in told if isinstance(event, Ended)]
    if ended is None or len(ends) != 1:
        return [f"the end was told {len(ends)} times"]
    return sentence_faults(ended.message)


def sentence_faults(message: str) -> list[str]:
    """Return what is wrong with a sentence for the user."""
    faults = []
    if not message.strip() or len(message) > LONGEST_SENTENCE or "\n" in message:
        faults.append(f"no sentence of one line: {message!r}")
    if "Traceback" in message or "object at 0x" in message or "Error(" in message:
        faults.append(f"the sentence shows our insides: {message!r}")
    return faults


def record_faults(home: Path, outcome: Outcome | None, *, run: str = "") -> list[str]:
    """Return what is wrong in the record: an end that is missing, an outcome that is not true.

    Args:
        home: the folder of the history.
        outcome: how the run ended as the user was told; None if nobody could be told.
        run: its id; the newest when empty.
    """
    database = sqlite3.connect(f"file:{home / 'history.db'}?mode=ro", uri=True)
    try:
        found = database.execute(
            "SELECT id, uuid, outcome FROM run WHERE uuid = ? OR ? = '' ORDER BY id DESC LIMIT 1",
            (run, run),
        ).fetchone()
        if found is None:
            return ["the run is not in the record"]
        row, uuid, kept = found
        intents = dict(
            database.execute("SELECT n, state FROM intent WHERE run_id = ? ORDER BY rowid", (row,))
        )
        steps = [
            json.loads(text)
            for (text,) in database.execute("SELECT record FROM step WHERE run_id = ?", (row,))
        ]
    finally:
        database.close()
    faults = [f"step {n} is still {state}" for n, state in intents.items() if state == "open"]
    if kept is None or (outcome is not None and kept != outcome.value):
        faults.append(f"the record says {kept}, the user was told {outcome}")
    done = {n for n, state in intents.items() if state == "done"}
    if missing := done - {step["n"] for step in steps}:
        faults.append(f"steps {missing} are called done without a record")
    faults += [
        f"step {step['n']} was cut short and is called confirmed"
        for step in steps
        if step["execution"]
        and not step["execution"].get("completed", True)
        and step["receipt"]["kind"] == "effect_seen"
    ]
    if _is_locked(home / "live" / f"{uuid}.lock"):
        faults.append("the run is still marked as alive")
    faults += [f"left behind: {path.name}" for path in home.rglob(".new-*")]
    return faults


@dataclass(frozen=True, slots=True)
class Resources:
    """What this process holds; compared before and after."""

    descriptors: int
    threads: frozenset[str]
    children: frozenset[int]

    @classmethod
    def now(cls) -> "Resources":
        """Count."""
        me = os.getpid()
        return cls(
            sum(1 for _ in Path("/proc/self/fd").iterdir()),
            frozenset(t.name for t in threading.enumerate() if not t.name.startswith(_ENCODER)),
            frozenset(_children(me)),
        )

    @classmethod
    def faults_since(cls, before: "Resources") -> list[str]:
        """Return what is there and was not before, once what was ending has ended."""
        deadline_s = time.monotonic() + SETTLE_S
        while (faults := cls.now()._against(before)) and time.monotonic() < deadline_s:
            time.sleep(0.01)
        return faults

    def _against(self, before: "Resources") -> list[str]:
        faults = []
        if self.descriptors > before.descriptors:
            faults.append(f"{self.descriptors - before.descriptors} file descriptors left open")
        if threads := self.threads - before.threads:
            faults.append(f"threads left: {sorted(threads)}")
        if children := self.children - before.children:
            faults.append(f"processes left: {sorted(children)}")
        return faults


def _is_locked(path: Path) -> bool:
    """Tell whether somebody holds the lock; a file without one is tidied up at the next start."""
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def _children(pid: int) -> list[int]:
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    except OSError:
        return []
    return [int(word) for word in text.split()]
