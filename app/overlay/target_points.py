"""Which pixels a proposal presses: what the marks point at, and what no card may cover. Pure code."""

from automation.core.actions import ButtonDown, ButtonUp, Click, Drag, Move, Scroll, Write
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Proposal


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
