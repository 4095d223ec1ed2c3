"""What a program calls a thing, as people read it: one line, without what is not seen."""

import unicodedata
from typing import Final

MAX_CONTEXT_CHARS: Final = 120
"""Of a name that several texts make together."""
_OBJECT_MARK: Final = "\ufffc"
_BIDI_MARKS: Final = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean(name: str) -> str:
    """Return a name on one line, without control, embedding and text-direction characters."""
    kept = (
        " " if unicodedata.category(char) == "Cc" else char
        for char in name
        if char != _OBJECT_MARK and char not in _BIDI_MARKS
    )
    return " ".join("".join(kept).split())


def as_label(name: str) -> str:
    """Return what a label says, without the colon or the star after it."""
    return clean(name).rstrip(" :*\uff1a")
