"""The monitors of an X display: rectangles, names and the scale that the desktop asks for."""

from typing import Final

import xcffib
import xcffib.randr
import xcffib.xproto

from automation.core.geometry import Monitor, Rect
from automation.desktop.x11_server import X11Server, display_expected

BASE_DPI: Final = 96.0
"""Dots per inch at which one logical pixel is one device pixel (X resource `Xft.dpi`)."""
SCALE_RANGE: Final = (0.5, 8.0)
"""Outside of it the resource is taken for a mistake."""


def read_monitors(server: X11Server) -> tuple[Monitor, ...]:
    """Return the monitors in the order in which mss lists them, asked afresh.

    X11 has one scale for the whole desktop; it is given to each monitor. Without RandR 1.5 the
    root window counts as one monitor.

    Raises:
        NoDisplay: the display stopped answering.
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
