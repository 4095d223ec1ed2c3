"""The agent thread: one at a time, plain Python; it runs the loop and waits, the UI does not.

From a wish to a run: waits until there are hands, holds the desktop, starts, stops, lets go.
"""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QObject, Signal

from app.run_lock import TAKEN, RunHold
from automation.agent.outcomes import unforeseen
from automation.core.errors import AssistantError
from automation.core.events import Ended, RunEvent, Task
from automation.core.ports import Confirmer, Listener
from automation.core.proposal import Outcome
from automation.core.timing import StopToken

if TYPE_CHECKING:
    from app.desk import Desk
    from app.run_options import Brought
    from automation.desktop.capture import Veil


log = logging.getLogger(__name__)

JOIN_S = 5.0


def _nobody(happening: RunEvent) -> None:
    """Follow nothing."""


@dataclass(frozen=True, slots=True)
class Job:
    """A task, with what only some tasks bring."""

    task: Task
    brought: "Brought | None" = None
    """Who decides, with limits of its own; None takes the task's policy."""
    follow: Listener = _nobody
    """Told of everything in the agent thread, before the window is."""


class Runner(Protocol):
    """What runs a task on this desktop (`composition.Desk`)."""

    def run(
        self,
        task: Task,
        human: Confirmer | None,
        listener: Listener,
        stop: StopToken,
        *,
        brought: "Brought | None" = None,
    ) -> Ended:
        """Run the task to its end in the calling thread."""
        ...

    def halt(self) -> None:
        """Stop sending input now; may be called from any thread."""
        ...


class DeskRunner:
    """Runs tasks for the window: with its overlay as veil, and somebody there to go on."""

    def __init__(self, desk: "Desk", veil: "Veil") -> None:
        self._desk = desk
        self._veil = veil

    def run(
        self,
        task: Task,
        human: Confirmer | None,
        listener: Listener,
        stop: StopToken,
        *,
        brought: "Brought | None" = None,
    ) -> Ended:
        """Run the task to its end in the calling thread."""
        return self._desk.run(
            task, human, listener, stop, veil=self._veil, can_pause=True, brought=brought
        )

    def halt(self) -> None:
        """Stop sending input now."""
        self._desk.halt()


class AgentThread:
    """Starts runs and stops them. Owned by the UI thread; `stop` may come from anywhere."""

    def __init__(self, runner: Callable[[], Runner], human: Confirmer, listener: Listener) -> None:
        """Prepare without starting anything.

        Args:
            runner: called in the agent thread when a run begins; may raise AssistantError.
            human: asked in the agent thread.
            listener: called in the agent thread.
        """
        self._runner_of = runner
        self._human = human
        self._listener = listener
        self._thread: threading.Thread | None = None
        self._runner: Runner | None = None
        self._stop = StopToken()

    @property
    def is_running(self) -> bool:
        """Tell whether a run lives."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, what: Task | Job) -> bool:
        """Begin a run; False when one lives already."""
        if self.is_running:
            return False
        self._stop = StopToken()
        job = what if isinstance(what, Job) else Job(what)
        self._thread = threading.Thread(
            target=self._work, args=(job, self._stop), name="agent", daemon=True
        )
        self._thread.start()
        return True

    def stop(self, cause: str = "user") -> None:
        """Stop the run, in the middle of a word if need be; does nothing when none lives."""
        if not self.is_running:
            return
        self._stop.stop(cause)
        runner = self._runner  # the agent thread may end meanwhile
        if runner is not None:
            runner.halt()

    def join(self) -> None:
        """Stop the run and wait for its end."""
        self.stop()
        if self._thread is not None:
            self._thread.join(JOIN_S)

    def wait(self) -> None:
        """Wait for the end of a run that is ending; not from the UI thread."""
        if self._thread is not None:
            self._thread.join()

    def _work(self, job: Job, stop: StopToken) -> None:
        def _listen(happening: RunEvent) -> None:
            job.follow(happening)
            self._listener(happening)

        try:
            self._runner = self._runner_of()
            self._runner.run(job.task, self._human, _listen, stop, brought=job.brought)
        except AssistantError as error:
            _listen(Ended("", Outcome.ENVIRONMENT, str(error), 0))
        except BaseException as error:  # the thread's top frame: say it, keep the window alive
            log.exception("the run ended by an internal error")
            finish = unforeseen(error)
            _listen(Ended("", finish.outcome, finish.message, 0))
        finally:
            self._runner = None


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
