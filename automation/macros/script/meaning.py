"""What the texts of a call mean, as the macro has it that its step could stand in."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from automation.core.secrets import BEGIN, ESCAPED, holds_reference
from automation.macros.checks import refusals
from automation.macros.macro import Macro, Param, Step
from automation.macros.placeholders import escape
from automation.macros.script.values import Secret, Value
from automation.macros.walking import FIXED

T = TypeVar("T")


def typed(text: str, *, is_plain: bool) -> str:
    """Return text to type so that no sign in it stands for a secret.

    Args:
        text: of the call.
        is_plain: it is taken as it is; else names in it stand for values.

    Raises:
        ValueError: it names a secret, which only `Secret` does.
    """
    if is_plain:
        return text.replace(BEGIN, ESCAPED)
    if holds_reference(text):
        message = f"{BEGIN}...}} stands for a secret: give Secret(NAME), or {ESCAPED} for the sign"
        raise ValueError(message)
    return text


def meant(step: T) -> T:
    """Return a step whose texts are taken as they are."""
    return _plain(step, "")


def _plain(value: T, name: str) -> T:
    """Return a value of the grammar whose texts mean what they are."""
    made: Any = value
    match value:
        case str() if name not in FIXED:
            made = escape(value)
        case msgspec.Struct():
            fields = {n: _plain(getattr(value, n), n) for n in value.__struct_fields__}
            made = msgspec.structs.replace(value, **fields)
        case tuple():
            made = tuple(_plain(each, name) for each in value)
        case _:
            pass
    result: T = made
    return result


def check(step: Step, values: Mapping[str, Value]) -> None:
    """Refuse a step that could stand in no macro with these values.

    Raises:
        ValueError: says why.
    """
    try:
        msgspec.convert(msgspec.to_builtins(step), type(step))
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error
    params = {
        name: Param(type="secret" if isinstance(value, Secret) else "text")
        for name, value in values.items()
    }
    found = refusals(Macro(deskhand=1, name="script", params=params, steps=(step,)))
    if found:
        message = f"{found[0].reason}; {found[0].advice}" if found[0].advice else found[0].reason
        raise ValueError(message)
