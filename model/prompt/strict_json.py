"""JSON from a model or a server, read strictly: what two readers could take differently is refused."""

import json
import math
from typing import Final, NoReturn

from automation.core.errors import ActionParseError

MAX_CHARS: Final = 100_000
"""Longest text that is looked at; a step has a few hundred characters."""
_SHOWN: Final = 60


def parsed(text: str) -> object:
    """Return the value of a text that is nothing but one JSON value.

    Raises:
        ActionParseError: it is too long or no JSON; a key stands twice, a number is not finite, a
            string holds half a character. Says where.
    """
    if len(text) > MAX_CHARS:
        message = f"the reply has {len(text)} characters, at most {MAX_CHARS} are read"
        raise ActionParseError(message)
    try:
        value: object = json.loads(
            text, object_pairs_hook=_pairs, parse_constant=_constant, parse_float=_float
        )
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise ActionParseError(_not_json(text, error)) from error
    except UnicodeEncodeError as error:
        message = "the reply holds half of a surrogate pair; write the character itself"
        raise ActionParseError(message) from error
    except RecursionError as error:
        message = "the reply is nested too deeply; a step has three levels"
        raise ActionParseError(message) from error
    except ValueError as error:  # an integer of thousands of digits
        message = f"the reply holds a number that cannot be read: {error}"
        raise ActionParseError(message) from error
    return value


def _not_json(text: str, error: json.JSONDecodeError) -> str:
    if not text.strip():
        return "the reply is empty; one JSON object is expected"
    around = text[max(0, error.pos - _SHOWN // 2) : error.pos + _SHOWN // 2]
    return f"the reply is not one JSON value: {error.msg} at {around!r}, character {error.pos}"


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        message = f"the key {twice[:_SHOWN]!r} stands twice in one object; write it once"
        raise ActionParseError(message)
    return found


def _constant(name: str) -> NoReturn:
    message = f"{name} is not a number of JSON; write a finite one"
    raise ActionParseError(message)


def _float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        message = f"the number {text[:_SHOWN]} is too large; write a finite one"
        raise ActionParseError(message)
    return value
