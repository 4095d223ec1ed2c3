"""The model server that the user chose: its address, the consent to send there, its key, and its client.

Which servers answer on this computer is told too. Nothing is sent to a host before the user agreed to
it, and nothing in the clear to another computer. What a server says is data: names are made visible text.
"""

import http.client
import json
import os
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec

from app.settings import Folders, ServerSettings
from automation.core.errors import SecretsError
from automation.core.text import visible_text
from automation.core.timing import StopToken
from model.server.address import Address
from model.server.address import address_of as address_of  # for the window, too
from model.server.asking import Message, ServerError, ServerFault, message
from model.server.probe import Finding as Finding
from model.server.probe import Tell as Tell


def is_allowed(settings: ServerSettings, address: Address) -> bool:
    """Tell whether something may be sent there: to this computer, or by the user's consent."""
    return address.is_here or address.host in settings.allowed


def checked_address(settings: ServerSettings) -> Address:
    """Return the address of the chosen server, to which something may be sent.

    Raises:
        ServerError: `BAD_ADDRESS`, `NOT_PRIVATE` or `NOT_ALLOWED`; says what to do.
    """
    if not settings.url:
        raise ServerError(ServerFault.BAD_ADDRESS, message("no_server"))
    address = address_of(settings.url)
    if not is_allowed(settings, address):
        raise ServerError(
            ServerFault.NOT_ALLOWED,
            message("not_agreed", host=address.host, base=address.base),
        )
    return address


def key_reader(settings: ServerSettings, address: Address) -> Callable[[], str | None] | None:
    """Return what reads the host's key from the keyring, once; None where it has none."""
    if not settings.has_key:
        return None
    kept: list[str | None] = []

    def read() -> str | None:
        if not kept:
            from automation.desktop.secrets import key_of  # most servers want none

            try:
                kept.append(key_of(address.host))
            except SecretsError as error:
                said = message("key_unread", host=address.host, error=str(error))
                raise ServerError(ServerFault.KEY, said) from error
        return kept[0]

    return read


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of trying a server."""

    model: str
    """The model that answers, as the server calls it."""
    findings: tuple[Finding, ...]


def check_server(
    settings: ServerSettings, folders: Folders, stop: StopToken, tell: Tell
) -> Checked:
    """Try the server, and return which model answers and what holds of it.

    Raises:
        ServerError: it cannot be used; says what to do.
        SettingsError: there is no family of the chosen name.
        Stopped: a stop was asked for.
    """
    from app.served_model import check  # families and pictures, which the window begins without

    return check(settings, folders, stop, tell)


def known_findings(settings: ServerSettings, folders: Folders) -> tuple[Finding, ...]:
    """Return what was found of the chosen model the last time; empty for nothing. Nothing is sent.

    Raises:
        AssistantError: the address or the family is none.
    """
    from app.served_model import known_findings as known

    return known(settings, folders)


MOST_SHOWN: Final = 8


def named_model(wanted: str, models: tuple[str, ...], address: Address) -> str:
    """Return the model that is meant: the wanted one, or the only one that there is.

    Raises:
        ServerError: `NO_SUCH_MODEL`; says which there are.
    """
    if wanted in models:
        return wanted
    if not models:
        found = message("none_loaded", host=address.host)
    else:
        some = ", ".join(models[:MOST_SHOWN]) + (", …" if len(models) > MOST_SHOWN else "")
        if not wanted and len(models) == 1:
            return models[0]
        found = (
            message("none_called_so", host=address.host, wanted=visible_text(wanted), some=some)
            if wanted
            else message("has_several", host=address.host, count=len(models), some=some)
        )
    raise NoSuchModel(found, models)


class NoSuchModel(ServerError):
    """The server has none of that name, or several of which none was named."""

    def __init__(self, said: Message | str, models: tuple[str, ...]) -> None:
        super().__init__(ServerFault.NO_SUCH_MODEL, said)
        self.models = models
        """What it offers."""


def with_server(
    settings: ServerSettings, urls: Sequence[str] | None, model: str | None
) -> ServerSettings:
    """Return the settings with the servers and the model that the command line names, for this run.

    Another server has another model and another key; consent is by host and stays.

    Args:
        urls: none, or all that the run may go to.
        model: what each of them is asked for.

    Raises:
        ServerError: `BAD_ADDRESS`.
    """
    servers = list(settings.each)
    if urls:
        known = {address_of(one.url).base: one for one in servers}
        named = dict.fromkeys(address_of(url).base for url in urls)
        new = msgspec.structs.replace(settings, model="", has_key=False)
        servers = [known.get(base) or msgspec.structs.replace(new, url=base) for base in named]
    if model is not None:
        servers = [msgspec.structs.replace(one, model=model) for one in servers]
    return settings.with_each(servers) if urls or model is not None else settings


def used_with(
    settings: ServerSettings, server: ServerSettings, *, is_beside: bool
) -> ServerSettings:
    """Return the settings with a server that takes goals from here on.

    Args:
        server: the one, with its model; its address is as `Address.base` has it.
        is_beside: the others go on taking goals; else it takes them alone.
    """
    servers = {base_of(one): one for one in settings.each} if is_beside else {}
    return settings.with_each([*(servers | {base_of(server): server}).values()])


def base_of(settings: ServerSettings) -> str:
    """Return the address in one spelling; what cannot be read stays as it is."""
    try:
        return address_of(settings.url).base
    except ServerError:
        return settings.url


def main_memory_gb() -> float:
    """Return the main memory of this computer, in GB (10^9 bytes)."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9


DRM: Final = Path("/sys/class/drm")
NVIDIA: Final = ("nvidia-smi", "--query-gpu=memory.total", "--format=csv,noheader,nounits")
NVIDIA_S: Final = 10.0
"""A driver that sleeps takes seconds to answer the first question."""
MIB_GB: Final = (1 << 20) / 1e9


def card_gb() -> float | None:
    """Return the memory of the largest graphics card here, in GB (10^9 bytes); None when none is known.

    NVIDIA's driver is asked by its own program, AMD's tells it in a file (amdgpu, `mem_info_vram_total`).
    """
    found = [_amd_gb(file) for file in DRM.glob("card*/device/mem_info_vram_total")]
    try:
        told = subprocess.run(
            NVIDIA, capture_output=True, timeout=NVIDIA_S, check=True, text=True, errors="replace"
        ).stdout
    except (OSError, subprocess.SubprocessError):
        told = ""
    found += [int(line) * MIB_GB for line in told.split() if line.isdigit()]
    return max(found, default=0.0) or None


def _amd_gb(file: Path) -> float:
    try:
        return int(file.read_text(encoding="ascii")) / 1e9
    except (OSError, ValueError):
        return 0.0


USUAL_PORTS: Final[Mapping[int, str]] = MappingProxyType(
    {
        8080: "llama.cpp",
        11434: "Ollama",
        1234: "LM Studio",
        8000: "vLLM",
        30000: "SGLang",
    }
)
"""Where servers listen unless told otherwise, by their documents; `transformers serve` has 8000 too."""
_OWNERS: Final = {
    "llamacpp": "llama.cpp",
    "library": "Ollama",
    "organization_owner": "LM Studio",
    "vllm": "vLLM",
    "sglang": "SGLang",
}
"""What each writes into `owned_by` of its models."""
FOUND_WITHIN_S: Final = 0.5
MOST_BYTES: Final = 1_000_000
MOST_MODELS: Final = 500
MOST_NAME_CHARS: Final = 300
_WANTS_KEY: Final = (401, 403)


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A model server that answers on this computer."""

    kind: str
    """What it seems to be: `llama.cpp`."""
    address: Address
    models: tuple[str, ...]
    """As it calls them; empty when none is loaded, or it wants a key first."""
    wants_key: bool = False


def find_servers(ports: Mapping[int, str] = USUAL_PORTS) -> tuple[FoundServer, ...]:
    """Return the servers that answer on this computer within half a second, in the order of the ports.

    Each is sent one request for its list of models, and nothing of the user's.
    """
    found: dict[int, FoundServer] = {}
    asked: list[http.client.HTTPConnection] = []
    end_s = time.monotonic() + FOUND_WITHIN_S

    def look(port: int, kind: str, connection: http.client.HTTPConnection) -> None:
        server = _asked(port, kind, connection)
        if server is not None:
            found[port] = server

    threads = []
    for port, kind in ports.items():
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=FOUND_WITHIN_S)
        asked.append(connection)
        arguments = (port, kind, connection)
        threads.append(threading.Thread(target=look, args=arguments, name="servers", daemon=True))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, end_s - time.monotonic()))
    known = dict(found)
    for connection in asked:
        connection.close()  # whoever still writes is not waited for
    return tuple(known[port] for port in ports if port in known)


def _asked(port: int, kind: str, connection: http.client.HTTPConnection) -> FoundServer | None:
    try:
        connection.request("GET", "/v1/models", headers={"Accept": "application/json"})
        answer = connection.getresponse()
        body = answer.read(MOST_BYTES)
        status, server = answer.status, answer.getheader("Server", "")
    except (OSError, http.client.HTTPException, ValueError, AttributeError):
        return None  # nobody there, no web server, or not in time (closed under the reader)
    address = address_of(f"http://127.0.0.1:{port}/v1")
    if status in _WANTS_KEY:
        return FoundServer(kind, address, (), wants_key=True)
    models = models_in(body) if status == http.client.OK else None
    if models is None:
        return None
    owner = _OWNERS.get(models[0][1], "") if models else ""
    named = "llama.cpp" if "llama.cpp" in server else owner or kind
    return FoundServer(named, address, tuple(name for name, _ in models))


def models_in(body: bytes) -> tuple[tuple[str, str], ...] | None:
    """Return name and owner of each model in an answer to `GET /models`; None when it is none."""
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        return None
    entries = told.get("data") if isinstance(told, dict) else None
    if entries is None and isinstance(told, dict) and told.get("object") == "list":
        entries = []  # Ollama without models
    if not isinstance(entries, list):
        return None
    named = [entry for entry in entries if isinstance(entry, dict)]
    return tuple(
        (entry["id"], str(entry.get("owned_by", "")))
        for entry in named[:MOST_MODELS]
        if isinstance(entry.get("id"), str)
        and 0 < len(entry["id"]) <= MOST_NAME_CHARS
        and visible_text(entry["id"]) == entry["id"]
    )
