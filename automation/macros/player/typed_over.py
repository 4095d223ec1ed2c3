"""Text that is to stand alone in its field: what it finds there is told, and only then replaced."""

from dataclasses import replace

from msgspec import structs

from automation.core.observation import Observation, ScreenElement
from automation.core.ports import ElementReader
from automation.macros import macro as grammar
from automation.macros.found import Found


def as_it_stands(
    step: grammar.Type, found: Found | None, observation: Observation, reader: ElementReader
) -> tuple[grammar.Type, Found | None]:
    """Return the step and its field with what that holds: in an empty one nothing is replaced.

    Where nobody tells what the field holds, and of a password field always, the step stays as it is.

    Args:
        step: its names filled in.
        found: its field; None for one that types where the keyboard is.
        observation: what the field was found on.
        reader: reads the field again.
    """
    held = _held(_entry(found, observation, reader), reader) if step.replace else None
    if held is None:
        return step, found
    if found is not None and found.element is not None:
        found = replace(found, element=replace(found.element, value=held))
    return structs.replace(step, replace=bool(held) or not step.text), found


def _held(entry: ScreenElement | None, reader: ElementReader) -> str | None:
    fresh = reader.refreshed(entry) if entry is not None else None
    if fresh is None or fresh.role == "password" or "secret" in fresh.states:
        return None
    return fresh.value


def _entry(
    found: Found | None, observation: Observation, reader: ElementReader
) -> ScreenElement | None:
    if found is None:
        return reader.focused(observation)
    return found.element or reader.at(observation, found.point)
