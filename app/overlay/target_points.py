"""Which pixels a proposal presses: what the marks point at, and what no card may cover. Pure code."""

from itertools import pairwise
from typing import Final

from automation.core.actions import ButtonDown, ButtonUp, Click, Drag, Move, Scroll, Write
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Proposal

_STEP_PX: Final = 16
"""Between two pixels of a drag's way; nothing of ours is so thin."""


def target_points(proposal: Proposal) -> tuple[ScreenPoint, ...]:
    """Return the pixels that the proposal presses or turns the wheel at."""
    match proposal.intent:
        case Click() | Move() | ButtonDown() | ButtonUp():
            return (proposal.intent.at.point,)
        case Drag():
            return (proposal.intent.path[0], proposal.intent.path[-1])
        case Scroll() | Write():
            return (proposal.intent.at.point,) if proposal.intent.at else ()
        case _:
            return ()


def crossed_points(proposal: Proposal) -> tuple[ScreenPoint, ...]:
    """Return the pixels that the pointer presses or passes with a button down."""
    if not isinstance(proposal.intent, Drag):
        return target_points(proposal)
    path, found = proposal.intent.path, []
    for start, end in pairwise(path):
        steps = max(1, max(abs(end.x - start.x), abs(end.y - start.y)) // _STEP_PX)
        for n in range(steps):
            part = n / steps
            x, y = start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part
            found.append(ScreenPoint(round(x), round(y)))
    return (*found, path[-1])
