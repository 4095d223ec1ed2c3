"""What kind of desktop session this is: the facts that `doctor` shows and errors refer to."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import xcffib
import xcffib.xproto

from automation.core.errors import NoDisplay
from automation.desktop import window_ops, xserver
from automation.desktop.desktop_entries import DEFAULT_DATA_DIRS
from automation.desktop.monitors import read_monitors
from automation.desktop.x11_server import X11Server, display_expected

SessionKind = Literal["x11", "wayland", "none"]

XWAYLAND_MARK: Final = "XWAYLAND"
"""Name of the extension of newer servers, and the start of the output names of all of them."""


@dataclass(frozen=True, slots=True)
class Session:
    """The desktop session as seen from this process."""

    kind: SessionKind
    display: str = ""
    """Name of the X display; empty when there is none."""
    window_manager: str | None = None
    """Its name, may be empty; None when none runs."""
    has_compositor: bool = False
    """Whether translucent windows are blended; without one they are black."""
    has_session_bus: bool = False
    has_accessibility_bus: bool = False
    """Whether the accessibility bus runs for this display, or is installed and will be started."""
    problem: str = ""
    """Why mouse, keyboard and capture do not work here, and what to do; empty when they do."""


def read_session(display: str | None = None, environ: Mapping[str, str] = os.environ) -> Session:
    """Look at the environment and ask the X server; never raises for what it finds.

    Args:
        display: X display name; None takes `DISPLAY`.
        environ: the environment of the session.
    """
    name = display or environ.get("DISPLAY", "")
    has_bus = _has_session_bus(environ)
    is_wayland = bool(environ.get("WAYLAND_DISPLAY"))
    try:
        server = X11Server(name or None)
    except NoDisplay as error:
        problem = _WAYLAND_PROBLEM if is_wayland else str(error)
        kind: SessionKind = "wayland" if is_wayland else "none"
        return Session(kind, has_session_bus=has_bus, problem=problem)
    try:
        with display_expected():
            return _of_server(server, name, environ)
    except NoDisplay as error:
        return Session("none", name, has_session_bus=has_bus, problem=str(error))
    finally:
        server.close()


_WAYLAND_PROBLEM: Final = (
    "this is a Wayland session, where one program may not see or work the others; "
    "log in to an X11 (Xorg) session, or try: deskhand demo"
)


def _of_server(server: X11Server, name: str, environ: Mapping[str, str]) -> Session:
    is_nested = _is_xwayland(server)
    has_session_bus = _has_session_bus(environ)
    accessibility = server.text(server.ask_property(server.root, _atom(server, "AT_SPI_BUS")))
    return Session(
        "wayland" if is_nested else "x11",
        name,
        window_manager=window_ops.manager_name(server),
        has_compositor=_has_compositor(server),
        has_session_bus=has_session_bus,
        has_accessibility_bus=bool(accessibility)
        or (has_session_bus and _can_start_accessibility(environ)),
        problem=_WAYLAND_PROBLEM if is_nested else "",
    )


def _atom(server: X11Server, name: str) -> int:
    return xserver.atom(server.connection, name)


def _has_compositor(server: X11Server) -> bool:
    selection = _atom(server, f"_NET_WM_CM_S{server.connection.pref_screen}")
    return bool(server.core.GetSelectionOwner(selection).reply().owner != xcffib.NONE)


def _is_xwayland(server: X11Server) -> bool:
    """Tell whether the server only serves X programs inside a Wayland session."""
    length = len(XWAYLAND_MARK)
    if server.core.QueryExtension(length, XWAYLAND_MARK).reply().present:
        return True
    return any(monitor.name.startswith(XWAYLAND_MARK) for monitor in read_monitors(server))


def _has_session_bus(environ: Mapping[str, str]) -> bool:
    if environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return True
    runtime = environ.get("XDG_RUNTIME_DIR", "")
    return bool(runtime) and (Path(runtime) / "bus").exists()


def _can_start_accessibility(environ: Mapping[str, str]) -> bool:
    """Tell whether the session bus knows how to start the accessibility bus."""
    folders = (environ.get("XDG_DATA_DIRS") or DEFAULT_DATA_DIRS).split(":")
    service = Path("dbus-1/services/org.a11y.Bus.service")
    return any((Path(folder) / service).exists() for folder in folders if folder)
