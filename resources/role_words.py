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


_ROLES: Final = {words: role for role, words in _WORDS.items()}


def role_words(role: str) -> str:
    """Return a role as people say it: `menu item`, `drop-down list`; empty for none."""
    return _WORDS.get(role) or role.replace("_", " ")


def role_named(words: str) -> str:
    """Return the role that people call so; the other way round than `role_words`, in any case of letters."""
    words = " ".join(words.casefold().split())
    return _ROLES.get(words) or words.replace(" ", "_")
