"""Time as a dependency: everything that waits or measures is given a clock."""

import time
from typing import Protocol

from automation.core.stopping import StopToken


class Clock(Protocol):
    """Monotonic seconds, and a wait that a stop ends."""

    def now_s(self) -> float:
        """Return monotonic seconds; only differences mean something."""
        ...

    def wait(self, seconds: float, stop: StopToken) -> None:
        """Let `seconds` pass; raise `Stopped` as soon as a stop is asked for."""
        ...


class SystemClock:
    """The machine's monotonic clock."""

    def now_s(self) -> float:
        """Return `time.monotonic()`."""
        return time.monotonic()

    def wait(self, seconds: float, stop: StopToken) -> None:
        """Sleep on the token."""
        stop.wait(seconds)
