"""A target that the user points at: where, on which picture, and whether it still stands there."""

from dataclasses import dataclass
from typing import Final, Protocol

from automation.core.observation import Observation
from automation.core.ports import ElementReader
from automation.core.stopping import StopToken
from automation.macros.found import Found
from automation.macros.player.asking import changed_at

LOST: Final = "what you pointed at was not there any more"


@dataclass(frozen=True, slots=True, eq=False)
class Pointed:
    """Where the user has pointed on a picture that stood still meanwhile."""

    found: Found
    """The place, rung `user`."""
    seen: Observation
    """What was pointed on."""


class Pointer(Protocol):
    """Lets somebody point at a target on a frozen picture of the screen; nothing below it is pressed."""

    def point(self, stop: StopToken) -> Pointed | None:
        """Return where the user points; None where the user leaves without that.

        Raises:
            Stopped: a stop was asked for; the picture is gone.
        """
        ...


def still_stands(pointed: Pointed, now: Observation, reader: ElementReader) -> bool:
    """Tell whether what was pointed at is there on a look after it.

    The mouse lies over it by then, and many things look otherwise under the mouse: where the tree
    tells what it is, that counts, and its looks only where the tree is silent.
    """
    found, seen = pointed.found, pointed.seen
    element = found.element
    if element is None or not element.name:
        return not changed_at(found, seen, now)
    if seen.frame.rect != now.frame.rect:
        return False
    around = reader.tree(now, whole_screen=True)
    there = {(one.role, one.name) for one in around if one.box.contains(found.point)}
    return (element.role, element.name) in there
