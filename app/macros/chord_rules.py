"""Which chords can play a macro: one key with modifiers, or a function key, and none of our own. No Qt."""

from collections.abc import Iterator
from typing import Final

from app.settings import Keys
from automation.core.errors import UnknownKey
from automation.desktop.input.keys import MODIFIERS, chord_label, parse_chord

_WORDS: Final = {
    "command_bar": "the command bar",
    "record_pause": "pausing a recording",
    "accept": "accepting a step",
    "change": "changing a step",
    "reject": "rejecting a step",
    "hold": "accepting what is hard to undo",
    "show": "showing the card",
}
_CARD: Final = (
    ("accepting a step over a menu", "Ctrl+Shift+F9"),
    ("rejecting a step over a menu", "Ctrl+Shift+F8"),
    *((f"choice {number}", f"Ctrl+Shift+{number}") for number in range(1, 10)),
)
"""What a card grabs besides the settings' keys (`overlay.chords`)."""
_FUNCTION_KEYS: Final = frozenset(f"f{number}" for number in range(1, 25))
_STRONG: Final = frozenset(MODIFIERS) - {"shift"}
"""Shift alone is how large letters are typed."""


def canonical(chord: str) -> str:
    """Return a chord as it is shown to people; it must be one.

    Raises:
        UnknownKey: it is none.
    """
    return chord_label(parse_chord(chord))


def chord_fault(chord: str) -> str:
    """Return why a chord cannot play a macro; empty when it can."""
    try:
        names = parse_chord(chord)
    except UnknownKey as error:
        return str(error)
    plain = [name for name in names if name not in MODIFIERS]
    if len(plain) != 1:
        return (
            f"a key for a macro needs exactly one key besides modifiers, found {chord_label(names)}"
        )
    if _STRONG & set(names) or plain[0] in _FUNCTION_KEYS:
        return ""
    return (
        f"{chord_label(names)} alone would be lost for typing; add Ctrl, Alt or Super, "
        "or take a function key"
    )


def own_chords(keys: Keys) -> Iterator[tuple[str, str]]:
    """Yield what each chord of our own is for, and the chord; one pressed twice comes once."""
    for stop in keys.stop:
        yield from (("stopping", part) for part in stop.split())
    for name, what in _WORDS.items():
        yield what, getattr(keys, name)
    yield from _CARD


def same_keys(one: str, other: str) -> bool:
    """Tell whether two chords are the same keys, however they are written."""
    try:
        return frozenset(parse_chord(one)) == frozenset(parse_chord(other))
    except UnknownKey:
        return False
