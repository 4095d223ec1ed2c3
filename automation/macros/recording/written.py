"""What is on the screen or was typed, as a macro writes it: signs that mean something are escaped."""

import re
from typing import Final

from automation.core.secrets import BEGIN, ESCAPED
from automation.macros.placeholders import escape

_MAX_CHARS: Final = 500
"""Of a name, title or text of a target."""
_SPACES: Final = re.compile(r"\s+")


def written(text: str) -> str:
    """Return the text as a macro writes it, so that exactly this is meant."""
    return escape(text).replace(BEGIN, ESCAPED)


def short(text: str) -> str:
    """Return a name on one line, as long as it may be."""
    level = _SPACES.sub(" ", text).strip()
    whole = written(level[:_MAX_CHARS])
    return whole if len(whole) <= _MAX_CHARS else written(level[: _MAX_CHARS // 2])


def title_pattern(title: str) -> str:
    """Return a window's title, with `*` for what is too long of it."""
    whole = short(title)
    return whole if written(_SPACES.sub(" ", title).strip()) == whole else f"{whole[:-1]}*"
