"""Counts a run against its budgets: actions, seconds, characters, events a second, repeats."""

import time
from collections import deque
from collections.abc import Callable
from typing import Final

from automation.core.actions import Action, ButtonUp, KeyUp, Wait
from automation.core.errors import Refused
from automation.desktop.input.protocol import Budgets

RATE_WINDOW_S: Final = 1.0
STALL_S: Final = 30.0
"""How long an action may send nothing without having said that it waits."""
MOST_GAP_S: Final = 60.0
"""What counts at most of a time in which the executor was asked for nothing: the user may have been."""
MOST_REPEATS: Final = 3
"""The same action in a row while nothing on the screen changes; the next one is refused."""


class Pacer:
    """Says how long to wait so that no second holds more than `per_s` events."""

    def __init__(self, per_s: int) -> None:
        self._per_s = per_s
        self._sent: deque[float] = deque()

    def delay(self, now_s: float, count: int = 1) -> float:
        """Return the seconds to wait before the next `count` events may go out; 0.0 for none."""
        while self._sent and now_s - self._sent[0] >= RATE_WINDOW_S:
            self._sent.popleft()
        surplus = min(len(self._sent), len(self._sent) + count - self._per_s)
        return self._sent[surplus - 1] + RATE_WINDOW_S - now_s if surplus > 0 else 0.0

    def count(self, now_s: float, count: int = 1) -> None:
        """Note that events go out."""
        self._sent.extend([now_s] * count)


class Meter:
    """One run's use of its budgets. Owned by the executor; a planner cannot reach it."""

    def __init__(self, budgets: Budgets, clock: Callable[[], float] = time.monotonic) -> None:
        self._budgets = budgets
        self._clock = clock
        self._seen_s = clock()
        self._worked_s = 0.0
        self._is_shown = False
        self._steps = 0
        self._progress_s = self._seen_s
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
        """Refuse when the run has worked too long; the user may take any time to answer."""
        now_s = self._clock()
        if not self._is_shown:
            self._worked_s += min(now_s - self._seen_s, MOST_GAP_S)
        self._seen_s, self._is_shown = now_s, False
        if self._worked_s > self._budgets.wall_s:
            message = (
                f"this run has lasted longer than its {self._budgets.wall_s:g} seconds; "
                "start it again with a higher limit"
            )
            raise Refused("budget", message)

    def shown(self) -> None:
        """Note that an action is prepared, and that the user may be asked about it."""
        self._is_shown = True

    def count_step(self) -> None:
        """Note that an action starts."""
        self._steps += 1
        self.progressed()

    def progressed(self) -> None:
        """Note that something was sent."""
        self._progress_s = self._clock()

    def check_progress(self, planned_s: float = 0.0) -> None:
        """Refuse to go on after a hang: a display that was held for so long shows another moment.

        Args:
            planned_s: seconds that the action was meant to wait.

        Raises:
            Refused: `budget`.
        """
        idle_s = self._clock() - self._progress_s - planned_s
        if idle_s > STALL_S:
            message = (
                f"nothing could be sent for {idle_s:.0f} seconds; the display did not answer, or this "
                "process was stopped. Look at the screen, then go on"
            )
            raise Refused("budget", message)


class RepeatCount:
    """Notices the same action again and again on a screen that stays as it is.

    The screen is only looked at from the second one in a row on: a run that gets ahead pays nothing.
    """

    def __init__(self) -> None:
        self._last: Action | None = None
        self._count = 0
        self._look = ""

    def check(self, action: Action, look: Callable[[], str]) -> None:
        """Refuse the fourth of the same on an unchanged screen.

        Args:
            action: what is about to be prepared.
            look: returns what tells two screens apart.

        Raises:
            Refused: `budget`.
        """
        if action != self._last or isinstance(action, Wait | KeyUp | ButtonUp):
            self._look = ""
            return
        before, self._look = self._look, look()
        if before and before != self._look:
            self._count = 0
        elif self._count >= MOST_REPEATS:
            message = (
                f"the same action was sent {self._count} times and nothing on the screen changed; "
                "say what to do instead"
            )
            raise Refused("budget", message)

    def count(self, action: Action) -> None:
        """Note that an action is carried out."""
        self._count = self._count + 1 if action == self._last else 1
        self._last = action
