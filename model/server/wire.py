"""How a request to a model server looks, and how its reply is put together from what comes.

The common shape is OpenAI's `chat/completions`. Servers differ in which field holds an answer to a schema and
which one turns thinking off; most ignore what they do not know with status 200. So what is sent is told by
`Quirks`, which the probe finds out, and what comes is read strictly.
"""

from base64 import b64encode
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from automation.core.generation import CallDelta, TextDelta
from automation.core.text import visible_text
from model.server.asking import (
    Ask,
    Message,
    Reply,
    ServerError,
    ServerFault,
    ServerTool,
    Token,
    ToolUse,
    Turn,
    message,
)
from model.strict_json import NotStrictJson, parse

SchemaForm = Literal[
    "response_format", "structured_outputs", "json_schema", "format", "tool", "none"
]
SCHEMA_FORMS: Final[tuple[SchemaForm, ...]] = (
    "response_format",  # OpenAI's: llama.cpp, vLLM, SGLang, Ollama, LM Studio
    "structured_outputs",  # vLLM's own from 0.12, H Company's service
    "json_schema",  # llama.cpp's own
    "format",  # Ollama's own
    "tool",  # one tool that must be called
)
"""In the order in which they are tried."""

ThinkingForm = Literal["template", "reasoning_effort", "reasoning", "none"]
THINKING_FORMS: Final[tuple[ThinkingForm, ...]] = (
    "template",  # vLLM, SGLang, llama.cpp, transformers: a variable of the chat template
    "reasoning_effort",  # Ollama, hosted services
    "reasoning",  # OpenRouter
)

_SHOWN: Final = 300
"""Characters of a server's own words that a sentence repeats."""
_THINK: Final = "<think>"
_THOUGHT: Final = "</think>"


@dataclass(frozen=True, slots=True)
class Quirks:
    """What a server and a model really take."""

    schema: SchemaForm = "response_format"
    """The field by which an answer is held to a schema; `none` asks without."""
    thinking: ThinkingForm = "template"
    """The field by which thinking is turned on and off; `none` leaves it as it is."""
    has_logprobs: bool = True
    has_pictures: bool = True
    """Without, a request with pictures is refused here and nothing is sent."""


def body_of(ask: Ask, model: str, quirks: Quirks, most_tokens: int) -> bytes:
    """Return the request as JSON.

    Args:
        most_tokens: no answer is longer, whatever is asked for.
    """
    body: dict[str, object] = {
        "model": model,
        "messages": _messages(ask.turns),
        "max_tokens": min(ask.max_tokens, most_tokens),
        "temperature": ask.temperature,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    tools = [*ask.tools]
    if ask.schema is not None:
        match quirks.schema:
            case "response_format":
                held = {"name": ask.schema_name, "schema": ask.schema, "strict": True}
                body["response_format"] = {"type": "json_schema", "json_schema": held}
            case "structured_outputs":
                body["structured_outputs"] = {"json": ask.schema}
            case "json_schema" | "format" as name:
                body[name] = ask.schema
            case "tool":
                tools = [ServerTool(ask.schema_name, "Gives the answer.", ask.schema)]
                body["tool_choice"] = "required"
    if tools:
        body["tools"] = [
            {"type": "function", "function": {"name": t.name, "description": t.description, "parameters": t.parameters}}
            for t in tools
        ]  # fmt: skip
    if ask.thinking != "as_it_is":
        _tell_thinking(body, quirks.thinking, is_on=ask.thinking == "on")
    if ask.wants_logprobs and quirks.has_logprobs:
        body["logprobs"] = True
    return msgspec.json.encode(body)


def _tell_thinking(body: dict[str, object], form: ThinkingForm, *, is_on: bool) -> None:
    match form:
        case "template":
            # Which of the two names a template knows is not told; it ignores the other.
            body["chat_template_kwargs"] = {"enable_thinking": is_on, "thinking": is_on}
        case "reasoning_effort":
            body["reasoning_effort"] = "medium" if is_on else "none"
        case "reasoning":
            body["reasoning"] = {"enabled": is_on}


def _messages(turns: tuple[Turn, ...]) -> list[dict[str, object]]:
    """Return the messages; each call has a name of nine letters and digits, which every template takes."""
    messages, calls = [], 0
    for turn in turns:
        message = _message(turn)
        if turn.use is not None:
            calls += 1
            function = {"name": turn.use.name, "arguments": turn.use.arguments}
            call = {"id": f"call{calls:05}", "type": "function", "function": function}
            message["tool_calls"] = [call]
        if turn.role == "tool":
            message["tool_call_id"] = f"call{calls:05}"
        messages.append(message)
    return messages


def _message(turn: Turn) -> dict[str, object]:
    if not turn.pictures:
        return {"role": turn.role, "content": turn.text}
    content: list[dict[str, object]] = [
        {
            "type": "image_url",
            "image_url": {"url": f"data:image/png;base64,{b64encode(picture.png).decode()}"},
        }
        for picture in turn.pictures
    ]
    if turn.text:
        content.append({"type": "text", "text": turn.text})
    return {"role": turn.role, "content": content}


_Count = Annotated[int, Meta(ge=0, le=1 << 53)]


class _Function(Struct):
    name: str | None = None
    arguments: str | None = None


class _Call(Struct):
    index: Annotated[int, Meta(ge=0, le=1000)] | None = None
    id: str | None = None
    function: _Function | None = None


class _Message(Struct):
    """What has been added (`delta`), or all of it (`message`)."""

    content: str | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None
    tool_calls: list[_Call] | None = None


class _Token(Struct):
    token: str
    logprob: float


class _Logprobs(Struct):
    content: list[_Token] | None = None


class _Choice(Struct):
    index: int | None = 0
    delta: _Message | None = None
    message: _Message | None = None
    finish_reason: str | None = None
    logprobs: _Logprobs | None = None


class _Usage(Struct):
    prompt_tokens: _Count | None = None
    completion_tokens: _Count | None = None


class _Chunk(Struct):
    choices: list[_Choice] | None
    usage: _Usage | None = None
    model: str | None = None


@dataclass(slots=True)
class _Use:
    """A tool call that is being put together."""

    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)


class Gathered:
    """One reply while it comes. Belongs to one request.

    `<think>` at the start of the content, or a thought that only ends there because the template opened it,
    is reasoning and no answer.
    """

    def __init__(self, ask: Ask, quirks: Quirks, most_tokens: int) -> None:
        self._ask = ask
        self._quirks = quirks
        self._most_tokens = most_tokens
        self._thoughts: list[str] = []
        self._content: list[str] = []
        self._begun = ""
        """The start of the content, as long as it may become `<think>`."""
        self._place: Literal["start", "thought", "after", "answer"] = "start"
        self._uses: list[_Use] = []
        self._by_index: dict[int, _Use] = {}
        self._tokens: list[Token] = []
        self._pieces = 0
        self._is_by_tool = ask.schema is not None and quirks.schema == "tool"
        self._usage = _Usage()
        self._model = ""
        self._finish = ""

    def take(self, text: str) -> tuple[TextDelta | CallDelta, ...]:
        """Take one event of the stream, or a whole reply, in; return what it adds.

        Raises:
            ServerError: it is no part of a reply, tells an error, or comes after the end.
        """
        document = _document(text)
        if (error := document.get("error")) is not None:
            raise ServerError(
                ServerFault.SERVER_ERROR,
                message("server_broke_off", said=said(error_text(error))),
            )
        try:
            chunk = msgspec.convert(document, _Chunk)
        except msgspec.ValidationError as error:
            raise _strange(message("wrong_shape", why=str(error)[:_SHOWN])) from error
        self._model = self._model or _whole(chunk.model or "")
        self._usage = chunk.usage or self._usage
        told: list[TextDelta | CallDelta] = []
        for choice in chunk.choices or ():
            if not choice.index:
                told += self._take_choice(choice)
        return tuple(told)

    def _take_choice(self, choice: _Choice) -> list[TextDelta | CallDelta]:
        part = choice.delta or choice.message or _Message()
        thought = _whole(part.reasoning_content or part.reasoning or "")
        content = _whole(part.content or "")
        if self._finish and (thought or content or part.tool_calls):
            raise _strange(message("goes_on"))
        self._pieces += bool(thought) + bool(content) + len(part.tool_calls or ())
        if self._pieces > self._most_tokens:
            raise ServerError(
                ServerFault.TOO_LARGE,
                message("too_many_pieces", most=self._most_tokens),
            )
        told: list[TextDelta | CallDelta] = [TextDelta(thought, "thinking")] if thought else []
        self._thoughts.append(thought)
        if content:
            told += self._split(content)
        for call in part.tool_calls or ():
            use = self._take_call(call)
            if use is self._uses[0] and (more := use.arguments[-1]):
                is_answer = self._is_by_tool and use.name == self._ask.schema_name
                told.append(TextDelta(more, "answer") if is_answer else CallDelta(use.name, more))
        if choice.logprobs is not None:
            tokens = choice.logprobs.content or ()
            self._tokens += [Token(_whole(t.token), t.logprob) for t in tokens]
        self._finish = self._finish or choice.finish_reason or ""
        return told

    def _split(self, content: str) -> list[TextDelta]:
        """Sort new content into thought and answer; white space between them belongs to neither."""
        if self._place == "after":
            content = content.lstrip()
            if not content:
                return []
            self._place = "answer"
        if self._place == "answer":
            self._content.append(content)
            return [TextDelta(content, "answer")]
        self._begun += content
        if self._place == "start":
            begun = self._begun.lstrip()
            if _THINK.startswith(begun[: len(_THINK)]) and len(begun) < len(_THINK):
                return []
            if not begun.startswith(_THINK):
                self._place, content, self._begun = "answer", self._begun, ""
                return self._split(content)
            self._place, self._begun = "thought", begun[len(_THINK) :]
        thought, tag, rest = self._begun.partition(_THOUGHT)
        if not tag:
            # What may be the beginning of the tag waits for more.
            held = next(
                (n for n in range(len(_THOUGHT), 0, -1) if thought.endswith(_THOUGHT[:n])), 0
            )
            thought, self._begun = thought[: len(thought) - held], thought[len(thought) - held :]
            self._thoughts.append(thought)
            return [TextDelta(thought, "thinking")] if thought else []
        self._thoughts.append(thought)
        self._place, self._begun = "after", ""
        told = [TextDelta(thought, "thinking")] if thought else []
        return [*told, *self._split(rest)]

    def _take_call(self, call: _Call) -> _Use:
        """Take more of a call in; return the call."""
        function = call.function or _Function()
        use = self._by_index.get(call.index if call.index is not None else len(self._uses) - 1)
        # Some servers give every call the same index, and an id of its own.
        is_another = use is not None and bool(call.id) and bool(use.id) and call.id != use.id
        if use is None or is_another or (call.index is None and function.name):
            use = _Use(call.id or "")
            self._by_index[call.index if call.index is not None else len(self._uses)] = use
            self._uses.append(use)
        use.name = use.name or _whole(function.name or "")
        use.arguments.append(_whole(function.arguments or ""))
        return use

    def reply(self) -> Reply:
        """Return the whole reply, after the end of the stream.

        Raises:
            ServerError: the model did not end it, or there is no answer in it.
        """
        text, thought = self._text()
        uses = tuple(ToolUse(use.name, "".join(use.arguments)) for use in self._uses)
        try:
            self._require_end(
                has_answer=bool(text.strip() or uses), has_thought=bool(thought.strip())
            )
        except ServerError as error:
            error.prompt_tokens = self._usage.prompt_tokens
            raise
        if self._is_by_tool and [use.name for use in uses] == [self._ask.schema_name]:
            text, uses = uses[0].arguments, ()
        return Reply(
            text,
            thought,
            uses,
            tuple(self._tokens),
            self._usage.prompt_tokens,
            self._usage.completion_tokens,
            self._model,
        )

    def _text(self) -> tuple[str, str]:
        """Return answer and thought."""
        thought = "".join(self._thoughts)
        if self._place == "thought":
            return "", thought + self._begun
        text = self._begun + "".join(self._content)
        # The template may have opened the thought, so that only its end comes; an answer in JSON may speak of it.
        if _THOUGHT in text and not text.lstrip().startswith(("{", "[")):
            before, _, text = text.partition(_THOUGHT)
            return text.lstrip(), thought + before
        return text, thought

    def _require_end(self, *, has_answer: bool, has_thought: bool) -> None:
        most = min(self._ask.max_tokens, self._most_tokens)
        if not self._finish:
            raise ServerError(ServerFault.CUT_OFF, message("reply_broke_off"))
        if has_thought and not has_answer:
            raise ServerError(ServerFault.ONLY_THOUGHT, message("only_thought"))
        if self._finish == "length":
            raise ServerError(ServerFault.CUT_OFF, message("ran_to_limit", tokens=most))
        if self._finish not in ("stop", "tool_calls"):
            early = message("ended_early", said=said(self._finish[:40]))
            raise ServerError(ServerFault.CUT_OFF, early)
        if not has_answer:
            raise ServerError(ServerFault.EMPTY, message("empty"))


def _document(text: str) -> dict[str, object]:
    try:
        document = parse(text)
    except NotStrictJson as error:
        raise _strange(message("unreadable", why=visible_text(str(error)))) from error
    if not isinstance(document, dict):
        raise _strange(message("no_object"))
    return document


def _strange(what: Message) -> ServerError:
    return ServerError(ServerFault.NOT_A_SERVER, message("strange_reply", what=what))


def _whole(text: str) -> str:
    """Return a text that can be written; a half character is damage."""
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        raise _strange(message("half_character"))
    return text


def error_text(error: object) -> str:
    """Return the server's own words in the value of an `error` field, in whatever form it has."""
    if isinstance(error, dict):
        error = error.get("message") or error.get("detail") or error.get("error") or ""
    return error if isinstance(error, str) else ""


def said(words: str) -> Message | str:
    """Return `, saying “...”` with a server's own words, cut and made visible; empty for none."""
    words = " ".join(words.split())
    if not words:
        return ""
    cut = words[:_SHOWN] + ("…" if len(words) > _SHOWN else "")
    return message("saying", words=visible_text(cut))
