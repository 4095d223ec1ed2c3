"""Names of a script: of functions, arguments and targets, none of them twice and none of Python's own.

Ids of steps, made of what they are about: the same run gives the same ids.

Names for parameters where one is taken: `vendor`, `vendor_2`, `vendor_3`.

Ids of steps: named by what they act on, unique in their macro, found without searching.
"""

import builtins
import keyword
import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Final

_ODD: Final = re.compile(r"[^a-z0-9]+")
_MOST: Final = 40
"""Leaves room for a number within the 60 characters of an id."""
_MOST_PARAM: Final = 30


def plain(text: str) -> str:
    """Return a text as lower-case ASCII words; empty when it has none."""
    folded = unicodedata.normalize("NFKD", text).casefold().encode("ascii", "ignore").decode()
    return _ODD.sub("-", folded).strip("-")


class Ids:
    """Hands out ids for the steps of one macro."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}

    def fresh(self, name: str, kind: str) -> str:
        """Return an id after a name, or after the kind of step where the name has no letters."""
        base = plain(name)[:_MOST].strip("-") or plain(kind) or "step"
        number = self._next.get(base, 1)
        found = base if number == 1 else f"{base}-{number}"
        while found in self._taken:
            number += 1
            found = f"{base}-{number}"
        self._next[base] = number + 1
        self._taken.add(found)
        return found


def param_name(label: str, taken: set[str], otherwise: str = "text") -> str:
    """Return a name for a parameter that is not taken yet, and take it."""
    base = plain(label).replace("-", "_")[:_MOST_PARAM].strip("_")
    if not base or not base[0].isalpha():
        base = f"{otherwise}_{base}".strip("_") if base else otherwise
    found, number = base, 2
    while found in taken:
        found, number = f"{base}_{number}", number + 1
    taken.add(found)
    return found


MOST_CHARS: Final = 40
"""Longest name of a parameter."""


def numbered(name: str) -> Iterator[str]:
    """Yield a name and then what it may be called instead, without end."""
    yield name
    for number in count(2):
        end = f"_{number}"
        yield f"{name[: MOST_CHARS - len(end)]}{end}"


_MAX_CHARS: Final = 48
"""Of the 60 that an id may have: room for a number."""


class StepIds:
    """The ids that a macro has already."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)
        self._numbers: dict[str, int] = {}

    def fresh(self, *names: str) -> str:
        """Return an id after the first name that has Latin letters or digits in it, and take it.

        Args:
            names: what the step acts on, best first; the last one is a plain word.
        """
        base = next(filter(None, map(_plain_id, names)), "step")
        found, number = base, self._numbers.get(base, 1)
        while found in self._taken:
            number += 1
            found = f"{base}-{number}"
        self._numbers[base] = number
        self._taken.add(found)
        return found


def _plain_id(name: str) -> str:
    folded = unicodedata.normalize("NFKD", name).casefold().encode("ascii", "ignore").decode()
    return _ODD.sub("-", folded).strip("-")[:_MAX_CHARS].strip("-")


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
