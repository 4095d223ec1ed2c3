# ruff: noqa: RUF001 - calculators show these signs
"""What a kind of thing is called for people, and what signs are: those on a calculator's keys, and arrows.

The reader's roles are words of the file and of code. Where a word is not the role itself it is one that a
sentence to us may have too.
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


_SPOKEN: Final = {
    "+": ("plus", "add"),
    "−": ("minus", "subtract"),
    "×": ("times", "multiply", "multiplied by"),
    "÷": ("divide", "divided by"),
    "=": ("equals", "equal"),
    "√": ("square root", "root"),
    "%": ("percent", "percentage"),
}
_OF_PROGRAMS: Final = {
    "=": ("result",),
    ".": ("numeric point", "decimal point"),
    "(": ("start group",),
    ")": ("end group",),
    "x²": ("x squared",),
}
_BY_WORDS: Final = {words: sign for sign, all_words in _SPOKEN.items() for words in all_words}
_BY_NAME: Final = _BY_WORDS | {
    words: sign for sign, all_words in _OF_PROGRAMS.items() for words in all_words
}
_BACK: Final = frozenset({"back", "go back", "previous"})
_FORWARD: Final = frozenset({"forward", "go forward", "next"})
_ARROWS: Final = {
    "left": _BACK,
    "back": _BACK,
    "right": _FORWARD,
    "forward": _FORWARD,
    "up": frozenset(
        {
            "up",
            "go up",
            "parent",
            "open parent",
            "parent folder",
            "parent directory",
            "up one level",
        }
    ),
}


def is_arrow(words: str, name: str) -> bool:
    """Tell whether people may call a button with this name so: `left arrow` is "Back" or "Previous"."""
    first, _, last = words.casefold().partition(" ")
    side = first if last == "arrow" else last if first == "arrow" else ""
    return name.casefold() in _ARROWS.get(side, ())


def sign_called(words: str) -> str:
    """Return the sign that people call so, in any case of letters: `plus` is "+"; empty for none."""
    return _BY_WORDS.get(words.casefold().removesuffix(" sign"), "")


def sign_shown(name: str) -> str:
    """Return the sign on the key that a calculator's program names so; empty for none.

    MATE's calculator shows "√" on a key that it names `square_root`.
    """
    return _BY_NAME.get(name.casefold().replace("_", " "), "")
