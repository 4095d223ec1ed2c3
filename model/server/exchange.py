"""One question to a model server over HTTP, and its answer or a `ServerError`.

Every question has a connection of its own, on an event loop of its own in the thread that asks: a stop cancels
it there, and nothing is left to be closed later. The price is a handshake a question, about 0.1 s for a server
far away, which a reply of seconds does not feel.

What comes is data of a stranger: sizes and times have limits, redirects are not followed, packed bodies are
refused, and nothing of a broken reply is returned. The key goes to the address that the user set, and into no
message. A proxy of the user's environment is used, but not for this computer.
"""

import asyncio
import codecs
import html
import logging
import re
import ssl
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar
from urllib.parse import urlsplit
from urllib.request import getproxies

import httpx2

from automation.core.text import visible_text
from automation.core.timing import StopToken
from model.server.address import Address
from model.server.asking import Ask, Heard, Message, Reply, ServerError, ServerFault, Slot, message
from model.server.wire import Gathered, Quirks, body_of, error_text, said
from model.strict_json import NotStrictJson, parse

if TYPE_CHECKING:
    from model.server.client import Limits

T = TypeVar("T")

STOP_LOOK_S: Final = 0.01
"""How often a stop is looked for while an answer is waited for."""
_DRAIN_S: Final = 0.1
"""How long the end of the connection is waited for after the end of the reply."""
_ERROR_BYTES: Final = 64 << 10
"""Of an error's body that are read."""
_ERROR_S: Final = 5.0
_FIRST_WAIT_S: Final = 1.0
"""Before another try when a busy server does not say for how long; doubled each time."""
_PART_OF_KEY: Final = 8
"""Characters of a key that a message may not repeat."""
_TITLE: Final = re.compile(r"<title[^>]*>([^<]{1,200})", re.IGNORECASE)
_BUSY: Final = frozenset({429, 503})
_PROXIES: Final = {"https", "all"}
_SEES: Final = ("image", "vision", "multimodal", "mmproj")
"""Words by which a server says that a model has no eyes."""
_LONG: Final = (
    "context size",
    "context length",
    "context window",
    "too long",
    "too many tokens",
    "maximum context",
)
_ABSENT: Final = (
    "not found",
    "not exist",
    "no such",
    "unknown",
    "invalid model",
    "not available",
    "not loaded",
)

# It logs addresses, and its lower half headers.
for _name in ("httpx2", "httpcore2"):
    logging.getLogger(_name).setLevel(logging.WARNING)


class _Busy(Exception):
    """The server asks to come again later."""

    def __init__(self, error: ServerError, after_s: float | None) -> None:
        super().__init__()
        self.error = error
        self.after_s = after_s


class _HeardFailed(Exception):
    """Who hears the reply failed, which is none of the server's errors."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


@dataclass
class Exchange:
    """One question, over as many connections as it takes; used by one thread."""

    address: Address
    limits: "Limits"
    key: str | None
    deadline_s: float
    """Monotonic."""
    has_pictures: bool = field(default=False, init=False)
    _busy: ServerError | None = field(default=None, init=False)
    """What the server said when it last asked to come again later."""

    def reply(
        self, ask: Ask, model: str, quirks: Quirks, stop: StopToken, heard: Heard | None
    ) -> Reply:
        """Post a request until the server takes it, and return the whole reply.

        Raises:
            ServerError: there is none.
            Stopped: a stop was asked for.
        """
        self.has_pictures = any(turn.pictures for turn in ask.turns)
        most = self.limits.tokens
        body = body_of(ask, model, quirks, most)

        async def work() -> Reply:
            wait_s = _FIRST_WAIT_S
            while True:
                try:
                    return await self._once(body, Gathered(ask, quirks, most), heard)
                except _Busy as busy:
                    # A server that says “at once” each time is not asked without a pause.
                    pause_s = wait_s if busy.after_s is None else max(busy.after_s, wait_s / 4)
                    if time.monotonic() + pause_s >= self.deadline_s:
                        raise busy.error from None
                    self._busy = busy.error
                await asyncio.sleep(pause_s)
                wait_s *= 2

        return self._run(work(), stop)

    def document(self, url: str, stop: StopToken) -> dict[str, object]:
        """Return the JSON object that stands at an address of the server.

        Raises:
            ServerError: there is none.
            Stopped: a stop was asked for.
        """
        return self._run(self._document(url), stop)

    def _run(self, work: Coroutine[Any, Any, T], stop: StopToken) -> T:
        """Run to its end; some servers say the key back, and no message repeats it."""
        try:
            return _run(work, stop)
        except _HeardFailed as failed:
            raise failed.error from None
        except ServerError as error:
            hidden = partial(_without, self.key or "")
            said = (
                error.said.mapped(hidden) if isinstance(error.said, Message) else hidden(error.said)
            )
            if said == error.said:
                raise
            raise ServerError(error.fault, said) from None

    async def _once(self, body: bytes, gathered: Gathered, heard: Heard | None) -> Reply:
        url = f"{self.address.base}/chat/completions"
        async with self._answer("POST", url, body) as response:
            if _kind(response) == "application/json":  # the server does not stream
                self._take(gathered, await _text(response), heard)
                return gathered.reply()
            if _kind(response) != "text/event-stream":
                await self._refuse_page(response)
            events = aiter(httpx2.EventSource(response, max_event_size=self.limits.body_bytes))
            async for event in events:
                if event.data == "[DONE]":
                    with suppress(TimeoutError):
                        async with asyncio.timeout(_DRAIN_S):
                            await anext(events, None)
                    break
                self._take(gathered, event.data, heard)
        return gathered.reply()

    @staticmethod
    def _take(gathered: Gathered, text: str, heard: Heard | None) -> None:
        for delta in gathered.take(text):
            if heard is not None:
                try:
                    heard(delta)
                except Exception as error:  # noqa: BLE001  # raised again where it came from
                    raise _HeardFailed(error) from None

    async def _document(self, url: str) -> dict[str, object]:
        try:
            async with self._answer("GET", url) as response:
                if _kind(response) != "application/json":
                    await self._refuse_page(response)
                text = await _text(response)
        except _Busy as busy:
            raise busy.error from None
        try:
            document = parse(text)
        except NotStrictJson as error:
            raise self._no_server(message("answered_no_json")) from error
        if not isinstance(document, dict):
            raise self._no_server(message("answered_no_object"))
        return document

    @asynccontextmanager
    async def _answer(
        self, method: str, url: str, body: bytes | None = None
    ) -> AsyncIterator[httpx2.Response]:
        """Ask, and give the answer once its status is good; a failure of the network is a `ServerError`."""
        has_answered = False
        try:
            async with (
                asyncio.timeout_at(self.deadline_s) as limit,
                self._client() as client,
                client.stream(method, url, content=body, headers=self._headers(body)) as response,
            ):
                has_answered = True
                response.encoding = "utf-8"
                response.stream = _Bounded(response.stream, self, limit)
                await self._require_good(response)
                yield response
        except TimeoutError as error:
            raise self._too_slow(has_answered=has_answered) from error
        except httpx2.SSEError as error:
            raise _too_large(self.limits.body_bytes) from error
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise self._broken(error, has_answered=has_answered) from error
        except (OSError, ImportError, ValueError) as error:
            if has_answered:  # it is of who reads the answer
                raise
            raise self._broken(error, has_answered=False) from error

    def _client(self) -> httpx2.AsyncClient:
        wait_s = self.limits.connect_s
        return httpx2.AsyncClient(
            verify=_trust(is_here=self.address.is_here and self.address.base.startswith("http:")),
            trust_env=not self.address.is_here,
            follow_redirects=False,
            timeout=httpx2.Timeout(None, connect=wait_s),
        )

    def _headers(self, body: bytes | None) -> dict[str, str]:
        headers = {
            "accept": "text/event-stream, application/json",
            "accept-encoding": "identity",
            "user-agent": "deskhand",
        }
        if body is not None:
            headers["content-type"] = "application/json"
        if self.key is not None:
            headers["authorization"] = f"Bearer {self.key}"
        return headers

    async def _require_good(self, response: httpx2.Response) -> None:
        """Raise what a bad status means.

        Raises:
            ServerError: the answer is none that can be read.
            _Busy: the server asks to come again later.
        """
        status = response.status_code
        if 300 <= status < 400:
            raise self._redirected(response.headers.get("location", ""))
        if status == 200:
            if response.headers.get("content-encoding", "identity").lower() != "identity":
                raise self._no_server(message("answered_packed"))
            return
        words, is_page = await self._error(response)
        raise self._meaning(status, words, response.headers.get("retry-after", ""), is_page=is_page)

    def _meaning(self, status: int, words: str, after: str, *, is_page: bool) -> Exception:
        lower = words.lower()
        told: dict[str, Slot] = {"host": self.address.host, "status": status, "said": said(words)}
        if status in (401, 403):
            key = "key_refused" if self.key is not None else "key_wanted"
            return ServerError(ServerFault.KEY, message(key, **told))
        if status in _BUSY:
            return _Busy(ServerError(ServerFault.BUSY, message("busy", **told)), _seconds(after))
        if self.has_pictures and any(word in lower for word in _SEES):
            return ServerError(ServerFault.NO_PICTURES, message("refused_picture", **told))
        if status in (400, 404) and "model" in lower and any(word in lower for word in _ABSENT):
            return ServerError(ServerFault.NO_SUCH_MODEL, message("no_such_model", **told))
        if status == 413 or (status == 400 and any(word in lower for word in _LONG)):
            return ServerError(ServerFault.TOO_LARGE, message("too_large", **told))
        if status in (404, 405) or (is_page and status < 500):
            return self._no_server(message("answered_status", **told))
        if 400 <= status < 500:
            return ServerError(ServerFault.REFUSED, message("refused", **told))
        if 500 <= status < 600:
            return ServerError(ServerFault.SERVER_ERROR, message("failed", **told))
        return self._no_server(message("answered_status", status=status, said=""))

    async def _error(self, response: httpx2.Response) -> tuple[str, bool]:
        """Return the words of an error's body, and whether it is a web page."""
        text = ""
        with suppress(TimeoutError, ServerError, httpx2.HTTPError, OSError):
            async with asyncio.timeout(_ERROR_S):
                async for part in response.aiter_text():
                    text += part
                    if len(text) > _ERROR_BYTES:
                        break
        return self._words(text[:_ERROR_BYTES])

    def _words(self, text: str) -> tuple[str, bool]:
        is_page = _is_page(text)
        if is_page:
            title = _TITLE.search(text)
            words = html.unescape(title[1]) if title is not None else ""
        else:
            words = text
            with suppress(NotStrictJson):
                document = parse(text)
                words = error_text(document)
                if isinstance(document, dict):
                    words = error_text(document.get("error")) or words
        if self.key is not None:
            words = words.replace(self.key, "…")
        return words, is_page

    async def _refuse_page(self, response: httpx2.Response) -> NoReturn:
        """Raise what an answer with status 200 of another type is."""
        text = ""
        async for part in response.aiter_text():
            text += part
            if len(text) > _ERROR_BYTES:
                break
        words, is_page = self._words(text)
        if is_page and "password" in text.lower():
            raise self._no_server(message("answered_login", said=said(words)))
        if is_page:
            raise self._no_server(message("answered_page", said=said(words)))
        kind = visible_text(_kind(response)[:60]) or message("of_no_type")
        raise self._no_server(message("answered_kind", kind=kind))

    def _no_server(self, what: Message) -> ServerError:
        return ServerError(
            ServerFault.NOT_A_SERVER,
            message("not_a_server", base=visible_text(self.address.base), what=what),
        )

    def _redirected(self, location: str) -> ServerError:
        with suppress(ValueError):
            location = urlsplit(location).netloc or location
        where = visible_text(location[:100]) or message("another_place")
        return ServerError(
            ServerFault.REDIRECT,
            message("redirected", host=self.address.host, where=where),
        )

    def _too_slow(self, *, has_answered: bool) -> ServerError:
        if self._busy is not None and not has_answered:
            return self._busy  # it was asked again, and the time ran out
        if time.monotonic() < self.deadline_s:
            what = message("sent_nothing", seconds=float(self.limits.idle_s))
        elif has_answered:
            what = message("not_ended_in_time", seconds=float(self.limits.total_s))
        else:
            what = message("not_answered_in_time")
        return ServerError(
            ServerFault.TIMEOUT,
            message("too_slow", host=self.address.host, what=what),
        )

    def _broken(self, error: Exception, *, has_answered: bool) -> ServerError:
        host = self.address.host
        cause: BaseException | None = error
        while cause is not None:
            if isinstance(cause, ssl.SSLCertVerificationError):
                why = visible_text(cause.verify_message[:100]) or message("not_trusted")
                return ServerError(
                    ServerFault.CERTIFICATE, message("certificate", host=host, why=why)
                )
            if isinstance(cause, ssl.SSLError):
                key = "no_tls_here" if self.address.is_here else "no_tls"
                return ServerError(ServerFault.UNREACHABLE, message(key, host=host))
            cause = cause.__cause__ or cause.__context__
        if isinstance(error, httpx2.ProxyError | httpx2.InvalidURL | ImportError | ValueError):
            return ServerError(ServerFault.UNREACHABLE, message("proxy", host=host))
        if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout):
            has_proxy = not self.address.is_here and bool(_PROXIES & set(getproxies()))
            key = "unreachable_by_proxy" if has_proxy else "unreachable"
            return ServerError(ServerFault.UNREACHABLE, message(key, host=host))
        is_foreign = isinstance(error, httpx2.RemoteProtocolError) and not has_answered
        if is_foreign and not str(error).startswith("Server disconnected"):
            return self._no_server(message("speaks_no_http"))
        return ServerError(ServerFault.CUT_OFF, message("broke_off", host=host))


class _Bounded(httpx2.AsyncByteStream):
    """The body of an answer within its limits; text in UTF-8 and nothing else."""

    def __init__(self, inner: object, exchange: Exchange, limit: asyncio.Timeout) -> None:
        assert isinstance(inner, httpx2.AsyncByteStream)
        self._inner = inner
        self._exchange = exchange
        self._limit = limit
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        limits, deadline_s, came = self._exchange.limits, self._exchange.deadline_s, 0
        async for part in self._inner:
            came += len(part)
            if came > limits.body_bytes:
                raise _too_large(limits.body_bytes)
            try:
                self._decoder.decode(part)
            except UnicodeDecodeError as error:
                raise self._exchange._no_server(message("answered_no_text")) from error
            self._limit.reschedule(min(deadline_s, time.monotonic() + limits.idle_s))
            yield part

    async def aclose(self) -> None:
        await self._inner.aclose()


@cache
def _trust(*, is_here: bool) -> ssl.SSLContext:
    """Return the certificates that the system trusts; none are loaded where no TLS is spoken."""
    if is_here:
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return httpx2.create_ssl_context()


def _without(key: str, text: str) -> str:
    """Return a text without a key, and without the parts of it that a cut text has."""
    if len(key) < _PART_OF_KEY:
        return text
    parts = (key[at : at + _PART_OF_KEY] for at in range(len(key) - _PART_OF_KEY + 1))
    for part in (key, *parts):
        text = text.replace(part, "…")
    return text


def _kind(response: httpx2.Response) -> str:
    return str(response.headers.get("content-type", "")).partition(";")[0].strip().lower()


async def _text(response: httpx2.Response) -> str:
    return "".join([part async for part in response.aiter_text()])


def _is_page(text: str) -> bool:
    return text.lstrip()[:15].lower().startswith(("<!doctype", "<html", "<head", "<body", "<?xml"))


def _seconds(after: str) -> float | None:
    """Return what Retry-After says, as seconds or as a date (RFC 9110, 10.2.3); None for nothing."""
    if re.fullmatch(r"[0-9]{1,9}", after):
        return float(after)
    try:
        moment = parsedate_to_datetime(after)
        return max(0.0, (moment - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return None


def _too_large(most: int) -> ServerError:
    return ServerError(ServerFault.TOO_LARGE, message("sent_too_much", mb=most >> 20))


def _run(work: Coroutine[Any, Any, T], stop: StopToken) -> T:
    """Run to its end in this thread; a stop cancels it, and with that closes its connection."""
    # Not asyncio.run: that waits at its end for the system's look-up of a name, which a stop must not.
    loop = asyncio.new_event_loop()
    task = loop.create_task(_watched(work, stop))
    try:
        return loop.run_until_complete(task)
    finally:
        if not task.done():  # the thread was interrupted
            task.cancel()
            with suppress(asyncio.CancelledError):
                loop.run_until_complete(task)
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


async def _watched(work: Coroutine[Any, Any, T], stop: StopToken) -> T:
    task = asyncio.ensure_future(work)
    try:
        while not task.done():
            await asyncio.wait({task}, timeout=STOP_LOOK_S)
            stop.check()
        return task.result()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await asyncio.sleep(0)  # a socket is closed one turn of the loop after it is let go
