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
        self._taken = _OWN | set(taken)

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
        name, number = base, 1
        while name in self._taken:
            name, number = f"{base}_{number if number > 1 else ''}", number + 1
        self._taken |= {name}
        return name


def _plain(text: str) -> str:
    ascii_only = unicodedata.normalize("NFKD", text).casefold().encode("ascii", "ignore").decode()
    return _ODD.sub("_", ascii_only).strip("_")[:_MOST_CHARS].strip("_")


def _begun(plain: str) -> str:
    return f"the_{plain}" if plain[0].isdigit() else plain
