"""The step or condition that a run is at, what is told of it, and what the next one must know of it."""

from collections.abc import Hashable
from typing import TYPE_CHECKING

from automation.core.proposal import StepRecord
from automation.macros.player.adrift import KeyboardPlace
from automation.macros.player.deciding import WhetherRun
from automation.macros.player.instructions import Place, Whether
from automation.macros.player.mismatch import GiveUp
from automation.macros.player.moments import Tools
from automation.macros.player.report import Reporter, StepReport, StepState
from automation.macros.player.step_run import StepRun
from automation.macros.player.telling import LeftOut, Told, step_report
from automation.macros.player.typed_over import pressed_by

if TYPE_CHECKING:
    from automation.core.observation import Observation, ScreenElement
    from automation.macros.player.raising import Unmoved


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
