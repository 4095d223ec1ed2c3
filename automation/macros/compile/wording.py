"""Texts of a run as a macro may hold them: nothing hidden comes back, nothing is taken for a name."""

from automation.core.secrets import BEGIN
from automation.macros.codec import is_keepable
from automation.macros.describing.seen import HIDDEN
from automation.macros.placeholders import escape


def told_text(text: str, most: int = 2000) -> str:
    """Return a text for people (a task, a comment), cut where it is too long."""
    shown = HIDDEN.sub("…", text).replace(BEGIN, "$ {secret:")
    shown = "".join(char if is_keepable(char) else " " for char in shown[:most]).strip()
    return escape(shown)[: 2 * most]


def quoted(text: str, most: int = 60) -> str:
    """Return a sentence's quotation of a text that may be long."""
    one_line = " ".join(text.split())
    return f"“{one_line if len(one_line) <= most else one_line[: most - 1] + '…'}”"
