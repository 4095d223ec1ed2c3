"""From keysyms to characters: what a key means, and what dead keys and compose sequences make.

Keysyms of characters and names of keys are the desktop's knowledge and come in by a port. Here stand
the keysyms that are neither: modifiers, locks, the numeric pad, dead keys.

Source: the keysym encoding of the X11 protocol (appendix A) and of its XKB extension (keysymdef.h).
"""

import unicodedata
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Protocol


class KeyNames(Protocol):
    """What keysyms stand for, as the rest of the program spells it."""

    def char(self, keysym: int) -> str:
        """Return the character that it types; empty when it types none."""

    def name(self, keysym: int) -> str:
        """Return the name of the key in our table (`enter`, `f5`); empty when it has none."""


class Sort(Enum):
    """What kind of key it is."""

    CHAR = auto()
    NAMED = auto()
    MODIFIER = auto()
    LOCK = auto()
    """Changes what later keys give, which their keysyms tell: locks, layout switches, level shifts."""
    DEAD = auto()
    COMPOSE = auto()
    UNKNOWN = auto()


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a keysym means."""

    sort: Sort
    text: str = ""
    """The character, the combining mark of a dead key, or the name of the key."""


MULTI_KEY: Final = 0xFF20
_MODIFIERS: Final = {
    0xFFE1: "shift", 0xFFE2: "shift", 0xFFE3: "ctrl", 0xFFE4: "ctrl", 0xFFE7: "alt", 0xFFE8: "alt",
    0xFFE9: "alt", 0xFFEA: "alt", 0xFFEB: "super", 0xFFEC: "super", 0xFE03: "altgr", 0xFF7E: "altgr",
}  # fmt: skip
"""Both Meta keys (0xFFE7, 0xFFE8) are the Alt keys with Shift on many layouts."""
_LOCKS: Final = frozenset(
    {0xFFE5, 0xFFE6, 0xFF7F, 0xFF14, *range(0xFE01, 0xFE20), *range(0xFFED, 0xFFEF)}
) - {0xFE03}  # fmt: skip
"""Caps, Shift, Num and Scroll Lock, XKB's level and group keys, Hyper."""
_PAD_CHARS: Final = {0xFF80: " ", 0xFFBD: "=", **{0xFFB0 + n: str(n) for n in range(10)}} | dict(
    zip(range(0xFFAA, 0xFFB0), "*+,-./", strict=True)
)
_PAD_NAMES: Final = {
    0xFF95: "home", 0xFF96: "left", 0xFF97: "up", 0xFF98: "right", 0xFF99: "down", 0xFF9A: "pageup",
    0xFF9B: "pagedown", 0xFF9C: "end", 0xFF9E: "insert", 0xFF9F: "delete", 0xFF89: "tab",
    0xFE20: "tab",
}  # fmt: skip
"""The numeric pad without Num Lock, and what Tab gives with Shift (0xFE20)."""

_MARKS: Final = {
    0xFE50: "\u0300", 0xFE51: "\u0301", 0xFE52: "\u0302", 0xFE53: "\u0303", 0xFE54: "\u0304",
    0xFE55: "\u0306", 0xFE56: "\u0307", 0xFE57: "\u0308", 0xFE58: "\u030a", 0xFE59: "\u030b",
    0xFE5A: "\u030c", 0xFE5B: "\u0327", 0xFE5C: "\u0328", 0xFE5D: "\u0345", 0xFE5E: "\u3099",
    0xFE5F: "\u309a", 0xFE60: "\u0323", 0xFE61: "\u0309", 0xFE62: "\u031b", 0xFE63: "\u0335",
    0xFE64: "\u0313", 0xFE65: "\u0314", 0xFE66: "\u030f", 0xFE67: "\u0325", 0xFE68: "\u0331",
    0xFE69: "\u032d", 0xFE6A: "\u0330", 0xFE6B: "\u032e", 0xFE6C: "\u0324", 0xFE6D: "\u0311",
    0xFE6E: "\u0326",
}  # fmt: skip
"""Combining character of each dead key. Others (0xFE6F and up) stay dead keys of no known mark."""
_DEAD: Final = range(0xFE50, 0xFE94)
_STROKE: Final = "\u0335"
_SPACED: Final = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "\u00af", "\u0306": "\u02d8",
    "\u0307": "\u02d9", "\u0308": '"', "\u030a": "\u00b0", "\u030b": "\u02dd", "\u030c": "\u02c7",
    "\u0327": "\u00b8", "\u0328": "\u02db",
}  # fmt: skip
"""What a dead key and Space give in the UTF-8 compose table of X.Org."""
_TWICE: Final = {**_SPACED, "\u0301": "\u00b4", "\u0308": "\u00a8", "\u030a": "\u00b0"}
"""What a dead key pressed twice gives there."""
_COMPOSE_SIGNS: Final = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", '"': "\u0308", ",": "\u0327",
}  # fmt: skip
"""Signs that make the same accented letter after the compose key in either order, in every table."""


def meaning(keysym: int, names: KeyNames) -> Meaning:
    """Return what a keysym means."""
    if keysym in _MODIFIERS:
        return Meaning(Sort.MODIFIER, _MODIFIERS[keysym])
    if keysym in _LOCKS:
        return Meaning(Sort.LOCK)
    if keysym in _DEAD:
        return Meaning(Sort.DEAD, _MARKS.get(keysym, ""))
    if keysym == MULTI_KEY:
        return Meaning(Sort.COMPOSE)
    if char := _PAD_CHARS.get(keysym) or names.char(keysym):
        return Meaning(Sort.CHAR, char)
    if name := _PAD_NAMES.get(keysym) or names.name(keysym):
        return Meaning(Sort.NAMED, name)
    return Meaning(Sort.UNKNOWN, f"keysym {keysym:#x}")


class Meanings:
    """Remembers what keysyms mean: a recording has few of them, many times."""

    def __init__(self, names: KeyNames) -> None:
        self._names = names
        self._known: dict[int, Meaning] = {}

    def of(self, keysym: int, code: int) -> Meaning:
        """Return what a key means; one that gives nothing is told by its keycode."""
        if not keysym:
            return Meaning(Sort.UNKNOWN, f"keycode {code}")
        found = self._known.get(keysym)
        if found is None:
            found = self._known[keysym] = meaning(keysym, self._names)
        return found


@dataclass(frozen=True, slots=True)
class Made:
    """Characters that a key completed, and whether that is certain."""

    text: str
    is_sure: bool = True


class Composer:
    """Follows dead keys and the compose key; one for each field that is typed into."""

    def __init__(self) -> None:
        self._marks: list[str] = []
        self._signs: list[str] | None = None

    @property
    def is_waiting(self) -> bool:
        """Tell whether the next character is changed by what was pressed before."""
        return bool(self._marks) or self._signs is not None

    def dead(self, mark: str) -> Made:
        """Press a dead key; `mark` is empty for one whose sign is not known."""
        if self._signs is not None:
            self._signs = None
            return Made("", is_sure=False)
        if mark in self._marks:
            same = self._marks == [mark] and mark in _TWICE
            self._marks = []
            return Made(_TWICE[mark]) if same else Made("", is_sure=False)
        self._marks.append(mark)
        return Made("")

    def compose(self) -> Made:
        """Press the compose key."""
        was_waiting = self.is_waiting
        self._marks, self._signs = [], []
        return Made("", is_sure=not was_waiting)

    def char(self, char: str) -> Made:
        """Press a key that types a character."""
        if self._signs is not None:
            self._signs.append(char)
            if len(self._signs) < 2:
                return Made("")
            signs, self._signs = self._signs, None
            return _of_signs(*signs)
        if not self._marks:
            return Made(char)
        marks, self._marks = self._marks, []
        return _of_marks(marks, char)

    def clear(self) -> bool:
        """Forget what waits; tell whether anything did."""
        was_waiting = self.is_waiting
        self._marks, self._signs = [], None
        return was_waiting


def _of_marks(marks: list[str], char: str) -> Made:
    if char == " " and len(marks) == 1 and marks[0] in _SPACED:
        return Made(_SPACED[marks[0]])
    for order in (marks, marks[::-1]):
        made = unicodedata.normalize("NFC", char + "".join(order))
        if len(made) == 1 and all(marks):
            return Made(made)
    if marks == [_STROKE] and (struck := _with_stroke(char)):
        return Made(struck)
    return Made(char, is_sure=False)


def _with_stroke(char: str) -> str:
    """Return the letter with a stroke, which Unicode does not take apart; empty when there is none."""
    try:
        return unicodedata.lookup(f"{unicodedata.name(char)} WITH STROKE")
    except (KeyError, ValueError):
        return ""


def _of_signs(first: str, second: str) -> Made:
    for sign, letter in ((first, second), (second, first)):
        mark = _COMPOSE_SIGNS.get(sign)
        made = unicodedata.normalize("NFC", letter + mark) if mark and letter.isalpha() else ""
        if len(made) == 1:
            return Made(made)
    return Made(first + second, is_sure=False)
