"""Plain values to a macro, or everything that is wrong with them, each with its place.

msgspec's own reader tells the first mistake. Where there is one, the file is read again in pieces
(its head, each parameter, each step without its inner steps), and a piece goes on without the value
that was wrong, so that a person sees all mistakes at once.
"""

import copy
import re
from dataclasses import dataclass
from typing import Final

import msgspec

from automation.macros.macro import Macro, Param, ParamName, Step, Text
from automation.macros.mistakes import finding
from automation.macros.problems import MOST, Finding, Path, Plain

_BLOCKS: Final = ("steps", "then", "otherwise")
_WHERE: Final = re.compile(
    r"(?P<reason>.*?)(?: - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`)?", re.DOTALL
)
_PART: Final = re.compile(r"\.(?P<name>\w+)|\[(?P<place>\d+|\.\.\.)\]")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_MISSING: Final = re.compile(r"Object missing required field `(.*)`", re.DOTALL)


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
            missing = _MISSING.fullmatch(reason)
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
    if unknown := _UNKNOWN.fullmatch(reason):
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
