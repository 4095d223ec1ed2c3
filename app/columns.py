"""How wide a text is on a terminal, and how much of it fits into a line."""

import unicodedata
from typing import Final

ELLIPSIS: Final = "…"


def columns_of(text: str) -> int:
    """Return the columns that a terminal takes for a text without line breaks or tabs.

    Wide and fullwidth characters take two (Unicode Standard Annex 11), combining marks none.
    """
    return sum(_columns(character) for character in text)


def fitted(text: str, columns: int) -> str:
    """Return the text, cut at the end with an ellipsis where it is wider than so many columns."""
    if columns_of(text) <= columns:
        return text
    room = columns - columns_of(ELLIPSIS)
    kept = 0
    for character in text:
        room -= _columns(character)
        if room < 0:
            break
        kept += 1
    return text[:kept].rstrip() + ELLIPSIS


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
