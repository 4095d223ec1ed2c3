"""Reads chords as people write them, for policies and settings, and writes them as keyboards do."""

import re
from typing import Final

from automation.core.errors import UnknownKey
from automation.desktop.input.keys import parse_chord

_ON_KEYBOARDS: Final = {"return": "Enter", "backspace": "Backspace"}


def shown_chord(chord: str) -> str:
    """Return a chord with each key called as on keyboards: Enter, where systems say Return."""
    return re.sub(r"[A-Za-z_]+", lambda m: _ON_KEYBOARDS.get(m[0].lower(), m[0]), chord)


def key_chord(text: str) -> tuple[str, ...] | None:
    """Return the canonical key names of a chord such as `Ctrl+S`; None when it is none."""
    try:
        return parse_chord(text)
    except UnknownKey:
        return None


def chord_problem(chord: str) -> str:
    """Say why a chord, or one pressed twice such as `Esc Esc`, cannot be used; empty if it can."""
    try:
        for part in chord.split() or [""]:
            parse_chord(part)
    except UnknownKey as error:
        return str(error)
    return ""
