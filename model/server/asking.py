"""What a model server is asked and what it says, as values, and the port between policies and the client.

A reply is data. It is complete or it is an error: whoever gets a `Reply` got all of it, ended by the model
itself, and never anything that was cut off.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol, TypeAlias

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

    def __init__(self, fault: ServerFault, message: str) -> None:
        super().__init__(message)
        self.fault = fault
        self.prompt_tokens: int | None = None
        """Of the question, where an answer came that is no reply, and the server tells."""


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
