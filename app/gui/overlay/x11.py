"""What our overlay windows ask of the X server itself, because Qt cannot.

Keeping on top, telling whether a window stands as we have shown it, letting clicks through a card's
shadow, what colour the desktop has somewhere, whether a compositor runs, and who gets the keyboard back.
One connection of the UI thread's own; every answer costs one round trip of well under a millisecond.
"""

import struct
from collections.abc import Collection
from enum import Enum
from typing import Any, Final

import numpy as np
import xcffib
import xcffib.shape
import xcffib.xproto
from PySide6.QtGui import QGuiApplication

from automation.core.geometry import Rect
from automation.desktop.input.keymap import read_layout
from automation.desktop.windows_x11 import OPAQUE
from automation.desktop.x11 import atom, connect, root_of

_FROM_PAGER: Final = 2
"""Source indication of `_NET_ACTIVE_WINDOW` for requests that a user made directly."""


class FocusKeeper:
    """Remembers the window with the focus and gives the focus back; here the platform does that by itself."""

    def save(self) -> None:
        """Remember the window that has the focus."""

    def restore(self) -> None:
        """Ask for the focus to go back; returns at once."""

    def is_restored(self) -> bool:
        """Tell whether it has gone back; true when nothing was saved."""
        return True

    def is_at(self, window: int) -> bool:
        """Tell whether the very window of this id gets the keys."""
        del window
        return False


class X11FocusKeeper(FocusKeeper):
    """Uses the window manager where there is one, else sets the focus itself. UI thread."""

    def __init__(self) -> None:
        """Connect.

        Raises:
            NoDisplay: there is no display, or it does not answer.
        """
        self._connection = connect()
        self._core: Any = self._connection.core
        self._root = root_of(self._connection)
        self._active = atom(self._connection, "_NET_ACTIVE_WINDOW")
        self._managed = 0
        self._focused = 0

    def save(self) -> None:
        """Remember both the managed window and the very window that gets the keys."""
        self._managed = self._active_window()
        self._focused = self._focus()

    def restore(self) -> None:
        """Activate the managed window; the manager then focuses what belongs to it."""
        if self._managed:
            self._ask_manager(self._managed)
        elif self._focused > 1:
            parent = xcffib.xproto.InputFocus.Parent
            self._core.SetInputFocus(parent, self._focused, xcffib.xproto.Time.CurrentTime)
        self._connection.flush()

    def is_restored(self) -> bool:
        """Tell whether keys go where they went before."""
        if self._managed:
            return self._active_window() == self._managed and self._focus_is_inside(self._managed)
        return self._focused <= 1 or self._focus() == self._focused

    def is_at(self, window: int) -> bool:
        """Ask the server who gets the keys."""
        return self._focus() == window

    def _focus_is_inside(self, window: int) -> bool:
        """Tell whether the focus lies on the window or on one inside it, as toolkits put it."""
        current = self._focus()
        while current > 1 and current != self._root:
            if current in (window, self._focused):
                return True
            try:
                current = int(self._core.QueryTree(current).reply().parent)
            except xcffib.Error:
                return False
        return False

    def _active_window(self) -> int:
        any_type = xcffib.xproto.GetPropertyType.Any
        cookie = self._core.GetProperty(False, self._root, self._active, any_type, 0, 1)
        reply = cookie.reply()
        return int(reply.value.to_atoms()[0]) if reply.value_len else 0

    def _focus(self) -> int:
        return int(self._core.GetInputFocus().reply().focus)

    def _ask_manager(self, window: int) -> None:
        data = xcffib.xproto.ClientMessageData.synthetic([_FROM_PAGER, 0, 0, 0, 0], "I" * 5)
        message = xcffib.xproto.ClientMessageEvent.synthetic(32, window, self._active, data)
        mask = (
            xcffib.xproto.EventMask.SubstructureRedirect
            | xcffib.xproto.EventMask.SubstructureNotify
        )
        self._core.SendEvent(False, self._root, mask, message.pack())


Colour = tuple[int, int, int]
"""B, G, R, 0..255 each."""
_ABOVE: Final = xcffib.xproto.StackMode.Above
_ROUNDING: Final = 1
_VIEWABLE: Final = xcffib.xproto.MapState.Viewable


class Standing(Enum):
    """Whether a window is on the screen as we have shown it."""

    WHOLE = "whole"
    COVERED = "covered"
    """Something that is not ours lies in front of it."""
    LOST = "lost"
    """It was unmapped, moved, resized, cut, made translucent or taken into another window, or
    another window was put into it: it has to be made anew."""


def open_focus_keeper() -> FocusKeeper:
    """Return what gives the focus back on the platform that Qt runs on.

    Raises:
        NoDisplay: there is no display, or it does not answer.
    """
    return X11FocusKeeper() if QGuiApplication.platformName() == "xcb" else FocusKeeper()


class WindowServer:
    """The window system below Qt, where there is nothing to ask: other platforms, and no screen.

    Windows are given by their ids.
    """

    def has_compositor(self) -> bool:
        """Tell whether translucent windows are drawn as such."""
        return True

    def keep_above(self, windows: Collection[int]) -> None:
        """Put windows above all others, the last one topmost."""

    def standing(self, window: int, place: Rect, part: Rect, ours: Collection[int]) -> Standing:
        """Tell how a window stands, by the facts of this moment.

        Args:
            place: where we have put it, in device pixels.
            part: the part of the desktop that it takes clicks in.
        """
        del window, place, part, ours
        return Standing.WHOLE

    def take_clicks_in(self, window: int, parts: Collection[Rect]) -> None:
        """Let a window take clicks only in these parts of itself, in its own device pixels."""

    def cut_to(self, window: int, parts: Collection[Rect]) -> None:
        """Let a window consist of these parts of itself only, in its own device pixels."""

    def colour_around(self, corner: Rect) -> Colour | None:
        """Return the colour right of and below a part of the desktop; None where nobody can tell."""
        del corner
        return None

    def keys_down(self) -> frozenset[int]:
        """Return the keycodes that are held."""
        return frozenset()

    def is_chord_down(self, chord: str, stale: frozenset[int]) -> bool:
        """Tell whether all keys of a chord such as `Ctrl+Shift+Y` are held, stale ones not counted."""
        del chord, stale
        return False


class X11WindowServer(WindowServer):
    """The X server, over a connection of our own."""

    def __init__(self) -> None:
        """Connect.

        Raises:
            NoDisplay: there is no display, or it does not answer.
        """
        self._connection = connect()
        self._core: Any = self._connection.core
        self._shape: Any = self._connection(xcffib.shape.key)
        self._root = root_of(self._connection)
        number = self._connection.pref_screen
        self._manager = atom(self._connection, f"_NET_WM_CM_S{number}")
        self._opacity = atom(self._connection, "_NET_WM_WINDOW_OPACITY")

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

    def standing(self, window: int, place: Rect, part: Rect, ours: Collection[int]) -> Standing:
        """Ask the server for all that another client can change of a window."""
        tree = self._core.QueryTree(self._root)
        if not self._is_as_shown(window, place, part):
            tree.reply()
            return Standing.LOST
        children = [int(child) for child in tree.reply().children]
        if window not in children:
            return Standing.LOST
        above = [w for w in children[children.index(window) + 1 :] if w not in ours]
        return Standing.COVERED if self._is_any_over(part, above) else Standing.WHOLE

    def _is_as_shown(self, window: int, place: Rect, part: Rect) -> bool:
        core, kinds = self._core, xcffib.shape.SK
        any_type = xcffib.xproto.GetPropertyType.Any
        cookies = (
            core.GetWindowAttributes(window),
            core.GetGeometry(window),
            core.GetGeometry(self._root),
            core.QueryTree(window),
            core.GetProperty(False, window, self._opacity, any_type, 0, 1),
            self._shape.QueryExtents(window),
            self._shape.GetRectangles(window, kinds.Input),
        )
        try:
            attributes, found, root, tree, opacity, shape, clicks = _all_replies(cookies)
        except xcffib.Error:  # it is gone
            return False
        rect = _rect_of(found)
        inner = Rect(part.x - place.x, part.y - place.y, part.w, part.h)
        return (
            attributes.map_state == _VIEWABLE
            and int(found.border_width) == 0
            and _is_near(rect, place)
            and _rect_of(root).intersection(part).area == part.area
            and not tree.children
            and (not opacity.value_len or opacity.value.to_atoms()[0] == OPAQUE)
            and not shape.bounding_shaped
            and not shape.clip_shaped
            and [_rect_of(one) for one in clicks.rectangles] == [inner]
        )

    def _is_any_over(self, part: Rect, above: Collection[int]) -> bool:
        """Look at windows stacked above ours, windows that only take input included."""
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
    return X11WindowServer() if QGuiApplication.platformName() == "xcb" else WindowServer()


def _all_replies(cookies: Collection[Any]) -> list[Any]:
    """Return the answers, every one of which must be fetched, or raise what was wrong first."""
    found: list[Any] = []
    failure: xcffib.Error | None = None
    for cookie in cookies:
        try:
            found.append(cookie.reply())
        except xcffib.Error as error:
            failure = failure or error
    if failure is not None:
        raise failure
    return found


def _rect_of(place: Any) -> Rect:  # noqa: ANN401 - an untyped reply
    return Rect(int(place.x), int(place.y), int(place.width), int(place.height))


def _is_near(one: Rect, other: Rect) -> bool:
    """Tell whether two places differ by no more than what rounding to device pixels makes."""
    apart = (one.x - other.x, one.y - other.y, one.w - other.w, one.h - other.h)
    return max(map(abs, apart)) <= _ROUNDING


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
