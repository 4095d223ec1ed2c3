"""A model server on loopback with the manners of one of the servers that cannot run here.

Their ways are written from their documents and bug trackers: which field holds a schema, where thinking
appears and what turns it off, what becomes of a picture, which fields are refused.
"""

import base64
import io
import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from PIL import Image

from model.families.resize import QWEN3

TEXT_TOKENS = 13
MARKS = 2


@dataclass
class Manners:
    """What a server does; the default is a vLLM with a model that thinks and sees."""

    names: tuple = ("model-1",)
    documents: dict = field(default_factory=lambda: {"/version": {"version": "0.31.0"}})
    """What stands at other routes."""
    schema: str = "response_format"
    """The field that holds; every other one is ignored."""
    refused: tuple = ()
    """Fields that get a 400."""
    thinks: bool = True
    quiet_by: str = "chat_template_kwargs"
    """The field that turns thinking off; empty for none."""
    thoughts: str = "reasoning"
    """Where they stand; `content` for tags there."""
    pictures: object = QWEN3
    """A rule; `refused`, `dropped` or a number of tokens for every size."""
    has_usage: bool = True
    has_logprobs: bool = True
    tools: str = "parsed"
    tells_cut_off: bool = True
    answer: object = None
    """A function of the request that returns the text of a free answer; None for a word."""


class MannersServer:
    """Serves in a thread until the end of the block; keeps the requests."""

    def __init__(self, manners):
        self.manners = manners
        self.asked = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                outer.asked.append((self.path, None))
                documents = dict(outer.manners.documents)
                if outer.manners.names is not None:
                    documents["/v1/models"] = {"data": [{"id": n} for n in outer.manners.names]}
                found = documents.get(self.path)
                self.answer(200 if found is not None else 404, found or {"error": "no such route"})

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.asked.append((self.path, body))
                self.answer(*outer.reply(body))

            def answer(self, status, document):
                data = json.dumps(document).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def questions(self):
        """The requests for a reply so far."""
        return [body for _, body in self.asked if body is not None]

    def reply(self, body):
        """Return status and document of the answer to a request."""
        has = self.manners
        if bad := [name for name in has.refused if name in body]:
            return 400, {"error": {"message": f"unknown field {bad[0]}"}}
        pictures = [
            Image.open(io.BytesIO(base64.b64decode(part["image_url"]["url"].partition(",")[2])))
            for message in body["messages"]
            if isinstance(message["content"], list)
            for part in message["content"]
            if part["type"] == "image_url"
        ]
        if pictures and has.pictures == "refused":
            return 500, {"error": {"message": "image input is not supported (mmproj)"}}
        count = TEXT_TOKENS + sum(self._tokens(one) for one in pictures)
        message, finish = self._message(body), "stop"
        words = (message.get("content") or "").split()
        if len(words) > body["max_tokens"]:
            message["content"] = " ".join(words[: body["max_tokens"]])
            finish = "length" if has.tells_cut_off else "stop"
        choice = {"index": 0, "message": message, "finish_reason": finish}
        if has.has_logprobs and body.get("logprobs"):
            choice["logprobs"] = {"content": [{"token": "a", "logprob": -0.1}]}
        usage = {"prompt_tokens": count, "completion_tokens": 5} if has.has_usage else None
        return 200, {"choices": [choice], "usage": usage, "model": body["model"]}

    def _tokens(self, picture):
        has = self.manners.pictures
        if has == "dropped":
            return 0
        return has if isinstance(has, int) else has.tokens(*picture.size) + MARKS

    def _message(self, body):
        has = self.manners
        held = {
            "response_format": lambda one: one["json_schema"]["schema"],
            "structured_outputs": lambda one: one["json"],
        }.get(has.schema, lambda one: one)
        if has.schema == "tool" and body.get("tool_choice") == "required":
            return _call(body["tools"][0]["function"])
        if has.schema in body:
            content = json.dumps(_as_wanted(held(body[has.schema])))
        elif "tools" in body:
            if has.tools == "parsed":
                return _call(body["tools"][0]["function"])
            content = '<tool_call>{"name": "paint"}</tool_call>'
        elif "numbers from 1" in str(body["messages"]):
            content = ", ".join(["one", "two", "three"] * 20)
        else:
            content = has.answer(body) if has.answer is not None else "hello"
        message = {"role": "assistant", "content": content}
        if has.thinks and not (has.quiet_by and has.quiet_by in body):
            if has.thoughts == "content":
                message["content"] = f"<think>Let me see.</think>{content}"
            else:
                message[has.thoughts] = "Let me see."
        return message


def _call(function):
    arguments = json.dumps(_as_wanted(function["parameters"]))
    use = {"index": 0, "id": "1", "function": {"name": function["name"], "arguments": arguments}}
    return {"role": "assistant", "content": None, "tool_calls": [use]}


def _as_wanted(schema):
    """Return the least that holds to a schema of the probe."""
    properties = schema["properties"]
    return {name: one.get("const") or one["enum"][1] for name, one in properties.items()}
