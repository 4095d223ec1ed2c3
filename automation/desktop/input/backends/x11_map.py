"""The keyboard map of an X server, read and written through XKB.

Writing goes by one SetMap request over the whole range of keys concerned, the others in it given
back as they were: the core request writes neighbouring keycodes only, and spare keycodes are
scattered. Measured on openbox 3.6: each notice of a changed map keeps it busy for 40 ms, during
which no click changes the focus, so 13 keycodes in 13 requests cost half a second and more.
"""

import io
import struct
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import xcffib
import xcffib.xinput
import xcffib.xkb
import xcffib.xproto

from automation.desktop.input.keymap import Keymap, KeyRow, KeyType

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
        self._device = _xtest_keyboard(connection)
        self._raw = b""
        self._keymap = Keymap(0, (), ())

    def read(self, reserved: frozenset[int] = frozenset()) -> Keymap:
        """Return the keyboard map and the locks as they are now.

        Args:
            reserved: keycodes that do not count as spare.
        """
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


def _xtest_keyboard(connection: xcffib.Connection) -> int:
    """Return the device that XTEST's keys come from."""
    return _xtest_device(connection, "keyboard", CORE_KEYBOARD)


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
