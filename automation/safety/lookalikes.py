# ruff: noqa: RUF001 - letters that look like others are what this is about
"""Other ways to read a label: letters that look alike, letters that do not show, signs for words.

Whoever writes a label can spell "Delete" with a Cyrillic letter, a blank inside, or backwards behind a
direction mark. Every reading is looked up in the word list; a reading too many only asks once more.
The pairs are chosen by eye, for the scripts of the word list and their nearest neighbours; they are
fewer than the table of Unicode's UTS 39.
"""

import re
import unicodedata
from typing import Final

# Each row: letters of other scripts, then the Latin letters that they look like, in the same order.
_LATIN_ROWS: Final = (
    ("АВЕЅІЈКМНОРСТУХԚԜҮаеѕіјорсухԁԛԝһүӏкмвнт", "ABESIJKMHOPCTYXQWYaesijopcyxdqwhylkmbht"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχϲϳεγ", "ABEZHIKMNOPTYXaikvoptuxcjey"),
    ("ՏՍՕօսոհցքզյլ", "SUOounhgpqjl"),
    ("ᎪᏴᏟᎠᎬᎢᎻᎫᏦᏞᎷᏢᎡᏚᎳᏃᏙᎥ", "ABCDETHJKLMPRSWZVi"),
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"),
    ("ɑɡıȷɩʋѵⅼ", "agijivvl"),
)  # fmt: skip
_CYRILLIC_ROW: Final = ("ABCEHIJKMOPSTXYaceijopsxyhkmtnu", "АВСЕНІЈКМОРЅТХУасеіјорѕхункмтпи")
_STROKES: Final = str.maketrans("łøđħŧɨƀɇꞓð", "lodhtibecd")
_SAME_SHAPE: Final = str.maketrans("i1|0", "lllo")
_BLANKS: Final = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufe00-\ufe0f]")
_THIN_SPACES: Final = re.compile("[\u2005\u2006\u2008-\u200a\u202f\u205f]")
_LONE_LETTERS: Final = re.compile(r"(?:(?<=^)|(?<=[^\w]))(?:\w[\W_]{1,2}){2,}\w(?!\w)")
_TURNED: Final = re.compile("\u202e([^\u202c\u202d]*)[\u202c\u202d]?")
_OVERRIDES: Final = re.compile("[\u202d\u202e]")
_SIGNS: Final = {
    "🗑": " delete ", "🚮": " delete ", "⌫": " delete ", "📤": " send ", "📨": " send ",
    "✉": " send ", "🛒": " buy ", "🛍": " buy ", "💳": " pay ", "💸": " pay ", "⏻": " shut down ",
    "📞": " answer ", "📱": " answer ", "🎤": " microphone ", "🎙": " microphone ", "📷": " take photo ",
    "📹": " start video ", "🎥": " start video ", "⏺": " record ", "➤": " send ", "➢": " send ",
    "⮞": " send ", "💎": " buy ", "🎁": " gift ", "⏼": " shut down ", "⭘": " shut down ", "🔓": " unlock ",
}  # fmt: skip
"""Pictographs that stand on buttons in place of a word."""


def _latin_table() -> dict[int, str]:
    table: dict[int, str] = {}
    for letters, shapes in _LATIN_ROWS:
        table |= {ord(letter): shape for letter, shape in zip(letters, shapes, strict=True)}
    for n in range(26):
        letter = chr(ord("a") + n)
        for first in (0x1F150, 0x1F170, 0x1F1E6):  # circled, squared, regional: no NFKC form
            table[first + n] = letter
    return table


_TO_LATIN: Final = _latin_table()
_TO_CYRILLIC: Final = dict(zip(map(ord, _CYRILLIC_ROW[0]), _CYRILLIC_ROW[1], strict=True))


def plain_readings(label: str) -> frozenset[str]:
    """Return the label as it is and as it shows: signs as words, no letters that draw nothing."""
    shown = _BLANKS.sub("", label)
    for sign, word in _SIGNS.items():
        shown = shown.replace(sign, word)
    if shown.isascii():
        return frozenset({shown, *_joined(shown)})
    found = {shown, _THIN_SPACES.sub("", shown)}
    if _OVERRIDES.search(shown):
        turned = _TURNED.sub(lambda match: match.group(1)[::-1], shown)
        found |= {turned, _OVERRIDES.sub("", turned)}
    for text in tuple(found):
        found |= {*_joined(text), _translated(text, _TO_LATIN), _translated(text, _TO_CYRILLIC)}
    return frozenset(found)


def shape_of(word: str) -> str:
    """Return a folded word with accents, strokes and letters of one shape made equal.

    For words of the list and of a label alike: `löschen` and `Loschen`, `delete` and `DeIete`.
    """
    bare = "".join(_without_accent(char) for char in word)
    return bare.translate(_STROKES).translate(_SAME_SHAPE).replace("rn", "m")


def hides_direction(label: str) -> bool:
    """Tell whether the label forces a direction of writing, so that it reads otherwise than it is."""
    return bool(_OVERRIDES.search(label))


def _joined(text: str) -> tuple[str, ...]:
    """Return the text with letters that stand alone put together: `D e l e t e`, `S.e.n.d`."""
    joined = _LONE_LETTERS.sub(lambda match: re.sub(r"[\W_]", "", match.group()), text)
    return (joined,) if joined != text else ()


def _translated(text: str, table: dict[int, str]) -> str:
    """Return the text with letters exchanged below their accents."""
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))
    return unicodedata.normalize("NFC", apart.translate(table))


def _without_accent(char: str) -> str:
    """Return a Latin, Greek or Cyrillic letter without its accents; others are left whole."""
    first = unicodedata.normalize("NFD", char)[:1]
    return first if ord(first) < 0x0530 else char
