"""Asks once whether the desktop says that its screen is locked; starts no service, waits for none for long.

`automation.desktop.input.lock_watch` follows the same services during a run. Before one begins by
itself more is asked: a service that is there and does not answer leaves it unknown, and what a program
that cron or ssh started calls its own session is not the one that the screen shows. No Qt.
"""

import asyncio
import contextlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final

from dbus_fast import BusType, Message, MessageFlag, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.errors import DBusFastError, InvalidAddressError

from automation.desktop.input.lock_watch import SAVERS

ANSWER_S: Final = 3.0
WHOLE_S: Final = 12.0
"""For all questions together: those to the login service follow one another."""
_BUS: Final = "org.freedesktop.DBus"
_PROPERTIES: Final = "org.freedesktop.DBus.Properties"
_LOGIND: Final = "org.freedesktop.login1"
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
_NO_BUS: Final = (FileNotFoundError, ConnectionRefusedError, KeyError)
"""No socket, nobody behind it, and no address either."""
_ERRORS: Final = (DBusFastError, OSError, EOFError, TimeoutError, ValueError, KeyError)
_DISPLAY: Final = re.compile(r":\d+")


class Answer(Enum):
    """What one service comes to."""

    LOCKED = "locked"
    OPEN = "open"
    ABSENT = "absent"
    """It is not there, or tells nothing of locks."""
    SILENT = "silent"
    """It is there, and does not answer or not in a way that can be read."""


class _SilentService(Exception):
    """A service that is there did not answer in time, refused, or answered what cannot be read."""


@dataclass(frozen=True, slots=True)
class ToldLock:
    """What the services of the desktop say, by their names."""

    answers: Mapping[str, Answer]

    @property
    def is_locked(self) -> bool:
        """Tell whether anybody says that the screen is locked."""
        return Answer.LOCKED in self.answers.values()

    @property
    def is_told(self) -> bool:
        """Tell whether anybody here says anything of locks."""
        return any(answer is not Answer.ABSENT for answer in self.answers.values())

    @property
    def silent(self) -> tuple[str, ...]:
        """Who is there and leaves it unknown."""
        return tuple(name for name, answer in self.answers.items() if answer is Answer.SILENT)


def ask_lock() -> ToldLock:
    """Ask the login service and the screen savers; takes some hundredths of a second, `WHOLE_S` at most."""
    return asyncio.run(_everybody())


async def _everybody() -> ToldLock:
    asked = asyncio.gather(_of(BusType.SYSTEM), _of(BusType.SESSION))
    try:
        system, session = await asyncio.wait_for(asked, WHOLE_S)
    except TimeoutError:
        return ToldLock({_LOGIND: Answer.SILENT})
    return ToldLock({**system, **session})


async def _of(kind: BusType) -> dict[str, Answer]:
    """Return what the services of one bus say; a bus that is there and fails is silent itself."""
    try:
        bus = await asyncio.wait_for(_connected(kind), ANSWER_S)
    except _NO_BUS:
        return {}
    except InvalidAddressError:
        return {f"the {kind.name.lower()} bus": Answer.SILENT} if _is_named(kind) else {}
    except _ERRORS:
        return {f"the {kind.name.lower()} bus": Answer.SILENT}
    try:
        if kind is BusType.SYSTEM:
            return {_LOGIND: await _answer(bus, _LOGIND)}
        found = await asyncio.gather(*(_answer(bus, name) for name in SAVERS))
        return dict(zip(SAVERS, found, strict=True))
    finally:
        bus.disconnect()
        with contextlib.suppress(*_ERRORS):
            await bus.wait_for_disconnect()  # type: ignore[no-untyped-call]  # the library's own


async def _connected(kind: BusType) -> MessageBus:
    return await MessageBus(bus_address=_address(kind), bus_type=kind).connect()


def _is_named(kind: BusType) -> bool:
    return bool(os.environ.get(f"DBUS_{kind.name}_BUS_ADDRESS"))


def _address(kind: BusType) -> str | None:
    """Return where the user's session bus is, which cron does not tell; None leaves it to the library."""
    if kind is BusType.SYSTEM or _is_named(kind):
        return None
    runtime = os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}"
    socket = Path(runtime) / "bus"
    return f"unix:path={socket}" if socket.exists() else None


async def _answer(bus: MessageBus, name: str) -> Answer:
    try:
        owned = await _call(bus, _BUS, "/org/freedesktop/DBus", _BUS, "NameHasOwner", name)
        if owned is None or owned[:1] != [True]:
            return Answer.ABSENT
        told = await (_login(bus) if name == _LOGIND else _saver(bus, name))
    except _SilentService:
        return Answer.SILENT
    if told is None:
        return Answer.ABSENT
    return Answer.LOCKED if told else Answer.OPEN


async def _saver(bus: MessageBus, name: str) -> bool | None:
    told = await _call(bus, name, SAVERS[name], name, "GetActive")
    return None if told is None else _bool(told[0] if told else None)


async def _login(bus: MessageBus) -> bool | None:
    """Return what the login service says of the session on this screen; None where it knows of none."""
    told = [await _session(bus, path) for path in await _sessions(bus)]
    known = [locked for locked in told if locked is not None]
    return any(known) if known else None


async def _session(bus: MessageBus, path: str) -> bool | None:
    hint = await _property(bus, path, "LockedHint")
    is_locked = None if hint is None else _bool(hint)
    if is_locked or not await _property(bus, path, "VTNr"):
        return is_locked
    # A session of a seat that is not in front: the seat shows a greeter or another user's desktop.
    is_active = await _property(bus, path, "Active")
    return is_locked if is_active is None or _bool(is_active) else True


async def _sessions(bus: MessageBus) -> list[str]:
    """Return the paths of the sessions that may be this screen's.

    That of this process if it has a screen; else all of the user's that have one: what cron or ssh
    starts has a session of its own, which nobody ever locks.
    """
    own = os.environ.get("XDG_SESSION_ID", "")
    found = await _manager(bus, "GetSession", own) if own else None
    if found and isinstance(found[0], str):
        path = found[0]
        if await _property(bus, path, "Type") in _GRAPHICAL:
            return [path]
    listed = await _manager(bus, "ListSessions") or [[]]
    paths = [path for _, uid, _, _, path in _rows(listed[0]) if uid == os.getuid()]
    return [path for path in paths if await _is_here(bus, path)]


async def _is_here(bus: MessageBus, path: str) -> bool:
    """Tell whether a session has a screen, and not that of another display."""
    if await _property(bus, path, "Type") not in _GRAPHICAL:
        return False
    theirs = _DISPLAY.search(str(await _property(bus, path, "Display") or ""))
    ours = _DISPLAY.search(os.environ.get("DISPLAY", ""))
    return theirs is None or ours is None or theirs[0] == ours[0]


def _rows(listed: object) -> list[tuple[Any, Any, Any, Any, str]]:
    """Return the sessions as ListSessions gives them, `a(susso)`."""
    if not isinstance(listed, list) or any(len(row) != len("susso") for row in listed):
        raise _SilentService
    return listed


def _bool(value: object) -> bool:
    if not isinstance(value, bool):
        raise _SilentService
    return value


async def _manager(bus: MessageBus, member: str, *words: str) -> list[Any] | None:
    return await _call(bus, _LOGIND, _MANAGER, f"{_LOGIND}.Manager", member, *words)


async def _property(bus: MessageBus, path: str, name: str) -> object:
    """Return a property of a session; None where it has none."""
    told = await _call(bus, _LOGIND, path, _PROPERTIES, "Get", f"{_LOGIND}.Session", name)
    if told is None:
        return None
    if not told or not isinstance(told[0], Variant):
        raise _SilentService
    return told[0].value


async def _call(
    bus: MessageBus, name: str, path: str, interface: str, member: str, *words: str
) -> list[Any] | None:
    """Return what a service answers; None where it says that it does not have such a thing.

    Raises:
        _SilentService: nothing came in time, or an error that tells nothing.
    """
    message = Message(
        destination=name, path=path, interface=interface, member=member,
        signature="s" * len(words), body=list(words), flags=MessageFlag.NO_AUTOSTART,
    )  # fmt: skip
    try:
        reply = await asyncio.wait_for(bus.call(message), ANSWER_S)
    except _ERRORS as error:
        raise _SilentService from error
    if reply is not None and reply.message_type is MessageType.METHOD_RETURN:
        return list(reply.body)
    failed = reply.error_name if reply is not None else ""
    if failed in _TELLS_NOTHING or (failed or "").removeprefix(f"{_LOGIND}.") in _NO_SESSION:
        return None
    raise _SilentService
