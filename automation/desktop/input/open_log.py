"""A log that never makes its writer wait.

The executor shares its standard error with the app, and whoever reads that may have stopped: a
plain write would then hold up the hands, or the listener, for good.
"""

import logging
import os
import queue
import threading
from typing import Final

from automation.core.one_line import LEVEL, OneLine

MOST_LINES: Final = 1000
"""Lines that may wait; beyond that the newest is dropped."""
_STDERR: Final = 2


class OpenLog(logging.Handler):
    """Queues lines; a thread of its own writes them."""

    def __init__(self, title: str, descriptor: int = _STDERR) -> None:
        super().__init__(LEVEL)
        self.setFormatter(OneLine(title))
        self._descriptor = descriptor
        self._lines: queue.Queue[bytes | None] = queue.Queue(MOST_LINES)
        self._thread = threading.Thread(target=self._write, name="log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Queue the record."""
        try:
            self._lines.put_nowait((self.format(record) + "\n").encode(errors="replace"))
        except queue.Full:
            return
        except Exception:  # noqa: BLE001 - as every handler does: a log may not fail
            self.handleError(record)

    def finish(self, seconds: float) -> None:
        """Give what is queued a moment to go out."""
        try:
            self._lines.put_nowait(None)
        except queue.Full:
            return
        self._thread.join(seconds)

    def _write(self) -> None:
        while (line := self._lines.get()) is not None:
            try:
                os.write(self._descriptor, line)
            except OSError:  # nobody reads it any more
                return
