"""Finds out what a model server and its model really do, since most servers answer 200 to what they ignore.

Seven questions: which models it has, by which field an answer is held to a schema, by which field thinking
goes off, what is seen of a picture, what the model's points mean, whether tool calls are parsed, and whether
an answer that is cut off says so. What does not hold is told, with what is done instead; the client asks as
was found (`Probed.quirks`).

It is done once for an address, a model and a version, and kept (`app.known_servers`). A server that changed
is asked again. Nothing of the user's is sent: the questions are ours, and the pictures are grey.
"""

import hashlib
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, Protocol

import msgspec
from msgspec import Struct

from automation.core.generation import CallDelta, TextDelta
from automation.core.text import model_words, visible_text
from automation.core.timing import StopToken
from model.server.asking import (
    Ask,
    Message,
    Picture,
    Reply,
    Schema,
    ServerError,
    ServerFault,
    ServerTool,
    Thinking,
    Turn,
    in_words,
    message,
)
from model.server.client import ServerClient
from model.server.wire import SCHEMA_FORMS, THINKING_FORMS, Quirks, SchemaForm, ThinkingForm
from model.strict_json import NotStrictJson, parse

VERSION: Final = 1
"""Of the questions: what was found by others is asked again."""

SMALL_PX: Final = (640, 352)
LARGE_PX: Final = (1920, 1088)
"""Two grey pictures of one shape; both sides are multiples of 32, and the rules of Qwen3-VL and later
leave both as they are."""
GREY: Final = 128
_COUNT_SLACK: Final = 2
"""Tokens by which a count may lie off its rule: marks that only one of the pictures has."""
_FEWEST: Final = 8
"""Prompt tokens that a picture adds at least; a server that drops it adds none or a mark."""

FREE_TOKENS: Final = 128
"""For a free answer. A model that thinks need not come to its end: that it thinks is heard before."""
_SHORT_TOKENS: Final = 128
_CUT_TOKENS: Final = 6

_NOT_TAKEN: Final = frozenset(
    {ServerFault.REFUSED, ServerFault.SERVER_ERROR, ServerFault.NOT_A_SERVER, ServerFault.TOO_LARGE}
)
"""How a server says that it does not take a field."""
_NO_ANSWER: Final = frozenset({ServerFault.CUT_OFF, ServerFault.ONLY_THOUGHT, ServerFault.EMPTY})
"""The model answered, and the answer is of no use."""

Seen = Literal["none", "ignored", "one_size", "whole", "resized", "unknown"]
"""What becomes of a picture: refused; taken and dropped; squeezed to one size whatever its own is; seen
as the family's rule says; seen otherwise; the server does not tell."""
Tools = Literal["parsed", "text", "none"]
CutOff = Literal["told", "hidden", "unknown"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that holds of a server, or does not, in a sentence."""

    said: Message | str
    is_good: bool

    @property
    def text(self) -> str:
        """The sentence in English."""
        return str(self.said)

    def in_language(self, language: str) -> str:
        """Return the sentence in `en` or `de`."""
        return in_words(self.said, language)


class PictureRule(Protocol):
    """How a picture is made to fit a model (`model.families.resize.Rule`)."""

    def resized(self, width: int, height: int) -> tuple[int, int]:
        """Return the size that the model sees of a picture of that size."""

    def tokens(self, width: int, height: int) -> int:
        """Return how many tokens a picture of that size takes, without its marks."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Which program serves which weights, as far as it tells."""

    version: str
    """For people: `llama.cpp b7512`; empty where the server does not tell."""
    digest: str
    """Changes with the version, the weights, the template and the context."""


class Probed(Struct, frozen=True, forbid_unknown_fields=True):
    """What holds of one model on one server. Can be kept as JSON."""

    host: str
    model: str
    """As the server calls it."""
    version: str
    digest: str
    """Of the server and the weights that were asked (`Identity.digest`)."""
    names: tuple[str, ...] | None
    """Of the models that the server lists; None where it lists none."""
    schema: SchemaForm
    """The first field that held an answer to a schema; `none` when none did."""
    thinks: bool
    """The model thinks when it is not told otherwise."""
    is_quiet: bool
    """Thinking is off when it is asked to be."""
    thinking: ThinkingForm
    """The field by which that is asked."""
    has_logprobs: bool
    seen: Seen
    picture_tokens: tuple[int, int] | None
    """What the small and the large grey picture took; None where it is not told."""
    seen_px: tuple[int, int] | None
    """The size at which the model sees the large one, where a known rule explains it."""
    tools: Tools
    cut_off: CutOff

    @property
    def quirks(self) -> Quirks:
        """How the client has to ask."""
        sees = self.seen not in ("none", "ignored")
        return Quirks(self.schema, self.thinking, self.has_logprobs, sees)

    @property
    def sees_screens(self) -> bool:
        """Tell whether the model sees enough of a screen to be shown one."""
        return self.seen in ("whole", "resized")

    def findings(self) -> tuple[Finding, ...]:
        """Return what holds, what does not and what is done instead, for people."""
        return (
            self._of_name(),
            self._of_schema(),
            self._of_thinking(),
            self._of_pictures(),
            Finding(message(f"tools_{self.tools}"), is_good=True),
            Finding(message(f"cut_off_{self.cut_off}"), is_good=self.cut_off == "told"),
            Finding(message("odds_told" if self.has_logprobs else "odds_untold"), is_good=True),
        )

    def _of_name(self) -> Finding:
        by = message("by_version", version=visible_text(self.version)) if self.version else ""
        is_another = self.names is not None and self.model not in self.names
        key = "lists_none" if self.names is None else "lists_another" if is_another else "has_model"
        told = message(key, host=self.host, by=by, model=visible_text(model_words(self.model)))
        return Finding(told, is_good=not is_another)

    def _of_schema(self) -> Finding:
        match self.schema:
            case "none":
                return Finding(message("holds_no_schema"), is_good=False)
            case "tool":
                field: Message | str = message("forced_tool")
            case "response_format":
                field = self.schema
            case _:
                field = message("own_field", field=self.schema)
        return Finding(message("holds_schema", field=field), is_good=True)

    def _of_thinking(self) -> Finding:
        if not self.is_quiet:
            return Finding(message("thinks_always"), is_good=False)
        if not self.thinks:
            return Finding(message("thinks_never"), is_good=True)
        match self.thinking:
            case "template":
                field: Message | str = message("template_variable")
            case "reasoning":
                field = message("field_called", field=self.thinking)
            case _:
                field = self.thinking
        return Finding(message("thinks_unless_asked", field=field), is_good=True)

    def _of_pictures(self) -> Finding:
        width, height = LARGE_PX
        if self.seen != "resized":
            size = {"width": width, "height": height} if self.seen == "whole" else {}
            told = message(f"sees_{self.seen}", **size)
            return Finding(told, is_good=self.seen in ("none", "whole"))
        if self.seen_px is None:
            return Finding(message("sees_somehow", width=width, height=height), is_good=False)
        seen = {"seen_width": self.seen_px[0], "seen_height": self.seen_px[1]}
        told = message("sees_resized", width=width, height=height, **seen)
        return Finding(told, is_good=False)


Tell = Callable[[Message, float | None], None]
"""Told what is being done, and which share of it is, 0..1; on the thread that does it."""


@dataclass(slots=True)
class _Heard:
    """What of one answer came, whatever became of it."""

    thought: bool = False
    answered: bool = False

    def __call__(self, delta: TextDelta | CallDelta) -> None:
        if isinstance(delta, TextDelta) and delta.kind == "thinking":
            self.thought = True
        else:
            self.answered = True


def probe(
    client: ServerClient,
    *,
    rule: PictureRule | None,
    others: Mapping[str, PictureRule],
    tell: Tell,
    stop: StopToken,
    identity: Identity | None = None,
) -> Probed:
    """Ask the questions and return what holds; about ten short requests.

    Args:
        rule: of the model's family.
        others: further rules that may explain what the model sees, by name.
        identity: as found just now; None asks for it.

    Raises:
        ServerError: the server cannot be asked, or answers nothing that is a reply.
        Stopped: a stop was asked for.
    """
    return _Probe(client, stop, tell).run(rule, others, identity)


_STEPS: Final = (
    "asking_models",
    "asking_thinking",
    "asking_schema",
    "asking_pictures",
    "asking_tools",
    "asking_cut_off",
)


class _Probe:
    """One round of questions; each one asks as the ones before found."""

    def __init__(self, client: ServerClient, stop: StopToken, tell: Tell) -> None:
        self._client = client
        self._stop = stop
        self._tell = tell
        self._quirks = Quirks()

    def run(
        self, rule: PictureRule | None, others: Mapping[str, PictureRule], identity: Identity | None
    ) -> Probed:
        self._at(0)
        names = self._names()
        model = self._client.model(self._stop)
        if identity is None:
            identity = identity_of(self._client, self._stop)
        self._at(1)
        thinks = self._thinks()
        thinking, is_quiet = self._quiet(thinks=thinks)
        self._quirks = Quirks("none", thinking)
        self._at(2)
        schema = self._schema()
        self._quirks = Quirks(schema, thinking)
        has_logprobs = self._has_logprobs()
        self._at(3)
        seen, tokens, seen_px = self._pictures(rule, others)
        self._at(4)
        tools = self._tools()
        self._at(5)
        cut_off = self._cut_off()
        self._tell(message(_STEPS[-1], host=self._client.host), 1.0)
        return Probed(
            host=self._client.host,
            model=model,
            version=identity.version,
            digest=identity.digest,
            names=names,
            schema=schema,
            thinks=bool(thinks),
            is_quiet=is_quiet,
            thinking=thinking,
            has_logprobs=has_logprobs,
            seen=seen,
            picture_tokens=tokens,
            seen_px=seen_px,
            tools=tools,
            cut_off=cut_off,
        )

    def _at(self, step: int) -> None:
        self._stop.check()
        self._tell(message(_STEPS[step], host=self._client.host), step / len(_STEPS))

    def _ask(self, ask: Ask, quirks: Quirks | None = None) -> tuple[Reply | ServerError, _Heard]:
        """Return the reply, or what is wrong with the answer; what is wrong with the server is raised."""
        heard = _Heard()
        try:
            reply = self._client.with_quirks(quirks or self._quirks).reply(ask, self._stop, heard)
        except ServerError as error:
            if error.fault in _NOT_TAKEN or error.fault in _NO_ANSWER:
                return error, heard
            raise
        return reply, heard

    def _names(self) -> tuple[str, ...] | None:
        try:
            return self._client.models(self._stop)
        except ServerError as error:
            if error.fault in _NOT_TAKEN:
                return None
            raise

    def _thinks(self) -> bool | None:
        """Ask a plain question and tell whether the model thought; None where it cannot be told.

        Raises:
            ServerError: not even that is answered.
        """
        reply, heard = self._ask(_question("as_it_is"))
        if isinstance(reply, Reply):
            return bool(reply.reasoning.strip()) or heard.thought
        if reply.fault in _NOT_TAKEN:
            raise reply
        return True if heard.thought else None

    def _quiet(self, *, thinks: bool | None) -> tuple[ThinkingForm, bool]:
        """Return the first field by which thinking goes off, and whether it is off."""
        for form in THINKING_FORMS:
            reply, heard = self._ask(_question("off"), Quirks("none", form))
            if isinstance(reply, Reply):
                if not reply.reasoning.strip() and not heard.thought:
                    return form, True
            elif reply.fault is ServerFault.CUT_OFF and not heard.thought and not thinks:
                return form, True  # it only talks a lot
        return "none", not thinks

    def _schema(self) -> SchemaForm:
        """Return the first field by which an answer is held; the model cannot know what has to come."""
        for form in SCHEMA_FORMS:
            word = secrets.token_hex(4)
            reply, _ = self._ask(_sentence_as(word), Quirks(form, self._quirks.thinking))
            if isinstance(reply, Reply) and _holds(reply.text, word):
                return form
        return "none"

    def _has_logprobs(self) -> bool:
        reply, _ = self._ask(replace(_sentence_as("ok"), wants_logprobs=True))
        return isinstance(reply, Reply) and bool(reply.tokens)

    def _pictures(
        self, rule: PictureRule | None, others: Mapping[str, PictureRule]
    ) -> tuple[Seen, tuple[int, int] | None, tuple[int, int] | None]:
        text = self._prompt_tokens(None)
        try:
            small, large = (self._prompt_tokens(grey(*size)) for size in (SMALL_PX, LARGE_PX))
        except ServerError as error:
            if error.fault in (ServerFault.NO_PICTURES, *_NOT_TAKEN):
                return "none", None, None
            if error.fault is ServerFault.TIMEOUT:
                return "unknown", None, None  # too slow to be shown a screen
            raise
        if text is None or small is None or large is None:
            return "unknown", None, None
        tokens = (small - text, large - text)
        if tokens[1] < _FEWEST:
            return "ignored", tokens, None
        if tokens[0] == tokens[1]:
            return "one_size", tokens, None
        for name, one in (("", rule), *others.items()):
            if one is not None and _explains(one, tokens):
                seen_px = one.resized(*LARGE_PX)
                return ("resized" if name else "whole"), tokens, seen_px
        return "resized", tokens, None

    def _prompt_tokens(self, picture: Picture | None) -> int | None:
        pictures = (picture,) if picture is not None else ()
        turn = Turn("user", "Answer with: ok", pictures)
        ask = Ask((turn,), max_tokens=_CUT_TOKENS, thinking="off")
        reply, _ = self._ask(ask)
        if isinstance(reply, ServerError) and reply.fault in _NOT_TAKEN:
            raise reply
        return reply.prompt_tokens

    def _tools(self) -> Tools:
        colours: Schema = {"type": "string", "enum": ["red", "green", "blue"]}
        schema: Schema = {
            "type": "object",
            "properties": {"colour": colours},
            "required": ["colour"],
            "additionalProperties": False,
        }
        tool = ServerTool("paint", "Paints the wall in a colour.", schema)
        turn = Turn("user", "Paint the wall green. Call the tool paint for it.")
        ask = Ask((turn,), tools=(tool,), max_tokens=_SHORT_TOKENS, thinking="off")
        reply, _ = self._ask(ask)
        if isinstance(reply, Reply):
            return "parsed" if any(use.name == "paint" for use in reply.tool_uses) else "text"
        return "none" if reply.fault in _NOT_TAKEN else "text"

    def _cut_off(self) -> CutOff:
        turn = Turn("user", "Write the numbers from 1 to 100 in words, with commas.")
        reply, heard = self._ask(Ask((turn,), max_tokens=_CUT_TOKENS, thinking="off"))
        if isinstance(reply, Reply):
            return "hidden"
        if reply.fault is ServerFault.CUT_OFF and heard.answered:
            return "told"
        return "unknown"


_MOST_MARKS: Final = 16
"""Tokens around a picture, its name or number among them."""


def _explains(rule: PictureRule, tokens: tuple[int, int]) -> bool:
    expected = (rule.tokens(*SMALL_PX), rule.tokens(*LARGE_PX))
    marks = tokens[0] - expected[0]
    is_alike = abs((tokens[1] - tokens[0]) - (expected[1] - expected[0])) <= _COUNT_SLACK
    return is_alike and 0 <= marks <= _MOST_MARKS


def _question(thinking: Thinking) -> Ask:
    turn = Turn("user", "Answer with the one word: hello")
    return Ask((turn,), max_tokens=FREE_TOKENS, thinking=thinking)


def _sentence_as(word: str) -> Ask:
    """Return a request whose schema wants something else than its words do."""
    schema: Schema = {
        "type": "object",
        "properties": {"mark": {"type": "string", "const": word}},
        "required": ["mark"],
        "additionalProperties": False,
    }
    turn = Turn("user", "Write one English sentence about the sea.")
    return Ask((turn,), schema=schema, max_tokens=_SHORT_TOKENS, thinking="off")


def _holds(text: str, word: str) -> bool:
    try:
        return parse(text) == {"mark": word}
    except NotStrictJson:
        return False


def grey(width: int, height: int) -> Picture:
    """Return a grey picture of that size, as a PNG file."""
    import numpy as np  # noqa: PLC0415 - the values above are wanted without

    from automation.core.geometry import ScreenPoint  # noqa: PLC0415
    from automation.core.observation import Frame  # noqa: PLC0415
    from automation.records.blobs import png_bytes  # noqa: PLC0415

    pixels = np.full((height, width, 4), GREY, np.uint8)
    return Picture(png_bytes(Frame(pixels, ScreenPoint(0, 0), 0.0)), width, height)


def identity_of(client: ServerClient, stop: StopToken) -> Identity:
    """Return which server and which weights answer; at most six small documents are asked for.

    llama.cpp tells its build, file and template at `/props`, vLLM its version at `/version`, SGLang at
    `/get_server_info`, Ollama at `/api/version` and the digest of a model at `/api/tags`. Where none answers, what `/models` says of
    the model is all that is known.

    Raises:
        ServerError: the server cannot be asked at all.
        Stopped: a stop was asked for.
    """
    model = client.model(stop)
    told: list[object] = [model]
    version = ""
    if (props := _told(client, "/props", stop)) is not None:
        build = props.get("build_info")
        version = f"llama.cpp {build}" if isinstance(build, str) else ""
        told += [
            props.get(name) for name in ("build_info", "model_path", "chat_template", "modalities")
        ]
        settings = props.get("default_generation_settings")
        told.append(settings.get("n_ctx") if isinstance(settings, dict) else None)
    elif (found := _told(client, "/version", stop)) is not None:
        version = f"vLLM {_words(found.get('version'))}"
        told.append(version)
    elif (found := _told(client, "/get_server_info", stop)) is not None:
        version = f"SGLang {_words(found.get('version'))}"
        told += [version, found.get("model_path")]
    elif (found := _told(client, "/api/version", stop)) is not None:
        version = f"Ollama {_words(found.get('version'))}"
        tags = _told(client, "/api/tags", stop) or {}
        told += [version, _entry(tags.get("models"), "name", model).get("digest")]
    path = client.address.base.removeprefix(client.address.root)
    listed = _told(client, f"{path}/models", stop) or {}
    entry = _entry(listed.get("data"), "id", model)
    # Not `created`: vLLM writes the time of the question there.
    told += [entry.get(name) for name in ("root", "owned_by", "max_model_len", "meta")]
    written = msgspec.json.encode(told, order="deterministic")
    return Identity(version[:_LONGEST], hashlib.sha256(written).hexdigest())


_LONGEST: Final = 100
"""Characters of a version."""


def _told(client: ServerClient, route: str, stop: StopToken) -> dict[str, object] | None:
    found = client.told(route, stop)
    return None if found is None or "error" in found else found  # LM Studio says 200 to any route


def _words(value: object) -> str:
    return value if isinstance(value, str) else ""


def _entry(entries: object, key: str, name: str) -> dict[str, object]:
    if isinstance(entries, list):
        for one in entries:
            if isinstance(one, dict) and one.get(key) == name:
                return one
    return {}
