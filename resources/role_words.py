"""What a kind of thing is called for people. The reader's roles are words of the file and of code.

Where a word is not the role itself it is one that a sentence to us may have too.
"""

from typing import Final

_WORDS: Final = {
    "combo": "drop-down list",
    "progress": "progress bar",
    "radio": "radio button",
    "scrollbar": "scroll bar",
    "spinner": "number field",
    "toggle": "switch",
}


def role_words(role: str) -> str:
    """Return a role as people say it: `menu item`, `drop-down list`; empty for none."""
    return _WORDS.get(role) or role.replace("_", " ")
