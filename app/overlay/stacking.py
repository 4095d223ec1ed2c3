"""What our overlay windows ask of the X server itself, because Qt cannot.

Keeping on top, telling whether something lies in front, letting clicks through the card's shadow,
what colour the desktop has somewhere, and whether a compositor runs. One connection of the UI thread's own; every answer costs
one round trip of well under a millisecond.
"""

import struct
from collections.abc import Collection
from typing import Any, Final, Protocol

import numpy as np
import xcffib
import xcffib.shape
import xcffib.xproto
from PySide6.QtGui import QGuiApplication

from automation.core.geometry import Rect
from automation.desktop.input.x11_layout import read_layout
from automation.desktop.xserver import atom, connect, root_of

Colour = tuple[int, int, int]
"""B, G, R, 0..255 each."""
_ABOVE: Final = xcffib.xproto.StackMode.Above
_VIEWABLE: Final = xcffib.xproto.MapState.Viewable


class WindowServer(Protocol):
    """The window system below Qt. Windows are given by their ids."""

    def has_compositor(self) -> bool:
        """Tell whether translucent windows are drawn as such."""
        ...

    def keep_above(self, windows: Collection[int]) -> None:
        """Put windows above all others, the last one topmost."""
        ...

    def is_covered(self, window: int, part: Rect, ours: Collection[int]) -> bool:
        """Tell whether a window that is not ours lies in front of a part of the desktop."""
        ...

    def take_clicks_in(self, window: int, parts: Collection[Rect]) -> None:
        """Let a window take clicks only in these parts of itself, in its own device pixels."""
        ...

    def cut_to(self, window: int, parts: Collection[Rect]) -> None:
        """Let a window consist of these parts of itself only, in its own device pixels."""
        ...

    def colour_around(self, corner: Rect) -> Colour | None:
        """Return the colour right of and below a part of the desktop; None where nobody can tell."""
        ...

    def keys_down(self) -> frozenset[int]:
        """Return the keycodes that are held."""
        ...

    def is_chord_down(self, chord: str, stale: frozenset[int]) -> bool:
        """Tell whether all keys of a chord such as `Ctrl+Shift+Y` are held, stale ones not counted."""
        ...


class NoWindowServer:
    """Where there is nothing to ask: other platforms, and pictures drawn off the screen."""

    def has_compositor(self) -> bool:
        """Say yes: such platforms always compose."""
        return True

    def keep_above(self, windows: Collection[int]) -> None:
        """Do nothing."""

    def is_covered(self, window: int, part: Rect, ours: Collection[int]) -> bool:
        """Say no."""
        del window, part, ours
        return False

    def take_clicks_in(self, window: int, parts: Collection[Rect]) -> None:
        """Do nothing."""

    def cut_to(self, window: int, parts: Collection[Rect]) -> None:
        """Do nothing."""

    def colour_around(self, corner: Rect) -> Colour | None:
        """Say that nobody can tell."""
        del corner
        return None

    def keys_down(self) -> frozenset[int]:
        """Say that none is."""
        return frozenset()

    def is_chord_down(self, chord: str, stale: frozenset[int]) -> bool:
        """Say no."""
        del chord, stale
        return False


class X11WindowServer:
    """The X server, over a connection of our own."""

    def __init__(self, display: str | None = None) -> None:
        """Connect.

        Raises:
            NoDisplay: there is no display, or it does not answer.
        """
        self._connection = connect(display)
        self._core: Any = self._connection.core
        self._shape: Any = self._connection(xcffib.shape.key)
        self._root = root_of(self._connection)
        number = self._connection.pref_screen
        self._manager = atom(self._connection, f"_NET_WM_CM_S{number}")

    def has_compositor(self) -> bool:
        """Tell whether anybody owns the compositing manager's selection of this screen."""
        owner = self._core.GetSelectionOwner(self._manager).reply().owner
        return int(owner) != 0

    def keep_above(self, windows: Collection[int]) -> None:
        """Raise the windows past everything, override-redirect windows of others included."""
        for window in windows:
            mask = xcffib.xproto.ConfigWindow.StackMode
            self._core.ConfigureWindow(window, mask, [_ABOVE])
        self._connection.flush()
        self._forget_events()

    def is_covered(self, window: int, part: Rect, ours: Collection[int]) -> bool:
        """Look at the windows stacked above ours, windows that only take input included."""
        children = [int(child) for child in self._core.QueryTree(self._root).reply().children]
        if window not in children:
            return False
        above = [w for w in children[children.index(window) + 1 :] if w not in ours]
        asked = [(self._core.GetWindowAttributes(w), self._core.GetGeometry(w)) for w in above]
        covering = [_covers(part, *cookies) for cookies in asked]  # every reply must be fetched
        return any(covering)

    def take_clicks_in(self, window: int, parts: Collection[Rect]) -> None:
        """Set the window's input shape."""
        self._set_shape(window, xcffib.shape.SK.Input, parts)

    def cut_to(self, window: int, parts: Collection[Rect]) -> None:
        """Set the window's bounding shape."""
        self._set_shape(window, xcffib.shape.SK.Bounding, parts)

    def _set_shape(self, window: int, kind: int, parts: Collection[Rect]) -> None:
        numbers = [n for part in parts for n in (part.x, part.y, part.w, part.h)]
        packed = [struct.pack(f"={len(numbers)}h", *numbers)] if numbers else []
        order = xcffib.xproto.ClipOrdering.Unsorted
        self._shape.Rectangles(xcffib.shape.SO.Set, kind, order, window, 0, 0, len(parts), packed)
        self._connection.flush()

    def colour_around(self, corner: Rect) -> Colour | None:
        """Ask for the next column and the next row of pixels, and take the middle of each channel."""
        kind, planes = xcffib.xproto.ImageFormat.ZPixmap, 0xFFFFFFFF
        size = (corner.w + 1, corner.h + 1)
        try:
            asked = self._core.GetImage(kind, self._root, corner.x, corner.y, *size, planes)
            image = asked.reply()
        except xcffib.Error:  # the screen has just become smaller
            return None
        data = bytes(image.data)
        if len(data) != 4 * size[0] * size[1]:
            return None  # no 32 bits a pixel, which cannot be captured either
        rows = np.frombuffer(data, np.uint8).reshape(size[1], size[0], 4)
        around = np.concatenate([rows[:, -1, :3], rows[-1, :-1, :3]])
        blue, green, red = np.median(around, axis=0).astype(int).tolist()
        return blue, green, red

    def keys_down(self) -> frozenset[int]:
        """Return the keycodes that the server says are held."""
        keys = self._core.QueryKeymap().reply().keys
        return frozenset(
            8 * byte + bit for byte, bits in enumerate(keys) for bit in range(8) if bits & 1 << bit
        )

    def is_chord_down(self, chord: str, stale: frozenset[int]) -> bool:
        """Ask for the held keys and look the chord up in the keyboard map of this moment."""
        layout = read_layout(self._connection)
        wanted, down = layout.chord(chord), self.keys_down() - stale
        modifiers = {layout.modifier_of(code) for code in down}
        return bool(wanted.codes & down) and wanted.modifiers <= modifiers

    def _forget_events(self) -> None:
        """Drop what the server sends unasked, errors about windows that are gone included."""
        while True:
            try:
                if self._connection.poll_for_event() is None:
                    return
            except xcffib.Error:
                continue


def open_window_server() -> WindowServer:
    """Return what there is to ask below Qt on the platform that Qt runs on."""
    return X11WindowServer() if QGuiApplication.platformName() == "xcb" else NoWindowServer()


def _covers(part: Rect, attributes: Any, geometry: Any) -> bool:  # noqa: ANN401 - untyped replies
    """Tell whether a window is on the screen and touches the part; a vanished one does not."""
    try:
        is_viewable = attributes.reply().map_state == _VIEWABLE
        place = geometry.reply()
    except xcffib.Error:
        return False
    border = 2 * int(place.border_width)
    rect = Rect(int(place.x), int(place.y), int(place.width) + border, int(place.height) + border)
    return is_viewable and rect.intersection(part).area > 0
