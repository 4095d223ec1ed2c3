"""Asks once whether the desktop says that its screen is locked; starts no service, waits for none for long.

`automation.desktop.input.lock_watch` follows the same services during a run. Before one begins by
itself more is asked: a service that is there and does not answer leaves it unknown. No Qt.
"""

import asyncio
import contextlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from dbus_fast import BusType
from dbus_fast.aio import MessageBus
from dbus_fast.errors import InvalidAddressError

from automation.desktop import lock_services
from automation.desktop.lock_services import ERRORS, LOGIND, SAVERS, SilentService

WHOLE_S: Final = 12.0
"""For all questions together: those to the login service follow one another."""
_NO_BUS: Final = (FileNotFoundError, ConnectionRefusedError, KeyError)
"""No socket, nobody behind it, and no address either."""


class Answer(Enum):
    """What one service comes to."""

    LOCKED = "locked"
    OPEN = "open"
    ABSENT = "absent"
    """It is not there, or tells nothing of locks."""
    SILENT = "silent"
    """It is there, and does not answer or not in a way that can be read."""


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
        return ToldLock({LOGIND: Answer.SILENT})
    return ToldLock({**system, **session})


async def _of(kind: BusType) -> dict[str, Answer]:
    """Return what the services of one bus say; a bus that is there and fails is silent itself."""
    try:
        bus = await asyncio.wait_for(_connected(kind), lock_services.ANSWER_S)
    except _NO_BUS:
        return {}
    except InvalidAddressError:
        return {f"the {kind.name.lower()} bus": Answer.SILENT} if _is_named(kind) else {}
    except ERRORS:
        return {f"the {kind.name.lower()} bus": Answer.SILENT}
    try:
        if kind is BusType.SYSTEM:
            return {LOGIND: await _answer(bus, LOGIND)}
        found = await asyncio.gather(*(_answer(bus, name) for name in SAVERS))
        return dict(zip(SAVERS, found, strict=True))
    finally:
        bus.disconnect()
        with contextlib.suppress(*ERRORS):
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
        told = await lock_services.says_locked(bus, name)
    except SilentService:
        return Answer.SILENT
    if told is None:
        return Answer.ABSENT
    return Answer.LOCKED if told else Answer.OPEN
