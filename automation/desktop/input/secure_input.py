"""Is somebody else holding the keyboard? Password prompts and screen lockers do, so that none listens.

The server answers a grab for a window that is not shown by saying whether the keyboard is taken, and
takes nothing: it looks for a holder before it looks at the window (`GrabDevice` in the X server's
dix/events.c). So the question has no effect on any program.
"""

from typing import Final

import xcffib
import xcffib.xproto

from automation.desktop.xserver import root_of

FREE_WITHIN_S: Final = 2.0
"""How long a key that the user still holds, which keeps its chord's grab, is waited for."""
POLL_S: Final = 0.02
TAKEN: Final = (
    "another program holds the keyboard, as password prompts and screen locks do; type there "
    "yourself, then go on"
)


class KeyboardProbe:
    """Asks on a connection of the caller's; owned by its thread."""

    def __init__(self, connection: xcffib.Connection) -> None:
        self._connection = connection
        self._window = int(connection.generate_id())
        connection.core.CreateWindow(
            0, self._window, root_of(connection), -1, -1, 1, 1, 0,
            xcffib.xproto.WindowClass.InputOnly, 0, 0, [],
        )  # fmt: skip

    def is_taken(self) -> bool:
        """Tell whether another connection has grabbed the keyboard."""
        asynchronous = xcffib.xproto.GrabMode.Async
        status = self._connection.core.GrabKeyboard(
            False, self._window, xcffib.CurrentTime, asynchronous, asynchronous
        )
        taken = (xcffib.xproto.GrabStatus.AlreadyGrabbed, xcffib.xproto.GrabStatus.Frozen)
        return int(status.reply().status) in taken
