"""Steps from elsewhere, under names that mean nothing else in the macro that they go into."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec

from automation.core.errors import MacroError
from automation.macros.editing.edits import branches, flat, inner
from automation.macros.editing.using import renamed, used_names, users
from automation.macros.macro import Macro, Param, Step
from automation.macros.param_names import numbered

IsOwn = Callable[[Param, Param], bool]
"""Tells of a parameter that comes and the macro's own of that name whether they are the same."""


def is_asked_for(coming: Param, own: Param) -> bool:
    """Tell whether a recorded value is one of the macro's: what was typed as a secret never is."""
    return coming.type != "secret" and (coming.type, coming.ask) == (own.type, own.ask)


def is_defined_alike(coming: Param, own: Param) -> bool:
    """Tell whether a value of another macro can be this one's: its secrets are its own."""
    return coming.type != "secret" and coming == own


def is_unchanged(coming: Param, own: Param) -> bool:
    """Tell whether a value of this very macro is still what it was."""
    return coming == own


def apart(
    steps: Sequence[Step], params: Mapping[str, Param], header: Macro, is_own: IsOwn
) -> tuple[tuple[Step, ...], dict[str, Param]]:
    """Return steps with names of their own where the macro's mean another thing.

    Args:
        steps: what is put in.
        params: the parameters that come with them.
        header: the macro that they go into.
        is_own: which of them are the macro's own of the same name.

    Returns:
        The steps, and the parameters that are new to the macro.

    Raises:
        MacroError: a text would be too long with the other name.
    """
    used = frozenset[str]().union(*map(used_names, flat(steps)))
    taken = {*header.params, *header.columns, *params, *used}
    others: dict[str, str] = {}
    fresh: dict[str, Param] = {}
    for name, param in params.items():
        own = header.params.get(name)
        if own is not None and is_own(param, own):
            continue
        if own is not None or name in header.columns:
            others[name] = _free(name, taken)
            taken.add(others[name])
        fresh[others.get(name, name)] = param
    for name in sorted(used.difference(params)):
        # A name that nothing came for must not reach a secret: the checks tell the other one.
        if name in header.params and header.params[name].type == "secret":
            others[name] = _free(name, taken)
            taken.add(others[name])
    try:
        return tuple(_with_others(step, others) for step in steps), fresh
    except msgspec.ValidationError as error:
        message = f"a text of the steps would be too long with another name in it ({error})"
        raise MacroError(message) from error


def _with_others(step: Step, others: Mapping[str, str]) -> Step:
    """Return a step, and all inside it, that uses the other names."""
    for old, new in others.items():
        if users((step,), old):
            step = renamed(step, old, new)
    lists: dict[str, Any] = {
        branch: tuple(_with_others(one, others) for one in inner(step, branch))
        for branch in branches(step)
        if inner(step, branch)
    }
    return msgspec.structs.replace(step, **lists) if lists else step


def _free(name: str, taken: Collection[str]) -> str:
    return next(other for other in numbered(name) if other not in taken)
