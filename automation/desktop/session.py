"""What kind of desktop session this is: the facts that `doctor` shows and errors refer to."""

import asyncio
import os
import re
import socket
import struct
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final, Literal

import xcffib
import xcffib.xproto
from dbus_fast import Message, MessageFlag, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.errors import DBusFastError

from automation.core.errors import NoDisplay
from automation.desktop import windows_x11, x11
from automation.desktop.monitors import read_monitors
from automation.desktop.x11 import X11Server, display_expected

ANSWER_S: Final = 3.0
"""For one answer, in seconds."""
LOGIND: Final = "org.freedesktop.login1"
PROPERTIES: Final = "org.freedesktop.DBus.Properties"
SAVERS: Final = {
    "org.cinnamon.ScreenSaver": "/org/cinnamon/ScreenSaver",
    "org.freedesktop.ScreenSaver": "/org/freedesktop/ScreenSaver",
    "org.gnome.ScreenSaver": "/org/gnome/ScreenSaver",
    "org.mate.ScreenSaver": "/org/mate/ScreenSaver",
    "org.xfce.ScreenSaver": "/org/xfce/ScreenSaver",
}
"""Services that lock, which are also the names of their interfaces, and where they answer."""
ERRORS: Final = (DBusFastError, OSError, EOFError, TimeoutError, ValueError, KeyError)
"""What a bus, or the way to it, may raise."""
_MANAGER: Final = "/org/freedesktop/login1"
_GRAPHICAL: Final = frozenset({"x11", "wayland", "mir"})
"""Types of a session with a screen (org.freedesktop.login1(5))."""
_TELLS_NOTHING: Final = frozenset(
    f"org.freedesktop.DBus.Error.{name}"
    for name in (
        "NameHasNoOwner", "NotSupported", "ServiceUnknown", "UnknownInterface", "UnknownMethod",
        "UnknownObject", "UnknownProperty",
    )
)  # fmt: skip
"""Errors that are an answer: gone meanwhile, or it knows nothing of locks. GNOME's
org.freedesktop.ScreenSaver takes inhibitors only and says NotSupported."""
_NO_SESSION: Final = ("NoSuchSession", "NoSessionForPID")
_DISPLAY: Final = re.compile(r":\d+")


class _Seen(Enum):
    """What the login service says of one session."""

    LOCKED = "locked, or not in front of its seat"
    OPEN = "not locked, and nothing tells whether anybody sees it"
    IN_FRONT = "not locked, and on the console in front of somebody"


class SilentService(Exception):
    """A service that is there did not answer in time, refused, or answered what cannot be read.

    logind tells of the session that the screen shows (org.freedesktop.login1(5)): that it is locked
    (`LockedHint`), and that it is not in front of its seat (`Active`), where a greeter or another
    user's desktop is shown. The shells of GNOME and KDE, which draw their lock themselves, and
    their kin answer `GetActive` on the session bus. No service is started, and none is waited for
    longer than `ANSWER_S`.
    """


async def says_locked(bus: MessageBus, name: str) -> bool | None:
    """Return what a service says of the screen; None where it is not there or tells nothing of locks.

    Args:
        bus: the system bus for `LOGIND`, the session bus for one of `SAVERS`.
    """
    return await (_login(bus) if name == LOGIND else _saver(bus, name))


async def _saver(bus: MessageBus, name: str) -> bool | None:
    told = await call(bus, name, SAVERS[name], name, "GetActive")
    return None if told is None else _bool(told[0] if told else None)


async def _login(bus: MessageBus) -> bool | None:
    """Return what the login service says of the session on this screen; None where it knows of none."""
    told = [await _session(bus, path) for path in await _sessions(bus)]
    known = [seen for seen in told if seen is not None]
    # Of several of the user's, one that is open and in front is the one that is looked at. One of
    # another machine (xrdp) or another seat has no console, and says nothing of this one.
    return (_Seen.LOCKED in known and _Seen.IN_FRONT not in known) if known else None


async def _session(bus: MessageBus, path: str) -> _Seen | None:
    """Return how a session is; None where nothing is told of it."""
    hint = await _property(bus, path, "LockedHint")
    if hint is not None and _bool(hint):
        return _Seen.LOCKED
    is_in_front = await _is_in_front(bus, path)
    if is_in_front is False:  # its seat shows a greeter or another user's desktop
        return _Seen.LOCKED
    if hint is None:
        return None
    return _Seen.IN_FRONT if is_in_front else _Seen.OPEN


async def _is_in_front(bus: MessageBus, path: str) -> bool | None:
    """Tell whether a session is in front of its seat; None for one without a console."""
    if not await _property(bus, path, "VTNr"):
        return None
    is_active = await _property(bus, path, "Active")
    return None if is_active is None else _bool(is_active)


async def _sessions(bus: MessageBus) -> list[str]:
    """Return the paths of the sessions that may be this screen's.

    Those that name our display; where none does, that of this process if it has a screen, else all of
    the user's that have one: what cron or ssh starts has a session of its own, which nobody ever locks.
    Where none has one, an X server that was started from a console (`startx`) belongs to the console's
    session.
    """
    own = await _own_session(bus)
    owned = [own] if own and await _is_here(bus, own) else []
    if owned and await _names_ours(bus, own):
        return owned
    listed = await _manager(bus, "ListSessions") or [[]]
    paths = [path for _, uid, _, _, path in _rows(listed[0]) if uid == os.getuid()]
    found = [path for path in paths if await _is_here(bus, path)]
    named = [path for path in found if await _names_ours(bus, path)]
    return named or owned or found or [p for p in (own,) if p and await _is_console(bus, p)]


async def _own_session(bus: MessageBus) -> str:
    own = os.environ.get("XDG_SESSION_ID", "")
    found = await _manager(bus, "GetSession", own) if own else None
    return found[0] if found and isinstance(found[0], str) else ""


async def _is_console(bus: MessageBus, path: str) -> bool:
    is_text = await _property(bus, path, "Type") == "tty"
    return is_text and bool(await _property(bus, path, "VTNr"))


async def _is_here(bus: MessageBus, path: str) -> bool:
    """Tell whether a session has a screen, not that of another display, and has not ended."""
    if await _property(bus, path, "Type") not in _GRAPHICAL:
        return False
    if await _property(bus, path, "State") == "closing":  # logged out, and something of it lives on
        return False
    return await _names_ours(bus, path) is not False


async def _names_ours(bus: MessageBus, path: str) -> bool | None:
    """Tell whether a session is on our display; None where it names none, as on Wayland, or we do."""
    theirs = _DISPLAY.search(str(await _property(bus, path, "Display") or ""))
    ours = _DISPLAY.search(os.environ.get("DISPLAY", ""))
    return None if theirs is None or ours is None else theirs[0] == ours[0]


def _rows(listed: object) -> list[tuple[Any, Any, Any, Any, str]]:
    """Return the sessions as ListSessions gives them, `a(susso)`."""
    if not isinstance(listed, list) or any(len(row) != len("susso") for row in listed):
        raise SilentService
    return listed


def _bool(value: object) -> bool:
    if not isinstance(value, bool):
        raise SilentService
    return value


async def _manager(bus: MessageBus, member: str, *words: str) -> list[Any] | None:
    return await call(bus, LOGIND, _MANAGER, f"{LOGIND}.Manager", member, *words)


async def _property(bus: MessageBus, path: str, name: str) -> object:
    """Return a property of a session; None where it has none."""
    told = await call(bus, LOGIND, path, PROPERTIES, "Get", f"{LOGIND}.Session", name)
    if told is None:
        return None
    if not told or not isinstance(told[0], Variant):
        raise SilentService
    return told[0].value


async def call(
    bus: MessageBus, name: str, path: str, interface: str, member: str, *words: str
) -> list[Any] | None:
    """Return what a service answers; None where it says that it does not have such a thing.

    Raises:
        SilentService: nothing came in time, or an error that tells nothing.
    """
    message = Message(
        destination=name, path=path, interface=interface, member=member,
        signature="s" * len(words), body=list(words), flags=MessageFlag.NO_AUTOSTART,
    )  # fmt: skip
    try:
        reply = await asyncio.wait_for(bus.call(message), ANSWER_S)
    except ERRORS as error:
        raise SilentService from error
    if reply is not None and reply.message_type is MessageType.METHOD_RETURN:
        return list(reply.body)
    failed = reply.error_name if reply is not None else ""
    if failed in _TELLS_NOTHING or (failed or "").removeprefix(f"{LOGIND}.") in _NO_SESSION:
        return None
    raise SilentService


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
    problem: str = ""
    """Why mouse, keyboard and capture do not work here, and what to do; empty when they do."""


def read_session(display: str | None = None, environ: Mapping[str, str] = os.environ) -> Session:
    """Look at the environment and ask the X server; never raises for what it finds.

    Args:
        display: X display name; None takes `DISPLAY`.
    """
    name = display or environ.get("DISPLAY", "")
    is_wayland = bool(environ.get("WAYLAND_DISPLAY"))
    try:
        server = X11Server(name or None)
    except NoDisplay as error:
        problem = _WAYLAND_PROBLEM if is_wayland else str(error)
        kind: SessionKind = "wayland" if is_wayland else "none"
        return Session(kind, problem=problem)
    try:
        with display_expected():
            return _of_server(server, name)
    except NoDisplay as error:
        return Session("none", name, problem=str(error))
    finally:
        server.close()


_WAYLAND_PROBLEM: Final = (
    "this is a Wayland session, where one program may not see or work the others; "
    "log in to an X11 (Xorg) session, or try: deskhand demo"
)


def _of_server(server: X11Server, name: str) -> Session:
    is_nested = _is_xwayland(server)
    return Session(
        "wayland" if is_nested else "x11",
        name,
        window_manager=windows_x11.manager_name(server),
        has_compositor=_has_compositor(server),
        problem=_WAYLAND_PROBLEM if is_nested else "",
    )


def _has_compositor(server: X11Server) -> bool:
    name = f"_NET_WM_CM_S{server.connection.pref_screen}"
    selection = x11.atom(server.connection, name)
    return bool(server.core.GetSelectionOwner(selection).reply().owner != xcffib.NONE)


def _is_xwayland(server: X11Server) -> bool:
    """Tell whether the server only serves X programs inside a Wayland session."""
    length = len(XWAYLAND_MARK)
    if server.core.QueryExtension(length, XWAYLAND_MARK).reply().present:
        return True
    return any(monitor.name.startswith(XWAYLAND_MARK) for monitor in read_monitors(server))


LOGIN_TIMEOUT_S: Final = 1.0
_DISPLAY_NAME: Final = re.compile(r"^(?P<host>.*):\d+(?:\.\d+)?$")
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
    """Where the desktop is shown and who else may work it: on this computer, elsewhere, in a window.

    Facts for `doctor` and for the page of promises. Nothing here raises for what it finds.
    """

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
    found = _DISPLAY_NAME.match(name)
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
            xpra = server.ask_property(server.root, x11.atom(server.connection, "XPRA_SERVER"))
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
