"""Ids of steps, made of what they are about: the same run gives the same ids."""

import re
import unicodedata
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
