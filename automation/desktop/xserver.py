"""Connections to the X server: opened with clear errors, one per thread, never shared.

Every extension of xcffib that the program uses is imported here, before any connection: importing
one writes into a table of the library that `xcffib.connect` walks through, and a connection opened
in another thread meanwhile failed with "dictionary changed size during iteration".
"""

import os
from typing import Final

import xcffib
import xcffib.randr
import xcffib.res
import xcffib.shape
import xcffib.xinput
import xcffib.xkb
import xcffib.xproto
import xcffib.xtest

from automation.core.errors import NoDisplay

POINTER_ROOT: Final = 1
"""Focus value that means: keys go to whatever window lies under the pointer (X protocol, SetInputFocus)."""


def connect(display: str | None = None) -> xcffib.Connection:
    """Open a connection of the calling thread's own.

    Args:
        display: display name such as `:1`; None takes `DISPLAY`.

    Raises:
        NoDisplay: `DISPLAY` is unset, or no server answers there.
    """
    name = display or os.environ.get("DISPLAY", "")
    if not name:
        message = (
            "there is no display: DISPLAY is not set. Run it on a desktop, or try: deskhand demo"
        )
        raise NoDisplay(message)
    try:
        connection = xcffib.connect(display=name)
        connection.get_setup()
    except xcffib.ConnectionException as error:
        message = f"the display {name!r} does not answer; check that it runs and lets you in"
        raise NoDisplay(message) from error
    return connection


def root_of(connection: xcffib.Connection) -> int:
    """Return the root window of the connection's preferred screen."""
    return int(connection.get_setup().roots[connection.pref_screen].root)


def root_size(connection: xcffib.Connection) -> tuple[int, int]:
    """Return width and height of the root window in device pixels, asked from the server."""
    geometry = connection.core.GetGeometry(root_of(connection)).reply()
    return int(geometry.width), int(geometry.height)


def atom(connection: xcffib.Connection, name: str) -> int:
    """Return the server's number for a name."""
    reply = connection.core.InternAtom(False, len(name), name).reply()
    return int(reply.atom)
