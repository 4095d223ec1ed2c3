"""What can go wrong between a client and a model server: each a name, what is written, and the fault that it is.

Each entry of `FAULTS` is written by `tests.kit.model_server` in place of an answer. `KEY` is the client's key;
some servers say it back, and no message may repeat it.
"""

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from math import ceil

from model.server.asking import ServerFault as Fault
from tests.kit.model_server import Connection, Said, Writes

KEY = "sk-this-is-the-key-0123456789"
STEP = json.dumps(
    {
        "note": None,
        "thought": "it is there",
        "tool_call": {
            "tool_name": "click_desktop",
            "element": "Save",
            "x": 525,
            "y": 500,
            "button": "left",
        },
    }
)
"""What would be a step if it came whole."""


@dataclass(frozen=True)
class WireFault:
    """One thing that goes wrong."""

    name: str
    write: Writes
    fault: Fault
    has_stream: bool = False
    """It is about a reply, not about any answer."""


def bodies() -> dict[str, tuple[bytes, str]]:
    """Return bodies of errors by name, with their types."""
    page = f"<!DOCTYPE html><html><head><title>Oops {KEY}</title></head><body>{KEY}</body></html>"
    return {
        "openai": (json.dumps({"error": {"message": f"it broke {KEY}"}}).encode(), "application/json"),
        "words": (json.dumps({"error": f"it broke {KEY}"}).encode(), "application/json"),
        "fastapi": (json.dumps({"detail": [{"msg": "field required"}]}).encode(), "application/json"),
        "odd": (b'{"error": {"message": {"message": 1}}}', "application/json"),
        "broken": (b'{"error": ', "application/json"),
        "page": (page.encode(), "text/html"),
        "text": (f"Internal error\r\n\x1b[31m{KEY}\x00".encode(), "text/plain"),
        "binary": (b"\x00\xff\xfe" * 40, "application/octet-stream"),
        "empty": (b"", "application/json"),
        "huge": (b"x" * 300_000, "text/plain"),
    }  # fmt: skip


def statuses() -> Iterator[WireFault]:
    """Yield each status that is none of a reply."""
    means = {
        Fault.KEY: (401, 403),
        Fault.BUSY: (429, 503),
        Fault.NOT_A_SERVER: (201, 202, 204, 206, 226, 404, 405, 600, 999),
        Fault.TOO_LARGE: (413,),
        Fault.REFUSED: (400, 402, 406, 409, 418, 422, 451),
        Fault.SERVER_ERROR: (500, 501, 502, 504, 507, 511, 599),
    }
    for fault, numbers in means.items():
        for status in numbers:
            few = ("openai", "page", "binary") if status not in (400, 401, 429, 500) else bodies()
            for name, (data, kind) in bodies().items():
                if name not in few:
                    continue
                is_page = name == "page" and fault is Fault.REFUSED
                yield WireFault(
                    f"status {status} {name}",
                    _whole(data if status != 204 else b"", kind, status),
                    Fault.NOT_A_SERVER if is_page else fault,
                )


def waits() -> Iterator[WireFault]:
    """Yield what a busy server says of when to come again."""
    later = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    for status in (429, 503):
        for word in (
            "3600",
            later,
            "soon",
            "-5",
            "1e9",
            "nan",
            "99999999999999",
            "",
            "Fri, 99 Foo 2026",
            "0",
            "0.5",
        ):
            yield WireFault(
                f"busy {status} {word[:12] or 'nothing'}",
                lambda link, status=status, word=word: link.error(status, "later", Retry_After=word),
                Fault.BUSY,
            )  # fmt: skip


def redirects(elsewhere: str) -> Iterator[WireFault]:
    """Yield redirects to the same and another origin; nothing may ever reach `elsewhere`."""
    places = {
        "other origin": f"{elsewhere}/v1/chat/completions",
        "no scheme": f"//{elsewhere.partition('//')[2]}/v1",
        "same origin": "/v1/elsewhere",
        "no http": "javascript:alert(1)",
        "a file": "file:///etc/passwd",
        "the key": f"https://{KEY}.example/",
        "no address": "http://[::1",
        "long": "/" + "x" * 3000,
        "none": "",
    }
    for status in (300, 301, 302, 303, 307, 308):
        for name, place in places.items():
            yield WireFault(
                f"redirect {status} {name}",
                lambda link, status=status, place=place: link.send(b"", "text/html", status, Location=place),
                Fault.REDIRECT,
            )  # fmt: skip


def kinds() -> Iterator[WireFault]:
    """Yield what is no reply by its type, with status 200."""
    login = "<html><title>Sign in</title><form><input type='Password' name=p></form></html>"
    for name, text, kind in (
        ("page", "<html><title>Router</title></html>", "text/html"),
        ("login page", login, "text/html; charset=utf-8"),
        ("text", "Ollama is running", "text/plain"),
        ("JSON as text", STEP, "text/plain"),
        ("XML", "<?xml version='1.0'?><rpc/>", "application/xml"),
        ("picture", "\x89PNG", "image/png"),
        ("lines of JSON", '{"message": {"content": "a"}}\n{"done": true}\n', "application/x-ndjson"),
        ("parts", "--x\r\n", "multipart/mixed; boundary=x"),
        ("no type", "", ""),
        ("the key", "", KEY),
        ("long", "", "x" * 3000),
    ):  # fmt: skip
        yield WireFault(f"type {name}", _whole(text.encode(), kind), Fault.NOT_A_SERVER)
    for name, packed in (
        ("gzip", gzip.compress(b"0" * 10_000_000)),
        ("deflate", zlib.compress(b"0" * 10_000_000)),
        ("br", b"\x0b\x02\x80"),
        ("zstd", b"\x28\xb5\x2f\xfd"),
    ):
        yield WireFault(
            f"packed {name}",
            lambda link, data=packed, name=name: link.send(data, "application/json", Content_Encoding=name),
            Fault.NOT_A_SERVER,
        )  # fmt: skip


BAD_JSON = {
    "cut": b'{"choices": [{"index": 0, "del',
    "trailing": b'{"choices": []} x',
    "NaN": b'{"choices": [], "x": NaN}',
    "infinity": b'{"choices": [], "x": 1e999}',
    "a key twice": b'{"choices": [], "choices": [{"delta": {"content": "a"}}]}',
    "deep": b'{"choices": ' + b"[" * 5000 + b"]" * 5000 + b"}",
    "rather deep": b'{"choices": [], "x": ' + b"[" * 60 + b"]" * 60 + b"}",
    "many digits": b'{"choices": [], "x": ' + b"9" * 6000 + b"}",
    "no text": b'{"choices": [{"delta": {"content": "\xff\xfe"}}]}',
    "half a character": b'{"choices": [{"delta": {"content": "\\ud83d"}}]}',
    "half a character in a tool": b'{"choices": [{"delta": {"tool_calls": [{"function": {"name": "\\udc00"}}]}}]}',
    "null": b"null",
    "a list": b"[1, 2]",
    "a number": b"7",
    "a text": b'"choices"',
    "empty object": b"{}",
    "the key in it": f'{{"choices": {KEY}'.encode(),
    "native Ollama": b'{"model": "a", "message": {"content": "hi"}, "done": true}',
    "Anthropic": b'{"type": "message", "content": [{"type": "text", "text": "hi"}]}',
}
BAD_SHAPE = (
    {"choices": 1}, {"choices": "a"}, {"choices": {}}, {"choices": [1]}, {"choices": [[]]}, {"choices": [None]},
    {"choices": [{"delta": 1}]}, {"choices": [{"delta": []}]}, {"choices": [{"message": "hi"}]},
    {"choices": [{"delta": {"content": 1}}]}, {"choices": [{"delta": {"content": ["a"]}}]},
    {"choices": [{"delta": {"content": {"text": "a"}}}]}, {"choices": [{"delta": {"content": True}}]},
    {"choices": [{"delta": {"reasoning": 1}}]}, {"choices": [{"delta": {"reasoning_content": {}}}]},
    {"choices": [{"delta": {"tool_calls": {}}}]}, {"choices": [{"delta": {"tool_calls": ["a"]}}]},
    {"choices": [{"delta": {"tool_calls": [{"function": "f"}]}}]},
    {"choices": [{"delta": {"tool_calls": [{"function": {"name": 1}}]}}]},
    {"choices": [{"delta": {"tool_calls": [{"function": {"arguments": {"a": 1}}}]}}]},
    {"choices": [{"delta": {"tool_calls": [{"index": -1}]}}]},
    {"choices": [{"delta": {"tool_calls": [{"index": 10**9}]}}]},
    {"choices": [{"delta": {"tool_calls": [{"index": "0"}]}}]},
    {"choices": [{"delta": {}, "finish_reason": 1}]}, {"choices": [{"delta": {}, "finish_reason": ["stop"]}]},
    {"choices": [{"delta": {}, "index": "0"}]}, {"choices": [{"delta": {}, "logprobs": []}]},
    {"choices": [{"delta": {}, "logprobs": {"content": [{"token": "a"}]}}]},
    {"choices": [{"delta": {}, "logprobs": {"content": [{"token": "a", "logprob": "high"}]}}]},
    {"choices": [], "usage": 5}, {"choices": [], "usage": {"prompt_tokens": -1}},
    {"choices": [], "usage": {"prompt_tokens": "9"}}, {"choices": [], "usage": {"completion_tokens": 1.5}},
    {"choices": [], "usage": {"prompt_tokens": 10**30}}, {"choices": [], "model": 7}, {"choices": [], "model": {}},
)  # fmt: skip
ERRORS = (
    {"error": {"message": "out of memory"}}, {"error": "out of memory"}, {"error": {"code": 500}}, {"error": 1},
    {"error": {"message": f"bad key {KEY}"}}, {"error": {"message": "a" * 5000}}, {"error": []}, {"error": False},
    {"error": {"message": "x" * 290 + KEY}},
)  # fmt: skip


def damaged() -> Iterator[WireFault]:
    """Yield replies that cannot be read, whole and as an event between good ones."""
    said = [(name, data, Fault.NOT_A_SERVER) for name, data in BAD_JSON.items()]
    said += [
        (json.dumps(one)[:90], json.dumps(one).encode(), Fault.NOT_A_SERVER) for one in BAD_SHAPE
    ]
    said += [
        (f"{number} {json.dumps(one)[:40]}", json.dumps(one).encode(), Fault.SERVER_ERROR)
        for number, one in enumerate(ERRORS)
    ]
    for name, data, fault in said:
        yield WireFault(f"whole {name}", _whole(data, "application/json"), fault, has_stream=True)

        def write(link: Connection, data: bytes = data) -> None:
            chunks = link.chunks(Said(STEP))
            link.start()
            link.event(chunks[0])
            link.part(b"data: " + data + b"\n\n")
            for chunk in chunks[1:]:
                link.event(chunk)
            link.part(b"data: [DONE]\n\n")
            link.end()

        yield WireFault(f"event {name}", write, fault, has_stream=True)


def cuts() -> Iterator[WireFault]:
    """Yield a good stream that ends after each of its events and in the middle of one, in three ways."""
    for count in range(6):
        for way in ("end", "close", "reset", "inside", "done"):

            def write(link: Connection, count: int = count, way: str = way) -> None:
                link.start()
                for chunk in link.chunks(Said(STEP, piece=ceil(len(STEP) / 4)))[:count]:
                    link.event(chunk)
                if way == "end":
                    link.end()
                elif way == "close":
                    link.close_connection = True
                elif way == "reset":
                    link.drop()
                elif way == "inside":
                    link.part(b'data: {"choices": [{"index": 0, "finish_reason": "st')
                    link.end()
                else:
                    link.part(b"data: [DONE]\n\n")
                    link.end()

            yield WireFault(f"cut {count} {way}", write, Fault.CUT_OFF, has_stream=True)
    for name, finish in (
        ("length", "length"), ("filter", "content_filter"), ("abort", "abort"), ("none", None), ("empty", ""),
        ("error", "error"), ("other case", "STOP"), ("old", "function_call"), ("key", KEY), ("long", "x" * 5000),
        ("control", "stop\x1b[31m\n"), ("eos", "eos_token"),
    ):  # fmt: skip
        yield WireFault(
            f"finish {name}", lambda link, finish=finish: link.say(Said(STEP, finish=finish)), Fault.CUT_OFF, True
        )  # fmt: skip
        yield WireFault(
            f"finish of a tool {name}",
            lambda link, finish=finish: link.say(Said(tools=(("step", STEP),), finish=finish)),
            Fault.CUT_OFF,
            True,
        )


def thoughts() -> Iterator[WireFault]:
    """Yield answers in which there is nothing to do."""
    for name in ("reasoning", "reasoning_content"):

        def write(link: Connection, name: str = name) -> None:
            link.start()
            link.event(link.chunk({"index": 0, "delta": {name: STEP}}))
            link.event(link.chunk({"index": 0, "delta": {}, "finish_reason": "stop"}))
            link.part(b"data: [DONE]\n\n")
            link.end()

        yield WireFault(f"only {name}", write, Fault.ONLY_THOUGHT, has_stream=True)
    for name, text in (
        ("a closed thought", f"<think>{STEP}</think>"),
        ("an open thought", f"<think>{STEP}"),
        ("a thought opened by the template", "I press it: e1</think>"),
        ("a thought and white space", f"  <think>{STEP}</think> \n "),
        ("a thought cut in its end", f"<think>{STEP}</thi"),
    ):
        for piece in (1, 7, 1000):
            said = Said(text, piece=piece)
            yield WireFault(f"only {name} by {piece}", lambda link, said=said: link.say(said), Fault.ONLY_THOUGHT, True)  # fmt: skip
    for name, text in (("nothing", ""), ("white space", " \n\t "), ("much white space", " " * 150)):
        yield WireFault(f"only {name}", lambda link, text=text: link.say(Said(text)), Fault.EMPTY, True)  # fmt: skip


def after_the_end() -> Iterator[WireFault]:
    """Yield streams that go on after the model ended."""
    for name, delta in (
        ("content", {"content": STEP}),
        ("thought", {"reasoning": "hm"}),
        ("tool", {"tool_calls": [{"index": 0, "function": {"name": "step", "arguments": STEP}}]}),
    ):

        def write(link: Connection, delta: dict = delta) -> None:
            chunks = link.chunks(Said(STEP))
            link.start()
            for chunk in [*chunks[:-1], link.chunk({"index": 0, "delta": delta})]:
                link.event(chunk)
            link.part(b"data: [DONE]\n\n")
            link.end()

        yield WireFault(f"after the end {name}", write, Fault.NOT_A_SERVER, has_stream=True)


def sizes() -> Iterator[WireFault]:
    """Yield what does not end by its size; limits are 64 kB and 200 pieces."""

    def endless(part: bytes, kind: str = "text/event-stream") -> Writes:
        def write(link: Connection) -> None:
            link.start(kind)
            while link.wait(0):
                link.part(part)

        return write

    token = b'data: {"choices": [{"index": 0, "delta": {"content": " "}}]}\n\n'
    yield WireFault("endless white space", endless(token), Fault.TOO_LARGE, True)
    yield WireFault("endless line", endless(b"data: " + b"x" * 4000), Fault.TOO_LARGE, True)
    yield WireFault("endless comments", endless(b": ping\n\n" * 100), Fault.TOO_LARGE, True)
    yield WireFault("endless empty lines", endless(b"\n" * 1000), Fault.TOO_LARGE, True)
    yield WireFault("endless JSON", endless(b" " * 4000, "application/json"), Fault.TOO_LARGE)
    yield WireFault("large JSON", _whole(b'{"a": "' + b"x" * 200_000 + b'"}', "application/json"), Fault.TOO_LARGE)  # fmt: skip
    for name, delta in (
        ("thoughts", {"reasoning": "hm "}),
        ("tools", {"tool_calls": [{"index": 0, "function": {"arguments": " "}}]}),
    ):
        event = {"choices": [{"index": 0, "delta": delta}]}
        yield WireFault(f"endless {name}", endless(f"data: {json.dumps(event)}\n\n".encode()), Fault.TOO_LARGE, True)  # fmt: skip


def slow() -> Iterator[WireFault]:
    """Yield what comes too late; limits are 0.4 s between parts and 0.9 s in all."""

    def trickle(part: bytes, kind: str = "text/event-stream", status: int = 200) -> Writes:
        def write(link: Connection) -> None:
            link.start(kind, status)
            while link.wait(0.05):
                link.part(part)

        return write

    def silent(link: Connection) -> None:
        link.start()
        link.event(link.chunks(Said(STEP))[1])
        link.until_closed()

    def no_head(link: Connection) -> None:
        link.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Ty")
        link.until_closed()

    def interim(link: Connection) -> None:
        while link.wait(0.05):
            link.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    yield WireFault("silent from the start", Connection.until_closed, Fault.TIMEOUT)
    yield WireFault("silent in its head", no_head, Fault.TIMEOUT)
    yield WireFault("silent in its stream", silent, Fault.TIMEOUT, True)
    yield WireFault("only interim answers", interim, Fault.TIMEOUT)
    yield WireFault("only comments", trickle(b": ping\n\n"), Fault.TIMEOUT, True)
    yield WireFault("a byte at a time", trickle(b" ", "application/json"), Fault.TIMEOUT)
    yield WireFault("a page that does not end", trickle(b"<html>", "text/html"), Fault.TIMEOUT)
    yield WireFault("an error that does not end", trickle(b"x", "text/plain", 500), Fault.TIMEOUT)


def foreign() -> Iterator[WireFault]:
    """Yield what is no HTTP, or bad HTTP."""
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    for name, data, fault in (
        ("SSH", b"SSH-2.0-OpenSSH_9.9\r\n", Fault.CUT_OFF),
        ("mail", b"220 mail.example ESMTP\r\n", Fault.CUT_OFF),
        ("Redis", b"-ERR unknown command\r\n", Fault.CUT_OFF),
        ("TLS", b"\x15\x03\x01\x00\x02\x02\x46", Fault.NOT_A_SERVER),
        ("HTTP 2", b"\x00\x00\x12\x04\x00\x00\x00\x00\x00" + b"\x00" * 18, Fault.NOT_A_SERVER),
        ("noise", bytes(range(256)), Fault.NOT_A_SERVER),
        ("a page without a head", b"<html>hello</html>\r\n\r\n", Fault.NOT_A_SERVER),
        ("no status", b"HTTP/1.1 OK\r\n\r\n", Fault.NOT_A_SERVER),
        ("a foreign version", b"HTTP/9.9 200 OK\r\n\r\n", Fault.NOT_A_SERVER),
        ("nothing", b"", Fault.CUT_OFF),
        ("half a head", b"HTTP/1.1 200 OK\r\nContent-", Fault.CUT_OFF),
        ("a huge head", b"HTTP/1.1 200 OK\r\nX: " + b"x" * 300_000, Fault.NOT_A_SERVER),
        ("a bad header", head + b"no colon\r\n\r\n", Fault.NOT_A_SERVER),
        ("a bad length", head + b"Content-Length: many\r\n\r\n{}", Fault.NOT_A_SERVER),
        ("two lengths", head + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", Fault.NOT_A_SERVER),
        ("a negative length", head + b"Content-Length: -2\r\n\r\n{}", Fault.NOT_A_SERVER),
        ("a bad chunk", head + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n", Fault.CUT_OFF),
        ("a short body", head + b"Content-Length: 200\r\n\r\n{}", Fault.CUT_OFF),
        ("another coding", head + b"Transfer-Encoding: gzip\r\n\r\n", Fault.NOT_A_SERVER),
    ):  # fmt: skip
        yield WireFault(f"foreign {name}", lambda link, data=data: link.raw(data), fault)
    yield WireFault("reset before an answer", Connection.drop, Fault.CUT_OFF)


def meanings() -> Iterator[WireFault]:
    """Yield errors that servers word in their own way."""
    for name, status, words, fault in (
        ("vLLM name", 404, "The model `tiny` does not exist.", Fault.NO_SUCH_MODEL),
        ("Ollama name", 404, 'model "tiny" not found, try pulling it first', Fault.NO_SUCH_MODEL),
        ("OpenRouter name", 400, "tiny is not a valid model ID: no such model", Fault.NO_SUCH_MODEL),
        ("llama.cpp context", 400, "the request exceeds the available context size, try increasing it", Fault.TOO_LARGE),
        ("vLLM context", 400, "This model's maximum context length is 4096 tokens.", Fault.TOO_LARGE),
        ("llama.cpp pictures", 500, "image input is not supported - hint: provide the mmproj", Fault.NO_PICTURES),
        ("vLLM pictures", 400, "tiny is not a multimodal model", Fault.NO_PICTURES),
        ("OpenRouter pictures", 404, "No endpoints found that support image input", Fault.NO_PICTURES),
        ("LM Studio shape", 400, "'response_format.type' must be 'json_schema' or 'text'", Fault.REFUSED),
        ("loading", 503, "Loading model", Fault.BUSY),
    ):  # fmt: skip
        yield WireFault(
            f"says {name}", lambda link, status=status, words=words: link.error(status, words), fault, True
        )  # fmt: skip


def all_faults(elsewhere: str) -> list[WireFault]:
    """Return every fault; redirects lead to `elsewhere`."""
    return [
        *statuses(), *waits(), *redirects(elsewhere), *kinds(), *damaged(), *cuts(), *thoughts(), *after_the_end(),
        *sizes(), *slow(), *foreign(), *meanings(),
    ]  # fmt: skip


def _whole(data: bytes, kind: str, status: int = 200) -> Writes:
    return lambda link: link.send(data, kind, status)
