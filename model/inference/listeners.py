"""Between the engine and those who listen to it: not too often, and never at the cost of a reply."""

import logging
import time
from collections.abc import Callable
from typing import Final

from automation.core.engine import GenerationEvent, LoadProgress

PROGRESS_S: Final = 0.05
"""Seconds between two reports of the same phase of loading."""

_log = logging.getLogger(__name__)


class Careful:
    """Passes events on until the listener fails: a window that closes must not cost the model."""

    def __init__(self, listener: Callable[[GenerationEvent], None]) -> None:
        self._listener = listener

    def __call__(self, event: GenerationEvent) -> None:
        """Pass an event on."""
        try:
            self._listener(event)
        except Exception:  # noqa: BLE001 - whatever it is, the reply goes on
            _log.exception("a listener to a reply failed; it hears no more of it")
            self._listener = ignore


class Throttle:
    """Passes progress on a few times a second, and every change of phase at once."""

    def __init__(self, listener: Callable[[LoadProgress], None]) -> None:
        self._listener = listener
        self._doing = ""
        self._told_s = 0.0

    def __call__(self, progress: LoadProgress) -> None:
        """Pass progress on if it is due."""
        is_due = time.monotonic() - self._told_s >= PROGRESS_S
        is_end = progress.done_bytes == progress.total_bytes
        if is_due or is_end or progress.doing != self._doing:
            self._doing, self._told_s = progress.doing, time.monotonic()
            self._listener(progress)


def ignore(_event: GenerationEvent) -> None:
    """Listen to nothing."""
