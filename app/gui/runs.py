"""Runs of the window: the agent thread, which runs the loop and waits, and what starts and stops it.

One run at a time. A start that comes before the executor is ready is queued; a run holds the desktop
from its start to its end.
"""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from app.run_lock import TAKEN, RunHold
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


class AgentThread:
    """Starts runs and stops them. Owned by the UI thread; `stop` may come from anywhere."""

    def __init__(
        self, desk: "Desk", human: Confirmer, listener: Listener, veil: "Veil | None" = None
    ) -> None:
        """Prepare without starting anything.

        Args:
            human: asked in the agent thread.
            listener: called in the agent thread.
            veil: windows of ours that must not be on a picture.
        """
        self._desk = desk
        self._human = human
        self._listener = listener
        self._veil = veil
        self._thread: threading.Thread | None = None
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
        self._desk.executor.stop()

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
            self._desk.run(
                job.task,
                self._human,
                _listen,
                stop,
                veil=self._veil,
                can_pause=True,
                brought=job.brought,
            )
        except AssistantError as error:
            _listen(Ended("", Outcome.ENVIRONMENT, str(error), 0))
        except BaseException as error:  # the thread's top frame: say it, keep the window alive
            from automation.agent.outcomes import unforeseen  # noqa: PLC0415  # not needed for a start

            log.exception("the run ended by an internal error")
            finish = unforeseen(error)
            _listen(Ended("", finish.outcome, finish.message, 0))


BUSY: Final = "A task is running. Stop it first."


class RunStarter(QObject):
    """Owned by the application; UI thread, but for `stop`."""

    said = Signal(str, bool)
    """A sentence for the user, and whether it tells of a failure."""
    accepted = Signal()
    """A run begins; nothing of it is ready yet, and it can be stopped."""
    dropped = Signal()
    """The queued start was cancelled; from any thread."""

    def __init__(self, runtime: Path, make_room: Callable[[], None], parent: QObject) -> None:
        """Prepare without holding anything.

        Args:
            make_room: gets the window out of the way of a run that begins.
        """
        super().__init__(parent)
        self._hold = RunHold(runtime, self.stop)
        self._make_room = make_room
        self.agent: AgentThread | None = None
        self.others: Callable[[], str] = lambda: ""
        """Tells what else in this window has the desktop, in a sentence; empty while nothing has."""
        self._queued: Job | None = None
        """Given before the executor was ready."""
        self._problem = ""
        """Why there will be no executor; empty while that is not known."""

    @property
    def is_running(self) -> bool:
        """Tell whether a run lives, or a start is queued."""
        return self._queued is not None or (self.agent is not None and self.agent.is_running)

    @property
    def refusal(self) -> str:
        """Why no run can begin at this moment, in a sentence; empty when one can."""
        if self._problem:
            return self._problem
        return BUSY if self.is_running else self.others()

    def use(self, agent: AgentThread) -> None:
        """Run with this agent from here on, and begin what was queued before: the last of it."""
        self.agent = agent
        queued, self._queued = self._queued, None
        if queued is not None and not self._begin(agent, queued):
            self.dropped.emit()

    def set_unavailable(self, reason: str) -> None:
        """Record in a sentence why the executor is unavailable."""
        self._problem = reason
        if self._cancel_queued():
            self.said.emit(reason, True)

    def start(self, job: Job) -> bool:
        """Begin a run at once, or queue it until the executor is ready; say why not, and return False."""
        if self.agent is not None:
            return self._begin(self.agent, job)
        if self._problem:
            self.said.emit(self._problem, True)
            return False
        self._queued = job
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
        self._cancel_queued()
        if self.agent is not None:
            self.agent.stop(cause)

    def _cancel_queued(self) -> bool:
        """Cancel the queued start; return whether there was one."""
        queued, self._queued = self._queued, None
        if queued is not None:
            self.dropped.emit()
        return queued is not None

    def over(self) -> None:
        """Let the desktop go: the run has ended."""
        self._hold.give_back()

    def join(self) -> None:
        """Stop the run and wait for its end."""
        if self.agent is not None:
            self.agent.join()
