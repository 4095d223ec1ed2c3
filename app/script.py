"""What a plain Python script drives deskhand with: the same executor, approval, stop key and history.

    from app.script import Hand, Target, run, script_arguments, shows

    SAVE = Target(role="button", name="Save", window="*Editor*")

    def main() -> None:
        given = script_arguments(__doc__).parse_args()
        with Hand(given, script=__file__) as hand:
            hand.keys("ctrl", "s", expect=shows("Saved"))
            if hand.sees(shows("Overwrite?")):
                hand.click(SAVE)

    if __name__ == "__main__":
        run(main)

A whole task in plain words, or a goal for a model, is one call; its events are told while it runs:

    from app.script import Effects, Stepped, run_task

    def heard(event):
        if isinstance(event, Stepped):
            print(event.record.proposal.sentence)

    ended = run_task("click Save", approve="auto", heard=heard)
    if ended.effects is Effects.UNCERTAIN:
        ...  # look before anything is done again

Run it with `deskhand script FILE`. Names in this module stay; what it is made of may change.

A script is code of yours: it is trusted as you are, and only its steps are under deskhand's rules.
Each of them is found as a macro's is, judged, approved in the way that `--approve` says, sent by the
executor process, seen to have worked and kept in the history. Nothing here sends an event in any
other way. While a script thinks, nothing is held down and the stop key works; a stopped script is
told so by `ScriptStopped` at its next step.
"""

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import NoReturn, Self

from app.script_run import (
    Fill,
    Plan,
    TaskPolicy,
    UsualMismatch,
    look,
    read_table,
    run_task,
    script_arguments,
)
from automation.core.errors import MacroError
from automation.core.events import (
    ApproveMode,
    Asked,
    Confirmed,
    Ended,
    Planned,
    Proposed,
    RunEvent,
    Started,
    Stepped,
    Streamed,
    Working,
)
from automation.core.proposal import EXIT_CODES, Effects, Outcome
from automation.macros.macro import Box, Landmark, Place, Target
from automation.macros.play.report import StepReport
from automation.macros.play.values import Table
from automation.macros.script.calls import (
    Calls,
    Pictures,
    changed,
    compares,
    exists,
    holds,
    shows,
    titled,
    until,
)
from automation.macros.script.parameters import (
    Number,
    Secret,
    number,
    one_of,
    same,
    text_of,
    yes_no,
)
from automation.macros.script.policy import (
    Ambiguous,
    CannotStart,
    DoneInPart,
    EndRun,
    Failed,
    LimitReached,
    NotFound,
    Refused,
    ScriptError,
    ScriptStopped,
    Unseen,
    error_of,
)
from automation.screen.refs import Changes, Listed, Listing, changes

__all__ = [
    "Ambiguous", "ApproveMode", "Asked", "Box", "CannotStart", "Changes", "Confirmed", "DoneInPart", "Effects",
    "Ended", "Failed", "Fill", "Hand", "Landmark", "LimitReached", "Listed", "Listing", "NotFound", "Number", "Outcome",
    "Place", "Planned", "Proposed", "Refused", "RunEvent", "ScriptError", "ScriptStopped", "Secret",
    "Started", "StepReport", "Stepped", "Streamed", "Table", "Target", "TaskPolicy", "Unseen",
    "Working", "changed", "changes", "compares", "exists", "holds", "look", "number", "one_of", "read_table", "run",
    "run_task", "same", "script_arguments", "shows", "text_of", "titled", "until", "yes_no",
]  # fmt: skip

EXIT_INTERRUPTED = 130
"""128 + SIGINT, as the shell reports it."""


class Hand(Calls):
    """One run, from `with` to its end; the steps are its methods. For the main thread."""

    def __init__(
        self, given: argparse.Namespace | None = None, *, script: str, max_steps: int = 0,
        rows: int = 0, on_mismatch: UsualMismatch = "ask_model", speed: float = 10.0,
        model: str = "",
    ) -> None:  # fmt: skip
        """Take what the run is under; nothing begins.

        Args:
            given: what `script_arguments` read; None asks about every step on the terminal.
            script: the script's `__file__`: pictures are named from its folder.
            max_steps: how many actions and checks it comes to, where that is more than the
                settings let a run do. What the command line says goes first.
            rows: how many rows it goes over: each may take as long as a run.
            on_mismatch: what is done where a step does not fit, if the step says nothing.
            speed: 0.1 to 10: below 10 the steps' `pause_s` count, divided by it; below 1 each step
                that acts waits for 0.3 s divided by it at least.
            model: folder of the model that `ask_model` asks, loaded once a step does not fit; empty
                for none, and then it asks you.
        """
        from app.script_run import ScriptRun  # noqa: PLC0415 - brings the desktop

        plan = plan_of(
            given, Path(script).absolute(), max_steps=max_steps, rows=rows,
            on_mismatch=on_mismatch, speed=speed,
        )  # fmt: skip
        self._plan = replace(plan, model=model)
        pictures = Pictures(self._plan.file.parent)
        self._run = ScriptRun(self._plan, pictures)
        super().__init__(self._run.ask, pictures, first_row=self._plan.first_row)

    def __enter__(self) -> Self:
        """Begin the run.

        Raises:
            ScriptError: it cannot begin; says why.
        """
        self._run.begin()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the run as the script ended.

        Raises:
            ScriptError: the script came to its end, and the run did not end well.
            ScriptStopped: it was stopped.
        """
        ended = self._run.end(end_of(error), error)
        if error is None and ended.outcome is not Outcome.DONE:
            raise error_of(ended.outcome, ended.message)


def run(main: Callable[[], None]) -> NoReturn:
    """Do a script's work and leave with the exit status of `deskhand do`.

    An error of the script's own is Python's to tell.
    """
    try:
        main()
    except (ScriptError, ScriptStopped) as error:  # told when the run ended
        sys.exit(error.status)
    except MacroError as error:
        sys.stderr.write(f"deskhand: {error}\n")
        sys.exit(EXIT_CODES[Outcome.USAGE])
    except KeyboardInterrupt:
        sys.exit(EXIT_INTERRUPTED)
    sys.exit(0)


def plan_of(
    given: argparse.Namespace | None, file: Path, *, max_steps: int, rows: int,
    on_mismatch: UsualMismatch, speed: float,
) -> Plan:  # fmt: skip
    """Return how a script is run, as its command line and its author say."""
    plan = Plan(file, needed_steps=max_steps, rows=rows, on_mismatch=on_mismatch, speed=speed)
    if given is None:
        return plan
    return Plan(
        file,
        approve=given.approve,
        is_json=given.json,
        max_steps=given.max_steps,
        needed_steps=max_steps,
        timeout_s=given.timeout,
        rows=rows,
        keep=given.keep,
        speed=given.speed or speed,
        on_mismatch=on_mismatch,
        breaks=given.breakpoints,
        first_row=getattr(given, "from_row", 1),
    )


def end_of(error: BaseException | None) -> EndRun:
    """Return how the run is told to end when the script's block is left with this."""
    match error:
        case None:
            return EndRun()
        case SystemExit() if not error.code:
            return EndRun()
        case ScriptError():
            return EndRun(error.outcome, str(error))
        case ScriptStopped() | KeyboardInterrupt():
            return EndRun(Outcome.STOPPED, "The script was stopped.")
        case _:
            trace = error.__traceback__
            where = f" at line {trace.tb_lineno}" if trace is not None else ""
            name = type(error).__name__
            return EndRun(Outcome.FAILED, f"The script itself failed{where} ({name}).")
