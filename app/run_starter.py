"""From a wish to a run: waits until there are hands, holds the desktop, starts, stops, lets go."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

from app.agent_thread import AgentThread, Job
from app.run_hold import RunHold
from app.run_lock import TAKEN
from automation.core.errors import AssistantError

BUSY: Final = "A task is running. Stop it first."


class RunStarter(QObject):
    """Owned by the application; UI thread, but for `stop`."""

    said = Signal(str, bool)
    """A sentence for the user, and whether it tells of a failure."""
    accepted = Signal()
    """A run begins; nothing of it is ready yet, and it can be stopped."""
    dropped = Signal()
    """What waited for its hands does not begin; from any thread."""

    def __init__(self, runtime: Path, make_room: Callable[[], None], parent: QObject) -> None:
        """Prepare without holding anything.

        Args:
            runtime: folder of locks and sockets.
            make_room: gets the window out of the way of a run that begins.
            parent: owns this.
        """
        super().__init__(parent)
        self._hold = RunHold(runtime, self.stop)
        self._make_room = make_room
        self.agent: AgentThread | None = None
        self.others: Callable[[], str] = lambda: ""
        """Tells what else in this window has the desktop, in a sentence; empty while nothing has."""
        self._early: Job | None = None
        """What was given before there was anybody to do it."""
        self._problem = ""
        """Why there will be nobody; empty while that is not known."""

    @property
    def is_running(self) -> bool:
        """Tell whether a run lives, or one waits for its hands."""
        return self._early is not None or (self.agent is not None and self.agent.is_running)

    def use(self, agent: AgentThread) -> None:
        """Have hands from here on."""
        self.agent = agent

    @property
    def refusal(self) -> str:
        """Why no run can begin at this moment, in a sentence; empty when one can."""
        if self._problem:
            return self._problem
        return BUSY if self.is_running else self.others()

    def begin_early(self) -> None:
        """Begin what was given before there were hands; the last of it, if it was more."""
        early, self._early = self._early, None
        if early is not None and self.agent is not None and not self._begin(self.agent, early):
            self.dropped.emit()

    def lack(self, problem: str) -> None:
        """Have no hands, for this reason."""
        self._problem = problem
        if self._drop_early():
            self.said.emit(problem, True)

    def start(self, job: Job) -> bool:
        """Begin a run at once or as soon as there are hands; say why not, and return False."""
        if self.agent is not None:
            return self._begin(self.agent, job)
        if self._problem:
            self.said.emit(self._problem, True)
            return False
        self._early = job
        self.said.emit("I am getting ready and begin in a moment.", False)
        return True

    def _begin(self, agent: AgentThread, job: Job) -> bool:
        business = BUSY if agent.is_running else self.others()
        if business:
            self.said.emit(business, True)
            return False
        try:
            self._hold.take()
        except AssistantError as error:
            self.said.emit(str(error), True)
            return False
        self.accepted.emit()
        self._make_room()
        agent.start(job)
        if self._hold.is_lost:  # before there was a run to stop
            self.stop(TAKEN)
        return True

    def stop(self, cause: str = "user") -> None:
        """Stop whatever runs; safe from any thread."""
        self._drop_early()
        if self.agent is not None:
            self.agent.stop(cause)

    def _drop_early(self) -> bool:
        """Let what waits for its hands not begin; tell whether anything did."""
        early, self._early = self._early, None
        if early is not None:
            self.dropped.emit()
        return early is not None

    def over(self) -> None:
        """Let the desktop go: the run has ended."""
        self._hold.give_back()

    def join(self) -> None:
        """Stop the run and wait for its end."""
        if self.agent is not None:
            self.agent.join()
