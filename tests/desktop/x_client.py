"""A bare X client: a window that hears every key, button and movement, and asks the server itself."""

import time

import xcffib
import xcffib.xinput
import xcffib.xkb
import xcffib.xproto

from automation.desktop.x11 import root_of

_EVENTS = (
    xcffib.xproto.EventMask.KeyPress
    | xcffib.xproto.EventMask.KeyRelease
    | xcffib.xproto.EventMask.ButtonPress
    | xcffib.xproto.EventMask.ButtonRelease
    | xcffib.xproto.EventMask.PointerMotion
)
_NAMES = {
    xcffib.xproto.KeyPressEvent: "key down",
    xcffib.xproto.KeyReleaseEvent: "key up",
    xcffib.xproto.ButtonPressEvent: "button down",
    xcffib.xproto.ButtonReleaseEvent: "button up",
    xcffib.xproto.MotionNotifyEvent: "move",
}
_CORE_KEYBOARD = 0x100


class XClient:
    """Covers `rect` with an unmanaged window that has the keyboard, until `close`.

    Without the keyboard it has no window on the screen either and only talks to the server.
    """

    def __init__(self, desktop, *, has_keyboard=True):
        self.connection = desktop.connect()
        self.core = self.connection.core
        self.root = root_of(self.connection)
        self.xkb = self.connection(xcffib.xkb.key)
        self.xkb.UseExtension(1, 0).reply()
        self.window = self.connection.generate_id()
        screen = self.connection.get_setup().roots[0]
        attributes = xcffib.xproto.CW.OverrideRedirect | xcffib.xproto.CW.EventMask
        geometry = (0, 0, 400, 300, 0)
        self.core.CreateWindow(
            screen.root_depth, self.window, self.root, *geometry, 1, 0, attributes, [1, _EVENTS]
        )
        if has_keyboard:
            self.core.MapWindow(self.window)
            self.core.SetInputFocus(0, self.window, 0, is_checked=True).check()
        self.events()

    def events(self):
        """Return what has arrived since the last call as (name, detail, modifier and button state)."""
        self.core.GetInputFocus().reply()
        found = []
        while (event := self.connection.poll_for_event()) is not None:
            if type(event) in _NAMES:
                found.append((_NAMES[type(event)], event.detail, event.state))
        return found

    def next_events(self, count, seconds=60.0):
        """Wait for `count` events and return their names and details, without the movements."""
        found = []
        deadline = time.monotonic() + seconds
        while len(found) < count and time.monotonic() < deadline:
            found += [event[:2] for event in self.events() if event[0] != "move"]
        return found

    def keysyms(self, code):
        """Return what the server gives for a keycode, empty places left out."""
        return [k for k in self.core.GetKeyboardMapping(code, 1).reply().keysyms if k]

    def locked_modifiers(self):
        return self.xkb.GetState(_CORE_KEYBOARD).reply().lockedMods

    def lock(self, modifiers, value):
        """Lock (value = modifiers) or unlock (0) modifiers such as Caps Lock."""
        self.xkb.LatchLockState(
            _CORE_KEYBOARD, modifiers, value, False, 0, 0, False, 0, is_checked=True
        ).check()

    def lock_group(self, group):
        self.xkb.LatchLockState(
            _CORE_KEYBOARD, 0, 0, True, group, 0, False, 0, is_checked=True
        ).check()

    def close(self):
        self.connection.disconnect()


def xtest_keyboard(connection):
    """Return the device that XTEST's keys come from."""
    xinput = connection(xcffib.xinput.key)
    xinput.XIQueryVersion(2, 2).reply()
    devices = xinput.XIQueryDevice(0).reply().infos
    return next(d.deviceid for d in devices if "XTEST keyboard" in d.name.to_string())
