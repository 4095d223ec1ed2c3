"""Sorts keys by what a recording has to know of them before it knows where they went.

Source of the keysyms: the keysym encoding of the X11 protocol (appendix A) and keysymdef.h.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

import xcffib.xkb

from automation.core.errors import NoDisplay
from automation.core.hand_events import COMMANDS, HandEvent
from automation.desktop.input.keyboard_x11 import CORE_KEYBOARD
from automation.desktop.input.keys import char_for_keysym, key
from automation.desktop.x11 import connect

_NAMED: Final = (
    "enter esc tab backspace delete insert home end pageup pagedown up down left right print pause "
    "menu help select execute clear undo redo find cut copy paste numenter volumemute volumedown "
    "volumeup playpause stop nexttrack prevtrack browserback browserforward browserrefresh "
    "browserstop browserhome browsersearch browserfavorites launchmail calculator brightnessup "
    "brightnessdown sleep"
)
"""Keys that type nothing. Modifiers and locks are no keys of their own in a recording, and the
numeric pad's characters are text."""


class XKeyNames:
    """What the keysyms of an X keyboard are called in our files: the way back through the key table."""

    def char(self, keysym: int) -> str:
        """Return the character that it types; empty when it types none."""
        return char_for_keysym(keysym)

    def name(self, keysym: int) -> str:
        """Return the name of the key in our table; empty when it has none."""
        return _names().get(keysym, "")


@cache
def _names() -> Mapping[int, str]:
    named = [*_NAMED.split(), *(f"f{n}" for n in range(1, 25))]
    found: dict[int, str] = {}
    for name in named:
        for keysym in key(name).keysyms:
            found.setdefault(keysym, name)
    return found


_FALLBACK_US: Final = 660_000
"""What X servers begin with; GNOME and KDE set less."""


def repeat_delay_us(display: str | None = None) -> int:
    """Return the delay in microseconds; that of an X server as it comes where the display does not tell.

    Args:
        display: X display name; None takes `DISPLAY`.
    """
    try:
        connection = connect(display)
    except NoDisplay:
        return _FALLBACK_US
    try:
        keyboard = connection(xcffib.xkb.key)
        keyboard.UseExtension(1, 0).reply()
        told_ms: int = keyboard.GetControls(CORE_KEYBOARD).reply().repeatDelay
    except xcffib.XcffibException:
        return _FALLBACK_US
    finally:
        connection.disconnect()
    return told_ms * 1000 or _FALLBACK_US


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


def types(event: HandEvent) -> bool:
    """Tell whether a key types something, or leads to it."""
    if event.state & COMMANDS or not event.keysym:
        return False
    is_named = _FIRST_NAMED <= event.keysym <= _LAST_NAMED
    return event.keysym in COMPOSES or event.keysym in _PAD or not is_named


def moves_focus(event: HandEvent) -> bool:
    """Tell whether a program may move the focus when it gets a key."""
    keysym = event.keysym
    if keysym in MODIFIERS or keysym in STAYS or keysym in _PAD or keysym in _DEAD:
        return False
    return bool(event.state & COMMANDS) or _FIRST_NAMED <= keysym <= _LAST_NAMED
