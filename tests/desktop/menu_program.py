"""Shows what has grabbed mouse and keyboard, and prints the presses it gets.

`menu X Y W H`: a menu, as toolkits open it; see `test_other_menus`. `prompt X Y W H`: an ordinary
window, as password prompts are; see `test_taken_mouse`.
"""

import sys
import time

import xcffib.xproto

from automation.desktop.x11 import atom, connect, root_of

INPUT_OUTPUT = 1
COLOUR = 0x336699


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(kind, *place):
    """Open it and print what it gets."""
    connection = connect()
    window = connection.generate_id()
    show(connection, window, *place, is_menu=kind == "menu")
    connection.flush()
    while True:
        name = type(connection.wait_for_event()).__name__
        if name == "MapNotifyEvent":
            grab(connection, window)
        say("ready" if name == "MapNotifyEvent" else name)


def show(connection, window, x, y, width, height, *, is_menu):
    """Map a window; a menu is handled by no manager, and says what it is."""
    mask = xcffib.xproto.CW.BackPixel | xcffib.xproto.CW.OverrideRedirect
    mask |= xcffib.xproto.CW.EventMask
    flags = xcffib.xproto.EventMask
    wanted = flags.StructureNotify | flags.ButtonPress | flags.KeyPress
    connection.core.CreateWindow(
        0, window, root_of(connection), x, y, width, height, 0, INPUT_OUTPUT, 0, mask,
        [COLOUR, int(is_menu), wanted],
    )  # fmt: skip
    if is_menu:
        kind = atom(connection, "_NET_WM_WINDOW_TYPE")
        menu = atom(connection, "_NET_WM_WINDOW_TYPE_POPUP_MENU").to_bytes(4, "little")
        connection.core.ChangeProperty(0, window, kind, xcffib.xproto.Atom.ATOM, 32, 1, menu)
    connection.core.MapWindow(window)


def grab(connection, window):
    """Take mouse and keyboard."""
    mode, now = xcffib.xproto.GrabMode.Async, xcffib.CurrentTime
    presses = xcffib.xproto.EventMask.ButtonPress
    core = connection.core
    while True:  # a window is not viewable before its manager has mapped its frame
        pointer = core.GrabPointer(False, window, presses, mode, mode, 0, 0, now).reply()
        keyboard = core.GrabKeyboard(False, window, now, mode, mode).reply()
        if (pointer.status, keyboard.status) == (0, 0):
            return
        time.sleep(0.01)


if __name__ == "__main__":
    main(sys.argv[1], *(int(number) for number in sys.argv[2:6]))
