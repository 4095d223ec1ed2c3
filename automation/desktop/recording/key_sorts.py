"""Sorts keys by what a recording has to know of them before it knows where they went.

Source of the keysyms: the keysym encoding of the X11 protocol (appendix A) and keysymdef.h.
"""

from typing import Final

from automation.desktop.recording.heard import HandEvent

_TAB, _BACK_TAB, _ENTER, _PAD_ENTER, _ESC = 0xFF09, 0xFE20, 0xFF0D, 0xFF8D, 0xFF1B
TABS: Final = frozenset({_TAB, _BACK_TAB})
TELLS_NOTHING: Final = frozenset({_TAB, _BACK_TAB, _ENTER, _PAD_ENTER, _ESC})
"""Keys that are recorded in a password field too: they end it."""
STAYS: Final = frozenset({0xFF08, 0xFF50, 0xFF51, 0xFF53, 0xFF57, 0xFFFF})
"""BackSpace, Home, Left, Right, End, Delete move within a field."""
_FIRST_NAMED: Final = 0xFE00
_LAST_NAMED: Final = 0xFFFF
"""Keysyms of keys that type nothing (X11 protocol, appendix A), the numeric pad among them."""
_PAD: Final = range(0xFFAA, 0xFFBA)
MODIFIERS: Final = range(0xFFE1, 0xFFEF)
SHIFTS: Final = frozenset({0xFFE1, 0xFFE2, 0xFFE5, 0xFFE6, 0xFE03, 0xFF7E, 0xFF7F})
"""Shift, Caps Lock, AltGr, mode switch, Num Lock: they lead to text and do nothing by themselves."""
_COMPOSE, BACKSPACE = 0xFF20, 0xFF08
_DEAD: Final = range(0xFE50, 0xFE94)
COMPOSES: Final = frozenset({_COMPOSE, *_DEAD})
"""The compose key and dead keys: what is written shows with a later key only."""
COMMANDS: Final = frozenset({"ctrl", "alt", "super"})


def types(event: HandEvent) -> bool:
    """Tell whether a key types something, or leads to it."""
    if event.modifiers & COMMANDS or not event.keysym:
        return False
    is_named = _FIRST_NAMED <= event.keysym <= _LAST_NAMED
    return event.keysym in COMPOSES or event.keysym in _PAD or not is_named


def moves_focus(event: HandEvent) -> bool:
    """Tell whether a program may move the focus when it gets a key."""
    keysym = event.keysym
    if keysym in MODIFIERS or keysym in STAYS or keysym in _PAD or keysym in _DEAD:
        return False
    return bool(event.modifiers & COMMANDS) or _FIRST_NAMED <= keysym <= _LAST_NAMED
