"""Small keyboards as `Keymap` values, with the keycodes of a PC keyboard."""

from functools import cache

from automation.desktop.input.keymap import Keymap, KeyRow, KeyType
from automation.desktop.input.keys import RETURN, TAB, keysym_for_char

ONE_LEVEL = KeyType(0, {})
TWO_LEVEL = KeyType(0x01, {0x01: 1})
ALPHABETIC = KeyType(0x03, {0x01: 1, 0x02: 1})
KEYPAD = KeyType(0x11, {0x10: 1})
FOUR_LEVEL = KeyType(0x81, {0x01: 1, 0x80: 2, 0x81: 3})

SHIFT, LOCK, CONTROL, ALT, NUM_LOCK, SUPER = 50, 66, 37, 64, 77, 133

_US = (
    (10, "1!2@3#4$5%6^7&8*9(0)-_=+"),
    (24, "qQwWeErRtTyYuUiIoOpP[{]}"),
    (38, "aAsSdDfFgGhHjJkKlL;:'\"`~"),
    (51, "\\|"),
    (52, "zZxXcCvVbBnNmM,<.>/?"),
)
_RU = (
    (24, "йЙцЦуУкКеЕнНгГшШщЩзЗхХъЪ"),
    (38, "фФыЫвВаАпПрРоОлЛдДжЖэЭёЁ"),
    (52, "яЯчЧсСмМиИтТьЬбБюЮ.,"),
)


def _letters(blocks):
    rows = {}
    for first, pairs in blocks:
        for offset in range(len(pairs) // 2):
            lower, upper = pairs[2 * offset], pairs[2 * offset + 1]
            kind = ALPHABETIC if lower.isalpha() else TWO_LEVEL
            keysyms = (keysym_for_char(lower), keysym_for_char(upper))
            rows[first + offset] = (kind, keysyms)
    return rows


@cache
def keyboard(*layouts, spare=(149, 154, 168, 183), group=0, locked=0):
    """Return a keyboard with the named layouts (`us`, `ru`) as its groups, always the same one."""
    blocks = {"us": _letters(_US), "ru": {**_letters(_US[:1]), **_letters(_RU)}}
    codes = {code for layout in layouts for code in blocks[layout]}
    rows = {
        code: KeyRow(tuple(blocks[layout].get(code, (ONE_LEVEL, ())) for layout in layouts))
        for code in codes
    }
    named = {9: 0xFF1B, 22: 0xFF08, 23: TAB, 36: RETURN, 65: 0x20, 67: 0xFFBE, 119: 0xFFFF}
    named |= {SHIFT: 0xFFE1, LOCK: 0xFFE5, CONTROL: 0xFFE3, ALT: 0xFFE9, SUPER: 0xFFEB}
    for code, keysym in named.items():
        rows[code] = KeyRow(((ONE_LEVEL, (keysym,)),))
    rows[79] = KeyRow(((KEYPAD, (0xFF95, 0xFFB7)),))
    for code in range(8, 256):
        if code not in rows and code not in spare:
            rows[code] = KeyRow(((ONE_LEVEL, (0x1008FF00 + code,)),))
    modifiers = ({SHIFT}, {LOCK}, {CONTROL}, {ALT}, {NUM_LOCK}, set(), {SUPER}, set())
    return Keymap(
        first_code=8,
        rows=tuple(rows.get(code, KeyRow()) for code in range(8, 256)),
        modifier_rows=tuple(frozenset(codes) for codes in modifiers),
        group=group,
        locked=locked,
    )
