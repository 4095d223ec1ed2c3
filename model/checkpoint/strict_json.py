"""Reads JSON that others wrote: bounded in size and depth, no key twice, no NaN."""

import json
import math
from pathlib import Path
from typing import Final

from automation.core.errors import LoadError
from model.checkpoint.files import read_small, regular_path, shown, shown_name

MAX_DEPTH: Final = 32
"""Objects inside objects; official files need about 6."""
CONFIG_LIMIT: Final = 4 << 20
"""Bytes of a config file; official ones have a few thousand."""

JsonObject = dict[str, object]
"""What a file holds, before `Fields` checks each value."""


class _Doubtful(ValueError):
    """Readers differ in what they take this for."""


def read_object(folder: Path, name: str, limit_bytes: int = CONFIG_LIMIT) -> JsonObject:
    """Return the object in a JSON file of the folder.

    Raises:
        LoadError: the file is missing, no JSON object, too large or too deep; names the file.
    """
    return parse_object(read_small(regular_path(folder, name), name, limit_bytes), name)


def parse_object(content: bytes, name: str) -> JsonObject:
    """Return the object that bytes spell in UTF-8.

    `Infinity` is let through, because Python writes it for NemotronH's time step limit; whoever
    uses a number checks that it is finite.

    Raises:
        LoadError: it is no JSON object, has a key twice, or is too deep; names the file.
    """
    try:
        document = json.loads(
            content.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_constant
        )
    except RecursionError as error:
        raise _refusal(name, "found it nested too deep") from error
    except UnicodeDecodeError as error:
        raise _refusal(name, f"found no UTF-8 text at byte {error.start}") from error
    except ValueError as error:
        raise _refusal(name, f"found no plain JSON ({_reason(error)})") from error
    if not isinstance(document, dict):
        raise _refusal(name, f"found {shown(document)}")
    if _is_deeper(document, MAX_DEPTH):
        raise _refusal(name, "found it nested too deep")
    return document


def _refusal(name: str, found: str) -> LoadError:
    message = f"{shown_name(name)}: {found}, expected a JSON object; download the checkpoint again"
    return LoadError(message)


def _reason(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} in line {error.lineno}"
    return str(error) if isinstance(error, _Doubtful) else "a number that is out of range"


def _unique(pairs: list[tuple[str, object]]) -> JsonObject:
    document: JsonObject = {}
    for key, value in pairs:
        if key in document:
            message = f"the key {shown(key)} stands there twice"
            raise _Doubtful(message)
        document[key] = value
    return document


def _constant(word: str) -> float:
    if word == "Infinity":
        return math.inf
    message = f"{word} is no number"
    raise _Doubtful(message)


def _is_deeper(value: object, depth: int) -> bool:
    """Tell whether anything is nested deeper; by levels, so that depth costs no stack."""
    level = [value]
    for _ in range(depth):
        level = [child for parent in level for child in _children(parent)]
        if not level:
            return False
    return True


def _children(value: object) -> list[object]:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [child for child in inside if isinstance(child, dict | list)]
