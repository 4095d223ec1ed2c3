"""What the steps of a play work with: the services of the run, what is seen now, and a step's log."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from automation.core.geometry import Rect
from automation.core.observation import Observation
from automation.core.ports import ElementReader
from automation.core.proposal import Proposal, RiskLevel
from automation.core.timing import Clock, StopToken
from automation.macros.found import Finder, Rung, Tried
from automation.macros.play.conditions import Sight
from automation.macros.play.program import ROWS_LEFT, ResumePoint, as_options
from automation.macros.play.repair import Pointer, Repair, Repairer

FULL_SPEED: Final = 10.0
"""Recorded pauses do not count."""

Assess = Callable[[Proposal, Observation], RiskLevel]
"""The rules' own verdict on a proposal."""


@dataclass(frozen=True, slots=True)
class PlayServices:
    """What every step of a run works with."""

    finder: Finder
    reader: ElementReader
    clock: Clock
    assess: Assess | None = None
    repairer: Repairer | None = None
    """Asked for a target that no longer matches, while it is there; else the user is asked."""
    pointer: Pointer | None = None
    """Lets the user show a target that was not found; None where nobody can point."""
    passwords: Callable[[Observation], Sequence[Rect]] = lambda _: ()
    """Tells where passwords stand on a look, shown ones too: no picture that is kept shows them."""
    speed: float = FULL_SPEED
    is_trusted: bool = True
    is_attended: bool = True
    breaks: bool = False
    """Breakpoints are heeded."""
    resume_words: Callable[[ResumePoint], str] = as_options
    """Says where another play goes on over the rows, in the words of who has begun this one."""
    rows_left_words: str = ROWS_LEFT
    """Says how another play does only the rows that are left; empty where who began this has no way."""


@dataclass(frozen=True, slots=True)
class StepContext:
    """What is seen in one turn of a play."""

    sight: Sight
    is_settled: bool
    stop: StopToken

    @property
    def seen(self) -> Observation:
        """The observation."""
        return self.sight.observation

    @property
    def is_sure(self) -> bool:
        """Return whether what is not seen can be said not to be there."""
        return self.is_settled and not self.sight.observation.is_brief


@dataclass(slots=True)
class StepLog:
    """What the report tells of a step."""

    rung: Rung | None = None
    score: float = 0.0
    find_ms: float = 0.0
    tried: dict[str, tuple[Tried, ...]] = field(default_factory=dict)
    """By part (`target`, `to`): the rungs that did not find it at the last look, in their order."""
    model_calls: int = 0
    effect: str = ""
    """`seen`, `not seen`, or empty where none was recorded."""
    is_effect_left_out: bool = False
    """It was not seen, and the macro goes on without it."""
    repairs: list[Repair] = field(default_factory=list)
