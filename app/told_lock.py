"""Asks once whether the desktop says that its screen is locked; starts no service and waits for none.

What `automation.desktop.input.lock_watch` follows during a run is asked here before one begins: the
login service's hint for this session, and the screen savers of the session bus. No Qt.
"""

import asyncio
import os
from typing import Any, Final

from dbus_fast import BusType, Message, MessageFlag, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.errors import DBusFastError

from automation.desktop.input.lock_watch import SAVERS

ANSWER_S: Final = 3.0
_LOGIND: Final = "org.freedesktop.login1"
_MANAGER: Final = "/org/freedesktop/login1"
_OWN_SESSION: Final = "/org/freedesktop/login1/session/auto"
"""logind's name for the asking process's session; of a user service it is the user's graphical one
(org.freedesktop.login1(5), systemd 243)."""
_ERRORS: Final = (DBusFastError, OSError, EOFError, TimeoutError, ValueError)


def is_told_locked() -> bool:
    """Tell whether anybody says that the screen is locked; False where nobody says anything."""
    return asyncio.run(_anybody())


async def _anybody() -> bool:
    return any(await asyncio.gather(_by(BusType.SYSTEM), _by(BusType.SESSION)))


async def _by(kind: BusType) -> bool:
    try:
        bus = await asyncio.wait_for(MessageBus(bus_type=kind).connect(), ANSWER_S)
    except _ERRORS:
        return False
    try:
        if kind is BusType.SYSTEM:
            return await _hint(bus)
        asked = (_call(bus, name, path, name, "GetActive") for name, path in SAVERS.items())
        return any(answer[:1] == [True] for answer in await asyncio.gather(*asked))
    finally:
        bus.disconnect()


async def _hint(bus: MessageBus) -> bool:
    name = os.environ.get("XDG_SESSION_ID", "")
    found = await _call(bus, _LOGIND, _MANAGER, f"{_LOGIND}.Manager", "GetSession", name)
    path = found[0] if found and isinstance(found[0], str) else _OWN_SESSION
    properties = "org.freedesktop.DBus.Properties"
    hint = await _call(bus, _LOGIND, path, properties, "Get", f"{_LOGIND}.Session", "LockedHint")
    return bool(hint) and isinstance(hint[0], Variant) and hint[0].value is True


async def _call(
    bus: MessageBus, name: str, path: str, interface: str, member: str, *words: str
) -> list[Any]:
    """Return what a service answers; nothing when it is not there, refuses or is silent."""
    message = Message(
        destination=name, path=path, interface=interface, member=member,
        signature="s" * len(words), body=list(words), flags=MessageFlag.NO_AUTOSTART,
    )  # fmt: skip
    try:
        reply = await asyncio.wait_for(bus.call(message), ANSWER_S)
    except _ERRORS:
        return []
    is_answer = reply is not None and reply.message_type is MessageType.METHOD_RETURN
    return list(reply.body) if reply is not None and is_answer else []
