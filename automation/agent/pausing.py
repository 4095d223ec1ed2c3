"""What a run does when the user has the word: it waits at a gate, and its time stands still."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from automation.agent.states import FLAGS, AgentState
from automation.core.stopping import StopToken

POLL_S: Final = 0.05


class PauseGate:
    """Opened and closed by the user from any thread; the loop waits at it between its phases."""

    def __init__(self) -> None:
        self._open = threading.Event()
        self._open.set()
        self._why = ""

    @property
    def is_paused(self) -> bool:
        """Tell whether the run is to wait."""
        return not self._open.is_set()

    @property
    def why(self) -> str:
        """Why the run waits, in one sentence; empty when the user simply paused it."""
        return self._why

    def pause(self, why: str = "") -> None:
        """Let the run wait before its next phase."""
        self._why = why
        self._open.clear()

    def resume(self) -> None:
        """Let the run go on."""
        self._open.set()

    def wait(self, stop: StopToken) -> None:
        """Return when the gate is open; raise `Stopped` as soon as a stop is asked for."""
        while not self._open.is_set():
            stop.wait(POLL_S)


class RunTime:
    """Stops a run when it has worked for so long; a question and a pause last as long as the user likes.

    Told of each state by the agent thread; the stop comes from a timer, in the middle of a word if need be.
    """

    def __init__(self, seconds: float, now_s: Callable[[], float], stop: StopToken) -> None:
        """Begin to count.

        Args:
            seconds: that the run may work.
            now_s: returns monotonic seconds.
            stop: set by the cause `timeout`.
        """
        self._left_s = seconds
        self._now_s = now_s
        self._stop = stop
        self._timer: threading.Timer | None = None
        self._since_s = 0.0
        self._go_on()

    @property
    def is_up(self) -> bool:
        """Tell whether the run has worked for longer than it may."""
        return self._timer is not None and self._now_s() - self._since_s > self._left_s

    def enters(self, state: AgentState) -> None:
        """Count in this state, or stand still."""
        is_waiting = state is AgentState.PAUSED or FLAGS[state].waits_for_user
        if is_waiting and self._timer is not None:
            self._left_s -= self._now_s() - self._since_s
            self.end()
        elif not is_waiting and self._timer is None:
            self._go_on()

    def end(self) -> None:
        """Stop nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _go_on(self) -> None:
        self._since_s = self._now_s()
        seconds = min(max(0.0, self._left_s), threading.TIMEOUT_MAX)
        self._timer = threading.Timer(seconds, self._stop.stop, ("timeout",))
        self._timer.daemon = True
        self._timer.start()


@contextmanager
def run_time(seconds: float, now_s: Callable[[], float], stop: StopToken) -> Iterator[RunTime]:
    """Stop the run when its time is up, until the block is left."""
    time = RunTime(seconds, now_s, stop)
    try:
        yield time
    finally:
        time.end()
