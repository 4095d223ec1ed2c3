"""Strings that steer a model, made harmless in text that only speaks of them.

A control string gets a word joiner (U+2060), which draws nothing, after its first character:
`<image>` stays readable and is no longer `<image>` to any tokenizer or chat template. One that has
joiners there already gets one more, so that `restored` gives back exactly what was written.

The tokenizer cannot be led astray by such text anyhow (`Tokenizer.encode`). This is for whoever
reads the prompt as text: a server's chat template, which deletes `/think` and obeys it.
"""

import re
from typing import Final

WORD_JOINER: Final = "\u2060"

_NAMES: Final = (
    "s|unk|pad|bos|eos|mask|image|img|video|audio|think|_end_think|tool_call|tool_response|tools"
    r"|SPECIAL_[0-9]+|image [0-9]+|\|[A-Za-z0-9_]+\|"
)
"""Source: added tokens of the Nemotron Nano v2 and Qwen-VL tokenizers, and the names that their
chat templates look for or replace (`<_end_think>` becomes `</think>` in NVIDIA's)."""
_WRAPPERS: Final = (
    "message|task|observation|screenshot|tool_output|error|output_format"
    "|TOOLCALL|AVAILABLE_TOOLS|TOOL_RESPONSE"
)
"""Tags with which a conversation marks who is speaking and what a reply calls. Ours too, so only
foreign text is kept from writing them; see `model.prompt.dialogue`."""


def _tags(names: str) -> re.Pattern[str]:
    return re.compile(f"<({WORD_JOINER}*)(/?(?:{names})>)")


_OPENED: Final = re.compile(f"<({WORD_JOINER}*)(/?(?:{_WRAPPERS})\\b)")
_TAGS: Final = _tags(_NAMES)
_FLAGS: Final = re.compile(f"/({WORD_JOINER}*)((?:no_)?think)")


def neutralised(text: str) -> str:
    """Return the text with every control string of a model family broken."""
    return _broken(_FLAGS, _broken(_TAGS, text))


def restored(text: str) -> str:
    """Return what `neutralised` was given."""
    return _mended(_TAGS, _mended(_FLAGS, text))


def quoted(text: str) -> str:
    """Return foreign text for use inside one of our wrappers: it cannot close or open one."""
    return _broken(_OPENED, text)


def _broken(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda found: f"{found[0][0]}{WORD_JOINER}{found[1]}{found[2]}", text)


def _mended(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda found: f"{found[0][0]}{found[1][1:]}{found[2]}", text)
