"""The keyboard as it is configured now: which key gives which keysym, and which keycodes are spare.

A plain value in the terms of the X keyboard extension (XKB): a key has groups (layouts), a group
has levels, and the group's type says which modifiers lead to which level. Nothing here talks to a
server.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, combinations
from typing import Final

import xcffib

from automation.core.errors import InputError, UnknownKey
from automation.desktop.input.keys import (
    KEYPAD_KEYSYMS,
    MODIFIERS,
    RETURN,
    TAB,
    char_for_keysym,
    chord_label,
    key,
    keysym_for_char,
    parse_chord,
)
from automation.desktop.input.plan import KeyEvent, Pause, Primitive, Remap, Tap, Typed

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
        """Say in words why a key gives something else by now than a text was planned with; empty if it gives the same."""
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


KEY_PACE_S: Final = 0.004
"""After each character: fewer milliseconds let a stop arrive later under load (measured)."""
REMAP_S: Final = 0.03
"""From lending keycodes to using them: toolkits read the whole map anew when it changes."""
SETTLE_S: Final = 0.08
"""From the last key to taking keycodes back: an application that lags would look up nothing."""

_BYTE_ORDER_MARK: Final = "\ufeff"
_UNTYPABLE_CATEGORIES: Final = {
    "Cc": "a control character",
    "Cs": "half of a character",
    "Zl": "a line separator, which some applications turn into a line break,",
    "Zp": "a paragraph separator, which some applications turn into a line break,",
}
"""What no key means, and what does not arrive as sent: Qt 6.11 drops a byte order mark and breaks
the line at a separator (seen in its text edit)."""

_KEYS: Final = {"\n": RETURN, "\t": TAB}


@dataclass(slots=True)
class _Chunk:
    """Characters that go out under one keyboard map."""

    strokes: list[tuple[int, Stroke]] = field(default_factory=list)
    """Index in the text, and the key."""
    lent: dict[str, int] = field(default_factory=dict)
    """Characters on spare keycodes."""


def plan_text(text: str, read_keymap: Callable[[], Keymap]) -> Iterator[Primitive]:
    """Return the primitives that type the text; the keyboard map is read as they are taken.

    A character on the two lower levels of the active layout goes by its own key, with Shift where
    it needs it. Every other one - AltGr levels, dead keys' signs, other scripts, emoji - is lent a
    spare keycode that gives its keysym directly; a text with more of them than spare keycodes goes
    in chunks. The text is sent as given, code point by code point, nothing composed or normalised;
    a line break (LF, CR LF or CR) is the Return key and a tab the Tab key. Num Lock plays no part,
    Caps Lock is the backend's business.

    The keyboard map is read when a chunk begins, not when the plan is made: a click that focuses
    the target may switch the layout first.
    """
    characters = _characters(text)
    return _primitives(characters, read_keymap)


def _characters(text: str) -> list[tuple[int, str]]:
    """Return each character to type with its index; refuse what no key can mean."""
    characters = []
    for index, char in enumerate(text):
        if char == "\n" and text[index - 1 : index] == "\r":
            continue
        if char not in "\n\r\t" and (reason := _untypable(char)):
            raise InputError(
                f"character {index + 1} of the text, U+{ord(char):04X}, is {reason} and cannot be"
                " typed; nothing was sent. Remove it from the text"
            )
        characters.append((index, "\n" if char == "\r" else char))
    return characters


def _untypable(char: str) -> str:
    code = ord(char)
    if code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF:
        return "no character"
    if char == _BYTE_ORDER_MARK:
        return "a byte order mark, which some applications drop,"
    return _UNTYPABLE_CATEGORIES.get(unicodedata.category(char), "")


def _primitives(
    characters: Sequence[tuple[int, str]], read_keymap: Callable[[], Keymap]
) -> Iterator[Primitive]:
    lent: tuple[int, ...] = ()
    done = 0
    while done < len(characters):
        keymap = read_keymap().without(lent)
        chunk = _next_chunk(characters[done:], keymap)
        done += len(chunk.strokes)
        codes = {code: keysym_for_char(char) for char, code in chunk.lent.items()}
        if lent:
            yield Pause(SETTLE_S)
        if lent or codes:
            yield Remap(tuple((dict.fromkeys(lent, 0) | codes).items()))
        if codes:
            yield Pause(REMAP_S)
        lent = tuple(codes)
        yield from _keystrokes(chunk.strokes, keymap.shift_code)
    if lent:
        yield Pause(SETTLE_S)
        yield Remap(tuple(dict.fromkeys(lent, 0).items()))


def _next_chunk(characters: Sequence[tuple[int, str]], keymap: Keymap) -> _Chunk:
    """Take characters for as long as there are keycodes for them."""
    spare = list(keymap.spare)
    chunk = _Chunk()
    for index, char in characters:
        stroke = _stroke(char, keymap, chunk)
        if stroke is None:
            if not spare and chunk.strokes:
                break
            stroke = _lend(char, spare, chunk)
        chunk.strokes.append((index, stroke))
    if keymap.is_caps_on and not chunk.lent:
        # Lending is what makes the backend switch Caps Lock off, so there must be some of it.
        _lend(" ", spare, chunk)
    return chunk


def _stroke(char: str, keymap: Keymap, chunk: _Chunk) -> Stroke | None:
    if char in chunk.lent:
        return Stroke(chunk.lent[char], needs_shift=False)
    if char not in _KEYS:
        return keymap.strokes.get(char)
    code = keymap.code_of_keysym(_KEYS[char])
    if code is None:
        label = "Return" if char == "\n" else "Tab"
        raise InputError(
            f"this keyboard has no {label} key, which the text needs; choose another layout"
        )
    return Stroke(code, needs_shift=False)


def _lend(char: str, spare: list[int], chunk: _Chunk) -> Stroke:
    if not spare:
        raise InputError(
            f"U+{ord(char):04X} is not on this keyboard and no keycode is free to lend to it;"
            " paste the text instead"
        )
    chunk.lent[char] = spare.pop(0)
    return Stroke(chunk.lent[char], needs_shift=False)


def _keystrokes(strokes: list[tuple[int, Stroke]], shift: int | None) -> Iterator[Primitive]:
    is_shifted = False
    for index, stroke in strokes:
        if shift is not None and stroke.needs_shift != is_shifted:
            is_shifted = stroke.needs_shift
            yield KeyEvent(shift, is_shifted)
        yield Tap(stroke.code)
        yield KeyEvent(stroke.code, is_down=False)
        yield Typed(index)
        yield Pause(KEY_PACE_S)
    if shift is not None and is_shifted:
        yield KeyEvent(shift, is_down=False)


_MODIFIER_KEYS: Final = {
    "ctrl": (0xFFE3, 0xFFE4),
    "shift": (0xFFE1, 0xFFE2),
    "alt": (0xFFE9, 0xFFEA),
    "super": (0xFFEB, 0xFFEC),
    "altgr": (0xFE03, 0xFF7E),
}
_LOCK_KEYSYMS: Final = (0xFF7F, 0xFF14)
"""Num Lock and Scroll Lock sit on a modifier bit that differs from system to system."""


@dataclass(frozen=True, slots=True)
class ChordCodes:
    """A chord on one keyboard: any of these keycodes while exactly these modifiers are down."""

    codes: frozenset[int]
    modifiers: frozenset[str]


@dataclass(frozen=True)
class Layout:
    """One reading of the keyboard map, by the core protocol: all layouts side by side."""

    symbols: Mapping[int, frozenset[int]]
    """Keysyms of each keycode, on whatever level and in whatever layout."""
    modifier_codes: tuple[frozenset[int], ...]
    """Keycodes of Shift, Lock, Control, Mod1 .. Mod5."""

    def chord(self, text: str) -> ChordCodes:
        """Return the keycodes of a chord such as `ctrl+alt+k`."""
        names = parse_chord(text)
        plain = [name for name in names if name not in MODIFIERS]
        if len(plain) != 1:
            raise UnknownKey(
                f"a global shortcut needs exactly one key besides modifiers, "
                f"found {chord_label(names)}"
            )
        wanted = key(plain[0])
        codes = frozenset(
            code for code, symbols in self.symbols.items() if symbols & set(wanted.keysyms)
        )
        if not codes:
            raise UnknownKey(f"this keyboard has no {wanted.label} key; choose another shortcut")
        return ChordCodes(codes, frozenset(names) - {plain[0]})

    def modifier_of(self, code: int) -> str | None:
        """Return the modifier that a keycode is; None when it is none."""
        symbols = self.symbols.get(code, frozenset())
        return next((name for name, own in _MODIFIER_KEYS.items() if symbols & set(own)), None)

    def grab_masks(self, modifiers: frozenset[str]) -> tuple[int, ...]:
        """Return the modifier masks to grab a chord with: one for each state of the locks."""
        base = 0
        for name in modifiers:
            base |= self._bit(_MODIFIER_KEYS[name])
        locks = self._lock_bits
        variants = chain.from_iterable(combinations(locks, n) for n in range(len(locks) + 1))
        return tuple(base | sum(chosen) for chosen in variants)

    @cached_property
    def _lock_bits(self) -> tuple[int, ...]:
        found = {self._bit((keysym,)) for keysym in _LOCK_KEYSYMS} - {0}
        return tuple(sorted(found | {LOCK_BIT}))

    def _bit(self, keysyms: tuple[int, ...]) -> int:
        """Return the mask bit of the modifier that one of the keysyms' keys acts as; 0 for none."""
        for index, codes in enumerate(self.modifier_codes):
            if any(self.symbols.get(code, frozenset()) & set(keysyms) for code in codes):
                return 1 << index
        return 0


def read_layout(connection: xcffib.Connection) -> Layout:
    """Return the keyboard map as it is now."""
    setup = connection.get_setup()
    first, count = setup.min_keycode, setup.max_keycode - setup.min_keycode + 1
    mapping = connection.core.GetKeyboardMapping(first, count)
    modifiers = connection.core.GetModifierMapping()
    answer, held = mapping.reply(), modifiers.reply()
    keysyms, width = list(answer.keysyms), int(answer.keysyms_per_keycode)
    codes, per = list(held.keycodes), int(held.keycodes_per_modifier)
    return Layout(
        symbols={
            first + n: frozenset(keysyms[n * width : (n + 1) * width]) - {0} for n in range(count)
        },
        modifier_codes=tuple(frozenset(codes[n * per : (n + 1) * per]) - {0} for n in range(8)),
    )
