"""Holds an X server still for one press, so that it reaches whom the guard has looked at.

Between a look and a press other programs go on: a window that closes hands the focus to another one,
a dialog comes up under the pointer, and on a busy machine that takes no more than being scheduled
at the wrong moment. While a client has grabbed the server, the server reads the requests of no
other one (X protocol, GrabServer): whose the focus and the pixel under the pointer are cannot
change from the question to the press. A client that dies lets go by dying.
"""

import xcffib
import xcffib.xproto

from automation.desktop.input.backend import Receiver
from automation.desktop.xserver import POINTER_ROOT


class StillServer:
    """Grabs the server on the connection that sends. Owned by the emitter's thread."""

    def __init__(self, connection: xcffib.Connection, root: int) -> None:
        self._connection = connection
        self._root = root
        self.is_held = False

    def receiver(self, *, of_key: bool) -> Receiver:
        """Return the window with the focus for keys; for buttons the window under the pointer, and where that is.

        A frame stands for the window in it. What lies under the pointer is said as the server finds
        it for a press, input shapes included.
        """
        if not of_key:
            return self._under_pointer()
        focus = int(self._connection.core.GetInputFocus().reply().focus)
        if focus in (POINTER_ROOT, self._root):
            return (focus, *self._under_pointer())
        return (focus,)

    def _under_pointer(self) -> Receiver:
        found = self._connection.core.QueryPointer(self._root).reply()
        return int(found.child), int(found.root_x), int(found.root_y)

    def hold(self, receiver: Receiver, *, of_key: bool) -> bool:
        """Grab the server if a press still reaches this receiver; else leave it free."""
        self.is_held = True
        self._connection.core.GrabServer()
        is_same = False
        try:
            is_same = self.receiver(of_key=of_key) == receiver
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
