"""The agent thread: one at a time, plain Python; it runs the loop and waits, the UI does not."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from automation.agent.outcomes import unforeseen
from automation.core.errors import AssistantError
from automation.core.events import Ended, RunEvent, Task
from automation.core.ports import Confirmer, Listener
from automation.core.proposal import Outcome
from automation.core.stopping import StopToken

if TYPE_CHECKING:
    from app.composition import Desk
    from app.run_terms import Brought
    from automation.desktop.capture.veil import Veil

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
