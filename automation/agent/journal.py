"""Tells a run as it happens: state, events and record, always in this order."""

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeVar

from automation.core.actions import Action, Check
from automation.core.errors import IllegalTransition, RecordError
from automation.core.events import Asked, Confirmed, Retold, RunEvent, Stepped, Task, Working
from automation.core.geometry import Rect
from automation.core.observation import Frame
from automation.core.ports import Listener, RunLog
from automation.core.proposal import (
    NOT_SENT,
    Confirmation,
    Effects,
    Outcome,
    Proposal,
    Risk,
    StepRecord,
)
from automation.core.secrets import without_hidden
from automation.core.timing import Waited

if TYPE_CHECKING:
    from automation.agent.pending import Pending


# Two rules for this file
#
# 1. It decides nothing but order. It knows no action, no picture, no thread and no widget. What a
#    signal is about travels elsewhere, as a value; here it only has a name.
# 2. The table is the whole truth. There is no second place where somebody asks "may I, in this
#    state?". The loop advances by it, the window enables its buttons by `FLAGS`, the diagrams in the
#    documentation can be drawn from it. A pair that is not in the table is not allowed, and a state
#    with an empty row is one that nothing leads out of: that was meant.
#
# How many machines
#
# One for each run. It is advanced by the agent thread alone; others read `state`, which is one
# reference and changes at once. A run that waits for the user and a run that types are the same
# machine in different states, so "stop" cannot be handled in one and forgotten in the other.
#
# A step, when nothing goes wrong
#
#     observing -> deciding -> confirming -> executing -> verifying -> deciding -> ...
#
# The picture taken after an action is the picture from which the next is decided, so `verifying`
# leads to `deciding` and not back to `observing`. Only what makes that picture stale leads to
# `observing`: a target that changed, an approval that expired, a rejection, a choice that took its
# time, a pause.
#
# Why the order is what it is
#
# - `executing` has one way in, from `confirming`. No code path can send input without a
#   confirmation having been there, whoever gave it: the user, or one of the user's rules. Steps that
#   send nothing (waits, checks, plans) go the same way, so that there is no second way to learn.
# - A question to the user (which of these four?) is not a confirmation. It has its own state, and no
#   way from it to `executing`: the answer only leads to another look and another proposal.
# - `paused` is reached from every state in which somebody works, and left only to `observing`:
#   whatever was known before the pause is looked at again. An approval never survives a pause.
# - `stopped` is reached from every state in which a run lives, by one signal. So is `failed`.
#
# What does not fit the table
#
# - How a run ended in the sense of the exit status. `done` says that the policy came to its end and
#   the loop closed the run; whether the effect was seen is the outcome's matter, not the state's.
#   `failed` is every end that the loop itself had to bring about, limits and refusals included.
# - Whether keys are held down. That is the executor's knowledge, and it lets go by itself when
#   nobody is there to tell it. The loop asks it to let go on every way out, whatever the state.
# - Loading. A run of the `commands` policy has nothing to load and passes `loading` in no time; it
#   is a state because with a model it takes a minute, and Stop must work in that minute.


class AgentState(StrEnum):
    """Where a run is."""

    IDLE = "idle"
    LOADING = "loading"
    OBSERVING = "observing"
    DECIDING = "deciding"
    ASKING = "asking"
    CONFIRMING = "confirming"
    EXECUTING = "executing"
    VERIFYING = "verifying"
    PAUSED = "paused"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


class AgentSignal(StrEnum):
    """What moves a run on."""

    START = "start"
    LOADED = "loaded"
    OBSERVED = "observed"
    PROPOSED = "proposed"
    QUESTION = "question"
    CHOSEN = "chosen"
    ACCEPTED = "accepted"
    LOOK_AGAIN = "look_again"
    """Rejected, expired, or the target changed: the picture is stale."""
    SKIPPED = "skipped"
    """A dry run: the step was shown and not sent."""
    EXECUTED = "executed"
    VERIFIED = "verified"
    FINISHED = "finished"
    PAUSE = "pause"
    RESUME = "resume"
    STOP = "stop"
    FAIL = "fail"


_S, _G = AgentState, AgentSignal

TRANSITIONS: Final[dict[AgentState, dict[AgentSignal, AgentState]]] = {
    _S.IDLE: {
        _G.START: _S.LOADING,
    },
    _S.LOADING: {
        _G.LOADED: _S.OBSERVING,
        _G.STOP: _S.STOPPED,
        _G.FAIL: _S.FAILED,
    },
    _S.OBSERVING: {
        _G.OBSERVED: _S.DECIDING,
        _G.PAUSE: _S.PAUSED,
        _G.STOP: _S.STOPPED,
        _G.FAIL: _S.FAILED,
    },
    _S.DECIDING: {
        _G.PROPOSED: _S.CONFIRMING,
        _G.QUESTION: _S.ASKING,
        _G.FINISHED: _S.DONE,
        _G.LOOK_AGAIN: _S.OBSERVING,
        _G.PAUSE: _S.PAUSED,
        _G.STOP: _S.STOPPED,
        _G.FAIL: _S.FAILED,
    },
    _S.ASKING: {
        _G.CHOSEN: _S.OBSERVING,
        _G.PAUSE: _S.PAUSED,
        _G.STOP: _S.STOPPED,
        _G.FAIL: _S.FAILED,
    },
    _S.CONFIRMING: {
        _G.ACCEPTED: _S.EXECUTING,
        _G.SKIPPED: _S.DECIDING,
        _G.LOOK_AGAIN: _S.OBSERVING,
        _G.PAUSE: _S.PAUSED,
        _G.STOP: _S.STOPPED,
        _G.FAIL: _S.FAILED,
    },
    _S.EXECUTING: {
        _G.EXECUTED: _S.VERIFYING,
        _G.LOOK_AGAIN: _S.OBSERVING,
        _G.PAUSE: _S.PAUSED,
        _G.STOP: _S.STOPPED,
        _G.FAIL: _S.FAILED,
    },
    _S.VERIFYING: {
        _G.VERIFIED: _S.DECIDING,
        _G.FINISHED: _S.DONE,
        _G.PAUSE: _S.PAUSED,
        _G.STOP: _S.STOPPED,
        _G.FAIL: _S.FAILED,
    },
    _S.PAUSED: {
        _G.RESUME: _S.OBSERVING,
        _G.STOP: _S.STOPPED,
        _G.FAIL: _S.FAILED,
    },
    _S.DONE: {},
    _S.STOPPED: {},
    _S.FAILED: {},
}


def next_state(state: AgentState, signal: AgentSignal) -> AgentState:
    """Return the state that the signal leads to."""
    try:
        return TRANSITIONS[state][signal]
    except KeyError:
        raise IllegalTransition(
            f'the signal "{signal}" does not fit a run that is {state}'
        ) from None


class StateMachine:
    """The states of a run and what leads from one to the next.

    The state of one run; advanced by the agent thread, read by anybody.
    """

    def __init__(self) -> None:
        self._state = AgentState.IDLE

    @property
    def state(self) -> AgentState:
        """Where the run is."""
        return self._state

    def advance(self, signal: AgentSignal) -> AgentState:
        """Move on; the state is unchanged if the signal does not fit."""
        self._state = next_state(self._state, signal)
        return self._state


@dataclass(frozen=True, slots=True)
class Flags:
    """What the user can do, and what is shown, while a run is in a state."""

    can_start: bool = False
    can_stop: bool = True
    can_pause: bool = False
    can_resume: bool = False
    waits_for_user: bool = False
    sends_input: bool = False
    """Nothing of ours may move on the screen meanwhile."""
    shows_pill: bool = True
    word: str = "Looking"
    """The state in words; `Working` stands for `Working in <app>`."""


_AT_REST: Final = Flags(can_start=True, can_stop=False, shows_pill=False, word="Ready")

FLAGS: Final[dict[AgentState, Flags]] = {
    _S.IDLE: _AT_REST,
    _S.LOADING: Flags(word="Loading"),
    _S.OBSERVING: Flags(can_pause=True),
    _S.DECIDING: Flags(can_pause=True),
    _S.ASKING: Flags(can_pause=True, waits_for_user=True, word="Waiting for you"),
    _S.CONFIRMING: Flags(can_pause=True, waits_for_user=True, word="Waiting for you"),
    _S.EXECUTING: Flags(can_pause=True, sends_input=True, word="Working"),
    _S.VERIFYING: Flags(can_pause=True),
    _S.PAUSED: Flags(can_resume=True, word="Paused"),
    _S.DONE: Flags(can_start=True, can_stop=False, shows_pill=False, word="Done"),
    _S.STOPPED: Flags(can_start=True, can_stop=False, shows_pill=False, word="Stopped"),
    _S.FAILED: Flags(can_start=True, can_stop=False, shows_pill=False, word="Failed"),
}

ACTIVE: Final = frozenset(state for state in AgentState if FLAGS[state].can_stop)
"""The states in which a run lives."""


T = TypeVar("T")


class Journal:
    """One run's state, listener and log. Owned by the agent thread; `state` is read by anybody."""

    def __init__(self, listener: Listener, now_s: Callable[[], float] = time.monotonic) -> None:
        self._listener = listener
        self._now_s = now_s
        self._waited = Waited()
        self._machine = StateMachine()
        self._log: _ConcealingLog | None = None
        self._task: Task | None = None
        self._hidden: set[str] = set()
        self.entered: Callable[[AgentState], None] = lambda state: None
        """Called with each state of the run, in the agent thread, before anybody is told."""
        self.steps: list[StepRecord] = []
        self.asked = 0
        """How often the user was asked."""
        self.pending: Pending | None = None
        """The step that was told of, is not accepted yet, and has no record."""

    @property
    def state(self) -> AgentState:
        """Where the run is."""
        return self._machine.state

    @property
    def run(self) -> str:
        """The run's id; empty until the log is open."""
        return self._log.run if self._log else ""

    @property
    def waited_s(self) -> float:
        """For how long the user was waited for until now."""
        return self._waited.until(self._now_s())

    @property
    def is_open(self) -> bool:
        """Tell whether there is a log to write to."""
        return self._log is not None

    @property
    def log(self) -> RunLog:
        """The run's log."""
        if self._log is None:
            raise RecordError("the run's record was never opened")
        return self._log

    def open(self, log: RunLog, task: Task | None = None) -> None:
        """Write to this log from here on; `task` is what it was opened for."""
        self._log = _ConcealingLog(log, self._hidden)
        self._task = task
        if self._hidden:
            self._log.conceal(self._hidden)

    def hide(self, *texts: str) -> None:
        """Tell and keep nothing with these texts from here on, and take them out of what is kept.

        The steps themselves stay whole in `steps`, for the policy that proposed them.
        """
        fresh = {text for text in texts if text.strip()} - self._hidden
        if not fresh:
            return
        self._hidden |= fresh
        if self._log is not None:
            self._log.conceal(self._hidden)
            if self._task is not None:
                self.tell(Retold(self.run, self.told(self._task).text))

    def told(self, value: T) -> T:
        """Return a task, an event, a text as it may be told and kept."""
        return without_hidden(value, self._hidden)

    def shown(self, proposal: Proposal) -> Proposal:
        """Return the proposal as it may be shown; what it does is not touched."""
        return replace(self.told(proposal), intent=proposal.intent)

    def tell(self, event: RunEvent) -> None:
        """Pass an event on to the listener."""
        is_answer = isinstance(event, Confirmed) and event.confirmation.by == "user"
        self.asked += is_answer or isinstance(event, Asked)
        self._waited.hear(event, self._now_s())
        self._listener(self.told(event))

    def advance(self, signal: AgentSignal, note: str = "") -> None:
        """Move the state on and say so."""
        state = self._machine.advance(signal)
        if signal in (AgentSignal.LOOK_AGAIN, AgentSignal.ACCEPTED):
            self.pending = None  # told of anew or not at all; once accepted, it may be sent
        self.entered(state)
        self.tell(Working(self.run, state.value, note))

    def advance_silently(self, signal: AgentSignal) -> None:
        """Move the state on; for the end of a run, which has an event of its own."""
        self._machine.advance(signal)

    def keep(self, record: StepRecord) -> None:
        """Make the step durable, then say that it ended."""
        self.log.append(record)
        self.pending = None
        self.steps.append(record)
        self.tell(Stepped(self.run, record))

    def keep_pending(self) -> None:
        """Keep the step at which a run ends as one that was not sent."""
        pending = self.pending
        if pending is None or not self.is_open:
            return
        decided = Confirmation("stopped", "rule:end")
        self.keep(replace(pending, confirmation=decided).record(NOT_SENT))

    def picture(self, frame: Frame | None, hidden: Sequence[Rect] = ()) -> str:
        """Hand a picture to the log; return its address, empty for no picture.

        Args:
            hidden: parts that are painted over first, in device pixels.
        """
        from automation.core.pictures import painted_over  # noqa: PLC0415  # brings numpy

        return self.log.picture(painted_over(frame, hidden)) if frame is not None else ""


class _ConcealingLog:
    """Implements `core.ports.RunLog`: what is hidden reaches the log with placeholders."""

    def __init__(self, log: RunLog, hidden: Collection[str]) -> None:
        self._log = log
        self._hidden = hidden

    @property
    def run(self) -> str:
        return self._log.run

    def picture(self, frame: Frame) -> str:
        return self._log.picture(frame)

    def intend(self, n: int, proposal: Proposal, action: Action | Check, risk: Risk) -> None:
        hidden = self._hidden
        self._log.intend(
            n,
            without_hidden(proposal, hidden),
            without_hidden(action, hidden),
            without_hidden(risk, hidden),
        )

    def withdraw(self, n: int) -> None:
        self._log.withdraw(n)

    def append(self, record: StepRecord) -> None:
        self._log.append(without_hidden(record, self._hidden))

    def conceal(self, texts: Collection[str]) -> None:
        self._log.conceal(texts)

    def end(
        self,
        outcome: Outcome,
        message: str,
        *,
        effects: Effects = Effects.NONE,
        unseen: int = 0,
        asked: int = 0,
        waited_s: float = 0.0,
    ) -> None:
        told = without_hidden(message, self._hidden)
        self._log.end(outcome, told, effects=effects, unseen=unseen, asked=asked, waited_s=waited_s)
