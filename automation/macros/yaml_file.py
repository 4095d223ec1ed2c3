"""YAML text to plain values, with the line of each: a small, strict part of YAML and nothing else.

No anchors, aliases, tags, merge keys or second documents; a key stands once. A value without quotes
is a number, true, false or null only if it is written in exactly that way; all else is text as it
stands, so that `no`, `0755`, `12:30:00` and `2024-05-01` stay what their writer meant. Limits hold
while the text is read, before anything has grown.

Written is it by a writer of our own, the same bytes for the same values: what a file may hold is a small
part of YAML, and what is written here is read back as exactly what it was. Long texts stand as blocks,
small boxes and lists of words on one line, everything doubtful in quotes.
"""

import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import yaml

from automation.macros.macro import MAX_DEPTH, MAX_STEPS, MAX_STRING_BYTES
from automation.macros.problems import MOST, BadMacro, Path, Plain, Problem, refusal

MAX_YAML_BYTES: Final = 32 * 1024 * 1024
"""1,600 bytes for each of the most steps; a step recorded with all its evidence takes about 600."""
MAX_NODES: Final = 120 * MAX_STEPS
"""Values and keys; a step recorded with all its evidence has about 80."""
MAX_TREE_DEPTH: Final = 1 + 2 * MAX_DEPTH + 6
"""The file, a list and a step for each block, and six more from a step down to its deepest value
(`expect`, `condition`, `target`, `place`, `box`, `x`)."""

Watch = Callable[[str, int, int], None]
"""Told what is being done (`Reading`), how much of it, and of how much; may raise to end it."""
_WATCHED: Final = 2_000
"""Values between two words to a `Watch`: some milliseconds."""
Place = tuple[int, int, "dict[str, Place] | list[Place] | None"]
"""Line and column from 1, and the places of what lies inside. A value in a mapping has its key's."""

Event = Any
Mark = Any
"""PyYAML's, which has no types."""
_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's where PyYAML was built with it, which is many times as fast. Only its events are used."""
_RAW_REFUSED: Final = re.compile(
    "[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
"""Control characters, half characters, and what older YAML takes for a line break."""
REFUSED: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""What no text of a macro may hold, however it is written: nothing types it."""
_WHOLE: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,18})")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_WORDS: Final = {"true": True, "false": False, "null": None, "": None}
_MAX_NUMBER_CHARS: Final = 40


@dataclass(frozen=True, slots=True)
class Tree:
    """A file as plain values (dict, list, str, int, float, bool, None) and their places."""

    data: Plain
    place: Place
    problems: tuple[Problem, ...] = ()
    """What must not stand there, but could be read past."""

    def find(self, path: Path) -> tuple[int, int]:
        """Return line and column of the value, or of the nearest one around it that is there."""
        line, column, inside = self.place
        for key in path:
            try:
                line, column, inside = inside[key]  # type: ignore[index]  # or raises
            except (KeyError, IndexError, TypeError):
                break
        return line, column


def resolve(text: str) -> str | int | float | bool | None:
    """Return what a value without quotes stands for.

    Raises:
        ValueError: a number that cannot be kept as it is written.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "-0123456789":
        return text
    if _WHOLE.fullmatch(text):
        return int(text)
    if _NUMBER.fullmatch(text):
        number = float(text) if len(text) <= _MAX_NUMBER_CHARS else math.inf
        if not math.isfinite(number):
            raise ValueError(f"the number {text[:30]} is too large or too long")
        return number
    return text


def read_tree(data: bytes, file: str = "macro.yaml", watch: Watch | None = None) -> Tree:
    """Read a file's text.

    Args:
        watch: is told how many characters were read.
    """
    text = _text(data, file)
    reader = _Reader(file, yaml.parse(text, Loader=_LOADER), len(text), watch)
    try:
        return reader.read()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        reason = error.problem or error.context or "it is no YAML"
        raise refusal(
            file,
            f"this is no YAML ({reason})",
            "look at the indent and the quotes there and just above",
            line=line,
            column=column,
        ) from error
    except yaml.YAMLError as error:
        raise refusal(file, f"this is no YAML ({str(error)[:200]})") from error


def _text(data: bytes, file: str) -> str:
    if len(data) > MAX_YAML_BYTES:
        raise refusal(
            file,
            f"the text is larger than {MAX_YAML_BYTES // 2**20} MiB",
            "split it into macros that call each other",
        )
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise refusal(
            file,
            "this is not UTF-8",
            "save it as UTF-8",
            line=data.count(b"\n", 0, error.start) + 1,
        ) from error
    if found := _RAW_REFUSED.search(text):
        raise refusal(
            file,
            f"the character U+{ord(found.group()):04X} must not stand in a macro",
            "take it out",
            line=text.count("\n", 0, found.start()) + 1,
        )
    return text


class _Reader:
    """Builds the values from the parser's events; one for each file."""

    def __init__(self, file: str, events: Iterator[Any], size: int, watch: Watch | None) -> None:
        self._file = file
        self._size, self._watch = size, watch
        self._events = events
        self._nodes = 0
        self._problems: list[Problem] = []

    def read(self) -> Tree:
        """Read the one document."""
        next(self._events)  # the stream begins
        start = next(self._events)
        if type(start) is not yaml.DocumentStartEvent:
            raise refusal(self._file, "it is empty", "it begins with deskhand: 1")
        if start.version or start.tags:
            raise self._refused(start, "a line that begins with % must not stand in a macro")
        data, place = self._node(next(self._events), 1)
        next(self._events)  # the document ends
        after = next(self._events)
        if type(after) is not yaml.StreamEndEvent:
            raise self._refused(after, "a second document begins here; a file holds one macro")
        return Tree(data, place, tuple(self._problems))

    def _refused(self, event: Event, reason: str, advice: str = "") -> BadMacro:
        mark = event.start_mark
        return refusal(self._file, reason, advice, line=mark.line + 1, column=mark.column + 1)

    def _wrong(self, event: Event, reason: str, advice: str) -> None:
        mark = event.start_mark
        if len(self._problems) < MOST:
            self._problems.append(Problem(mark.line + 1, mark.column + 1, "", reason, advice))

    def _node(self, event: Event, depth: int) -> tuple[Any, Place]:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise self._refused(event, f"it holds more than {MAX_NODES:,} values")
        if self._watch is not None and self._nodes % _WATCHED == 0:
            self._watch("Reading", event.start_mark.index, self._size)
        if depth > MAX_TREE_DEPTH:
            raise self._refused(
                event,
                f"it is nested deeper than {MAX_TREE_DEPTH} levels",
                "put inner steps into a macro of their own",
            )
        kind = type(event)
        mark = event.start_mark
        if kind is yaml.AliasEvent:
            self._wrong(
                event, f"*{event.anchor} is an alias", "write out what it stands for, or quote it"
            )
            return None, (mark.line + 1, mark.column + 1, None)
        if event.anchor is not None:
            self._wrong(event, f"&{event.anchor} is an anchor", "take it out, or quote the value")
        if event.tag is not None:
            self._wrong(event, f"{event.tag} is a tag", "take it out, or quote the value")
        if kind is yaml.ScalarEvent:
            return self._scalar(event), (mark.line + 1, mark.column + 1, None)
        if kind is yaml.SequenceStartEvent:
            return self._list(mark, depth)
        return self._mapping(mark, depth)

    def _scalar(self, event: Event) -> Plain:
        text: str = event.value
        if len(text) * 4 > MAX_STRING_BYTES and _size(text) > MAX_STRING_BYTES:
            self._wrong(event, f"this text is longer than {MAX_STRING_BYTES:,} bytes", "shorten it")
            return ""
        if not event.style:  # no quotes and no block
            try:
                return resolve(text)
            except ValueError as error:
                self._wrong(event, str(error), "write a smaller one, or put it in quotes")
                return 0
        if found := REFUSED.search(text):
            reason = f"the character U+{ord(found.group()):04X} must not stand in a macro"
            self._wrong(event, reason, "take it out")
            return ""
        return text

    def _list(self, mark: Mark, depth: int) -> tuple[list[Any], Place]:
        items: list[Any] = []
        places: list[Place] = []
        while type(event := next(self._events)) is not yaml.SequenceEndEvent:
            item, place = self._node(event, depth + 1)
            items.append(item)
            places.append(place)
            if len(items) > MAX_STEPS:
                raise self._refused(event, f"a list holds more than {MAX_STEPS:,} values")
        return items, (mark.line + 1, mark.column + 1, places)

    def _mapping(self, mark: Mark, depth: int) -> tuple[dict[str, Any], Place]:
        values: dict[str, Any] = {}
        places: dict[str, Place] = {}
        while type(event := next(self._events)) is not yaml.MappingEndEvent:
            key = self._key(event)
            at = event.start_mark
            value, place = self._node(next(self._events), depth + 1)
            if key in values:
                first = places[key][0]
                reason = f"{key[:60]} stands twice, first in line {first}"
                self._wrong(event, reason, "keep one of them")
                continue
            values[key] = value
            places[key] = (at.line + 1, at.column + 1, place[2])
        return values, (mark.line + 1, mark.column + 1, places)

    def _key(self, event: Event) -> str:
        self._nodes += 1
        if type(event) is not yaml.ScalarEvent:
            raise self._refused(
                event,
                "a key must be a plain word",
                'quote it, as in "{{name}}", or close a bracket above',
            )
        if event.anchor is not None or event.tag is not None:
            self._wrong(event, "a key has an anchor or a tag", "take it out")
        if event.value == "<<" and not event.style:
            self._wrong(event, "<< merges other keys in", "write them out")
        return str(event.value)


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


_PLAIN: Final = re.compile(r"[^\W\d_](?:[\w ./()+'-]*[\w./()+'-])?")
"""Text that no reader of YAML, of whichever version, takes for anything else."""
_SPECIAL: Final = frozenset(
    ["true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf"]
)
_ESCAPED: Final = re.compile("[\u2028\u2029\ufeff]")
"""Older YAML breaks lines at these or takes them for a mark of the file."""
_FLOW_CHARS: Final = 90
_MAX_PLAIN_CHARS: Final = 1000

YamlTree = Any
"""dict, list, str, int, float, bool, None."""


def emit(tree: dict[str, YamlTree]) -> str:
    """Return the text of a file.

    Args:
        tree: what it holds; keys in the order in which they are to stand.
    """
    lines: list[str] = [] if tree else ["{}"]
    _mapping(tree, "", lines)
    return "\n".join(lines) + "\n"


def emit_item(item: dict[str, YamlTree]) -> str:
    """Return the lines of one item of a list that stands under a key of the file, without the last break."""
    lines: list[str] = []
    _list([item], "  ", lines)
    return "\n".join(lines)


def _mapping(tree: dict[str, YamlTree], indent: str, lines: list[str]) -> None:
    for key, value in tree.items():
        _entry(f"{indent}{_key(key)}:", value, indent, lines)


def _entry(head: str, value: YamlTree, indent: str, lines: list[str]) -> None:
    """Write a value behind its key or dash."""
    room = _FLOW_CHARS - len(head)
    if isinstance(value, str) and _is_block(value):
        lines.append(f"{head} {'|' if value.endswith(chr(10)) else '|-'}")
        lines += [
            f"{indent}  {line}" if line else "" for line in value.removesuffix("\n").split("\n")
        ]
    elif (flow := _flow(value, room)) is not None:
        lines.append(f"{head} {flow}")
    elif isinstance(value, dict):
        lines.append(head)
        _mapping(value, f"{indent}  ", lines)
    else:
        lines.append(head)
        _list(value, f"{indent}  ", lines)


def _list(items: list[YamlTree], indent: str, lines: list[str]) -> None:
    for item in items:
        if isinstance(item, dict) and _flow(item, _FLOW_CHARS - len(indent) - 2) is None:
            start = len(lines)
            _mapping(item, f"{indent}  ", lines)
            lines[start] = f"{indent}- {lines[start][len(indent) + 2 :]}"
        elif isinstance(item, list) and _flow(item, _FLOW_CHARS - len(indent) - 2) is None:
            lines.append(f"{indent}-")
            _list(item, f"{indent}  ", lines)
        else:
            _entry(f"{indent}-", item, indent, lines)


def _flow(value: YamlTree, room: int) -> str | None:
    """Return a value on one line; None for one that is to stand on lines of its own."""
    match value:
        case dict():
            if value and ("do" in value or not all(_is_small(each) for each in value.values())):
                return None
            text = (
                "{"
                + ", ".join(f"{_key(key)}: {_inline(each)}" for key, each in value.items())
                + "}"
            )
        case list():
            if not all(_is_small(each) for each in value):
                return None
            text = "[" + ", ".join(_inline(each) for each in value) + "]"
        case _:
            return _scalar(value)
    return text if len(text) <= room or not value else None


def _is_small(value: YamlTree) -> bool:
    """Tell whether a value may stand inside brackets: numbers, short words, and boxes of numbers."""
    match value:
        case str():
            return len(value) <= 40 and "\n" not in value
        case dict():
            return all(isinstance(each, int | float) for each in value.values())
        case list():
            return all(isinstance(each, int | float) for each in value) and len(value) <= 4
        case _:
            return True


def _inline(value: YamlTree) -> str:
    return _flow(value, 10**9) or '""'


def _is_block(text: str) -> bool:
    """Tell whether a text is to stand as a block, and comes back whole from one."""
    if "\n" not in text.removesuffix("\n") or text.endswith("\n\n") or "\r" in text:
        return False
    if text[0] in " \t\n" or _ESCAPED.search(text):
        return False
    return all(line.strip(" \t") or not line for line in text.split("\n"))


def _key(name: str) -> str:
    return name if name in ("x", "y") else _scalar(name)


def _scalar(value: YamlTree) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case str():
            return value if _is_plain(value) else _quoted(value)
        case _:
            return repr(value)


def _is_plain(text: str) -> bool:
    return (
        _PLAIN.fullmatch(text) is not None
        and len(text) <= _MAX_PLAIN_CHARS
        and text.casefold() not in _SPECIAL
        and isinstance(resolve(text), str)
    )


def _quoted(text: str) -> str:
    """Return the text in double quotes, whose escapes YAML shares with JSON."""
    quoted = json.dumps(text, ensure_ascii=False)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found.group()):04x}", quoted)
