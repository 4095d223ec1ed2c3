"""When does the user want us to stop? Pure detectors: events and times in, verdicts out."""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.input.plan import ButtonEvent, KeyEvent, MoveEvent, Primitive
from automation.desktop.input.protocol import StopCorner, TakeoverKind

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
    """Tells our own events from the user's: what was announced before it was sent is ours.

    The source device alone proves nothing, because remote desktops, test rigs and other programs
    inject through the same XTEST devices. An announcement is good for one event and for a short
    time; what nobody announced is the user's. An injected event that comes too late for its
    announcement is nobody's: it may stop us, but it never approves.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._marks: deque[tuple[float, _Mark]] = deque()
        self._missed: deque[tuple[float, _Mark]] = deque()
        self._lock = threading.Lock()

    def announce(self, primitive: Primitive) -> None:
        """Say that this primitive is about to be sent."""
        mark = _mark_of(primitive)
        if mark is None:
            return
        with self._lock:
            self._marks.append((self._clock(), mark))

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


DOUBLE_TAP_S: Final = 0.4
GRACE_S: Final = 0.3
"""After an acceptance the hand may still be leaving the mouse."""
GRACE_PX: Final = 50.0
"""Movement up to this length, summed up after the grace time, is a knock on the table."""
CORNER_PX: Final = 2
"""Width and height of the stop corner: a pushed pointer stops in its last pixel, a pen beside it."""
PUSHES: Final = 10
"""Movements in the corner that mean a push although the pointer lay there: a nudge has one or two."""
SLEPT_S: Final = 1.0
"""The two clocks of the machine drift apart by nothing but its sleep; this is far above rounding."""


class DoubleTap:
    """Fires on the second of two presses within `window_s`, with nothing pressed in between."""

    def __init__(self, window_s: float = DOUBLE_TAP_S) -> None:
        if window_s <= 0:
            raise ValueError(f"the double-tap window must be above 0 seconds, found {window_s}")
        self._window_s = window_s
        self._first_s: float | None = None

    def press(self, now_s: float) -> bool:
        """Note a press at a monotonic second; True when it is the second of a pair."""
        first_s, self._first_s = self._first_s, now_s
        if first_s is None or now_s - first_s > self._window_s:
            return False
        self._first_s = None
        return True

    def interrupt(self) -> None:
        """Another key was pressed: a pair has to start again."""
        self._first_s = None


@dataclass(frozen=True, slots=True)
class KillKey:
    """One way to stop: a chord as keycodes, pressed once or twice."""

    spec: str
    """As the user wrote it: `pause`, `esc esc`, `ctrl+alt+k`."""
    codes: frozenset[int]
    modifiers: frozenset[str]
    is_double: bool


class KillDetector:
    """Watches the user's key presses for any of the kill keys."""

    def __init__(self, keys: Sequence[KillKey]) -> None:
        self._keys = tuple((key, DoubleTap()) for key in keys)

    def follow(self, keys: Sequence[KillKey]) -> None:
        """Look for the keys where a changed keyboard has them; a first press of two still counts.

        Our own typing changes the keyboard several times a second.
        """
        taps = {key.spec: tap for key, tap in self._keys}
        self._keys = tuple((key, taps.get(key.spec) or DoubleTap()) for key in keys)

    def press(self, code: int, modifiers: frozenset[str], now_s: float) -> str | None:
        """Note a key press of the user's; return the kill key that it completes, None for none."""
        fired: str | None = None
        for key, tap in self._keys:
            # A kill key without modifiers works whatever else is held: a panicking hand is broad.
            if code not in key.codes or not key.modifiers <= modifiers:
                tap.interrupt()
            elif not key.is_double or tap.press(now_s):
                fired = fired or key.spec
        return fired


class TakeoverWatch:
    """Tells whether the user takes the machine over while one action is being sent."""

    def __init__(self, accepted_s: float, pointer: ScreenPoint | None) -> None:
        self._accepted_s = accepted_s
        self._last = pointer
        self._moved_px = 0.0

    def judge(
        self, event: InputEvent, now_s: float, pointer: ScreenPoint | None
    ) -> TakeoverKind | None:
        """Judge an event of the user's; None means that we may go on.

        Args:
            event: what the listener heard; releases never count, their press was earlier.
            pointer: where the pointer is, for movement; None when it was not asked.
        """
        if event.kind != "pointer":
            return event.kind if event.is_down else None
        last, self._last = self._last, pointer
        if pointer is None or last is None or now_s - self._accepted_s < GRACE_S:
            return None
        self._moved_px += last.distance(pointer)
        return "pointer" if self._moved_px > GRACE_PX else None

    def we_moved(self, point: ScreenPoint) -> None:
        """Measure the user's movement from where we put the pointer."""
        self._last = point


class CornerWatch:
    """Tells whether the user pushes the pointer into the stop corner. Ours never counts.

    A pointer that lies there when the watch begins, because the last run was stopped that way, has
    to leave once or to be pushed on.
    """

    def __init__(self, corner: StopCorner) -> None:
        self._corner = corner
        self._spot: ScreenPoint | None = None
        self._is_armed = False
        self._pushes = 0

    @property
    def is_watching(self) -> bool:
        """Tell whether movement has to be judged at all."""
        return self._spot is not None

    def begin(self, screens: Sequence[Rect], pointer: ScreenPoint) -> None:
        """Watch from here on, or go on after the monitors changed."""
        self._spot = corner_of(self._corner, screens)
        self._is_armed, self._pushes = not self._is_in(pointer), 0

    def end(self) -> None:
        """Judge nothing any more."""
        self._spot = None

    def saw(self, point: ScreenPoint) -> None:
        """Note where the pointer has been, whoever moved it."""
        self._is_armed = self._is_armed or not self._is_in(point)

    def judge(self, pointer: ScreenPoint) -> bool:
        """Tell whether a movement of the user's that ended here means stop."""
        if not self._is_in(pointer):
            self._is_armed, self._pushes = True, 0
            return False
        self._pushes += 1
        is_push = self._is_armed or self._pushes == PUSHES
        self._is_armed = False
        return is_push

    def _is_in(self, point: ScreenPoint) -> bool:
        spot = self._spot
        return (
            spot is not None
            and abs(point.x - spot.x) < CORNER_PX
            and abs(point.y - spot.y) < CORNER_PX
        )


def corner_of(corner: StopCorner, screens: Sequence[Rect]) -> ScreenPoint | None:
    """Return the pixel of a corner of the desktop; None when there is none to watch.

    It is the extreme of all monitors together. Where no monitor reaches that far, because they
    differ in height or are shifted, it is the same corner of the monitor that comes nearest.
    """
    if corner == "off" or not screens:
        return None
    vertical, _, side = corner.partition("_")

    def corner_pixel(rect: Rect) -> ScreenPoint:
        x = rect.x if side == "left" else rect.x + rect.w - 1
        y = rect.y if vertical == "top" else rect.y + rect.h - 1
        return ScreenPoint(x, y)

    pixels = [corner_pixel(rect) for rect in screens]
    best_x = (min if side == "left" else max)(pixel.x for pixel in pixels)
    best_y = (min if vertical == "top" else max)(pixel.y for pixel in pixels)
    return min(pixels, key=lambda pixel: abs(pixel.x - best_x) + abs(pixel.y - best_y))


def slept_s() -> float:
    """Return how long the computer has slept since it started; 0 where the system does not tell."""
    if not hasattr(time, "CLOCK_BOOTTIME"):
        return 0.0
    return time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)


class SleepWatch:
    """Tells that the machine slept: whoever wakes it finds another screen, or a lock before it."""

    def __init__(self, slept_s: Callable[[], float] = slept_s) -> None:
        self._slept_s = slept_s
        self._before_s = slept_s()

    def has_slept(self) -> bool:
        """Tell whether the machine slept since the last time this was asked."""
        now_s = self._slept_s()
        has = now_s - self._before_s > SLEPT_S
        self._before_s = max(self._before_s, now_s)
        return has
