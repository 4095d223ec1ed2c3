"""Hears from the desktop that the screen is locked: not every locker has a window that can be known.

The shells of GNOME and KDE draw their lock themselves. They tell logind (`LockedHint` of the
session, org.freedesktop.login1) and answer `GetActive` on the session bus (org.freedesktop.ScreenSaver
and its kin). A signal only makes us ask again: what somebody else sends is not believed. A thread of
its own asks, and starts no service; the hands read what it heard last and never wait for it. Where
there is no bus nothing is known, and a locker is known by its window alone (`presence`).
"""

import asyncio
import contextlib
import logging
import os
import threading
from dataclasses import dataclass
from typing import Any, Final

from dbus_fast import BusType, Message, MessageFlag, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.errors import DBusFastError

_LOG = logging.getLogger(__name__)

ANSWER_S: Final = 5.0
BETWEEN_S: Final = 0.02
"""Between two rounds of questions: anybody may send signals, as many as they like."""
CLOSE_S: Final = 1.0

_LOGIND: Final = "org.freedesktop.login1"
_MANAGER: Final = "/org/freedesktop/login1"
_OWN_SESSION: Final = "/org/freedesktop/login1/session/auto"
"""logind's name for the session of whoever asks (systemd 243)."""
_PROPERTIES: Final = "org.freedesktop.DBus.Properties"
_BUS: Final = "org.freedesktop.DBus"
SAVERS: Final = {
    "org.cinnamon.ScreenSaver": "/org/cinnamon/ScreenSaver",
    "org.freedesktop.ScreenSaver": "/org/freedesktop/ScreenSaver",
    "org.gnome.ScreenSaver": "/org/gnome/ScreenSaver",
    "org.mate.ScreenSaver": "/org/mate/ScreenSaver",
    "org.xfce.ScreenSaver": "/org/xfce/ScreenSaver",
}
"""Services that lock, which are also the names of their interfaces, and where they answer."""
_ERRORS: Final = (DBusFastError, OSError, EOFError, TimeoutError, ValueError)

_HINT_RULE: Final = (
    f"type='signal',sender='{_LOGIND}',interface='{_PROPERTIES}',member='PropertiesChanged',"
    "path_namespace='/org/freedesktop/login1/session'"
)


@dataclass(frozen=True, slots=True)
class LockState:
    """What was heard last."""

    is_locked: bool = False
    locks: int = 0
    """How often the screen was locked; it may be open again when somebody looks."""


class LockWatch:
    """The thread's handle; `state` may be read by any thread and costs nothing."""

    def __init__(self) -> None:
        self.state = LockState()
        self._told: dict[str, bool] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._serve, name="lock watch", daemon=True)

    def start(self) -> None:
        """Begin to listen; returns at once."""
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # it has ended by itself
                loop.call_soon_threadsafe(_cancel_all, loop)
        self._thread.join(CLOSE_S)

    def _serve(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            asyncio.run(self._follow_all())

    async def _follow_all(self) -> None:
        self._loop = asyncio.get_running_loop()
        await asyncio.gather(self._follow(BusType.SYSTEM), self._follow(BusType.SESSION))

    async def _follow(self, kind: BusType) -> None:
        """Follow one bus until it is gone; what it said last stays."""
        try:
            bus = await asyncio.wait_for(MessageBus(bus_type=kind).connect(), ANSWER_S)
        except _ERRORS as error:
            _LOG.info("no %s bus tells of a locked screen: %s", kind.name, type(error).__name__)
            return
        try:
            await self._listen(bus, kind)
        except _ERRORS as error:
            _LOG.warning("the %s bus is gone: %s", kind.name, type(error).__name__)
        finally:
            bus.disconnect()
            await _until_gone(bus)  # the socket is closed by the loop's next turn

    async def _listen(self, bus: MessageBus, kind: BusType) -> None:
        is_changed = asyncio.Event()

        def hear(message: Message) -> None:
            if message.message_type is MessageType.SIGNAL:
                is_changed.set()

        bus.add_message_handler(hear)
        rules = [_HINT_RULE] if kind is BusType.SYSTEM else _saver_rules()
        for rule in rules:
            await _call(bus, _BUS, "/org/freedesktop/DBus", _BUS, "AddMatch", rule)
        ended = asyncio.ensure_future(_until_gone(bus))
        try:
            while not ended.done():
                is_changed.clear()
                await self._ask(bus, kind)
                changed = asyncio.ensure_future(is_changed.wait())
                await asyncio.wait((changed, ended), return_when=asyncio.FIRST_COMPLETED)
                changed.cancel()
                await asyncio.sleep(BETWEEN_S)
        finally:
            ended.cancel()

    async def _ask(self, bus: MessageBus, kind: BusType) -> None:
        if kind is BusType.SYSTEM:
            self._tell(_LOGIND, await _locked_hint(bus))
            return
        calls = [_call(bus, name, path, name, "GetActive") for name, path in SAVERS.items()]
        for name, answer in zip(SAVERS, await asyncio.gather(*calls), strict=True):
            self._tell(name, answer[:1] == [True])

    def _tell(self, source: str, is_locked: bool) -> None:
        is_new = is_locked and not self._told.get(source, False)
        self._told[source] = is_locked
        self.state = LockState(any(self._told.values()), self.state.locks + is_new)


def _saver_rules() -> list[str]:
    changed = "type='signal',interface='{0}',member='ActiveChanged'"
    owner = f"type='signal',sender='{_BUS}',member='NameOwnerChanged',arg0='{{0}}'"
    return [rule.format(name) for name in SAVERS for rule in (changed, owner)]


async def _until_gone(bus: MessageBus) -> None:
    with contextlib.suppress(*_ERRORS):
        await bus.wait_for_disconnect()  # type: ignore[no-untyped-call]  # the library's own


async def _locked_hint(bus: MessageBus) -> bool:
    """Return logind's hint for our session; False where it does not tell."""
    name = os.environ.get("XDG_SESSION_ID", "")
    found = await _call(bus, _LOGIND, _MANAGER, f"{_LOGIND}.Manager", "GetSession", name)
    path = found[0] if found and isinstance(found[0], str) else _OWN_SESSION
    hint = await _call(bus, _LOGIND, path, _PROPERTIES, "Get", f"{_LOGIND}.Session", "LockedHint")
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
    except TimeoutError:
        return []
    is_answer = reply is not None and reply.message_type is MessageType.METHOD_RETURN
    return list(reply.body) if reply is not None and is_answer else []


def _cancel_all(loop: asyncio.AbstractEventLoop) -> None:
    for task in asyncio.all_tasks(loop):
        task.cancel()
