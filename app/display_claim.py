"""One run on one display, whoever it is of: an X selection that only one client can own.

Lock files live in the folder of one user or of one `DESKHAND_HOME`. Two of those on the same display
would work the same mouse; the display itself is the one place that both can see. The server gives
the selection up when its owner dies, by whatever signal.
"""

import os
import time
from pathlib import Path
from typing import Final, Self

import xcffib
import xcffib.xproto

from automation.core.errors import NoDisplay
from automation.desktop.xserver import atom, connect, root_of

SELECTION: Final = "_DESKHAND_RUN"
_PID: Final = "_NET_WM_PID"
"""Property of a window that names its process (Extended Window Manager Hints, section 5)."""
DYING_S: Final = 3.0
"""How long the server may take to notice that a killed owner is gone."""
_LOOK_S: Final = 0.02


class DisplayTaken(Exception):
    """Another process owns the selection; its number is the argument, `unknown` if it hides it."""


class DisplayClaim:
    """Owns the selection until `release`, or until the process ends."""

    def __init__(self, connection: xcffib.Connection) -> None:
        self._connection = connection

    @classmethod
    def take(cls) -> Self | None:
        """Own the selection of the display of this process; None where no X server answers.

        Raises:
            DisplayTaken: another process owns it.
        """
        try:
            connection = connect()
        except NoDisplay:
            return None
        try:
            _own(connection)
        except xcffib.XcffibException:
            connection.disconnect()
            return None
        except BaseException:
            connection.disconnect()
            raise
        return cls(connection)

    def release(self) -> None:
        """Give the selection up."""
        self._connection.disconnect()


def _own(connection: xcffib.Connection) -> None:
    selection, window = atom(connection, SELECTION), _window(connection)
    until_s = time.monotonic() + DYING_S
    while (owner := _try(connection, selection, window)) != window:
        pid = _pid_of(connection, owner)
        if pid is None or Path(f"/proc/{pid}").exists() or time.monotonic() > until_s:
            raise DisplayTaken(str(pid or "unknown"))
        time.sleep(_LOOK_S)


def _try(connection: xcffib.Connection, selection: int, window: int) -> int:
    """Own the selection if nobody does; return who owns it then."""
    core = connection.core
    core.GrabServer()  # nobody comes between the look and the taking
    try:
        if not core.GetSelectionOwner(selection).reply().owner:
            core.SetSelectionOwner(window, selection, xcffib.xproto.Time.CurrentTime)
        return int(core.GetSelectionOwner(selection).reply().owner)
    finally:
        core.UngrabServer()
        connection.flush()


def _window(connection: xcffib.Connection) -> int:
    """Make a window that is never shown, and say whose it is."""
    window = int(connection.generate_id())
    kind = xcffib.xproto.WindowClass.InputOnly
    core = connection.core
    core.CreateWindow(0, window, root_of(connection), -1, -1, 1, 1, 0, kind, 0, 0, [])
    mode = xcffib.xproto.PropMode.Replace
    cardinal = xcffib.xproto.Atom.CARDINAL
    core.ChangeProperty(mode, window, atom(connection, _PID), cardinal, 32, 1, [os.getpid()])
    return window


def _pid_of(connection: xcffib.Connection, window: int) -> int | None:
    """Return the process of a window as it says; None when it is gone or does not say."""
    try:
        reply = connection.core.GetProperty(
            False, window, atom(connection, _PID), xcffib.xproto.Atom.CARDINAL, 0, 1
        ).reply()
    except xcffib.xproto.WindowError:
        return None
    found = reply.value.to_atoms() if reply.value_len else ()
    return int(found[0]) if found else None
