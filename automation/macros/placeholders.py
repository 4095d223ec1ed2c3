"""`{{name}}` in a text of a macro stands for a parameter or column; `{{{{` stands for `{{` itself.

Nothing else is ever evaluated: no expressions, no defaults, no calls. A value that is put in place of
a name is data and is not looked at again.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

_SIGN: Final = "{{"
ESCAPED: Final = "{{{{"
_TOKEN: Final = re.compile(
    r"(?P<escaped>\{\{\{\{)|\{\{ ?(?P<name>[a-z][a-z0-9_]{0,39}) ?\}\}|(?P<brace>\{)(?=\{\{ ?[a-z])|(?P<odd>\{\{)"
)


_SINGLE: Final = re.compile(r"(?<!\{)\{ ?(?P<name>[a-z][a-z0-9_]{0,39}) ?\}(?!\})")


@dataclass(frozen=True, slots=True)
class Name:
    """A place where the value of a parameter or column is put."""

    name: str


class OddPlaceholder(ValueError):
    """`{{` stands there, and no name between it and `}}`."""


def pieces(text: str) -> tuple[str | Name, ...]:
    """Take a text apart into what is typed as it is and the names in it.

    Raises:
        OddPlaceholder: a `{{` begins no name and is not escaped.
    """
    found: list[str | Name] = []
    plain, at = "", 0
    for token in _TOKEN.finditer(text):
        plain += text[at : token.start()]
        at = token.end()
        if token["escaped"]:
            plain += _SIGN
        elif token["brace"]:
            plain += token["brace"]
        elif token["name"]:
            if plain:
                found.append(plain)
            plain = ""
            found.append(Name(token["name"]))
        else:
            raise OddPlaceholder(text[token.start() : token.start() + 20])
    plain += text[at:]
    if plain:
        found.append(plain)
    return tuple(found)


def names(text: str) -> tuple[str, ...]:
    """Return the names in a text, in their order.

    Raises:
        OddPlaceholder: as for `pieces`.
    """
    if _SIGN not in text:
        return ()
    return tuple(piece.name for piece in pieces(text) if isinstance(piece, Name))


def in_single_braces(text: str) -> tuple[str, ...]:
    """Return the names that stand in a text between single braces, where they stand for themselves.

    Raises:
        OddPlaceholder: as for `pieces`.
    """
    plain = (piece for piece in pieces(text) if isinstance(piece, str))
    return tuple(token["name"] for piece in plain for token in _SINGLE.finditer(piece))


def only_name(text: str) -> str:
    """Return the name if the text is one name and nothing else; empty otherwise."""
    try:
        found = pieces(text)
    except OddPlaceholder:
        return ""
    return found[0].name if len(found) == 1 and isinstance(found[0], Name) else ""


def fill(text: str, values: Mapping[str, str]) -> str:
    """Return the text with every name replaced by its value.

    Raises:
        OddPlaceholder: as for `pieces`.
        KeyError: a name has no value.
    """
    if _SIGN not in text:
        return text
    return "".join(
        values[piece.name] if isinstance(piece, Name) else piece for piece in pieces(text)
    )


def escape(text: str) -> str:
    """Return what a text that is meant as it is looks like in a macro."""
    return text.replace(_SIGN, ESCAPED)
