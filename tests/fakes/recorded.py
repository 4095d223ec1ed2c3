"""Hands that type and click on a US keyboard, as the raw events that a listener would hear."""

from automation.core import hand_events
from automation.core.hand_events import HandEvent
from automation.desktop.input.keys import key, keysym_for_char
from automation.desktop.recording.keys import XKeyNames
from automation.macros.record.coalesce import coalesce
from automation.macros.record.raw_file import packed, to_array

NAMES = XKeyNames()
SHIFTED = dict(zip('~!@#$%^&*()_+{}|:"<>?', "`1234567890-=[]\\;',./", strict=True))
BITS = {
    "shift": hand_events.SHIFT, "ctrl": hand_events.CTRL, "alt": hand_events.ALT,
    "super": hand_events.SUPER, "altgr": hand_events.ALTGR,
}  # fmt: skip


class Hands:
    """Collects events; every method tells how many milliseconds pass before it."""

    def __init__(self, window=7):
        self.events, self.now_us, self.state, self.window = [], 0, 0, window
        self.at = (0, 0)

    def wait(self, ms):
        self.now_us += round(ms * 1000)
        return self

    def event(self, kind, **fields):
        fields = {"state": self.state, "window": self.window, **fields}
        self.events.append(HandEvent(self.now_us, kind, **fields))
        return self

    def to(self, x, y):
        self.at = (x, y)
        return self.event(hand_events.MOVE, x=x, y=y)

    def press(self, button=1):
        return self.event(hand_events.PRESS, button=button, x=self.at[0], y=self.at[1])

    def release(self, button=1):
        return self.event(hand_events.RELEASE, button=button, x=self.at[0], y=self.at[1])

    def click(self, x, y, *, button=1, ms=100, held_ms=60):
        return self.wait(ms).to(x, y).press(button).wait(held_ms).release(button)

    def wheel(self, button, times=1, *, ms=50):
        for _ in range(times):
            self.wait(ms).press(button).release(button)
        return self

    def down(self, keysym, *, code=None, base=0, flags=0):
        return self.event(
            hand_events.KEY_DOWN,
            keysym=keysym,
            keycode=code or keysym & 0xFF,
            base=base,
            flags=flags,
        )

    def up(self, keysym, *, code=None):
        return self.event(hand_events.KEY_UP, keysym=keysym, keycode=code or keysym & 0xFF)

    def tap(self, keysym, *, ms=80, held_ms=40, **fields):
        self.wait(ms).down(keysym, **fields).wait(held_ms)
        return self.up(keysym, code=fields.get("code"))

    def hold(self, *names):
        for name in names:
            self.wait(30).down(key(name).keysyms[0])
            self.state |= BITS[name]
        return self

    def let_go(self, *names):
        for name in names:
            self.wait(30).up(key(name).keysyms[0])
            self.state &= ~BITS[name]
        return self

    def named(self, name, *, ms=80):
        return self.tap(key(name).keysyms[0], ms=ms)

    def chord(self, *names):
        *held, last = names
        self.hold(*held)
        self.tap(keysym_for_char(last) if len(last) == 1 else key(last).keysyms[0])
        return self.let_go(*reversed(held))

    def type(self, text, *, ms=80):
        for char in text:
            is_shifted = char.isupper() or char in SHIFTED
            if is_shifted:
                self.hold("shift")
            self.tap(keysym_for_char(char), ms=ms, code=1000 + ord(SHIFTED.get(char, char.lower())))
            if is_shifted:
                self.let_go("shift")
        return self

    def gestures(self):
        return coalesce(self.events, NAMES)


def recording() -> bytes:
    """Return the file of a short recording."""
    return packed(to_array(Hands().click(5, 6).type("every key").events))
