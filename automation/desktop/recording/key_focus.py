"""Follows to which window keys go, as the window manager tells it, else the display itself."""

from typing import TYPE_CHECKING

import xcffib
import xcffib.xproto

from automation.desktop.recording.aiming import owner
from automation.desktop.recording.heard import Glance, Moment
from automation.desktop.windows_x11 import X11Windows
from automation.desktop.xserver import atom, root_of

if TYPE_CHECKING:
    from automation.core.observation import WindowInfo


class KeyFocus:
    """Serves the listening thread."""

    def __init__(self, connection: xcffib.Connection, windows: X11Windows) -> None:
        self._connection, self._windows = connection, windows
        self._root = root_of(connection)
        self._active_atom = atom(connection, "_NET_ACTIVE_WINDOW")
        self.window: WindowInfo | None = None
        """None where nothing is known of it."""
        self.window_id = -1
        self.follow()

    def follow(self) -> bool:
        """Look again; tell whether keys go to another window than before."""
        active = self._active()
        if active == self.window_id:
            return False
        self.window_id = active
        found = self._windows.windows()
        self.window = next((w for w in found if w.window_id == active), None) or next(
            (w for w in found if w.is_active), None
        )
        return True

    def moment(self, before: Glance | None) -> Moment | None:
        """Return the window that keys go to, called as it was before; None where nobody knows it."""
        if self.window is None:
            return None
        windows = before.windows if before is not None else ()
        found = next((w for w in windows if w.window_id == self.window.window_id), self.window)
        return Moment(found.rect.center, owner(found, windows), ())

    def _active(self) -> int:
        core = self._connection.core
        kind = xcffib.xproto.Atom.WINDOW
        asked = core.GetProperty(False, self._root, self._active_atom, kind, 0, 1)
        focus = core.GetInputFocus()
        reply, focused = asked.reply(), int(focus.reply().focus)
        named = int(reply.value.to_atoms()[0]) if reply.value_len else 0
        return named or focused
