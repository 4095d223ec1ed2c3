"""Tells a run as it happens: state, events and record, always in this order."""

from automation.agent.states import AgentSignal, AgentState, StateMachine
from automation.core.errors import RecordError
from automation.core.events import RunEvent, Stepped, Working
from automation.core.observation import Frame
from automation.core.ports import Listener, RunLog
from automation.core.proposal import StepRecord


class Journal:
    """One run's state, listener and log. Owned by the agent thread; `state` is read by anybody."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._machine = StateMachine()
        self._log: RunLog | None = None
        self.steps: list[StepRecord] = []

    @property
    def state(self) -> AgentState:
        """Where the run is."""
        return self._machine.state

    @property
    def run(self) -> str:
        """The run's id; empty until the log is open."""
        return self._log.run if self._log else ""

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

    def open(self, log: RunLog) -> None:
        """Write to this log from here on."""
        self._log = log

    def tell(self, event: RunEvent) -> None:
        """Pass an event on to the listener."""
        self._listener(event)

    def advance(self, signal: AgentSignal, note: str = "") -> None:
        """Move the state on and say so."""
        state = self._machine.advance(signal)
        self.tell(Working(self.run, state.value, note))

    def advance_silently(self, signal: AgentSignal) -> None:
        """Move the state on; for the end of a run, which has an event of its own."""
        self._machine.advance(signal)

    def keep(self, record: StepRecord) -> None:
        """Make the step durable, then say that it ended."""
        self.log.append(record)
        self.steps.append(record)
        self.tell(Stepped(self.run, record))

    def picture(self, frame: Frame | None) -> str:
        """Hand a picture to the log; return its address, empty for no picture."""
        return self.log.picture(frame) if frame is not None else ""
