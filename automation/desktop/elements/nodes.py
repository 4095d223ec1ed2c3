"""Programs and objects of the accessibility tree as plain values."""

from dataclasses import dataclass

from automation.core.geometry import Rect
from automation.desktop.elements.roles import SHOWING_BIT

Handle = tuple[str, str]
"""Bus name and object path."""


@dataclass(frozen=True, slots=True)
class Node:
    """One object of the tree."""

    handle: Handle
    parent: Handle | None
    role: int
    name: str
    mask: int
    """64 state bits."""
    box: Rect
    """Screen pixels as the toolkit says; empty when it does not."""

    @property
    def is_showing(self) -> bool:
        """Tell whether the toolkit says that it can be seen."""
        return bool(self.mask >> SHOWING_BIT & 1)


@dataclass(frozen=True, slots=True)
class Application:
    """A program on the accessibility bus."""

    handle: Handle
    pid: int
    """0 when the bus does not know."""
