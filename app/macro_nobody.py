"""What to do about a play that ended at a step because nobody was there to ask. No Qt."""

from dataclasses import replace
from typing import Final

from automation.core.events import Confirmed, Ended, Proposed, RunEvent, Started
from automation.core.proposal import Outcome, Risk, RiskLevel
from automation.safety.risk import FIRST_STEP, UNTOLD

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
_IN_FRONT: Final = (
    "or begin the play while that program has the keyboard (sleep 5; deskhand macro play ... leaves "
    "time to go there): the program in front at the beginning is no new one"
)
IN_FRONT: Final = f"{BY_HAND}, {_IN_FRONT}. No setting allows it."
NAMED_OR_IN_FRONT: Final = (
    f"{BY_HAND}, name the program in the step's target (app: NAME) and trust the macro again, "
    f"{_IN_FRONT}. No setting allows it."
)
UNANSWERED: Final = (
    "Play it on a terminal and answer there, or with --json and a standard input that stays open, and "
    "write a decision for each step that waits."
)
RULES: Final = f"""\
Trust says that a macro's steps are yours; it lifts no rule. Without you, under --approve assist or auto,
a step that has an effect (a setting is changed, a link is opened, Enter submits) runs only in programs
that Settings, Apps gives “{LEVEL}”; what is hard to undo never does. A first step in a program does in
the one in front at the beginning and in those that a trusted macro names (app: NAME in a target), but not
where an interpreter runs it: python, java and the like can be any program. A step that may not run ends the
play with exit status 7: play it on a terminal and answer there, or with --approve ask."""


class NobodyAsked:
    """Follows one play and says at its end what to do."""

    def __init__(self, *, may_ask: bool = False) -> None:
        """Follow a play.

        Args:
            may_ask: somebody can be asked on a terminal; under `ask` somebody can always be asked.
        """
        self._risk: Risk | None = None
        self._is_blocked, self._may_ask = False, may_ask

    def told(self, event: RunEvent) -> RunEvent:
        """Return the event; an end that came because nobody could be asked gets its remedy."""
        match event:
            case Started():
                self._may_ask |= event.task.approve == "ask"
            case Proposed():
                self._risk, self._is_blocked = event.risk, False
            case Confirmed():
                self._is_blocked = event.confirmation.by == "rule:nobody"
            case Ended(outcome=Outcome.BLOCKED) if self._is_blocked and self._risk is not None:
                remedy = UNANSWERED if self._may_ask else _remedy(self._risk)
                return replace(event, suggestions=(*event.suggestions, remedy))
        return event


def _remedy(risk: Risk) -> str:
    if risk.level > RiskLevel.R2:
        return NEVER_ALONE
    if not risk.is_new_ground:
        return AND_ALONE
    if len(risk.reasons) != 1 or not risk.reasons[0].startswith(FIRST_STEP):
        return NEVER_ALONE
    return IN_FRONT if risk.reasons[0].endswith(UNTOLD) else NAMED_OR_IN_FRONT
