"""When does the user want us to stop? Pure detectors: events and times in, verdicts out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from automation.core.geometry import ScreenPoint
from automation.desktop.input.ours import InputEvent
from automation.desktop.input.protocol import TakeoverKind

DOUBLE_TAP_S: Final = 0.4
GRACE_S: Final = 0.3
"""After an acceptance the hand may still be leaving the mouse."""
GRACE_PX: Final = 50.0
"""Movement up to this length, summed up after the grace time, is a knock on the table."""


class DoubleTap:
    """Fires on the second of two presses within `window_s`, with nothing pressed in between."""

    def __init__(self, window_s: float = DOUBLE_TAP_S) -> None:
        if window_s <= 0:
            message = f"the double-tap window must be above 0 seconds, found {window_s}"
            raise ValueError(message)
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

    def press(self, code: int, modifiers: frozenset[str], now_s: float) -> str | None:
        """Note a key press of the user's.

        Args:
            code: keycode.
            modifiers: modifiers that the user holds.
            now_s: monotonic seconds.

        Returns:
            The kill key that was pressed; None if none was.
        """
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
            now_s: monotonic seconds.
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
