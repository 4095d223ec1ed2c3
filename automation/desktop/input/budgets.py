"""Counts a run against its budgets: actions, seconds, characters, events a second."""

import time
from collections import deque
from collections.abc import Callable
from typing import Final

from automation.core.errors import Refused
from automation.desktop.input.protocol import Budgets

RATE_WINDOW_S: Final = 1.0


class Pacer:
    """Says how long to wait so that no second holds more than `per_s` events."""

    def __init__(self, per_s: int) -> None:
        self._per_s = per_s
        self._sent: deque[float] = deque()

    def delay(self, now_s: float) -> float:
        """Return the seconds to wait before the next event may go out; 0.0 for none."""
        while self._sent and now_s - self._sent[0] >= RATE_WINDOW_S:
            self._sent.popleft()
        if len(self._sent) < self._per_s:
            return 0.0
        return self._sent[0] + RATE_WINDOW_S - now_s

    def count(self, now_s: float) -> None:
        """Note that an event goes out."""
        self._sent.append(now_s)


class Meter:
    """One run's use of its budgets. Owned by the executor; a planner cannot reach it."""

    def __init__(self, budgets: Budgets, clock: Callable[[], float] = time.monotonic) -> None:
        self._budgets = budgets
        self._clock = clock
        self._started_s = clock()
        self._steps = 0
        self.pointer = Pacer(budgets.pointer_events_per_s)
        self.keys = Pacer(budgets.key_events_per_s)

    def check_text(self, text: str) -> None:
        """Refuse a text that is longer than one action may type."""
        if len(text) > self._budgets.chars:
            message = (
                f"the text has {len(text)} characters; one action may type "
                f"{self._budgets.chars}. Split it, or raise the limit in the settings"
            )
            raise Refused("budget", message)

    def check_open(self) -> None:
        """Refuse when the run has no step or no time left."""
        if self._steps >= self._budgets.steps:
            message = (
                f"this run has used its {self._budgets.steps} steps; "
                "start it again with a higher limit"
            )
            raise Refused("budget", message)
        self.check_time()

    def check_time(self) -> None:
        """Refuse when the run has lasted too long."""
        if self._clock() - self._started_s > self._budgets.wall_s:
            message = (
                f"this run has lasted longer than its {self._budgets.wall_s:g} seconds; "
                "start it again with a higher limit"
            )
            raise Refused("budget", message)

    def count_step(self) -> None:
        """Note that an action starts."""
        self._steps += 1
