"""Recorded steps as they go into a macro that is there already. No Qt."""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from automation.macros.macro import Param, Step, Type
from automation.macros.recording.session import Recording


def apart(
    recording: Recording, taken: Mapping[str, Param]
) -> tuple[tuple[Step, ...], dict[str, Param]]:
    """Return the steps and parameters of a recording under names that mean nothing else there.

    A value that the user put in by name means the macro's own of that name, if it is no secret;
    what was typed and not recorded is another than what the macro asks for already.

    Args:
        recording: what was recorded.
        taken: the parameters of the macro that it goes into.
    """
    names: dict[str, str] = {}
    params: dict[str, Param] = {}
    for name, param in recording.macro.params.items():
        known = taken.get(name)
        is_same = known is not None and known.type == param.type and known.ask == param.ask
        is_shared = known is not None and param.type != "secret" and is_same
        everywhere = (*taken, *params, *recording.macro.params)
        names[name] = name if is_shared or known is None else _free(name, everywhere)
        params[names[name]] = param
    steps = tuple(_renamed(step, names) for step in recording.macro.steps)
    return steps, {name: param for name, param in params.items() if name not in taken}


def _renamed(step: Step, names: Mapping[str, str]) -> Step:
    """Return a step that types the values by their other names; blocks hold keys only."""
    if not isinstance(step, Type):
        return step
    whole = step.text.removeprefix("{{").removesuffix("}}")
    if step.text != f"{{{{{whole}}}}}" or whole not in names:
        return step
    return replace(step, text=f"{{{{{names[whole]}}}}}")


def _free(name: str, taken: Collection[str]) -> str:
    number = 2
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"
