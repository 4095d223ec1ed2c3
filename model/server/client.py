"""Asks a model server, and returns whole replies only.

Loading this costs nothing: what talks HTTP (`exchange.py`) is loaded with the first question.
"""

import re
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from automation.core.timing import StopToken
from model.server.address import Address, address_of
from model.server.asking import Ask, Heard, Reply, ServerError, ServerFault, message
from model.server.wire import Quirks

if TYPE_CHECKING:
    from model.server.exchange import Exchange

Key = Callable[[], str | None]

_MOST_NAMES: Final = 1000
_LONGEST_NAME: Final = 300
_KEY: Final = re.compile(r"[!-~]{1,2000}")
_NOTHING: Final = frozenset(
    {ServerFault.NOT_A_SERVER, ServerFault.REFUSED, ServerFault.SERVER_ERROR, ServerFault.TOO_LARGE,
     ServerFault.REDIRECT, ServerFault.BUSY, ServerFault.KEY, ServerFault.NO_SUCH_MODEL}
)  # fmt: skip
"""What a server says of a route that it does not have."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a reply may cost, in bytes, tokens and time: a server's answer is data of a stranger."""

    body_bytes: int = 4 << 20
    """Of everything that a server sends for one request."""
    tokens: int = 8192
    """Of an answer, thinking included."""
    total_s: float = 120.0
    """From the call to the whole reply, waits for a busy server included."""
    idle_s: float = 30.0
    """Between two parts of a reply that has begun. A long prompt may take longer before the first one."""
    connect_s: float = 10.0


class ServerClient:
    """One model on one server, by `chat/completions`. Stands behind `asking.ServerModel`."""

    def __init__(
        self,
        url: str,
        model: str = "",
        *,
        key: Key | None = None,
        allowed: Collection[str] = (),
        limits: Limits | None = None,
        quirks: Quirks | None = None,
    ) -> None:
        """Check the address; nothing is sent.

        Args:
            url: the part before `/chat/completions`.
            model: as the server calls it; empty for the only one that it has.
            key: tells the server's key before each request, or None.
            allowed: hosts with port that the user agreed to send to; this computer needs none.
            quirks: what the probe found; None for what most servers take.

        Raises:
            ServerError: the address cannot be used.
        """
        self.address: Final[Address] = address_of(url)
        self.quirks: Final = quirks or Quirks()
        self.limits: Final = limits or Limits()
        self._model = model
        self._key = key
        self._allowed = frozenset(host.lower() for host in allowed)

    @property
    def host(self) -> str:
        """Host and port, for people: `127.0.0.1:8080`."""
        return self.address.host

    def with_quirks(self, quirks: Quirks) -> "ServerClient":
        """Return a client that asks in another way."""
        return ServerClient(
            self.address.base,
            self._model,
            key=self._key,
            allowed=self._allowed,
            limits=self.limits,
            quirks=quirks,
        )

    def reply(self, ask: Ask, stop: StopToken, heard: Heard | None = None) -> Reply:
        """Return the whole reply. Any number of threads may ask at the same time.

        Args:
            heard: called with its text while it comes, in the calling thread.

        Raises:
            ServerError: there is none; says what to do.
            Stopped: a stop was asked for; the connection is closed.
        """
        stop.check()
        if not self.quirks.has_pictures and any(turn.pictures for turn in ask.turns):
            raise ServerError(
                ServerFault.NO_PICTURES,
                message("takes_no_pictures", host=self.host),
            )
        deadline_s = time.monotonic() + self.limits.total_s
        model = self.model(stop)
        return self._exchange(deadline_s).reply(ask, model, self.quirks, stop, heard)

    def model(self, stop: StopToken) -> str:
        """Return the name that requests carry: the one that was set, or the server's only one.

        Raises:
            ServerError: none was set, and the server has none or several, or does not answer.
            Stopped: a stop was asked for.
        """
        if not self._model:
            names = self.models(stop)
            if len(names) != 1:
                offered = ", ".join(names[:10]) or message("none_offered")
                raise ServerError(
                    ServerFault.NO_SUCH_MODEL,
                    message("none_chosen", host=self.host, offered=offered),
                )
            self._model = names[0]
        return self._model

    def models(self, stop: StopToken) -> tuple[str, ...]:
        """Return the names of the models that the server offers, as it tells them.

        Raises:
            ServerError: it does not tell; says what to do.
            Stopped: a stop was asked for.
        """
        listed = self._document(f"{self.address.base}/models", stop).get("data")
        if not isinstance(listed, list):
            raise ServerError(
                ServerFault.NOT_A_SERVER,
                message("no_list", host=self.host),
            )
        names = (entry.get("id") for entry in listed[:_MOST_NAMES] if isinstance(entry, dict))
        return tuple(
            name
            for name in names
            if isinstance(name, str) and 0 < len(name) <= _LONGEST_NAME and name.isprintable()
        )

    def told(self, route: str, stop: StopToken) -> dict[str, object] | None:
        """Return what the server tells at a route outside the base, such as `/props`; None for nothing.

        Raises:
            ServerError: the server cannot be asked at all.
            Stopped: a stop was asked for.
        """
        try:
            return self._document(self.address.root + route, stop)
        except ServerError as error:
            if error.fault in _NOTHING:
                return None
            raise

    def _document(self, url: str, stop: StopToken) -> dict[str, object]:
        stop.check()
        return self._exchange(time.monotonic() + self.limits.idle_s).document(url, stop)

    def _exchange(self, deadline_s: float) -> "Exchange":
        """Return what asks once, after a look whether anything may be sent."""
        if not self.address.is_here and self.host not in self._allowed:
            raise ServerError(
                ServerFault.NOT_ALLOWED,
                message("not_agreed", host=self.host, base=self.address.base),
            )
        key = self._key() if self._key is not None else None
        if key and not _KEY.fullmatch(key):
            raise ServerError(
                ServerFault.KEY,
                message("key_letters", host=self.host),
            )
        from model.server.exchange import Exchange  # noqa: PLC0415  # httpx2 and asyncio: 0.2 s

        return Exchange(self.address, self.limits, key or None, deadline_s)
