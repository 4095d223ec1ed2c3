"""Ids of steps: named by what they act on, unique in their macro, found without searching."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

_ODD: Final = re.compile(r"[^a-z0-9]+")
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
        base = next(filter(None, map(_plain, names)), "step")
        found, number = base, self._numbers.get(base, 1)
        while found in self._taken:
            number += 1
            found = f"{base}-{number}"
        self._numbers[base] = number
        self._taken.add(found)
        return found


def _plain(name: str) -> str:
    folded = unicodedata.normalize("NFKD", name).casefold().encode("ascii", "ignore").decode()
    return _ODD.sub("-", folded).strip("-")[:_MAX_CHARS].strip("-")
