"""Renders a checkpoint's chat template, and can do nothing else.

A program: `model.prompt.template` starts it with an interpreter of its own. It reads one JSON request from standard input and writes one JSON answer to standard output. Before
it looks at the template it gives up what a template could be after: it can open nothing any more
(no file, no socket, no pipe), start nothing, and has little time, memory and room for output.
Jinja's sandbox, which keeps attributes and methods away, is the second wall and not the only one.
"""

import codecs
import datetime
import json
import os
import resource
import sys
from collections.abc import Iterator
from typing import Any, Final, NoReturn

import jinja2.debug  # a failing template imports it when nothing can be opened any more
import jinja2.ext
import jinja2.sandbox

OPEN_FILES: Final = 3
"""Standard input, output and error; the next one cannot be opened."""


class TooLong(Exception):
    """A prompt has more characters than any honest one."""


def main() -> None:
    """Answer the request."""
    request = json.loads(sys.stdin.buffer.read())
    codecs.lookup("unicode_escape")  # Jinja reads string constants with it, from a file of Python's
    _limit(request["cpu_s"], request["memory_bytes"], request["output_bytes"])
    answer = json.dumps(list(_rendered(request))).encode()
    written = 0
    while written < len(answer):
        written += os.write(1, answer[written:])


def _limit(cpu_s: int, memory_bytes: int, output_bytes: int) -> None:
    for what, limit in (
        (resource.RLIMIT_CPU, cpu_s),
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_FSIZE, output_bytes),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
    ):
        resource.setrlimit(what, (limit, limit))


def _rendered(request: dict[str, Any]) -> Iterator[dict[str, str]]:
    """Yield the text of each prompt, or the name of the error that it ended with."""
    environment = jinja2.sandbox.ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[jinja2.ext.loopcontrols]
    )
    environment.filters["tojson"] = _tojson
    environment.globals |= {"raise_exception": _raise, "strftime_now": _strftime_now}
    try:
        template = environment.from_string(request["template"])
    except Exception as error:  # noqa: BLE001 - the template's error is the answer
        yield from ({"error": type(error).__name__} for _ in request["prompts"])
        return
    for prompt in request["prompts"]:
        try:
            yield {"text": _text(template, prompt, request["prompt_chars"])}
        except Exception as error:  # noqa: BLE001 - the template's error is the answer
            yield {"error": type(error).__name__}


def _text(template: jinja2.Template, prompt: dict[str, Any], most_chars: int) -> str:
    parts: list[str] = []
    for part in template.generate(prompt):
        most_chars -= len(part)
        if most_chars < 0:
            raise TooLong
        parts.append(part)
    return "".join(parts)


# What transformers offers to chat templates beside Jinja's own functions.


def _tojson(value: object, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent)


def _raise(message: str) -> NoReturn:
    raise jinja2.TemplateError(message)


def _strftime_now(pattern: str) -> str:
    # The day is no secret, but two renderings of one prompt must be equal.
    return datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC).strftime(pattern)


if __name__ == "__main__":
    main()
