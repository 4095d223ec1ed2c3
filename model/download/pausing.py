"""A switch that lets a download rest."""

from threading import Event
from typing import Final

from automation.core.stopping import StopToken

PAUSE_LOOK_S: Final = 0.1
"""Seconds between two looks for a stop while it rests."""


class Pause:
    """A switch that any thread may turn; while it is on, no connection is held."""

    def __init__(self) -> None:
        self._running = Event()
        self._running.set()

    def pause(self) -> None:
        """Let the download rest at the next piece."""
        self._running.clear()

    def resume(self) -> None:
        """Let it go on."""
        self._running.set()

    @property
    def is_on(self) -> bool:
        """Tell whether it rests, or is about to."""
        return not self._running.is_set()

    def wait(self, stop: StopToken) -> None:
        """Return when it may go on; raise `Stopped` on a stop."""
        while not self._running.wait(PAUSE_LOOK_S):
            stop.check()
        stop.check()
