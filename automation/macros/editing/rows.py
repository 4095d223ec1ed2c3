"""What a view of a macro shows and names: rows, places between them, and what an edit did to them."""

from dataclasses import dataclass
from typing import Literal

from automation.macros.macro import Step

Branch = Literal["steps", "then", "otherwise"]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the flattened list of steps: blocks before what is in them."""

    id: str
    step: Step
    depth: int
    """1 for the steps of the macro itself."""
    branch: Literal["", "then", "otherwise"]
    """Where in a choice it stands; empty outside one."""
    number: str
    """Places from 1 from the outermost block on: `4`, `5.1`; `otherwise` counts on after `then`."""
    is_off: bool
    """It, or a block around it, is left out of a replay."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for steps: a list of steps, and the index in it before which they go."""

    block: str = ""
    """Id of the block; empty for the macro itself."""
    branch: Branch = "steps"
    index: int = 0
    """From 0; the length of the list is its end."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one edit, its undo or its redo did to the rows.

    Rows [first, first + removed) were replaced by `inserted` rows. Outside of these the numbers of
    the rows behind may be others, and the blocks around hold other steps: draw again what is seen.
    """

    words: str
    """What was done, as a menu says it: “Move 3 steps”."""
    first: int
    removed: int
    inserted: int
    select: tuple[str, ...]
    """Ids of the steps that are to be selected afterwards; all of them are there."""


NOTHING = Change("", 0, 0, 0, ())
"""A change that leaves every row as it is."""
