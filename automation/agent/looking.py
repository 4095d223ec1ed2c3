"""Looks at the screen for the loop, and measures how long it took."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from automation.core.actions import Action, Check, Launch
from automation.core.clock import Clock
from automation.core.geometry import Rect
from automation.core.observation import Observation
from automation.core.ports import Screen, Sleep, Wakes
from automation.core.stopping import StopToken

LAUNCH_WAIT_S: Final = 12.0
"""How long a started program has until its window must be there."""
LAUNCH_POLL_S: Final = 0.1
MOST_WAKINGS: Final = 3
"""How often one look waits for a tree: a page that reloads by itself is another one each time."""
BLINK_S: Final = 1.6
"""How long a text cursor is watched for; the slowest toolkits show and hide it within 1.2 s."""
BLINK_POLL_S: Final = 0.1
_CURSOR_WIDTH_PX: Final = 3
_CURSOR_HEIGHT_PX: Final = (8, 64)

Pixels = npt.NDArray[np.uint8]


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

    def sees_text_cursor(self, box: Rect) -> bool:
        """Watch a part of the screen for a while; tell whether a text cursor blinks in it.

        Only a toolkit that takes text shows one: an upright stroke that comes, goes and comes again
        while nothing else there changes.
        """
        until_s = self._clock.now_s() + BLINK_S
        seen: list[Pixels] = []
        while True:
            seen.append(self._screen.observe_now().frame.crop(box).pixels)
            if _blinks(seen):
                return True
            if self._clock.now_s() >= until_s:
                return False
            self._clock.wait(BLINK_POLL_S, self._stop)

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


def _blinks(seen: Sequence[Pixels]) -> bool:
    """Tell whether pictures of one place differ by an upright stroke that came and went."""
    first, last = seen[0], seen[-1]
    if not first.size or any(one.shape != first.shape for one in seen):
        return False
    others = [one for one in seen if not np.array_equal(one, first)]
    if not others or not np.array_equal(first, last):
        return False
    if any(not np.array_equal(one, others[0]) for one in others):
        return False
    changed = (others[0] != first).any(axis=2)
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    height, width = rows[-1] - rows[0] + 1, columns[-1] - columns[0] + 1
    least, most = _CURSOR_HEIGHT_PX
    return bool(width <= _CURSOR_WIDTH_PX and least <= height <= most and len(rows) == height)
