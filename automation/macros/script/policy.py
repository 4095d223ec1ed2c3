"""The policy of a script: its steps one by one, as the player does a macro's, in the same loop.

A script has no other way to the hands: each step is found by the finder, proposed, judged, approved,
sent by the executor and seen to have worked before the script's own thread goes on. That thread hands
one step after the other to the agent thread (`Inbox`), and waits for each. A step that was not done
raises:

    ScriptError
        NotFound        what a step means is not there
        Ambiguous       several things are what a step means
        Unseen          an effect, a check or what was waited for was not seen
        DoneInPart      the script came to its end, and rows failed or something was not seen
        Refused         you or a rule said no; the run is over
        LimitReached    the steps or the time are used up; the run is over
        CannotStart     there is no display, or another run holds it
        Failed          anything else
    ScriptStopped (BaseException)    somebody stopped the run; it is over

After `NotFound`, `Ambiguous`, `Unseen` and `Failed` of a step a script may go on in another way. When
the run is over every further step raises the same again. A text is literal unless the call has
`values=`; then it is a macro's, and values stay data. What is written from a macro is held against the
player's own program, step by step (`tests/property/test_macro_script.py`).
"""

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from automation.core.errors import AssistantError, Stopped
from automation.core.events import Ended
from automation.core.proposal import EXIT_CODES, Decision, Finish, Later, Outcome, Proposal
from automation.core.timing import StopToken
from automation.macros.macro import If, Step
from automation.macros.play.linking import Source
from automation.macros.play.mismatch import DRY_RUN, GiveUp
from automation.macros.play.policy import StepPolicy
from automation.macros.play.program import Place, Whether
from automation.macros.play.report import Reporter, StepReport, end_of
from automation.macros.play.step_context import PlayServices, StepContext
from automation.macros.play.step_machine import ConditionRun, StepRun
from automation.macros.play.values import Scope
from automation.macros.play.wording import step_words


class ScriptError(AssistantError):
    """A step was not done, or the run could not begin or end well; says why in a sentence."""

    def __init__(self, message: str, outcome: Outcome = Outcome.FAILED) -> None:
        super().__init__(message)
        self.outcome = outcome

    @property
    def status(self) -> int:
        """The exit status that stands for it."""
        return EXIT_CODES[self.outcome]


class NotFound(ScriptError):
    """What a step means is not there."""


class Ambiguous(ScriptError):
    """Several things are what a step means, and nobody chose one."""


class Unseen(ScriptError):
    """An effect, a check or what was waited for was not seen."""


class DoneInPart(ScriptError):
    """The script came to its end, and rows of it failed or something was not seen."""


class Refused(ScriptError):
    """The user or a rule said no; nothing more is sent."""


class LimitReached(ScriptError):
    """The steps or the time of the run are used up."""


class CannotStart(ScriptError):
    """The run could not begin: no display, or another run holds it."""


class Failed(ScriptError):
    """A step could not be done for another reason."""


class ScriptStopped(Stopped):
    """Somebody stopped the run. No handler of `Exception` takes it for an error."""

    def __init__(self, message: str) -> None:
        super().__init__("user")
        self.args = (message,)

    @property
    def status(self) -> int:
        """The exit status that stands for it."""
        return EXIT_CODES[Outcome.STOPPED]


_KINDS: Final[dict[Outcome, type[ScriptError]]] = {
    Outcome.NOT_FOUND: NotFound,
    Outcome.AMBIGUOUS: Ambiguous,
    Outcome.UNVERIFIED: Unseen,
    Outcome.PARTIAL: DoneInPart,
    Outcome.REJECTED: Refused,
    Outcome.BLOCKED: Refused,
    Outcome.LIMIT: LimitReached,
    Outcome.ENVIRONMENT: CannotStart,
}


def error_of(outcome: Outcome, message: str) -> ScriptError | ScriptStopped:
    """Return what is raised in the script for a step or a run that ended so."""
    if outcome is Outcome.STOPPED:
        return ScriptStopped(message)
    return _KINDS.get(outcome, Failed)(message, outcome)


POLL_S: Final = 0.02
"""How often who waits for the script's next step looks whether the run was stopped."""


@dataclass(frozen=True, slots=True)
class DoStep:
    """Do one step."""

    step: Step
    scope: Scope
    row: int = 0
    leads_to: tuple[str, ...] = ()
    """Names of menu items that the next steps press; approved together with this one."""


@dataclass(frozen=True, slots=True)
class AskWhether:
    """Tell whether a condition holds; nothing is sent."""

    step: If
    scope: Scope
    row: int = 0


@dataclass(frozen=True, slots=True)
class BeginRow:
    """The script goes over to a row of its table."""

    row: int


@dataclass(frozen=True, slots=True)
class EndRow:
    """The script is done with a row."""

    row: int


@dataclass(frozen=True, slots=True)
class EndRun:
    """The script is over; without an outcome it came to its end."""

    outcome: Outcome | None = None
    message: str = ""


Request = DoStep | AskWhether | BeginRow | EndRow | EndRun


@dataclass(frozen=True, slots=True)
class GaveUp:
    """A step was not done; the script may go on in another way."""

    outcome: Outcome
    message: str


Reply = StepReport | GaveUp | bool | None


@dataclass(frozen=True, slots=True)
class _Ticket:
    request: Request
    reply: "queue.SimpleQueue[Reply | Ended]" = field(default_factory=queue.SimpleQueue)


class Inbox:
    """One request at a time. `ask` is for the script's threads; `next` and `reply` for the agent's."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.began = threading.Event()
        """Set when the run takes requests, or is over without having taken any."""
        self._clock = clock
        self._tickets: queue.SimpleQueue[_Ticket] = queue.SimpleQueue()
        self._alone = threading.Lock()
        self._lock = threading.Lock()
        self._waiting: _Ticket | None = None
        self._ended: Ended | None = None

    @property
    def ended(self) -> Ended | None:
        """How the run ended; None before that."""
        return self._ended

    def ask(self, request: Request) -> Reply:
        """Hand a request over and wait for what comes of it.

        Raises:
            ScriptError: the run is over.
            ScriptStopped: it was stopped.
        """
        with self._alone:
            ticket = _Ticket(request)
            with self._lock:
                if self._ended is None:
                    self._waiting = ticket
                    self._tickets.put(ticket)
                else:
                    ticket.reply.put(self._ended)
            reply = ticket.reply.get()
        if isinstance(reply, Ended):
            raise error_of(reply.outcome, reply.message)
        return reply

    def next(self, stop: StopToken) -> tuple[Request, float]:
        """Return the next request, and the seconds that the script took for it.

        Raises:
            Stopped: the run was stopped meanwhile.
        """
        since_s = self._clock()
        while True:
            stop.check()
            try:
                ticket = self._tickets.get(timeout=POLL_S)
            except queue.Empty:
                continue
            return ticket.request, self._clock() - since_s

    def reply(self, answer: Reply) -> None:
        """Let the script go on; heard by nobody when it went away meanwhile."""
        with self._lock:
            ticket, self._waiting = self._waiting, None
        if ticket is not None:
            ticket.reply.put(answer)

    def over(self, ended: Ended) -> None:
        """The run has ended: tell who waits, and whoever asks from here on."""
        with self._lock:
            self._ended = ended
            ticket, self._waiting = self._waiting, None
        if ticket is not None:
            ticket.reply.put(ended)
        self.began.set()


STALE_S: Final = 0.1
"""A script that took longer for its next step finds another screen: it is looked at anew."""
_MOST_NAMED: Final = 20


class ScriptPolicy(StepPolicy):
    """Implements `core.ports.Policy` for one script; used by the agent thread, waits for the script's."""

    def __init__(self, source: Source, inbox: Inbox, services: PlayServices) -> None:
        super().__init__(services, Reporter(source.macro.name, source.digest))
        self._source = source
        self._inbox = inbox
        self._clock = services.clock
        self._leads_to: tuple[str, ...] = ()
        self._caught: list[str] = []
        self._not_there: list[str] = []
        self._not_shown: list[str] = []

    def _decide(self, context: StepContext) -> Decision:
        self._inbox.began.set()
        while True:
            run = self._current.run
            if run is not None:
                decision = self._go_on(run, context)
                if decision is not None:
                    return decision
                continue
            request, thought_s = self._inbox.next(context.stop)
            self._current.idle_s += thought_s
            ended = self._begin(request)
            if ended is not None:
                return ended
            if self._current.idle_s > STALE_S:
                return Later(0.0, settles=True)

    def _begin(self, request: Request) -> Finish | None:
        """Take a request up; return the end if that is what it asks for."""
        now_s = self._clock.now_s()
        match request:
            case DoStep():
                self._leads_to = request.leads_to
                self._current.begin_step(self._at(request))
            case AskWhether():
                test = Whether(self._at(request), request.step.condition)
                self._current.begin_condition(test, request.step.id)
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

    def _go_on(self, run: StepRun | ConditionRun, context: StepContext) -> Decision | None:
        """Go on with the current step; return a decision, or None when it is over."""
        result = run.decide(context)
        match result:
            case bool():
                self._current.end_condition()
                self._inbox.reply(result)
                return None
            case None | GiveUp():
                return self._close(run, result)
            case Proposal():
                return replace(result, leads_to=self._leads_to)
            case _:
                return result

    def _close(self, run: StepRun | ConditionRun, gave_up: GiveUp | None) -> Decision | None:
        if isinstance(run, StepRun):
            self.reporter.model_calls += run.log.model_calls
        if gave_up is not None and not gave_up.is_skipped:
            return self._failed(gave_up)
        self._answer(self._current.report_end(gave_up))
        return None

    def _failed(self, gave_up: GiveUp) -> Decision | None:
        """Tell the script that its step was not done; the run goes on as long as the script does."""
        current, place = self._current, self._current.place
        if gave_up.how == DRY_RUN and current.is_shown_only:
            why = gave_up.sentence.rstrip(".") if gave_up.is_there else ""
            if why:
                self._not_shown.append(why)
            else:
                self._not_there.append(step_words(place.step))
            self._answer(current.report("dry_run", why or "it is not on the screen yet"))
            return None
        current.report("failed", gave_up.sentence)
        message = f"{_where(place)}: {gave_up.sentence.rstrip('.')}."
        current.row_fails(message)
        current.end_step()
        if gave_up.outcome is Outcome.STOPPED:
            return Finish(gave_up.outcome, message)
        self._caught.append(_where(place))
        self._inbox.reply(GaveUp(gave_up.outcome, message))
        return None

    def _answer(self, told: StepReport) -> None:
        self._current.end_step()
        self._inbox.reply(told)

    def _end(self, request: EndRun) -> Finish:
        if request.outcome is not None:
            return Finish(request.outcome, request.message)
        finish = end_of(self.reporter, self._current.left_out)
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
