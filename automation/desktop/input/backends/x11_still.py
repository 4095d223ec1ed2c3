"""Holds an X server still for one press, so that it reaches whom the guard has looked at.

Between a look and a press other programs go on: a window that closes hands the focus to another one,
a dialog comes up under the pointer, and on a busy machine that takes no more than being scheduled
at the wrong moment. While a client has grabbed the server, the server reads the requests of no
other one (X protocol, GrabServer): no program can change whose the focus, the keyboard and the pixel
under the pointer are from the question to the press. The user's own mouse and keyboard go on; a
press of a button is sent with its place. A client that dies lets go by dying.
"""

from collections.abc import Callable
from typing import Final

import xcffib

from automation.desktop.input.backend import Receiver
from automation.desktop.input.secure_input import KeyboardProbe, PointerProbe
from automation.desktop.xserver import POINTER_ROOT

_MODIFIERS: Final = 0xFF
"""Shift, Lock, Control, Mod1 to Mod5 in the state of the core pointer (X protocol, SETofKEYBUTMASK)."""


class StillServer:
    """Grabs the server on the connection that sends. Owned by the emitter's thread."""

    def __init__(self, connection: xcffib.Connection, root: int) -> None:
        self._connection = connection
        self._root = root
        self._keyboard = KeyboardProbe(connection)
        self._mouse = PointerProbe(connection)
        self.is_held = False

    def receiver(self, *, of_key: bool) -> Receiver:
        """Return the window with the focus for a key, the root's child under the pointer for a button, and more.

        For both the modifiers and locks that are on, and whether another program has grabbed the keyboard
        or the mouse; for a button where the pointer is. The child is what the server finds for a press,
        input shapes included; clients that take turns in one frame have one child.
        """
        core = self._connection.core
        asked, pointer = core.GetInputFocus(), core.QueryPointer(self._root)
        focus, under = int(asked.reply().focus), pointer.reply()
        modifiers = int(under.mask) & _MODIFIERS
        if not of_key:
            is_taken = int(self._mouse.is_taken())
            return int(under.child), modifiers, int(under.root_x), int(under.root_y), is_taken
        follows_pointer = focus in (POINTER_ROOT, self._root)
        window = int(under.child) if follows_pointer else focus
        return window, modifiers, focus, int(self._keyboard.is_taken())

    def hold(self, receiver: Receiver, ask: Callable[[], Receiver]) -> bool:
        """Grab the server if a press still reaches this receiver, asked once more; else leave it free."""
        self.is_held = True
        self._connection.core.GrabServer()
        is_same = False
        try:
            is_same = ask() == receiver
        finally:
            if not is_same:
                self.let_go()
        return is_same

    def let_go(self) -> None:
        """Free the server after what was sent so far; called again where that failed."""
        if self.is_held:
            self._connection.core.UngrabServer()
            self._connection.flush()
            self.is_held = False
