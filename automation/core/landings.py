"""Whether a press went to another thing, which had come to the place of the one it was meant for.

A program may lay its window out anew in the few milliseconds in which it has not yet drawn that: the
last picture before the press shows what is no more there. Only what the press did tells afterwards.
"""

from collections.abc import Sequence

from automation.core.actions import Click
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
