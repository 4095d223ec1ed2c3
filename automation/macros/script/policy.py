"""The policy of a script: its steps one by one, as the player does a macro's, in the same loop.

A script has no other way to the hands: each step is found by the ladder, proposed, judged, approved,
sent by the executor and seen to have worked before the script's own thread goes on.
"""

from dataclasses import replace
from typing import Final

from automation.core.events import Task
from automation.core.observation import Observation
from automation.core.ports import History, Policy
from automation.core.proposal import Decision, Finish, Later, Outcome, Proposal
from automation.core.stopping import StopToken
from automation.macros.player.deciding import WhetherRun
from automation.macros.player.in_hand import InHand
from automation.macros.player.instructions import Place, Whether
from automation.macros.player.linking import Source
from automation.macros.player.mismatch import DRY_RUN, GiveUp
from automation.macros.player.moments import Moment, StepEnd, Tools
from automation.macros.player.report import Reporter, StepReport
from automation.macros.player.step_run import StepRun
from automation.macros.player.telling import end_of
from automation.macros.player.turns import Turns
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
        self._clock = tools.clock
        self._leads_to: tuple[str, ...] = ()
        self._caught: list[str] = []
        self._not_there: list[str] = []
        self._not_shown: list[str] = []
        self.reporter = Reporter(source.macro.name, source.digest)
        self._in_hand = InHand(tools, self.reporter)
        self._turns = Turns(tools, self._in_hand, self._decide)

    @property
    def name(self) -> str:
        """`macro`: its steps are judged and approved as a macro's are."""
        return "macro"

    @property
    def run_in_hand(self) -> StepRun | None:
        """The step that is being done, for who tells of it; None between steps."""
        return self._in_hand.step

    def propose(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        """Return the next action, a question, a wait, or the end; waits for the script in between."""
        return self._turns.take(task, history, observation, stop)

    def unfinished(self, message: str) -> None:
        """Report the step in hand as failed: the run was ended from outside."""
        self._in_hand.unfinished(message)

    def _decide(self, moment: Moment) -> Decision:
        self._inbox.began.set()
        while True:
            run = self._in_hand.run
            if run is not None:
                decision = self._go_on(run, moment)
                if decision is not None:
                    return decision
                continue
            request, thought_s = self._inbox.next(moment.stop)
            self._turns.idle_s += thought_s
            ended = self._begin(request)
            if ended is not None:
                return ended
            if self._turns.idle_s > STALE_S:
                return Later(0.0, settles=True)

    def _begin(self, request: Request) -> Finish | None:
        """Take a request up; return the end if that is what it asks for."""
        now_s = self._clock.now_s()
        match request:
            case DoStep():
                self._leads_to = request.leads_to
                self._in_hand.take_step(self._at(request))
            case AskWhether():
                test = Whether(self._at(request), request.step.condition)
                self._in_hand.take_condition(test, request.step.id)
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
        return Place(request.step, request.scope, self._source, request.row)

    def _go_on(self, run: StepRun | WhetherRun, moment: Moment) -> Decision | None:
        """Go on with what is in hand; return a decision, or None when it is over."""
        result = run.decide(moment)
        if isinstance(result, bool):
            self._in_hand.answered()
            self._inbox.reply(result)
            return None
        if isinstance(result, StepEnd):
            return self._close(run, result.gave_up)
        if isinstance(result, Proposal):
            return replace(result, leads_to=self._leads_to)
        return result

    def _close(self, run: StepRun | WhetherRun, gave_up: GiveUp | None) -> Decision | None:
        if isinstance(run, StepRun):
            self.reporter.model_calls += run.notes.model_calls
        if gave_up is not None and not gave_up.is_skipped:
            return self._failed(gave_up)
        self._answer(self._in_hand.report_end(gave_up))
        return None

    def _failed(self, gave_up: GiveUp) -> Decision | None:
        """Tell the script that its step was not done; the run goes on as long as the script does."""
        in_hand, place = self._in_hand, self._in_hand.place
        if gave_up.how == DRY_RUN and in_hand.is_shown_only:
            why = gave_up.sentence.rstrip(".") if gave_up.is_there else ""
            if why:
                self._not_shown.append(why)
            else:
                self._not_there.append(step_words(place.step))
            self._answer(in_hand.report("dry_run", why or "it is not on the screen yet"))
            return None
        in_hand.report("failed", gave_up.sentence)
        message = f"{_where(place)}: {gave_up.sentence.rstrip('.')}."
        in_hand.row_fails(message)
        in_hand.put_away()
        if gave_up.outcome is Outcome.STOPPED:
            return Finish(gave_up.outcome, message)
        self._caught.append(_where(place))
        self._inbox.reply(GaveUp(gave_up.outcome, message))
        return None

    def _answer(self, told: StepReport) -> None:
        self._in_hand.put_away()
        self._inbox.reply(told)

    def _end(self, request: EndRun) -> Finish:
        if request.outcome is not None:
            return Finish(request.outcome, request.message)
        finish = end_of(self.reporter, self._in_hand.left_out)
        notes = [finish.message]
        if self._caught:
            said = "step was" if len(self._caught) == 1 else "steps were"
            notes.append(
                f"{len(self._caught)} {said} not done, and the script went on: {_some(self._caught)}."
            )
        if self._not_there:
            notes.append(f"Not on the screen yet: {_some(self._not_there)}.")
        if self._not_shown:
            notes.append(f"Not shown: {_some(self._not_shown)}.")
        return replace(finish, message=" ".join(notes))


def _where(place: Place) -> str:
    row = f" (row {place.row})" if place.row else ""
    return f"{place.step.id.replace('-', ' ').capitalize()}{row}"


def _some(words: list[str]) -> str:
    more = f" and {len(words) - _MOST_NAMED} more" if len(words) > _MOST_NAMED else ""
    return "; ".join(words[:_MOST_NAMED]) + more


_TYPED: type[Policy] = ScriptPolicy
