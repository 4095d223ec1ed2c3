"""Programs and objects of the accessibility tree as plain values."""

from dataclasses import dataclass
from enum import Flag, auto
from typing import Final

from automation.core.geometry import Rect
from automation.desktop.elements.roles import SHOWING_BIT

Handle = tuple[str, str]
"""Bus name and object path."""


_CELL_MARK: Final = "#"
"""Stands in no path of the bus."""


def cell_handle(table: Handle, row: int, column: int) -> Handle:
    """Return a handle of our own for a cell that its program has not been asked about."""
    return (table[0], f"{table[1]}{_CELL_MARK}{row}.{column}")


def cell_of(handle: Handle) -> tuple[Handle, int, int] | None:
    """Return table, row and column of a handle of our own; None for one of the program's."""
    path, mark, place = handle[1].partition(_CELL_MARK)
    if not mark:
        return None
    row, _, column = place.partition(".")
    return (handle[0], path), int(row), int(column)


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


@dataclass(frozen=True, slots=True)
class Branch:
    """A node and how many children it says it has."""

    node: Node
    children: int


class Part(Flag):
    """What one call tells of a node."""

    STATE = auto()
    ROLE = auto()
    COUNT = auto()
    NAME = auto()
    BOX = auto()


NOTHING: Final = Part(0)
BARE: Final = Part.STATE | Part.ROLE | Part.COUNT


@dataclass(frozen=True, slots=True)
class Asked:
    """A node that is asked about: which parts of it, and what is known of the others."""

    handle: Handle
    parent: Handle | None
    parts: Part
    known: Branch | None = None
