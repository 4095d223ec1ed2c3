"""Looks at the screen for the loop, and measures how long it took."""

from dataclasses import dataclass
from typing import Final

from automation.core.actions import Action, Check, Launch
from automation.core.clock import Clock
from automation.core.observation import Observation
from automation.core.ports import Screen, Sleep, Wakes
from automation.core.stopping import StopToken

LAUNCH_WAIT_S: Final = 12.0
"""How long a started program has until its window must be there."""
LAUNCH_POLL_S: Final = 0.1
MOST_WAKINGS: Final = 3
"""How often one look waits for a tree: a page that reloads by itself is another one each time."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """An observation and the milliseconds that it took."""

    observation: Observation
    ms: float


class Eyes:
    """The screen with a clock beside it."""

    def __init__(
        self, screen: Screen, clock: Clock, stop: StopToken, waker: Wakes | None = None
    ) -> None:
        """Look at nothing yet.

        Args:
            screen: what is looked at.
            clock: measures how long that takes.
            stop: ends a look.
            waker: waits for the tree of a program that has to be woken; None for no such wait.
        """
        self._screen = screen
        self._clock = clock
        self._stop = stop
        self._waker = waker
        self._last: Observation | None = None

    def look(self, *, is_brief: bool = False) -> View:
        """Wait until the screen has settled and look; a short stillness is enough for a brief look."""
        started_s = self._clock.now_s()
        observation = self._screen.observe(self._stop, is_brief=is_brief)
        for _ in range(MOST_WAKINGS):
            if self._waker is None or not self._waker.awaken(observation, self._stop):
                break
            self._stop.check()
            observation = self._screen.observe(self._stop, is_brief=is_brief)
        self._last = observation
        return View(observation, self._ms_since(started_s))

    def asleep(self) -> Sleep | None:
        """Return why the controls of the window last looked at cannot be read; None where they can be."""
        if self._waker is None or self._last is None:
            return None
        return self._waker.asleep(self._last)

    def glance(self) -> View:
        """Look at once."""
        started_s = self._clock.now_s()
        return View(self._screen.observe_now(), self._ms_since(started_s))

    def look_after(
        self, action: Action | Check, before: Observation, *, is_brief: bool = False
    ) -> View:
        """Look after an action; a started program is given time to show its window."""
        if isinstance(action, Launch):
            self._await_window(before)
        return self.look(is_brief=is_brief)

    def _await_window(self, before: Observation) -> None:
        old = {w.window_id for w in before.windows}
        deadline_s = self._clock.now_s() + LAUNCH_WAIT_S
        while self._clock.now_s() < deadline_s:
            windows = self._screen.observe_now().windows
            if any(w.window_id not in old and not w.is_own and not w.is_popup for w in windows):
                return
            self._clock.wait(LAUNCH_POLL_S, self._stop)

    def _ms_since(self, started_s: float) -> float:
        return (self._clock.now_s() - started_s) * 1000
