"""Is a box already as the step left it when it was recorded? A press would turn it back."""

from automation.core.ports import ElementReader
from automation.macros import macro as grammar
from automation.macros.describing.effects import TWO_STATES, readable
from automation.macros.found import Found
from automation.macros.macro import Step
from automation.macros.player.reading_again import read_again


def is_so_already(step: Step, found: Found | None, reader: ElementReader) -> str:
    """Return why a step has nothing to do; empty where it has, or where nobody tells.

    A click that is expected to leave its own box `on` or `off` means that state and not the press: in
    another row, or at the next play, the box may be in it before.

    Args:
        step: its names filled in.
        found: what was found for its target.
        reader: tells the state of the box at this moment.
    """
    wanted = _wanted(step)
    element = found.element if found is not None else None
    if not wanted or element is None or element.role not in TWO_STATES:
        return ""
    fresh = read_again(element, reader)
    if fresh is None or "checkable" not in fresh.states:
        return ""
    state = "on" if "checked" in fresh.states else "off"
    return f"it is {state} already" if state == wanted else ""


def _wanted(step: Step) -> str:
    """Return the state that a step leaves its own box in; empty where it is to do anything else."""
    if not isinstance(step, grammar.Click) or step.expect is None:
        return ""
    is_press = step.button == "left" and step.count == 1 and not step.modifiers
    condition = step.expect.condition
    if not (is_press and isinstance(condition, grammar.Holds)):
        return ""
    is_own = condition.target == readable(step.target)
    return condition.value if is_own and condition.value in ("on", "off") else ""
