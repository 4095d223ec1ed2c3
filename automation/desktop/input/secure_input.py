"""Is somebody else holding keyboard or mouse? Password prompts and screen lockers do, so that none listens.

The server answers a grab for a window that is not shown by saying whether the keyboard is taken, and
takes nothing: it looks for a holder before it looks at the window (`GrabDevice` in the X server's
dix/events.c). So the question has no effect on any program.
"""

from typing import Final

import xcffib
import xcffib.xproto

from automation.desktop.xserver import root_of

FREE_WITHIN_S: Final = 2.0
"""How long is waited for what ends by itself: the grab of a chord or a button that the user still holds,
and that of a window manager, which looks at a click before it passes it on."""
POLL_S: Final = 0.02
TAKEN: Final = (
    "another program holds the keyboard, as password prompts and screen locks do; type there "
    "yourself, then go on"
)
MOUSE_TAKEN: Final = (
    "a program holds the mouse, as open menus, password prompts and games do, and would get this; "
    "close its menu with Esc, or end there yourself what holds it, then go on"
)

_ASYNC: Final = xcffib.xproto.GrabMode.Async
_TAKEN: Final = (xcffib.xproto.GrabStatus.AlreadyGrabbed, xcffib.xproto.GrabStatus.Frozen)


class KeyboardProbe:
    """Asks on a connection of the caller's; owned by its thread."""

    def __init__(self, connection: xcffib.Connection) -> None:
        self._connection = connection
        self._window = _unshown_window(connection)

    def is_taken(self) -> bool:
        """Tell whether another connection has grabbed the keyboard."""
        status = self._connection.core.GrabKeyboard(
            False, self._window, xcffib.CurrentTime, _ASYNC, _ASYNC
        )
        return int(status.reply().status) in _TAKEN


class PointerProbe:
    """Asks whose the pointer is, in the same way: an open menu has grabbed it, and gets every press."""

    def __init__(self, connection: xcffib.Connection) -> None:
        self._connection = connection
        self._window = _unshown_window(connection)

    def is_taken(self) -> bool:
        """Tell whether another connection has grabbed the pointer."""
        status = self._connection.core.GrabPointer(
            False, self._window, 0, _ASYNC, _ASYNC, xcffib.NONE, xcffib.NONE, xcffib.CurrentTime
        )
        return int(status.reply().status) in _TAKEN


def _unshown_window(connection: xcffib.Connection) -> int:
    window = int(connection.generate_id())
    connection.core.CreateWindow(
        0, window, root_of(connection), -1, -1, 1, 1, 0,
        xcffib.xproto.WindowClass.InputOnly, 0, 0, [],
    )  # fmt: skip
    return window
