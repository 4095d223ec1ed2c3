"""F16: long use with something going wrong every ten seconds or so.

The application runs as a process of its own, with its window, on a private display. Tasks and
questions are typed into its chat by turns, some given by the command line, a user's hands are recorded and the macros
played (`tests.proof.soak_macros`), and meanwhile a random fault happens (`tests.proof.soak_faults`).
In the end: it never crashed, every step that it told of is in the history or in the macro, nothing is
held down or left lying about, what its processes hold levelled off (`tests.proof.soak_levels`), and it
still does a task. By hand, for an hour:

    .venv/bin/python -m tests.proof.soak --minutes 60 [--seed N]
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from app.gui.demo_form import TITLE
from automation.desktop.virtual import VirtualDesktop
from tests.proof.growth_parts import plain
from tests.proof.proof import Figures, Proof, Verdict
from tests.proof.soak_faults import CLOSE, ENDED_WELL, Faults, kept_steps
from tests.proof.soak_levels import NO_LEVEL, Series, growth_of, left_more, level_of
from tests.proof.soak_macros import Came, Macros
from tests.proof.soak_samples import Samples, passing_files
from tests.proof.soak_window import Life, User, WatchedApp

SHARDS = 2
SHARD_S = 300.0
FAULT_EVERY_S = 10.0
ASKED_S = 20.0
"""After so long without an end a card may be waiting for the user."""
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
MARGIN_KB = 16 * 1024
"""What memory may be more on top of what steps may cost and of one rise (`ONCE_KB`). Settled applications had 4 to
9 MB more after 40 to 135 steps."""


class Soak:
    """One long use."""

    def __init__(self, desktop: VirtualDesktop, scratch: Path, rng: Random) -> None:
        """Start the application."""
        self.app = WatchedApp(desktop, scratch)
        self.user = User(self.app)
        self.faults = Faults(desktop, self.app, self.user)
        self.macros = Macros(self.app, self.faults, rng)
        self.samples = Samples(desktop, self.app)
        self.log = self.macros.log
        self.problems: list[str] = []
        self.ended: list[str] = []
        """How everything ended, in order."""
        self.held = 0
        self._settled: Life | None = None
        self._beside_told: dict[str, int] = {}
        """Steps that commands beside the window told of, by run."""
        self._rng = rng
        self._connection = desktop.connect()

    @property
    def ends(self) -> Counter[str]:
        """How often it ended in which way."""
        return Counter(self.ended)

    @property
    def told(self) -> dict[str, int]:
        """Steps that were told of, by run."""
        return {**self.app.told, **self._beside_told}

    def go_on_for(self, seconds: float) -> None:
        """Use it until the time is over or it is gone."""
        until_s = time.monotonic() + seconds
        next_fault_s = time.monotonic() + FAULT_EVERY_S / 2
        while time.monotonic() < until_s and not self.app.life.is_over:
            if self._settled is not self.app.life:
                self._settle()
            beside = self._rng.random()
            if beside < sum(_BESIDE):
                self._beside(beside)
            elif time.monotonic() > next_fault_s:
                self.use_once(self._rng.choice(_TASKS), self._drawn_fault())
                next_fault_s = time.monotonic() + FAULT_EVERY_S * (0.5 + self._rng.random())
            else:
                self.use_once(self._rng.choice(_TASKS), "")
            self._look()

    def _settle(self) -> None:
        """Do a task of each kind: what is made for the first is no growth when it is there for all."""
        self._settled = self.app.life
        for task in _TASKS:
            self.use_once(task, "")
            self._look()

    def use_once(self, task: str, fault: str) -> None:
        """Type a task into the chat, with a fault in the middle of it if one is named."""
        try:
            sent = self.user.write(task)
        except TimeoutError as error:
            self.problems.append(f"{error}; last: {self.log[-1:]}")
            return
        if sent is None:
            self.problems.append(f"the application is gone; last: {self.log[-1:]}")
            return
        if sent["text"] != task or not sent["is_taken"]:
            self.problems.append(f"{task!r} was typed, the window has {sent}; {self.log[-1:]}")
        life = self.app.life
        if fault:
            time.sleep(self._rng.random() * 3)
            self._harm(fault)
        if sent["is_taken"]:
            self._wait(life)

    def finish(self) -> None:
        """Do a last task, compare the history with what was told, and end."""
        for _ in range(4):  # the executor that was killed last may be starting
            self.use_once(_LAST, "")
            if "The end" in self.app.said("name") or self.app.life.is_over:
                break
        else:
            self.problems.append(f"it does no task any more: {dict(self.ends)}")
        self._look()
        self._compare_history()
        self.problems += self.macros.missing()
        status = self.app.close()
        if status != 0:
            self.problems.append(f"the application ended with {status}")
        self.problems += [f"it left a process: {title}" for title in self.samples.strays()]
        self.problems += [f"it left {path}" for path in passing_files(self.app)]
        self._connection.disconnect()

    def judge_levels(self) -> dict[str, int]:
        """Find what grew, and return how many series of each process were long enough for that."""
        long = [series for series in self.samples.series if series.is_long]
        levels: dict[str, dict[str, int]] = {}
        for series in long:
            growth = growth_of(series, levels.get(series.process, NO_LEVEL))
            self.problems += growth.problems(MARGIN_KB)
            levels.setdefault(series.process, level_of(series))
        judged = Counter(series.process for series in long)
        if (more := left_more(self.samples.left)) > 0:
            self.problems.append(f"{more} more files are left over than at the beginning")
        return dict(judged)

    def _drawn_fault(self) -> str:
        """Return a fault; the application is ended only once its series can be judged."""
        app = next(one for one in reversed(self.samples.series) if one.process == "app")
        names = [*self.faults.all, *(self.faults.ends if app.is_long else ())]
        return self._rng.choice(names)

    def _harm(self, name: str) -> None:
        started_s = time.monotonic()
        said = (self.faults.all | self.faults.ends)[name]()
        self.log.append(f"{name}: {said} ({time.monotonic() - started_s:.1f} s)")
        if name == CLOSE and not said.startswith(ENDED_WELL):
            self.problems.append(self.log[-1])

    def _compare_history(self) -> None:
        kept = kept_steps(self.app.home)
        for run, steps in self.told.items():
            if run and run not in kept:
                self.problems.append(f"the run {run} is not in the history")
            elif run and kept[run] < steps:
                self.problems.append(f"{steps} steps of {run} were told, {kept[run]} are kept")

    def _beside(self, drawn: float) -> None:
        """Use the command line beside the window: a task, a recording or a play."""
        task, record, _ = _BESIDE
        if drawn < task:
            self._by_command_line()
        else:
            self.note(self.macros.record() if drawn < task + record else self.macros.play())

    def note(self, came: Came) -> None:
        """Count what came of a recording or a play."""
        self.ended.append(came.words)
        if came.problem:
            self.problems.append(f"{came.problem}; last: {self.log[-1:]}")
        if came.run:
            self._beside_told[came.run] = came.steps

    def _by_command_line(self) -> None:
        self.faults.raise_window(TITLE)  # our own window may lie over it
        done = self.faults.command("do", 'type "Eve" into Name', "--approve", "auto", "--json")
        ends = [json.loads(line) for line in done.stdout.splitlines() if '"end"' in line]
        if done.returncode == 1 or "Traceback" in done.stderr or not ends:
            self.problems.append(f"do ended with {done.returncode}: {done.stderr[-300:]}")
            return
        self.ended.append(f"command line: {ends[-1]['outcome']}")
        self._beside_told[ends[-1]["run"]] = ends[-1]["steps"]

    def _wait(self, life: Life) -> None:
        """Wait for the end of the task that was sent to this process."""
        try:
            ended = self._end(life)
        except TimeoutError:
            self.problems.append(f"a task did not end within {END_S:.0f} s; last: {self.log[-1:]}")
            self.faults.command("stop")
            with suppress(TimeoutError):
                life.next("ended", END_S)
            return
        if ended is None and life.is_meant_to_end:
            self.ended.append("ended with the application")
        elif ended is None:
            self.problems.append(f"the application is gone; last: {self.log[-1:]}")
        else:
            self._count(ended)

    def _end(self, life: Life) -> dict | None:
        """Return how the task ended; None when its process did. What a card asks meanwhile is rejected.

        A step that was not seen to arrive, as in a form that was just killed, makes the next one ask.
        """
        until_s = time.monotonic() + END_S
        while True:
            left_s = until_s - time.monotonic()
            try:
                return life.next("ended", min(ASKED_S, left_s))
            except TimeoutError:
                if left_s <= ASKED_S:
                    raise
            self.faults.xdotool("key", "ctrl+shift+BackSpace")

    def _count(self, ended: dict) -> None:
        self.ended.append(ended["outcome"])
        run, steps = ended["run"], ended["steps"]
        if ended["outcome"] == "error":
            self.problems.append(f"an internal error: {ended['message'][:200]}; {self.log[-1:]}")
        if self.app.told[run] != steps:
            self.problems.append(f"{self.app.told[run]} steps of {run} were told, then {steps}")

    def _look(self) -> None:
        """Count what is held down, and sample what the processes hold."""
        core = self._connection.core
        until_s = time.monotonic() + 2.0
        while (held := _held(core)) and time.monotonic() < until_s:
            time.sleep(0.02)
        if held:
            self.held += 1
            self.problems.append(f"{held} are held down; last: {self.log[-1:]}")
        if not self.app.life.is_over:
            self.samples.look()


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
        judged = soak.judge_levels()
    complaints = (scratch / "app.log").read_text(encoding="utf-8", errors="replace")
    if "Traceback" in complaints:
        at = complaints.index("Traceback")
        soak.problems.append(f"the application complained: {complaints[at:][-1500:]}")
    return {
        "seed": seed,
        "seconds": round(time.monotonic() - started_s, 1),
        "ends": dict(soak.ends),
        "ended": soak.ended,
        "faults": soak.log,
        "problems": soak.problems,
        "held": soak.held,
        "runs": len(soak.told),
        "judged": judged,
        "series": [_shown(series) for series in soak.samples.series],
        "left": soak.samples.left,
    }


def _shown(series: Series) -> dict[str, object]:
    """Return a series for the file of figures, thinned where it is long."""
    samples = plain(series.samples)
    return {"process": series.process, "samples": samples[:: max(1, len(samples) // 60)]}


def judge(shards: Sequence[Figures]) -> Verdict:
    """Add the shards up; any problem breaks the promise."""
    minutes = sum(shard["seconds"] for shard in shards) / 60
    problems = [problem for shard in shards for problem in shard["problems"]]
    faults = sum(len(shard["faults"]) for shard in shards)
    runs = sum(shard["runs"] for shard in shards)
    stuck = sum(shard["held"] for shard in shards)
    recorded, played = (_count(shards, word) for word in ("record: ", "play: "))
    series = Counter[str]()
    for shard in shards:
        series.update(shard["judged"])
    level = ", ".join(f"{series[one]} of {one}" for one in ("app", "executor", "dead-man"))
    result = (
        f"{len(problems)} crashes, losses, leaks or hangs, {stuck} stuck keys in {minutes:.1f} minutes,"
        f" {runs} runs, {recorded} recordings, {played} plays of them, {faults} faults;"
        f" series of samples that stayed level: {level}"
    )
    judged = min(shard["judged"].get("app", 0) for shard in shards)
    is_kept = not problems and not stuck and min(faults, runs, recorded, played, judged) > 0
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
    must="0 crashes, 0 lost steps, 0 stuck keys, nothing that grows or is left over",
    shards=SHARDS,
    covers=(
        "app",
        "automation",
        "resources",
        "tests/proof/growth.py",
        "tests/proof/growth_app.py",
        "tests/proof/growth_parts.py",
        "tests/proof/soak_app.py",
        "tests/proof/soak_faults.py",
        "tests/proof/soak_levels.py",
        "tests/proof/soak_macros.py",
        "tests/proof/soak_samples.py",
        "tests/proof/soak_window.py",
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
