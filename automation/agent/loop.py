"""The loop: observe, propose, confirm, execute, verify, record, until the policy or a limit ends it.

Knows ports only. Whatever happens, the way out is the same: everything is let go, the record is
closed, and one sentence says how it ended.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from automation.agent.dialogs import BroughtUp, OpenedMenus
from automation.agent.evidence_collector import EvidenceCollector
from automation.agent.journal import AgentSignal, AgentState, Journal
from automation.agent.outcomes import (
    INTERNAL_ERROR,
    LOCKED,
    effects_of,
    finish_for,
    honest,
    how_far,
    is_seen,
    judged,
    stopped,
    unforeseen,
)
from automation.agent.parts import Eyes, Parts, PauseGate, RevokesGrants, RunTime, View
from automation.agent.pending import LookAgain, RunEnds, Took
from automation.agent.step import StepRunner
from automation.core.actions import Action, Answer, Ask, to_json
from automation.core.errors import AssistantError, Halt, InputError, RecordError, Stopped
from automation.core.events import Asked, Ended, RunEvent, Started, Task
from automation.core.pictures import patches_match
from automation.core.ports import Executor, History, Listener, Sleep, Wakes
from automation.core.proposal import (
    Candidate,
    Finish,
    Later,
    Outcome,
    Proposal,
    Question,
    StepRecord,
)
from automation.core.text import joined, worded
from automation.core.timing import StopToken
from automation.core.wording import NOTHING_SENT, told_by_model

log = logging.getLogger(__name__)

PERHAPS_HELD: Final = worded(
    "It could not be made sure that every key came up: tap Shift, Ctrl, Alt and the mouse buttons."
)


_FOR_WANT_OF_CONTROLS: Final = frozenset(
    {Outcome.NOT_FOUND, Outcome.AMBIGUOUS, Outcome.FAILED, Outcome.UNVERIFIED, Outcome.PARTIAL}
)
"""How a run may end because nobody tells what kind a control is, or how it stands."""
WAKE_COMMAND: Final = "deskhand doctor --wake on"
_ASLEEP: Final = worded(
    "This program shows its fields, lists and boxes only when it is woken; I could only read its text."
)
SLEEP_WORDS: Final = {
    Sleep.UNTIL_WOKEN: worded("{0} To wake such programs: {1}", _ASLEEP, WAKE_COMMAND),
    Sleep.UNTIL_NEW_START: worded(
        "{0} To wake such programs: {1} (then close this one and open it again)",
        _ASLEEP,
        WAKE_COMMAND,
    ),
    Sleep.STARTED_BEFORE: worded(
        "{0} It was open before that was switched on: close it and open it again.", _ASLEEP
    ),
    Sleep.WAKING: worded(
        "This program has not told yet what is on its page. Try again in a moment."
    ),
}


def close_run(
    executor: Executor,
    journal: Journal,
    finish: Finish,
    left_open: Callable[[], str],
    waited_s: float,
) -> Finish:
    """Let everything go and close the record; return the end with what there is to say of that.

    Nothing here raises for what fails on the way: whoever waits for the end of a run must hear of
    it.

    Args:
        left_open: returns a sentence on menus that the run leaves open; asked once all is let go.
    """
    return _recorded(journal, _with_menus(_let_go(executor, finish), left_open), waited_s)


def with_sleep(finish: Finish, asleep: Callable[[], Sleep | None]) -> Finish:
    """Say where a run found too little because the program in front shows its controls only when woken.

    Args:
        asleep: tells why the controls cannot be read; asked only where that may be the reason.
    """
    if finish.outcome not in _FOR_WANT_OF_CONTROLS or finish.cause:
        return finish
    try:
        sleep = asleep()
    except BaseException as error:  # noqa: BLE001 - the run must end all the same
        log.warning("could not tell whether a program sleeps: %s", type(error).__name__)
        return finish
    if sleep is None:
        return finish
    return replace(_with_note(finish, SLEEP_WORDS[sleep]), cause=str(sleep))


def tell_last(journal: Journal, event: RunEvent) -> None:
    """Tell a listener that may be gone."""
    _attempt(lambda: journal.tell(event), "tell the end of the run")


def _let_go(executor: Executor, finish: Finish) -> Finish:
    try:
        executor.release_all()
    except InputError:
        # The process is gone or was ended for it, and its dead-man lets go of everything.
        log.warning("the executor was gone when the run ended")
    except BaseException as error:  # noqa: BLE001 - the record must be closed all the same
        log.error("letting go failed: %s", type(error).__name__)  # noqa: TRY400 - see above
        return _with_note(finish, PERHAPS_HELD)
    return finish


def _with_menus(finish: Finish, left_open: Callable[[], str]) -> Finish:
    """Say which menus are open that a run has left: they get the keys, though it may have been its goal."""
    try:
        note = left_open()
    except BaseException as error:  # noqa: BLE001 - the record must be closed all the same
        log.warning("could not look for open menus: %s", type(error).__name__)
        return finish
    return _with_note(finish, note) if note else finish


def _recorded(journal: Journal, finish: Finish, waited_s: float) -> Finish:
    if not journal.is_open:
        return finish
    problem = _attempt(lambda: journal.end(finish, waited_s), "close the run's record")
    if problem is None:
        return finish
    why = " ".join(str(problem).split()).rstrip(".") or type(problem).__name__
    if why.casefold() in finish.message.casefold():  # a full disk ended the run as well
        return _with_note(finish, worded("The end could not be recorded either."))
    return _with_note(finish, worded("The end could not be recorded: {0}.", why))


def _attempt(doing: Callable[[], None], what: str) -> BaseException | None:
    try:
        doing()
    except BaseException as error:  # noqa: BLE001 - the last steps of a run are all taken
        log.warning("could not %s: %s", what, type(error).__name__)
        return error
    return None


def _with_note(finish: Finish, note: str) -> Finish:
    return replace(finish, message=joined(" ", (finish.message, note)))


MOST_QUESTIONS: Final = 20
"""Questions after which a run ends, answered or not."""


class Questions:
    """Puts a policy's question to the user and sees to it that the answer still fits the screen."""

    def __init__(
        self, parts: Parts, journal: Journal, eyes: Eyes, task: Task, stop: StopToken
    ) -> None:
        self._parts = parts
        self._journal = journal
        self._eyes = eyes
        self._task = task
        self._stop = stop
        self._asked = 0

    def ask(self, question: Question, view: View) -> tuple[int | None, View]:
        """Return the chosen number and the view to go on from.

        The number is None when the candidates moved while the user was thinking: the policy then
        asks anew.
        """
        self._asked += 1
        self._journal.advance(AgentSignal.QUESTION, question.text)
        asks = question.asks or question.text
        self._journal.tell(
            Asked(
                self._journal.run,
                question.text,
                question.candidates,
                asks=asks,
                answering=question.answering,
            )
        )
        if self._asked > MOST_QUESTIONS:
            raise RunEnds(Finish(Outcome.LIMIT, worded("Too many questions: {0}", asks)))
        if self._asked == 1 and self._task.pick is not None:
            self._check_pick(question.candidates, self._task.pick)
            self._journal.advance(AgentSignal.CHOSEN)
            self._journal.advance(AgentSignal.OBSERVED)
            return self._task.pick, view
        chosen = self._parts.confirmer.choose(question, view.observation, self._stop)
        self._stop.check()
        if chosen is None:
            raise RunEnds(Finish(question.outcome, question.text, asked=question.text))
        self._journal.advance(AgentSignal.CHOSEN)
        fresh = self._eyes.look()
        self._journal.advance(AgentSignal.OBSERVED)
        # Whether every candidate looks as it did when it got its number; answers in words do
        if all(
            patches_match(
                view.observation.frame.crop(candidate.box),
                fresh.observation.frame.crop(candidate.box),
            )
            for candidate in question.candidates
            if candidate.has_place
        ):
            return chosen, fresh
        return None, fresh

    def _check_pick(self, candidates: tuple[Candidate, ...], pick: int) -> None:
        numbers = [candidate.n for candidate in candidates]
        if pick not in numbers:
            known = worded("none")
            if numbers:
                known = worded("{0} to {1}", min(numbers), max(numbers))
            message = worded(
                "There is no candidate {0}; the numbers are {1}. {2}", pick, known, NOTHING_SENT
            )
            raise RunEnds(Finish(Outcome.AMBIGUOUS, message))


MOST_REPEATS: Final = 3
"""Identical actions without visible change after which the run ends."""


class RepeatWatch:
    """Notices a policy that does the same thing again and again while nothing changes."""

    def __init__(self) -> None:
        self._last = b""
        self._count = 0

    def is_stuck(self, step: StepRecord) -> bool:
        """Take a finished step in; tell whether the run is going round in circles."""
        if step.receipt.kind == "landed" or not step.receipt.is_unchanged:
            self._last, self._count = b"", 0
            return False
        action = to_json(step.action)
        self._count = self._count + 1 if action == self._last else 1
        self._last = action
        return self._count >= MOST_REPEATS


MOST_LOOKS_AGAIN: Final = 3
"""How often one step may be looked at and asked again before the run ends."""
MOST_UNANSWERED: Final = 10
"""How often a card goes by unanswered, one after the other, before the run pauses: nobody is there."""
_UNANSWERED: Final = worded("Paused, because nobody answered.")
_ANSWERS: Final = {
    "success": Outcome.DONE,
    "partial": Outcome.PARTIAL,
    "infeasible": Outcome.FAILED,
    "blocked": Outcome.BLOCKED,
}
_AT_ITS_END: Final = frozenset({Outcome.DONE, Outcome.PARTIAL, Outcome.UNVERIFIED})


def _nobody_listens(event: object) -> None:
    """Take an event and drop it."""


@dataclass(frozen=True, slots=True)
class _Tools:
    """What one run works with."""

    collector: EvidenceCollector
    eyes: Eyes
    steps: StepRunner
    questions: Questions


_PAUSES: Final = {
    "user_active": ("takeover", worded("Paused, because you moved the mouse.")),
    LOCKED: (LOCKED, worded("Paused, because the screen was locked.")),
    "own_menu": ("own_menu", worded("Paused, because a menu of this assistant was opened.")),
}
"""What may come up in the middle of an action: by what a run ends that cannot pause, and what a paused
one says."""


class Loop:
    """Runs one task. `run` is called once, on the agent thread; `state` and `gate` are for anybody.

    Without a gate nobody can let a paused run go on, so that what would pause it stops it.
    """

    def __init__(
        self, parts: Parts, *, listener: Listener = _nobody_listens, gate: PauseGate | None = None
    ) -> None:
        self._parts = parts
        self._journal = Journal(listener, parts.clock.now_s)
        self._gate = gate
        self._planned = 0
        self._unanswered = 0
        self._is_told = False
        self._eyes: Eyes | None = None
        self._menus = OpenedMenus()
        self._brought_up = BroughtUp()

    @property
    def state(self) -> AgentState:
        """Where the run is."""
        return self._journal.state

    def run(self, task: Task, stop: StopToken) -> Ended:
        """Run the task to its end and return how it ended; raises nothing that a run can meet."""
        journal = self._journal
        finish = Finish(Outcome.ERROR, INTERNAL_ERROR)
        journal.advance_silently(AgentSignal.START)
        try:
            with RunTime(task.timeout_s, self._parts.clock.now_s, stop) as time:
                journal.entered = time.enters
                finish = self._run(task, stop, time)
        except RunEnds as end:
            finish = end.finish
        except Stopped as stopping:
            halt = self._parts.true_cause(stopping.halt)
            finish = stopped(halt, journal.steps, self._planned)
        except AssistantError as error:
            finish = finish_for(error)
            if stop.is_set and not isinstance(error, RecordError):  # what is closed meanwhile fails
                halt = self._parts.true_cause(Halt(stop.cause))
                finish = stopped(halt, journal.steps, self._planned)
            log.info("the run ended: %s", type(error).__name__)
        except KeyboardInterrupt:
            finish = stopped(Halt("signal"), journal.steps, self._planned)
            raise
        except BaseException as error:  # a panic of a Rust library is no Exception
            finish = unforeseen(error)
            with suppress(Exception):  # a traceback is read from files: memory may be short
                log.exception("the run ended by an internal error")
        finally:
            is_macro = task.policy == "macro"
            finish = honest(finish, journal.steps, self._planned, names_step=is_macro)
            finish, waited_s = with_sleep(finish, self._asleep), journal.waited_s
            self._keep_pending()
            ended = self._end(task, self._closed(finish, waited_s), waited_s)
        return ended

    def _run(self, task: Task, stop: StopToken, time: RunTime) -> Finish:
        journal, parts = self._journal, self._parts
        stop.check()
        journal.hide(*parts.spoken_secrets(task.text))
        journal.open(parts.open_log(journal.told(task)), task)
        journal.advance_silently(AgentSignal.LOADED)
        collector = EvidenceCollector(
            parts.reader, task, lambda: parts.policy.name, parts.clock, parts.danger_words,
            parts.find_secret, parts.named_apps,
        )  # fmt: skip
        waker = parts.reader if isinstance(parts.reader, Wakes) else None
        self._eyes = eyes = Eyes(parts.screen, parts.clock, stop, waker)
        view = eyes.look()
        self._is_told = True
        self._brought_up.begins(view.observation)
        journal.tell(Started(journal.run, journal.told(task), view.observation.monitors))
        steps = StepRunner(
            parts, journal, collector, eyes, task, stop, self._menus, gate=self._gate
        )
        questions = Questions(parts, journal, eyes, task, stop)
        tools = _Tools(collector, eyes, steps, questions)
        return judged(self._work(view, tools, task, stop, time), journal.steps, collector.teller)

    def _work(
        self, view: View, tools: _Tools, task: Task, stop: StopToken, time: RunTime
    ) -> Finish:
        """Step until somebody says that it is enough."""
        journal, clock = self._journal, self._parts.clock
        chosen: int | None = None
        repeats, looks, after_refusal = RepeatWatch(), 0, False
        journal.advance(AgentSignal.OBSERVED)
        while True:
            stop.check()
            if time.is_up:
                raise Stopped("timeout")
            view = self._at_gate(view, tools.eyes, stop)
            tools.collector.saw(view.observation)
            started_s = clock.now_s()
            decision = self._parts.policy.propose(
                task, History(tuple(journal.steps), chosen), view.observation, stop
            )
            propose_ms, chosen = (clock.now_s() - started_s) * 1000, None
            if isinstance(decision, Finish):
                journal.hide(*decision.hides)
                return decision
            if isinstance(decision, Question):
                chosen, view = tools.questions.ask(decision, view)
                continue
            if isinstance(decision, Later):
                view = self._wait(decision, tools.eyes, stop)
                continue
            decision = _claimed(decision, task)
            decision = self._plan(decision, task)
            result = tools.steps.take(decision, view, propose_ms, after_refusal=after_refusal)
            if isinstance(result, Took):
                self._after(result.record, repeats)
                view, looks, after_refusal = result.view, 0, False
                continue
            looks += not result.is_expiry
            after_refusal = result.after_refusal
            view = self._again(result, looks, tools.eyes, stop)

    def _plan(self, proposal: Proposal, task: Task) -> Proposal:
        """Keep the count of known steps, and end the run where the policy or the limit ends it.

        Returns the proposal with the total; a macro tells its own.
        """
        steps = self._journal.steps
        total = len(steps) + 1 + len(proposal.upcoming)
        is_known = proposal.upcoming or not steps or self._planned >= total
        self._planned = total if is_known else 0  # a goal's steps are told one by one
        if isinstance(proposal.intent, Answer):
            words = told_by_model("says", proposal.intent.text)
            said = Finish(_ANSWERS[proposal.intent.status], words)
            raise RunEnds(judged(said, steps, "model"))
        if isinstance(proposal.intent, Ask):
            words = told_by_model("asks", proposal.intent.text)
            raise RunEnds(Finish(Outcome.AMBIGUOUS, words))
        if len(steps) >= task.max_steps:
            far = how_far(steps, self._planned)
            message = worded("The limit of {0} steps is reached. {1}", task.max_steps, far)
            raise RunEnds(Finish(Outcome.LIMIT, message))
        is_told = self._planned > 1 and task.policy != "macro"
        return replace(proposal, total=self._planned) if is_told else proposal

    def _after(self, record: StepRecord, repeats: RepeatWatch) -> None:
        """Judge the finished step; go on only if there is reason to."""
        journal = self._journal
        self._unanswered = 0
        if record.confirmation.verdict == "dry_run":
            return
        if record.execution and not record.execution.completed:
            self._cut_short(record)
        if not isinstance(record.action, Action) and not is_seen(record):
            said = record.proposal.sentence or worded("The check")
            found = record.receipt.detail or worded("not so")
            raise RunEnds(Finish(Outcome.UNVERIFIED, worded("{0}: {1}.", said, found)))
        if repeats.is_stuck(record):
            said = record.proposal.sentence or worded("the same step")
            far = how_far(journal.steps, 0)
            message = worded("Three times and nothing changed: {0}. {1}", said, far)
            raise RunEnds(Finish(Outcome.LIMIT, message))
        journal.advance(AgentSignal.VERIFIED)

    def _cut_short(self, record: StepRecord) -> None:
        """End or pause a run in the middle of whose action something came up."""
        word = record.execution.cause if record.execution else ""
        if word == "stopped":
            raise Stopped("kill_key")
        if word in _PAUSES:
            cause, why = _PAUSES[word]
            if self._gate is None:
                raise Stopped(cause)
            self._gate.pause(why)
            return
        why = record.execution.why if record.execution else ""
        far = how_far(self._journal.steps, self._planned)
        message = worded("The step was cut short ({0}). {1}", why, far)
        raise RunEnds(Finish(Outcome.LIMIT if word == "budget" else Outcome.FAILED, message))

    def _wait(self, later: Later, eyes: Eyes, stop: StopToken) -> View:
        """Let the policy's time pass, then look."""
        self._journal.advance(AgentSignal.LOOK_AGAIN, later.note)
        self._parts.clock.wait(later.after_s, stop)
        view = eyes.look() if later.settles else eyes.glance()
        self._journal.advance(AgentSignal.OBSERVED)
        return view

    def _again(self, result: LookAgain, looks: int, eyes: Eyes, stop: StopToken) -> View:
        """Look again, unless it was tried often enough."""
        if result.is_pause and self._gate is None:
            raise Stopped(result.cause)
        if looks > MOST_LOOKS_AGAIN and not result.is_pause:
            message = worded(
                "{0:.}. I tried {1} times. {2}", result.why, MOST_LOOKS_AGAIN, NOTHING_SENT
            )
            raise RunEnds(Finish(Outcome.BLOCKED, message))
        self._unanswered = self._unanswered + 1 if result.is_expiry else 0
        is_nobody_there = self._unanswered >= MOST_UNANSWERED
        if self._gate is not None and (result.is_pause or is_nobody_there):
            self._unanswered = 0
            self._gate.pause(_UNANSWERED if is_nobody_there else result.why)
        self._journal.advance(AgentSignal.LOOK_AGAIN, result.why)
        if self._gate is not None and self._gate.is_paused:
            self._pause(stop)
        view = eyes.look()
        self._journal.advance(AgentSignal.OBSERVED)
        return view

    def _at_gate(self, view: View, eyes: Eyes, stop: StopToken) -> View:
        """Wait while the run is paused, and look afresh afterwards."""
        if self._gate is None or not self._gate.is_paused:
            return view
        self._pause(stop)
        view = eyes.look()
        self._journal.advance(AgentSignal.OBSERVED)
        return view

    def _pause(self, stop: StopToken) -> None:
        gate = self._gate
        if gate is None:
            return
        self._parts.executor.release_all()
        if isinstance(self._parts.confirmer, RevokesGrants):
            self._parts.confirmer.revoke_grants()
        self._journal.advance(AgentSignal.PAUSE, gate.why)
        gate.wait(stop)
        self._journal.advance(AgentSignal.RESUME)

    def _asleep(self) -> Sleep | None:
        return self._eyes.asleep() if self._eyes is not None else None

    def _keep_pending(self) -> None:
        """Keep the step that a card was up for, or was to be; a record that cannot be written is told later."""
        try:
            self._journal.keep_pending()
        except BaseException as error:  # noqa: BLE001 - the run must end all the same
            log.warning("could not keep the last step: %s", type(error).__name__)

    def _closed(self, finish: Finish, waited_s: float) -> Finish:
        parts = self._parts
        finish = replace(finish, effects=effects_of(finish, self._journal.steps))
        return close_run(parts.executor, self._journal, finish, self._left_open, waited_s)

    def _left_open(self) -> str:
        parts = self._parts
        return self._menus.left(parts.windows(), is_mouse_taken=parts.is_mouse_taken())

    def _has_brought_up(self) -> bool:
        try:
            return self._brought_up.is_shown(self._parts.windows()) or bool(self._left_open())
        except BaseException as error:  # noqa: BLE001 - whoever waits for the end must hear of it
            log.warning("could not look at the windows: %s", type(error).__name__)
            return False

    def _end(self, task: Task, finish: Finish, waited_s: float) -> Ended:
        journal = self._journal
        journal.advance_silently(_closing_signal(journal.state, finish.outcome))
        if not self._is_told:
            tell_last(journal, Started(journal.run, task, ()))
        bare = Ended(journal.run, finish.outcome, finish.message, len(journal.steps))
        told = replace(
            bare,
            suggestions=finish.suggestions,
            cause=finish.cause,
            unseen=finish.unseen,
            effects=finish.effects,
            has_brought_up=self._has_brought_up(),
            waited_s=waited_s,
            asked=finish.asked,
        )
        ended = journal.told(told)
        tell_last(journal, ended)
        return ended


def _claimed(proposal: Proposal, task: Task) -> Proposal:
    """Return the step with what the program that handed the task over says of it, and that it does."""
    if not task.asked_by:
        return proposal
    claim = f"{task.claim} {proposal.claim}".strip()
    return replace(proposal, claim=claim, claimed_by=task.asked_by)


def _closing_signal(state: AgentState, outcome: Outcome) -> AgentSignal:
    if outcome is Outcome.STOPPED:
        return AgentSignal.STOP
    can_finish = state in (AgentState.DECIDING, AgentState.VERIFYING)
    return AgentSignal.FINISHED if outcome in _AT_ITS_END and can_finish else AgentSignal.FAIL
