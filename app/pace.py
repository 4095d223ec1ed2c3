"""How long work still takes, by its pace of the last minute."""

import time
from collections import deque
from collections.abc import Callable
from typing import Final

LOOK_BACK_S: Final = 60.0
"""Work of less than a minute is not estimated; a slower beginning or a resumed part is forgotten."""
STEP_S: Final = 0.5
"""Marks are so far apart at least: a fast download would leave thousands a second."""
MINUTE_S: Final = 60


class Pace:
    """Told every now and then how much is done of how much; one piece of work each."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._began_s: float | None = None
        self._marks: deque[tuple[float, int]] = deque()

    def words(self, done: int, total: int) -> str:
        """Return `about 12 min left`; empty while that cannot be known.

        Args:
            done: pieces or bytes, never fewer than the last time.
            total: of these.
        """
        now_s, marks = self._now(), self._marks
        if self._began_s is None:
            self._began_s = now_s
        if len(marks) > 1 and now_s - marks[-2][0] < STEP_S:
            marks.pop()
        marks.append((now_s, done))
        while len(marks) > 2 and now_s - marks[0][0] > LOOK_BACK_S:
            marks.popleft()
        (first_s, first), (_, last) = marks[0], marks[-1]
        if now_s - self._began_s < LOOK_BACK_S or last <= first or last >= total:
            return ""
        return f"about {_time((total - last) * (now_s - first_s) / (last - first))} left"


def _time(seconds: float) -> str:
    minutes = max(1, round(seconds / MINUTE_S))
    if minutes < 60:
        return f"{minutes} min"
    if minutes >= 600:
        return f"{round(minutes / 60)} h"
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if rest else f"{hours} h"
