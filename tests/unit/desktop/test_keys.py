""""""

import ctypes
import ctypes.util

import pytest

from automation.core.errors import UnknownKey
from automation.desktop.input.keys import (
    char_for_keysym,
    chord_label,
    key,
    keysym_for_char,
    parse_chord,
)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Control", "ctrl"),
        ("CMD", "super"),
        ("win", "super"),
        ("Page Up", "pageup"),
        ("page_down", "pagedown"),
        ("PgDn", "pagedown"),
        ("Return", "enter"),
        ("escape", "esc"),
        ("del", "delete"),
        ("Arrow Left", "left"),
        ("Num 7", "num7"),
        ("F12", "f12"),
        ("S", "s"),
        (" ", "space"),
        ("\n", "enter"),
        ("plus", "+"),
        ("Pause", "pause"),
        ("prtsc", "print"),
        ("volume_up", "volumeup"),
        ("é", "é"),
    ],
)
def test_a_key_is_found_by_every_usual_spelling(written, name):
    assert key(written).name == name


@pytest.mark.parametrize(
    ("chord", "names"),
    [
        ("Ctrl+Shift+S", ("ctrl", "shift", "s")),
        ("ctrl + alt + Delete", ("ctrl", "alt", "delete")),
        ("Ctrl++", ("ctrl", "+")),
        ("Ctrl+-", ("ctrl", "-")),
        ("Ctrl-S", ("ctrl", "s")),
        ("ctrl--", ("ctrl", "-")),
        ("+", ("+",)),
        ("-", ("-",)),
        ("page-up", ("pageup",)),
        ("F5", ("f5",)),
    ],
)
def test_a_chord_is_split_into_canonical_names(chord, names):
    assert parse_chord(chord) == names


@pytest.mark.parametrize("chord", ["", " ", "ctrl+", "+s", "ctrl++s", "Ctrl+s-d", "ctrl-"])
def test_a_chord_with_a_missing_or_wrong_part_is_refused(chord):
    with pytest.raises(UnknownKey):
        parse_chord(chord)


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [("contrl", "Ctrl"), ("pgeup", "Page Up"), ("entr", "Enter"), ("esq", "Esc")],
)
def test_an_unknown_name_is_refused_with_the_nearest_one(wrong, meant):
    with pytest.raises(UnknownKey, match=f"did you mean .*{meant}"):
        key(wrong)


def test_an_unprintable_name_is_shown_in_ascii():
    with pytest.raises(UnknownKey, match=r"called “\\x07”"):
        key("\x07")


def test_a_key_named_twice_in_a_chord_is_refused():
    with pytest.raises(UnknownKey, match="names Ctrl twice"):
        parse_chord("Ctrl+control+A")


def test_a_chord_is_shown_with_the_labels_on_the_keys():
    assert chord_label(("ctrl", "shift", "pageup", "s")) == "Ctrl+Shift+Page Up+S"


def test_a_label_is_itself_a_spelling_of_its_key():
    for name in (
        "ctrl",
        "altgr",
        "pageup",
        "num5",
        "numadd",
        "playpause",
        "f24",
        "superright",
        "ß",
        "ϑ",
        "\u1c80",
    ):
        assert parse_chord(key(name).label) == (name,)


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
