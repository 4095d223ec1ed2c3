"""Time on paper: threads take turns in it, so that a recording of half a minute takes no time at all.

Stands in for the modules `time`, `threading` and `queue` of those who record. A thread runs until it
would wait, and again a moment later; who reads something slowly lets time pass, in which all others go on.
"""

import heapq
import itertools
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from types import SimpleNamespace

POLL_S = 0.02


class TurnOver(BaseException):
    """A thread would wait now."""


class PaperTime:
    """Stands in for `time`; `threading` and `queue` stand in for those. Used by one real thread."""

    time_ns = staticmethod(time.time_ns)

    def __init__(self) -> None:
        self.now_s = 1000.0
        self.waits_left: int | None = None
        """Waits that end at once before the turn of a thread is over; None outside of turns."""
        self._due: list[tuple[float, int, Callable[[], object]]] = []
        self._numbers = itertools.count()
        self.threading = SimpleNamespace(
            Thread=self._thread,
            Lock=threading.Lock,
            Event=type("Event", (PaperEvent,), {"_clock": self}),
        )
        self.queue = SimpleNamespace(SimpleQueue=lambda: PaperQueue(self), Empty=queue.Empty)

    def monotonic(self) -> float:
        return self.now_s

    def monotonic_ns(self) -> int:
        return round(self.now_s * 1e9)

    def sleep(self, seconds: float) -> None:
        """Let time pass; what falls due in it is done, in its order."""
        until_s = self.now_s + seconds
        while self._due and self._due[0][0] <= until_s:
            at_s, _, work = heapq.heappop(self._due)
            self.now_s = max(self.now_s, at_s)
            work()
        self.now_s = max(self.now_s, until_s)

    def later(self, seconds: float, work: Callable[[], object]) -> None:
        """Do something after a while."""
        heapq.heappush(self._due, (self.now_s + seconds, next(self._numbers), work))

    def wait(self, seconds: float) -> None:
        """Wait as a thread does: in its turn not at all, and the second time its turn is over."""
        if self.waits_left is None:
            self.sleep(seconds)
        elif self.waits_left:
            self.waits_left -= 1
        else:
            raise TurnOver

    def _thread(self, target: Callable[[], object], name: str, daemon: bool) -> "PaperThread":
        return PaperThread(self, target)


class PaperThread:
    """Takes a turn again and again until it is joined; then it runs to its end."""

    def __init__(self, clock: PaperTime, target: Callable[[], object]) -> None:
        self._clock, self._target = clock, target
        self._is_busy = self._is_over = False

    def start(self) -> None:
        self._clock.later(POLL_S, self._turn)

    def join(self) -> None:
        self._is_over = True
        self._target()

    def _turn(self) -> None:
        if self._is_over:
            return
        if not self._is_busy:
            self._take_turn()
        self._clock.later(POLL_S, self._turn)

    def _take_turn(self) -> None:
        clock, before = self._clock, self._clock.waits_left
        self._is_busy, clock.waits_left = True, 1
        try:
            self._target()
        except TurnOver:
            pass
        finally:
            self._is_busy, clock.waits_left = False, before


class PaperEvent:
    """Stands in for `threading.Event`; asked for by class, so each time has a class of its own."""

    _clock: PaperTime

    def __init__(self) -> None:
        self._is_set = False

    def set(self) -> None:
        self._is_set = True

    def clear(self) -> None:
        self._is_set = False

    def is_set(self) -> bool:
        return self._is_set

    def wait(self, seconds: float) -> bool:
        if self._clock.waits_left is not None and not self._is_set:
            self._clock.wait(seconds)
        until_s = self._clock.now_s + seconds
        while not self._is_set and self._clock.waits_left is None and self._clock.now_s < until_s:
            self._clock.sleep(POLL_S)
        return self._is_set


class PaperQueue:
    """Stands in for `queue.SimpleQueue`."""

    def __init__(self, clock: PaperTime) -> None:
        self._clock, self._items = clock, deque()

    def put(self, item: object) -> None:
        self._items.append(item)

    def get(self, timeout: float) -> object:
        if not self._items:
            self._clock.wait(timeout)
        if not self._items:
            raise queue.Empty
        return self._items.popleft()
