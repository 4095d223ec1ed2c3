"""Whether a press landed on what it was meant for, or went to another thing that had come to its place.

A program may lay its window out anew in the few milliseconds in which it has not yet drawn that: the
last picture before the press shows what is no more there. Only what the press did tells afterwards.
"""

from collections.abc import Sequence
from typing import Final

from automation.core.actions import Click
from automation.core.geometry import ScreenPoint
from automation.core.observation import Observation, ScreenElement
from automation.core.ports import ElementReader
from automation.core.proposal import Receipt
from automation.core.wording import quoted


def landed_on(
    reader: ElementReader,
    action: Click,
    aimed: ScreenElement | None,
    after: Observation,
    holders: Sequence[ScreenElement],
) -> ScreenElement | None:
    """Return what took a press in place of what it was aimed at; None where nothing tells of that.

    A press gives the keyboard to what it goes to. So it went to another thing where that has just
    got the keyboard, lies under the point, and what was aimed at lies elsewhere and has not got it.

    Args:
        reader: tells where things are now.
        action: the press.
        aimed: what it was aimed at, as it was before.
        after: what is seen after it.
        holders: what had the keyboard before it.
    """
    if aimed is None or action.button != "left":
        return None
    point, now = action.at.point, reader.refreshed(aimed)
    if now is None or (now.role, now.name) != (aimed.role, aimed.name):
        return None
    if "focused" in now.states or "showing" not in now.states or now.box.contains(point):
        return None
    had_it = {one.handle for one in holders if "focused" in one.states}
    taken = reader.focused(after)
    if taken is None or taken.handle in {aimed.handle, *had_it}:
        return None
    is_inside = taken.box.contains(now.box.center)  # a page or a list that holds what was aimed at
    return taken if taken.box.contains(point) and not is_inside else None


def landing_receipt(other: ScreenElement) -> Receipt:
    """Return what is told of a press that went to another thing."""
    name = quoted(other.name) if other.name else f"another {other.role}"
    said = f"the press went to {name}, which had come to its place"
    return Receipt("denied", said, code="went_elsewhere")


SLIPPED: Final = "slipped: it moved away while the button was down"
"""The note of a click whose press went out before its target moved, and its release after."""
ON_RELEASE: Final = frozenset({"button", "link", "checkbox", "radio", "toggle"})
"""Kinds of things that act when the mouse button is let go over them."""
_GREYED: Final = frozenset({"button", "toggle", "menu_item", "link", "tab"})
"""Kinds of things that say whether they can be pressed."""


def is_greyed(aimed: ScreenElement) -> bool:
    """Tell whether the tree says that a thing takes no presses."""
    return aimed.source == "tree" and aimed.role in _GREYED and "enabled" not in aimed.states


def slipped_away(now: ScreenElement, point: ScreenPoint) -> bool:
    """Tell whether a thing lies elsewhere than it was pressed and has not got the keyboard by that.

    What takes the keyboard when it is pressed, and has it not, was not under the press.
    """
    is_elsewhere = "showing" in now.states and not now.box.contains(point)
    return is_elsewhere and "focusable" in now.states and "focused" not in now.states


def takes_keyboard(element: ScreenElement) -> bool:
    """Tell whether the tree says that a thing has not the keyboard and can get it."""
    is_told = element.source == "tree" and "focusable" in element.states
    return is_told and "focused" not in element.states


def took_keyboard(now: ScreenElement, holders: Sequence[ScreenElement]) -> bool:
    """Tell whether a thing has the keyboard and had it not before the press.

    Args:
        now: the thing as it is after the press.
        holders: what had the keyboard before it.
    """
    had = any(one.handle == now.handle and "focused" in one.states for one in holders)
    return "focused" in now.states and not had
