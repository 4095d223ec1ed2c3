"""Asks the services of the desktop whether its screen is locked: the login service and the screen savers.

logind tells of the session that the screen shows (org.freedesktop.login1(5)): that it is locked
(`LockedHint`), and that it is not in front of its seat (`Active`), where a greeter or another user's
desktop is shown. The shells of GNOME and KDE, which draw their lock themselves, and their kin answer
`GetActive` on the session bus. No service is started, and none is waited for longer than `ANSWER_S`.
"""

import asyncio
import os
import re
from enum import Enum
from typing import Any, Final

from dbus_fast import Message, MessageFlag, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.errors import DBusFastError

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
    """A service that is there did not answer in time, refused, or answered what cannot be read."""


async def says_locked(bus: MessageBus, name: str) -> bool | None:
    """Return what a service says of the screen; None where it is not there or tells nothing of locks.

    Args:
        bus: the system bus for `LOGIND`, the session bus for one of `SAVERS`.
        name: which service.

    Raises:
        SilentService: it leaves it unknown.
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
