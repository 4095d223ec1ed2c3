"""A model server that runs in a thread: it speaks as one of six kinds do, and its model says what a test tells it.

What a kind does is written from its documents and from what was measured on real ones (llama.cpp, transformers);
vLLM, SGLang, Ollama and LM Studio do not run here. Each kind holds an answer to a schema in its own fields alone
and takes most other fields with status 200 and without effect, which is what a client has to find out.

    with ModelServer(["first answer", Said("second", reasoning="hm")], "vLLM") as server:
        client = ServerClient(server.url)

What goes wrong on the wire is an answer too: a function that writes to the connection, see `wire_faults.py`.
"""

import json
import socket
import ssl
import struct
import threading
import time
from base64 import b64decode
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import ceil


@dataclass(frozen=True)
class Kind:
    """What a server does with a request, and in which fields it answers."""

    name: str
    holds: tuple[str, ...]
    """Fields by which it holds an answer to a schema; the others are ignored with status 200."""
    refuses: tuple[str, ...] = ()
    """Shapes of `response_format` that get status 400."""
    strange: tuple[str, ...] = ()
    """Fields that get status 422."""
    has_tools: bool = True
    """A tool that must be called is called; without, the answer is plain text."""
    thinking_off: tuple[str, ...] = ("chat_template_kwargs",)
    reasoning: str = "reasoning_content"
    """The field of a thought; `content`: it stands in the content, inside `<think>`."""
    knows_names: bool = True
    """A model that it does not have gets status 404."""
    blind: int = 400
    """Status of a picture for a model without a vision part."""
    has_logprobs: bool = True
    owner: str = ""
    tells: dict[str, object] = field(default_factory=dict)
    """What stands at routes outside the base."""


KINDS = {
    kind.name: kind
    for kind in (
        Kind(
            "llama.cpp",
            ("response_format", "json_object", "json_schema", "tools"),
            knows_names=False,
            blind=500,
            owner="llamacpp",
            tells={"/props": {"build_info": "b11549-abcdef", "model_path": "/m/tiny.gguf",
                              "modalities": {"vision": True, "audio": False}, "chat_template": "{{ messages }}"}},
        ),
        Kind(
            "vLLM",
            ("response_format", "structured_outputs", "tools"),
            ("flat",),
            reasoning="reasoning",
            owner="vllm",
            tells={"/version": {"version": "0.28.1"}},
        ),
        Kind(
            "SGLang",
            ("response_format", "tools"),
            owner="sglang",
            tells={"/get_server_info": {"version": "0.5.9"}},
        ),
        Kind(
            "Ollama",
            ("response_format", "tools"),
            thinking_off=("reasoning_effort",),
            reasoning="reasoning",
            has_logprobs=False,
            owner="library",
            tells={"/api/version": {"version": "0.40.0"}},
        ),
        Kind(
            "LM Studio",
            ("response_format", "tools"),
            ("json_object", "flat"),
            thinking_off=(),
            reasoning="content",
            knows_names=False,
            owner="organization_owner",
        ),
        Kind(
            "transformers serve",
            (),
            strange=("structured_outputs", "json_schema", "format", "reasoning"),
            has_tools=False,
            reasoning="content",
            knows_names=False,
            has_logprobs=False,
            owner="Qwen",
        ),
    )
}  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """One request as the model sees it; header names are in lower case."""

    method: str
    path: str
    headers: dict[str, str]
    body: dict
    schema: dict | None = None
    """What the answer is held to, None where the server ignores what was asked."""
    is_thinking: bool = False
    """The model thinks before it answers."""

    @property
    def text(self) -> str:
        """The text of the last message."""
        content = self.body["messages"][-1]["content"]
        if isinstance(content, str):
            return content
        return "".join(part["text"] for part in content if part["type"] == "text")

    @property
    def pictures(self) -> list[bytes]:
        """All pictures, as they were encoded."""
        return _pictures(self.body)


@dataclass(frozen=True)
class Said:
    """What the model says to one request."""

    text: str = ""
    reasoning: str = ""
    tools: tuple[tuple[str, str], ...] = ()
    """Name and arguments of each call."""
    finish: str | None = "stop"
    """None: the stream ends without a reason."""
    tokens: tuple[tuple[str, float], ...] = ()
    """Text and logarithm of the probability, told when asked for."""
    piece: int = 8
    """Characters that come at once."""


Writes = Callable[["Connection"], None]
Answer = str | Said | Writes
Model = Callable[[Asked], Answer]


def obedient(asked: Asked) -> Said:
    """Return the first answer that the schema allows, or one sentence; thinks where it is let."""
    thought = "The user wants an answer." if asked.is_thinking else ""
    return Said(
        "It is done." if asked.schema is None else json.dumps(first_of(asked.schema)), thought
    )


def first_of(schema: dict) -> object:
    """Return the simplest value that a schema allows."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    for name in ("anyOf", "oneOf"):
        if name in schema:
            return first_of(schema[name][0])
    kind = schema.get("type", "object")
    match kind[0] if isinstance(kind, list) else kind:
        case "object":
            names = schema.get("required", list(schema.get("properties", {})))
            return {name: first_of(schema["properties"][name]) for name in names}
        case "array":
            return [first_of(schema.get("items", {}))] * schema.get("minItems", 0)
        case "string":
            return "a" * schema.get("minLength", 1)
        case "integer" | "number":
            return schema.get("minimum", 0)
        case "boolean":
            return False
    return None


def patch_tokens(width: int, height: int) -> int:
    """Return the tokens of a picture of which nothing is lost: 32 pixels a side for each."""
    return ceil(width / 32) * ceil(height / 32)


def fixed_tokens(width: int, height: int) -> int:
    """Return the tokens of an encoder that makes every picture one size (measured: 232 with the prompt)."""
    return 196


class ModelServer:
    """One model, served on a free port of the loopback until it is closed."""

    def __init__(
        self,
        answers: Model | Iterable[Answer] = obedient,
        kind: str = "llama.cpp",
        *,
        models: tuple[str, ...] = ("tiny",),
        key: str | None = None,
        sees: bool = True,
        thinks: bool = False,
        tokens_of: Callable[[int, int], int] = patch_tokens,
        context: int = 100_000,
        tls: ssl.SSLContext | None = None,
        at: dict[str, "Writes"] | None = None,
        **changed: object,
    ) -> None:
        """Start to serve.

        Args:
            answers: a function of the request, or one answer after the other; the last one stays.
            key: requests without it get status 401.
            sees: the model has a vision part.
            thinks: it thinks unless the kind's own field turns that off.
            tokens_of: how many prompt tokens a picture of that size is.
            context: more prompt tokens than that get status 400.
            at: what is written to who asks for a path by GET, in place of what the kind tells there.
            changed: fields of the kind that this server has otherwise.
        """
        self.kind = Kind(**{**vars(KINDS[kind]), **changed})
        self.models, self.key, self.sees, self.thinks = models, key, sees, thinks
        self.tokens_of, self.context, self.at = tokens_of, context, at or {}
        self.asked: list[Asked] = []
        """All requests, in the order of their arrival."""
        self.connections = 0
        """How many were opened, also where no request came."""
        self.closed_s: list[float] = []
        """When a client closed a connection on which `Connection.until_closed` waited; monotonic."""
        self.is_closing = threading.Event()
        self._answers = answers if callable(answers) else None
        self._list = [] if callable(answers) else list(answers)
        self._lock = threading.Lock()
        self._server = _Listening(("127.0.0.1", 0), _handler(self))
        self._server.server_of = self
        self._tls = tls
        if tls is not None:
            self._server.socket = tls.wrap_socket(
                self._server.socket, server_side=True, do_handshake_on_connect=False
            )
        self.port = self._server.server_port
        self.root = f"{'http' if tls is None else 'https'}://127.0.0.1:{self.port}"
        self.url = f"{self.root}/v1"
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.02,), daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """End the server and what it still writes."""
        self.is_closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> "ModelServer":
        """Return it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def answer(self, asked: Asked) -> Answer:
        """Keep a request, and return what the model answers."""
        with self._lock:
            self.asked.append(asked)
            if self._answers is None:
                return self._list.pop(0) if len(self._list) > 1 else self._list[0]
        return self._answers(asked)

    def keep(self, asked: Asked) -> None:
        """Keep a request that the model does not get."""
        with self._lock:
            self.asked.append(asked)

    @property
    def questions(self) -> list[Asked]:
        """The requests for a reply."""
        return [asked for asked in self.asked if asked.method == "POST"]


class _Listening(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256
    server_of: ModelServer

    def process_request(self, *words):
        """Count a connection."""
        self.server_of.connections += 1
        super().process_request(*words)

    def handle_error(self, *_):
        """Say nothing: a client that goes away is what many tests are about."""


class Connection(BaseHTTPRequestHandler):
    """One request and what is written to it. Headers are written by `start`, parts of a body by `part`."""

    protocol_version = "HTTP/1.1"
    server_of: ModelServer
    asked: Asked

    def do_GET(self) -> None:
        """Tell what the server has."""
        server = self.server_of
        self.asked = self._asked({})
        server.keep(self.asked)
        if self.path in server.at:
            server.at[self.path](self)
            return
        if not self._has_key():
            return
        if self.path == "/v1/models":
            listed = [
                {"id": name, "object": "model", "owned_by": server.kind.owner}
                for name in server.models
            ]
            self.json({"object": "list", "data": listed})
        elif self.path in server.kind.tells:
            self.json(server.kind.tells[self.path])
        elif self.path == "/health":
            self.json({"status": "ok"})
        else:
            self.error(404, "File Not Found")

    def do_POST(self) -> None:
        """Answer as the kind does."""
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
        self.asked = self._asked(body)
        if refused := self._refusal(body):
            self.server_of.keep(self.asked)
            self.error(*refused)
            return
        if not self._has_key():
            self.server_of.keep(self.asked)
            return
        answer = self.server_of.answer(self.asked)
        if callable(answer):
            answer(self)
        else:
            self.say(Said(answer) if isinstance(answer, str) else answer)

    # What answers are made of

    def say(self, said: Said) -> None:
        """Give a whole answer in the form that was asked for."""
        if not self.asked.body.get("stream"):
            self.json(self.whole(said))
            return
        self.start("text/event-stream")
        for chunk in self.chunks(said):
            self.event(chunk)
        self.part(b"data: [DONE]\n\n")
        self.end()

    def start(self, kind: str = "text/event-stream", status: int = 200, **headers: object) -> None:
        """Write the head of an answer whose body comes in parts."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Transfer-Encoding", "chunked")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()

    def event(self, document: object) -> None:
        """Write one event of a stream."""
        self.part(f"data: {json.dumps(document)}\n\n".encode())

    def part(self, data: bytes) -> None:
        """Write a part of a body."""
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def end(self) -> None:
        """End a body that came in parts."""
        self.wfile.write(b"0\r\n\r\n")

    def json(self, document: object, status: int = 200, **headers: object) -> None:
        """Write a whole JSON answer."""
        self.send(json.dumps(document).encode(), "application/json", status, **headers)

    def error(self, status: int, words: str, **headers: object) -> None:
        """Write an error in the shape that all kinds share."""
        self.json({"error": {"message": words, "type": "error", "code": status}}, status, **headers)

    def send(self, data: bytes, kind: str, status: int = 200, **headers: object) -> None:
        """Write a whole answer."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()
        self.wfile.write(data)

    def raw(self, data: bytes) -> None:
        """Write bytes that need be no HTTP, and close."""
        self.wfile.write(data)
        self.close_connection = True

    def drop(self) -> None:
        """Close the connection by a reset, as a server that is killed does."""
        with suppress(OSError):
            # With this, closing sends a reset.
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True

    def wait(self, seconds: float) -> bool:
        """Let time pass; tell whether the test goes on."""
        return not self.server_of.is_closing.wait(seconds)

    def until_closed(self) -> None:
        """Write nothing more, and note when the client closes."""
        self.connection.settimeout(0.5)
        while not self.server_of.is_closing.is_set():
            try:
                if self.connection.recv(1):
                    continue
            except TimeoutError:
                continue
            except OSError:
                pass
            self.server_of.closed_s.append(time.monotonic())
            break
        self.close_connection = True

    def chunks(self, said: Said) -> list[dict]:
        """Return the events of a stream, without its end mark."""
        said = self._as_kind(said)
        deltas: list[dict] = [{"role": "assistant", "content": ""}]
        if said.reasoning:
            deltas += [
                {self.server_of.kind.reasoning: part}
                for part in _pieces(said.reasoning, said.piece)
            ]
        deltas += [{"content": part} for part in _pieces(said.text, said.piece)]
        for index, (name, arguments) in enumerate(said.tools):
            head = {"index": index, "id": f"call_{index}", "type": "function"}
            deltas.append({"tool_calls": [head | {"function": {"name": name, "arguments": ""}}]})
            deltas += [
                {"tool_calls": [{"index": index, "function": {"arguments": part}}]}
                for part in _pieces(arguments, said.piece)
            ]
        chunks = [self.chunk({"index": 0, "delta": delta}) for delta in deltas]
        if tokens := self._logprobs(said):
            chunks[-1]["choices"][0]["logprobs"] = {"content": tokens}
        if said.finish is not None:
            chunks.append(
                self.chunk({"index": 0, "delta": {}, "finish_reason": self._finish(said)})
            )
        if (self.asked.body.get("stream_options") or {}).get("include_usage"):
            chunks.append(self.chunk() | {"usage": self._usage(said)})
        return chunks

    def chunk(self, *choices: dict) -> dict:
        """Return one event around choices."""
        name = self.asked.body.get("model") or self.server_of.models[0]
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": name,
            "choices": list(choices),
        }

    def whole(self, said: Said) -> dict:
        """Return an answer that does not stream."""
        said = self._as_kind(said)
        message: dict = {"role": "assistant", "content": said.text}
        if said.reasoning:
            message[self.server_of.kind.reasoning] = said.reasoning
        if said.tools:
            message["tool_calls"] = [
                {"id": f"call_{index}", "type": "function", "function": {"name": name, "arguments": arguments}}
                for index, (name, arguments) in enumerate(said.tools)
            ]  # fmt: skip
        choice: dict = {"index": 0, "message": message, "finish_reason": self._finish(said)}
        if tokens := self._logprobs(said):
            choice["logprobs"] = {"content": tokens}
        return self.chunk(choice) | {"object": "chat.completion", "usage": self._usage(said)}

    # How the kind does it

    def _as_kind(self, said: Said) -> Said:
        """Return the answer as a tool call where one must be, with its thought where the kind shows it."""
        is_forced = (
            self.asked.body.get("tool_choice") == "required" and self.server_of.kind.has_tools
        )
        if is_forced and said.text and not said.tools:
            name = self.asked.body["tools"][0]["function"]["name"]
            said = replace(said, text="", tools=((name, said.text),))
        if said.reasoning and self.server_of.kind.reasoning == "content":
            said = replace(said, text=f"<think>{said.reasoning}</think>\n{said.text}", reasoning="")
        return said

    @staticmethod
    def _finish(said: Said) -> str | None:
        return "tool_calls" if said.tools and said.finish == "stop" else said.finish

    def _logprobs(self, said: Said) -> list[dict]:
        if not (self.asked.body.get("logprobs") and self.server_of.kind.has_logprobs):
            return []
        return [
            {"token": text, "logprob": logprob, "bytes": None, "top_logprobs": []}
            for text, logprob in said.tokens
        ]

    def _usage(self, said: Said) -> dict:
        prompt = self._prompt_tokens()
        answer = max(1, (len(said.text) + len(said.reasoning)) // 4)
        return {
            "prompt_tokens": prompt,
            "completion_tokens": answer,
            "total_tokens": prompt + answer,
        }

    def _prompt_tokens(self) -> int:
        pictures = sum(self.server_of.tokens_of(*size_of(png)) for png in self.asked.pictures)
        return 10 + len(_texts(self.asked.body)) // 4 + pictures

    def _asked(self, body: dict) -> Asked:
        headers = {name.lower(): value for name, value in self.headers.items()}
        kind = self.server_of.kind
        thinks = self.server_of.thinks and not any(
            _is_off(body, name) for name in kind.thinking_off
        )
        return Asked(self.command, self.path, headers, body, _held(body, kind), thinks)

    def _has_key(self) -> bool:
        key = self.server_of.key
        if key is None or self.headers.get("Authorization") == f"Bearer {key}":
            return True
        self.error(401, "Invalid API Key")
        return False

    def _refusal(self, body: dict) -> tuple[int, str] | None:
        server = self.server_of
        if self.path != "/v1/chat/completions":
            return 404, "File Not Found"
        if server.kind.knows_names and body.get("model") not in server.models:
            return 404, f"The model `{body.get('model')}` does not exist."
        if self.asked.pictures and not server.sees:
            return (
                server.kind.blind,
                "image input is not supported - you may need to provide the mmproj",
            )
        if self._prompt_tokens() > server.context:
            return 400, "the request exceeds the available context size, try increasing it"
        if unknown := {name for name in server.kind.strange if name in body}:
            return 422, f"Unexpected fields in the request: {unknown}"
        if _shape(body) in server.kind.refuses:
            return 400, "'response_format.type' must be 'json_schema' or 'text'"
        return None

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def _handler(server: ModelServer) -> type[Connection]:
    return type("Handler", (Connection,), {"server_of": server})


def _pieces(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def _shape(body: dict) -> str:
    """Return which shape `response_format` has."""
    asked = body.get("response_format") or {}
    if asked.get("type") == "json_schema":
        return "response_format" if "schema" in asked.get("json_schema", {}) else "flat"
    return "json_object" if asked.get("type") == "json_object" else ""


def _held(body: dict, kind: Kind) -> dict | None:
    """Return the schema that the server holds an answer to, by the first field that it knows."""
    asked = body.get("response_format") or {}
    shape = _shape(body)
    tools = body.get("tools") or []
    found = {
        "response_format": asked["json_schema"]["schema"] if shape == "response_format" else None,
        "json_object": asked.get("schema") if shape == "json_object" else None,
        "structured_outputs": (body.get("structured_outputs") or {}).get("json"),
        "json_schema": body.get("json_schema"),
        "format": body.get("format"),
        "tools": tools[0]["function"]["parameters"]
        if tools and body.get("tool_choice") == "required" and kind.has_tools
        else None,
    }
    return next((found[name] for name in kind.holds if found[name] is not None), None)


def _is_off(body: dict, name: str) -> bool:
    match name:
        case "chat_template_kwargs":
            return (body.get(name) or {}).get("enable_thinking") is False
        case "reasoning":
            return (body.get(name) or {}).get("enabled") is False
    return body.get(name) == "none"


def _pictures(body: dict) -> list[bytes]:
    return [
        b64decode(part["image_url"]["url"].partition("base64,")[2])
        for message in body.get("messages", ())
        if isinstance(message.get("content"), list)
        for part in message["content"]
        if part["type"] == "image_url"
    ]


def _texts(body: dict) -> str:
    contents = [message.get("content") for message in body.get("messages", ())]
    parts = [part.get("text", "") for one in contents if isinstance(one, list) for part in one]
    return "".join([*(one for one in contents if isinstance(one, str)), *parts])


def size_of(png: bytes) -> tuple[int, int]:
    """Return width and height of a PNG: they stand at bytes 16 to 24 (ISO/IEC 15948, 11.2.2)."""
    return struct.unpack(">II", png[16:24])
