"""Where parameters and columns are used in steps, and steps that use another name instead."""

from collections.abc import Iterable
from typing import Any

import msgspec

from automation.macros import macro as grammar
from automation.macros.editing.edits import bare, holding
from automation.macros.macro import Step
from automation.macros.placeholders import Name, OddPlaceholder, escape, names, pieces
from automation.macros.problems import Path
from automation.macros.walking import FIXED, texts


def users(steps: Iterable[Step], name: str) -> tuple[Step, ...]:
    """Return the steps that themselves use a parameter or column, not those around them."""
    return tuple(step for step in steps if _may_use(step, name) and any(_places(step, name)))


def used_names(step: Step) -> frozenset[str]:
    """Return the parameters and columns that a step itself uses, declared or not."""
    plain = msgspec.json.encode(bare(step))
    if b"{{" not in plain and b'"param"' not in plain:
        return frozenset()
    found: set[str] = set()
    for path, text in texts(step):
        if path[-1] == "param":
            found.add(text)
        elif not _is_fixed(step, path):
            found.update(_names(text))
    return frozenset(found)


def renamed(step: Step, old: str, new: str) -> Step:
    """Return a step that uses one name in place of another; what is inside it stays as it is."""
    plain: Any = _open(msgspec.to_builtins(bare(step)))
    for path, text in _places(step, old):
        around = plain
        for key in path[:-1]:
            around = around[key]
        around[path[-1]] = new if path[-1] == "param" else _with_other(text, old, new)
    return holding(msgspec.convert(plain, Step, strict=True), step)


def _may_use(step: Step, name: str) -> bool:
    """Tell at once of most steps that they do not use the name."""
    return name.encode() in msgspec.json.encode(bare(step))


def _places(step: Step, name: str) -> list[tuple[Path, str]]:
    return [
        (path, text)
        for path, text in texts(step)
        if (path[-1] == "param" and text == name)
        or (not _is_fixed(step, path) and name in _names(text))
    ]


def _is_fixed(step: Step, path: Path) -> bool:
    if path[-1] in FIXED and not (isinstance(step, grammar.Call) and path[0] == "values"):
        return True
    return isinstance(step, grammar.Group) and path == ("title",)


def _names(text: str) -> tuple[str, ...]:
    try:
        return names(text)
    except OddPlaceholder:
        return ()  # told by the checks; nothing is filled in there


def _with_other(text: str, old: str, new: str) -> str:
    return "".join(
        f"{{{{{new if piece.name == old else piece.name}}}}}"
        if isinstance(piece, Name)
        else escape(piece)
        for piece in pieces(text)
    )


def _open(tree: object) -> object:
    """Return plain values in which each can be replaced."""
    match tree:
        case dict():
            return {name: _open(value) for name, value in tree.items()}
        case list() | tuple():
            return [_open(value) for value in tree]
        case _:
            return tree
