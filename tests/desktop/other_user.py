"""Somebody else at the machine: presses keys and moves the mouse through XTEST, unannounced."""

import xcffib.xproto
import xcffib.xtest

from automation.desktop.input.keymap import read_layout
from automation.desktop.x11 import root_of


class OtherUser:
    """A client of its own; what it holds it lets go when it leaves."""

    def __init__(self, desktop):
        self.connection = desktop.connect()
        self.root = root_of(self.connection)
        self._fake = self.connection(xcffib.xtest.key).FakeInput
        self._layout = read_layout(self.connection)
        self._down = []

    def code(self, name):
        """Return the lowest keycode of a key."""
        return min(self._layout.chord(name).codes)

    def modifier_code(self, keysym):
        return min(code for code, found in self._layout.symbols.items() if keysym in found)

    def press(self, code):
        self._send(2, code)
        self._down.append(code)

    def release(self, code):
        self._send(3, code)
        self._down.remove(code)

    def tap(self, *names):
        """Press and let go, all in one go: two presses are a pair only where they come soon."""
        for code in [self.code(name) for name in names]:
            self._fake(2, code, 0, 0, 0, 0, 0)
            self._fake(3, code, 0, 0, 0, 0, 0)
        self._sync()

    def tap_twice(self, name, apart_ms):
        """Tap a key twice, so far apart by the server's clock, however slow this process is."""
        code = self.code(name)
        for wait_ms in (0, apart_ms):
            self._fake(2, code, wait_ms, 0, 0, 0, 0)
            self._fake(3, code, 0, 0, 0, 0, 0)
        self._sync()

    def release_later(self, code, milliseconds):
        """Have the server let a key go after a while, whatever becomes of this process meanwhile."""
        self._fake(3, code, milliseconds, 0, 0, 0, 0)
        self.connection.flush()
        self._down.remove(code)

    def click(self, button=1):
        self._send(4, button)
        self._send(5, button)

    def move(self, x, y):
        self._fake(6, 0, 0, self.root, x, y, 0)
        self._sync()

    def push(self, dx, dy):
        """Move by so many pixels, as a mouse does that knows no places."""
        self._fake(6, 1, 0, self.root, dx, dy, 0)
        self._sync()

    def paint(self, window, rect, colour=0xFFFFFF):
        """Paint a rectangle of somebody's window, in the window's own pixels."""
        core, context = self.connection.core, self.connection.generate_id()
        core.CreateGC(context, window, xcffib.xproto.GC.Foreground, [colour])
        area = xcffib.xproto.RECTANGLE.synthetic(rect.x, rect.y, rect.w, rect.h)
        core.PolyFillRectangle(window, context, 1, [area])
        core.FreeGC(context)
        self._sync()

    def move_window(self, window, x, y):
        flags = xcffib.xproto.ConfigWindow
        self.connection.core.ConfigureWindow(window, flags.X | flags.Y, [x, y])
        self._sync()

    def keys_down(self):
        keys = bytes(self.connection.core.QueryKeymap().reply().keys)
        return [code for code in range(256) if keys[code // 8] >> code % 8 & 1]

    def buttons_down(self):
        mask = self.connection.core.QueryPointer(self.root).reply().mask
        return [number for number in range(1, 6) if mask & 1 << (7 + number)]

    def pointer(self):
        reply = self.connection.core.QueryPointer(self.root).reply()
        return reply.root_x, reply.root_y

    def let_go(self):
        for code in tuple(self._down):
            self.release(code)

    def close(self):
        self.let_go()
        self.connection.disconnect()

    def _send(self, kind, detail):
        self._fake(kind, detail, 0, 0, 0, 0, 0)
        self._sync()

    def _sync(self):
        self.connection.core.GetInputFocus().reply()
