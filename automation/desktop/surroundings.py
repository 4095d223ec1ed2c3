"""Where the desktop is shown and who else may work it: on this computer, elsewhere, in a window.

Facts for `doctor` and for the page of promises. Nothing here raises for what it finds.
"""

import os
import re
import socket
import struct
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import xcffib

from automation.core.errors import NoDisplay
from automation.desktop import xserver
from automation.desktop.monitors import read_monitors
from automation.desktop.x11_server import X11Server, display_expected

LOGIN_TIMEOUT_S: Final = 1.0
_DISPLAY: Final = re.compile(r"^(?P<host>.*):\d+(?:\.\d+)?$")
_VNC_SERVERS: Final = frozenset({"Xvnc", "Xtigervnc", "Xtightvnc", "Xrealvnc", "Xvnc4"})
_NX_SERVERS: Final = frozenset({"nxagent", "x2goagent", "nxnode.bin"})
_NESTED_SERVERS: Final = frozenset({"Xephyr", "Xnest"})
_RDP_OUTPUT: Final = re.compile(r"rdp\d")
"""Outputs as xorgxrdp names them."""
_VNC_EXTENSION: Final = "VNC-EXTENSION"
"""TigerVNC's and RealVNC's X servers offer it."""
_SHARERS: Final[Mapping[str, str]] = {
    "x11vnc": "x11vnc",
    "x0vncserver": "x0vncserver",
    "x0tigervncserve": "x0tigervncserver",
    "krfb": "krfb",
    "vino-server": "vino-server",
    "gnome-remote-de": "GNOME Remote Desktop",
    "anydesk": "AnyDesk",
    "teamviewerd": "TeamViewer",
    "TeamViewer": "TeamViewer",
    "rustdesk": "RustDesk",
}
"""Programs that show a desktop elsewhere, by process name; the kernel cuts those to 15 letters."""
_LOCKERS: Final = frozenset({"i3lock", "slock", "xlock", "xtrlock", "swaylock", "xsecurelock"})
"""Screen lockers that run only while the screen is locked."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is round the desktop; empty where nothing was found."""

    remote: str = ""
    """By what the desktop is shown on another computer: VNC, RDP, NX, SSH ..."""
    display_host: str = ""
    """The computer whose display it is, when it is not this one."""
    nested_in: str = ""
    """The program in whose window the desktop is shown."""
    sharers: tuple[str, ...] = ()
    """Programs that run and can show this desktop elsewhere."""
    is_locked: bool = False
    monitors: int = 0


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """What the X server says of itself."""

    program: str = ""
    """Process name of the server; empty when it runs elsewhere or out of our sight."""
    outputs: tuple[str, ...] = ()
    has_vnc: bool = False
    has_xpra: bool = False


def read_surroundings(
    display: str | None = None, environ: Mapping[str, str] = os.environ
) -> Surroundings:
    """Look round; takes a tenth of a second, a second more where the login service is slow.

    Args:
        display: X display name; None takes `DISPLAY`.
        environ: the environment of the session.
    """
    name = display or environ.get("DISPLAY", "")
    server = _ask_server(name) if name else ServerFacts()
    login = _read_login(environ.get("XDG_SESSION_ID", ""))
    running = set(_process_names())
    return Surroundings(
        remote=remote_kind(name, server, login, environ),
        display_host=display_host(name),
        nested_in=server.program if server.program in _NESTED_SERVERS else "",
        sharers=tuple(sorted({_SHARERS[n] for n in running & _SHARERS.keys()})),
        is_locked=login.get("LockedHint") == "yes" or bool(running & _LOCKERS),
        monitors=len(server.outputs),
    )


def display_host(name: str) -> str:
    """Return the host part of a display name; empty for a display of this computer."""
    found = _DISPLAY.match(name)
    host = found["host"] if found else ""
    return "" if host == "unix" or host.startswith("/") else host


def remote_kind(
    name: str, server: ServerFacts, login: Mapping[str, str], environ: Mapping[str, str]
) -> str:
    """Return by what the desktop is shown on another computer; empty when it is not."""
    if display_host(name):
        is_forwarded = "SSH_CONNECTION" in environ or "SSH_CLIENT" in environ
        return "SSH X forwarding" if is_forwarded else "X over the network"
    if "XRDP_SESSION" in environ or any(_RDP_OUTPUT.match(o) for o in server.outputs):
        return "RDP"
    if server.has_vnc or server.program in _VNC_SERVERS:
        return "VNC"
    if server.program in _NX_SERVERS:
        return "NX"
    if server.has_xpra:
        return "Xpra"
    if "CHROME_REMOTE_DESKTOP_SESSION" in environ:
        return "Chrome Remote Desktop"
    return "a remote login" if login.get("Remote") == "yes" and name else ""


def _ask_server(name: str) -> ServerFacts:
    try:
        server = X11Server(name)
    except NoDisplay:
        return ServerFacts()
    try:
        with display_expected():
            core = server.core
            vnc = core.QueryExtension(len(_VNC_EXTENSION), _VNC_EXTENSION)
            xpra = server.ask_property(server.root, xserver.atom(server.connection, "XPRA_SERVER"))
            return ServerFacts(
                program=_server_program(server.connection),
                outputs=tuple(monitor.name for monitor in read_monitors(server)),
                has_vnc=bool(vnc.reply().present),
                has_xpra=bool(server.text(xpra)),
            )
    except (NoDisplay, xcffib.XcffibException):
        return ServerFacts()
    finally:
        server.close()


def _server_program(connection: xcffib.Connection) -> str:
    """Return the name of the process at the other end of the connection."""
    with socket.socket(fileno=os.dup(connection.get_file_descriptor())) as end:
        if end.family != socket.AF_UNIX:
            return ""
        try:
            peer = end.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
            return (Path("/proc") / str(struct.unpack("3i", peer)[0]) / "comm").read_text().strip()
        except OSError:  # another user's, or another container's
            return ""


def _read_login(session: str) -> dict[str, str]:
    """Return what the login service says of the session: Remote, LockedHint; empty without one."""
    if not session:
        return {}
    wanted = ("loginctl", "show-session", session, "-p", "Remote", "-p", "LockedHint")
    try:
        told = subprocess.run(
            wanted, capture_output=True, text=True, timeout=LOGIN_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return {}
    pairs = (line.partition("=") for line in told.stdout.splitlines())
    return {key: value for key, _, value in pairs}


def _process_names() -> Iterator[str]:
    for entry in Path("/proc").glob("[0-9]*/comm"):
        try:
            yield entry.read_text(errors="replace").strip()
        except OSError:  # it ended meanwhile
            continue
