"""Hears every key, button and movement of an X display, whoever has the focus or a grab.

XInput 2 raw events on the root window; the server sends them even while another client grabs the
keyboard, but only to clients that announced version 2.1 or later.

WORKAROUND: xcffib 1.13 reads as many valuators as the mask has *value*, not set bits, and so past
the end of an event of a device with many axes; the few fields needed here are taken from the raw
bytes instead. Drop when `RawMotionEvent.axisvalues` has the right length.
"""

import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import xcffib
import xcffib.randr
import xcffib.xinput
import xcffib.xproto

from automation.core.errors import InputError, UnknownKey
from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.input.keymap import ChordCodes, Layout
from automation.desktop.input.kill_switch import InputEvent
from automation.desktop.input.protocol import Conflict
from automation.desktop.x11 import connect, root_of, root_size

ASYNC: Final = xcffib.xproto.GrabMode.Async


@dataclass(frozen=True, slots=True)
class _Grabbed:
    text: str
    chord: ChordCodes
    masks: tuple[int, ...]


class Chords:
    """Global chords on X11: grabbed, so that the focused program does not get them, and matched raw.

    A grab alone is deaf while another client holds the keyboard, and raw events alone cannot keep the
    key from the program: so both. Only the user's presses fire; what we send never does.
    The grabs have a connection of their own: from the press of a grabbed key to its release the server
    sends the grabbing client no raw events (measured on Xvfb 21.1), so that the listener would miss the
    release of the modifiers, and a kill key pressed meanwhile.
    """

    def __init__(self, display: str | None, layout: Layout) -> None:
        """Connect; nothing is grabbed."""
        self._connection = connect(display)
        self._core: Any = self._connection.core
        self._root = root_of(self._connection)
        self._layout = layout
        self._grabbed: dict[str, _Grabbed] = {}

    def drain(self) -> None:
        """Drop the key events that the grabs bring: the raw ones tell what is needed."""
        while self._connection.poll_for_event() is not None:
            pass

    def close(self) -> None:
        """Give the connection, and with it every grab, back."""
        self._connection.disconnect()

    def grab(self, name: str, text: str) -> Conflict | None:
        """Listen to a chord; one already held under this name is given back first.

        Returns:
            Why it could not be had; None when it is ours.
        """
        self.ungrab(name)
        try:
            chord = self._layout.chord(text)
        except UnknownKey as error:
            return Conflict(name, text, str(error))
        wanted = _Grabbed(text, chord, self._layout.grab_masks(chord.modifiers))
        if (refused := self._take(wanted)) is not None:
            self._give_back(wanted)
            return Conflict(name, text, _why_not(text, refused))
        self._grabbed[name] = wanted
        return None

    def ungrab(self, name: str) -> None:
        """Give a chord back; does nothing when it is not held."""
        held = self._grabbed.pop(name, None)
        if held is not None:
            self._give_back(held)

    def pressed(self, code: int, modifiers: frozenset[str]) -> str | None:
        """Return the name of the chord that a key press of the user's completes."""
        for name, held in self._grabbed.items():
            if code in held.chord.codes and modifiers == held.chord.modifiers:
                return name
        return None

    def relocate(self, layout: Layout) -> tuple[Conflict, ...]:
        """Follow a changed keyboard map: grab each chord where its key is.

        Returns:
            The chords that were lost.
        """
        self._layout = layout
        moved = [
            (name, held.text)
            for name, held in self._grabbed.items()
            if self._place(held.text) != (held.chord, held.masks)
        ]
        conflicts = [self.grab(name, text) for name, text in moved]
        return tuple(conflict for conflict in conflicts if conflict is not None)

    def _place(self, text: str) -> tuple[ChordCodes, tuple[int, ...]] | None:
        try:
            chord = self._layout.chord(text)
        except UnknownKey:
            return None
        return chord, self._layout.grab_masks(chord.modifiers)

    def _take(self, wanted: _Grabbed) -> xcffib.Error | None:
        cookies = [
            self._core.GrabKey(False, self._root, mask, code, ASYNC, ASYNC, is_checked=True)
            for code in wanted.chord.codes
            for mask in wanted.masks
        ]
        found: xcffib.Error | None = None
        for cookie in cookies:
            try:
                cookie.check()
            except xcffib.Error as error:
                found = error
        return found

    def _give_back(self, held: _Grabbed) -> None:
        for code in held.chord.codes:
            for mask in held.masks:
                with suppress(xcffib.Error):  # what was refused to us is not ours to give back
                    self._core.UngrabKey(code, self._root, mask, is_checked=True).check()


def _why_not(text: str, error: xcffib.Error) -> str:
    if isinstance(error, xcffib.xproto.AccessError):
        return f"another program uses {text} already; choose another shortcut"
    return f"the display refuses {text} ({type(error).__name__}); choose another shortcut"


KEY_PRESS: Final = 13
KEY_RELEASE: Final = 14
BUTTON_PRESS: Final = 15
BUTTON_RELEASE: Final = 16
MOTION: Final = 17
HEARD_MASK: Final = sum(
    1 << kind for kind in (KEY_PRESS, KEY_RELEASE, BUTTON_PRESS, BUTTON_RELEASE, MOTION)
)
ALL_MASTERS: Final = 1
ALL_DEVICES: Final = 0
MAPPING_NOTIFY: Final = 34
GENERIC_EVENT: Final = 35
_BODY: Final = struct.Struct("=HHIIHH")
"""Event kind, device, time, detail, source device, words of the valuator mask."""
_BODY_AT: Final = 8
_MASK_AT: Final = 36
"""The library puts four bytes of its own after the first 32."""


class MappingChanged:
    """The keyboard map changed: keycodes must be looked up again."""


class ScreensChanged:
    """The monitors changed: corners must be looked up again."""


Heard = InputEvent | MappingChanged | ScreensChanged


class RawInput:
    """One connection that listens; owned by the listener's thread."""

    def __init__(self, display: str | None = None) -> None:
        """Connect and ask for the events."""
        self.connection = connect(display)
        self.root = root_of(self.connection)
        try:
            self._xinput = self.connection(xcffib.xinput.key)
            version = self._xinput.XIQueryVersion(2, 2).reply()
        except xcffib.XcffibException as error:
            raise InputError(
                "the display has no XInput extension, so the kill key cannot be heard"
            ) from error
        if (version.major_version, version.minor_version) < (2, 1):
            raise InputError(
                f"the display has XInput {version.major_version}.{version.minor_version}; "
                "hearing the kill key needs 2.1 or later"
            )
        mask = xcffib.xinput.EventMask.synthetic(ALL_MASTERS, 1, [HEARD_MASK])
        self._xinput.XISelectEvents(self.root, 1, [mask], is_checked=True).check()
        self._opcode = int(
            self.connection.core.QueryExtension(15, "XInputExtension").reply().major_opcode
        )
        self._injectors: dict[int, bool] = {}
        self._randr, self._screens_event = self._follow_screens()

    @property
    def descriptor(self) -> int:
        """File descriptor that becomes readable when events arrive."""
        return int(self.connection.get_file_descriptor())

    def is_listening(self) -> bool:
        """Ask the server whether our events are selected."""
        selected = self._xinput.XIGetSelectedEvents(self.root).reply().masks
        return any(mask.deviceid == ALL_MASTERS and mask.mask[0] == HEARD_MASK for mask in selected)

    def events(self) -> Iterator[Heard]:
        """Yield what has arrived, without waiting."""
        while True:
            self.connection.invalid()
            event = xcffib.lib.xcb_poll_for_event(self.connection._conn)
            if event == xcffib.ffi.NULL:
                self.connection.invalid()
                return
            event = xcffib.ffi.gc(event, xcffib.lib.free)
            heard = self._decode(event)
            if heard is not None:
                yield heard

    def pointer(self) -> ScreenPoint:
        """Return where the pointer is."""
        reply = self.connection.core.QueryPointer(self.root).reply()
        return ScreenPoint(int(reply.root_x), int(reply.root_y))

    def screens(self) -> tuple[Rect, ...]:
        """Return the rectangles of the monitors, in device pixels; the whole desktop without RandR."""
        if self._randr is not None:
            found = self._randr.GetMonitors(self.root, True).reply().monitors
            rects = tuple(Rect(m.x, m.y, m.width, m.height) for m in found)
            if rects:
                return rects
        return (Rect(0, 0, *root_size(self.connection)),)

    def keys_down(self) -> tuple[int, ...]:
        """Return the keycodes that are down now."""
        words = bytes(self.connection.core.QueryKeymap().reply().keys)
        return tuple(code for code in range(256) if words[code // 8] >> code % 8 & 1)

    def close(self) -> None:
        """Give the connection back."""
        self.connection.disconnect()

    def _follow_screens(self) -> tuple[Any, int | None]:
        """Ask to be told of other monitors; nothing without RandR 1.5."""
        extension = self.connection.core.QueryExtension(5, "RANDR").reply()
        if not extension.present:
            return None, None
        randr = self.connection(xcffib.randr.key)
        version = randr.QueryVersion(1, 5).reply()
        if (version.major_version, version.minor_version) < (1, 5):
            return None, None
        randr.SelectInput(self.root, xcffib.randr.NotifyMask.ScreenChange, is_checked=True).check()
        return randr, int(extension.first_event)

    def _decode(self, event: Any) -> Heard | None:  # noqa: ANN401 - a C struct
        kind_byte = event.response_type & 0x7F
        if kind_byte == self._screens_event:
            return ScreensChanged()
        if kind_byte == MAPPING_NOTIFY:
            return MappingChanged()
        if kind_byte != GENERIC_EVENT:
            return None
        head = bytes(xcffib.ffi.buffer(event, 32))
        if head[1] != self._opcode:
            return None
        kind, _, _, detail, source, mask_words = _BODY.unpack_from(head, _BODY_AT)
        is_injected = self._is_injector(source)
        if kind in (KEY_PRESS, KEY_RELEASE):
            return InputEvent("key", detail, kind == KEY_PRESS, is_injected)
        if kind in (BUTTON_PRESS, BUTTON_RELEASE):
            return InputEvent("button", detail, kind == BUTTON_PRESS, is_injected, device=source)
        if kind == MOTION:
            point = _point(event, head, mask_words) if is_injected else None
            return InputEvent("pointer", is_injected=is_injected, point=point)
        return None

    def _is_injector(self, device: int) -> bool:
        if device not in self._injectors:
            infos = self._xinput.XIQueryDevice(ALL_DEVICES).reply().infos
            self._injectors = {
                int(info.deviceid): "XTEST" in info.name.to_string() for info in infos
            }
        return self._injectors.get(device, False)


def _point(event: Any, head: bytes, mask_words: int) -> ScreenPoint | None:  # noqa: ANN401
    """Return the first two axes of an injected movement, which are absolute device pixels."""
    (length,) = struct.unpack_from("=I", head, 4)
    body = bytes(xcffib.ffi.buffer(event, _MASK_AT + length * 4))[_MASK_AT:]
    if mask_words < 1 or len(body) < 4:
        return None
    (mask,) = struct.unpack_from("=I", body, 0)
    values_at = 4 * mask_words
    if mask & 0b11 != 0b11 or len(body) < values_at + 16:
        return None
    x, _, y, _ = struct.unpack_from("=iIiI", body, values_at)
    return ScreenPoint(x, y)
