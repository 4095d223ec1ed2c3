"""What to do about a play that ended at a step because nobody was there to ask. No Qt."""

from dataclasses import replace
from typing import Final

from automation.core.events import Confirmed, Ended, Proposed, RunEvent
from automation.core.proposal import Outcome, Risk, RiskLevel

LEVEL: Final = "Also what has an effect"
"""What Settings, Apps calls the permission for steps that have an effect."""
BY_HAND: Final = (
    "Trust in a macro lifts no rule. Play it with --approve ask to accept the step yourself"
)
AND_ALONE: Final = (
    f"{BY_HAND}, or let its program do such steps without you: Settings, Apps, “{LEVEL}” "
    "(a program that an interpreter runs is always asked about)."
)
NEVER_ALONE: Final = f"{BY_HAND}: such a step never runs without you."
RULES: Final = f"""\
Trust says that a macro's steps are yours; it lifts no rule. Without you, under --approve assist or auto,
a step that has an effect (a setting is changed, a link is opened, Enter submits) runs only in programs
that Settings, Apps gives “{LEVEL}”; what is hard to undo, and a first step in
another program, never do. Such a step ends the play with exit status 7: play it with --approve ask."""


class NobodyAsked:
    """Follows one play and says at its end what to do."""

    def __init__(self) -> None:
        self._risk: Risk | None = None
        self._is_blocked = False

    def told(self, event: RunEvent) -> RunEvent:
        """Return the event; an end that came because nobody could be asked gets its remedy."""
        match event:
            case Proposed():
                self._risk, self._is_blocked = event.risk, False
            case Confirmed():
                self._is_blocked = event.confirmation.by == "rule:nobody"
            case Ended(outcome=Outcome.BLOCKED) if self._is_blocked and self._risk is not None:
                return replace(event, suggestions=(*event.suggestions, _remedy(self._risk)))
        return event


def _remedy(risk: Risk) -> str:
    is_ruled = risk.level <= RiskLevel.R2 and not risk.is_new_ground
    return AND_ALONE if is_ruled else NEVER_ALONE
