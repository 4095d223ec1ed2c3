"""What the `commands` policy did on real programs, compiled and replayed on the same programs.

Every case of the instructions' own suite is run once in a program, in order, and compiled. The program
is then started afresh and the macros are replayed in the same order; the case's effect is checked
from the program's side. Where a replay fails, the instruction itself is run, so that the next case
finds the program as it was.
"""

import contextlib
import os
import shutil
import signal
import sys
import tempfile
import time
from itertools import groupby
from pathlib import Path

from app.cli.macro import library, trust_book
from app.macros.compile import compiled_run, keep, text_reader
from app.macros.play import MacroRun
from app.macros.play_request import PlayRequest
from app.settings import Settings
from automation.core.errors import MacroError
from automation.core.events import Stepped
from automation.core.timing import StopToken
from automation.desktop.virtual import VirtualDesktop
from tests.benchmarks.instruction_cases import CASES
from tests.benchmarks.instruction_desk import InstructionDesk, wait_for
from tests.fakes.fake_confirmer import Accepting
from tests.macros_live.replay_desk import LIMIT_S

SIZES = ("1920x1080", "1280x800")
ENDS = ("done", "unverified")
"""How a step ends whose effect the program tells; no picture shows every effect."""
MUST_REFUSE = "hard to undo, and no tree tells the target"
GREEN = frozenset({"right", "refused right"})
WRITTEN = ("made.txt", "two.txt")
"""Files that cases write in a shell."""
EFFECT_S = 20.0
"""Longest wait for an effect; a busy machine needs a while."""


class CommandDesk(InstructionDesk):
    """The desk of the instructions' suite, which compiles its runs and replays them."""

    def __init__(self, desktop, folder):
        super().__init__(desktop, folder)
        self.shelf, self.trusted = library(), trust_book()
        self.data = Path(os.environ["DESKHAND_HOME"]) / "data"

    def clear(self):
        """End the programs that runs have started, and forget what they wrote."""
        own = self.desktop.processes()
        for pid in {window.pid for window in self.windows.windows()} & own:
            os.kill(pid, signal.SIGKILL)
        assert wait_for(lambda: not self.windows.windows(), EFFECT_S), self.titles()
        for folder in (self.files, self.folder / "house", self.folder / "profile"):
            shutil.rmtree(folder, ignore_errors=True)
        for name in WRITTEN:
            for folder in (self.desktop.home, Path.cwd()):
                (folder / name).unlink(missing_ok=True)

    def compile(self, run, name):
        """Keep the macro of a run, trusted."""
        with text_reader() as read:
            compiled = compiled_run(self.desk.store, run, name, read)
        keep(compiled, (), self.shelf, self.trusted)
        return compiled

    def play(self, name):
        """Replay a macro; `steps` holds its steps."""
        self.steps = []
        request = PlayRequest(
            self.shelf.folder(name).name, approve="ask", by="window", timeout_s=LIMIT_S
        )
        played = MacroRun(request, self.shelf, self.trusted, settings=Settings(), data=self.data)

        def listen(event):
            played.listen(event)
            if isinstance(event, Stepped):
                self.steps.append(event.record)

        ended = self.desk.run(played.task, Accepting(), listen, StopToken(), brought=played.brought)
        return ended, played.report


@contextlib.contextmanager
def command_desk(size):
    """A desk on a desktop of this size (`1280x800`)."""
    width, height = map(int, size.split("x"))
    with (
        tempfile.TemporaryDirectory(prefix="deskhand-commands-") as folder,
        VirtualDesktop.start((width, height)) as desktop,
    ):
        os.environ.update(desktop.env)
        with contextlib.closing(CommandDesk(desktop, folder)) as desk:
            yield desk


def replayed(desk, program, cases, size):
    """Run the cases in a program, then replay their macros in a fresh one; yield a line for each."""
    made = {}
    with desk.programs(program):
        for n, case in enumerate(cases):
            made[n] = _run(desk, case, f"{program} {size} {n}")
    desk.clear()
    with desk.programs(program):
        for n, case in enumerate(cases):
            line = _replay(desk, case, *made[n])
            if line is None:
                continue
            if line["verdict"] not in ("right", "no macro"):
                desk.run(case.text)
            yield {"size": size, "program": program, "text": case.text, **line}


def must_refuse(macro):
    """Tell whether a step is hard to undo and has a target that no tree tells: never pressed again."""
    return any(
        step.risk == "irreversible" and getattr(step, "target", None) and not step.target.role
        for step in macro.steps
    )


def _run(desk, case, name):
    """Run a case and compile it; return the macro's name and why there is none.

    Beside the name of a macro that must refuse what its run did stands `MUST_REFUSE`.
    """
    if case.ends:
        desk.run(case.text)
        return "", "no task"
    desk.begin()
    ended = desk.run(case.text)
    is_seen = bool(wait_for(lambda: case.effect(desk), EFFECT_S))
    if ended.outcome not in ENDS or not is_seen:
        return "", f"the run itself: {ended.outcome}: {ended.message}"
    try:
        macro = desk.compile(ended.run, name).macro
    except MacroError as error:
        return "", f"not compiled: {error}"
    return name, MUST_REFUSE if must_refuse(macro) else ""


def _replay(desk, case, name, why):
    if why == "no task":
        return None
    if not name:
        desk.run(case.text)
        return {"verdict": "no macro", "message": why, "wrong": [], "seconds": 0.0, "rungs": {}}
    desk.begin()
    started_s = time.monotonic()
    ended, report = desk.play(name)
    seconds = round(time.monotonic() - started_s, 2)
    is_seen = bool(wait_for(lambda: case.effect(desk), EFFECT_S))
    wrong = [one for one in desk.pressed() if one not in case.presses]
    verdict = "right" if is_seen and ended.outcome in ENDS else "stopped"
    if why == MUST_REFUSE and not is_seen and ended.outcome == "not_found":
        verdict = "refused right"
    if ended.outcome == "done" and not is_seen:
        verdict = "not done"
    return {
        "verdict": "wrong click" if wrong else verdict,
        "message": f"{ended.outcome}: {ended.message}",
        "wrong": wrong,
        "seconds": seconds,
        "rungs": dict(report.rungs) if report else {},
        "find_ms": [s.find_ms for s in report.steps if s.rung] if report else [],
    }


def replay_commands(results, options):
    """Replay every program's cases at both sizes; return the status."""
    deadline_s = time.monotonic() + 60 * options.minutes
    done = {(line["size"], line["program"]) for line in results.lines if line.get("is_last")}
    for size in SIZES:
        for program, some in groupby(CASES, key=lambda case: case.program):
            cases = list(some)
            if (size, program) in done or time.monotonic() > deadline_s:
                continue
            with command_desk(size) as desk:
                for line in replayed(desk, program, cases, size):
                    results.add(line)
                    _tell(line)
            results.add({"size": size, "program": program, "is_last": True})
    return _status(results.lines)


def _status(lines):
    told = {}
    for line in lines:
        if not line.get("is_last"):
            told[line["size"], line["program"], line["text"]] = line["verdict"]
    counts = {word: list(told.values()).count(word) for word in set(told.values())}
    _say(str(counts))
    return 0 if set(counts) <= GREEN else 1


def _tell(line):
    _say("{verdict:11} {size} {program:12} {seconds:5.1f} s  {text}".format_map(line))
    if line["verdict"] != "right":
        _say(f"      {line['message']} {line['wrong']}")


def _say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
