"""What goes into a compilation and what comes out of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from automation.core.observation import Frame, ScreenElement
from automation.core.proposal import Outcome, StepRecord
from automation.macros.macro import Macro, Param

LoadPicture = Callable[[str], Frame | None]
"""Returns a picture of the run by its address; None when it is gone. Desktop pixels."""
ReadLines = Callable[[Frame], Sequence[ScreenElement]]
"""Returns the lines of text on a picture, boxes in desktop pixels; none where nothing can be read."""


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """A run that has ended, as its record tells it."""

    run: str
    task: str
    steps: tuple[StepRecord, ...]
    outcome: Outcome | None = Outcome.DONE
    at: str = ""
    """When it is compiled: UTC, ISO 8601."""
    version: str = ""
    """The deskhand that compiles."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """A step of the run that the macro does not have."""

    n: int
    sentence: str
    """Which, and why, for the user."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """A text that may become a parameter, if the user says so."""

    name: str
    """What it would be called in the file."""
    label: str
    """What the user calls it: the field's label."""
    text: str
    """What was typed, and would be the parameter's default."""
    steps: tuple[str, ...]
    """Ids of the steps that type it."""
    type: Literal["text", "number"] = "text"

    @property
    def param(self) -> Param:
        """The parameter as the file declares it."""
        return Param(type=self.type, ask=f"{self.label}?" if self.label else "", default=self.text)


@dataclass(frozen=True, slots=True)
class Compiled:
    """A macro made of a run, and what the user should know of it."""

    macro: Macro
    images: Mapping[str, bytes]
    """Files of its pictures, by path."""
    dropped: tuple[Dropped, ...] = ()
    notes: tuple[str, ...] = ()
    """What is to be looked at before it is replayed."""
    proposals: tuple[Proposed, ...] = field(default=())
