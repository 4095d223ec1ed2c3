"""The monitors of an X display: rectangles, names and the scale that the desktop asks for."""

import weakref
from collections.abc import Sequence
from typing import Final

import xcffib
import xcffib.randr
import xcffib.xproto

from automation.core.errors import NoDisplay
from automation.core.geometry import Monitor, Rect
from automation.desktop import x11
from automation.desktop.x11 import X11Server, display_expected

_STATE: Final = "_NET_WM_STATE"
_MODAL: Final = "_NET_WM_STATE_MODAL"
"""Source: Extended Window Manager Hints 1.5, application window properties."""


class ModalWindows:
    """Which windows take the input of the others of their program, as the window manager is told.

    Asks on one connection, made when it is first needed. Used by one thread at a time.
    """

    def __init__(self, display: str | None = None) -> None:
        """Prepare; nothing is connected.

        Args:
            display: display name such as `:1`; None takes `DISPLAY`.
        """
        self._display = display
        self._open: _Open | None = None

    def __call__(self, windows: Sequence[int]) -> frozenset[int]:
        """Return those of the windows that say they are modal; none where no X server answers.

        A connection that was lost is made anew, once.
        """
        is_fresh = self._open is None
        try:
            return self._asked(windows)
        except NoDisplay:
            self.close()
        try:
            return frozenset() if is_fresh else self._asked(windows)
        except NoDisplay:
            self.close()
            return frozenset()

    def close(self) -> None:
        """Let go of the connection; who is forgotten without it lets go as well."""
        if self._open is not None:
            self._open.let_go()
            self._open = None

    def _asked(self, windows: Sequence[int]) -> frozenset[int]:
        if self._open is None:
            self._open = _Open(self._display)
        return self._open.modal(windows)


class _Open:
    """A connection with the two names looked up."""

    def __init__(self, display: str | None) -> None:
        self._server = server = X11Server(display)
        self.let_go = weakref.finalize(self, server.close)
        with display_expected():
            self._state, self._modal = (x11.atom(server.connection, n) for n in (_STATE, _MODAL))

    def modal(self, windows: Sequence[int]) -> frozenset[int]:
        """Return those of the windows that say they are modal.

        Raises:
            NoDisplay: the connection was lost.
        """
        server = self._server
        with display_expected():
            asked = [(window, server.ask_property(window, self._state)) for window in windows]
            return frozenset(w for w, cookie in asked if self._modal in server.numbers(cookie))


BASE_DPI: Final = 96.0
"""Dots per inch at which one logical pixel is one device pixel (X resource `Xft.dpi`)."""
SCALE_RANGE: Final = (0.5, 8.0)
"""Outside of it the resource is taken for a mistake."""


def read_monitors(server: X11Server) -> tuple[Monitor, ...]:
    """Return the monitors in the order in which mss lists them, asked afresh.

    X11 has one scale for the whole desktop; it is given to each monitor. Without RandR 1.5 the
    root window counts as one monitor.
    """
    with display_expected():
        scale = scale_of(_resources(server))
        rects = _named_rects(server)
        if not rects:
            rects = [("", server.screen())]
    return tuple(
        Monitor(number, rect, scale, name) for number, (name, rect) in enumerate(rects, start=1)
    )


def scale_of(resources: str) -> float:
    """Return device pixels per logical pixel from the text of the X resources.

    >>> scale_of("Xft.dpi: 144")
    1.5
    """
    for line in resources.splitlines():
        name, _, value = line.partition(":")
        if name.strip() == "Xft.dpi":
            try:
                scale = float(value) / BASE_DPI
            except ValueError:
                return 1.0
            lowest, highest = SCALE_RANGE
            return scale if lowest <= scale <= highest else 1.0
    return 1.0


def _resources(server: X11Server) -> str:
    cookie = server.ask_property(server.root, xcffib.xproto.Atom.RESOURCE_MANAGER)
    return server.text(cookie)


def _named_rects(server: X11Server) -> list[tuple[str, Rect]]:
    extension = server.extension(xcffib.randr.key)
    if extension is None:
        return []
    try:
        version = extension.QueryVersion(1, 5).reply()
        if (version.major_version, version.minor_version) < (1, 5):
            return []
        found = list(extension.GetMonitors(server.root, True).reply().monitors)
        names = [server.core.GetAtomName(monitor.name) for monitor in found]
    except xcffib.Error:
        return []
    return [
        (_atom_text(server, name), Rect(m.x, m.y, m.width, m.height))
        for m, name in zip(found, names, strict=True)
    ]


def _atom_text(server: X11Server, cookie: object) -> str:
    reply = server.answer(cookie)
    return "" if reply is None else bytes(reply.name.raw).decode("latin-1")
