"""Hears from the desktop that the screen is locked: not every locker has a window that can be known.

The shells of GNOME and KDE draw their lock themselves, and a switch to another user's desktop draws
nothing: logind and the shells' services tell of both (`desktop.session`). A signal only makes us ask
again: what somebody else sends is not believed. A thread of its own asks; the hands read what it heard
last and never wait for it. Where there is no bus nothing is known, and a locker is known by its window
alone (`targets`).
"""

import asyncio
import contextlib
import logging
import threading
from dataclasses import dataclass
from typing import Final

from dbus_fast import BusType, Message, MessageType
from dbus_fast.aio import MessageBus

from automation.desktop.session import (
    ANSWER_S,
    ERRORS,
    LOGIND,
    PROPERTIES,
    SAVERS,
    SilentService,
    call,
    says_locked,
)

_LOG = logging.getLogger(__name__)

BETWEEN_S: Final = 0.02
"""Between two rounds of questions: anybody may send signals, as many as they like."""
AGAIN_S: Final = 1.0
"""After a round in which somebody was silent, or the bus did not promise all signals: one may have come
of what nobody told then, and another may never come."""
CLOSE_S: Final = 1.0

_BUS: Final = "org.freedesktop.DBus"
_SESSION_RULE: Final = (
    f"type='signal',sender='{LOGIND}',interface='{PROPERTIES}',member='PropertiesChanged',"
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
        except Exception as error:  # noqa: BLE001 - as below
            _LOG.info("no %s bus tells of a locked screen: %s", kind.name, type(error).__name__)
            return
        try:
            await self._listen(bus, kind)
        except Exception as error:  # noqa: BLE001 - whatever it is: the other bus is still heard
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
        rules = [_SESSION_RULE] if kind is BusType.SYSTEM else _saver_rules()
        ended = asyncio.ensure_future(_until_gone(bus))
        try:
            while not ended.done():
                is_changed.clear()
                rules = await _refused(bus, rules)
                is_whole = await self._ask(bus, kind) and not rules
                changed = asyncio.ensure_future(is_changed.wait())
                until_s = None if is_whole else AGAIN_S
                await asyncio.wait(
                    (changed, ended), timeout=until_s, return_when=asyncio.FIRST_COMPLETED
                )
                changed.cancel()
                await asyncio.sleep(BETWEEN_S)
        finally:
            ended.cancel()

    async def _ask(self, bus: MessageBus, kind: BusType) -> bool:
        """Ask all services of a bus; return whether each of them answered."""
        services = (LOGIND,) if kind is BusType.SYSTEM else tuple(SAVERS)
        return all(await asyncio.gather(*(self._ask_one(bus, service) for service in services)))

    async def _ask_one(self, bus: MessageBus, service: str) -> bool:
        try:
            self._tell(service, await says_locked(bus, service) is True)
        except SilentService:  # what it said last stays
            self._told.setdefault(service, False)
            _LOG.warning("%s does not tell whether the screen is locked", service)
            return False
        return True

    def _tell(self, source: str, is_locked: bool) -> None:
        is_new = is_locked and not self._told.get(source, False)
        self._told[source] = is_locked
        self.state = LockState(any(self._told.values()), self.state.locks + is_new)


def _saver_rules() -> list[str]:
    changed = "type='signal',interface='{0}',member='ActiveChanged'"
    owner = f"type='signal',sender='{_BUS}',member='NameOwnerChanged',arg0='{{0}}'"
    return [rule.format(name) for name in SAVERS for rule in (changed, owner)]


async def _refused(bus: MessageBus, rules: list[str]) -> list[str]:
    """Ask to be told what the rules say; return those that the bus did not take."""
    is_taken = await asyncio.gather(*(_is_taken(bus, rule) for rule in rules))
    return [rule for rule, is_so in zip(rules, is_taken, strict=True) if not is_so]


async def _is_taken(bus: MessageBus, rule: str) -> bool:
    try:
        told = await call(bus, _BUS, "/org/freedesktop/DBus", _BUS, "AddMatch", rule)
    except SilentService:
        return False
    return told is not None


async def _until_gone(bus: MessageBus) -> None:
    with contextlib.suppress(*ERRORS):
        await bus.wait_for_disconnect()  # type: ignore[no-untyped-call]  # the library's own


def _cancel_all(loop: asyncio.AbstractEventLoop) -> None:
    for task in asyncio.all_tasks(loop):
        task.cancel()
