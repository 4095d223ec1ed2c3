"""Tells a run as it happens: state, events and record, always in this order."""

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from automation.agent.states import AgentSignal, AgentState, StateMachine
from automation.core.actions import Action, Check
from automation.core.concealing import without_hidden
from automation.core.errors import RecordError
from automation.core.events import Asked, Confirmed, Retold, RunEvent, Stepped, Task, Working
from automation.core.geometry import Rect
from automation.core.observation import Frame
from automation.core.pictures import painted_over
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
from automation.core.waited import Waited

if TYPE_CHECKING:
    from automation.agent.pending import Pending

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
        """The run's log.

        Raises:
            RecordError: it was never opened.
        """
        if self._log is None:
            message = "the run's record was never opened"
            raise RecordError(message)
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
            frame: what is kept.
            hidden: parts that are painted over first, in device pixels.
        """
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
