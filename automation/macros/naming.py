"""Names of macros and the folders they stand for, in any script; names of their pictures."""

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable
from typing import Final

_MAX_SLUG_CHARS: Final = 60
_NUMBERED_CHARS: Final = 90
"""So that a number fits behind it: a macro's name has at most 100 characters."""
_ODD: Final = re.compile(r"[^a-z0-9]+")
_RESERVED: Final = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]")
"""Names that Windows keeps for devices."""
SLUG: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")


def same_name(name: str) -> str:
    """Return what two names have in common that a person would take for one."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


def slug(name: str, taken: Collection[str] = ()) -> str:
    """Return the name of the folder for a macro: plain ASCII, none of those that are taken.

    A name in a script without Latin letters is told apart by a short digest.
    """
    plain = unicodedata.normalize("NFKD", name).casefold().encode("ascii", "ignore").decode()
    base = _ODD.sub("-", plain).strip("-")[:_MAX_SLUG_CHARS].strip("-")
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


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """Return the name with a number behind it that none of those has."""
    known, number = {same_name(one) for one in taken}, 2
    while same_name(found := f"{wanted[:_NUMBERED_CHARS]} ({number})") in known:
        number += 1
    return found


def image_path(data: bytes, hint: str = "") -> str:
    """Return a path for a picture that no other content has, so that none is ever written over."""
    mark = hashlib.sha256(data).hexdigest()[:12]
    plain = unicodedata.normalize("NFKD", hint).casefold().encode("ascii", "ignore").decode()
    base = _ODD.sub("-", plain).strip("-")[:40].strip("-")
    return f"img/{base}-{mark}.png" if base else f"img/{mark}.png"
