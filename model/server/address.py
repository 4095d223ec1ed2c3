"""Where a model server is: the address as a person writes it, made whole, and refused where it would not be private.

Only this computer may be spoken to without encryption. A name counts as this computer only when it can be
nothing else: `localhost`, or a loopback address written out.
"""

import ipaddress
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, urlsplit

from automation.core.text import visible_text
from model.server.asking import Message, ServerError, ServerFault, message

_PORTS: Final = {"http": 80, "https": 443}
_ROUTES: Final = ("/chat/completions", "/completions", "/models", "/responses")
"""What people copy along with the address."""
_PLAIN: Final = re.compile(r"[!-~]{1,2000}")
_EXAMPLE: Final = "http://127.0.0.1:8080/v1"
_SHOWN: Final = 80
"""Characters of an address that a sentence repeats."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where requests go."""

    base: str
    """The part before `/chat/completions`, without a slash at its end."""
    host: str
    """Host and port, always with the port: `127.0.0.1:8080`. What consent is given for."""
    is_here: bool
    """It is this computer, so nothing leaves it."""

    @property
    def root(self) -> str:
        """Return scheme, host and port, for the routes that stand outside the base."""
        return f"{self.base.partition('://')[0]}://{self.host}"


def address_of(url: str) -> Address:
    """Return the address of a server.

    Without a scheme it is `http` on this computer and `https` elsewhere; without a path it is `/v1`.

    Raises:
        ServerError: it is no such address, or it is elsewhere and not encrypted.
    """
    text = url.strip()
    if not text:
        raise ServerError(
            ServerFault.BAD_ADDRESS,
            message("no_address", example=_EXAMPLE),
        )
    parts, port = _split(text if "://" in text else f"//{text}", text)
    name = parts.hostname or ""
    is_here = _is_loopback(name)
    scheme = parts.scheme or ("http" if is_here else "https")
    if scheme not in _PORTS:
        raise _bad(text, message("bad_scheme", scheme=scheme))
    if not is_here and scheme != "https":
        raise ServerError(
            ServerFault.NOT_PRIVATE,
            message("not_private", name=visible_text(name), example=_EXAMPLE),
        )
    written = f"[{name}]" if ":" in name else name
    host = f"{written}:{port or _PORTS[scheme]}"
    return Address(f"{scheme}://{host}{_path(parts.path)}", host, is_here)


def _split(text: str, shown: str) -> tuple[SplitResult, int | None]:
    if not _PLAIN.fullmatch(text) or "\\" in text:
        raise _bad(shown, message("bad_letters"))
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise _bad(shown, message("bad_port")) from error
    if not parts.hostname or port == 0:
        raise _bad(shown, message("names_no_host"))
    if "@" in parts.netloc:
        # The text is not shown again: what stands before the @ may be a password.
        raise ServerError(
            ServerFault.BAD_ADDRESS,
            message("holds_key", example=_EXAMPLE),
        )
    if parts.query or parts.fragment:
        raise _bad(shown, message("has_query"))
    return parts, port


def _path(path: str) -> str:
    path = path.rstrip("/")
    for route in _ROUTES:
        if path.endswith(route):
            path = path.removesuffix(route).rstrip("/")
            break
    return path or "/v1"


def _is_loopback(name: str) -> bool:
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _bad(text: str, what: Message) -> ServerError:
    shown = visible_text(" ".join(text[:_SHOWN].split()))
    return ServerError(
        ServerFault.BAD_ADDRESS,
        message("bad_address", address=shown, what=what, example=_EXAMPLE),
    )
