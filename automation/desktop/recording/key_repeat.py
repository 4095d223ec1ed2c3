"""How long a key is down before it begins to repeat, as this display is set."""

from typing import Final

import xcffib.xkb

from automation.core.errors import NoDisplay
from automation.desktop.input.backends.x11_map import CORE_KEYBOARD
from automation.desktop.xserver import connect

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
