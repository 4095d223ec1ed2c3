"""Tells a run as it happens: state, events and record, always in this order.

`TRANSITIONS` is the whole truth of what may follow what, and decides nothing but that: the loop advances
by it, the window enables its buttons by `FLAGS`. A pair that is not in it is not allowed.

A step goes `deciding -> confirming -> executing -> verifying -> deciding`: the picture taken after an
action is the one from which the next is decided. Only what makes that picture stale leads back to
`observing`: a changed target, an expired approval, a rejection, a choice that took its time, a pause.

- `executing` has one way in, from `confirming`: nothing is sent without a confirmation, whoever gave it.
  Steps that send nothing (waits, checks, plans) go the same way.
- A question to the user is no confirmation: its answer leads to another look and another proposal.
- `paused` is left only to `observing`: an approval never survives a pause.
- Every state in which a run lives leads to `stopped` and to `failed`. How the run ended in the sense of
  the exit status is the outcome's matter; `failed` is every end that the loop itself brought about.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeVar

from automation.core.errors import IllegalTransition, RecordError
from automation.core.events import Asked, Confirmed, Retold, RunEvent, Stepped, Task, Working
from automation.core.geometry import Rect
from automation.core.observation import Frame
from automation.core.ports import Listener, RunLog
from automation.core.proposal import (
    NOT_SENT,
    Confirmation,
    Finish,
    Proposal,
    StepRecord,
)
from automation.core.secrets import without_hidden
from automation.core.timing import Waited

if TYPE_CHECKING:
    from automation.agent.pending import Pending


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
_ENDS: Final = {_G.STOP: _S.STOPPED, _G.FAIL: _S.FAILED}
_PAUSE_OR_END: Final = {_G.PAUSE: _S.PAUSED, **_ENDS}

TRANSITIONS: Final[dict[AgentState, dict[AgentSignal, AgentState]]] = {
    _S.IDLE: {_G.START: _S.LOADING},
    _S.LOADING: {_G.LOADED: _S.OBSERVING, **_ENDS},
    _S.OBSERVING: {_G.OBSERVED: _S.DECIDING, **_PAUSE_OR_END},
    _S.DECIDING: {
        _G.PROPOSED: _S.CONFIRMING,
        _G.QUESTION: _S.ASKING,
        _G.FINISHED: _S.DONE,
        _G.LOOK_AGAIN: _S.OBSERVING,
        **_PAUSE_OR_END,
    },
    _S.ASKING: {_G.CHOSEN: _S.OBSERVING, **_PAUSE_OR_END},
    _S.CONFIRMING: {
        _G.ACCEPTED: _S.EXECUTING,
        _G.SKIPPED: _S.DECIDING,
        _G.LOOK_AGAIN: _S.OBSERVING,
        **_PAUSE_OR_END,
    },
    _S.EXECUTING: {_G.EXECUTED: _S.VERIFYING, _G.LOOK_AGAIN: _S.OBSERVING, **_PAUSE_OR_END},
    _S.VERIFYING: {_G.VERIFIED: _S.DECIDING, _G.FINISHED: _S.DONE, **_PAUSE_OR_END},
    _S.PAUSED: {_G.RESUME: _S.OBSERVING, **_ENDS},
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


@dataclass(frozen=True, slots=True)
class Flags:
    """What the user can do, and what is shown, while a run is in a state."""

    can_stop: bool = True
    can_pause: bool = False
    can_resume: bool = False
    waits_for_user: bool = False
    word: str = "Looking"
    """The state in words; `Working` stands for `Working in <app>`."""


FLAGS: Final[dict[AgentState, Flags]] = {
    _S.IDLE: Flags(can_stop=False, word="Ready"),
    _S.LOADING: Flags(word="Loading"),
    _S.OBSERVING: Flags(can_pause=True),
    _S.DECIDING: Flags(can_pause=True),
    _S.ASKING: Flags(can_pause=True, waits_for_user=True, word="Waiting for you"),
    _S.CONFIRMING: Flags(can_pause=True, waits_for_user=True, word="Waiting for you"),
    _S.EXECUTING: Flags(can_pause=True, word="Working"),
    _S.VERIFYING: Flags(can_pause=True),
    _S.PAUSED: Flags(can_resume=True, word="Paused"),
    _S.DONE: Flags(can_stop=False, word="Done"),
    _S.STOPPED: Flags(can_stop=False, word="Stopped"),
    _S.FAILED: Flags(can_stop=False, word="Failed"),
}

T = TypeVar("T")


class Journal:
    """One run's state, listener and log. Owned by the agent thread; `state` is read by anybody."""

    def __init__(self, listener: Listener, now_s: Callable[[], float] = time.monotonic) -> None:
        self._listener = listener
        self._now_s = now_s
        self._waited = Waited()
        self.state = AgentState.IDLE
        self._log: RunLog | None = None
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
    def _open_log(self) -> RunLog:
        if self._log is None:
            raise RecordError("the run's record was never opened")
        return self._log

    def open(self, log: RunLog, task: Task | None = None) -> None:
        """Write to this log from here on; `task` is what it was opened for."""
        self._log = log
        self._task = task
        if self._hidden:
            log.conceal(self._hidden)

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
        self.advance_silently(signal)
        if signal in (AgentSignal.LOOK_AGAIN, AgentSignal.ACCEPTED):
            self.pending = None  # told of anew or not at all; once accepted, it may be sent
        self.entered(self.state)
        self.tell(Working(self.run, self.state.value, note))

    def advance_silently(self, signal: AgentSignal) -> None:
        """Move the state on; for the end of a run, which has an event of its own."""
        self.state = next_state(self.state, signal)

    def intend(self, pending: "Pending") -> None:
        """Make durable what is about to happen."""
        proposal, told = pending.proposal, self.told
        self._open_log.intend(pending.n, told(proposal), told(proposal.intent), told(pending.risk))

    def withdraw(self, n: int) -> None:
        """Keep that the executor declined what was intended: nothing was sent."""
        self._open_log.withdraw(n)

    def keep(self, record: StepRecord) -> None:
        """Make the step durable, then say that it ended."""
        self._open_log.append(self.told(record))
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

        return self._open_log.picture(painted_over(frame, hidden)) if frame is not None else ""

    def end(self, finish: Finish, waited_s: float) -> None:
        """Close the log with how the run ended."""
        self._open_log.end(
            finish.outcome,
            self.told(finish.message),
            effects=finish.effects,
            unseen=finish.unseen,
            asked=self.asked,
            waited_s=waited_s,
        )
