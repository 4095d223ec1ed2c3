"""Whose is the mouse? A program that has grabbed it gets every press, and the display does not say who.

So a grab has to be explained before anything is pressed: by an open list, or by our own last press, with
which the program under the pixel may have opened something. A program that comes up with a window of its
own, as a password prompt does, leaves neither to explain it.
"""

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import xcffib
import xcffib.xproto

from automation.core.errors import Refused
from automation.core.observation import WindowInfo
from automation.core.text import worded
from automation.desktop.x11 import root_of

if TYPE_CHECKING:
    from automation.desktop.windows_x11 import X11Windows

FREE_WITHIN_S: Final = 2.0
"""How long is waited for what ends by itself: the grab of a chord or a button that the user still holds,
and that of a window manager, which looks at a click before it passes it on."""
POLL_S: Final = 0.02
TAKEN: Final = worded(
    "another program holds the keyboard, as password prompts and screen locks do; type there "
    "yourself, then go on"
)
MOUSE_TAKEN: Final = worded(
    "a program holds the mouse, as open menus, password prompts and games do, and would get this; "
    "close its menu with Esc, or end there yourself what holds it, then go on"
)

_ASYNC: Final = xcffib.xproto.GrabMode.Async
_TAKEN: Final = (xcffib.xproto.GrabStatus.AlreadyGrabbed, xcffib.xproto.GrabStatus.Frozen)


class KeyboardProbe:
    """Asks on a connection of the caller's; owned by its thread.

    The server answers a grab for a window that is not shown by saying whether the keyboard is
    taken, and takes nothing: it looks for a holder before it looks at the window (`GrabDevice` in
    the X server's dix/events.c). So the question has no effect on any program.
    """

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


OPENS_WITHIN_S: Final = 30.0
"""How long after our press a grab that is met first may still be its program's answer: a model may look
and think for so long before the next step."""


class MouseGrabs:
    """Owned by the thread that owns the emitter."""

    def __init__(
        self,
        windows: "X11Windows",
        is_taken: Callable[[], bool],
        is_own: Callable[[WindowInfo | None], bool],
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take the ways to look.

        Args:
            now_s: a clock that never goes back.
        """
        self._windows = windows
        self.is_taken = is_taken
        self._is_own = is_own
        self._now_s = now_s
        self._known: frozenset[int] | None = None
        """Windows that stood there when the mouse was last seen to be nobody's; None before that."""
        self._pressed = 0
        """Process that got our last press, of a button or a key, if nobody had the mouse; 0 for none."""
        self._pressed_s = 0.0
        self._was_met = False
        """The mouse was seen to be grabbed since that press, soon enough to be its effect."""

    def see(self) -> None:
        """Look whether the mouse is nobody's, and if so note what stands there."""
        there = self._windows.ids()  # before the question: what comes between the two is new
        if not self.is_taken():
            self._known = there
            self._pressed, self._was_met = 0, False
        elif not self._was_met:
            self._was_met = self._now_s() - self._pressed_s <= OPENS_WITHIN_S
            self._pressed = self._pressed if self._was_met else 0

    def pressed(self, window: WindowInfo | None) -> None:
        """Note who got a press that has gone out while nobody had the mouse."""
        self._pressed = window.pid if window is not None else 0
        self._pressed_s, self._was_met = self._now_s(), False

    def check_explained(self, window: WindowInfo | None, *, before_text: bool) -> None:
        """Refuse a press at a window while the mouse is grabbed, and nothing explains the grab.

        An open list explains it, if the press goes into it, or into its program and no text is to
        follow; our last press explains it for the program that got it. Neither does once a window of
        another program has come. Menus that say so are not judged here: see `Display.check_press_reaches`.

        Args:
            before_text: text follows the press, which may only close a list.

        Raises:
            Refused: `mouse_taken`.
        """
        if self._windows.menus():
            return
        found = self._windows.windows()
        if window is None or self._has_strangers(found, window):
            raise Refused("mouse_taken", MOUSE_TAKEN)
        lists = [w for w in found if may_be_list(w) and not self._is_own(w)]
        if any(w.window_id == window.window_id for w in lists):
            return
        openers = {w.pid for w in lists} | {self._pressed}
        if before_text or window.pid == 0 or window.pid not in openers:
            raise Refused("mouse_taken", MOUSE_TAKEN)

    def _has_strangers(self, found: Sequence[WindowInfo], window: WindowInfo) -> bool:
        """Tell whether another program's window has come since the mouse was last seen to be nobody's."""
        if self._known is None:
            return False
        new = (
            w for w in found if w.window_id not in self._known and w.window_id != window.window_id
        )
        return any(
            not (w.is_minimised or w.is_tooltip or w.is_notice or self._is_own(w))
            for w in new
            if w.pid != window.pid or not w.pid
        )


def may_be_list(window: WindowInfo) -> bool:
    """Tell whether a window may be an open menu or list: shown, unmanaged, and no tooltip."""
    return window.is_popup and not (window.is_minimised or window.is_tooltip)
