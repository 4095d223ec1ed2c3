"""Gestures that are not complete: what a next event may still add to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from automation.core.actions import Button, Direction, Modifier
from automation.core.geometry import ScreenPoint
from automation.macros.recording.gestures import (
    Chord,
    Click,
    Drag,
    Gesture,
    Hold,
    Scroll,
    Span,
)
from automation.macros.recording.open_text import OpenText
from automation.macros.recording.paths import Path
from automation.macros.recording.raw import ALT, ALTGR, CTRL, SHIFT, SUPER
from automation.macros.recording.texts import Meaning, Sort

BUTTONS: Final[dict[int, Button]] = {
    1: "left", 2: "middle", 3: "right", 8: "back", 9: "forward",
}  # fmt: skip
"""Core button numbers; X.Org's drivers give the side buttons 8 and 9. Others have no name here."""
WHEEL: Final[dict[int, Direction]] = {4: "up", 5: "down", 6: "left", 7: "right"}
LOST_PRESS_US: Final = 60_000_000
"""A button that nothing was heard of for so long was let go without our hearing it."""
CLICK_PX: Final = 5
"""A hand shakes by so much between press and release; toolkits begin a drag at 4 to 10 px."""
DOUBLE_CLICK_US: Final = 400_000
"""From press to press: the time of GTK and Qt unless it is set otherwise."""
MOST_CLICKS: Final = 3
"""A triple click takes the line or paragraph; no toolkit gives a fourth a meaning."""
WHEEL_US: Final = 150_000
"""Between two notches of one turn; lifting the finger for the next turn takes longer."""
MOST_NOTCHES: Final = 1000
TAP_US: Final = 400_000
"""Between taps of one key that belong together, as for clicks."""
MOST_TAPS: Final = 100

_BITS: Final = ((CTRL, "ctrl"), (ALT, "alt"), (ALTGR, "altgr"), (SHIFT, "shift"), (SUPER, "super"))
COMMAND_BITS: Final = CTRL | ALT | SUPER


def modifiers(state: int) -> tuple[Modifier, ...]:
    """Return the modifiers of a click; AltGr is none that an action may hold."""
    names: tuple[Modifier, ...] = ("ctrl", "alt", "shift", "super")
    bits = {name: bit for bit, name in _BITS}
    return tuple(name for name in names if state & bits[name])


def chord_keys(key: Meaning, base: Meaning | None, state: int) -> tuple[str, ...]:
    """Return the names of the keys of a chord, modifiers first.

    Args:
        key: what the key gives under the modifiers.
        base: what it gives without them; None when that is not told.
        state: the modifiers.
    """
    chosen = base if base is not None and state & SHIFT else key
    is_char = chosen.sort is Sort.CHAR
    held = state
    if is_char:
        held &= ~ALTGR
        if chosen is key and not key.text.isalpha():
            held &= ~SHIFT  # it was needed to get the sign at all
    return (*(name for bit, name in _BITS if held & bit), _name(chosen))


def _name(key: Meaning) -> str:
    if key.sort is not Sort.CHAR:
        return key.text or "dead key"
    lowered = key.text.lower()
    return "space" if key.text == " " else lowered if len(lowered) == 1 else key.text


@dataclass(slots=True)
class OpenPress:
    """A button that is down."""

    first: int
    begin_us: int
    button: Button
    state: int
    window: int
    x: int
    y: int
    path: Path
    last: int
    end_us: int
    is_drag: bool = False

    def move(self, index: int, now_us: int, xs: Sequence[int], ys: Sequence[int]) -> None:
        """Follow the pointer over some pixels; index and time are those of the last one."""
        self.last, self.end_us = index, now_us
        self.path.add(xs, ys)
        if not self.is_drag:
            self.is_drag = any(
                (x - self.x) ** 2 + (y - self.y) ** 2 > CLICK_PX**2
                for x, y in zip(xs, ys, strict=True)
            )

    def is_lost(self, now_us: int) -> bool:
        """Tell whether it must have come up without our hearing it."""
        return now_us - self.end_us > LOST_PRESS_US

    def gesture(self, *, is_whole: bool) -> Click | Drag:
        """Return what it is if it ends here."""
        span = Span(self.first, self.last, self.begin_us, self.end_us)
        held = modifiers(self.state)
        if self.is_drag:
            return Drag(span, self.path.points(), self.button, held, self.window, is_whole)
        seconds = (self.end_us - self.begin_us) / 1e6
        at = ScreenPoint(self.x, self.y)
        return Click(span, at, self.button, 1, held, self.window, seconds)


@dataclass(slots=True)
class OpenClick:
    """A click that may become a double or triple click."""

    click: Click
    press_us: int
    """When the button went down the last time."""

    @property
    def first(self) -> int:
        """Index of its first event."""
        return self.click.span.first

    def takes(self, press: OpenPress) -> bool:
        """Tell whether a press goes on with it."""
        one = self.click
        return (
            one.count < MOST_CLICKS
            and press.begin_us - self.press_us <= DOUBLE_CLICK_US
            and press.button == one.button
            and press.window == one.window
            and modifiers(press.state) == one.modifiers
            and (press.x - one.at.x) ** 2 + (press.y - one.at.y) ** 2 <= CLICK_PX**2
        )

    def add(self, press: OpenPress) -> None:
        """Count one more."""
        one = self.click
        span = Span(one.span.first, press.last, one.span.begin_us, press.end_us)
        held_s = (press.end_us - press.begin_us) / 1e6
        self.click = Click(
            span, one.at, one.button, one.count + 1, one.modifiers, one.window, held_s
        )
        self.press_us = press.begin_us

    def gesture(self) -> Gesture:
        """Return it as it is."""
        return self.click


@dataclass(slots=True)
class OpenScroll:
    """A wheel that turns."""

    first: int
    begin_us: int
    at: ScreenPoint
    direction: Direction
    state: int
    window: int
    last: int
    end_us: int
    amount: int = 1

    def takes(self, now_us: int, direction: Direction, state: int, window: int) -> bool:
        """Tell whether another notch goes on with it."""
        return (
            self.direction == direction
            and now_us - self.end_us <= WHEEL_US
            and self.amount < MOST_NOTCHES
            and self.window == window
            and modifiers(self.state) == modifiers(state)
        )

    def add(self, index: int, now_us: int) -> None:
        """Count one more notch."""
        self.last, self.end_us = index, now_us
        self.amount += 1

    def gesture(self) -> Gesture:
        """Return it as it is."""
        span = Span(self.first, self.last, self.begin_us, self.end_us)
        held = modifiers(self.state)
        return Scroll(span, self.at, self.direction, self.amount, held, self.window)


@dataclass(slots=True)
class OpenChord:
    """Keys that may be pressed again, or held."""

    first: int
    begin_us: int
    keys: tuple[str, ...]
    code: int
    window: int
    last: int
    end_us: int
    times: int = 1
    held_us: int = 0

    def takes(self, now_us: int, keys: tuple[str, ...], window: int, *, is_repeat: bool) -> bool:
        """Tell whether pressing these keys goes on with it."""
        is_soon = is_repeat or now_us - self.end_us <= TAP_US
        is_open = self.times < MOST_TAPS and not self.held_us
        return is_open and is_soon and keys == self.keys and window == self.window

    def add(self, index: int, now_us: int) -> None:
        """Count one more."""
        self.last, self.end_us = index, now_us
        self.times += 1

    def hold(self, now_us: int, held_us: int) -> None:
        """Say that its last press lasts."""
        self.end_us, self.held_us = now_us, held_us

    def gesture(self) -> Gesture:
        """Return it as it is."""
        span = Span(self.first, self.last, self.begin_us, self.end_us)
        if self.held_us:
            return Hold(span, self.keys, self.held_us / 1e6, self.times, self.window)
        return Chord(span, self.keys, self.times, self.window)


OpenItem = OpenClick | OpenScroll | OpenChord | OpenText
