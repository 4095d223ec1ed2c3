"""Opens one window and prints a line for each event that it gets. Started by `EventWindow`."""

import sys

import xcffib.xproto

from automation.desktop.x11 import connect, root_of

INPUT_OUTPUT, INPUT_ONLY = 1, 2
COLOUR = 0x336699
UNMANAGED = ("cover", "inside")


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(kind, title, *place):
    """Open the window and print what it gets."""
    connection = connect()
    window = connection.generate_id()
    if kind in UNMANAGED:
        cover(connection, window, int(title) if kind == "inside" else 0, *place)
    else:
        managed(connection, window, title, *place)
    connection.flush()
    has_focus = False
    while True:
        event = connection.wait_for_event()
        name = type(event).__name__
        if name == ("MapNotifyEvent" if kind in UNMANAGED else "FocusInEvent") and not has_focus:
            has_focus = True
            say(f"ready:{window}")
        if name in ("KeyPressEvent", "KeyReleaseEvent", "ButtonPressEvent", "ButtonReleaseEvent"):
            what = name.removesuffix("Event").replace("Press", " down").replace("Release", " up")
            say(f"{what.lower()}:{event.detail}")
        if name == "MotionNotifyEvent":
            say(f"motion:{event.root_x},{event.root_y}")


def managed(connection, window, title, x, y, width, height):
    core = connection.core
    flags = xcffib.xproto.EventMask
    wanted = flags.KeyPress | flags.KeyRelease | flags.ButtonPress | flags.ButtonRelease
    wanted |= flags.PointerMotion | flags.FocusChange
    mask = xcffib.xproto.CW.BackPixel | xcffib.xproto.CW.EventMask
    place = (x, y, width, height)
    core.CreateWindow(
        0, window, root_of(connection), *place, 0, INPUT_OUTPUT, 0, mask, [COLOUR, wanted]
    )
    atoms = xcffib.xproto.Atom
    core.ChangeProperty(0, window, atoms.WM_NAME, atoms.STRING, 8, len(title), title.encode())
    numbers = [1 | 2, *place, *[0] * 13]  # a position and a size chosen by the user
    hints = b"".join(number.to_bytes(4, "little") for number in numbers)
    core.ChangeProperty(0, window, atoms.WM_NORMAL_HINTS, atoms.WM_SIZE_HINTS, 32, 18, hints)
    core.MapWindow(window)


def cover(connection, window, parent, x, y, width, height):
    """Map a window that nobody sees and that swallows every click, on the desktop or in another's window."""
    mask = xcffib.xproto.CW.OverrideRedirect | xcffib.xproto.CW.EventMask
    wanted = xcffib.xproto.EventMask.StructureNotify | xcffib.xproto.EventMask.ButtonPress
    place = (x, y, width, height)
    connection.core.CreateWindow(
        0, window, parent or root_of(connection), *place, 0, INPUT_ONLY, 0, mask, [1, wanted]
    )
    connection.core.MapWindow(window)


if __name__ == "__main__":
    main(*sys.argv[1:3], *(int(number) for number in sys.argv[3:7]))
