"""A checkpoint's own chat template, compared with ours once at load, and never used for more.

A template is a program of whoever made the checkpoint. It is rendered in a child process that can
open nothing and has little time and memory (`model.prompt.template_child`), on conversations
that hold nothing of the user's. What comes back is compared and thrown away.

Conversations on which two ways to write a prompt are compared; they hold nothing of a user's.
"""

import importlib.util
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from msgspec import Struct

from automation.core.geometry import Rect
from automation.core.text import visible_text
from automation.core.timing import StopToken
from model.images.tiling import Grid, TilePlan
from model.prompt.conversation import Conversation, Message, SourceImage
from model.prompt.layout import STYLES, ChatStyle, neutralised
from model.prompt.renderer import ChatRenderer

_SYSTEM: Final = "You operate a computer.\n\n# Rules\n- Reply with one step."
_SEEN: Final = "<observation>\n</observation>"
_AT: Final = len("<observation>\n")
_TRICKY: Final = (
    "Ä “q” <b>&amp;</b> {{ x }} {% if %} \\n $1 🙂 <image> /think </think> C:\\a/no_think"
)
_STEP: Final = '{"note": null, "thought": "It\'s <5 & done", "tool_call": {"tool_name": "answer"}}'


def probes() -> tuple[Conversation, ...]:
    """Return them: with and without thinking, pictures, a history, and text that looks like code."""
    picture = _picture()
    ask = (Message("system", _SYSTEM), Message("user", "<task>\nSave the file.\n</task>"))
    look = Message("user", _SEEN, (picture,), _AT)
    said = Message("assistant", _STEP, left_out_thinking=True)
    plain = Message("assistant", "Seen.")
    result = Message("user", '<tool_output tool="answer">\n\n</tool_output>')
    return (
        Conversation(ask),
        Conversation(ask, thinking=True),
        Conversation((*ask, look)),
        Conversation((*ask, look, said, result, look)),
        Conversation((*ask, look, said, result, look), thinking=True),
        Conversation((*ask, Message("user", "Which?", (picture, picture)))),
        Conversation((*ask, plain, look)),
        Conversation(
            (ask[0], Message("user", _TRICKY), said, Message("user", _TRICKY, (picture,)))
        ),
    )


def _picture() -> SourceImage:
    plan = TilePlan(Rect(0, 0, 1, 1), Grid(1, 1), 1, 1, has_thumbnail=False)
    return SourceImage(np.zeros((1, 1, 4), np.uint8), plan)


MAX_TEMPLATE_BYTES: Final = 2**20
MAX_CONFIG_BYTES: Final = 16 * 2**20
"""`tokenizer_config.json` lists every added token again."""

_POLL_S: Final = 0.02
_SHOWN: Final = 30
_OURS: Final = "ours is used"


@dataclass(frozen=True, slots=True)
class Limits:
    """What the child may use. Source: ours; an honest template takes a tenth of each."""

    cpu_s: int = 2
    wall_s: float = 10.0
    """Longer than the computing time: the machine may be busy with the weights."""
    memory_bytes: int = 256 * 2**20
    output_bytes: int = 2**20
    prompt_chars: int = 20_000
    """Our own longest prompt has about a thousand."""


@dataclass(frozen=True, slots=True)
class TemplateVerdict:
    """Whether a checkpoint's own template writes what we write."""

    agrees: bool
    sentence: str
    """For people, one sentence in any case."""
    style: str = ""
    """The style whose prompts the template writes; empty when it is none that we know."""


def check_template(
    folder: Path, renderer: ChatRenderer, stop: StopToken, limits: Limits = Limits()
) -> TemplateVerdict:
    """Compare a checkpoint's own template with the renderer that will be used.

    Args:
        folder: the checkpoint's.
        renderer: ours, with the checkpoint's tokenizer.
        stop: heeded while the child works.
        limits: of the child.

    Raises:
        Stopped: a stop was asked for; the child is gone.
    """
    if not _reads_itself(renderer):
        return _told(
            "The checkpoint's tokenizer reads the marks in a prompt otherwise than they are "
            "written; answers may be poor"
        )
    try:
        template = read_template(folder)
    except (OSError, ValueError, RecursionError) as error:
        return _told(f"The checkpoint's chat template cannot be read ({error}); {_OURS}")
    if template is None:
        return _told(f"The checkpoint has no chat template; {_OURS}")
    if not _can_limit():
        return _told(f"Chat templates cannot be checked on this system; {_OURS}")
    styles = sorted(STYLES.values(), key=lambda style: style is not renderer.style)
    texts, failure = _render(_Asked(template, styles, renderer.bos), limits, stop)
    return _told(f"{failure}; {_OURS}") if failure else _compared(texts, styles, renderer.bos)


def read_template(folder: Path) -> str | None:
    """Return the text of a checkpoint's chat template; None when it has none.

    Raises:
        OSError: a file cannot be read.
        ValueError: a file is too large, no UTF-8 or no JSON.
        RecursionError: its JSON is nested too deep.
    """
    own = folder / "chat_template.jinja"
    if own.is_file():
        return _read(own, MAX_TEMPLATE_BYTES)
    for name in ("chat_template.json", "tokenizer_config.json"):
        path = folder / name
        if path.is_file():
            config = msgspec.json.decode(_read(path, MAX_CONFIG_BYTES), type=_Config)
            if (template := config.template()) is not None:
                return template
    return None


class _Named(Struct, frozen=True):
    name: str
    template: str


class _Config(Struct, frozen=True):
    chat_template: str | list[_Named] | None = None

    def template(self) -> str | None:
        if isinstance(self.chat_template, list):
            return next((t.template for t in self.chat_template if t.name == "default"), None)
        return self.chat_template


def _read(path: Path, most_bytes: int) -> str:
    size = path.stat().st_size
    if size > most_bytes:
        message = f"{path.name} has {size} bytes, at most {most_bytes} are expected"
        raise ValueError(message)
    return path.read_text(encoding="utf-8")


def _told(words: str) -> TemplateVerdict:
    return TemplateVerdict(agrees=False, sentence=f"{words}.")


def _reads_itself(renderer: ChatRenderer) -> bool:
    """Tell whether the whole tokenizer makes the same ids of our text as the renderer.

    It does not if its tokens swallow white space, or if it changes text before it splits it.
    """
    contents = map(
        renderer.tokenizer.content_of,
        (renderer.tokens.image_start_id, renderer.tokens.image_id, renderer.tokens.image_end_id),
    )
    picture = "".join(content or "" for content in contents)
    for conversation in probes():
        prompt = renderer.render(conversation)
        text = prompt.text.replace(renderer.style.picture, picture)
        if renderer.tokenizer.encode(text, trusted=True) != prompt.ids.tolist():
            return False
    return True


def _compared(texts: list[str], styles: Sequence[ChatStyle], bos: str) -> TemplateVerdict:
    conversations = probes()
    gap = ""
    for place, style in enumerate(styles):
        ours = [style.text(conversation, bos=bos) for conversation in conversations]
        theirs = texts[place * len(ours) : (place + 1) * len(ours)]
        if ours == theirs and place == 0:
            sentence = f"The checkpoint's own chat template agrees with ours ({style.name})."
            return TemplateVerdict(agrees=True, sentence=sentence, style=style.name)
        if ours == theirs:
            words = (
                f"The checkpoint's own chat template is that of another family ({style.name}, not "
                f"{styles[0].name}); choose a profile of that family"
            )
            return TemplateVerdict(agrees=False, sentence=f"{words}.", style=style.name)
        gap = gap or _first_gap(ours, theirs)
    return _told(f"The checkpoint's own chat template differs from ours ({gap}); {_OURS}")


def _first_gap(ours: list[str], theirs: list[str]) -> str:
    mine, other = next((a, b) for a, b in zip(ours, theirs, strict=True) if a != b)
    same = takewhile(lambda pair: pair[0] == pair[1], zip(mine, other, strict=False))
    at = sum(1 for _ in same)
    before, here, there = mine[max(0, at - _SHOWN) : at], mine[at:], other[at:]
    shown = (visible_text(part[:_SHOWN]).replace("\n", "") for part in (before, here, there))
    return "after “{}” ours has “{}”, it has “{}”".format(*shown)


class _Rendered(Struct, frozen=True):
    text: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the child is to render: every probe in the shape of every style."""

    template: str
    styles: Sequence[ChatStyle]
    bos: str

    def request(self, limits: Limits) -> bytes:
        prompts = [_context(c, style, self.bos) for style in self.styles for c in probes()]
        limited = msgspec.to_builtins(limits)
        return msgspec.json.encode({"template": self.template, "prompts": prompts, **limited})


def _render(asked: _Asked, limits: Limits, stop: StopToken) -> tuple[list[str], str]:
    """Return the template's prompts, style by style, and why there are none."""
    with tempfile.TemporaryFile() as request, tempfile.TemporaryFile() as answered:
        request.write(asked.request(limits))
        request.seek(0)
        status = _run(request.fileno(), answered.fileno(), limits.wall_s, stop)
        answered.seek(0)
        answer = answered.read(limits.output_bytes + 1)
    if status is None:
        return [], f"The checkpoint's chat template did not end within {limits.wall_s:.0f} s"
    if status in (-signal.SIGXCPU, -signal.SIGKILL):
        return [], f"The checkpoint's chat template computed for more than {limits.cpu_s} s"
    return _texts(answer, status, len(asked.styles) * len(probes()))


def _texts(answer: bytes, status: int, count: int) -> tuple[list[str], str]:
    """Return what the child said. The first prompts are those of the style that is wanted."""
    failed = "The checkpoint's chat template cannot be rendered"
    try:
        rendered = msgspec.json.decode(answer, type=list[_Rendered])
    except msgspec.MsgspecError:
        rendered = []
    if len(rendered) != count:
        return [], f"{failed} (status {status})"
    error = next((one.error for one in rendered[: len(probes())] if one.error), "")
    if error == "TooLong":
        return [], f"{failed}: what it writes is too long"
    if error:
        return [], f"{failed} ({visible_text(error[:_SHOWN])})"
    return [one.text for one in rendered], ""


def _run(request: int, answer: int, wall_s: float, stop: StopToken) -> int | None:
    """Run the child to its end; None when it was ended because it took too long."""
    program = Path(__file__).with_name("template_child.py")
    command = [sys.executable, "-I", str(program)]
    deadline_s = time.monotonic() + wall_s
    with subprocess.Popen(
        command, stdin=request, stdout=answer, stderr=subprocess.DEVNULL, env={}, cwd="/"
    ) as child:
        try:
            while child.poll() is None:
                if time.monotonic() > deadline_s:
                    return None
                stop.wait(_POLL_S)
            return child.returncode
        finally:
            if child.poll() is None:
                child.kill()


def _can_limit() -> bool:
    return importlib.util.find_spec("resource") is not None


def _context(conversation: Conversation, style: ChatStyle, bos: str) -> dict[str, object]:
    """Return what a template is given, as transformers gives it."""
    flag = style.flags[0 if conversation.thinking else 1]
    return {
        "messages": [_message(message, style, flag) for message in conversation.messages],
        "add_generation_prompt": True,
        "enable_thinking": conversation.thinking,
        "bos_token": bos,
        "eos_token": "",
        "tools": None,
    }


def _message(message: Message, style: ChatStyle, flag: str) -> dict[str, object]:
    text = neutralised(message.text)
    if message.role == "system":
        text += flag
    if message.left_out_thinking:
        text = style.reply(text)
    if not message.images:
        return {"role": message.role, "content": text}
    parts: list[dict[str, str]] = [{"type": "image"} for _ in message.images]
    before, after = (
        {"type": "text", "text": neutralised(part)}
        for part in (message.text[: message.image_at], message.text[message.image_at :])
    )
    return {"role": message.role, "content": [before, *parts, after]}
