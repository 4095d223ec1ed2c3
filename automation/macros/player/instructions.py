"""What a program says next: a step, a condition, a row, or that it is over."""

from dataclasses import dataclass

from automation.macros.macro import Condition, Step
from automation.macros.player.linking import Source
from automation.macros.player.values import Scope


@dataclass(frozen=True, slots=True)
class Place:
    """A step, with the names that have a value there."""

    step: Step
    scope: Scope
    source: Source
    row: int = 0
    """Row of the table, from 1; 0 outside rows."""
    rounds: int = 0
    """Of the look after the last round of a repeat: how many it has had; 0 for any other step."""


@dataclass(frozen=True, slots=True)
class Do:
    """A step is to be done; go on with `done`."""

    place: Place


@dataclass(frozen=True, slots=True)
class Whether:
    """A condition decides which way it goes; go on with `answer`."""

    place: Place
    condition: Condition
    turn: int = 0
    """Grows each time that the same condition is asked about again."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A step cannot be begun, whatever is on the screen; go on with `done` to leave it out."""

    place: Place
    sentence: str


@dataclass(frozen=True, slots=True)
class RowBegins:
    """A row of the table is begun; go on with `done`."""

    row: int


@dataclass(frozen=True, slots=True)
class RowEnds:
    """A row of the table is done; go on with `done`."""

    row: int


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing is left."""


Instruction = Do | Whether | Broken | RowBegins | RowEnds | Over
