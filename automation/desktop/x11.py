"""A connection to the X server with its atoms, for code that asks many things at once.

Requests are sent first and answered later, so that a list of windows costs a few round trips and
not a few per window. A window may vanish between any two requests: an answer about it is None.
"""

import contextlib
import os
import secrets
import socket
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import xcffib
import xcffib.randr
import xcffib.res
import xcffib.shape
import xcffib.xinput
import xcffib.xkb
import xcffib.xproto
import xcffib.xtest

from automation.core.errors import NoDisplay
from automation.core.geometry import Rect

POINTER_ROOT: Final = 1
"""Focus value that means: keys go to whatever window lies under the pointer (X protocol, SetInputFocus)."""


def connect(display: str | None = None) -> xcffib.Connection:
    """Open a connection of the calling thread's own.

    Every extension of xcffib that the program uses is imported here, before any connection:
    importing one writes into a table of the library that `xcffib.connect` walks through, and a
    connection opened in another thread meanwhile failed with "dictionary changed size during
    iteration".

    Args:
        display: display name such as `:1`; None takes `DISPLAY`.

    Raises:
        NoDisplay: `DISPLAY` is unset, or no server answers there.
    """
    name = display or os.environ.get("DISPLAY", "")
    if not name:
        raise NoDisplay(
            "there is no display: DISPLAY is not set. Run it on a desktop, or try: deskhand demo"
        )
    try:
        connection = xcffib.connect(display=name)
        connection.get_setup()
    except xcffib.ConnectionException as error:
        raise NoDisplay(
            f"the display {name!r} does not answer; check that it runs and lets you in"
        ) from error
    return connection


def root_of(connection: xcffib.Connection) -> int:
    """Return the root window of the connection's preferred screen."""
    return int(connection.get_setup().roots[connection.pref_screen].root)


def root_size(connection: xcffib.Connection) -> tuple[int, int]:
    """Return width and height of the root window in device pixels, asked from the server."""
    geometry = connection.core.GetGeometry(root_of(connection)).reply()
    return int(geometry.width), int(geometry.height)


def atom(connection: xcffib.Connection, name: str) -> int:
    """Return the server's number for a name."""
    reply = connection.core.InternAtom(False, len(name), name).reply()
    return int(reply.atom)


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
        raise NoDisplay(
            "the display stopped answering; its server ended or closed our connection"
        ) from error


class X11Server:
    """One connection, its root window and its atom numbers; owned by one thread."""

    def __init__(self, display: str | None = None) -> None:
        """Connect and look up all atoms in one round trip."""
        self.connection = connect(display)
        self.root = root_of(self.connection)
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


_PROTOCOL = b"MIT-MAGIC-COOKIE-1"
_FAMILY_LOCAL = 256
_FAMILY_WILD = 65535
PRIVATE_FILE_MODE = 0o600


def new_cookie() -> bytes:
    """Return 16 random bytes.

    A server started without such a file lets every user of the machine in through its socket (tried
    with Xvfb 21.1.7: another user could connect, and could so read keys and send input).
    """
    return secrets.token_bytes(16)


@contextlib.contextmanager
def used(path: Path) -> Iterator[None]:
    """Let connections that are opened inside the block use this file; not for several threads.

    WORKAROUND: xcffib 1.13 takes a cookie as an argument but frees its copy before libxcb reads it
    (the server then answers "Authorization protocol not supported"); drop when that is mended.
    """
    before = os.environ.get("XAUTHORITY")
    os.environ["XAUTHORITY"] = str(path)
    try:
        yield
    finally:
        if before is None:
            del os.environ["XAUTHORITY"]
        else:
            os.environ["XAUTHORITY"] = before


def write(path: Path, cookie: bytes, display: int | None = None) -> None:
    """Write an authority file, readable by its owner only.

    Args:
        path: the file; replaced if it exists.
        cookie: what a client must show.
        display: display number; None writes only the entry that fits every display. The entry
            with the number is for python-xlib, which does not know the other kind.
    """
    entries = [_entry(_FAMILY_WILD, b"", b"", cookie)]
    if display is not None:
        host = socket.gethostname().encode()
        entries.insert(0, _entry(_FAMILY_LOCAL, host, str(display).encode(), cookie))
    path.touch(mode=PRIVATE_FILE_MODE)
    path.chmod(PRIVATE_FILE_MODE)
    path.write_bytes(b"".join(entries))


def _entry(family: int, address: bytes, number: bytes, cookie: bytes) -> bytes:
    fields = (address, number, _PROTOCOL, cookie)
    return struct.pack(">H", family) + b"".join(
        struct.pack(">H", len(field)) + field for field in fields
    )
