"""The policy of a script: its steps one by one, as the player does a macro's, in the same loop.

A script has no other way to the hands: each step is found by the ladder, proposed, judged, approved,
sent by the executor and seen to have worked before the script's own thread goes on.
"""

from dataclasses import replace
from typing import Final

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
from automation.macros.player.instructions import Place, Whether
from automation.macros.player.linking import Source
from automation.macros.player.mismatch import DRY_RUN, GiveUp
from automation.macros.player.moments import Moment, StepEnd, Tools
from automation.macros.player.report import Reporter, StepReport, StepState
from automation.macros.player.sight import Sight
from automation.macros.player.step_run import StepRun
from automation.macros.player.telling import LeftOut, Told, end_of, step_report
from automation.macros.player.wording import step_words
from automation.macros.script.inbox import (
    AskWhether,
    BeginRow,
    DoStep,
    EndRow,
    EndRun,
    GaveUp,
    Inbox,
    Request,
)

STALE_S: Final = 0.1
"""A script that took longer for its next step finds another screen: it is looked at anew."""
_LONGEST_BREATH_S: Final = 2.0
"""A wait is as long as the search took, up to this: the program that is waited for needs the machine."""
_MOST_NAMED: Final = 20


class ScriptPolicy:
    """Implements `core.ports.Policy` for one script; used by the agent thread."""

    def __init__(self, source: Source, inbox: Inbox, tools: Tools) -> None:
        """Stand before the first step.

        Args:
            source: the script's name, pictures and content, as a macro without steps.
            inbox: where the steps come from.
            tools: what the run works with.
        """
        self._source = source
        self._inbox = inbox
        self._tools = tools
        self._run: StepRun | WhetherRun | None = None
        self._place: Place | None = None
        self._leads_to: tuple[str, ...] = ()
        self._begun_s = 0.0
        self._ended_s: float | None = None
        self._before: Observation | None = None
        self._sight: Sight | None = None
        self._is_glance = False
        self._thought_s = 0.0
        self._steps_seen = 0
        self._n = 0
        self._sent_at = 0
        self._tested: dict[str, int] = {}
        self._is_dry = False
        self._finish: Finish | None = None
        self._left_out = LeftOut()
        self._caught: list[str] = []
        self._not_there: list[str] = []
        self.reporter = Reporter(source.macro.name, source.digest)

    @property
    def name(self) -> str:
        """`macro`: its steps are judged and approved as a macro's are."""
        return "macro"

    @property
    def run_in_hand(self) -> StepRun | None:
        """The step that is being done, for who tells of it; None between steps."""
        return self._run if isinstance(self._run, StepRun) else None

    def propose(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        """Return the next action, a question, a wait, or the end; waits for the script in between."""
        stop.check()
        if self._finish is not None:
            return self._finish
        self._inbox.began.set()
        self._is_dry = task.approve == "dry-run"
        self._take_in(history)
        self._sight = Sight(observation, self._tools.reader, self._sight)
        moment, began_s = Moment(self._sight, not self._is_glance, stop), self._tools.clock.now_s()
        self._is_glance, self._thought_s = False, 0.0
        decision = self._decide(moment)
        if isinstance(decision, Later):
            self._is_glance = not decision.settles
            spent_s = self._tools.clock.now_s() - began_s - self._thought_s
            ease_s = min(max(0.0, spent_s), _LONGEST_BREATH_S)
            decision = replace(decision, after_s=max(decision.after_s, ease_s))
        if isinstance(decision, Finish):
            self._finish = decision
        return decision

    def unfinished(self, message: str) -> None:
        """Report the step in hand as failed: the run was ended from outside."""
        if self._run is None or self._place is None:
            return
        place, now_s = self._place, self._tools.clock.now_s()
        self._report(place, "failed", message)
        self._run = None
        if place.row:
            self.reporter.row_fails(place.row, place.step.id, message, now_s)

    def _take_in(self, history: History) -> None:
        """Learn what became of the last proposal or question."""
        fresh = history.steps[self._steps_seen :]
        self._steps_seen = len(history.steps)
        run = self._run
        if run is None:
            return
        run.chose(history.chosen)
        if not isinstance(run, StepRun):
            return
        if fresh:
            self._took(run, fresh[-1])
        else:
            run.give_up_pending()

    def _took(self, run: StepRun, record: StepRecord) -> None:
        run.took(record)
        self._n = self._sent_at = record.n
        self._before = run.before

    def _decide(self, moment: Moment) -> Decision:
        while True:
            run = self._run
            if run is not None:
                decision = self._go_on(run, moment)
                if decision is not None:
                    return decision
                continue
            request, thought_s = self._inbox.next(moment.stop)
            self._thought_s += thought_s
            ended = self._begin(request)
            if ended is not None:
                return ended
            if self._thought_s > STALE_S:
                return Later(0.0, settles=True)

    def _begin(self, request: Request) -> Finish | None:
        """Take a request up; return the end if that is what it asks for."""
        now_s = self._tools.clock.now_s()
        match request:
            case DoStep():
                self._leads_to = request.leads_to
                place = self._at(request)
                self._run = StepRun(
                    place, self._tools,
                    before=self._before, since_s=self._ended_s, is_dry=self._is_dry,
                )  # fmt: skip
            case AskWhether():
                place = self._at(request)
                is_new = self._tested.get(place.step.id, -1) < self._sent_at
                self._run = WhetherRun(
                    Whether(place, request.step.condition), self._tools,
                    before=self._before, is_dry=self._is_dry, is_new=is_new,
                )  # fmt: skip
                self._tested[place.step.id] = self._sent_at
            case BeginRow():
                self.reporter.row_begins(request.row, now_s)
                self._inbox.reply(None)
            case EndRow():
                self.reporter.row_ends(request.row, now_s)
                self._inbox.reply(None)
            case EndRun():
                return self._end(request)
        return None

    def _at(self, request: DoStep | AskWhether) -> Place:
        self._begun_s, self._n = self._tools.clock.now_s(), 0
        self._place = Place(request.step, request.scope, self._source, request.row)
        return self._place

    def _go_on(self, run: StepRun | WhetherRun, moment: Moment) -> Decision | None:
        """Go on with what is in hand; return a decision, or None when it is over."""
        result = run.decide(moment)
        if isinstance(result, bool):
            self._run = None
            self._inbox.reply(result)
            return None
        if isinstance(result, StepEnd):
            return self._close(run, result.gave_up)
        if isinstance(result, Proposal):
            return replace(result, leads_to=self._leads_to)
        return result

    def _close(self, run: StepRun | WhetherRun, gave_up: GiveUp | None) -> Decision | None:
        place = self._place
        assert place is not None, "what is in hand has a place"
        if isinstance(run, StepRun):
            self.reporter.model_calls += run.notes.model_calls
        if gave_up is not None and not gave_up.is_skipped:
            return self._failed(place, gave_up)
        if isinstance(run, StepRun):
            self._left_out.take(place, run, gave_up)
        state: StepState = "dry_run" if self._is_dry else "done"
        self._answer(place, "skipped" if gave_up else state, gave_up.sentence if gave_up else "")
        return None

    def _failed(self, place: Place, gave_up: GiveUp) -> Decision | None:
        """Tell the script that its step was not done; the run goes on as long as the script does."""
        if gave_up.how == DRY_RUN and self.reporter.counts.get("dry_run", 0):
            self._not_there.append(step_words(place.step))
            self._answer(place, "dry_run", "it is not on the screen yet")
            return None
        self._report(place, "failed", gave_up.sentence)
        message = f"{_where(place)}: {gave_up.sentence.rstrip('.')}."
        if place.row:
            now_s = self._tools.clock.now_s()
            self.reporter.row_fails(place.row, place.step.id, message, now_s)
        self._run, self._ended_s = None, self._tools.clock.now_s()
        if gave_up.outcome is Outcome.STOPPED:
            return Finish(gave_up.outcome, message)
        self._caught.append(_where(place))
        self._inbox.reply(GaveUp(gave_up.outcome, message))
        return None

    def _answer(self, place: Place, state: StepState, message: str) -> None:
        told = self._report(place, state, message)
        self._run, self._ended_s = None, self._tools.clock.now_s()
        self._inbox.reply(told)

    def _report(self, place: Place, state: StepState, message: str) -> StepReport:
        spent_ms = 1000 * (self._tools.clock.now_s() - self._begun_s)
        told = step_report(place, self._run, Told(state, message, self._n, spent_ms))
        self.reporter.step(told)
        return told

    def _end(self, request: EndRun) -> Finish:
        if request.outcome is not None:
            return Finish(request.outcome, request.message)
        finish = end_of(self.reporter, self._left_out)
        notes = [finish.message]
        if self._caught:
            said = "step was" if len(self._caught) == 1 else "steps were"
            notes.append(
                f"{len(self._caught)} {said} not done, and the script went on: {_some(self._caught)}."
            )
        if self._not_there:
            notes.append(f"Not on the screen yet: {_some(self._not_there)}.")
        return replace(finish, message=" ".join(notes))


def _where(place: Place) -> str:
    row = f" (row {place.row})" if place.row else ""
    return f"{place.step.id.replace('-', ' ').capitalize()}{row}"


def _some(words: list[str]) -> str:
    more = f" and {len(words) - _MOST_NAMED} more" if len(words) > _MOST_NAMED else ""
    return "; ".join(words[:_MOST_NAMED]) + more


_TYPED: type[Policy] = ScriptPolicy
