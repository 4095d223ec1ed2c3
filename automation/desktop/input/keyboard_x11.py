"""Lends spare keycodes of an X server to characters, and gives them back.

What is lent is written down in a property of the root window before the map changes, so that
whoever comes later - the dead-man, the next start - can give back exactly that and nothing else:
a keycode that in the meantime shows anything but the keysym noted for it is left alone. A Caps
Lock that was on is switched off while a text has keycodes, because most toolkits capitalise what
a keycode gives, and is switched on again with the last of them.
"""

import io
import select
import struct
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from enum import Enum
from typing import Final

import xcffib
import xcffib.xinput
import xcffib.xkb
import xcffib.xproto

from automation.core.errors import InputError
from automation.desktop.input.keymap import LOCK_BIT, Keymap, KeyRow, KeyType
from automation.desktop.x11 import atom, root_of

CORE_KEYBOARD: Final = 0x100
"""XkbUseCoreKbd: the keyboard that the focused application hears."""

_SET_MAP: Final = 9
_TYPES, _SYMBOLS = 1, 2
_CORE_POINTER: Final = 2
"""The server's first master pointer: the one that XTEST moves and that programs hear."""
_COUNTED: Final = 4
"""The first bytes of a reply carry the number of the request."""
_ONE_LEVEL: Final = bytes(4)
"""Type 0 in all four groups: it looks at no modifier, so Shift and locks change nothing."""
_SET_MAP_HEAD: Final = "=xx2xHHHBBBBBBHBBHBBBBBBBBBBBBH"
_REDIRECTS: Final = 0x80
_CLAMPS: Final = 0x40


class KeymapReader:
    """Reads the keyboard that our keys come from, which may have a layout of its own.

    The focused application hears whichever keyboard was used last, with that one's map; with our
    first key that is the XTEST keyboard's, so it is the one to plan with.
    An unchanged map is taken to pieces once: that costs 1.5 ms, the reply 0.2 ms.
    """

    def __init__(self, connection: xcffib.Connection) -> None:
        self._connection = connection
        self._xkb = connection(xcffib.xkb.key)
        self._device = _xtest_device(connection, "keyboard", CORE_KEYBOARD)
        self._raw = b""
        self._keymap = Keymap(0, (), ())

    def read(self, reserved: frozenset[int] = frozenset()) -> Keymap:
        """Return the keyboard map and the locks as they are now."""
        ranges = [0] * 15
        asked = self._xkb.GetMap(self._device, _TYPES | _SYMBOLS, 0, *ranges)
        modifiers = self._connection.core.GetModifierMapping()
        state = self._xkb.GetState(CORE_KEYBOARD)
        reply = self._connection.wait_for_reply(asked.sequence)
        modifier_rows, locks = _modifier_rows(modifiers.reply()), state.reply()
        raw = bytes(reply.buf[_COUNTED:])
        if raw != self._raw:
            self._raw = raw
            self._keymap = _keymap(xcffib.xkb.GetMapReply(reply))
        facts = {
            "modifier_rows": modifier_rows,
            "group": locks.group,
            "locked": locks.lockedMods,
            "reserved": reserved,
        }
        if any(getattr(self._keymap, name) != value for name, value in facts.items()):
            self._keymap = replace(self._keymap, **facts)
        return self._keymap


class ButtonMap:
    """Reads what the server makes of each button of the mouse: `xmodmap -e "pointer = 3 2 1"` and the like.

    Input that is injected goes through the same two maps as a hand's: that of the device it comes from,
    then that of the pointer that programs hear. It is read for each press and never kept, so a change
    needs no notice.
    """

    def __init__(self, connection: xcffib.Connection) -> None:
        self._connection = connection
        self._xinput = connection(xcffib.xinput.key)
        self._injecting = _xtest_device(connection, "pointer", _CORE_POINTER)

    def meanings(self, device: int | None = None) -> tuple[int, ...]:
        """Return what programs hear of the buttons 1, 2, 3 and so on of a device; 0 for nothing.

        Args:
            device: None for the one that injected buttons come from.
        """
        source = self._injecting if device is None else device
        asked = self._connection.core.GetPointerMapping()
        of_device = self._xinput.GetDeviceButtonMapping(source)
        heard = tuple(int(number) for number in asked.reply().map)
        try:
            own = tuple(int(number) for number in of_device.reply().map)
        except xcffib.ProtocolException:  # it was unplugged
            own = ()
        if source == _CORE_POINTER or not own:
            return heard
        return tuple(heard[n - 1] if 1 <= n <= len(heard) else 0 for n in own)


def _xtest_device(connection: xcffib.Connection, kind: str, otherwise: int) -> int:
    xinput = connection(xcffib.xinput.key)
    xinput.XIQueryVersion(2, 2).reply()
    devices = xinput.XIQueryDevice(xcffib.xinput.Device.All).reply().infos
    named = (d.deviceid for d in devices if d.name.to_string().endswith(f"XTEST {kind}"))
    return min(named, default=otherwise)


def _keymap(reply: xcffib.xkb.GetMapReply) -> Keymap:
    types = [_key_type(kind) for kind in reply.types_rtrn]
    rows = tuple(_key_row(key, types) for key in reply.syms_rtrn)
    return Keymap(first_code=reply.firstKeySym, rows=rows, modifier_rows=())


def write_keysyms(connection: xcffib.Connection, changes: Mapping[int, int]) -> None:
    """Give each keycode one keysym whatever the modifiers, or nothing for keysym 0.

    Writing goes by one SetMap request over the whole range of keys concerned, the others in it
    given back as they were: the core request writes neighbouring keycodes only, and spare keycodes
    are scattered. Measured on openbox 3.6: each notice of a changed map keeps it busy for 40 ms,
    during which no click changes the focus, so 13 keycodes in 13 requests cost half a second and
    more.

    The server is held for the moment between reading and writing, so that a layout that the user
    switches to in it is not written over.
    """
    if not changes:
        return
    xkb = connection(xcffib.xkb.key)
    first = min(changes)
    count = max(changes) - first + 1
    connection.core.GrabServer()
    try:
        reply = xkb.GetMap(CORE_KEYBOARD, 0, _SYMBOLS, 0, 0, first, count, *([0] * 11)).reply()
        keys = [
            (key.pack(), key.nSyms) if code not in changes else _packed_single(changes[code])
            for code, key in enumerate(reply.syms_rtrn, first)
        ]
        total = sum(symbols for _, symbols in keys)
        head = struct.pack(
            _SET_MAP_HEAD,
            *(CORE_KEYBOARD, _SYMBOLS, 0, reply.minKeyCode, reply.maxKeyCode, 0, 0),
            *(first, count, total, 0, 0, 0, *([0] * 12), 0),
        )
        body = b"".join(packed for packed, _ in keys)
        xkb.send_request(_SET_MAP, io.BytesIO(head + body), is_checked=True).check()
    finally:
        connection.core.UngrabServer()
        connection.flush()


def _packed_single(keysym: int) -> tuple[bytes, int]:
    if not keysym:
        return _ONE_LEVEL + struct.pack("=BBH", 0, 0, 0), 0
    return _ONE_LEVEL + struct.pack("=BBHI", 1, 1, 1, keysym), 1


def _key_type(kind: xcffib.xkb.KeyType) -> KeyType:
    levels = {entry.mods_mask: entry.level for entry in kind.map if entry.active}
    return KeyType(kind.mods_mask, levels)


def _key_row(key: xcffib.xkb.KeySymMap, types: list[KeyType]) -> KeyRow:
    keysyms, width, indices = list(key.syms), key.width, bytes(key.kt_index)
    count = key.groupInfo & 0x0F
    groups = tuple(
        (types[indices[group]], tuple(keysyms[group * width : (group + 1) * width]))
        for group in range(count)
    )
    redirect = None
    if key.groupInfo & _REDIRECTS:
        redirect = key.groupInfo >> 4 & 0x03
    elif key.groupInfo & _CLAMPS:
        redirect = count - 1
    return KeyRow(groups, redirect)


def _modifier_rows(reply: xcffib.xproto.GetModifierMappingReply) -> tuple[frozenset[int], ...]:
    width, codes = reply.keycodes_per_modifier, list(reply.keycodes)
    return tuple(frozenset(codes[i * width : (i + 1) * width]) - {0} for i in range(8))


_CLIENT_MESSAGE: Final = 33
_ANSWERS: Final = (
    xcffib.xproto.EventMask.SubstructureNotify | xcffib.xproto.EventMask.StructureNotify
)
"""Under the first the EWMH wants the answer sent; Qt 6 sends it under the second."""
_LEVELS: Final = 16
"""Deepest nesting of a focused window below its top-level window that is looked through."""


class Answer(Enum):
    """What came of the ping."""

    TAKEN = "the application has looked up every key sent so far"
    LATE = "the application did not answer in time"
    NONE = "nothing that can be asked has the keyboard"


class Ping:
    """Asks the application that has the keyboard whether it has taken the keys sent so far.

    A window manager's ping (`_NET_WM_PING` of the EWMH) does it: an application handles its events in
    order, so the answer says that it has looked up every key before. Qt, GTK and Chromium answer in a
    few milliseconds; xterm and other plain X programs do not know the ping.
    """

    def __init__(self, connection: xcffib.Connection) -> None:
        self._connection = connection
        self._root = root_of(connection)
        self._protocols = atom(connection, "WM_PROTOCOLS")
        self._ping = atom(connection, "_NET_WM_PING")

    def ask(self, within_s: float) -> Answer:
        """Ping the focused application and wait for its answer."""
        try:
            window = self._pingable()
            if window is None:
                return Answer.NONE
            return self._asked(window, within_s)
        except xcffib.xproto.WindowError:
            return Answer.NONE  # the window closed meanwhile; its keys are gone with it

    def _asked(self, window: int, within_s: float) -> Answer:
        # The server counts its time in these milliseconds too; some programs remember the number.
        token = int(time.monotonic() * 1000) & 0xFFFFFFFF
        self._listen(_ANSWERS)
        try:
            data = (self._ping, token, window, 0, 0)
            message = struct.pack(
                "=BBHII5I", _CLIENT_MESSAGE, 32, 0, window, self._protocols, *data
            )
            self._connection.core.SendEvent(False, window, 0, message, is_checked=True).check()
            return self._answer(token, window, time.monotonic() + within_s)
        finally:
            self._listen(0)

    def _answer(self, token: int, window: int, deadline_s: float) -> Answer:
        expected = (self._ping, token, window)
        while True:
            while (event := self._connection.poll_for_event()) is not None:
                is_message = isinstance(event, xcffib.xproto.ClientMessageEvent)
                if is_message and event.format == 32 and tuple(event.data.data32)[:3] == expected:
                    return Answer.TAKEN
            left_s = deadline_s - time.monotonic()
            if left_s <= 0:
                return Answer.LATE
            select.select([self._connection.get_file_descriptor()], [], [], left_s)

    def _pingable(self) -> int | None:
        """Return the focused window, or the one around it, whose program knows the ping."""
        core = self._connection.core
        window = int(core.GetInputFocus().reply().focus)
        for _ in range(_LEVELS):
            if window in (0, xcffib.xproto.InputFocus.PointerRoot, self._root):
                return None
            reply = core.GetProperty(
                False, window, self._protocols, xcffib.xproto.Atom.ATOM, 0, 64
            ).reply()
            if reply.format == 32 and self._ping in reply.value.to_atoms():
                return window
            window = int(core.QueryTree(window).reply().parent)
        return None

    def _listen(self, mask: int) -> None:
        self._connection.core.ChangeWindowAttributes(self._root, xcffib.xproto.CW.EventMask, [mask])
        self._connection.flush()


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
            raise InputError("the display has no usable XKEYBOARD extension, which typing needs")
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
            raise InputError(
                f"keycode {code} is in use by the keyboard layout, which changed; try again"
            )
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
            raise InputError(f"keycode {taken} is in use by the keyboard layout; try again")
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
            raise InputError(
                f"the application did not take the keys within {_ANSWER_S:g} s; the end of the text"
                " may be missing. Look at it, then try again"
            )

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
