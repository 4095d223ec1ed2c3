"""A notification of the desktop, for what nobody would read otherwise. It shows and asks nothing."""

import asyncio
import contextlib
from typing import Final

from dbus_fast import BusType, Message, MessageFlag, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.errors import DBusFastError

SERVICE: Final = "org.freedesktop.Notifications"
"""Desktop Notifications Specification 1.2."""


ANSWER_S: Final = 3.0


_ERRORS: Final = (DBusFastError, OSError, EOFError, TimeoutError, ValueError, KeyError)
"""KeyError: the library looks for a session bus below HOME, which may not be set."""


_NORMAL: Final = Variant("y", 1)


def notify(title: str, text: str) -> None:
    """Show a sentence where the desktop shows such; where it shows none nothing happens."""
    with contextlib.suppress(*_ERRORS):
        asyncio.run(_notify(title, text))


async def _notify(title: str, text: str) -> None:
    bus = await asyncio.wait_for(MessageBus(bus_type=BusType.SESSION).connect(), ANSWER_S)
    try:
        body = ["deskhand", 0, "", title, _as_text(text), [], {"urgency": _NORMAL}, -1]
        message = Message(
            destination=SERVICE, path="/org/freedesktop/Notifications", interface=SERVICE,
            member="Notify", signature="susssasa{sv}i", body=body, flags=MessageFlag.NONE,
        )  # fmt: skip
        await asyncio.wait_for(bus.call(message), ANSWER_S)
    finally:
        bus.disconnect()


def _as_text(text: str) -> str:
    """Return the text so that a server which reads markup shows it as it is."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
