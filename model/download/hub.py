"""Asks the hub, with the hub's own client: one question for the listing, one per file.

Headers are ours: the library's default ones would name installed packages and cost one more
request. A token is sent only if one is handed in; none is looked for.
"""

import json
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any, Final, Protocol, cast
from urllib.parse import quote, urlparse

from huggingface_hub import constants, get_session, hf_hub_url
from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled

from automation.core.errors import DownloadError

TIMEOUT_S: Final = 10.0
"""For connecting and for every piece of an answer; also the longest that a stop waits for a server
that says nothing."""

LISTING_LIMIT_BYTES: Final = 16 << 20

REPO: Final = re.compile(r"[A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95}")
TOKEN: Final = re.compile(r"[!-~]{1,500}")

# The client's own error is the hub error's base; its package was renamed between releases.
CLIENT_ERROR: Final[type[Exception]] = next(
    base for base in HfHubHTTPError.__mro__ if base.__name__ == "HTTPError"
)


def default_host() -> str:
    """Return the name of the host that is asked when the user names no other."""
    return urlparse(constants.ENDPOINT).hostname or ""


class Interrupted(Exception):
    """The connection broke or the server is busy: worth another try."""


class Response(Protocol):
    """The slice of the client's answer that is used."""

    status_code: int

    @property
    def headers(self) -> Any:  # noqa: ANN401 - a mapping type of the client's own
        """Answer headers, by case-insensitive name."""
        ...

    def iter_raw(self) -> Iterator[bytes]:
        """Yield the bytes as sent."""
        ...


@dataclass(frozen=True, slots=True)
class Hub:
    """One hub and who asks."""

    endpoint: str | None = None
    """None: the library's, which `HF_ENDPOINT` sets."""
    token: str | None = None

    def __post_init__(self) -> None:
        if self.token is not None and not TOKEN.fullmatch(self.token):
            message = "the access token holds characters that no token has; copy it again"
            raise DownloadError(message)

    def describe(self, repo: str, revision: str) -> dict[str, object]:
        """Return the hub's description of a repository with the sizes and hashes of its files.

        Raises:
            DownloadError: there is none, it may not be seen, or the hub cannot be reached.
        """
        if not REPO.fullmatch(repo):
            message = f"{repo!r} names no repository; expected OWNER/NAME"
            raise DownloadError(message)
        base = self.endpoint or constants.ENDPOINT
        address = f"{base}/api/models/{repo}/revision/{quote(revision, safe='')}?blobs=true"
        try:
            with self._stream(address, {}) as response:
                self._refuse(response, repo, revision)
                body = bytearray()
                for piece in response.iter_raw():
                    body += piece
                    if len(body) > LISTING_LIMIT_BYTES:
                        message = f"{repo}: the hub's answer is larger than expected; try later"
                        raise DownloadError(message)
        except (CLIENT_ERROR, Interrupted) as error:
            message = (
                f"cannot reach the hub to ask for {repo} ({_reason(error)}); check the network, "
                "or put the files into a folder yourself: a folder needs no network"
            )
            raise DownloadError(message) from error
        return _object(bytes(body), repo)

    @contextmanager
    def open(self, repo: str, commit: str, name: str, start: int) -> Iterator[Response]:
        """Ask for a file from byte `start` on.

        Raises:
            Interrupted: the connection failed, breaks while reading, or the server is busy.
            DownloadError: the file may not be had.
        """
        address = hf_hub_url(repo, name, revision=commit, endpoint=self.endpoint)
        try:
            with self._stream(address, {"Range": f"bytes={start}-"} if start else {}) as response:
                self._refuse(response, f"{repo}/{name}", commit)
                yield response
        except CLIENT_ERROR as error:
            raise Interrupted(_reason(error)) from error

    def _stream(self, address: str, extra: dict[str, str]) -> AbstractContextManager[Response]:
        headers = {"User-Agent": "deskhand", "Accept-Encoding": "identity", **extra}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"  # the client drops it for other hosts
        return cast(
            "AbstractContextManager[Response]",
            _online(get_session().stream("GET", address, headers=headers, timeout=TIMEOUT_S)),
        )

    def _refuse(self, response: Response, what: str, revision: str) -> None:
        status = response.status_code
        if status in (200, 206, 416):
            return
        code = response.headers.get("X-Error-Code", "")
        if status == 429 or status >= 500:
            busy = f"the server answered {status}"
            raise Interrupted(busy)
        if code == "GatedRepo":
            message = (
                f"{what}: its owner wants terms accepted on its page first; accept them there, then "
                "give an access token of that account"
            )
        elif code == "RevisionNotFound":
            message = f"{what} has no revision {revision!r}; leave it out for the newest"
        elif status in (401, 403, 404):
            message = f"{what} does not exist or is not public (status {status}); check its name"
        else:
            message = f"the hub refused {what} with status {status}; try again later"
        raise DownloadError(message)


@contextmanager
def _online(stream: AbstractContextManager[object]) -> Iterator[object]:
    try:
        with stream as response:
            yield response
    except OfflineModeIsEnabled as error:
        message = "HF_HUB_OFFLINE is set, so nothing is fetched; unset it and try again"
        raise DownloadError(message) from error


def _object(body: bytes, repo: str) -> dict[str, object]:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        message = f"{repo}: the hub's answer is no JSON; is a login page in between?"
        raise DownloadError(message) from error
    if not isinstance(found, dict):
        message = f"{repo}: the hub's answer is {type(found).__name__}, expected an object"
        raise DownloadError(message)
    return found


def _reason(error: Exception) -> str:
    return str(error).splitlines()[0][:200] if str(error) else type(error).__name__
