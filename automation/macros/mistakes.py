"""Words for the mistakes of a macro file: what was found, what was expected, what to write."""

import difflib
import re
from collections.abc import Collection
from typing import Final

from msgspec import inspect

from automation.core.visible import visible_text
from automation.macros.problems import Finding, Path, Plain

_SHOWN_CHARS: Final = 60
_TYPES: Final = {
    "str": "text", "int": "a whole number", "float": "a number", "bool": "true or false", "null": "nothing",
    "object": "keys with values", "array": "a list",
}  # fmt: skip
_PATTERNS: Final = {
    "id": "an id has small letters, digits and dashes, begins with a letter or digit, and has at most 60",
    "image": "a picture is img/NAME.png, its name of small letters, digits, dots, dashes and underscores",
    "param": "a parameter's name has small letters, digits and underscores, begins with a letter, and has at most 40",
}
_EXPECTED: Final = re.compile(r"Expected `(?P<wanted>[^`]*)`, got `(?P<got>[^`]*)`")
_LENGTH: Final = re.compile(
    r"Expected `(?P<kind>\w+)` of length (?P<sign>>=|<=)? ?(?P<count>\d+).*"
)
_RANGE: Final = re.compile(r"Expected `\w+` (?P<sign><=|>=|<|>) (?P<bound>[-0-9.e+]+)")
_CHOICE: Final = re.compile(r"Invalid (?:enum )?value .*", re.DOTALL)
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(?P<name>.*)`", re.DOTALL)
_MISSING: Final = re.compile(r"Object missing required field `(?P<name>.*)`", re.DOTALL)
_BOUNDS: Final = {"<=": "at most", ">=": "at least", "<": "below", ">": "above"}


def finding(start: Path, path: Path, reason: str, value: Plain, kind: Plain) -> Finding:
    """Say one mistake in words.

    Args:
        start: where the piece stands in the file.
        path: where the mistake is in the piece.
        reason: msgspec's words without the place.
        value: the piece.
        kind: its type.
    """
    found = _found(value, path)
    here = (*start, *path)
    if part := _UNKNOWN.fullmatch(reason):
        name = part["name"]
        advice = _key_meant(name, _keys(kind, path, value), found)
        return Finding(here, f"unknown key {shown(name)}", advice, key=name)
    if part := _MISSING.fullmatch(reason):
        return Finding(here, f"{part['name']} is missing", "add it")
    if _CHOICE.fullmatch(reason):
        return _choice(here, found, _choices(kind, path, value))
    if part := _EXPECTED.fullmatch(reason):
        wanted = " or ".join(_TYPES.get(word, word) for word in part["wanted"].split(" | "))
        got = _TYPES.get(part["got"], part["got"])
        subject = "found" if isinstance(found, dict | list | None) else f"{_shown_value(found)} is"
        said = f"{subject} {got}, expected {wanted}"
        return Finding(here, said, _mending(part["wanted"], found))
    if part := _LENGTH.fullmatch(reason):
        unit = "characters" if part["kind"] == "str" else "items"
        bound = _BOUNDS.get(part["sign"] or "", "exactly")
        return Finding(here, f"found {_length(found)} {unit}, expected {bound} {part['count']}")
    if part := _RANGE.fullmatch(reason):
        return Finding(
            here,
            f"found {_shown_value(found)}, expected {_BOUNDS[part['sign']]} {part['bound'].removesuffix('.0')}",
        )
    if "regex" in reason:
        words = _PATTERNS[_pattern_of(path)]
        odd = path[-1] if path and path[-1] not in ("id", "image", "param") else found
        return Finding(here, f"{_shown_value(odd)} cannot be used", words)
    return Finding(here, reason)


def shown(text: str) -> str:
    """Return text of a file as it can be shown in a sentence."""
    cut = text if len(text) <= _SHOWN_CHARS else f"{text[:_SHOWN_CHARS]}…"
    return visible_text(cut)


def _shown_value(value: Plain) -> str:
    match value:
        case str():
            return f"“{shown(value)}”"
        case bool():
            return "true" if value else "false"
        case None:
            return "nothing"
        case _:
            return shown(str(value))


def _mending(wanted: str, found: Plain) -> str:
    wishes = wanted.split(" | ")
    if "str" in wishes and isinstance(found, bool | int | float):
        return "put it in quotes"
    if "str" in wishes and found is None:
        return 'write "" or leave the key out'
    if wanted == "str" and isinstance(found, dict):
        return 'put it in quotes; for the value of a parameter write "{{name}}"'
    if "bool" in wishes and isinstance(found, str):
        return "write true or false, without quotes"
    if {"int", "float"} & set(wishes) and isinstance(found, str):
        return "write it in digits, without quotes"
    return ""


def _choice(here: Path, found: Plain, choices: list[Plain]) -> Finding:
    if here == ("deskhand",):
        said = f"this file is of version {_shown_value(found)}, and version 1 is what can be read"
        return Finding(
            here, said, "get a newer deskhand" if isinstance(found, int) and found > 1 else ""
        )
    words = [str(choice) or '""' for choice in choices]
    advice = _one_of(str(found), words, "there are")
    if here[-1:] == ("do",) and found == "unless":
        advice = "write do: if, with absent: true in its condition"
    return Finding(here, f"{_shown_value(found)} is not one of the words here", advice)


def _key_meant(name: str, keys: dict[str, bool], there: Plain) -> str:
    """Return what to write for a key that is none here.

    A key that must stand here and does not is the one that was meant, or none is: another one that only
    looks like it would lead away from what is missing.

    Args:
        name: the unknown key.
        keys: those that may stand here, and whether they must.
        there: what stands here.
    """
    free = [key for key in keys if not isinstance(there, dict) or key not in there]
    missing = [key for key in free if keys[key]]
    if not missing:
        return _one_of(name, free, "the keys here are", keys)
    near = difflib.get_close_matches(name[:_SHOWN_CHARS], missing, 1)
    return f"did you mean {near[0]}?" if near else f"missing here: {', '.join(missing)}"


def _one_of(
    found: str, words: Collection[str], opening: str, known: Collection[str] | None = None
) -> str:
    """Return the one of the words that was meant; where none looks like it, all that are known.

    Args:
        found: what stands there.
        words: what it may have been meant to be.
        opening: what comes before the list.
        known: the list; None for `words`.
    """
    near = difflib.get_close_matches(found[:_SHOWN_CHARS], words, 1)
    if near:
        return f"did you mean {near[0]}?"
    listed = words if known is None else known
    return f"{opening} {', '.join(listed)}" if listed else ""


def _length(value: Plain) -> int:
    return len(value) if isinstance(value, str | list) else 0


def _pattern_of(path: Path) -> str:
    last = path[-1] if path else ""
    return last if last in ("id", "image") else "param"


def _found(value: Plain, path: Path) -> Plain:
    for key in path:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _keys(kind: Plain, path: Path, value: Plain) -> dict[str, bool]:
    """Return the keys that may stand at a place, and whether they must."""
    here = _type_at(kind, path, value)
    if not isinstance(here, inspect.StructType):
        return {}
    own = {here.tag_field: True} if here.tag_field else {}
    return own | {field.encode_name: field.required for field in here.fields}


def _choices(kind: Plain, path: Path, value: Plain) -> list[Plain]:
    """Return the words that may stand at a place: of a choice, or the kinds of step or condition."""
    around = inspect.type_info(kind)
    for key in path[:-1]:
        around, value = _step_in(_picked(around, value), key), _found(value, (key,))
    options = _options(around)
    if path and any(
        isinstance(one, inspect.StructType) and one.tag_field == path[-1] for one in options
    ):
        return [one.tag for one in options if isinstance(one, inspect.StructType)]
    here = _type_at(kind, path, value) if not path else _step_in(_picked(around, value), path[-1])
    return [
        word
        for one in _options(here)
        if isinstance(one, inspect.LiteralType)
        for word in one.values
    ]


def _type_at(kind: Plain, path: Path, value: Plain) -> inspect.Type:
    here = _picked(inspect.type_info(kind), value)
    for key in path:
        value = _found(value, (key,))
        here = _picked(_step_in(here, key), value)
    return here


def _options(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def _picked(kind: inspect.Type, value: Plain) -> inspect.Type:
    """Return the member of a choice of types that a value says it is."""
    options = [one for one in _options(kind) if not isinstance(one, inspect.NoneType)]
    tagged = [one for one in options if isinstance(one, inspect.StructType) and one.tag_field]
    for one in tagged if isinstance(value, dict) else ():
        if value.get(one.tag_field) == one.tag:
            return one
    return options[0] if len(options) == 1 else kind


def _step_in(kind: inspect.Type, key: str | int) -> inspect.Type:
    """Return the type of what lies behind a key or place."""
    for one in _options(kind):
        match one:
            case inspect.StructType():
                for field in one.fields:
                    if field.encode_name == key:
                        return field.type
            case inspect.VarTupleType() | inspect.ListType():
                return one.item_type
            case inspect.TupleType() if isinstance(key, int):
                return one.item_types[min(key, len(one.item_types) - 1)]
            case inspect.DictType():
                return one.value_type
    return inspect.AnyType()
