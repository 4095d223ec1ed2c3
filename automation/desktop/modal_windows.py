"""Which windows take the input of the others of their program, as the window manager is told."""

import contextlib
from collections.abc import Sequence
from typing import Final

from automation.core.errors import NoDisplay
from automation.desktop import xserver
from automation.desktop.x11_server import X11Server

_STATE: Final = "_NET_WM_STATE"
_MODAL: Final = "_NET_WM_STATE_MODAL"
"""Source: Extended Window Manager Hints 1.5, application window properties."""


def modal_windows(windows: Sequence[int], display: str | None = None) -> frozenset[int]:
    """Return those of the windows that say they are modal; none where no X server answers.

    Args:
        windows: ids of managed windows.
        display: display name such as `:1`; None takes `DISPLAY`.
    """
    try:
        server = X11Server(display)
    except NoDisplay:
        return frozenset()
    with contextlib.closing(server):
        state, modal = (xserver.atom(server.connection, name) for name in (_STATE, _MODAL))
        asked = [(window, server.ask_property(window, state)) for window in windows]
        return frozenset(window for window, cookie in asked if modal in server.numbers(cookie))
