"""Which X keysym stands for which character, in both directions.

A character is sent as its Latin-1 keysym or as `0x01000000 | code point`, which every toolkit
tried here understands. The way back also knows the older keysyms that keyboard layouts still
use for letters; one that is missing here costs a spare keycode, never a wrong character.

Source: appendix A of the X11 protocol (Latin-1 and Unicode keysyms are formulas). The older
sets follow the 8-bit standards that they were made from, so the codecs serve as their tables.
"""

from functools import cache
from typing import Final

UNICODE_KEYSYM: Final = 0x0100_0000

RETURN: Final = 0xFF0D
TAB: Final = 0xFF09
SHIFT_L: Final = 0xFFE1
SHIFT_R: Final = 0xFFE2

KEYPAD_KEYSYMS: Final = range(0xFF80, 0xFFBE)

_EIGHT_BIT_SETS: Final = (
    (0x1A1, 0x1FF, "iso8859-2"),
    (0x5C1, 0x5F2, "iso8859-6"),
    (0x6C0, 0x6FF, "koi8-r"),
    (0x7C1, 0x7D1, "iso8859-7"),
    (0x7D4, 0x7D9, "iso8859-7"),
    (0x7E1, 0x7F1, "iso8859-7"),
    (0x7F4, 0x7F9, "iso8859-7"),
    (0xCE0, 0xCFA, "iso8859-8"),
    (0xDA1, 0xDDA, "tis-620"),
    (0xDDF, 0xDED, "tis-620"),
    (0xDF0, 0xDF9, "tis-620"),
)
"""First and last keysym of a set, and the codec whose byte is the keysym's low byte."""

_SINGLE: Final = {
    0x20AC: "\u20ac",
    0x6A3: "\u0451",
    0x6B3: "\u0401",
    0x6A4: "\u0454",
    0x6B4: "\u0404",
    0x6A6: "\u0456",
    0x6B6: "\u0406",
    0x6A7: "\u0457",
    0x6B7: "\u0407",
    0x6AD: "\u0491",
    0x6BD: "\u0490",
    0x6B0: "\u2116",
    0x7D2: "\u03a3",
    0x7F2: "\u03c3",
    0x7F3: "\u03c2",
    0x13BC: "\u0152",
    0x13BD: "\u0153",
    0x13BE: "\u0178",
    0xAA9: "\u2014",
    0xAAA: "\u2013",
    0xAAE: "\u2026",
    0xAD0: "\u2018",
    0xAD1: "\u2019",
    0xAD2: "\u201c",
    0xAD3: "\u201d",
    0xAFD: "\u201a",
    0xAFE: "\u201e",
    0xAC9: "\u2122",
}


def keysym_for_char(char: str) -> int:
    """Return the keysym that types one character, whatever the layout.

    Args:
        char: one code point that is not a control character.
    """
    code = ord(char)
    if 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF:
        return code
    return UNICODE_KEYSYM | code


@cache
def char_for_keysym(keysym: int) -> str:
    """Return the character a keysym types; empty for none, dead keys and unknown ones."""
    if 0x20 <= keysym <= 0x7E or 0xA0 <= keysym <= 0xFF:
        return chr(keysym)
    if UNICODE_KEYSYM + 0x100 <= keysym <= UNICODE_KEYSYM + 0x10FFFF:
        return chr(keysym - UNICODE_KEYSYM)
    if keysym in _SINGLE:
        return _SINGLE[keysym]
    for first, last, codec in _EIGHT_BIT_SETS:
        if first <= keysym <= last:
            char = bytes([keysym & 0xFF]).decode(codec, errors="ignore")
            # A character of Latin-1 has its Latin-1 keysym only; the place in the set is empty.
            return char if char > "\xff" else ""
    return ""
