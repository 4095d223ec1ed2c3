"""How long a play waits before a step, at its speed: as the person did, and slowly enough to watch."""

from typing import Final

from automation.macros import macro as grammar
from automation.macros.macro import Step
from automation.macros.player.moments import FULL_SPEED
from automation.macros.player.spent import AS_RECORDED, SLOWLY

MOST_PAUSE_S: Final = 10.0
"""Of a recorded pause that was longer, no more counts: somebody went for a coffee."""
BREATH_S: Final = 0.3
"""Before a step that acts, where the play is slower than the recorded pace: a step that is made of a
run has no pause of its own, and whoever plays it slowly wants to watch."""


def pause_before(step: Step, speed: float, *, is_first: bool) -> tuple[float, str]:
    """Return the seconds between the end of the step before and this one, and why they are waited.

    Args:
        step: what is to be done.
        speed: of the play; from `FULL_SPEED` on nothing is waited.
        is_first: nothing was done before, so that no recorded pause counts.
    """
    if speed >= FULL_SPEED:
        return 0.0, AS_RECORDED
    pause_s = 0.0 if is_first else min(step.pause_s, MOST_PAUSE_S)
    if speed < 1.0 and pause_s < BREATH_S and _acts(step):
        return BREATH_S / speed, SLOWLY
    return pause_s / speed, AS_RECORDED


def _acts(step: Step) -> bool:
    return not isinstance(step, grammar.Wait | grammar.CheckThat | grammar.AskMe)
