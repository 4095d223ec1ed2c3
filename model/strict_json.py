"""Reads JSON that others wrote, strictly: what two readers could take differently is refused.

For the files of a checkpoint and the replies of a model alike: no key twice, no number that is none
or too large, nothing nested without end.
"""

import json
import math
from typing import Final

MAX_DEPTH: Final = 32
"""Values inside values; a checkpoint's files need about 6 levels, a reply 3."""
_SHOWN: Final = 60
"""Characters of a foreign text that a message repeats."""


class NotStrictJson(ValueError):
    """A text that is no JSON value, or one on which readers differ; says what and where."""


def parse(text: str, *, with_infinity: bool = False) -> object:
    """Return the value of a text that is nothing but one JSON value.

    Args:
        with_infinity: let the word `Infinity` through, which Python writes; whoever uses a number
            then checks that it is finite.

    Raises:
        NotStrictJson: it is none.
    """

    def constant(word: str) -> float:
        if with_infinity and word == "Infinity":
            return math.inf
        raise NotStrictJson(f"{word} is not a number of JSON")

    try:
        value: object = json.loads(
            text, object_pairs_hook=_unique, parse_constant=constant, parse_float=_finite
        )
    except json.JSONDecodeError as error:
        around = text[max(0, error.pos - _SHOWN // 2) : error.pos + _SHOWN // 2]
        raise NotStrictJson(f"{error.msg} at {around!a}, character {error.pos}") from error
    except NotStrictJson:
        raise
    except ValueError as error:
        raise NotStrictJson("a number of thousands of digits is out of range") from error
    except RecursionError as error:
        raise _too_deep() from error
    if _is_deeper(value, MAX_DEPTH):
        raise _too_deep()
    return value


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    document: dict[str, object] = {}
    for key, value in pairs:
        if key in document:
            raise NotStrictJson(f"the key {key[:_SHOWN]!a} stands there twice")
        document[key] = value
    return document


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise NotStrictJson(f"the number {text[:_SHOWN]} is too large")
    return value


def _too_deep() -> NotStrictJson:
    return NotStrictJson("it is nested too deeply")


def _is_deeper(value: object, depth: int) -> bool:
    """Return whether anything is nested deeper; by levels, so that depth costs no stack."""
    level = [value]
    for _ in range(depth):
        level = [child for parent in level for child in _children(parent)]
        if not level:
            return False
    return True


def _children(value: object) -> list[object]:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [child for child in inside if isinstance(child, dict | list)]
