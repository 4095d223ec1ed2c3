"""What the user may change about a proposed action: the pixels it is aimed at and its text.

Pure code. A changed pixel keeps the element's description only while it lies inside that element.
"""

from dataclasses import replace

import msgspec

from automation.core.actions import (
    Action,
    Aim,
    ButtonDown,
    ButtonUp,
    Check,
    Checked,
    Click,
    Clipboard,
    Drag,
    Element,
    Equals,
    Move,
    Scroll,
    Shown,
    WindowTitle,
    Write,
)
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Proposal


def action_of(intent: Action | Check) -> Action | None:
    """Return the intent if it is an action; a check is never changed."""
    return None if isinstance(intent, Shown | Equals | Checked | WindowTitle) else intent


def points_of(action: Action) -> tuple[ScreenPoint, ...]:
    """Return the pixels that may be moved: one, or both ends of a drag."""
    match action:
        case Click() | Move() | ButtonDown() | ButtonUp():
            return (action.at.point,)
        case Drag():
            return (action.path[0], action.path[-1])
        case Scroll() | Write():
            return (action.at.point,) if action.at is not None else ()
        case _:
            return ()


def changed_proposal(proposal: Proposal, action: Action) -> Proposal:
    """Return the proposal with another action, and what is known of its place while it lies in it."""
    if not _has_left(proposal, action):
        return replace(proposal, intent=action)
    return replace(proposal, intent=action, element=None, evidence="", claim="")


def is_judged_anew(proposal: Proposal, action: Action) -> bool:
    """Tell whether the risk was found for something else than this action: another place or text."""
    was = action_of(proposal.intent)
    return was is not None and (_has_left(proposal, action) or text_of(action) != text_of(was))


def _has_left(proposal: Proposal, action: Action) -> bool:
    """Tell whether an end of the action is outside what was found at its place."""
    was = action_of(proposal.intent)
    before, now = points_of(was) if was is not None else (), points_of(action)
    element = proposal.element
    if element is None or not now or not before:
        return now != before
    return not element.box.contains(now[0]) or now[1:] != before[1:]


def text_of(action: Action) -> str | None:
    """Return the text that may be changed; None when the action has none."""
    match action:
        case Write():
            return action.text
        case Clipboard(op="set"):
            return action.text
        case _:
            return None


def can_change(action: Action) -> bool:
    """Tell whether there is anything to change."""
    return bool(points_of(action)) or text_of(action) is not None


def with_point(action: Action, index: int, point: ScreenPoint) -> Action:
    """Return the action aimed at another pixel.

    Args:
        action: One that `points_of` finds a pixel at `index` in.
        index: 0, or 1 for the end of a drag.
        point: The pixel to use instead.
    """
    match action:
        case Click() | Move() | ButtonDown() | ButtonUp():
            return msgspec.structs.replace(action, at=_aimed(action.at, point))
        case Scroll() | Write() if action.at is not None:
            return msgspec.structs.replace(action, at=_aimed(action.at, point))
        case Drag():
            return _dragged(action, index, point)
        case _:
            return action


def with_text(action: Action, text: str) -> Action:
    """Return the action with another text."""
    if isinstance(action, Write | Clipboard):
        return msgspec.structs.replace(action, text=text)
    return action


def _aimed(aim: Aim, point: ScreenPoint) -> Aim:
    return Aim(point, _still(aim.element, point))


def _still(element: Element | None, point: ScreenPoint) -> Element | None:
    if element is None or element.box is None or not element.box.contains(point):
        return None
    return element


def _dragged(drag: Drag, index: int, point: ScreenPoint) -> Drag:
    """Move one end and bend the path along, more the nearer a point is to that end."""
    path, last = drag.path, len(drag.path) - 1
    moved = path[0] if index == 0 else path[last]
    dx, dy = point.x - moved.x, point.y - moved.y
    shares = [(n if index else last - n) / last for n in range(last + 1)]
    bent = tuple(
        p.offset(round(dx * share), round(dy * share))
        for p, share in zip(path, shares, strict=True)
    )
    if index == 0:
        return msgspec.structs.replace(drag, path=bent, origin=_still(drag.origin, point))
    return msgspec.structs.replace(drag, path=bent, destination=_still(drag.destination, point))
