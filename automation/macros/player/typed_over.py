"""Text that is to stand alone in its field: what it finds there is told, and only then replaced."""

from dataclasses import replace

from msgspec import structs

from automation.core.actions import Click
from automation.core.observation import Observation, ScreenElement
from automation.core.ports import ElementReader
from automation.core.proposal import StepRecord
from automation.macros import macro as grammar
from automation.macros.found import Found
from automation.macros.player.reading_again import read_again


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


def pressed_by(record: StepRecord) -> ScreenElement | None:
    """Return what a step has pressed with one click and nothing else; None for any other step."""
    done = record.action
    if not isinstance(done, Click) or (done.button, done.count) != ("left", 1) or done.modifiers:
        return None
    is_as_found = done == record.proposal.intent
    return record.proposal.element if is_as_found and record.was_done else None


def must_be_pressed(
    wanted: grammar.Type,
    step: grammar.Type,
    found: Found | None,
    pressed: ScreenElement | None,
) -> bool:
    """Tell whether a field is pressed even where it has the keyboard.

    What is to stand there alone is aimed. An empty field that the step before has pressed was.

    Args:
        wanted: the step as the macro has it.
        step: the step as it stands, of `as_it_stands`.
        found: its field.
        pressed: what the step before has pressed.
    """
    if not wanted.replace or step.replace or pressed is None or pressed.handle is None:
        return wanted.replace
    field = found.element if found is not None else None
    return field is None or (field.handle, field.window_id) != (pressed.handle, pressed.window_id)


def _held(entry: ScreenElement | None, reader: ElementReader) -> str | None:
    fresh = read_again(entry, reader) if entry is not None else None
    if fresh is None or fresh.role == "password" or "secret" in fresh.states:
        return None
    return fresh.value


def _entry(
    found: Found | None, observation: Observation, reader: ElementReader
) -> ScreenElement | None:
    if found is None:
        return reader.focused(observation)
    return found.element or reader.at(observation, found.point)
