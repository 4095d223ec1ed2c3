"""Jobs of the engine: one thread that does them in order, and what a caller in another thread holds.

A job has a stop token of its own that its caller's token sets as well. Torch-free.
"""

import queue
import threading
import time
import traceback
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from automation.core.errors import ModelError, Stopped
from automation.core.process import be_quiet
from automation.core.timing import StopToken

Result = TypeVar("Result")

LOOK_S: Final = 0.02
"""Seconds between two looks at the caller's stop token while something is waited for."""

PATIENCE_S: Final = 2.0
"""After a stop the caller waits so long for the job to end in order; a device that hangs must not
hold the stop key up."""


class JobStop(StopToken):
    """Set when the caller's token is, or when the job itself is taken back."""

    def __init__(self, outer: StopToken | None = None) -> None:
        super().__init__()
        self._outer = outer or StopToken()

    @property
    def is_set(self) -> bool:
        """Tell whether a stop was asked for by either."""
        return self._outer.is_set or super().is_set

    @property
    def is_taken_back(self) -> bool:
        """Tell whether only the job was stopped, and not what its caller works for."""
        return super().is_set and not self._outer.is_set

    @property
    def cause(self) -> str:
        """Why; meaningful only when `is_set`."""
        return self._outer.cause if self._outer.is_set else super().cause

    def wait(self, seconds: float) -> None:
        """Sleep for `seconds`; raise `Stopped` soon after a stop is asked for by either."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            self.check()
            super().wait(min(left, LOOK_S))
        self.check()


def clear_frames(error: BaseException) -> None:
    """Forget the variables of all calls that an error and its causes have ended.

    Tensors are among them: a device that is full stays so, and a load that failed keeps its
    weights, for as long as anybody holds the error. Calls that still run keep their variables.
    """
    cause: BaseException | None = error
    while cause is not None:
        traceback.clear_frames(cause.__traceback__)
        cause = cause.__cause__ or cause.__context__


class Job(Generic[Result]):
    """Work that the engine's thread does, seen from the thread that asked for it."""

    def __init__(self, work: Callable[[JobStop], Result], stop: StopToken | None = None) -> None:
        self.stop = JobStop(stop)
        self._work = work
        self._begun = threading.Event()
        self._over = threading.Event()
        self._result: Result | None = None
        self._error: BaseException | None = None

    @property
    def is_over(self) -> bool:
        """Tell whether it ended, in whatever way."""
        return self._over.is_set()

    def take_back(self) -> None:
        """Cancel it: it ends as soon as it can, or does not begin."""
        self.stop.stop()

    def result(self, stop: StopToken | None = None, *, patience_s: float = PATIENCE_S) -> Result:
        """Wait for its end and return what came of it. Never in the window's thread.

        Args:
            stop: The job is taken back when it is set; None for a job with a token of its own.
            patience_s: How long the job may take to end after that.

        Raises:
            Stopped: a stop was asked for.
        """
        token = stop or self.stop
        while not self._over.wait(LOOK_S):
            if token.is_set:
                self.take_back()
                if not (self._begun.is_set() and self._over.wait(patience_s)):
                    raise Stopped(token.cause)
        if self._error is not None:
            raise self._error
        return self._result  # type: ignore[return-value]  # set where there is no error

    def run(self) -> None:
        """Do the work. Called once, by the engine's thread."""
        self._begun.set()
        try:
            self.stop.check()
            self._result = self._work(self.stop)
        except BaseException as error:  # noqa: BLE001 - it is raised where the job was asked for
            clear_frames(error)
            self._error = error
        self._over.set()

    def refuse(self, error: BaseException) -> None:
        """End it with an error, without doing the work."""
        self._error = error
        self._over.set()


class JobThread:
    """The engine's thread. Begins with the first job; jobs end in the order they came."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._jobs: queue.SimpleQueue[Job[object] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def add(self, job: "Job[Result]") -> "Job[Result]":
        """Have a job done; refused when the thread is closed."""
        with self._lock:
            if self._is_closed:
                job.refuse(ModelError("the model's engine was closed; start deskhand again"))
                return job
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            self._jobs.put(job)  # type: ignore[arg-type]  # the thread does not look at results
        return job

    def close(self, patience_s: float) -> bool:
        """End the thread after the jobs that came before; tell whether it ended in time."""
        with self._lock:
            self._is_closed = True
            thread = self._thread
            self._jobs.put(None)
        if thread is not None:
            thread.join(patience_s)
        return thread is None or not thread.is_alive()

    def _run(self) -> None:
        be_quiet()
        while (job := self._jobs.get()) is not None:
            job.run()
            del job  # what it holds must not live until the next one comes
