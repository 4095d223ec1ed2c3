"""What is told of a script's run, on the terminal or as JSON lines, and who is asked. No Qt."""

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from app.jsonlines import LineWriter, end_fields, step_fields
from app.plain import PlainWriter
from app.run_start import while_read
from app.script_lines import asks_here, lines_of
from app.script_options import Plan
from app.terminal import JsonConfirmer, TerminalConfirmer
from automation.core.errors import MacroError
from automation.core.events import Ended, RunEvent, Started, Stepped
from automation.core.ports import Confirmer
from automation.core.proposal import Outcome
from automation.core.stopping import StopToken
from automation.macros.player.report import keep_report
from automation.macros.script.errors import error_of
from automation.macros.script.policy import ScriptPolicy

NOBODY = (
    "--approve ask needs somebody to ask: run it on a terminal, or with --json and decisions on "
    "standard input, or choose --approve assist, auto or dry-run"
)


class ScriptVoice:
    """A listener of the loop, on the agent thread; at the end it keeps the run's report."""

    def __init__(
        self, plan: Plan, policy: Callable[[], ScriptPolicy | None], stop: StopToken
    ) -> None:
        """Take what is run.

        Args:
            plan: how it is run.
            policy: returns the run's policy once there is one.
            stop: ends the run when nobody reads what is told.
        """
        self._listen = while_read(self._tell, stop)
        self._plan = plan
        self._policy = policy
        self._has_terminal = not plan.is_json and asks_here(plan.approve)
        self._plain = PlainWriter(sys.stdout, can_answer=self._has_terminal)
        self._lines = LineWriter(sys.stdout) if plan.is_json else None
        self._decider: JsonConfirmer | None = None
        self._data: Path | None = None
        self._started = ""

    def human(self) -> Confirmer | None:
        """Return who is asked; by lines only under `ask`, so that all else ends and never waits.

        Raises:
            ScriptError: nobody can be asked here.
        """
        if self._has_terminal:
            return TerminalConfirmer(lines_of(sys.stdin), sys.stdout)
        if self._plan.approve != "ask":
            return None
        if self._lines is not None:
            self._decider = JsonConfirmer(lines_of(sys.stdin), _complain)
            return self._decider
        raise error_of(Outcome.USAGE, NOBODY)

    def keep_in(self, data: Path | None) -> None:
        """Keep the report in this folder; with None keep none."""
        self._data = data

    def __call__(self, happening: RunEvent) -> None:
        """Write the line for an event of the run; without a reader the run is stopped."""
        self._listen(happening)

    def _tell(self, happening: RunEvent) -> None:
        if self._decider is not None:
            self._decider.saw(happening)
        match happening:
            case Started():
                self._started = datetime.now(UTC).isoformat(timespec="seconds")
                self._say(happening)
            case Stepped() if self._lines is not None:
                fields = step_fields(happening.record)
                policy = self._policy()
                step = policy.run_in_hand if policy is not None else None
                if step is not None and step.notes.rung is not None:
                    fields |= {"rung": step.notes.rung, "score": round(step.notes.score, 4)}
                self._lines.write("step", happening.run, fields)
            case Ended():
                self._end(happening, self._report(happening))
            case _:
                self._say(happening)

    def never_began(self, ended: Ended) -> None:
        """Say why there was no run."""
        sys.stderr.write(f"deskhand: {ended.message}\n")
        if self._lines is not None:
            self._lines.write("end", "", end_fields(ended))

    def _say(self, happening: RunEvent) -> None:
        (self._lines or self._plain)(happening)

    def _end(self, ended: Ended, report: str) -> None:
        if self._lines is not None:
            self._lines.write("end", ended.run, end_fields(ended, report=report))
            return
        self._plain(ended)
        if report:
            sys.stdout.write(f"Report: {report}\n")

    def _report(self, ended: Ended) -> str:
        """Keep the report and return its file; empty when none is kept."""
        policy = self._policy()
        if policy is None or not ended.run:
            return ""
        if ended.outcome not in (Outcome.DONE, Outcome.PARTIAL):
            policy.unfinished(ended.message)
        if self._data is None:
            return ""
        started = self._started or datetime.now(UTC).isoformat(timespec="seconds")
        report = policy.reporter.report(ended.run, started, str(ended.outcome), ended.message)
        try:
            return str(keep_report(self._data, report))
        except MacroError as error:
            sys.stderr.write(f"deskhand: {error}\n")
            return ""


def _complain(text: str) -> None:
    sys.stderr.write(f"deskhand: {text}\n")
