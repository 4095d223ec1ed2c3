"""Sends reports to the app without ever making the hands or the ears wait for it.

A frozen app does not read; what is sent then piles up here and not in a call that holds a key
down.
"""

import logging
import queue
import threading
import time
from typing import Final

from automation.core.errors import ExecutorGone
from automation.desktop.input.channel import Channel
from automation.desktop.input.protocol import Progress, Report, Request

_LOG = logging.getLogger(__name__)

PROGRESS_EVERY_S: Final = 0.03
FLUSH_S: Final = 0.5


class Reporter:
    """A queue and the thread that empties it; `send` may be called from any thread."""

    def __init__(self, channel: Channel[Request]) -> None:
        self._channel = channel
        self._queue: queue.SimpleQueue[Report | None] = queue.SimpleQueue()
        self._last_progress_s = 0.0
        self._thread = threading.Thread(target=self._serve, name="reporter", daemon=True)
        self._thread.start()

    def send(self, report: Report) -> None:
        """Send a report as soon as the app takes it."""
        self._queue.put(report)

    def progress(self, seq: int, done: int, total: int) -> None:
        """Send how far an action is, at most every 30 ms and at its end."""
        now_s = time.monotonic()
        if done >= total or now_s - self._last_progress_s >= PROGRESS_EVERY_S:
            self._last_progress_s = now_s
            self.send(Progress(seq, done, total))

    def close(self) -> None:
        """Give what is queued a moment to go out."""
        self._queue.put(None)
        self._thread.join(FLUSH_S)

    def _serve(self) -> None:
        while (report := self._queue.get()) is not None:
            try:
                self._channel.send(report)
            except Exception as error:  # noqa: BLE001 - the thread's top frame
                if not isinstance(error, ExecutorGone):  # the app may just have ended
                    _LOG.warning("a report cannot be sent: %s", type(error).__name__)
                self._channel.close()  # hands that cannot say what they do must not go on
                return
