"""Texts from the screen as a macro may hold them: nothing hidden comes back, no name is cut."""

import re
from typing import Final

from automation.core.secrets import BEGIN
from automation.macros.codec import is_keepable
from automation.macros.placeholders import escape

MOST_SHORT: Final = 500
"""Characters of a short text of the file."""
HIDDEN: Final = re.compile(r"<secret:\d+ chars>")
"""What the record keeps in place of a secret (`core.concealing.placeholder`)."""


def is_hidden(text: str) -> bool:
    """Tell whether something was taken out of the text because it was a secret."""
    return HIDDEN.search(text) is not None


def seen_text(text: str, most: int = MOST_SHORT) -> str:
    """Return a text from the screen for the file; empty for one that must not or cannot stand there.

    A name is never cut: half a name is another name.
    """
    if not is_keepable(text) or is_hidden(text) or BEGIN in text:
        return ""
    escaped = escape(text.strip())
    return escaped if len(escaped) <= most else ""
