"""The macro file: text to macro and back, `read(write(macro)) == macro`.

Reading is strict and tells every problem with its line. What holds beyond the types (ids that stand
twice, parameters nobody declared) is in `checks`; a file that fails there can still be opened and
mended.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Final

import msgspec
from msgspec.structs import replace

from automation.core.errors import MacroError
from automation.macros import converting
from automation.macros.emit import emit, emit_item
from automation.macros.macro import MAX_STEPS, MAX_STRING_BYTES, Macro, Step
from automation.macros.problems import MOST, BadMacro, Finding, Plain, Problem, where
from automation.macros.yaml_tree import MAX_YAML_BYTES, REFUSED, Tree, Watch, read_tree

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
    """Read a macro file and keep where everything stands.

    Args:
        data: the file's bytes.
        file: what it is called in sentences.
        watch: is told how far the reading has come.

    Raises:
        BadMacro: it is no macro; has every problem that was found.
    """
    tree = read_tree(data, file, watch)
    read = converting.convert(tree.data)
    if isinstance(read, Macro) and not tree.problems:
        return Opened(read, file, tree)
    findings = [] if isinstance(read, Macro) else read
    told = sorted(
        {*tree.problems, *_problems(tree, findings)}, key=lambda one: (one.line, one.column)
    )
    raise BadMacro(file, told[:MOST])


def read(data: bytes, file: str = FILE) -> Macro:
    """Read a macro file.

    Raises:
        BadMacro: it is no macro; has every problem that was found.
    """
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

        Args:
            step: of the macro itself, not one inside a block.
            name: the macro's, for an error.

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

    Args:
        macro: what to write.
        texts: what was written of it before, which spares most of the work for a long macro.

    Raises:
        MacroError: something in it no file can hold (a control character, a number out of range, more
            than a file may be large); `read` would refuse it.
    """
    made = texts if texts is not None else Texts()
    try:
        plain = _plain(macro if len(macro.steps) > MAX_STEPS else replace(macro, steps=()))
        items = [made.of(step, macro.name) for step in macro.steps]
    except msgspec.ValidationError as error:
        message = f"the macro “{macro.name}” cannot be kept: {_where_in(macro, error)}"
        raise MacroError(message) from error
    _check_texts(plain, macro.name)
    data = (emit(_ordered(plain)) + _listed(items)).encode()
    if len(data) > MAX_YAML_BYTES:
        message = (
            f"the macro “{macro.name}” cannot be kept: its text is larger than "
            f"{MAX_YAML_BYTES // 2**20} MiB; split it into macros that call each other"
        )
        raise MacroError(message)
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
            message = (
                f"the macro “{name}” cannot be kept: a text in it holds a control character or is "
                f"longer than {MAX_STRING_BYTES:,} bytes; change it"
            )
            raise MacroError(message)
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
