import ctypes
import ctypes.util

import pytest

from automation.desktop.input.keys import char_for_keysym, keysym_for_char

EVERY_OLD_KEYSYM = range(0x20, 0x2200)


@pytest.fixture(scope="module")
def utf32_of():
    """Return libxkbcommon's own table, which Qt, GTK and Chromium use."""
    name = ctypes.util.find_library("xkbcommon")
    if name is None:
        pytest.skip("libxkbcommon is not installed")
    function = ctypes.CDLL(name).xkb_keysym_to_utf32
    function.restype = ctypes.c_uint32
    return function


def test_no_keysym_stands_for_another_character_than_in_libxkbcommon(utf32_of):
    known = {keysym: char_for_keysym(keysym) for keysym in EVERY_OLD_KEYSYM}
    wrong = {hex(k): (c, utf32_of(k)) for k, c in known.items() if c and ord(c) != utf32_of(k)}
    assert wrong == {}


def test_a_character_is_sent_as_a_keysym_that_libxkbcommon_reads_back(utf32_of):
    for char in "a~\u00a0\u00ff\u0100\u20ac\u4e00\ufffd\U0001f642\U0010fffd":
        assert chr(utf32_of(keysym_for_char(char))) == char


def test_the_letters_of_the_cyrillic_alphabet_have_their_old_keysyms():
    assert [char_for_keysym(keysym) for keysym in (0x6C1, 0x6E1, 0x6A3)] == [
        "\u0430",
        "\u0410",
        "\u0451",
    ]


@pytest.mark.parametrize("keysym", [0, 0xFF0D, 0xFE51, 0xFFE1, 0x1008FF11, 0x01000041])
def test_a_keysym_that_is_no_character_stands_for_none(keysym):
    assert char_for_keysym(keysym) == ""
