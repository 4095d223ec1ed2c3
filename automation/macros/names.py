"""Names that are free: of macros and their folders, pictures, steps, parameters, and of a script's code.

Each kind of name is plain enough for where it stands, and told apart from those that are taken by a number.
"""

import builtins
import hashlib
import keyword
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from itertools import count
from typing import Final

SLUG: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")
"""The name of a macro's folder."""
MOST_PARAM_CHARS: Final = 40
_ODD: Final = re.compile(r"[^a-z0-9]+")
_RESERVED: Final = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]")
"""Names that Windows keeps for devices."""
_SLUG_CHARS: Final = 60
_NUMBERED_CHARS: Final = 90
"""So that a number fits behind it: a macro's name has at most 100 characters."""
_ID_CHARS: Final = 48
"""Of the 60 that an id may have: room for a number."""
_LABEL_CHARS: Final = 30
"""Of a parameter that is called after a field."""
_CODE_CHARS: Final = 40
_IMAGE_CHARS: Final = 40
_OWN: Final = frozenset(keyword.kwlist) | frozenset(keyword.softkwlist) | frozenset(dir(builtins))


def ascii_words(text: str, most: int, joint: str = "-") -> str:
    """Return the text's words in lower-case ASCII; empty when it has no Latin letter and no digit."""
    folded = unicodedata.normalize("NFKD", text).casefold().encode("ascii", "ignore").decode()
    return _ODD.sub(joint, folded).strip(joint)[:most].strip(joint)


def same_name(name: str) -> str:
    """Return what two names have in common that a person would take for one."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """Return the name of a macro with a number behind it that none of those has."""
    known, number = {same_name(one) for one in taken}, 2
    while same_name(found := f"{wanted[:_NUMBERED_CHARS]} ({number})") in known:
        number += 1
    return found


def slug(name: str, taken: Collection[str] = ()) -> str:
    """Return the name of the folder for a macro: plain ASCII, none of those that are taken.

    A name in a script without Latin letters is told apart by a short digest.
    """
    base = ascii_words(name, _SLUG_CHARS)
    if not base or _RESERVED.fullmatch(base):
        base = f"macro-{hashlib.sha256(same_name(name).encode()).hexdigest()[:8]}"
    found, number = base, 2
    while found in taken:
        found, number = f"{base}-{number}", number + 1
    return found


def is_named_for(name: str, folder: str) -> bool:
    """Tell whether a folder is one that a macro of this name is kept in: its own, or that and a number."""
    base = slug(name)
    number = folder.removeprefix(f"{base}-")
    return folder == base or (number != folder and number.isdecimal())


def image_path(data: bytes, hint: str = "") -> str:
    """Return a path for a picture that no other content has, so that none is ever written over."""
    mark = hashlib.sha256(data).hexdigest()[:12]
    base = ascii_words(hint, _IMAGE_CHARS)
    return f"img/{base}-{mark}.png" if base else f"img/{mark}.png"


class StepIds:
    """Ids for the steps of one macro, made of what they are about: the same run gives the same ids."""

    def __init__(self, taken: Iterable[str] = (), most: int = _ID_CHARS) -> None:
        """Know the ids that the macro has already, and how long one may be without its number."""
        self._taken = set(taken)
        self._most = most
        self._numbers: dict[str, int] = {}

    def fresh(self, *names: str) -> str:
        """Return an id after the first name that has Latin letters or digits in it, and take it.

        Args:
            names: what the step acts on, best first; the last one is a plain word.
        """
        base = next(filter(None, (ascii_words(name, self._most) for name in names)), "step")
        found, number = base, self._numbers.get(base, 1)
        while found in self._taken:
            number += 1
            found = f"{base}-{number}"
        self._numbers[base] = number
        self._taken.add(found)
        return found


def numbered(name: str) -> Iterator[str]:
    """Yield the name of a parameter and then what it may be called instead, without end."""
    yield name
    for number in count(2):
        end = f"_{number}"
        yield f"{name[: MOST_PARAM_CHARS - len(end)]}{end}"


def param_name(label: str, taken: set[str], otherwise: str = "text") -> str:
    """Return a name for a parameter after a field's label that is not taken yet, and take it."""
    base = ascii_words(label, _LABEL_CHARS, "_")
    if not base[:1].isalpha():
        base = f"{otherwise}_{base}".strip("_")
    found = next(name for name in numbered(base) if name not in taken)
    taken.add(found)
    return found


class Names:
    """Names for the code of a script, none of them twice and none of Python's own."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = {*_OWN, *taken}
        self._numbers = dict[str, int]()
        """How many names were given out that begin alike: thousands of steps may press the same."""

    def inner(self) -> "Names":
        """Return names for a function: all that is taken around it is taken in it."""
        return Names(self._taken)

    def function(self, text: str) -> str:
        """Return a name for a function or an argument that is called so in words."""
        return self._free(_begun(ascii_words(text, _CODE_CHARS, "_") or "macro"))

    def constant(self, text: str) -> str:
        """Return a name for a constant."""
        return self._free(_begun(ascii_words(text, _CODE_CHARS, "_") or "target").upper())

    def _free(self, base: str) -> str:
        number = self._numbers.get(base, 0)
        while (name := _with_number(base, number)) in self._taken:
            number += 1
        self._numbers[base] = number + 1
        self._taken.add(name)
        return name


def _with_number(base: str, number: int) -> str:
    """Return a name with its number: `save`, `save_`, `save_2`."""
    return base if number == 0 else f"{base}_{number if number > 1 else ''}"


def _begun(plain: str) -> str:
    return f"the_{plain}" if plain[0].isdigit() else plain
