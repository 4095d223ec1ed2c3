"""Tells our own events from the user's: what was announced before it was sent is ours.

The source device alone proves nothing, because remote desktops, test rigs and other programs
inject through the same XTEST devices. An announcement is good for one event and for a short
time; what nobody announced is the user's. An injected event that comes too late for its
announcement is nobody's: it may stop us, but it never approves.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from automation.core.geometry import ScreenPoint
from automation.desktop.input.backend import ButtonEvent, KeyEvent, MoveEvent, Primitive

ANNOUNCED_FOR_S: Final = 1.0
"""An event that arrives later may stop us as the user's would, which is the safe error."""
DOUBTED_FOR_S: Final = 120.0
"""So long an injected event that fits a missed announcement is doubted: it completes no chord."""

InputKind = Literal["key", "button", "pointer"]


@dataclass(frozen=True, slots=True)
class InputEvent:
    """One event as the listener hears it, whoever caused it."""

    kind: InputKind
    code: int = 0
    """Keycode or button number; 0 for pointer movement."""
    is_down: bool = False
    is_injected: bool = False
    """It came through an XTEST device; ours always do, but not only ours."""
    point: ScreenPoint | None = None
    """Where injected movement went; None for relative movement."""
    device: int = 0
    """The device of a button; 0 where it does not matter."""


_Mark = tuple[InputKind, int | ScreenPoint | None, bool]
_ANY_KEY: Final = None


class Announced:
    """Announcements of the emitter, claimed by the listener; safe to use from both threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._marks: deque[tuple[float, _Mark]] = deque()
        self._missed: deque[tuple[float, _Mark]] = deque()
        self._lock = threading.Lock()
        self._last: ScreenPoint | None = None

    @property
    def last_point(self) -> ScreenPoint | None:
        """Where we last put the pointer; None before the first movement."""
        return self._last

    def announce(self, primitive: Primitive) -> None:
        """Say that this primitive is about to be sent."""
        mark = _mark_of(primitive)
        if mark is None:
            return
        with self._lock:
            self._marks.append((self._clock(), mark))
            if isinstance(primitive, MoveEvent):
                self._last = primitive.point

    def claim(self, event: InputEvent) -> bool:
        """Tell whether the event is ours, and use its announcement up."""
        if not event.is_injected:
            return False
        with self._lock:
            self._expire()
            return any(_take(self._marks, mark) for mark in _marks_of(event))

    def is_doubted(self, event: InputEvent) -> bool:
        """Tell whether an event that was not claimed may be ours all the same, only late.

        Uses the missed announcement up.
        """
        if not event.is_injected:
            return False
        with self._lock:
            self._expire()
            return any(_take(self._missed, mark) for mark in _marks_of(event))

    def _expire(self) -> None:
        now_s = self._clock()
        while self._marks and self._marks[0][0] < now_s - ANNOUNCED_FOR_S:
            missed = self._marks.popleft()
            if missed[1][0] == "key":
                self._missed.append(missed)
        while self._missed and self._missed[0][0] < now_s - DOUBTED_FOR_S:
            self._missed.popleft()


def _take(marks: deque[tuple[float, _Mark]], mark: _Mark) -> bool:
    for index, (_, announced) in enumerate(marks):
        if announced == mark:
            del marks[index]
            return True
    return False


def _marks_of(event: InputEvent) -> tuple[_Mark, ...]:
    code = event.point if event.kind == "pointer" else event.code
    exact: _Mark = (event.kind, code, event.is_down)
    return (exact, (event.kind, _ANY_KEY, event.is_down)) if event.kind == "key" else (exact,)


def _mark_of(primitive: Primitive) -> _Mark | None:
    match primitive:
        case MoveEvent():
            return ("pointer", primitive.point, False)
        case ButtonEvent():
            return ("button", primitive.number, primitive.is_down)
        case KeyEvent():
            # A backend that names keys does not tell the keycode: any injected key will do.
            code = primitive.code if isinstance(primitive.code, int) else _ANY_KEY
            return ("key", code, primitive.is_down)
        case _:
            return None
