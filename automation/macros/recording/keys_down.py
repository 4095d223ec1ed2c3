"""The keys that are down: for how long, whether they repeated, and whether a modifier came alone."""

from typing import Final, NamedTuple

from automation.macros.recording.open_items import OpenChord, OpenItem
from automation.macros.recording.open_text import OpenText

REPEAT_US: Final = 660_000
"""After which X servers begin to repeat a key unless that is set otherwise; raw events tell no repeats."""
ONCE_US: Final = 1_000_000
"""How long keys may be held that programs answer to once, or alike each time, as Ctrl+S."""
_PILING: Final = frozenset("dntvwxyz")
"""With Ctrl they do one more each time: put in a text, take a change back, close a tab."""
_TAPPED_ALONE: Final = frozenset({"super", "alt"})
"""Modifiers that do something by themselves: they open the launcher and the menu bar. Fingers rest on
Shift and Ctrl without meaning anything."""


class Tap(NamedTuple):
    """A modifier that went down with no other key."""

    code: int
    name: str
    first: int
    begin_us: int


class KeysDown:
    """Serves one recording; forgotten whole where what comes next has nothing to do with it."""

    def __init__(self, repeat_us: int = REPEAT_US) -> None:
        self._repeat_us = repeat_us
        self._down: dict[int, tuple[int, bool]] = {}
        """Keycode -> when it went down, and whether it repeated."""
        self._tap: Tap | None = None

    def fresh(self) -> "KeysDown":
        """Return one for the same keyboard by which no key is down."""
        return KeysDown(self._repeat_us)

    def press(self, code: int, now_us: int) -> bool:
        """Take a key that goes down; tell whether it was down already and only repeats."""
        is_repeat = code in self._down
        self._down[code] = (self._down[code][0] if is_repeat else now_us, is_repeat)
        return is_repeat

    def begin_tap(self, tap: Tap | None) -> None:
        """Take a modifier that was pressed alone, or that something else was pressed with it."""
        self._tap = tap

    def held_us(self, code: int, now_us: int) -> int:
        """Return for how long a key is down that nobody told repeats of; 0 for any other."""
        began_us, did_repeat = self._down.get(code, (now_us, False))
        return 0 if did_repeat else now_us - began_us

    def doubt_held(self, item: OpenItem | None, now_us: int) -> bool:
        """Tell whether the last key of what is open is down for so long that a program may repeat it.

        The item is told. Asked when the key comes up, and before it does when another key ends that
        or something completes the item.
        """
        if not isinstance(item, OpenText | OpenChord):
            return False
        held_us = self.held_us(item.code, now_us)
        if held_us < max(self._limit_us(item), now_us - item.end_us):
            return False  # or it went down again and has typed nothing yet
        item.hold(now_us, held_us)
        return True

    def _limit_us(self, item: OpenText | OpenChord) -> int:
        is_once = isinstance(item, OpenChord) and _is_done_once(item.keys)
        return max(ONCE_US, self._repeat_us) if is_once else self._repeat_us

    def release(self, code: int) -> None:
        """Take a key that comes up."""
        self._down.pop(code, None)

    def end_tap(self, code: int) -> Tap | None:
        """Return the tap that a key ends which comes up."""
        tap, self._tap = self._tap, None
        return tap if tap is not None and tap.code == code else None


def means_something(tap: Tap, held_us: int) -> bool:
    """Tell whether a modifier that was pressed alone does something by itself."""
    return tap.name in _TAPPED_ALONE and held_us < REPEAT_US


def _is_done_once(keys: tuple[str, ...]) -> bool:
    """Tell whether keys do no more when they are held: a command's letter, with few exceptions."""
    *held, last = keys
    is_letter = len(last) == 1 and last.isalpha()
    return is_letter and last not in _PILING and not {"ctrl", "alt", "super"}.isdisjoint(held)
