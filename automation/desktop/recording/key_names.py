"""What the keysyms of an X keyboard are called in our files: the way back through the key table."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from automation.desktop.input.keys import key
from automation.desktop.input.keysyms import char_for_keysym

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
    """The `KeyNames` of an X keyboard."""

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
