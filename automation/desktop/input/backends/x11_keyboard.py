"""Lends spare keycodes of an X server to characters, and gives them back.

What is lent is written down in a property of the root window before the map changes, so that
whoever comes later - the dead-man, the next start - can give back exactly that and nothing else:
a keycode that in the meantime shows anything but the keysym noted for it is left alone. A Caps
Lock that was on is switched off while a text has keycodes, because most toolkits capitalise what
a keycode gives, and is switched on again with the last of them.
"""

import struct
import time
from collections.abc import Iterable, Iterator
from typing import Final

import xcffib
import xcffib.xkb
import xcffib.xproto

from automation.core.errors import InputError
from automation.desktop.input.backends.x11_map import CORE_KEYBOARD, KeymapReader, write_keysyms
from automation.desktop.input.backends.x11_ping import Answer, Ping
from automation.desktop.input.keymap import LOCK_BIT, Keymap
from automation.desktop.xserver import atom, root_of

LENT_PROPERTY: Final = "_DESKHAND_LENT_KEYCODES"
"""CARDINAL pairs of keycode and keysym. The keycodes 0 and 1, which no key has, stand for a Caps
Lock that was on and for a window of the owner's, which lives as long as its connection."""
_CAPS_NOTE: Final = 0
_OWNER_NOTE: Final = 1
_LEFT_FOR_TEXT: Final = 4
"""Spare keycodes that shortcuts leave alone: with fewer, texts go in very short chunks."""
_ANSWER_S: Final = 1.0
"""How long an application may be busy before its text counts as lost."""
_NO_ANSWER_S: Final = 0.12
"""What a program that cannot be asked gets on top of the typer's pause: 0.2 s in all."""
_PROMISE_S: Final = 120.0
"""How long a keycode asked for stays what it was promised to be: longer than an action takes."""


class Keyboard:
    """The core keyboard of one display, over the connection of the owner's thread."""

    def __init__(self, connection: xcffib.Connection) -> None:
        self._connection = connection
        self._root = root_of(connection)
        self._property = atom(connection, LENT_PROPERTY)
        self._xkb = connection(xcffib.xkb.key)
        if not self._xkb.UseExtension(1, 0).reply().supported:
            message = "the display has no usable XKEYBOARD extension, which typing needs"
            raise InputError(message)
        self._ping = Ping(connection)
        self._reader = KeymapReader(connection)
        self._text: dict[int, int] = {}
        self._shortcuts: dict[int, int] = {}
        self._promised: dict[int, int] = {}
        self._asked_s: dict[int, float] = {}
        self._owes_caps = False
        self._owner_window = 0

    def read(self) -> Keymap:
        """Return the keyboard map and the locks as they are now."""
        return self._reader.read(frozenset(self._shortcuts) | frozenset(self._promised))

    def modifier_state(self) -> int:
        """Return the effective modifiers as the core protocol's bit mask."""
        return int(self._xkb.GetState(CORE_KEYBOARD).reply().mods)

    def is_lent(self, code: int) -> bool:
        """Tell whether the keycode gives what we lent it, whatever the layout and the locks are."""
        return code in self._text or code in self._shortcuts or code in self._promised

    def has_taken(self, within_s: float) -> bool | None:
        """Ask the focused application whether it has looked up the keys sent so far; None where it knows no ping."""
        answer = self._ping.ask(within_s)
        return None if answer is Answer.NONE else answer is Answer.TAKEN

    def promise(self, keysym: int) -> int | None:
        """Return a keycode that gives this keysym from the moment it is pressed.

        Nothing is changed yet. None when the keyboard has too few spare keycodes.
        """
        given = self._shortcuts | self._promised
        code = next((code for code, other in given.items() if other == keysym), None)
        if code is None:
            spare = self.read().spare
            code = spare[-1] if len(spare) > _LEFT_FOR_TEXT else self._oldest(given)
        if code is not None:
            self._promised[code] = keysym
            self._asked_s[code] = time.monotonic()
        return code

    def _oldest(self, given: Iterable[int]) -> int | None:
        """Return the keycode asked for longest ago, if that is long enough to be forgotten."""
        code = min(given, key=lambda code: self._asked_s[code], default=None)
        if code is None or time.monotonic() - self._asked_s[code] < _PROMISE_S:
            return None
        return code

    def before_press(self, code: int) -> None:
        """Lend the keycode if it was promised; it stays lent until `take_back`.

        Raises:
            InputError: the layout has changed and uses the keycode; nothing was changed.
        """
        keysym = self._promised.get(code) or self._shortcuts.get(code)
        if not keysym:
            return
        found = self.read().row(code).keysyms
        if found not in ((), (keysym,), (self._shortcuts.get(code),)):
            del self._promised[code]
            message = f"keycode {code} is in use by the keyboard layout, which changed; try again"
            raise InputError(message)
        self._promised.pop(code, None)
        self._shortcuts[code] = keysym
        if found != (keysym,):
            self._note()
            write_keysyms(self._connection, {code: keysym})

    def lend(self, codes: Iterable[tuple[int, int]]) -> None:
        """Give keycodes these keysyms; keysym 0 takes the keycode back.

        Waits until the focused application has looked up the keys of what is lent now.

        Raises:
            InputError: a keycode belongs to the user's layout, nothing was changed; or the
                application did not look the keys up in time, everything was taken back.
        """
        wanted = dict(codes)
        self._await_application()
        keymap = self.read()
        new = [code for code, keysym in wanted.items() if keysym and code not in self._text]
        taken = next((code for code in new if keymap.row(code).groups), None)
        if taken is not None:
            message = f"keycode {taken} is in use by the keyboard layout; try again"
            raise InputError(message)
        changes = {c: s for c, s in wanted.items() if s or c in self._text}
        after = {c: s for c, s in (self._text | changes).items() if s}
        self._owes_caps = self._owes_caps or (bool(after) and keymap.is_caps_on)
        self._text = self._text | {c: s for c, s in changes.items() if s}
        self._note()
        if after and keymap.is_caps_on:
            self._lock_caps(is_on=False)
        write_keysyms(self._connection, changes)
        self._text = after
        if not after and self._owes_caps:
            self._lock_caps(is_on=True)
            self._owes_caps = False
        self._note()

    def _await_application(self) -> None:
        """Wait until taking keycodes back cannot change what has been typed."""
        if not self._text:
            return
        answer = self._ping.ask(_ANSWER_S)
        if answer is Answer.NONE:
            time.sleep(_NO_ANSWER_S)
        if answer is Answer.LATE:
            self.take_back()
            message = (
                f"the application did not take the keys within {_ANSWER_S:g} s; the end of the text"
                " may be missing. Look at it, then try again"
            )
            raise InputError(message)

    def take_back(self) -> tuple[int, ...]:
        """Give back what any process of ours lent on this display and did not take back.

        Returns:
            The keycodes that were cleared.
        """
        noted = dict(self._noted())
        if not noted:
            return ()
        keymap = self.read()
        lent = {c: s for c, s in noted.items() if c not in (_CAPS_NOTE, _OWNER_NOTE)}
        stale = tuple(c for c, s in lent.items() if keymap.row(c).keysyms == (s,))
        write_keysyms(self._connection, dict.fromkeys(stale, 0))
        if _CAPS_NOTE in noted:
            self._lock_caps(is_on=True)
        self._text, self._shortcuts, self._owes_caps = {}, {}, False
        self._note()
        return stale

    def take_back_own(self) -> None:
        """Give back what this connection lent; for an orderly end."""
        if self._text or self._shortcuts:
            self.take_back()

    def take_back_abandoned(self) -> None:
        """Give back what was lent by a connection that has ended; for a start."""
        owner = dict(self._noted()).get(_OWNER_NOTE)
        if owner is None:
            return
        try:
            self._connection.core.GetWindowAttributes(owner).reply()
        except xcffib.xproto.WindowError:
            self.take_back()

    def _lock_caps(self, *, is_on: bool) -> None:
        self._xkb.LatchLockState(
            CORE_KEYBOARD,
            LOCK_BIT,
            LOCK_BIT if is_on else 0,
            False,
            0,
            0,
            False,
            0,
            is_checked=True,
        ).check()

    def _note(self) -> None:
        """Write down everything that is lent, or remove the note when nothing is."""
        core = self._connection.core
        noted = self._text | self._shortcuts
        if not noted:
            core.DeleteProperty(self._root, self._property, is_checked=True).check()
            return
        noted |= {_OWNER_NOTE: self._owner()} | ({_CAPS_NOTE: 1} if self._owes_caps else {})
        values = [number for pair in noted.items() for number in pair]
        core.ChangeProperty(
            xcffib.xproto.PropMode.Replace,
            self._root,
            self._property,
            xcffib.xproto.Atom.CARDINAL,
            32,
            len(values),
            struct.pack(f"={len(values)}I", *values),
            is_checked=True,
        ).check()

    def _owner(self) -> int:
        """Return a window that is never shown and ends with our connection."""
        if not self._owner_window:
            self._owner_window = self._connection.generate_id()
            self._connection.core.CreateWindow(
                *(0, self._owner_window, self._root, -1, -1, 1, 1, 0),
                *(xcffib.xproto.WindowClass.InputOnly, 0, 0, []),
            )
        return self._owner_window

    def _noted(self) -> Iterator[tuple[int, int]]:
        reply = self._connection.core.GetProperty(
            False, self._root, self._property, xcffib.xproto.Atom.CARDINAL, 0, 1024
        ).reply()
        values = reply.value.to_atoms() if reply.format == 32 else []
        return zip(values[::2], values[1::2], strict=False)
