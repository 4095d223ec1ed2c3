"""F16: long use with something going wrong every ten seconds or so.

The application runs as a process of its own, with its window, on a private display. It is given
tasks and questions by turns, some by the command line, a user's hands are recorded and the macros
played (`tests.proof.soak_macros`), and meanwhile a random fault happens (`tests.proof.soak_faults`).
In the end: it never crashed, every step that it told of is in the history or in the macro, nothing is
held down, and it still does a task. By hand, for an hour:

    .venv/bin/python -m tests.proof.soak --minutes 60 [--seed N]
"""

import argparse
import json
import queue
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from app.demo_form import TITLE
from automation.desktop.virtual import VirtualDesktop
from tests.proof.growth_parts import DrivenApp, plain
from tests.proof.proof import Figures, Proof, Verdict
from tests.proof.soak_faults import Faults, outcomes
from tests.proof.soak_macros import Came, Macros

SHARDS = 2
SHARD_S = 300.0
FAULT_EVERY_S = 10.0
END_S = 90.0
"""Longest wait for the end of a task; a run's own limits are shorter."""
_TASKS = (
    'type "Ada Lovelace" into Name, check Large print, type "a@b.c" into E-mail, uncheck Large print',
    'type "one two three four five six seven eight nine ten" into Name, click E-mail, click Name',
    "check Large print, uncheck Large print, check Large print, uncheck Large print",
    "what is on this screen?",
    "click Nothing that is there",
)
_LAST = 'type "The end" into Name'
_BESIDE = (0.1, 0.1, 0.1)
"""Shares of what is done beside the window: a task by command, a recording, a play."""


class Soak:
    """One long use."""

    def __init__(self, desktop: VirtualDesktop, scratch: Path, rng: Random) -> None:
        """Start the application."""
        self.app = DrivenApp(desktop, scratch)
        self.faults = Faults(desktop, self.app)
        self.macros = Macros(self.app, self.faults, rng)
        self.log = self.macros.log
        self.problems: list[str] = []
        self.told: dict[str, int] = {}
        """Steps that the application told of, by run."""
        self.ends: Counter[str] = Counter()
        self.samples = []
        self.held = 0
        self._rng = rng
        self._connection = desktop.connect()
        self._ended: queue.SimpleQueue[dict | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def go_on_for(self, seconds: float) -> None:
        """Use it until the time is over or it is gone."""
        until_s = time.monotonic() + seconds
        next_fault_s = time.monotonic() + FAULT_EVERY_S / 2
        steps = 0
        while time.monotonic() < until_s and self.app.process.poll() is None:
            beside = self._rng.random()
            if beside < sum(_BESIDE):
                self._beside(beside)
                self._look(steps)
                continue
            fault = ""
            if time.monotonic() > next_fault_s:
                fault = self._rng.choice(list(self.faults.all))
                next_fault_s = time.monotonic() + FAULT_EVERY_S * (0.5 + self._rng.random())
            steps += self.use_once(self._rng.choice(_TASKS), fault)
            self._look(steps)

    def use_once(self, task: str, fault: str) -> int:
        """Do a task, with a fault in the middle of it if one is named; return its steps."""
        self.app.send(task)
        if fault:
            time.sleep(self._rng.random() * 3)
            self._harm(fault)
        ended = self._wait()
        return ended["steps"] if ended else 0

    def finish(self) -> None:
        """Do a last task, compare the history with what was told, and end."""
        for _ in range(4):  # the executor that was killed last may be starting
            self.app.send(_LAST)
            ended = self._wait()
            if (ended and ended["outcome"] == "done") or self.app.process.poll() is not None:
                break
        if "The end" not in self.app.said("name"):
            self.problems.append(f"it does no task any more: {ended}")
        self._look(0)
        kept = dict(outcomes(self.app.home))
        for run, steps in self.told.items():
            if run and run not in kept:
                self.problems.append(f"the run {run} is not in the history")
            elif run:
                stored = self._stored_steps(run)
                if stored < steps:
                    self.problems.append(f"{steps} steps of {run} were told, {stored} are kept")
        self.problems += self.macros.missing()
        status = self.app.close()
        if status != 0:
            self.problems.append(f"the application ended with {status}")
        self._reader.join(5)
        self._connection.disconnect()

    def _harm(self, name: str) -> None:
        started_s = time.monotonic()
        said = self.faults.all[name]()
        self.log.append(f"{name}: {said} ({time.monotonic() - started_s:.1f} s)")

    def _beside(self, drawn: float) -> None:
        """Use the command line beside the window: a task, a recording or a play."""
        task, record, _ = _BESIDE
        if drawn < task:
            self._by_command_line()
        else:
            self.note(self.macros.record() if drawn < task + record else self.macros.play())

    def note(self, came: Came) -> None:
        """Count what came of a recording or a play."""
        self.ends[came.words] += 1
        if came.problem:
            self.problems.append(f"{came.problem}; last: {self.log[-1:]}")
        if came.run:
            self.told[came.run] = came.steps

    def _by_command_line(self) -> None:
        self.faults.raise_window(TITLE)  # our own window may lie over it
        done = self.faults.command("do", 'type "Eve" into Name', "--approve", "auto", "--json")
        ends = [json.loads(line) for line in done.stdout.splitlines() if '"end"' in line]
        if done.returncode == 1 or "Traceback" in done.stderr or not ends:
            self.problems.append(f"do ended with {done.returncode}: {done.stderr[-300:]}")
            return
        self.ends[f"command line: {ends[-1]['outcome']}"] += 1
        self.told[ends[-1]["run"]] = ends[-1]["steps"]

    def _wait(self) -> dict | None:
        try:
            ended = self._ended.get(timeout=END_S)
        except queue.Empty:
            self.problems.append(f"a task did not end within {END_S:.0f} s; last: {self.log[-1:]}")
            self.faults.command("stop")
            with suppress(queue.Empty):
                return self._ended.get(timeout=END_S)
            return None
        if ended is None:
            self.problems.append(f"the application is gone; last: {self.log[-1:]}")
            return None
        self.ends[ended["outcome"]] += 1
        if ended["outcome"] == "error":
            self.problems.append(f"an internal error: {ended['message'][:200]}; {self.log[-1:]}")
        self.told[ended["run"]] = ended["steps"]
        return ended

    def _look(self, steps: int) -> None:
        """Count what is held down, and sample what the application holds."""
        core = self._connection.core
        until_s = time.monotonic() + 2.0
        while (held := _held(core)) and time.monotonic() < until_s:
            time.sleep(0.02)
        if held:
            self.held += 1
            self.problems.append(f"{held} are held down; last: {self.log[-1:]}")
        if self.app.process.poll() is None:
            self.samples.append(self.app.sample(self.app.process.pid, steps))

    def _stored_steps(self, run: str) -> int:
        listed = self.faults.command("history", "--run", run, "--json").stdout
        return sum(json.loads(line)["event"] == "step" for line in listed.splitlines())

    def _read(self) -> None:
        for line in self.app.process.stdout:
            self._ended.put(json.loads(line))
        self._ended.put(None)


def _held(core) -> int:
    """Return how many keys and buttons the server takes for pressed."""
    keys = sum(int(byte).bit_count() for byte in core.QueryKeymap().reply().keys)
    root = core.conn.get_setup().roots[0].root
    mask = int(core.QueryPointer(root).reply().mask)
    return keys + (mask >> 8 & 0b11111).bit_count()


def work(scratch: Path, seconds: float, seed: int) -> Figures:
    """Use the application for so long, with faults drawn from a seed."""
    with VirtualDesktop.start((1280, 800)) as desktop:
        soak = Soak(desktop, scratch, Random(f"soak-{seed}"))
        started_s = time.monotonic()
        try:
            soak.go_on_for(seconds)
        finally:
            soak.finish()
    complaints = (scratch / "app.log").read_text(encoding="utf-8", errors="replace")
    if "Traceback" in complaints:
        at = complaints.index("Traceback")
        soak.problems.append(f"the application complained: {complaints[at:][-1500:]}")
    return {
        "seed": seed,
        "seconds": round(time.monotonic() - started_s, 1),
        "ends": dict(soak.ends),
        "faults": soak.log,
        "problems": soak.problems,
        "held": soak.held,
        "runs": len(soak.told),
        "series": plain(soak.samples)[:: max(1, len(soak.samples) // 60)],
    }


def judge(shards: Sequence[Figures]) -> Verdict:
    """Add the shards up; any problem breaks the promise."""
    minutes = sum(shard["seconds"] for shard in shards) / 60
    problems = [problem for shard in shards for problem in shard["problems"]]
    faults = sum(len(shard["faults"]) for shard in shards)
    runs = sum(shard["runs"] for shard in shards)
    stuck = sum(shard["held"] for shard in shards)
    recorded, played = (_count(shards, word) for word in ("record: ", "play: "))
    result = (
        f"{len(problems)} crashes, losses or hangs, {stuck} stuck keys in {minutes:.1f} minutes,"
        f" {runs} runs, {recorded} recordings, {played} plays of them, {faults} faults"
    )
    is_kept = not problems and not stuck and min(faults, runs, recorded, played) > 0
    return Verdict(is_kept, result, {"problems": problems[:20], "shards": list(shards)})


def _count(shards: Sequence[Figures], word: str) -> int:
    """Return how often an end begins with a word."""
    ends = [end for shard in shards for end in shard["ends"].items()]
    return sum(times for name, times in ends if name.startswith(word))


def _run(shard: int, scratch: Path) -> Figures:
    return work(scratch, SHARD_S, shard)


PROOF = Proof(
    name="soak",
    title="10 minutes of use with a random fault about every 10 s",
    must="0 crashes, 0 lost steps, 0 stuck keys",
    shards=SHARDS,
    covers=(
        "app",
        "automation",
        "resources",
        "tests/proof/growth_app.py",
        "tests/proof/growth_parts.py",
        "tests/proof/soak_faults.py",
        "tests/proof/soak_macros.py",
    ),
    run=_run,
    judge=judge,
)


def main() -> int:
    """Soak for as long as asked; the figures go to standard output. 1 when something broke."""
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="deskhand-soak-") as scratch:
        figures = work(Path(scratch), options.minutes * 60, options.seed)
    sys.stdout.write(json.dumps(figures, indent=1) + "\n")
    verdict = judge([figures])
    sys.stdout.write(verdict.result + "\n")
    return 0 if verdict.is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
