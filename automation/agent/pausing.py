"""The gate that a paused run waits at."""

import threading
from typing import Final

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
