"""Plain values to YAML that a person likes to read, the same bytes for the same values.

Our own and not the library's writer: what a file may hold is a small part of YAML, and what is
written here is read back by `yaml_tree` as exactly what it was. Long texts stand as blocks, small
boxes and lists of words on one line, everything doubtful in quotes.
"""

import json
import re
from typing import Any, Final

from automation.macros.yaml_tree import resolve

_PLAIN: Final = re.compile(r"[^\W\d_](?:[\w ./()+'-]*[\w./()+'-])?")
"""Text that no reader of YAML, of whichever version, takes for anything else."""
_SPECIAL: Final = frozenset(
    ["true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf"]
)
_ESCAPED: Final = re.compile("[\u2028\u2029\ufeff]")
"""Older YAML breaks lines at these or takes them for a mark of the file."""
_FLOW_CHARS: Final = 90
_MAX_PLAIN_CHARS: Final = 1000

Tree = Any
"""dict, list, str, int, float, bool, None."""


def emit(tree: dict[str, Tree]) -> str:
    """Return the text of a file.

    Args:
        tree: what it holds; keys in the order in which they are to stand.
    """
    lines: list[str] = [] if tree else ["{}"]
    _mapping(tree, "", lines)
    return "\n".join(lines) + "\n"


def emit_item(item: dict[str, Tree]) -> str:
    """Return the lines of one item of a list that stands under a key of the file, without the last break."""
    lines: list[str] = []
    _list([item], "  ", lines)
    return "\n".join(lines)


def _mapping(tree: dict[str, Tree], indent: str, lines: list[str]) -> None:
    for key, value in tree.items():
        _entry(f"{indent}{_key(key)}:", value, indent, lines)


def _entry(head: str, value: Tree, indent: str, lines: list[str]) -> None:
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


def _list(items: list[Tree], indent: str, lines: list[str]) -> None:
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


def _flow(value: Tree, room: int) -> str | None:
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


def _is_small(value: Tree) -> bool:
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


def _inline(value: Tree) -> str:
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


def _scalar(value: Tree) -> str:
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
