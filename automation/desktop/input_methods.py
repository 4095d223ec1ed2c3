"""Asks IBus and Fcitx 5 whether an input method makes something else of the letters that are typed.

IBus has a bus of its own, whose address stands in a file for each display; its engines named `xkb:` are
plain keyboard layouts. Fcitx 5 answers on the session bus, where `keyboard-` stands for the same. Which
mode an engine is in (Latin, Hiragana) is told to panels alone, so every other engine counts.
A thread of its own asks. No service is started.

One that is on is refused and not switched off: the switch is the whole session's, takes effect at some
later time, and would stay with a run that is killed.
"""

import asyncio
import contextlib
import logging
import os
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from dbus_fast import BusType, Message, MessageFlag, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.errors import DBusFastError

from automation.core.text import worded
from automation.desktop.elements.bus import session_address

if TYPE_CHECKING:
    from concurrent.futures import Future

_LOG = logging.getLogger(__name__)

ANSWER_S: Final = 2.0
"""Who does not answer for so long makes programs that ask it wait as well."""
POLL_S: Final = 0.01
"""Least time between two questions while a text goes out: about three letters."""
NOBODY_S: Final = 2.0
"""The same where no service was found."""
_CLOSE_S: Final = 1.0
_IBUS: Final = "org.freedesktop.IBus"
_PROPERTIES: Final = "org.freedesktop.DBus.Properties"
_FCITX: Final = "org.fcitx.Fcitx5"
_ERRORS: Final = (DBusFastError, OSError, EOFError, ValueError, KeyError)
"""KeyError: the library looks for a session bus below HOME, which may not be set."""
_LAYOUTS: Final = ("xkb:", "keyboard-")
"""How the engines begin that are keyboard layouts."""
_NAME_AT: Final = 2
"""In IBusEngineDesc, after its type and its attachments (ibusenginedesc.c)."""


@dataclass(frozen=True, slots=True)
class InputMethod:
    """What stands between the keys and the text."""

    service: str
    """IBus or Fcitx 5."""
    engine: str = ""
    """Its own name; empty where the service is there and does not answer."""

    @property
    def sentence(self) -> str:
        """Say for the user what is in the way, and what to do."""
        if not self.engine:
            return worded(
                "{0}, which may make other letters of what is typed, does not answer; start it again "
                "or end it, then try again",
                self.service,
            )
        return worded(
            "the input method “{0}” ({1}) is on and may make other letters of what is typed; switch to "
            "a plain keyboard layout, then try again",
            self.engine,
            self.service,
        )


class InputMethods:
    """The thread's handle; one thread asks. Nothing is connected before the first question."""

    def __init__(
        self,
        environ: Mapping[str, str] | None = None,
        *,
        display: str | None = None,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Connect to nothing yet.

        Args:
            environ: where the services are looked for; None takes ours.
            display: X display name; None takes that of the environment.
            now_s: a clock that never goes back.
        """
        ours = dict(os.environ if environ is None else environ)
        self._environ = ours | ({"DISPLAY": display} if display is not None else {})
        self._now_s = now_s
        self._loop: asyncio.AbstractEventLoop | None = None
        self._buses: dict[str, MessageBus] = {}
        self._asking: Future[tuple[InputMethod | None, bool]] | None = None
        self.last: InputMethod | None = None
        """What was heard last; may be read by any thread."""
        self._is_anybody = True
        self._asked_s = float("-inf")

    def now(self) -> InputMethod | None:
        """Ask and wait for the answer: the input method that is on, or None."""
        self._take(self._begin())
        return self.last

    def latest(self) -> InputMethod | None:
        """Return what was heard last and have it asked again; never waits.

        Where no service was there at the last question, one is looked for seldom.
        """
        asking, now_s = self._asking, self._now_s()
        if asking is not None and asking.done():
            self._take(asking)
        rest_s = POLL_S if self._is_anybody else NOBODY_S
        if self._asking is None and now_s - self._asked_s >= rest_s:
            self._begin()
        return self.last

    def close(self) -> None:
        """Disconnect and end the thread; the next question starts another."""
        loop, self._loop, self._asking = self._loop, None, None
        if loop is None:
            return
        ended = asyncio.run_coroutine_threadsafe(self._disconnected(), loop)
        with contextlib.suppress(TimeoutError):
            ended.result(_CLOSE_S)
        loop.call_soon_threadsafe(loop.stop)

    def _begin(self) -> "Future[tuple[InputMethod | None, bool]]":
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            threading.Thread(
                target=_serve, args=(self._loop,), name="input methods", daemon=True
            ).start()
        self._asked_s = self._now_s()
        self._asking = asyncio.run_coroutine_threadsafe(self._ask(), self._loop)
        return self._asking

    def _take(self, asked: "Future[tuple[InputMethod | None, bool]]") -> None:
        self._asking = None
        self.last, self._is_anybody = asked.result()

    async def _ask(self) -> tuple[InputMethod | None, bool]:
        """Return the first that is on, and whether any service is there."""
        asked = (("IBus", self._ibus, _ibus_engine), ("Fcitx 5", self._session, _fcitx_engine))
        found = await asyncio.gather(*(self._ask_one(*one) for one in asked))
        on = (method for method, _ in found if method is not None)
        return next(on, None), any(is_there for _, is_there in found)

    async def _ask_one(
        self,
        service: str,
        connect: Callable[[], Awaitable[MessageBus | None]],
        engine_on: Callable[[MessageBus], Awaitable[str | None]],
    ) -> tuple[InputMethod | None, bool]:
        try:
            bus = await asyncio.wait_for(connect(), ANSWER_S)
            engine = None if bus is None else await asyncio.wait_for(engine_on(bus), ANSWER_S)
        except TimeoutError:
            _LOG.warning("%s does not tell whether an input method is on", service)
            return InputMethod(service), True
        except _ERRORS as error:
            _LOG.debug("%s cannot be asked: %s", service, type(error).__name__)
            return None, False
        is_on = bool(engine) and not str(engine).startswith(_LAYOUTS)
        return InputMethod(service, str(engine)) if is_on else None, engine is not None

    async def _ibus(self) -> MessageBus | None:
        address = ibus_address(self._environ)
        return await self._connected(address, bus_address=address) if address else None

    async def _session(self) -> MessageBus | None:
        address = session_address(self._environ) or None
        return await self._connected("session", bus_address=address, bus_type=BusType.SESSION)

    async def _connected(self, name: str, **address: Any) -> MessageBus:  # noqa: ANN401 - the library's words
        known = self._buses.get(name)
        if known is None or not known.connected:
            self._buses[name] = known = await MessageBus(**address).connect()
        return known

    async def _disconnected(self) -> None:
        for bus in self._buses.values():
            bus.disconnect()
            with contextlib.suppress(*_ERRORS):
                await bus.wait_for_disconnect()  # type: ignore[no-untyped-call]  # the library's own
        self._buses.clear()


def ibus_address(environ: Mapping[str, str]) -> str:
    """Return where IBus listens for this display; empty where nothing says so."""
    if address := environ.get("IBUS_ADDRESS", ""):
        return address
    display = environ.get("DISPLAY", "").rpartition(":")[2].partition(".")[0]
    config = environ.get("XDG_CONFIG_HOME") or Path(environ.get("HOME") or "/") / ".config"
    names = [name for name in (display, environ.get("WAYLAND_DISPLAY", "")) if name]
    files = [f for name in names for f in Path(config, "ibus", "bus").glob(f"*-unix-{name}")]
    try:
        newest = max(files, key=lambda file: file.stat().st_mtime, default=None)
        text = newest.read_text(errors="replace") if newest is not None else ""
    except OSError:
        return ""
    found = (line.removeprefix("IBUS_ADDRESS=") for line in text.splitlines())
    return next((line for line in found if line.startswith("unix:")), "")


async def _ibus_engine(bus: MessageBus) -> str:
    """Return the engine that all programs use; empty where none is set."""
    path = "/org/freedesktop/IBus"
    call = Message(
        destination=_IBUS, path=path, interface=_PROPERTIES, member="Get",
        signature="ss", body=[_IBUS, "GlobalEngine"], flags=MessageFlag.NO_AUTOSTART,
    )  # fmt: skip
    value = await _answer(bus, call)
    while isinstance(value, Variant):
        value = value.value
    is_whole = isinstance(value, list | tuple) and len(value) > _NAME_AT
    return str(value[_NAME_AT]) if is_whole else ""


async def _fcitx_engine(bus: MessageBus) -> str | None:
    """Return what the program with the keyboard uses; empty for none, None where Fcitx is not there."""
    call = Message(
        destination=_FCITX, path="/controller", interface="org.fcitx.Fcitx.Controller1",
        member="CurrentInputMethod", flags=MessageFlag.NO_AUTOSTART,
    )  # fmt: skip
    value = await _answer(bus, call)
    return value if isinstance(value, str) else None


async def _answer(bus: MessageBus, call: Message) -> Any:  # noqa: ANN401 - whatever the other program says
    """Return the first value of an answer; None for an error: not there, or (IBus) no engine is set."""
    reply = await bus.call(call)
    if reply is None or reply.message_type is not MessageType.METHOD_RETURN or not reply.body:
        return None
    return reply.body[0]


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        loop.close()
