"""The engine's status: one value, replaced whole, told to whoever listens."""

import logging
import threading
from collections.abc import Callable

from automation.core.engine import EngineStatus

StatusListener = Callable[[EngineStatus], None]
"""Called with every status, in the thread that caused it; must return at once."""

_log = logging.getLogger(__name__)


class StatusBoard:
    """Holds the newest status. Read from any thread, written by the engine's."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._status = EngineStatus()
        self._listeners: list[StatusListener] = []

    @property
    def status(self) -> EngineStatus:
        """The newest status."""
        return self._status

    def listen(self, listener: StatusListener) -> Callable[[], None]:
        """Tell a listener every status from now on; return how to stop that."""
        with self._lock:
            self._listeners.append(listener)

        def stop_listening() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return stop_listening

    def put(self, status: EngineStatus) -> None:
        """Replace the status and tell it."""
        with self._lock:
            self._status = status
            listeners = tuple(self._listeners)
        for listener in listeners:
            try:
                listener(status)
            except Exception:  # noqa: BLE001 - a window that closes must not end the engine
                _log.exception("a listener to the engine's status failed")
