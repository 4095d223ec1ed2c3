"""A step on its way: what is known of it between proposal and record, and how it can end."""

from dataclasses import dataclass, field, replace
from typing import Final

from automation.agent.key_effects import HeldCursor
from automation.agent.looking import View
from automation.agent.where import where_of
from automation.core.actions import Action, aims_of
from automation.core.observation import ScreenElement
from automation.core.proposal import (
    Confirmation,
    Execution,
    Finish,
    Outcome,
    Pictures,
    Prepared,
    Proposal,
    Receipt,
    Risk,
    StepRecord,
    Timings,
)


class RunEnds(Exception):
    """The run is to end; carries how."""

    def __init__(self, finish: Finish) -> None:
        super().__init__(finish.message)
        self.finish = finish


ENDS_ON_REJECTION: Final = frozenset({"commands", "macro"})
"""Policies that have no other way to the goal than the step that was rejected."""


@dataclass(frozen=True, slots=True)
class LookAgain:
    """The picture is stale: look and propose again."""

    why: str
    after_refusal: bool = False
    is_pause: bool = False
    cause: str = "takeover"
    """Of the stop, where it is a pause and nobody can let the run go on."""
    is_expiry: bool = False
    """Nobody has answered yet: it is asked again, as often as it takes."""
    outcome: Outcome = Outcome.BLOCKED
    """How the run ends if looking again does not help."""


@dataclass(frozen=True, slots=True, eq=False)
class Took:
    """The step ended and is recorded; `view` shows the screen after it."""

    record: StepRecord
    view: View


@dataclass(frozen=True, slots=True, eq=False)
class Pending:
    """A step that is not recorded yet."""

    n: int
    proposal: Proposal
    """With the user's correction, once there is one."""
    risk: Risk
    view: View
    timings: Timings
    prepared: Prepared | None = None
    confirmation: Confirmation | None = None
    pictures: Pictures = field(default_factory=Pictures)
    met: ScreenElement | None = None
    """What the tree has at the target, or what has the keyboard."""
    held: ScreenElement | None = None
    """The field or slider, with what it held right before the action; None where none tells."""
    cursor: HeldCursor | None = None
    """Where the text cursor stood right before the action was sent; None where nothing tells."""

    @property
    def nonce(self) -> str:
        """The executor's nonce; empty for steps that send nothing."""
        return self.prepared.nonce if self.prepared else ""

    @property
    def compared(self) -> Proposal:
        """The proposal with what its field held right before, for who looks for the effect."""
        return self.proposal if self.held is None else replace(self.proposal, element=self.held)

    def record(self, receipt: Receipt, execution: Execution | None = None) -> StepRecord:
        """Return the record of the step as it ended."""
        intent = self.proposal.intent
        aims = aims_of(intent) if isinstance(intent, Action) else ()
        return StepRecord(
            n=self.n,
            proposal=self.proposal,
            risk=self.risk,
            confirmation=self.confirmation or Confirmation("blocked", "rule:nobody"),
            action=intent,
            point=aims[0].point if aims else None,
            execution=execution,
            receipt=receipt,
            timings=self.timings,
            pictures=self.pictures,
            where=where_of(intent, self.view.observation, self.met),
        )
