"""Texts of a run as a macro may hold them: nothing hidden comes back, nothing is taken for a name."""

import re
from typing import Final

from automation.core.secrets import BEGIN
from automation.macros.codec import is_keepable
from automation.macros.placeholders import escape

MOST_SHORT: Final = 500
"""Characters of a short text of the file."""
_HIDDEN: Final = re.compile(r"<secret:\d+ chars>")
"""What the record keeps in place of a secret (`core.concealing.placeholder`)."""


def is_hidden(text: str) -> bool:
    """Tell whether something was taken out of the text because it was a secret."""
    return _HIDDEN.search(text) is not None


def seen_text(text: str, most: int = MOST_SHORT) -> str:
    """Return a text from the screen for the file; empty for one that must not or cannot stand there.

    A name is never cut: half a name is another name.
    """
    if not is_keepable(text) or is_hidden(text) or BEGIN in text:
        return ""
    escaped = escape(text.strip())
    return escaped if len(escaped) <= most else ""


def told_text(text: str, most: int = 2000) -> str:
    """Return a text for people (a task, a comment), cut where it is too long."""
    shown = _HIDDEN.sub("…", text).replace(BEGIN, "$ {secret:")
    shown = "".join(char if is_keepable(char) else " " for char in shown[:most]).strip()
    return escape(shown)[: 2 * most]


def quoted(text: str, most: int = 60) -> str:
    """Return a sentence's quotation of a text that may be long."""
    one_line = " ".join(text.split())
    return f"“{one_line if len(one_line) <= most else one_line[: most - 1] + '…'}”"
