"""Which keycodes a chord stands for on the keyboard as it is configured, and which mask grabs it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations
from typing import Final

import xcffib

from automation.core.errors import UnknownKey
from automation.desktop.input.keys import MODIFIERS, chord_label, key, parse_chord

LOCK_BIT: Final = 0x02
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
        """Return the keycodes of a chord such as `ctrl+alt+k`.

        Raises:
            UnknownKey: a name is not in the table, this keyboard lacks the key, or the chord has
                no key besides modifiers, or several.
        """
        names = parse_chord(text)
        plain = [name for name in names if name not in MODIFIERS]
        if len(plain) != 1:
            message = (
                f"a global shortcut needs exactly one key besides modifiers, "
                f"found {chord_label(names)}"
            )
            raise UnknownKey(message)
        wanted = key(plain[0])
        codes = frozenset(
            code for code, symbols in self.symbols.items() if symbols & set(wanted.keysyms)
        )
        if not codes:
            message = f"this keyboard has no {wanted.label} key; choose another shortcut"
            raise UnknownKey(message)
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
