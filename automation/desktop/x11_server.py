"""A connection to the X server with its atoms, for code that asks many things at once.

Requests are sent first and answered later, so that a list of windows costs a few round trips and
not a few per window. A window may vanish between any two requests: an answer about it is None.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import xcffib
import xcffib.res
import xcffib.shape
import xcffib.xproto

from automation.core.errors import NoDisplay
from automation.core.geometry import Rect
from automation.desktop import xserver

Reply = Any
"""The library builds its requests and replies without types; fields are converted where read."""
Cookie = Any

PROPERTY_LIMIT: Final = 4096
"""Longest property that is read, in units of 4 bytes; a client list of 4,096 windows fits."""
LOCAL_CLIENT_PID: Final = 2
"""Bit of the X-Resource extension: the process id as the kernel told the server."""

_ATOMS: Final = (
    "UTF8_STRING",
    "WM_CHANGE_STATE",
    "WM_DELETE_WINDOW",
    "WM_PROTOCOLS",
    "WM_STATE",
    "_XEMBED_INFO",
    "_NET_WM_OPAQUE_REGION",
    "_NET_WM_WINDOW_OPACITY",
    "_GTK_FRAME_EXTENTS",
    "_NET_ACTIVE_WINDOW",
    "_NET_CLIENT_LIST",
    "_NET_CLOSE_WINDOW",
    "_NET_CURRENT_DESKTOP",
    "_NET_FRAME_EXTENTS",
    "_NET_SUPPORTING_WM_CHECK",
    "_NET_WM_DESKTOP",
    "_NET_WM_NAME",
    "_NET_WM_PID",
    "_NET_WM_STATE",
    "_NET_WM_STATE_HIDDEN",
    "_NET_WM_STATE_MAXIMIZED_HORZ",
    "_NET_WM_STATE_MAXIMIZED_VERT",
    "_NET_WM_WINDOW_TYPE",
    "_KDE_NET_WM_WINDOW_TYPE_ON_SCREEN_DISPLAY",
    "_NET_WM_WINDOW_TYPE_COMBO",
    "_NET_WM_WINDOW_TYPE_DND",
    "_NET_WM_WINDOW_TYPE_DOCK",
    "_NET_WM_WINDOW_TYPE_DROPDOWN_MENU",
    "_NET_WM_WINDOW_TYPE_NOTIFICATION",
    "_NET_WM_WINDOW_TYPE_POPUP_MENU",
    "_NET_WM_STATE_MODAL",
    "_NET_WM_WINDOW_TYPE_DIALOG",
    "_NET_WM_WINDOW_TYPE_TOOLTIP",
)


@contextmanager
def display_expected() -> Iterator[None]:
    """Turn a lost connection inside the block into `NoDisplay` with a sentence."""
    try:
        yield
    except xcffib.ConnectionException as error:
        message = "the display stopped answering; its server ended or closed our connection"
        raise NoDisplay(message) from error


class X11Server:
    """One connection, its root window and its atom numbers; owned by one thread."""

    def __init__(self, display: str | None = None) -> None:
        """Connect and look up all atoms in one round trip.

        Raises:
            NoDisplay: there is no display, or it does not answer.
        """
        self.connection = xserver.connect(display)
        self.root = xserver.root_of(self.connection)
        self.core: Cookie = self.connection.core
        with display_expected():
            cookies = [self.core.InternAtom(False, len(name), name) for name in _ATOMS]
            self._atoms = {
                name: int(cookie.reply().atom) for name, cookie in zip(_ATOMS, cookies, strict=True)
            }
            self._resources = self.extension(xcffib.res.key)
            self._shapes = self.extension(xcffib.shape.key)
        self._client_bits = ~int(self.connection.get_setup().resource_id_mask)

    def atom(self, name: str) -> int:
        """Return the number of one of the names that this module looks up."""
        return self._atoms[name]

    def answer(self, cookie: Cookie) -> Reply | None:
        """Return the reply; None when the window it asks about is gone."""
        try:
            return cookie.reply()
        except xcffib.Error:
            return None

    def answers(self, cookies: Sequence[Cookie]) -> list[Reply | None]:
        """Return the replies of requests that were all sent before."""
        return [self.answer(cookie) for cookie in cookies]

    def ask_property(self, window: int, name: str | int) -> Cookie:
        """Send a request for a property, given by one of our names or by its atom number.

        The answer must be fetched, else it stays in the library's memory for good.
        """
        number = name if isinstance(name, int) else self._atoms[name]
        return self.core.GetProperty(False, window, number, 0, 0, PROPERTY_LIMIT)

    def numbers(self, cookie: Cookie) -> tuple[int, ...]:
        """Return a property of 32-bit numbers; empty when it is missing or of another format."""
        reply = self.answer(cookie)
        if reply is None or reply.format != 32:
            return ()
        return tuple(memoryview(reply.value.raw).cast("I"))

    def text(self, cookie: Cookie) -> str:
        """Return a text property, decoded by its type; empty when it is missing."""
        reply = self.answer(cookie)
        if reply is None or reply.format != 8:
            return ""
        raw = bytes(reply.value.raw)
        is_latin = reply.type == xcffib.xproto.Atom.STRING
        return raw.decode("latin-1" if is_latin else "utf-8", errors="replace")

    def root_numbers(self, name: str) -> tuple[int, ...]:
        """Return a number property of the root window; empty when it is missing."""
        return self.numbers(self.ask_property(self.root, name))

    def screen(self) -> Rect:
        """Return the rectangle of the root window, asked afresh: monitors come and go."""
        geometry = self.core.GetGeometry(self.root).reply()
        return Rect(0, 0, int(geometry.width), int(geometry.height))

    def ask_input_region(self, window: int) -> Cookie | None:
        """Send a request for the part of a window that takes clicks; None without SHAPE."""
        if self._shapes is None:
            return None
        return self._shapes.GetRectangles(window, xcffib.shape.SK.Input)

    def process_ids(self, windows: Sequence[int]) -> dict[int, int]:
        """Return the process of each window as the server knows it; a client cannot forge it.

        Windows of other machines, and all windows where the extension is missing, are left out.
        """
        if self._resources is None or not windows:
            return {}
        specs = [xcffib.res.ClientIdSpec.synthetic(w, LOCAL_CLIENT_PID) for w in windows]
        reply = self.answer(self._resources.QueryClientIds(len(specs), specs))
        if reply is None:
            return {}
        by_client = {int(v.spec.client): int(v.value[0]) for v in reply.ids if len(v.value)}
        found = ((w, by_client.get(w & self._client_bits, 0)) for w in windows)
        return {window: pid for window, pid in found if pid > 0}

    def is_same_client(self, window: int, other: int) -> bool:
        """Tell whether one connection made both windows: the server hands each a range of its own."""
        return not (window ^ other) & self._client_bits

    def forget_events(self) -> None:
        """Drop queued events: the server sends some to everybody, asked or not."""
        while True:
            try:
                if self.connection.poll_for_event() is None:
                    return
            except xcffib.Error:
                continue

    def close(self) -> None:
        """Give the connection back."""
        self.connection.disconnect()

    def extension(self, key: xcffib.ExtensionKey) -> Cookie | None:
        """Return an extension by its key; None when the server does not have it."""
        name = str(key.name)
        present = self.core.QueryExtension(len(name), name).reply().present
        return self.connection(key) if present else None
