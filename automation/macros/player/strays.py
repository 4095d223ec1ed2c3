"""Whether a press is known to have gone to another thing: what comes after it would be done wrong."""

from automation.core.proposal import StepRecord
from automation.macros import macro as grammar
from automation.macros.macro import Step


def strayed_press(step: Step, record: StepRecord | None) -> str:
    """Return where a press went instead; empty where nothing tells of that, or the effect will tell.

    Args:
        step: what was done; a text or a state that it waits for says more than where the press went.
        record: the step as it was sent; None where nothing was.
    """
    expect = step.expect
    if record is None or record.receipt.code != "went_elsewhere":
        return ""
    is_any_change = expect is None or isinstance(expect.condition, grammar.Changed)
    return record.receipt.detail if is_any_change else ""
