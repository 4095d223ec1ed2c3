"""Which steps go wherever the keyboard is, and what was left out that would have brought it there."""

from automation.macros import macro as grammar
from automation.macros.macro import Step
from automation.macros.player.wording import step_words


def goes_with_keyboard(step: Step) -> bool:
    """Tell whether nothing of a step says where it goes."""
    match step:
        case grammar.Type() | grammar.Keys():
            return step.target is None
        case grammar.Clipboard():
            return step.op != "set"
        case _:
            return False


def left_out_before(before: str, step: Step, *, is_left_out: bool) -> str:
    """Return what was left out that would have said where the next step goes; empty for nothing.

    Args:
        before: the same, as it was before this step.
        step: it is over; what it is decides.
        is_left_out: it was not done, because it did not match.
    """
    if is_left_out:
        return before or (f"{step_words(step)} ({step.id})" if _brings_keyboard(step) else "")
    return "" if _brings_keyboard(step) or goes_with_keyboard(step) else before


def _brings_keyboard(step: Step) -> bool:
    match step:
        case grammar.Click() | grammar.Drag() | grammar.Type():
            return True
        case grammar.Window() | grammar.Launch():
            return True
        case grammar.Keys():
            return step.target is not None
        case _:
            return False
