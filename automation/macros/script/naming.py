"""Names of a script: of functions, arguments and targets, none of them twice and none of Python's own."""

import builtins
import keyword
import re
import unicodedata
from collections.abc import Iterable
from typing import Final

_ODD: Final = re.compile(r"[^a-z0-9]+")
_MOST_CHARS: Final = 40
_OWN: Final = frozenset(keyword.kwlist) | frozenset(keyword.softkwlist) | frozenset(dir(builtins))


class Names:
    """Gives names out; what was given is not given again."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = {*_OWN, *taken}
        self._numbers = dict[str, int]()
        """How many names were given out that begin alike: thousands of steps may press the same."""

    def inner(self) -> "Names":
        """Return names for a function: all that is taken around it is taken in it."""
        return Names(self._taken)

    def function(self, text: str) -> str:
        """Return a name for a function or an argument that is called so in words."""
        return self._free(_begun(_plain(text) or "macro"))

    def constant(self, text: str) -> str:
        """Return a name for a constant."""
        return self._free(_begun(_plain(text) or "target").upper())

    def _free(self, base: str) -> str:
        number = self._numbers.get(base, 0)
        while (name := _numbered(base, number)) in self._taken:
            number += 1
        self._numbers[base] = number + 1
        self._taken.add(name)
        return name


def _numbered(base: str, number: int) -> str:
    return base if number == 0 else f"{base}_{number if number > 1 else ''}"


def _plain(text: str) -> str:
    ascii_only = unicodedata.normalize("NFKD", text).casefold().encode("ascii", "ignore").decode()
    return _ODD.sub("_", ascii_only).strip("_")[:_MOST_CHARS].strip("_")


def _begun(plain: str) -> str:
    return f"the_{plain}" if plain[0].isdigit() else plain
