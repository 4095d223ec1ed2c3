# ruff: noqa: RUF001 - calculators show these signs
"""What the signs on the keys of a calculator are called, by people and by programs."""

from typing import Final

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


def sign_called(words: str) -> str:
    """Return the sign that people call so, in any case of letters: `plus` is "+"; empty for none."""
    return _BY_WORDS.get(words.casefold().removesuffix(" sign"), "")


def sign_shown(name: str) -> str:
    """Return the sign on the key that a calculator's program names so; empty for none.

    MATE's calculator shows "√" on a key that it names `square_root`.
    """
    return _BY_NAME.get(name.casefold().replace("_", " "), "")
