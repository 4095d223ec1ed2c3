"""What no edit may bring into a macro: values that no file can hold, too many steps, blocks in the wrong place."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from automation.core.errors import MacroError
from automation.macros import macro as grammar
from automation.macros.codec import is_keepable
from automation.macros.converting import convert
from automation.macros.editing.edits import bare, branches, flat, height
from automation.macros.editing.rows import Spot
from automation.macros.editing.tree import Tree
from automation.macros.macro import MAX_DEPTH, MAX_STEPS, MAX_STRING_BYTES, Macro, Step
from automation.macros.problems import where
from automation.macros.walking import texts

_ESCAPES: Final = (rb"\u", rb"\b", rb"\f")
"""How JSON writes control characters, or a backslash before such a letter."""


def whole_steps(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return steps as a file gives them back.

    Raises:
        MacroError: a value in one of them no file can hold.
    """
    try:
        read = msgspec.json.decode(msgspec.json.encode(tuple(steps)), type=tuple[Step, ...])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise MacroError(_reason(Macro(deskhand=1, name="x", steps=tuple(steps)), error)) from error
    for step in flat(read):
        if _is_plainly_keepable(step):
            continue
        for path, text in texts(step):
            _check_text(text, f"step {step.id}: {': '.join(map(str, path))}")
    return read


def whole_header(header: Macro) -> Macro:
    """Return a macro without steps as a file gives it back.

    Raises:
        MacroError: a value in it no file can hold.
    """
    try:
        read = msgspec.json.decode(msgspec.json.encode(header), type=Macro)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise MacroError(_reason(header, error)) from error
    _check_text(read.about, "about")
    for name, param in read.params.items():
        for text in (param.ask, param.default or "", *param.choices):
            _check_text(text, f"param {name}")
    return read


def _is_plainly_keepable(step: Step) -> bool:
    """Tell at once of most steps that no text in them is too long or holds what no file can."""
    plain = msgspec.json.encode(bare(step))
    if len(plain) > MAX_STRING_BYTES or any(sign in plain for sign in _ESCAPES):
        return False
    return is_keepable(plain.decode())


def _check_text(text: str, place: str) -> None:
    if not is_keepable(text):
        message = (
            f"{place}: the text holds a control character or is longer than "
            f"{MAX_STRING_BYTES:,} bytes; change it"
        )
        raise MacroError(message)


def _reason(macro: Macro, error: Exception) -> str:
    """Return what is wrong in the words of the file's reader."""
    plain = msgspec.to_builtins(macro)
    found = convert(_as_read(plain))
    if isinstance(found, Macro) or not found:
        return f"this cannot be kept in a macro: {error}"
    first = found[0]
    said = f"{where(first.path, plain)}: {first.reason}"
    return f"{said}; {first.advice}" if first.advice else said


def _as_read(tree: object) -> object:
    """Return plain values with lists where a file has lists."""
    match tree:
        case dict():
            return {name: _as_read(value) for name, value in tree.items()}
        case list() | tuple():
            return [_as_read(value) for value in tree]
        case _:
            return tree


def check_room(tree: Tree, more: int) -> None:
    """Refuse more steps than a macro may have.

    Raises:
        MacroError: it would have more than `MAX_STEPS`.
    """
    if len(tree) + more > MAX_STEPS:
        message = (
            f"the macro would have {len(tree) + more:,} steps, and {MAX_STEPS:,} are the most; "
            "split it into macros that call each other"
        )
        raise MacroError(message)


def check_place(tree: Tree, steps: Sequence[Step], spot: Spot) -> None:
    """Refuse steps in a list that they must not stand in.

    Raises:
        MacroError: there is no such list, blocks would be nested too deep, or a for_each would stand
            inside another.
    """
    tree.row_at(spot)
    around = [spot.block, *tree.above(spot.block)] if spot.block else []
    if len(around) + height(steps) > MAX_DEPTH:
        message = (
            f"blocks would stand in blocks more than {MAX_DEPTH} deep; "
            "put the inner steps into a macro of their own"
        )
        raise MacroError(message)
    check_tables(steps, is_in_table=any(_is_table(tree.step(block)) for block in around))


def check_tables(steps: Iterable[Step], *, is_in_table: bool) -> None:
    """Refuse a for_each inside another: there is one table.

    Raises:
        MacroError: there is one.
    """
    waiting = [(step, is_in_table) for step in steps if branches(step)]
    while waiting:
        step, inside = waiting.pop()
        if _is_table(step) and inside:
            message = (
                f"the for_each “{step.id}” would stand inside another, and there is one table; "
                "take the inner one out first"
            )
            raise MacroError(message)
        for name in branches(step):
            within = inside or _is_table(step)
            waiting += [(one, within) for one in getattr(step, name) if branches(one)]


def _is_table(step: Step) -> bool:
    return isinstance(step, grammar.ForEach)
