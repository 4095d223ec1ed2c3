"""What a model server is asked and what it says, as values, and the port between policies and the client.

A reply is data. It is complete or it is an error: whoever gets a `Reply` got all of it, ended by the model
itself, and never anything that was cut off.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Literal, Protocol, TypeAlias, Union

from msgspec import Struct

from automation.core.errors import AssistantError
from automation.core.generation import CallDelta, TextDelta
from automation.core.timing import StopToken

Schema: TypeAlias = dict[str, object]
Role = Literal["system", "user", "assistant", "tool"]
Thinking = Literal["on", "off", "as_it_is"]


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded picture; it travels as a data URL and as nothing else."""

    png: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A tool call as the server parsed it, or as the history of a request holds it."""

    name: str
    arguments: str
    """JSON, as the model wrote it; not yet checked."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One message. Pictures stand before its text."""

    role: Role
    """`tool` tells what came of the call of the assistant's turn before it."""
    text: str
    pictures: tuple[Picture, ...] = ()
    use: ToolUse | None = None
    """What an assistant's turn calls, beside its text."""


@dataclass(frozen=True, slots=True)
class ServerTool:
    """A function that the model may call by the server's own tool calls."""

    name: str
    description: str
    parameters: Schema


@dataclass(frozen=True, slots=True)
class Ask:
    """One request for one reply."""

    turns: tuple[Turn, ...]
    schema: Schema | None = None
    """What the answer has to hold to; without `$ref`. None for free text."""
    schema_name: str = "step"
    tools: tuple[ServerTool, ...] = ()
    max_tokens: int = 512
    temperature: float = 0.0
    thinking: Thinking = "off"
    wants_logprobs: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """One token of an answer and how likely the model held it."""

    text: str
    logprob: float
    """Natural logarithm of its probability."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole answer, ended by the model."""

    text: str
    reasoning: str = ""
    """What the model thought; shown at most, never acted on."""
    tool_uses: tuple[ToolUse, ...] = ()
    tokens: tuple[Token, ...] = ()
    """Empty where the server tells no probabilities."""
    prompt_tokens: int | None = None
    """None where the server does not tell."""
    answer_tokens: int | None = None
    model: str = ""
    """What the server says has answered."""


Slot: TypeAlias = Union[str, int, float, "Message"]


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence of ours as data: worded where it is shown, in the language of whoever reads it."""

    key: str
    """Of its entry in `resources/server_messages.yaml`."""
    slots: dict[str, Slot] = {}

    def in_language(self, language: str) -> str:
        """Return it in `en` or `de`; in English where that language lacks it."""
        entry = _entries()[self.key]
        words = {name: _slot_words(value, language) for name, value in self.slots.items()}
        return entry.get(language, entry["en"]).format(**words)

    def mapped(self, change: Callable[[str], str]) -> "Message":
        """Return it with every text of others in it changed."""
        return Message(
            self.key, {name: _mapped(value, change) for name, value in self.slots.items()}
        )

    def __str__(self) -> str:
        """Return it in English."""
        return self.in_language("en")


def message(key: str, **slots: Slot) -> Message:
    """Return one of the sentences about model servers, with what stands in it."""
    return Message(key, slots)


def in_words(said: Message | str, language: str) -> str:
    """Return a sentence in a language; one that is a text already stays as it is."""
    return said.in_language(language) if isinstance(said, Message) else said


def _slot_words(value: Slot, language: str) -> str:
    if isinstance(value, float):
        return f"{value:g}".replace(".", "," if language == "de" else ".")
    return in_words(value, language) if isinstance(value, Message) else str(value)


def _mapped(value: Slot, change: Callable[[str], str]) -> Slot:
    if isinstance(value, Message):
        return value.mapped(change)
    return change(value) if isinstance(value, str) else value


@cache
def _entries() -> Mapping[str, Mapping[str, str]]:
    import yaml  # noqa: PLC0415  # the values above are wanted without

    text = files("resources").joinpath("server_messages.yaml").read_text(encoding="utf-8")
    entries: Mapping[str, Mapping[str, str]] = yaml.load(text, yaml.CSafeLoader)
    return entries


class ServerFault(StrEnum):
    """What is wrong, for programs; the sentence beside it is for people."""

    BAD_ADDRESS = "bad_address"
    NOT_ALLOWED = "not_allowed"
    """The user has not agreed that anything goes to this host."""
    NOT_PRIVATE = "not_private"
    """Not encrypted, and not on this computer."""
    UNREACHABLE = "unreachable"
    CERTIFICATE = "certificate"
    REDIRECT = "redirect"
    KEY = "key"
    """The server wants another key, or one at all (401, 403)."""
    NO_SUCH_MODEL = "no_such_model"
    NO_PICTURES = "no_pictures"
    REFUSED = "refused"
    """The server does not take the request (another 4xx)."""
    BUSY = "busy"
    """429 or 503, also after waiting."""
    SERVER_ERROR = "server_error"
    TIMEOUT = "timeout"
    CUT_OFF = "cut_off"
    """The stream broke, or the model did not end by itself."""
    ONLY_THOUGHT = "only_thought"
    """There is reasoning and no answer."""
    EMPTY = "empty"
    TOO_LARGE = "too_large"
    NOT_A_SERVER = "not_a_server"
    """What came is no reply of a model server: a web page, a login page, other JSON."""


class ServerError(AssistantError):
    """A model server could not be asked, or what it said is no reply; nothing was done from it."""

    def __init__(self, fault: ServerFault, said: Message | str) -> None:
        super().__init__(said)
        self.fault = fault
        self.said = said
        self.prompt_tokens: int | None = None
        """Of the question, where an answer came that is no reply, and the server tells."""

    def in_language(self, language: str) -> str:
        """Return what it says in that language, where it is data; else as it is."""
        return in_words(self.said, language)


Heard = Callable[[TextDelta | CallDelta], None]
"""Called with more of a reply while it is written, on the client's thread."""


class ServerModel(Protocol):
    """One model on one server."""

    @property
    def host(self) -> str:
        """Host and port, for people: `127.0.0.1:8080`."""

    def reply(self, ask: Ask, stop: StopToken, heard: Heard | None = None) -> Reply:
        """Return the whole reply; safe to call from one thread at a time.

        Raises:
            ServerError: there is none; says what to do.
            Stopped: a stop was asked for; the stream is closed.
        """
