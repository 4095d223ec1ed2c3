"""The keyboard as it is configured now: which key gives which keysym, and which keycodes are spare.

A plain value in the terms of the X keyboard extension (XKB): a key has groups (layouts), a group
has levels, and the group's type says which modifiers lead to which level. Nothing here talks to a
server.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from automation.desktop.input.keysyms import KEYPAD_KEYSYMS, char_for_keysym

SHIFT_BIT: Final = 0x01
LOCK_BIT: Final = 0x02

_FIRST_MEDIA_CODE: Final = 137
"""Below lie the keys that layouts define, from here on those that are the same in every layout."""
_RESERVED_CODE: Final = 8
"""An evdev keyboard has no key 0, which X would show as keycode 8."""

# Keycodes of the letters and digits on every PC keyboard: what a shortcut is pressed with where
# the layout has other letters (Ctrl+C on a Russian keyboard is the key of the US one's C).
# Source: the evdev keycode table of xkeyboard-config.
_PC_ROWS: Final = ((10, "1234567890"), (24, "qwertyuiop"), (38, "asdfghjkl"), (52, "zxcvbnm"))
_PC_CODES: Final = {
    char: first + offset for first, row in _PC_ROWS for offset, char in enumerate(row)
}

# The keysyms by which the modifier bits Mod1..Mod5 are told apart; their order is not fixed.
_MODIFIER_KEYSYMS: Final = {
    "alt": frozenset({0xFFE9, 0xFFEA}),
    "super": frozenset({0xFFEB, 0xFFEC}),
    "altgr": frozenset({0xFE03, 0xFF7E}),
}
_CONTROL_BIT: Final = 0x04
_FIRST_MOD: Final = 3


@dataclass(frozen=True, slots=True)
class KeyType:
    """Which modifiers lead to which level; any other combination leads to level 0."""

    mask: int
    """The modifiers that the type looks at."""
    levels: Mapping[int, int]
    """Combination of those modifiers -> level."""

    def level(self, modifiers: int) -> int:
        """Return the level under these modifiers."""
        return self.levels.get(modifiers & self.mask, 0)


@dataclass(frozen=True, slots=True)
class KeyRow:
    """What one keycode gives: the type and the keysyms of each of its groups."""

    groups: tuple[tuple[KeyType, tuple[int, ...]], ...] = ()
    redirect: int | None = None
    """The group that stands for the ones that the key lacks; None wraps around."""

    @property
    def keysyms(self) -> tuple[int, ...]:
        """Every keysym of the key, all groups and levels, without the empty places."""
        return tuple(keysym for _, keysyms in self.groups for keysym in keysyms if keysym)

    def keysym(self, group: int, modifiers: int) -> int:
        """Return what the key gives in a group under these modifiers; 0 for nothing."""
        if not self.groups:
            return 0
        count = len(self.groups)
        if group >= count:
            group = group % count if self.redirect is None else min(self.redirect, count - 1)
        kind, keysyms = self.groups[group]
        level = kind.level(modifiers)
        return keysyms[level] if level < len(keysyms) else 0


@dataclass(frozen=True, slots=True)
class Stroke:
    """One key that gives a character, with or without Shift."""

    code: int
    needs_shift: bool


@dataclass(frozen=True)
class Keymap:
    """One reading of the keyboard: its rows, and the locks."""

    first_code: int
    rows: tuple[KeyRow, ...]
    modifier_rows: tuple[frozenset[int], ...]
    """Keycodes of Shift, Lock, Control, Mod1 .. Mod5."""
    group: int = 0
    """The active group (layout), from 0."""
    locked: int = 0
    """Modifiers that are locked, Caps Lock and Num Lock among them."""
    reserved: frozenset[int] = field(default=frozenset())
    """Keycodes that are spoken for although they give nothing."""

    @property
    def is_caps_on(self) -> bool:
        """Tell whether Caps Lock is on."""
        return bool(self.locked & LOCK_BIT)

    def row(self, code: int) -> KeyRow:
        """Return the row of a keycode; an empty one when it is outside the map."""
        index = code - self.first_code
        return self.rows[index] if 0 <= index < len(self.rows) else KeyRow()

    def without(self, codes: Iterable[int]) -> "Keymap":
        """Return the map as it is with these keycodes empty."""
        emptied = set(codes)
        if not emptied:
            return self
        rows = (KeyRow() if code in emptied else row for code, row in self._numbered())
        return replace(self, rows=tuple(rows))

    @cached_property
    def spare(self) -> tuple[int, ...]:
        """Keycodes that can be lent to a character, lowest first.

        Those among the media keys, if there are any: lending rewrites the keys between the first
        and the last of them, which must not be keys that another keyboard's layout defines.
        """
        taken = frozenset().union(*self.modifier_rows) | self.reserved | {_RESERVED_CODE}
        free = tuple(c for c, row in self._numbered() if not row.groups and c not in taken)
        return tuple(code for code in free if code >= _FIRST_MEDIA_CODE) or free

    @cached_property
    def shift_code(self) -> int | None:
        """The keycode of a Shift key; None when the keyboard has none."""
        return min(self.modifier_rows[0], default=None)

    @cached_property
    def strokes(self) -> dict[str, Stroke]:
        """Every character that the active group gives plain or with Shift, Caps Lock being off."""
        found: dict[str, Stroke] = {}
        modifiers = self.locked & ~(LOCK_BIT | SHIFT_BIT)
        for shift in (0, SHIFT_BIT) if self.shift_code is not None else (0,):
            for code, row in self._numbered():
                char = char_for_keysym(row.keysym(self.group, modifiers | shift))
                if char and char not in found and not _is_keypad(row):
                    found[char] = Stroke(code, bool(shift))
        return found

    @cached_property
    def codes(self) -> dict[int, int]:
        """The keycode of every keysym, the active group and plain keys first."""
        found: dict[int, int] = {}
        for group in self._groups():
            for code, row in self._numbered():
                found.setdefault(row.keysym(group, 0), code)
        for code, row in self._numbered():
            for keysym in row.keysyms:
                found.setdefault(keysym, code)
        found.pop(0, None)
        return found

    def other_than(self, before: "Keymap", code: int) -> str:
        """Say in words why a key gives something else by now than a text was planned with; empty if it gives the same.

        Args:
            before: the map at the plan, which reckons with Caps Lock being off.
            code: the key.
        """
        planned = before.locked & ~(LOCK_BIT | SHIFT_BIT)
        if all(
            self.row(code).keysym(self.group, self.locked | shift)
            == before.row(code).keysym(before.group, planned | shift)
            for shift in (0, SHIFT_BIT)
        ):
            return ""
        if self.is_caps_on:
            return "Caps Lock was switched on"
        if self.group != before.group:
            return "the keyboard layout was switched"
        return "the keyboard layout was changed"

    def code_of_keysym(self, keysym: int) -> int | None:
        """Return the keycode that has this keysym; None when no key has it."""
        return self.codes.get(keysym)

    def code_of_char(self, char: str) -> int | None:
        """Return the key that gives a character without Shift in some layout; None if none does."""
        for group in self._groups():
            for code, row in self._numbered():
                if char_for_keysym(row.keysym(group, 0)) == char and not _is_keypad(row):
                    return code
        return None

    def code_by_place(self, char: str) -> int | None:
        """Return where a PC keyboard has a letter or digit, whatever the layout gives there."""
        code = _PC_CODES.get(char)
        return code if code is not None and self.row(code).groups else None

    def modifiers(self, state: int) -> frozenset[str]:
        """Return the names of the modifiers in a core protocol bit mask, locks left out."""
        names = {
            name for name, bit in (("shift", SHIFT_BIT), ("ctrl", _CONTROL_BIT)) if state & bit
        }
        for index, codes in enumerate(self.modifier_rows[_FIRST_MOD:], _FIRST_MOD):
            if state >> index & 1:
                keysyms = {keysym for code in codes for keysym in self.row(code).keysyms}
                names |= {name for name, own in _MODIFIER_KEYSYMS.items() if keysyms & own}
        return frozenset(names)

    def _groups(self) -> tuple[int, ...]:
        """Every group, the active one first."""
        count = max((len(row.groups) for row in self.rows), default=0)
        return (self.group, *(group for group in range(count) if group != self.group))

    def _numbered(self) -> Iterator[tuple[int, KeyRow]]:
        return enumerate(self.rows, self.first_code)


def _is_keypad(row: KeyRow) -> bool:
    """What a keypad key gives depends on Num Lock, and some programs treat it as another key."""
    return any(keysym in KEYPAD_KEYSYMS for keysym in row.keysyms)
