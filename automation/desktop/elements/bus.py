"""One connection to the accessibility bus, on an asyncio loop in a thread of its own.

It knows D-Bus calls and their time limits; what the calls mean is `atspi`'s business. Names, boxes and
states come from other programs and are untrusted: wrong types count as missing, text is cut.
"""

import asyncio
import contextlib
import logging
import os
import re
import threading
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeGuard, TypeVar
from urllib.parse import unquote

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.errors import DBusFastError

from automation.core.geometry import Rect
from automation.desktop.elements.nodes import Handle

T = TypeVar("T")

IN_FLIGHT: Final = 48
"""Calls sent before the first answer is awaited; 64 gain nothing (240 nodes: 46 ms). Programs that are asked at
the same time share them: a socket takes some 160 calls that the bus has not read yet, and dbus-fast gives
the connection up where it takes no more (seen with nine programs on a busy machine)."""
CALL_TIMEOUT_S: Final = 2.0
SILENT_FOR_S: Final = 30.0
"""How long a program that let a call time out is left alone."""
CONNECT_TIMEOUT_S: Final = 5.0
"""The first call may start the accessibility bus, which takes a while on a cold machine."""
SESSION_S: Final = 4.0
"""What the session bus is given of that, so that its silence does not hide the accessibility bus."""
DISCONNECT_S: Final = 1.0
_STILL_THERE_S: Final = 0.25
"""How often it is looked whether the connection is still there, while nothing comes."""
RETRY_AFTER_S: Final = 2.0

NO_SESSION_BUS: Final = (
    "there is no session bus: DBUS_SESSION_BUS_ADDRESS is not set or nothing answers there. "
    "Start the program from a desktop session, or with: dbus-run-session -- deskhand"
)
NO_ACCESSIBILITY_BUS: Final = (
    "the session bus has no accessibility bus (org.a11y.Bus). Install it with: "
    "sudo apt install at-spi2-core, then log in again"
)
BUS_NOT_ANSWERING: Final = "the accessibility bus does not answer; log out and in again"

_ERRORS: Final = (DBusFastError, OSError, EOFError, TimeoutError, ValueError)


@dataclass(frozen=True, slots=True)
class Call:
    """One D-Bus method call."""

    destination: str
    path: str
    interface: str
    member: str
    signature: str = ""
    body: tuple[Any, ...] = ()


Reply = tuple[Any, ...] | None
"""The body of an answer; None when the call failed or the program is silent."""


OnSession = Callable[[Callable[[Call], Awaitable[Reply]]], Awaitable[None]]
"""Asks something of the session bus, by a function that sends one call."""


async def nothing_asked(_ask: Callable[[Call], Awaitable[Reply]]) -> None:
    """Ask nothing of the session bus."""


def property_call(destination: str, path: str, interface: str, name: str) -> Call:
    """Return the call that reads one property."""
    return Call(
        destination, path, "org.freedesktop.DBus.Properties", "Get", "ss", (interface, name)
    )


class _Unreachable(Exception):
    """The accessibility bus cannot be had; the message is for the user."""


class AccessibilityBus:
    """The connection, its thread and its memory of programs that do not answer.

    `run` and `close` are for the owner's thread; the coroutines run in the loop's thread.
    """

    def __init__(
        self,
        *,
        retry_after_s: float = RETRY_AFTER_S,
        on_begin: OnSession = nothing_asked,
    ) -> None:
        """Open nothing yet; after a failed try the next one waits for `retry_after_s`."""
        self._retry_after_s = retry_after_s
        self._on_begin = on_begin
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._bus: MessageBus | None = None
        self._silent_until: dict[str, float] = {}
        self._retry_at = 0.0
        self._problem = "not connected yet"
        self._batches = 0
        """How many lists of calls are on their way."""
        self._waiting: dict[int, tuple[_Batch, int]] = {}

    @property
    def problem(self) -> str:
        """What is missing and how to mend it; empty while connected."""
        return self._problem

    def run(self, work: Callable[[], Coroutine[Any, Any, T]], *, timeout_s: float) -> T:
        """Run a coroutine in the loop's thread and return its result.

        Raises:
            TimeoutError: it took longer than `timeout_s`.
        """
        future = asyncio.run_coroutine_threadsafe(work(), self._started())
        try:
            return future.result(timeout_s)
        except TimeoutError:
            future.cancel()
            raise

    def close(self) -> None:
        """Disconnect and end the thread; the next `run` starts another."""
        with self._lock:
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        if loop is None or thread is None:
            return
        bus, self._bus = self._bus, None
        if bus is not None:
            asyncio.run_coroutine_threadsafe(_disconnected(bus), loop).result(CALL_TIMEOUT_S)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(CALL_TIMEOUT_S)

    async def connect(self) -> bool:
        """Connect if there is no connection; tell whether there is one."""
        if self._bus is not None and self._bus.connected:
            return True
        if self._bus is not None:
            await _closed(self._bus)
            self._bus = None
        if time.monotonic() < self._retry_at:
            return False
        try:
            self._bus = await asyncio.wait_for(
                _accessibility_bus(self._on_begin), CONNECT_TIMEOUT_S
            )
        except _Unreachable as error:
            self._problem = str(error)
        except _ERRORS:
            self._problem = BUS_NOT_ANSWERING
        else:
            self._problem = ""
            self._silent_until.clear()
            self._waiting.clear()
            self._bus.add_message_handler(self._heard)
            return True
        self._retry_at = time.monotonic() + self._retry_after_s
        return False

    def is_silent(self, destination: str) -> bool:
        """Tell whether the program let a call time out a short while ago."""
        return time.monotonic() < self._silent_until.get(destination, 0.0)

    async def reply(self, call: Call) -> Reply:
        """Send one call and return its answer."""
        return (await self.replies([call]))[0]

    async def replies(self, calls: Sequence[Call]) -> list[Reply]:
        """Send calls to one program, up to its share of `IN_FLIGHT` at a time; answers keep the order.

        A program that answers nothing for `CALL_TIMEOUT_S` is left alone for `SILENT_FOR_S`.
        """
        if not calls or self._bus is None or self.is_silent(calls[0].destination):
            return [None] * len(calls)
        self._batches += 1
        try:
            most = max(2, IN_FLIGHT // self._batches)
            batch = _Batch(self._bus, calls, self._waiting, most)
            has_answered = await batch.finish()
        finally:
            self._batches -= 1
        if not has_answered:
            self._silent_until[calls[0].destination] = time.monotonic() + SILENT_FOR_S
            logging.getLogger(__name__).debug(
                "%s did not answer for %.1f s", calls[0].destination, CALL_TIMEOUT_S
            )
        return batch.answers

    def _heard(self, message: Message) -> bool:
        """Hand an answer to the calls that wait for it; tell whether it was one."""
        if message.message_type not in (MessageType.METHOD_RETURN, MessageType.ERROR):
            return False
        batch, index = self._waiting.pop(message.reply_serial, (None, 0))
        if batch is not None:
            batch.take(index, message)
        return batch is not None

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(
                    target=_serve, args=(self._loop,), name="accessibility", daemon=True
                )
                self._thread.start()
            return self._loop


class _Batch:
    """A list of calls to one program on their way; the connection hands each answer to it."""

    def __init__(
        self,
        bus: MessageBus,
        calls: Sequence[Call],
        waiting: dict[int, tuple["_Batch", int]],
        most: int,
    ) -> None:
        """Take the calls; nothing is sent before `finish`.

        Args:
            most: how many may be on their way at once.
        """
        self._bus, self._calls, self._waiting, self._most = bus, calls, waiting, most
        self.answers: list[Reply] = [None] * len(calls)
        self._next = self._done = 0
        self._end: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def finish(self) -> bool:
        """Wait for all answers; False when none came for `CALL_TIMEOUT_S`."""
        try:
            self._send()
            before, heard_s = self._done, time.monotonic()
            while not self._end.done():
                await asyncio.wait([self._end], timeout=_STILL_THERE_S)
                if not self._bus.connected:
                    break
                if self._done != before:
                    before, heard_s = self._done, time.monotonic()
                elif time.monotonic() - heard_s >= CALL_TIMEOUT_S:
                    return False
            return True
        finally:
            mine = [serial for serial, (batch, _) in self._waiting.items() if batch is self]
            for serial in mine:
                del self._waiting[serial]

    def take(self, index: int, message: Message) -> None:
        """Take the answer to a call, and send more when half of those on their way are answered."""
        self.answers[index] = _body(message)
        self._count()
        if self._next - self._done <= self._most // 2:
            self._send()

    def _send(self) -> None:
        while self._next < len(self._calls) and self._next - self._done < self._most:
            index = self._next
            self._next += 1
            serial = self._bus.next_serial()
            self._waiting[serial] = (self, index)
            try:
                self._bus.send(_message(self._calls[index], serial))
            except _ERRORS:  # a name that a program gave to a thing may be none that can be sent
                del self._waiting[serial]
                self._count()

    def _count(self) -> None:
        self._done += 1
        if self._done == len(self._calls) and not self._end.done():
            self._end.set_result(None)


async def _answer(bus: MessageBus, call: Call) -> Reply:
    try:
        reply = await bus.call(_message(call))
    except _ERRORS:
        return None
    return _body(reply) if reply is not None else None


def _message(call: Call, serial: int | None = None) -> Message:
    return Message(
        destination=call.destination,
        path=call.path,
        interface=call.interface,
        member=call.member,
        signature=call.signature,
        body=list(call.body),
        serial=serial,
    )


def _body(reply: Message) -> Reply:
    return tuple(reply.body) if reply.message_type is MessageType.METHOD_RETURN else None


async def _accessibility_bus(prepare: OnSession) -> MessageBus:
    address = os.environ.get("AT_SPI_BUS_ADDRESS", "")
    if not address:
        address = await _asked_address(prepare)
    elif prepare is not nothing_asked and (problem := await ask_session(prepare)):
        logging.getLogger(__name__).warning("the session bus was not asked: %s", problem)
    try:
        return await MessageBus(bus_address=address).connect()
    except _ERRORS as error:
        raise _Unreachable(BUS_NOT_ANSWERING) from error


async def ask_session(ask: OnSession) -> str:
    """Ask something of the session bus alone; return what is in the way, empty where it was asked."""
    try:
        await asyncio.wait_for(_asked_address(ask), SESSION_S)
    except _Unreachable as error:
        return str(error)
    except _ERRORS:
        return BUS_NOT_ANSWERING
    return ""


async def _session() -> MessageBus:
    address = session_address()
    if not address:
        raise _Unreachable(NO_SESSION_BUS)
    try:
        return await MessageBus(bus_address=address).connect()
    except _ERRORS as error:
        raise _Unreachable(NO_SESSION_BUS) from error


async def _asked_address(prepare: OnSession) -> str:
    session = await _session()
    try:
        answer = await _answer(
            session, Call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
        )
        if answer is None or not answer or not isinstance(answer[0], str) or not answer[0]:
            raise _Unreachable(NO_ACCESSIBILITY_BUS)
        await prepare(lambda call: _answer(session, call))
        return answer[0]
    finally:
        await _disconnected(session)


async def _disconnected(bus: MessageBus) -> None:
    """Disconnect and wait until the socket is closed."""
    with contextlib.suppress(*_ERRORS):
        bus.disconnect()
    await _closed(bus)


async def _closed(bus: MessageBus) -> None:
    """Wait until the socket is closed, whoever closed it."""
    with contextlib.suppress(*_ERRORS):
        closed = bus.wait_for_disconnect()  # type: ignore[no-untyped-call]  # unannotated there
        await asyncio.wait_for(closed, DISCONNECT_S)


def session_address(environ: Mapping[str, str] = os.environ) -> str:
    """Return the session bus's address: the variable, else the place where systemd puts it; or empty."""
    address = environ.get("DBUS_SESSION_BUS_ADDRESS", "")
    folder = environ.get("XDG_RUNTIME_DIR", "")
    if address or not folder:
        return address
    socket = Path(folder) / "bus"
    return f"unix:path={socket}" if socket.is_socket() else ""


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        loop.close()


MAX_CHILDREN: Final = 8000
"""Of one object, four times what is read of a top-level; what a program lists beyond is passed over."""
MAX_NAME_CHARS: Final = 500
NO_BOX: Final = Rect(0, 0, 0, 0)
_LABELLED_BY: Final = 2
_DESCRIBED_BY: Final = 18
_DATA: Final = "data:"
_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_BINS: Final = frozenset(
    {"trash", "trashcan", "bin", "dustbin", "wastebasket", "garbage", "delete"}
)
_BROUGHT_BACK: Final = frozenset({"restore", "undo", "recover"})
_OF_ICONS: Final = frozenset({"icon", "button", "btn", "outline", "outlined", "solid", "alt"})


def unpacked(reply: Reply) -> Any:  # noqa: ANN401 - whatever a stranger sent
    """Return the one value of a reply, of any type; None when there is none."""
    if not reply:
        return None
    return reply[0].value if isinstance(reply[0], Variant) else reply[0]


def as_text(reply: Reply, limit: int = MAX_NAME_CHARS) -> str:
    """Return a text, cut at so many characters; empty when it is none."""
    value = unpacked(reply)
    return value[:limit] if isinstance(value, str) else ""


def as_number(reply: Reply) -> int:
    """Return a whole number of 32 bits; 0 when it is none."""
    value = unpacked(reply)
    return value if _is_whole(value) else 0


def as_mask(reply: Reply) -> int:
    """Return 64 state bits; none set when they cannot be read."""
    words = unpacked(reply)
    if not isinstance(words, list) or not all(map(_is_whole, words[:2])):
        return 0
    return sum((word & 0xFFFFFFFF) << (32 * i) for i, word in enumerate(words[:2]))


def as_box(reply: Reply) -> Rect:
    """Return a box as the toolkit says it; `NO_BOX` when it is empty or none."""
    sides = unpacked(reply)
    if not isinstance(sides, list | tuple) or len(sides) != 4 or not all(map(_is_whole, sides)):
        return NO_BOX
    x, y, w, h = sides
    return Rect(x, y, w, h) if w > 0 and h > 0 else NO_BOX


def as_handles(reply: Reply) -> list[Handle]:
    """Return the objects of a list, without what cannot be one."""
    pairs = unpacked(reply)
    if not isinstance(pairs, list):
        return []
    return [
        (pair[0], pair[1])
        for pair in pairs[:MAX_CHILDREN]
        if isinstance(pair, list | tuple)
        and len(pair) == 2
        and all(isinstance(part, str) for part in pair)
        and pair[1].startswith("/")
    ]


def as_label(reply: Reply) -> Handle | None:
    """Return the label that a set of relations says the object is labelled by."""
    return next(iter(_related(reply, {_LABELLED_BY})), None)


def as_tellers(reply: Reply) -> list[Handle]:
    """Return all that a set of relations says the object is labelled or described by."""
    return _related(reply, {_LABELLED_BY, _DESCRIBED_BY})


def as_file(reply: Reply) -> str:
    """Return the name of the file that a picture's attributes name, without its folder and ending.

    Empty where they name none, or hold the picture itself.
    """
    attributes = unpacked(reply)
    source = attributes.get("src") if isinstance(attributes, dict) else None
    if not isinstance(source, str) or source.startswith(_DATA):
        return ""
    path = unquote(source.partition("?")[0].partition("#")[0][-MAX_NAME_CHARS:])
    return path.rpartition("/")[2].rpartition(".")[0]


def as_bin(reply: Reply, *, is_own: bool = False) -> str:
    """Return `trash` or `delete` where the file or the style classes of a drawing call it so.

    Icon sets name their drawings: `fa-trash`, `lucide-trash-2`, `ic_delete.svg`.

    Args:
        is_own: these are the classes of the control itself, which count by their last word alone:
            `delete-dialog-close` closes one.
    """
    attributes = unpacked(reply)
    classes = attributes.get("class") if isinstance(attributes, dict) else None
    told = classes[:MAX_NAME_CHARS].split() if isinstance(classes, str) else []
    for text in told if is_own else [*told, as_file(reply)]:
        words = [word.lower() for word in _WORD.findall(text)]
        while is_own and words and words[-1] in _OF_ICONS:
            words.pop()
        found = _BINS.intersection(words[-1:] if is_own else words)
        if found and not _BROUGHT_BACK.intersection(words):
            return "delete" if "delete" in found else "trash"
    return ""


def _related(reply: Reply, kinds: Collection[int]) -> list[Handle]:
    relations = unpacked(reply)
    found: list[Handle] = []
    for relation in relations if isinstance(relations, list) else []:
        if isinstance(relation, list | tuple) and len(relation) == 2 and relation[0] in kinds:
            found += as_handles((relation[1],))
    return found


def _is_whole(value: object) -> TypeGuard[int]:
    """Tell whether this is a number as the protocol counts; programs also send texts and NaN."""
    return isinstance(value, int) and -(1 << 31) <= value < 1 << 32
