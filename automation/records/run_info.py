"""One run as the history lists it, and how it is read from its row."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from automation.core.proposal import Effects, Outcome

NOT_KEPT: Final = "not kept"
_OUTCOMES: Final = frozenset(outcome.value for outcome in Outcome)
_EFFECTS: Final = frozenset(word.value for word in Effects)
RUN_COLUMNS: Final = (
    "uuid, task, policy, approve, started_utc, ended_utc, outcome, message, app_version,"
    " lost_pictures, (SELECT count(*) FROM step WHERE step.run_id = run.id) + unkept_steps, is_kept,"
    " pinned, effects, unseen, asked, waited_ms"
)


@dataclass(frozen=True, slots=True)
class RunInfo:
    """One run as the history lists it."""

    run: str
    task: str
    policy: str
    approve: str
    started_utc: str
    ended_utc: str
    """Empty while the run lives."""
    outcome: Outcome | None
    """None while the run lives."""
    message: str
    app_version: str
    lost_pictures: int
    """Pictures that found no room on the disk."""
    steps: int
    is_kept: bool = True
    """Of one that is not, there are no steps and no pictures, and `NOT_KEPT` stands for the task."""
    is_pinned: bool = False
    """It stays, with its pictures, whatever its age."""
    effects: Effects | None = None
    """What is known of the effects of all that it sent; None where that was not written down."""
    unseen: int = 0
    """Steps of a run that is done whose effect was not seen; their targets took them."""
    asked: int | None = None
    """How often the user was asked; None where only the steps tell."""
    waited_s: float | None = None
    """For how long the user was waited for; None where only the steps tell."""
    pictures_note: str = ""
    """Why pictures of it are not there any more, in a sentence; asked for one run, not for lists."""


def run_info(row: Sequence[str | int | None]) -> RunInfo:
    """Return the run of a row of `RUN_COLUMNS`; how it ended is one of our words or an error."""
    run, task, policy, approve, started, ended, outcome, message, app, lost, steps, *flags = row
    kept, pinned, effects, unseen, asked, waited_ms = flags
    return RunInfo(
        run=str(run),
        task=str(task) if kept else NOT_KEPT,
        policy=str(policy),
        approve=str(approve),
        started_utc=str(started),
        ended_utc=str(ended or ""),
        outcome=_outcome_of(outcome),
        message=str(message),
        app_version=str(app),
        lost_pictures=int(lost or 0),
        steps=int(steps or 0),
        is_kept=bool(kept),
        is_pinned=bool(pinned),
        effects=Effects(effects) if effects in _EFFECTS else None,
        unseen=int(unseen or 0),
        asked=None if asked is None else int(asked),
        waited_s=None if waited_ms is None else int(waited_ms) / 1000,
    )


def _outcome_of(found: str | int | None) -> Outcome | None:
    """Return how a run ended; a word that is none of ours is an error of ours."""
    if not found:
        return None
    return Outcome(found) if found in _OUTCOMES else Outcome.ERROR
