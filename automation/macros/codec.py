"""The macro file: text to macro and back, `read(write(macro)) == macro`.

Reading is strict and tells every problem with its line. What holds beyond the types (ids that stand
twice, parameters nobody declared) is in `checks`; a file that fails there can still be opened and
mended.

msgspec's own reader tells the first mistake only, in words that are its own. Where there is one, the
values are held against the grammar's types here, so that a person sees all mistakes at once: what was
found, what was expected, what to write.

The JSON Schema of a macro file is made from its types and published in `resources/schema`:
python -m automation.macros.codec > resources/schema/macro.schema.json
"""

import difflib
import json
import operator
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from automation.core.errors import MacroError
from automation.core.text import visible_text
from automation.macros.macro import MAX_STEPS, MAX_STRING_BYTES, Macro, Step
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
_WORDS: Final[dict[type, str]] = {
    str: "text", int: "a whole number", float: "a number", bool: "true or false",
    dict: "keys with values", list: "a list", tuple: "a list", type(None): "nothing",
}  # fmt: skip
_TAKES: Final[dict[type[inspect.Type], tuple[type, ...]]] = {
    inspect.StrType: (str,), inspect.IntType: (int,), inspect.FloatType: (float, int),
    inspect.BoolType: (bool,), inspect.StructType: (dict,), inspect.DictType: (dict,),
    inspect.VarTupleType: (list, tuple), inspect.TupleType: (list, tuple),
    inspect.NoneType: (type(None),),
}  # fmt: skip
"""By the type in the grammar: the types of plain values that stand for it, the usual one first."""
_PATTERNS: Final = {
    "id": "an id has small letters, digits and dashes, begins with a letter or digit, and has at most 60",
    "image": "a picture is img/NAME.png, its name of small letters, digits, dots, dashes and underscores",
}
_PARAM_PATTERN: Final = "a parameter's name has small letters, digits and underscores, begins with a letter, and has at most 40"


def convert(data: Plain) -> Macro | list[Finding]:
    """Return the macro, or what is wrong with it."""
    try:
        return msgspec.convert(data, Macro, strict=True)
    except msgspec.ValidationError as error:
        found = islice(_mistakes(data, inspect.type_info(Macro), ()), MOST)
        return list(found) or [Finding((), str(error))]


def _mistakes(value: Plain, kind: inspect.Type, path: Path) -> Iterator[Finding]:
    """Yield everything that is wrong with a value for a type of the grammar."""
    options = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    fitting = [one for one in options if type(value) in _takes(one)]
    if not fitting:
        yield _of_type(value, options, path)
        return
    tags = {one.tag: one for one in fitting if isinstance(one, inspect.StructType) and one.tag}
    chosen: inspect.Type | None = fitting[0]
    if tags:
        name = next(one.tag_field for one in tags.values()) or ""
        tag = value.get(name)
        chosen = tags.get(tag) if isinstance(tag, str) else None
        if name not in value:
            yield Finding(path, f"{name} is missing", "add it")
        elif chosen is None and isinstance(tag, str):
            yield _choice((*path, name), tag, list(tags))
        elif chosen is None:
            yield _of_type(tag, (inspect.StrType(),), (*path, name))
    if chosen is not None:
        yield from _in_kind(value, chosen, path)


def _in_kind(  # noqa: C901 - one case a kind
    value: Plain, chosen: inspect.Type, path: Path
) -> Iterator[Finding]:
    match chosen:
        case inspect.StructType():
            yield from _in_struct(value, chosen, path)
        case inspect.DictType():
            for key, each in value.items():
                yield from _mistakes(key, chosen.key_type, (*path, key))
                yield from _mistakes(each, chosen.value_type, (*path, key))
        case inspect.VarTupleType():
            yield from _of_length(value, chosen.min_length, chosen.max_length, path)
            for place, each in enumerate(value):
                yield from _mistakes(each, chosen.item_type, (*path, place))
        case inspect.TupleType(item_types=kinds):
            if len(value) != len(kinds):
                said = f"found {len(value)} items, expected exactly {len(kinds)}"
                yield Finding(path, said)
                return
            for place, (each, inner) in enumerate(zip(value, kinds, strict=True)):
                yield from _mistakes(each, inner, (*path, place))
        case inspect.LiteralType():
            if value not in chosen.values:
                yield _choice(path, value, chosen.values)
        case inspect.StrType():
            yield from _of_length(value, chosen.min_length, chosen.max_length, path)
            if chosen.pattern is not None and not re.search(chosen.pattern, value):
                words = _PATTERNS.get(str(path[-1]), _PARAM_PATTERN)
                yield Finding(path, f"{_shown_value(value)} cannot be used", words)
        case inspect.IntType() | inspect.FloatType():
            yield from _out_of_range(value, chosen, path)


def _takes(kind: inspect.Type) -> tuple[type, ...]:
    if isinstance(kind, inspect.LiteralType):
        return tuple({type(word) for word in kind.values})
    return _TAKES[type(kind)]


def _in_struct(value: Plain, kind: inspect.StructType, path: Path) -> Iterator[Finding]:
    fields = {one.encode_name: one for one in kind.fields}
    keys = {kind.tag_field: True} if kind.tag_field else {}
    keys |= {name: one.required for name, one in fields.items()}
    for name, each in value.items():
        if name in fields:
            yield from _mistakes(each, fields[name].type, (*path, name))
        elif name != kind.tag_field:
            yield Finding(
                path, f"unknown key {shown(name)}", _key_meant(name, keys, value), key=name
            )
    for name, is_required in keys.items():
        if is_required and name not in value:
            yield Finding(path, f"{name} is missing", "add it")


def _of_type(value: Plain, options: Sequence[inspect.Type], path: Path) -> Finding:
    wanted = dict.fromkeys(_takes(one)[0] for one in options)
    names = sorted((_WORDS[one] for one in wanted), key="nothing".__eq__)
    subject = "found" if isinstance(value, dict | list | None) else f"{_shown_value(value)} is"
    said = f"{subject} {_WORDS[type(value)]}, expected {' or '.join(names)}"
    advice = ""
    if str in wanted and isinstance(value, bool | int | float):
        advice = "put it in quotes"
    elif str in wanted and value is None:
        advice = 'write "" or leave the key out'
    elif str in wanted and isinstance(value, dict):
        advice = 'put it in quotes; for the value of a parameter write "{{name}}"'
    elif bool in wanted and isinstance(value, str):
        advice = "write true or false, without quotes"
    elif wanted.keys() & {int, float} and isinstance(value, str):
        advice = "write it in digits, without quotes"
    return Finding(path, said, advice)


def _of_length(
    value: str | list[Plain], least: int | None, most: int | None, path: Path
) -> Iterator[Finding]:
    unit = "characters" if isinstance(value, str) else "items"
    if len(value) < (least or 0):
        yield Finding(path, f"found {len(value)} {unit}, expected at least {least}")
    elif most is not None and len(value) > most:
        yield Finding(path, f"found {len(value)} {unit}, expected at most {most}")


def _out_of_range(
    value: float, kind: inspect.IntType | inspect.FloatType, path: Path
) -> Iterator[Finding]:
    for bound, word, is_kept in (
        (kind.ge, "at least", operator.ge),
        (kind.gt, "above", operator.gt),
        (kind.le, "at most", operator.le),
        (kind.lt, "below", operator.lt),
    ):
        if bound is not None and not is_kept(value, bound):
            end = str(bound).removesuffix(".0")
            yield Finding(path, f"found {_shown_value(value)}, expected {word} {end}")


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


def _choice(here: Path, found: Plain, choices: Sequence[Plain]) -> Finding:
    if here == ("deskhand",):
        said = f"this file is of version {_shown_value(found)}, and version 1 is what can be read"
        return Finding(here, said, "get a newer deskhand" if found > 1 else "")
    words = [str(choice) or '""' for choice in choices]
    advice = _one_of(str(found), words, "there are", words)
    if here[-1:] == ("do",) and found == "unless":
        advice = "write do: if, with absent: true in its condition"
    return Finding(here, f"{_shown_value(found)} is not one of the words here", advice)


def _key_meant(name: str, keys: dict[str, bool], there: Collection[str]) -> str:
    """Return what to write for a key that is none here.

    A key that must stand here and does not is the one that was meant, or none is: another one that only
    looks like it would lead away from what is missing.

    Args:
        keys: those that may stand here, and whether they must.
    """
    free = [key for key in keys if key not in there]
    missing = [key for key in free if keys[key]]
    if not missing:
        return _one_of(name, free, "the keys here are", keys)
    return _one_of(name, missing, "missing here:", missing)


def _one_of(found: str, words: Collection[str], opening: str, known: Collection[str]) -> str:
    """Return the one of the words that was meant; where none looks like it, all that are known."""
    near = difflib.get_close_matches(found[:_SHOWN_CHARS], words, 1)
    if near:
        return f"did you mean {near[0]}?"
    return f"{opening} {', '.join(known)}" if known else ""


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
        dict.fromkeys((*tree.problems, *_problems(tree, findings))),
        key=lambda one: (one.line, one.column),
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
