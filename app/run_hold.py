"""Holding the desktop for one run of the window: the lock, and the socket that can stop it."""

from collections.abc import Callable
from pathlib import Path

from app.control import Answer, ControlServer
from app.run_lock import RunLock


class RunHold:
    """Taken before a run, given back after it; may be given back twice. UI thread."""

    def __init__(self, runtime: Path, stop: Callable[[], None]) -> None:
        """Prepare without taking anything.

        Args:
            runtime: folder of locks and sockets.
            stop: stops the run; called in the control thread.
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
        lock = RunLock(self._runtime)
        control = ControlServer(self._runtime, self._answer)
        lock.__enter__()
        try:
            control.start()
        except BaseException:
            control.close()
            lock.__exit__(None, None, None)
            raise
        self._lock, self._control = lock, control

    def give_back(self) -> None:
        """Let the desktop go."""
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._lock is not None:
            self._lock.__exit__(None, None, None)
            self._lock = None

    def _answer(self, word: str) -> Answer:
        if word != "stop":
            return {"error": f"unknown word {word!r}; expected stop"}
        self._stop()
        return {"running": True}
