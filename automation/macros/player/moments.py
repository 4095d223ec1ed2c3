"""What every step of a run works with, what it sees at one moment, and how it ends."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from automation.core.clock import Clock
from automation.core.geometry import Rect
from automation.core.observation import Observation
from automation.core.ports import ElementReader
from automation.core.proposal import Later, Proposal, Question, RiskLevel
from automation.core.stopping import StopToken
from automation.macros.found import Finder, Rung, Tried
from automation.macros.player.mismatch import GiveUp
from automation.macros.player.pointing import Pointer
from automation.macros.player.repair import Repair, Repairer
from automation.macros.player.sight import Sight
from automation.macros.player.way_back import ROWS_LEFT, WayBack, as_options

FULL_SPEED: Final = 10.0
"""Recorded pauses do not count."""

Assess = Callable[[Proposal, Observation], RiskLevel]
"""The rules' own verdict on a proposal."""


@dataclass(frozen=True, slots=True)
class Tools:
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
    way_words: Callable[[WayBack], str] = as_options
    """Says where another play goes on over the rows, in the words of who has begun this one."""
    rows_left_words: str = ROWS_LEFT
    """Says how another play does only the rows that are left; empty where who began this has no way."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What is seen at one call."""

    sight: Sight
    is_settled: bool
    stop: StopToken

    @property
    def is_sure(self) -> bool:
        """Tell whether what is not seen can be said not to be there."""
        return self.is_settled and not self.sight.observation.is_brief


@dataclass(slots=True)
class Notes:
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


@dataclass(frozen=True, slots=True)
class StepEnd:
    """The step is over."""

    is_done: bool
    gave_up: GiveUp | None = None


Result = Proposal | Question | Later | StepEnd
