"""Covers the screen and takes the whole keyboard, as a screen locker does, until it is killed."""

import sys

import xcffib.xproto

from automation.desktop.x11 import connect, root_of, root_size

_ASYNC = 1
_SUCCESS = 0


def main() -> int:
    """Lock; 1 when the keyboard cannot be had."""
    connection = connect()
    core, window, root = connection.core, connection.generate_id(), root_of(connection)
    mask = xcffib.xproto.CW.BackPixel | xcffib.xproto.CW.OverrideRedirect
    core.CreateWindow(0, window, root, 0, 0, *root_size(connection), 0, 1, 0, mask, [0x202020, 1])
    core.MapWindow(window)
    if core.GrabKeyboard(False, root, 0, _ASYNC, _ASYNC).reply().status != _SUCCESS:
        return 1
    sys.stdout.write("locked\n")
    sys.stdout.flush()
    while True:
        connection.wait_for_event()


if __name__ == "__main__":
    sys.exit(main())
