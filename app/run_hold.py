"""Holding the desktop for one run of the window: the lock, and the socket that can stop it."""

from pathlib import Path
from typing import Protocol

from app.control import ControlServer, only_stop
from app.run_lock import TAKEN, RunLock


class Stops(Protocol):
    """Stops the run of this process; from any thread."""

    def __call__(self, cause: str = "user") -> None:
        """Stop it, for this cause."""
        ...


class RunHold:
    """Taken before a run, given back after it; may be given back twice. UI thread."""

    def __init__(self, runtime: Path, stop: Stops) -> None:
        """Prepare without taking anything.

        Args:
            runtime: folder of locks and sockets.
            stop: stops the run; called in the threads of the socket and of the display's claim.
        """
        self._runtime = runtime
        self._stop = stop
        self._lock: RunLock | None = None
        self._control: ControlServer | None = None

    def take(self) -> None:
        """Hold the desktop.

        Raises:
            AssistantError: another run holds it, or the socket cannot be made; nothing is held.
        """
        lock = RunLock(self._runtime, on_lost=lambda: self._stop(TAKEN))
        control = ControlServer(self._runtime, only_stop(self._stop))
        lock.__enter__()
        try:
            control.start()
        except BaseException:
            control.close()
            lock.__exit__(None, None, None)
            raise
        self._lock, self._control = lock, control

    @property
    def is_lost(self) -> bool:
        """Tell whether another program took the display away since `take`."""
        return self._lock is not None and self._lock.is_lost

    def give_back(self) -> None:
        """Let the desktop go."""
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._lock is not None:
            self._lock.__exit__(None, None, None)
            self._lock = None
