"""The macro file: text to macro and back, `read(write(macro)) == macro`.

Reading is strict and tells every problem with its line. What holds beyond the types (ids that stand
twice, parameters nobody declared) is in `checks`; a file that fails there can still be opened and
mended.

Words for the mistakes of a macro file: what was found, what was expected, what to write.

Plain values to a macro, or everything that is wrong with them, each with its place.

msgspec's own reader tells the first mistake. Where there is one, the file is read again in pieces
(its head, each parameter, each step without its inner steps), and a piece goes on without the value
that was wrong, so that a person sees all mistakes at once.

The JSON Schema of a macro file, made from its types; published in `resources/schema`.

python -m automation.macros.codec > resources/schema/macro.schema.json
"""

import copy
import difflib
import json
import re
import sys
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from automation.core.errors import MacroError
from automation.core.text import visible_text
from automation.macros.macro import MAX_STEPS, MAX_STRING_BYTES, Macro, Param, ParamName, Step, Text
from automation.macros.problems import MOST, BadMacro, Finding, Path, Plain, Problem, where
from automation.macros.yaml_file import (
    MAX_YAML_BYTES,
    REFUSED,
    Tree,
    Watch,
    emit,
    emit_item,
    read_tree,
)

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
    """Say one mistake in words."""
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
        keys: those that may stand here, and whether they must.
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
        words: what it may have been meant to be.
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


_BLOCKS: Final = ("steps", "then", "otherwise")
_WHERE: Final = re.compile(
    r"(?P<reason>.*?)(?: - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`)?", re.DOTALL
)
_PART: Final = re.compile(r"\.(?P<name>\w+)|\[(?P<place>\d+|\.\.\.)\]")
_UNKNOWN_FIELD: Final = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_MISSING_FIELD: Final = re.compile(r"Object missing required field `(.*)`", re.DOTALL)


def convert(data: Plain) -> Macro | list[Finding]:
    """Return the macro, or what is wrong with it."""
    try:
        return msgspec.convert(data, Macro, strict=True)
    except msgspec.ValidationError as error:
        found = _all(data)
        return found or [Finding((), str(error))]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of the file that is read alone."""

    value: Plain
    kind: Plain
    path: Path


def _all(data: Plain) -> list[Finding]:
    found: list[Finding] = []
    for piece in _pieces(data):
        found += _mistakes(piece)
        if len(found) >= MOST:
            break
    return found


def _pieces(data: Plain) -> list[_Piece]:
    """Cut the file: the head first, then parameters, then steps in their order."""
    if not isinstance(data, dict):
        return [_Piece(data, Macro, ())]
    head = {**data}
    pieces = [_Piece(head, Macro, ())]
    params = data.get("params")
    if isinstance(params, dict):
        head["params"] = {}
        for name, param in params.items():
            pieces.append(_Piece({name: None}, dict[ParamName, None], ("params",)))
            pieces.append(_Piece(param, Param, ("params", name)))
    if isinstance(data.get("steps"), list):
        head["steps"] = []
        _cut_steps(data["steps"], ("steps",), pieces)
    return pieces


def _cut_steps(steps: list[Plain], path: Path, pieces: list[_Piece]) -> None:
    for place, step in enumerate(steps):
        here = (*path, place)
        if not isinstance(step, dict):
            pieces.append(_Piece(step, Step, here))
            continue
        alone = {**step}
        inner = [name for name in _BLOCKS if isinstance(step.get(name), list)]
        alone.update((name, []) for name in inner)
        pieces.append(_Piece(alone, Step, here))
        for name in inner:
            _cut_steps(step[name], (*here, name), pieces)


def _mistakes(piece: _Piece) -> list[Finding]:
    """Read one piece again and again, each time without what was wrong with it."""
    value, dropped = piece.value, set[Path]()
    found: list[Finding] = []
    while len(found) < MOST:
        try:
            msgspec.convert(value, piece.kind, strict=True)
        except msgspec.ValidationError as error:
            reason, path = _place(str(error), value)
            missing = _MISSING_FIELD.fullmatch(reason)
            if missing is None or (*path, missing.group(1)) not in dropped:
                found.append(finding(piece.path, path, reason, value, piece.kind))
            path = _to_drop(reason, path)
            if not path:
                return found
            if not dropped:
                value = copy.deepcopy(value)
            dropped.add(path)
            _drop(value, path)
        else:
            return found
    return found


def _to_drop(reason: str, path: Path) -> Path:
    """Return what is left out to read on; empty when nothing can be."""
    if unknown := _UNKNOWN_FIELD.fullmatch(reason):
        return (*path, unknown.group(1))
    while path and isinstance(path[-1], int):
        path = path[:-1]  # an item of a list takes the list with it: the others keep their places
    return path


def _drop(value: Plain, path: Path) -> None:
    for key in path[:-1]:
        value = value[key]
    del value[path[-1]]


def _place(message: str, value: Plain) -> tuple[str, Path]:
    """Take msgspec's message apart into the reason and the way to the value."""
    parts = _WHERE.fullmatch(message)
    if parts is None:  # a key of the file may hold anything
        return message, ()
    path: Path = ()
    for part in _PART.finditer(parts["path"] or ""):
        if part["name"]:
            path = (*path, part["name"])
        elif part["place"] == "...":
            path = (*path, *_odd_key(_at(value, path)))
        else:
            path = (*path, int(part["place"]))
    if parts["key"]:
        path = (*path, *_odd_key(_at(value, path)))
    return parts["reason"], path


def _at(value: Plain, path: Path) -> Plain:
    for key in path:
        value = value[key]
    return value


def _odd_key(values: Plain) -> Path:
    """Return the first key of a free mapping that is refused, by itself or for its value."""
    for key, value in values.items():
        try:
            msgspec.convert({key: value}, dict[ParamName, Text], strict=True)
        except msgspec.ValidationError:
            return (key,)
    return ()


FILE: Final = "macro.yaml"
_FIRST: Final = (
    "deskhand",
    "id",
    "do",
    "that",
    "name",
    "comment",
    "off",
    "breakpoint",
    "target",
    "to",
)
_LAST: Final = (
    "wait",
    "expect",
    "on_mismatch",
    "risk",
    "pause_s",
    "speed",
    "steps",
    "then",
    "otherwise",
)
_RANKS: Final = {name: rank for rank, name in enumerate(_FIRST, -len(_FIRST))} | {
    name: rank for rank, name in enumerate(_LAST, 1)
}
_DROPPED: Final = frozenset({"made", "params", "values"})
"""Mappings that mean the same when they are empty and when they are not there."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A macro as it stands in a file."""

    macro: Macro
    file: str
    tree: Tree

    def problems(self, findings: Iterable[Finding]) -> tuple[Problem, ...]:
        """Return findings with the lines of the file, in their order."""
        return _problems(self.tree, findings)


def open_text(data: bytes, file: str = FILE, watch: Watch | None = None) -> Opened:
    """Read a macro file and keep where everything stands."""
    tree = read_tree(data, file, watch)
    read = convert(tree.data)
    if isinstance(read, Macro) and not tree.problems:
        return Opened(read, file, tree)
    findings = [] if isinstance(read, Macro) else read
    told = sorted(
        {*tree.problems, *_problems(tree, findings)}, key=lambda one: (one.line, one.column)
    )
    raise BadMacro(file, told[:MOST])


def read(data: bytes, file: str = FILE) -> Macro:
    """Read a macro file."""
    return open_text(data, file).macro


class Texts:
    """The texts of the steps of one macro as they were written last. Owned by one thread at a time."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Step, str]] = {}

    def only(self, steps: Iterable[Step]) -> "Texts":
        """Return the texts of some steps, as far as they were written, and of no other."""
        found = Texts()
        found._known = {one.id: self._known[one.id] for one in steps if one.id in self._known}
        return found

    def take(self, others: "Texts") -> None:
        """Know what others know too."""
        self._known.update(others._known)

    def of(self, step: Step, name: str) -> str:
        """Return a step's text; made anew only for another step than before, and steps never change.

        Raises:
            MacroError: a text in it no file can hold.
            msgspec.ValidationError: another value in it no file can hold.
        """
        if not self._is_made(step):
            plain = msgspec.to_builtins(step)
            msgspec.convert(plain, Step, strict=True)
            _check_texts(plain, name)
            self._known[step.id] = (step, emit_item(_ordered(plain)))
        return self._known[step.id][1]

    def make(self, macro: Macro, most: int) -> bool:
        """Make up to so many texts that a `write` would have to make; tell whether it has all then.

        True too where a step can be in no file: `write` says which one.
        """
        lacking = (step for step in macro.steps if not self._is_made(step))
        try:
            for step in islice(lacking, most):
                self.of(step, macro.name)
        except (MacroError, msgspec.ValidationError):
            return True
        return all(map(self._is_made, macro.steps))

    def _is_made(self, step: Step) -> bool:
        known = self._known.get(step.id)
        return known is not None and known[0] is step


def write(macro: Macro, texts: Texts | None = None) -> bytes:
    """Return the macro's file.

    Raises:
        MacroError: something in it no file can hold (a control character, a number out of range, more
            than a file may be large); `read` would refuse it.
    """
    made = texts if texts is not None else Texts()
    try:
        plain = _plain(macro if len(macro.steps) > MAX_STEPS else replace(macro, steps=()))
        items = [made.of(step, macro.name) for step in macro.steps]
    except msgspec.ValidationError as error:
        raise MacroError(
            f"the macro “{macro.name}” cannot be kept: {_where_in(macro, error)}"
        ) from error
    _check_texts(plain, macro.name)
    data = (emit(_ordered(plain)) + _listed(items)).encode()
    if len(data) > MAX_YAML_BYTES:
        raise MacroError(
            f"the macro “{macro.name}” cannot be kept: its text is larger than "
            f"{MAX_YAML_BYTES // 2**20} MiB; split it into macros that call each other"
        )
    return data


def _plain(macro: Macro) -> Plain:
    plain = msgspec.to_builtins(macro)
    msgspec.convert(plain, Macro, strict=True)
    return plain


def _where_in(macro: Macro, error: msgspec.ValidationError) -> msgspec.ValidationError:
    """Return an error of a step as one that names its place in the macro."""
    try:
        _plain(macro)
    except msgspec.ValidationError as whole:
        return whole
    return error


def _listed(items: list[str]) -> str:
    """Return the steps under their key, the last of the file, apart by empty lines."""
    return "steps:\n" + "\n\n".join(items) + "\n" if items else ""


def canonical(macro: Macro) -> Plain:
    """Return the macro as plain values that are the same for the same content, however it was made."""
    return _ordered(msgspec.to_builtins(macro))


def is_keepable(text: str) -> bool:
    """Tell whether a macro may hold the text: no control character but tab and line breaks."""
    return REFUSED.search(text) is None and len(text.encode()) <= MAX_STRING_BYTES


def _problems(tree: Tree, findings: Iterable[Finding]) -> tuple[Problem, ...]:
    told = []
    for one in findings:
        line, column = tree.find((*one.path, one.key) if one.key else one.path)
        place = where(one.path, tree.data)
        told.append(Problem(line, column, place, one.reason, one.advice, one.is_note))
    return tuple(told)


def _check_texts(tree: Plain, name: str) -> None:
    match tree:
        case str() if not is_keepable(tree):
            raise MacroError(
                f"the macro “{name}” cannot be kept: a text in it holds a control character or is "
                f"longer than {MAX_STRING_BYTES:,} bytes; change it"
            )
        case dict():
            for value in tree.values():
                _check_texts(value, name)
        case list() | tuple():
            for value in tree:
                _check_texts(value, name)


def _ordered(tree: Plain) -> Plain:
    """Return the values with their keys in the order of the file, empty parts left out."""
    match tree:
        case dict():
            if "do" in tree or "deskhand" in tree:
                names = sorted(tree, key=lambda name: _RANKS.get(name, 0))
                return {
                    name: _ordered(tree[name])
                    for name in names
                    if tree[name] != {} or name not in _DROPPED
                }
            return {name: _ordered(value) for name, value in tree.items()}
        case list() | tuple():
            return [_ordered(value) for value in tree]
        case float() if tree.is_integer() and abs(tree) < 1e15:
            return int(tree)  # 5.0 and 5 are one number, as are -0.0 and 0
        case _:
            return tree


_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_TITLE: Final = "deskhand macro, version 1"
_ABOUT: Final = (
    "macro.yaml, after YAML was read: values without quotes are numbers, true, false or null only when "
    "written in exactly that way. More must hold than a schema can say; see deskhand macro check."
)

Schema = dict[str, Any]


def schema() -> Schema:
    """Return the schema of the whole file."""
    (found,), parts = msgspec.json.schema_components([Macro], ref_template="#/$defs/{name}")
    for part in (found, *parts.values()):
        if "description" in part:  # a docstring, with the line ends and the indent of the source
            part["description"] = " ".join(part["description"].split())
    return {"$schema": _DIALECT, "title": _TITLE, "description": _ABOUT, **found, "$defs": parts}


def text() -> str:
    """Return the file as it is published."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
