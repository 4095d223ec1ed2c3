"""The values of a play that its title in the history names: never a secret, nor what a password field gets. No Qt."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from automation.core.concealing import asks_password
from automation.macros import macro as grammar
from automation.macros.macro import Macro
from automation.macros.walking import walk

if TYPE_CHECKING:
    from automation.macros.player.values import Scope


def told_values(
    macro: Macro, scope: "Scope", row: Mapping[str, str], called: Sequence[Macro] = ()
) -> dict[str, str]:
    """Return the values that can be told, as they were given or by default, in the macro's order.

    Args:
        macro: what is played.
        scope: its values.
        row: cells by column, where one row stands for a table; empty otherwise.
        called: the macros that it calls. Where one of them fills in a password, nothing that was handed
            on is told.
    """
    fills_one = any(_takes_one(step) for other in called for step in _typed(other))
    handed_on = [text for one in walk(macro) for text in _values_of(one.step)] if fills_one else []
    given = {**scope.texts, **row}
    names = dict.fromkeys((*macro.params, *macro.columns))
    return {
        name: given[name]
        for name in names
        if given.get(name)
        and name not in scope.secrets
        and not _is_private(macro, name)
        and not any(_holds(text, name) for text in handed_on)
    }


def _is_private(macro: Macro, name: str) -> bool:
    """Tell whether a value is called like a password, or typed where one goes."""
    param = macro.params.get(name)
    asked = param.ask if param is not None else ""
    if asks_password(name.replace("_", " ")) or asks_password(asked):
        return True
    return any(_holds(step.text, name) and _takes_one(step) for step in _typed(macro))


def _typed(macro: Macro) -> Iterator[grammar.Type]:
    return (one.step for one in walk(macro) if isinstance(one.step, grammar.Type))


def _values_of(step: grammar.Step) -> tuple[str, ...]:
    return tuple(step.values.values()) if isinstance(step, grammar.Call) else ()


def _holds(text: str, name: str) -> bool:
    return f"{{{{{name}}}}}" in text.replace("{{ ", "{{").replace(" }}", "}}")


def _takes_one(step: grammar.Type) -> bool:
    target = step.target
    if target is None:
        return False
    return target.role == "password" or any(map(asks_password, (target.name, target.label)))
