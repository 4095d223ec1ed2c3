"""The `macro` policy: a macro as a player of one step at a time, in the same loop as any other.

It knows no way round the loop: every action is a proposal that is judged, approved, checked once more
and recorded. What it waits for it waits for by looking, so that a stop ends it at any moment.

The step or condition that a run is at, what is told of it, and what the next one must know of it.

How much a replay may come to: the most steps that its lines and its table can ask for.

What a macro repeats by itself counts once: a file does not raise the user's own limit of steps.

What one replay is about: the linked macro, its values and rows, and the part of it that is wanted.

One turn after the other of a policy that does steps: what came of the last, what is seen, and the wait.

It does not know where the steps come from; that is what each policy decides by itself.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from automation.core.events import Task
from automation.core.observation import Observation
from automation.core.ports import History, Policy
from automation.core.proposal import Decision, Finish, Later, Outcome, Proposal, StepRecord
from automation.core.timing import StopToken
from automation.macros import macro as grammar
from automation.macros.macro import Step, blocks
from automation.macros.play.actions import pressed_by
from automation.macros.play.conditions import Sight
from automation.macros.play.linking import Linked, Source
from automation.macros.play.mismatch import GiveUp, KeyboardPlace
from automation.macros.play.moment import Moment, StepEnd, Tools
from automation.macros.play.program import (
    Broken,
    Do,
    EndlessMacro,
    Over,
    Place,
    Program,
    RowBegins,
    RowEnds,
    WayBack,
    Whether,
    check_after,
)
from automation.macros.play.report import (
    LeftOut,
    Reporter,
    StepReport,
    StepState,
    Told,
    end_of,
    not_shown,
    step_name,
    step_report,
    with_outlook,
)
from automation.macros.play.rows import goes_once
from automation.macros.play.step import StepRun, WhetherRun
from automation.macros.play.timing import Spent
from automation.macros.play.values import Scope, Table

if TYPE_CHECKING:
    from automation.core.observation import ScreenElement
    from automation.macros.play.moment import Repair
    from automation.macros.play.targets import Unmoved


class InHand:
    """One step or condition after the other, each at its place; owned by the agent thread."""

    def __init__(self, tools: Tools, reporter: Reporter) -> None:
        """Hold nothing.

        Args:
            tools: what the run works with.
            reporter: told of each step that is over.
        """
        self._tools = tools
        self._reporter = reporter
        self._place: Place | None = None
        self._begun_s = 0.0
        self._ended_s: float | None = None
        self._before: Observation | None = None
        self._pressed: ScreenElement | None = None
        self._n = 0
        self._sent_at = 0
        self._tested: dict[Hashable, int] = {}
        self._unmoved: Unmoved = set()
        self.keyboard = KeyboardPlace()
        self.is_dry = False
        """Nothing is sent."""
        self.run: StepRun | WhetherRun | None = None
        """What is in hand; None between steps."""
        self.left_out = LeftOut()

    @property
    def step(self) -> StepRun | None:
        """The step that is being done; None between steps, and while a condition is in hand."""
        return self.run if isinstance(self.run, StepRun) else None

    @property
    def is_shown_only(self) -> bool:
        """Tell whether something was shown and not sent: what comes after it cannot be there yet."""
        return self.is_dry and bool(self._sent_at or self._reporter.counts.get("dry_run", 0))

    @property
    def place(self) -> Place:
        """Where what is in hand stands, or stood last."""
        assert self._place is not None, "what is in hand has a place"
        return self._place

    def come_to(self, place: Place) -> None:
        """Stand at a place, with nothing in hand; its time begins."""
        self._place, self.run = place, None
        self._begun_s, self._n = self._tools.clock.now_s(), 0

    def take_step(self, place: Place) -> StepRun:
        """Take a step in hand and return it."""
        self.come_to(place)
        run = self.run = StepRun(
            place,
            self._tools,
            before=self._before,
            pressed=self._pressed,
            since_s=self._ended_s,
            is_dry=self.is_dry,
            unmoved=self._unmoved,
            left_out_before=self.keyboard.left_out,
        )
        return run

    def take_condition(self, test: Whether, key: Hashable, *, is_first: bool = False) -> WhetherRun:
        """Take a condition in hand and return it.

        Args:
            test: what is asked.
            key: equal wherever the same condition is asked about again.
            is_first: it is looked at without a wait, whatever was asked before.
        """
        self.come_to(test.place)
        is_new = is_first or self._tested.get(key, -1) < self._sent_at
        self._tested[key] = self._sent_at
        run = self.run = WhetherRun(
            test, self._tools, before=self._before, is_dry=self.is_dry, is_new=is_new
        )
        return run

    def learn(self, chosen: int | None, record: StepRecord | None) -> None:
        """Learn what became of the last proposal or question.

        Args:
            chosen: the user's answer; None where none was given.
            record: the step that came of the proposal; None where none did.
        """
        if self.run is None:
            return
        self.run.chose(chosen)
        step = self.step
        if step is None:
            return
        if record is None:
            step.give_up_pending()
            return
        step.took(record)
        self._n = self._sent_at = record.n
        self._before, self._pressed = step.before, pressed_by(record)

    def report(self, state: StepState, message: str = "") -> StepReport:
        """Report what is in hand as over; it stays in hand until it is put away."""
        spent_ms = 1000 * (self._tools.clock.now_s() - self._begun_s)
        told = step_report(self.place, self.run, Told(state, message, self._n, spent_ms))
        self._reporter.step(told)
        return told

    def report_end(self, gave_up: GiveUp | None) -> StepReport:
        """Report what is done, or was left out: then `gave_up` says why."""
        if (step := self.step) is not None:
            self.left_out.take(self.place, step, gave_up)
            self.keyboard.over(self.place.step, is_left_out=gave_up is not None)
        if gave_up is not None:
            return self.report("skipped", gave_up.sentence)
        return self.report("dry_run" if self.is_dry else "done")

    def row_fails(self, message: str) -> None:
        """Report the row of the place as failed; outside rows do nothing."""
        if self.place.row:
            now_s = self._tools.clock.now_s()
            self._reporter.row_fails(self.place.row, self.place.step.id, message, now_s)

    def put_away(self) -> None:
        """Hold nothing: a step is over, and the pause before the next one begins."""
        self.run, self._ended_s = None, self._tools.clock.now_s()

    def answered(self) -> None:
        """Hold nothing: a condition was decided, which is no step of its own."""
        self.run = None

    def unfinished(self, message: str) -> None:
        """Report what is in hand as failed: the run was ended from outside."""
        if self.run is None:
            return
        self.report("failed", message)
        self.run = None
        self.row_fails(message)


MOST_ACTIONS: Final = 100_000
_PER_STEP: Final = 4
"""A step may bring its window to the front and the keyboard to its field first, and is proven by a
check after."""


def most_actions(linked: Linked, rows: int) -> int:
    """Return an upper bound of what a run sends and checks; never more than `MOST_ACTIONS`."""
    known: dict[str, int] = {}
    count = _of_macro(linked.main, linked, rows, known)
    return max(1, min(_PER_STEP * count, MOST_ACTIONS))


def _of_macro(source: Source, linked: Linked, rows: int, known: dict[str, int]) -> int:
    """Count one macro once; calls are no deeper than `link` allows."""
    name = source.macro.name
    if name not in known:
        known[name] = _of_steps(source.macro.steps, linked, rows, known)
    return known[name]


def _of_steps(steps: tuple[Step, ...], linked: Linked, rows: int, known: dict[str, int]) -> int:
    total = 0
    for step in steps:
        if step.off:
            continue
        inner = sum(_of_steps(block, linked, rows, known) for block in blocks(step))
        match step:
            case grammar.ForEach():
                inner *= rows
            case grammar.Call():
                inner = _of_macro(linked.called(step.macro), linked, rows, known)
            case grammar.Repeat():
                inner += check_after(step) is not None
            case grammar.Group() | grammar.If():
                pass
            case _:
                inner = 1
        total = min(total + inner, MOST_ACTIONS)
    return total


OnRow = Literal["stop", "next"]
"""What a failed row does to the run."""


@dataclass(frozen=True, slots=True)
class Play:
    """What is to be played."""

    linked: Linked
    scope: Scope
    table: Table | None = None
    first_row: int = 1
    only_rows: tuple[int, ...] = ()
    """Rows that are done, in their order; empty for all from `first_row` on."""
    on_row_failure: OnRow = "stop"
    start_at: str = ""
    stop_after: str = ""

    def program(self) -> Program:
        """Return the program, before its first step.

        Raises:
            MacroError: there is no such step, row or table.
        """
        return Program(
            self.linked, self.scope, self.table,
            first_row=self.first_row, only_rows=self.only_rows, start_at=self.start_at, stop_after=self.stop_after,
        )  # fmt: skip


LONGEST_BREATH_S: Final = 2.0
"""A wait is as long as the search took, up to this: the program that is waited for needs the machine."""

Decide = Callable[[Moment], Decision]
"""Returns what is to be done at one moment."""


class Turns:
    """Takes a policy's turns; owned by the agent thread."""

    def __init__(self, tools: Tools, in_hand: InHand, decide: Decide) -> None:
        """Stand before the first turn.

        Args:
            tools: what the run works with.
            in_hand: told what became of the last proposal or question.
            decide: called once a turn, until it returns an end.
        """
        self._tools = tools
        self._in_hand = in_hand
        self._decide = decide
        self._sight: Sight | None = None
        self._is_glance = False
        self._steps_seen = 0
        self.idle_s = 0.0
        """Seconds of this turn in which nothing was searched; `decide` adds to them."""
        self.finish: Finish | None = None
        """How it ended; from there on every turn returns it."""
        self.spent = Spent()

    def take(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        """Take one turn; arguments and return as of `Policy.propose`.

        Raises:
            Stopped: a stop was asked for.
        """
        stop.check()
        if self.finish is not None:
            return self.finish
        self._in_hand.is_dry = task.approve == "dry-run"
        self._learn(history)
        self._sight = Sight(observation, self._tools.reader, self._sight)
        moment, began_s = Moment(self._sight, not self._is_glance, stop), self._tools.clock.now_s()
        self._is_glance, self.idle_s = False, 0.0
        decision = self._decide(moment)
        if isinstance(decision, Later):
            self._is_glance = not decision.settles
            decision = _at_ease(decision, self._tools.clock.now_s() - began_s - self.idle_s)
        if isinstance(decision, Finish):
            self.finish = decision
        self.spent.leave(self._tools.clock.now_s(), decision)
        return decision

    def idle(self, seconds: float) -> None:
        """Count seconds of this turn as the user's, who was waited for: nobody's time."""
        self.idle_s += seconds
        self.spent.idle(seconds)

    def _learn(self, history: History) -> None:
        fresh = history.steps[self._steps_seen :]
        self._steps_seen = len(history.steps)
        record = fresh[-1] if fresh else None
        self.spent.turn(self._tools.clock.now_s(), record)
        self._in_hand.learn(history.chosen, record)


def _at_ease(later: Later, searched_s: float) -> Later:
    """Return the wait, as long as the search took."""
    return replace(later, after_s=max(later.after_s, min(searched_s, LONGEST_BREATH_S)))


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
