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
from automation.core.proposal import Decision, Finish, Later, Outcome, Proposal
from automation.core.stopping import StopToken
from automation.macros.player.deciding import WhetherRun
from automation.macros.player.each_row import goes_once
from automation.macros.player.in_hand import InHand
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
from automation.macros.player.outlook import not_shown, with_outlook
from automation.macros.player.play import Play
from automation.macros.player.program import EndlessMacro
from automation.macros.player.report import Reporter, StepReport
from automation.macros.player.spent import Spent
from automation.macros.player.step_run import StepRun
from automation.macros.player.telling import end_of, step_name
from automation.macros.player.turns import Turns
from automation.macros.player.way_back import WayBack

if TYPE_CHECKING:
    from automation.macros.player.repair import Repair

MOST_ENDS: Final = 1000
"""Steps that may end without a look in between; then the screen is looked at once more."""


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
        self._program = play.program()
        self._on_end = on_end
        self.reporter = Reporter(main.macro.name, main.digest, main.folder)
        self.repairs: list[Repair] = []
        tools = replace(tools, is_trusted=tools.is_trusted and play.linked.is_trusted)
        self._clock, self._way_words = tools.clock, tools.way_words
        self._rows_left_words = tools.rows_left_words
        self._in_hand = InHand(tools, self.reporter)
        self._turns = Turns(tools, self._in_hand, self._decide)

    @property
    def name(self) -> str:
        """`macro`."""
        return "macro"

    @property
    def run_in_hand(self) -> StepRun | None:
        """The step that is being done, for who tells of it; None between steps."""
        return self._in_hand.step

    @property
    def row(self) -> int:
        """The row of the table that is being done, from 1; 0 outside rows."""
        return self._program.row

    @property
    def resume_step(self) -> str | None:
        """The step with which another play goes on at a row; empty for the first, None for no way."""
        if self._play.stop_after or self._play.only_rows:
            return None
        if (way := self._way_back) is not None:
            return way.step
        return "" if not self.row and self._program.has_first_table_only else None

    @property
    def rows_left(self) -> tuple[int, ...] | None:
        """The rows that were to be done and are not; None where that says nothing."""
        play = self._play
        is_part = play.start_at or play.stop_after or (play.first_row > 1 and not play.only_rows)
        if play.table is None or is_part or not goes_once(play.linked):
            return None
        wanted = play.only_rows or range(play.first_row, len(play.table) + 1)
        done = self.reporter.done_rows
        return tuple(row for row in wanted if row not in done)

    @property
    def _way_back(self) -> WayBack | None:
        """Where another play goes on; None also where a row failed in a table before this one."""
        return None if self.reporter.has_failed_before else self._program.way_back

    @property
    def spent(self) -> Spent:
        """How long the play has taken, and whose time that was."""
        return self._turns.spent

    def propose(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        """Return the next action, a question, a wait, or the end."""
        return self._turns.take(task, history, observation, stop)

    def unfinished(self, message: str) -> None:
        """Report the step in hand as failed: the run was ended from outside."""
        if self._turns.finish is None:
            self._in_hand.unfinished(message)

    def _decide(self, moment: Moment) -> Decision:
        try:
            for _ in range(MOST_ENDS):
                moment.stop.check()
                result = self._follow(moment)
                if result is not None:
                    return result
        except EndlessMacro as error:
            return Finish(Outcome.FAILED, str(error))
        return Later(0.0, settles=True)

    def _follow(self, moment: Moment) -> Decision | None:
        """Follow one instruction of the program; return a decision, or None to follow the next."""
        program, now_s = self._program, self._clock.now_s()
        instruction = program.current()
        match instruction:
            case Over():
                way = self._rows_left_words if self.rows_left else ""
                return end_of(self.reporter, self._in_hand.left_out, way)
            case RowBegins():
                self.reporter.row_begins(instruction.row, now_s)
                self._in_hand.keyboard.begin_row()
                program.done()
            case RowEnds():
                self.reporter.row_ends(instruction.row, now_s)
                program.done()
            case Broken():
                self._in_hand.come_to(instruction.place)
                return self._failed(GiveUp(False, Outcome.FAILED, instruction.sentence, "stop"))
            case Whether():
                return self._test(instruction, moment)
            case Do():
                return self._do(instruction.place, moment)
        return None

    def _do(self, place: Place, moment: Moment) -> Decision | None:
        run = self._in_hand.step or self._in_hand.take_step(place)
        result = run.decide(moment)
        self._turns.idle(run.pointing_s)
        if isinstance(result, StepEnd):
            return self._close(run, result.gave_up)
        if isinstance(result, Proposal):
            return with_outlook(result, place, self._program)
        return result

    def _test(self, test: Whether, moment: Moment) -> Decision | None:
        run = self._in_hand.run
        if not isinstance(run, WhetherRun):
            key = id(test.place.step)
            run = self._in_hand.take_condition(test, key, is_first=test.turn <= 1)
        result = run.decide(moment)
        if isinstance(result, bool):
            self._in_hand.answered()
            self._program.answer(is_so=result)
            return None
        if isinstance(result, StepEnd):
            return self._failed(
                result.gave_up or GiveUp(False, Outcome.FAILED, run.sentence, "stop")
            )
        return result

    def _close(self, run: StepRun, gave_up: GiveUp | None) -> Decision | None:
        """Put a step away that is over."""
        self.repairs += run.notes.repairs
        self.reporter.model_calls += run.notes.model_calls
        if gave_up is not None and not gave_up.is_skipped:
            return self._failed(gave_up)
        self._on_end(self._in_hand.report_end(gave_up))
        self._in_hand.put_away()
        self._program.done()
        return None

    def _failed(self, gave_up: GiveUp) -> Decision | None:
        """End the row or the run at a step that could not be done."""
        in_hand, place = self._in_hand, self._in_hand.place
        if in_hand.is_shown_only:
            return Finish(Outcome.DONE, not_shown(place, self._program, gave_up))
        told = in_hand.report("failed", gave_up.sentence)
        self._on_end(told)
        in_hand.put_away()
        name = step_name(place, self._play.linked.main)
        message = f"{name}: {gave_up.sentence.rstrip('.')}."
        if not place.row:
            return Finish(gave_up.outcome, message)
        in_hand.row_fails(told.message)
        may_go_on = self._play.on_row_failure == "next" and gave_up.outcome is not Outcome.STOPPED
        if may_go_on and self._program.abandon_row():
            return None
        return Finish(gave_up.outcome, f"{message} {self._way_on()}".strip())

    def _way_on(self) -> str:
        """Say where another play goes on over the rows; empty where none does that."""
        is_mixed = bool(self._play.only_rows) or len(self.reporter.failed_rows) > 1
        if is_mixed and self.rows_left is not None:
            return self._rows_left_words
        way = self._way_back
        return self._way_words(way) if way is not None else ""


_TYPED: type[Policy] = MacroPolicy
