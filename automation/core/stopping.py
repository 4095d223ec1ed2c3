"""The token that stops a run: set once, checked in every wait."""

import threading
import time

from automation.core.errors import Stopped


class StopToken:
    """Shared by everything that works for one run; safe to use from any thread."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._cause = "user"

    def stop(self, cause: str = "user") -> None:
        """Ask everything to end; the first cause is kept."""
        if not self._event.is_set():
            self._cause = cause
            self._event.set()

    @property
    def is_set(self) -> bool:
        """Tell whether a stop was asked for."""
        return self._event.is_set()

    @property
    def cause(self) -> str:
        """Why the run was stopped; meaningful only when `is_set`."""
        return self._cause

    def check(self) -> None:
        """Raise `Stopped` if a stop was asked for."""
        if self._event.is_set():
            raise Stopped(self._cause)

    def wait(self, seconds: float) -> None:
        """Sleep for `seconds`; raise `Stopped` as soon as a stop is asked for."""
        if self._event.wait(max(0.0, seconds)):
            raise Stopped(self._cause)

    def wait_until(self, deadline_s: float) -> None:
        """Sleep until `time.monotonic()` reaches the deadline; raise `Stopped` on a stop."""
        self.wait(deadline_s - time.monotonic())
