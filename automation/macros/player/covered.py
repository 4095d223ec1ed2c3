"""Whether a press would reach another window than the one that its target was found in.

The tree tells of what can be seen by its middle, and a press may go to another part of it.
"""

from automation.core.actions import Action, aims_of
from automation.core.geometry import ScreenPoint
from automation.core.observation import Observation, WindowInfo
from automation.core.proposal import Proposal
from automation.macros.finder.windows import group_of
from automation.macros.found import Found
from automation.macros.macro import Step
from automation.macros.player.intents import Trouble
from automation.macros.player.wording import step_words


def covered(
    step: Step, proposal: Proposal, found: dict[str, Found], seen: Observation
) -> Trouble | None:
    """Return what lies over a place that is going to be pressed; None where nothing does.

    Args:
        step: its names filled in.
        proposal: what is going to be sent; what presses nothing of the targets is not looked at.
        found: the step's targets.
        seen: what they were found on.
    """
    intent = proposal.intent
    points = {aim.point for aim in aims_of(intent)} if isinstance(intent, Action) else set()
    for part, one in found.items():
        cover = _over(one, seen) if one.point in points else None
        if cover is not None:
            title = f"the window “{cover.title[:80]}”" if cover.title else "another window"
            said = f"{step_words(step)}: {title} lies over the place to press"
            return Trouble("target", said, why="unsure", part=part)
    return None


def _over(found: Found, seen: Observation) -> WindowInfo | None:
    """Return the window of others over a place; where the target's own is not known, none."""
    own = next((w for w in seen.windows if w.window_id == found.window_id), None)
    top = _reached(found.point, seen)
    if own is None or top is None:
        return None
    is_own = any(w.window_id == top.window_id for w in group_of(own, seen))
    return None if is_own else top


def _reached(point: ScreenPoint, seen: Observation) -> WindowInfo | None:
    """Return the topmost window at a pixel; ours make room, and a tooltip goes when it is pressed."""
    others = (w for w in seen.windows if not (w.is_own or w.is_minimised or w.is_tooltip))
    return next((w for w in others if (w.frame or w.rect).contains(point)), None)
