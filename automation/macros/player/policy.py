"""The `macro` policy: a macro as a player of one step at a time, in the same loop as any other.

It knows no way round the loop: every action is a proposal that is judged, approved, checked once more
and recorded. What it waits for it waits for by looking, so that a stop ends it at any moment.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from automation.core.events import Task
from automation.core.observation import Observation
from automation.core.ports import History, Policy
from automation.core.proposal import (
    Decision,
    Finish,
    Later,
    Outcome,
    Proposal,
    StepRecord,
)
from automation.core.stopping import StopToken
from automation.macros.player.deciding import WhetherRun
from automation.macros.player.instructions import (
    Broken,
    Do,
    Over,
    Place,
    RowBegins,
    RowEnds,
    Whether,
)
from automation.macros.player.mismatch import GiveUp
from automation.macros.player.moments import Moment, StepEnd, Tools
from automation.macros.player.outlook import not_there_yet, with_outlook
from automation.macros.player.play import Play
from automation.macros.player.program import EndlessMacro
from automation.macros.player.report import Reporter, StepReport, StepState
from automation.macros.player.sight import Sight
from automation.macros.player.spent import Spent
from automation.macros.player.step_run import StepRun
from automation.macros.player.telling import LeftOut, Told, end_of, step_report

if TYPE_CHECKING:
    from automation.macros.player.repair import Repair

MOST_ENDS: Final = 1000
"""Steps that may end without a look in between; then the screen is looked at once more."""

_LONGEST_BREATH_S: Final = 2.0


class MacroPolicy:
    """Implements `core.ports.Policy` for one replay; used by the agent thread."""

    def __init__(
        self, play: Play, tools: Tools, on_end: Callable[[StepReport], None] = lambda step: None
    ) -> None:
        """Stand before the first step.

        Args:
            play: the macro with its values and rows.
            tools: what the run works with; `is_trusted` is held against the macros' own.
            on_end: told of each step that is over.

        Raises:
            MacroError: there is no such step, row or table.
        """
        main = play.linked.main
        self._play = play
        self._tools = replace(tools, is_trusted=tools.is_trusted and play.linked.is_trusted)
        self._program = play.program()
        self._on_end = on_end
        self._run: StepRun | WhetherRun | None = None
        self._begun_s = 0.0
        self._ended_s: float | None = None
        self._before: Observation | None = None
        self._sight: Sight | None = None
        self._is_glance = False
        self._steps_seen = 0
        self._n = 0
        self._said = ""
        self._sent_at = 0
        self._tested: dict[int, int] = {}
        self._is_dry = False
        self._finish: Finish | None = None
        self.reporter = Reporter(main.macro.name, main.digest, main.folder)
        self.spent = Spent()
        self.repairs: list[Repair] = []
        self._left_out = LeftOut()

    @property
    def name(self) -> str:
        """`macro`."""
        return "macro"

    @property
    def run_in_hand(self) -> StepRun | None:
        """The step that is being done, for who tells of it; None between steps."""
        return self._run if isinstance(self._run, StepRun) else None

    def propose(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        """Return the next action, a question, a wait, or the end."""
        stop.check()
        if self._finish is not None:
            return self._finish
        self._is_dry = task.approve == "dry-run"
        fresh = history.steps[self._steps_seen :]
        self.spent.turn(self._tools.clock.now_s(), fresh[-1] if fresh else None)
        self._take_in(history)
        self._sight = Sight(observation, self._tools.reader, self._sight)
        moment, began_s = Moment(self._sight, not self._is_glance, stop), self._tools.clock.now_s()
        self._is_glance = False
        try:
            decision = self._decide(moment)
        except EndlessMacro as error:
            decision = self._finished(Outcome.FAILED, str(error))
        if isinstance(decision, Later):
            self._is_glance = not decision.settles
            decision = _at_ease(decision, self._tools.clock.now_s() - began_s)
        if isinstance(decision, Finish):
            self._finish = decision
        self.spent.leave(self._tools.clock.now_s(), decision)
        return decision

    def _take_in(self, history: History) -> None:
        """Learn what became of the last proposal or question."""
        fresh = history.steps[self._steps_seen :]
        self._steps_seen = len(history.steps)
        run = self._run
        if run is None:
            return
        if history.chosen is not None:
            run.chose(history.chosen)
        else:
            run.chose(None)
        if not isinstance(run, StepRun):
            return
        if fresh:
            self._took(run, fresh[-1])
        else:
            run.give_up_pending()

    def _took(self, run: StepRun, record: StepRecord) -> None:
        run.took(record)
        self._n = record.n
        self._sent_at = record.n
        self._before = run.before

    def _decide(self, moment: Moment) -> Decision:
        for _ in range(MOST_ENDS):
            moment.stop.check()
            result = self._turn(moment)
            if result is not None:
                return result
        return Later(0.0, settles=True)

    def _turn(self, moment: Moment) -> Decision | None:
        """Take one turn of the program; return a decision, or None to take the next."""
        program, now_s = self._program, self._tools.clock.now_s()
        instruction = program.current()
        match instruction:
            case Over():
                self._finish = end_of(self.reporter, self._left_out)
                return self._finish
            case RowBegins():
                self.reporter.row_begins(instruction.row, now_s)
                program.done()
            case RowEnds():
                self.reporter.row_ends(instruction.row, now_s)
                program.done()
            case Broken():
                self._begun_s = now_s
                gave_up = GiveUp(False, Outcome.FAILED, instruction.sentence, "stop")
                return self._failed(instruction.place, gave_up, None)
            case Whether():
                return self._test(instruction, moment)
            case Do():
                return self._do(instruction.place, moment)
        return None

    def _do(self, place: Place, moment: Moment) -> Decision | None:
        run = self._run
        if not isinstance(run, StepRun):
            run = self._run = StepRun(
                place, self._tools,
                before=self._before, since_s=self._ended_s, is_dry=self._is_dry,
            )  # fmt: skip
            self._begun_s, self._n = self._tools.clock.now_s(), 0
        result = run.decide(moment)
        if isinstance(result, StepEnd):
            return self._close(place, run, result)
        if isinstance(result, Proposal):
            return with_outlook(result, place, self._program)
        return result

    def _test(self, test: Whether, moment: Moment) -> Decision | None:
        run = self._run
        if not isinstance(run, WhetherRun):
            key = id(test.place.step)
            is_new = test.turn <= 1 or self._tested.get(key, -1) < self._sent_at
            run = self._run = WhetherRun(
                test, self._tools, before=self._before, is_dry=self._is_dry, is_new=is_new
            )
            self._tested[key] = self._sent_at
            self._begun_s, self._n = self._tools.clock.now_s(), 0
        result = run.decide(moment)
        if isinstance(result, bool):
            self._run = None
            self._program.answer(is_so=result)
            return None
        if isinstance(result, StepEnd):
            gave_up = result.gave_up or GiveUp(False, Outcome.FAILED, run.sentence, "stop")
            return self._failed(test.place, gave_up, run)
        return result

    def _close(self, place: Place, run: StepRun, end: StepEnd) -> Decision | None:
        """Put a step away that is over."""
        self.repairs += run.notes.repairs
        self.reporter.model_calls += run.notes.model_calls
        gave_up = end.gave_up
        if gave_up is not None and not gave_up.is_skipped:
            return self._failed(place, gave_up, run)
        self._left_out.take(place, run, gave_up)
        state: StepState = "dry_run" if self._is_dry else "done"
        self._report(
            place, run, "skipped" if gave_up else state, gave_up.sentence if gave_up else ""
        )
        self._next()
        return None

    def _next(self) -> None:
        self._run = None
        self._ended_s = self._tools.clock.now_s()
        self._program.done()

    def _failed(
        self, place: Place, gave_up: GiveUp, run: StepRun | WhetherRun | None
    ) -> Decision | None:
        """End the row or the run at a step that could not be done."""
        if self._is_dry and self._n_shown():
            return self._finished(Outcome.DONE, not_there_yet(place, self._program))
        self._report(place, run, "failed", gave_up.sentence)
        self._run = None
        where = f" (row {place.row})" if place.row else ""
        message = f"Step {place.step.id}{where}: {gave_up.sentence.rstrip('.')}."
        if not place.row:
            return self._finished(gave_up.outcome, message)
        now_s = self._tools.clock.now_s()
        self.reporter.row_fails(place.row, place.step.id, self._said, now_s)
        may_go_on = self._play.on_row_failure == "next" and gave_up.outcome is not Outcome.STOPPED
        if may_go_on and self._program.abandon_row():
            self._ended_s = now_s
            return None
        again = f" To go on from there: --from-row {place.row}."
        return self._finished(gave_up.outcome, message + again)

    def _report(
        self, place: Place, run: StepRun | WhetherRun | None, state: StepState, message: str
    ) -> None:
        spent_ms = 1000 * (self._tools.clock.now_s() - self._begun_s)
        told = step_report(place, run, Told(state, message, self._n, spent_ms))
        self._said = told.message
        self.reporter.step(told)
        self._on_end(told)

    def _finished(self, outcome: Outcome, message: str) -> Finish:
        self._finish = Finish(outcome, message)
        return self._finish

    def _n_shown(self) -> int:
        return self.reporter.counts.get("dry_run", 0)

    def unfinished(self, message: str) -> None:
        """Report the step in hand as failed: the run was ended from outside."""
        instruction = self._program.current() if self._finish is None else Over()
        if not isinstance(instruction, Do | Whether) or self._run is None:
            return
        place, now_s = instruction.place, self._tools.clock.now_s()
        self._report(place, self._run, "failed", message)
        if place.row:
            self.reporter.row_fails(place.row, place.step.id, message, now_s)


def _at_ease(later: Later, spent_s: float) -> Later:
    """Return the wait, as long as the search took: the program that is waited for needs the machine."""
    return replace(later, after_s=max(later.after_s, min(spent_s, _LONGEST_BREATH_S)))


_TYPED: type[Policy] = MacroPolicy
