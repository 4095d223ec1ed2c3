"""Compares a checkpoint's own chat template with ours by its digest; no code of a template ever runs.

A template is a program of whoever made the checkpoint. Our renderer writes the prompt in any case:
the digest only tells whether this template is one of those that were found to write the same.
"""

import hashlib
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from msgspec import Struct

from automation.core.geometry import Rect
from model.images.tiling import Grid, TilePlan
from model.prompt.chat_layout import ChatRenderer, StyleName
from model.prompt.conversation import Conversation, Message, SourceImage

KNOWN: Final[dict[str, StyleName]] = {
    "f09829b056ad8404d2b8cb4b51ad77e23687b1d8c0a32d0abd27d55a213c9530": "nemotron_v2",
    "82cd6b770f10c7686458de9956a0bb27916af267269cb1c98ff37588aea909d9": "nemotron_v2",
    "733047b96c1d7dfe99029fa4fe64357ebf7ddbbd0033aba239c5fcfdbd36b617": "nemotron_v2",
}
"""SHA-256 of a template without the white space around it, and the style that writes the same.

The first is that of `deskhand model tiny`, which a test renders and compares. The others are the one
that NVIDIA's cosmos framework installs on the processor of Nemotron-Nano-12B-v2-VL, with line breaks
as such and as `\\n`; it was rendered once outside the program and compared on all of `probes`.
"""

MAX_TEMPLATE_BYTES: Final = 2**20
MAX_CONFIG_BYTES: Final = 16 * 2**20
"""`tokenizer_config.json` lists every added token again."""

_OURS: Final = "ours is used"
_TRICKY: Final = (
    "Ä “q” <b>&amp;</b> {{ x }} {% if %} \\n $1 🙂 <image> /think </think> C:\\a/no_think"
)


def check_template(folder: Path, renderer: ChatRenderer) -> str:
    """Compare the template of a checkpoint's folder with those that the renderer's style knows.

    Returns:
        For people, one sentence in any case.
    """
    style = renderer.style.name
    if not reads_itself(renderer):
        return (
            "The checkpoint's tokenizer reads the marks in a prompt otherwise than they are "
            "written; answers may be poor."
        )
    try:
        template = read_template(folder)
    except (OSError, ValueError, RecursionError) as error:
        return f"The checkpoint's chat template cannot be read ({error}); {_OURS}."
    if template is None:
        return f"The checkpoint has no chat template; {_OURS}."
    digest = digest_of(template)
    if KNOWN.get(digest) == style:
        return f"The checkpoint's own chat template agrees with ours ({style})."
    return (
        f"The checkpoint's own chat template is not one that we know (SHA-256 {digest[:12]}…) and is "
        f"not run; {_OURS} ({style})."
    )


def digest_of(template: str) -> str:
    """Return the SHA-256 by which a template is known."""
    return hashlib.sha256(template.strip().encode()).hexdigest()


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
        raise ValueError(f"{path.name} has {size} bytes, at most {most_bytes} are expected")
    return path.read_text(encoding="utf-8")


def reads_itself(renderer: ChatRenderer) -> bool:
    """Tell whether the whole tokenizer makes the same ids of our text as the renderer.

    It does not if its tokens swallow white space, or if it changes text before it splits it.
    """
    tokens = renderer.tokens
    contents = map(
        renderer.tokenizer.content_of,
        (tokens.image_start_id, tokens.image_id, tokens.image_end_id),
    )
    picture = "".join(content or "" for content in contents)
    for conversation in probes():
        prompt = renderer.render(conversation)
        text = prompt.text.replace(renderer.style.picture, picture)
        if renderer.tokenizer.encode(text, trusted=True) != prompt.ids.tolist():
            return False
    return True


def probes() -> tuple[Conversation, ...]:
    """Return conversations on which two ways to write a prompt are compared; none is a user's.

    With and without thinking, pictures, a history, and text that looks like code.
    """
    plan = TilePlan(Rect(0, 0, 1, 1), Grid(1, 1), 1, 1, has_thumbnail=False)
    picture = SourceImage(np.zeros((1, 1, 4), np.uint8), plan)
    system = Message("system", "You operate a computer.\n\n# Rules\n- Reply with one step.")
    ask = (system, Message("user", "<task>\nSave the file.\n</task>"))
    look = Message("user", "<observation>\n</observation>", (picture,), len("<observation>\n"))
    step = '{"note": null, "thought": "It\'s <5 & done", "tool_call": {"tool_name": "answer"}}'
    said = Message("assistant", step, left_out_thinking=True)
    result = Message("user", '<tool_output tool="answer">\n\n</tool_output>')
    tricky = (Message("user", _TRICKY), said, Message("user", _TRICKY, (picture,)))
    return (
        Conversation(ask),
        Conversation(ask, thinking=True),
        Conversation((*ask, look)),
        Conversation((*ask, look, said, result, look)),
        Conversation((*ask, look, said, result, look), thinking=True),
        Conversation((*ask, Message("user", "Which?", (picture, picture)))),
        Conversation((*ask, Message("assistant", "Seen."), look)),
        Conversation((system, *tricky)),
    )
