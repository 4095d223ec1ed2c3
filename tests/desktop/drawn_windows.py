"""Windows made straight through the X protocol, so that a test knows every property of them."""

import struct
from contextlib import contextmanager

import xcffib
import xcffib.shape
import xcffib.xproto

from automation.core.geometry import Rect
from automation.desktop.x11 import atom, root_of
from tests.kit.waiting import wait_for

INPUT_ONLY, INPUT_OUTPUT = 2, 1
_EXPOSURE = 1 << 15


def wait_for_manager(desktop):
    """Wait until the window manager has done what it was told of before: it answers in that order."""
    with drawn_windows(desktop) as own:
        window = own.create(Rect(0, 0, 10, 10), is_mapped=False)
        kind = atom(own.connection, "_NET_REQUEST_FRAME_EXTENTS")
        head = struct.pack(
            "=BB2xII", xcffib.xproto.ClientMessageEvent.event_number, 32, window, kind
        )
        flags = xcffib.xproto.EventMask
        mask = flags.SubstructureNotify | flags.SubstructureRedirect
        own.core.SendEvent(False, own.root, mask, head + bytes(20), is_checked=True).check()
        answer = atom(own.connection, "_NET_FRAME_EXTENTS")
        wait_for(lambda: own.core.GetProperty(False, window, answer, 0, 0, 4).reply().value_len)


class DrawnWindows:
    """A client of its own on the desktop; its windows go when it closes."""

    def __init__(self, desktop):
        self.connection = desktop.connect()
        self.core = self.connection.core
        self.root = root_of(self.connection)
        self.shape = self.connection(xcffib.shape.key)

    def create(
        self, rect, *, colour=0x808080, title="", unmanaged=False, input_only=False, is_mapped=True
    ):
        """Make, and map, a window of one colour (0xRRGGBB) and return its id."""
        window = self.connection.generate_id()
        kind = INPUT_ONLY if input_only else INPUT_OUTPUT
        mask = xcffib.xproto.CW.OverrideRedirect
        values = [int(unmanaged)]
        if not input_only:
            mask |= xcffib.xproto.CW.BackPixel
            values = [colour, int(unmanaged)]
        self.core.CreateWindow(
            0, window, self.root, rect.x, rect.y, rect.w, rect.h, 0, kind, 0, mask, values
        )
        self.set_text(window, "_NET_WM_NAME", title)
        if not unmanaged:
            self._ask_for_place(window, rect)
        if is_mapped:
            self.core.MapWindow(window)
        self.flush()
        return window

    def set_text(self, window, name, text):
        data = text.encode()
        self._change(window, name, atom(self.connection, "UTF8_STRING"), 8, data, len(data))

    def set_number(self, window, name, value):
        data = value.to_bytes(4, "little")
        self._change(window, name, xcffib.xproto.Atom.CARDINAL, 32, data, 1)

    def set_kind(self, window, name):
        """Say what kind of window it is: `POPUP_MENU`, `UTILITY`, ..."""
        data = atom(self.connection, f"_NET_WM_WINDOW_TYPE_{name}").to_bytes(4, "little")
        self._change(window, "_NET_WM_WINDOW_TYPE", xcffib.xproto.Atom.ATOM, 32, data, 1)
        self.flush()

    def show(self, window):
        """Map a window that was made without."""
        self.core.MapWindow(window)
        self.flush()

    def embed(self, window, parent, x, y):
        """Put a window into another one, as a tray does with icons."""
        self.core.ReparentWindow(window, parent, x, y)
        self.flush()

    def let_clicks_through(self, window):
        """Give the window an empty input shape."""
        self.shape.Rectangles(0, xcffib.shape.SK.Input, 0, window, 0, 0, 0, [])
        self.flush()

    def paint(self, window, colour):
        """Give the whole window another colour."""
        self.core.ChangeWindowAttributes(window, xcffib.xproto.CW.BackPixel, [colour])
        self.core.ClearArea(False, window, 0, 0, 0, 0)
        self.flush()

    def destroy(self, window):
        self.core.DestroyWindow(window)
        self.flush()

    def warp(self, x, y):
        self.core.WarpPointer(0, self.root, 0, 0, 0, 0, x, y)
        self.flush()

    def flush(self):
        """Send everything and wait until the server has done it."""
        self.core.GetInputFocus().reply()

    def close(self):
        self.connection.disconnect()

    def _ask_for_place(self, window, rect):
        """Set WM_NORMAL_HINTS with a position by the user, so that the manager keeps to it."""
        by_user = 1 | 2
        numbers = [by_user, rect.x, rect.y, rect.w, rect.h, *[0] * 13]
        data = b"".join(number.to_bytes(4, "little") for number in numbers)
        atoms = xcffib.xproto.Atom
        self.core.ChangeProperty(
            0, window, atoms.WM_NORMAL_HINTS, atoms.WM_SIZE_HINTS, 32, len(numbers), data
        )

    def _change(self, window, name, kind, size, data, count):
        number = atom(self.connection, name)
        self.core.ChangeProperty(0, window, number, kind, size, count, data)


@contextmanager
def drawn_windows(desktop):
    windows = DrawnWindows(desktop)
    try:
        yield windows
    finally:
        windows.close()
