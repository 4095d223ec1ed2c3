"""The `macro` policy: walks over the program of a macro and does one step after the other, in the same loop as any.

It knows no way round the loop: every action is a proposal that is judged, approved, checked once more
and recorded. What it waits for it waits for by looking, so that a stop ends it at once. A script takes
its steps the same way: `CurrentStep` is what both share.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from automation.core.events import Task
from automation.core.observation import Observation
from automation.core.ports import History, Policy
from automation.core.proposal import Decision, Finish, Later, Outcome, Proposal
from automation.core.timing import StopToken
from automation.macros import macro as grammar
from automation.macros.effects import goes_with_keyboard, is_for_desktop
from automation.macros.macro import Step, branches, inner
from automation.macros.play.conditions import Sight
from automation.macros.play.linking import Linked, Source
from automation.macros.play.mismatch import GiveUp
from automation.macros.play.program import (
    Broken,
    Do,
    EndlessMacro,
    Over,
    Place,
    Program,
    ResumePoint,
    RowBegins,
    RowEnds,
    Whether,
    check_after,
)
from automation.macros.play.report import (
    LeftOut,
    PlayTimer,
    Reporter,
    StepReport,
    StepState,
    end_of,
    not_shown,
    step_name,
    step_report,
    with_upcoming,
)
from automation.macros.play.rows import goes_once
from automation.macros.play.step_actions import pressed_by
from automation.macros.play.step_context import PlayServices, StepContext
from automation.macros.play.step_machine import ConditionRun, StepRun
from automation.macros.play.values import Scope, Table
from automation.macros.play.wording import step_words

if TYPE_CHECKING:
    from automation.core.observation import ScreenElement
    from automation.core.proposal import StepRecord
    from automation.macros.play.repair import Repair
    from automation.macros.play.targets import Unmoved

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
        lists = (inner(step, branch) for branch in branches(step))
        count = sum(_of_steps(steps, linked, rows, known) for steps in lists)
        match step:
            case grammar.ForEach():
                count *= rows
            case grammar.Call():
                count = _of_macro(linked.called(step.macro), linked, rows, known)
            case grammar.Repeat():
                count += check_after(step) is not None
            case grammar.Group() | grammar.If():
                pass
            case _:
                count = 1
        total = min(total + count, MOST_ACTIONS)
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
        """Return the program, before its first step."""
        return Program(
            self.linked, self.scope, self.table,
            first_row=self.first_row, only_rows=self.only_rows, start_at=self.start_at, stop_after=self.stop_after,
        )  # fmt: skip


_PRESSED_ONLY: Final = frozenset({"button", "link", "checkbox", "radio", "toggle"})
"""What nobody types into: a notice that is not there this time was answered by one of these."""


@dataclass(slots=True)
class FocusTracker:
    """Knows whether the keyboard is where the next keys of a play are meant to go."""

    left_out: str = ""
    """What was left out that would have said where the next step goes; empty for nothing."""
    _is_placed: bool = False
    """A step that was done has put the keyboard somewhere, and it may still be there."""

    def begin_row(self) -> None:
        """Forget the steps of the row before: none of them places the keyboard for this one."""
        self.left_out, self._is_placed = "", False

    def step_ended(self, step: Step, *, is_left_out: bool) -> None:
        """Note a step that was done, or was left out because it did not match."""
        is_placing = _brings_keyboard(step)
        if not is_left_out:
            if is_placing or goes_with_keyboard(step) or _is_of_desktop(step):
                self.left_out = ""
            self._is_placed = self._is_placed or (is_placing and not _is_press(step))
        elif self._is_missed(step, is_placing=is_placing) and not self.left_out:
            self.left_out = f"{step_words(step)} ({step.id})"

    def _is_missed(self, step: Step, *, is_placing: bool) -> bool:
        """Return whether the keyboard is elsewhere than the step that was left out would have put it."""
        if _is_press(step):
            return not self._is_placed
        return is_placing or (isinstance(step, grammar.Keys) and goes_with_keyboard(step))


def _is_press(step: Step) -> bool:
    return isinstance(step, grammar.Click) and step.target.role in _PRESSED_ONLY


def _is_of_desktop(step: Step) -> bool:
    return isinstance(step, grammar.Keys) and is_for_desktop(step.keys)


def _brings_keyboard(step: Step) -> bool:
    match step:
        case grammar.Click() | grammar.Drag() | grammar.Type() | grammar.Launch():
            return True
        case grammar.Window():
            return step.op not in ("close", "minimise")
        case grammar.Keys():
            return step.target is not None
        case _:
            return False


LONGEST_BREATH_S: Final = 2.0
"""A wait is as long as the search took, up to this: the program that is waited for needs the machine."""


class CurrentStep:
    """The step or condition that is being done, and what is carried over to the next one.

    A policy begins each turn with `begin_turn`, which takes in what became of its last proposal, and
    ends it with `end_turn`.
    """

    def __init__(self, services: PlayServices, reporter: Reporter) -> None:
        self._services = services
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
        self._sight: Sight | None = None
        self._is_glance = False
        self._steps_seen = 0
        self._turn_began_s = 0.0
        self.idle_s = 0.0
        """Seconds of this turn in which nothing was searched; a policy adds to them."""
        self.finish: Finish | None = None
        """How it ended; from there on every turn returns it."""
        self.focus = FocusTracker()
        self.timer = PlayTimer()
        self.left_out = LeftOut()
        self.is_dry = False
        """Nothing is sent."""
        self.run: StepRun | ConditionRun | None = None
        """What is being done; None between steps."""

    @property
    def step(self) -> StepRun | None:
        """The step that is being done; None between steps, and while a condition is decided."""
        return self.run if isinstance(self.run, StepRun) else None

    @property
    def is_shown_only(self) -> bool:
        """Whether something was shown and not sent: what comes after it cannot be there yet."""
        return self.is_dry and bool(self._sent_at or self._reporter.counts.get("dry_run", 0))

    @property
    def place(self) -> Place:
        """Where it stands in the program, or stood last."""
        assert self._place is not None, "what is being done has a place"
        return self._place

    def begin_turn(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> StepContext:
        """Take in what became of the last proposal or question; return what is seen now."""
        self.is_dry = task.approve == "dry-run"
        fresh = history.steps[self._steps_seen :]
        self._steps_seen = len(history.steps)
        record = fresh[-1] if fresh else None
        self.timer.begin_turn(self._services.clock.now_s(), record)
        self._learn(history.chosen, record)
        self._sight = Sight(observation, self._services.reader, self._sight)
        context = StepContext(self._sight, not self._is_glance, stop)
        self._turn_began_s = self._services.clock.now_s()
        self._is_glance, self.idle_s = False, 0.0
        return context

    def end_turn(self, decision: Decision) -> Decision:
        """Return the decision; a wait is made at least as long as the search took."""
        now_s = self._services.clock.now_s()
        if (
            self.step is not None
        ):  # while the user points nothing is searched, and it is nobody's time
            self.idle_s += self.step.pointing_s
            self.timer.idle(self.step.pointing_s)
        if isinstance(decision, Later):
            self._is_glance = not decision.settles
            searched_s = min(now_s - self._turn_began_s - self.idle_s, LONGEST_BREATH_S)
            decision = replace(decision, after_s=max(decision.after_s, searched_s))
        if isinstance(decision, Finish):
            self.finish = decision
        self.timer.end_turn(now_s, decision)
        return decision

    def _learn(self, chosen: int | None, record: "StepRecord | None") -> None:
        """Pass on the user's answer, and the step that came of the proposal; None where none did."""
        if self.run is None:
            return
        self.run.on_answer(chosen)
        step = self.step
        if step is None:
            return
        if record is None:
            step.clear_pending()
            return
        step.on_record(record)
        self._n = self._sent_at = record.n
        self._before, self._pressed = step.before, pressed_by(record)

    def move_to(self, place: Place) -> None:
        """Go to a place without beginning its step; the place's time begins."""
        self._place, self.run = place, None
        self._begun_s, self._n = self._services.clock.now_s(), 0

    def begin_step(self, place: Place) -> StepRun:
        """Begin a step and return it."""
        self.move_to(place)
        run = self.run = StepRun(
            place,
            self._services,
            before=self._before,
            pressed=self._pressed,
            since_s=self._ended_s,
            is_dry=self.is_dry,
            unmoved=self._unmoved,
            left_out_before=self.focus.left_out,
        )
        return run

    def begin_condition(
        self, test: Whether, key: Hashable, *, is_first: bool = False
    ) -> ConditionRun:
        """Begin to decide a condition and return it."""
        self.move_to(test.place)
        is_new = is_first or self._tested.get(key, -1) < self._sent_at
        self._tested[key] = self._sent_at
        run = self.run = ConditionRun(
            test, self._services, before=self._before, is_dry=self.is_dry, is_new=is_new
        )
        return run

    def report(self, state: StepState, message: str = "") -> StepReport:
        """Add the current step to the report; it stays the current one until `end_step`."""
        spent_ms = 1000 * (self._services.clock.now_s() - self._begun_s)
        told = step_report(self.place, self.run, state, message, n=self._n, ms=spent_ms)
        self._reporter.step(told)
        return told

    def report_end(self, gave_up: GiveUp | None) -> StepReport:
        """Add a step that was done to the report, or one that was left out, with the reason."""
        if (step := self.step) is not None:
            self.left_out.add(self.place, step, gave_up)
            self.focus.step_ended(self.place.step, is_left_out=gave_up is not None)
        if gave_up is not None:
            return self.report("skipped", gave_up.sentence)
        return self.report("dry_run" if self.is_dry else "done")

    def row_fails(self, message: str) -> None:
        """Report the row of the place as failed; outside rows do nothing."""
        if self.place.row:
            now_s = self._services.clock.now_s()
            self._reporter.row_fails(self.place.row, self.place.step.id, message, now_s)

    def end_step(self) -> None:
        """End the current step; the pause before the next one begins."""
        self.run, self._ended_s = None, self._services.clock.now_s()

    def end_condition(self) -> None:
        """End the current condition; no pause begins, since it is no step."""
        self.run = None

    def unfinished(self, message: str) -> None:
        """Report the current step as failed: the run was ended from outside."""
        if self.run is None:
            return
        self.report("failed", message)
        self.run = None
        self.row_fails(message)


class StepPolicy:
    """What the policies of a macro and of a script share: a turn, and the step that is being done."""

    name: Final = "macro"
    """A script's steps are judged and approved as a macro's are."""

    def __init__(self, services: PlayServices, reporter: Reporter) -> None:
        self.reporter = reporter
        self._current = CurrentStep(services, reporter)

    @property
    def current_step(self) -> StepRun | None:
        """The step that is being done, for who tells of it; None between steps."""
        return self._current.step

    def propose(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        """Return the next action, a question, a wait, or the end."""
        stop.check()
        if self._current.finish is not None:
            return self._current.finish
        context = self._current.begin_turn(task, history, observation, stop)
        return self._current.end_turn(self._decide(context))

    def _decide(self, context: StepContext) -> Decision:
        """Go on until something is to be sent, asked or waited for, or it is over."""
        raise NotImplementedError

    def unfinished(self, message: str) -> None:
        """Report the current step as failed: the run was ended from outside."""
        if self._current.finish is None:
            self._current.unfinished(message)


_TYPED: type[Policy] = StepPolicy


MOST_ENDS: Final = 1000
"""Steps that may end without a look in between; then the screen is looked at once more."""


class MacroPolicy(StepPolicy):
    """Implements `core.ports.Policy` for one replay; used by the agent thread."""

    def __init__(
        self,
        play: Play,
        services: PlayServices,
        on_end: Callable[[StepReport], None] = lambda step: None,
    ) -> None:
        main = play.linked.main
        self._play = play
        self._program = play.program()
        self._on_end = on_end
        self._services = services = replace(
            services, is_trusted=services.is_trusted and play.linked.is_trusted
        )
        super().__init__(services, Reporter(main.macro.name, main.digest, main.folder))
        self.repairs: list[Repair] = []
        self.timer = self._current.timer
        """How long the play has taken, and whose time that was."""

    @property
    def row(self) -> int:
        """The row of the table that is being done, from 1; 0 outside rows."""
        return self._program.row

    @property
    def resume_step(self) -> str | None:
        """The step with which another play goes on at a row; empty for the first, None for no way."""
        if self._play.stop_after or self._play.only_rows:
            return None
        if (point := self._resume_point) is not None:
            return point.step
        return "" if not self.row and self._program.has_first_table_only else None

    @property
    def rows_left(self) -> tuple[int, ...] | None:
        """The rows that were to be done and are not; None for a part of a macro, or several tables."""
        play = self._play
        is_part = play.start_at or play.stop_after or (play.first_row > 1 and not play.only_rows)
        if play.table is None or is_part or not goes_once(play.linked):
            return None
        wanted = play.only_rows or range(play.first_row, len(play.table) + 1)
        done = self.reporter.done_rows
        return tuple(row for row in wanted if row not in done)

    @property
    def _resume_point(self) -> ResumePoint | None:
        """Where another play goes on; None also where a row failed in a table before this one."""
        return None if self.reporter.has_failed_before else self._program.resume_point

    def _decide(self, context: StepContext) -> Decision:
        """Go on in the program until something is to be sent, asked or waited for, or it is over."""
        try:
            for _ in range(MOST_ENDS):
                context.stop.check()
                run = self._current.run or self._begin()
                if run is None:
                    continue
                if isinstance(run, Finish):
                    return run
                result = run.decide(context)
                match result:
                    case bool():
                        self._current.end_condition()
                        self._program.answer(is_so=result)
                    case None | GiveUp():
                        if (finish := self._close(run, result)) is not None:
                            return finish
                    case Proposal():
                        return with_upcoming(result, self._current.place, self._program)
                    case _:
                        return result
        except EndlessMacro as error:
            return Finish(Outcome.FAILED, str(error))
        return Later(0.0, settles=True)

    def _begin(self) -> StepRun | ConditionRun | Finish | None:
        """Begin what the program says next; None where that is neither step nor condition."""
        program, now_s = self._program, self._services.clock.now_s()
        instruction = program.current()
        match instruction:
            case Over():
                way = self._services.rows_left_words if self.rows_left else ""
                return end_of(self.reporter, self._current.left_out, way)
            case RowBegins():
                self.reporter.row_begins(instruction.row, now_s)
                self._current.focus.begin_row()
                program.done()
            case RowEnds():
                self.reporter.row_ends(instruction.row, now_s)
                program.done()
            case Broken():
                self._current.move_to(instruction.place)
                return self._failed(GiveUp(False, Outcome.FAILED, instruction.sentence, "stop"))
            case Whether():
                key, is_first = id(instruction.place.step), instruction.turn <= 1
                return self._current.begin_condition(instruction, key, is_first=is_first)
            case Do():
                return self._current.begin_step(instruction.place)
        return None

    def _close(self, run: StepRun | ConditionRun, gave_up: GiveUp | None) -> Finish | None:
        """Report a step that is over, and go on in the program; return the end where there is one."""
        if isinstance(run, StepRun):
            self.repairs += run.log.repairs
            self.reporter.model_calls += run.log.model_calls
        if gave_up is not None and not gave_up.is_skipped:
            return self._failed(gave_up)
        self._on_end(self._current.report_end(gave_up))
        self._current.end_step()
        self._program.done()
        return None

    def _failed(self, gave_up: GiveUp) -> Finish | None:
        """End the row or the run at a step that could not be done."""
        current, place = self._current, self._current.place
        if current.is_shown_only:
            return Finish(Outcome.DONE, not_shown(place, self._program, gave_up))
        told = current.report("failed", gave_up.sentence)
        self._on_end(told)
        current.end_step()
        name = step_name(place, self._play.linked.main)
        message = f"{name}: {gave_up.sentence.rstrip('.')}."
        if not place.row:
            return Finish(gave_up.outcome, message)
        current.row_fails(told.message)
        may_go_on = self._play.on_row_failure == "next" and gave_up.outcome is not Outcome.STOPPED
        if may_go_on and self._program.abandon_row():
            return None
        return Finish(gave_up.outcome, f"{message} {self._way_on()}".strip())

    def _way_on(self) -> str:
        """Say where another play goes on over the rows; empty where none does that."""
        is_mixed = bool(self._play.only_rows) or len(self.reporter.failed_rows) > 1
        if is_mixed and self.rows_left is not None:
            return self._services.rows_left_words
        point = self._resume_point
        return self._services.resume_words(point) if point is not None else ""
