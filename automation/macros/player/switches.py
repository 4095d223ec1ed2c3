"""Whether a box that a step pressed has moved: one that stays as it was means the press did nothing.

What comes after it would be done with the wrong setting. No word of the macro is needed to tell: a
press on a box always moves it.
"""

from typing import Final

from automation.core.actions import Click
from automation.core.observation import ScreenElement
from automation.core.ports import ElementReader
from automation.core.proposal import StepRecord
from automation.macros.player.reading_again import read_again

MOVE_WAIT_S: Final = 2.0
"""So long a slow program has to show the box as it is, beyond the settling after the press."""


def unmoved_switch(record: StepRecord | None, reader: ElementReader) -> str:
    """Return what a pressed box still is, read once more; empty where it moved or nobody tells.

    Args:
        record: the step as it was sent; None where nothing was.
        reader: tells the state of one element as it is at this moment.
    """
    if record is None or not record.receipt.is_unchanged:
        return ""
    box = record.proposal.element
    if box is None or not _moves_when_pressed(record, box):
        return ""
    fresh, was_on = read_again(box, reader), "checked" in box.states
    if fresh is None or ("checked" in fresh.states) != was_on:
        return ""
    return f"it is still {'on' if was_on else 'off'}"


def _moves_when_pressed(record: StepRecord, box: ScreenElement) -> bool:
    """Tell whether one press has to move it; one of several toggles stays on when it was on."""
    action = record.action
    if not (isinstance(action, Click) and action.button == "left" and action.count == 1):
        return False
    is_off_toggle = box.role == "toggle" and "checked" not in box.states
    return (box.role == "checkbox" or is_off_toggle) and "checkable" in box.states
