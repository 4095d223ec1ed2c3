"""Rows of what is over: a step, the end of a run, its figures; the same for a live run and a kept one."""

from collections.abc import Callable, Sequence
from typing import Final

from app.chat.rows import FiguresRow, Row, SayRow, StepRow, StepState, UserRow
from app.plain import duration_s
from automation.core.actions import Action, Check, aims_of, kind_of
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Outcome, StepRecord

HEADS: Final = {
    Outcome.DONE: "Done.",
    Outcome.PARTIAL: "Partly done.",
    Outcome.STOPPED: "Stopped.",
    Outcome.UNVERIFIED: "Not seen.",
    Outcome.BLOCKED: "Not allowed.",
    Outcome.REJECTED: "Rejected.",
    Outcome.LIMIT: "Stopped at a limit.",
    Outcome.FAILED: "Failed.",
    Outcome.ERROR: "Failed.",
    Outcome.ENVIRONMENT: "Not possible here.",
}
VERDICT_STATES: Final[dict[str, StepState]] = {
    "rejected": "rejected",
    "blocked": "blocked",
    "stopped": "stopped",
    "expired": "expired",
    "dry_run": "dry",
}
QUIET: Final = frozenset({Outcome.DONE, Outcome.STOPPED, Outcome.REJECTED})
"""Ends that are no error."""


def point_of(intent: Action | Check) -> ScreenPoint | None:
    """Return the first pixel that is pressed; None when none is."""
    if isinstance(intent, Check):
        return None
    aims = aims_of(intent)
    return aims[0].point if aims else None


def end_row(
    outcome: Outcome,
    message: str,
    suggestions: Sequence[str] = (),
    *,
    unseen: int = 0,
    is_denied: bool = True,
) -> SayRow:
    """Return the sentence that a run ended with.

    Args:
        outcome: how it ended.
        message: the sentence.
        suggestions: what can be done next.
        unseen: steps of a run that is done whose effect was not seen.
        is_denied: a step is known not to have done what it was to: of a run that is not seen to be
            done, that alone is a failure.
    """
    head = HEADS.get(outcome, "")
    text = message.removeprefix(head).strip()
    if unseen and outcome is Outcome.DONE:
        head = f"Done, {unseen} not verified."
    if outcome is Outcome.UNVERIFIED and is_denied:
        head, text = "Not done.", message.removeprefix("Not done.").strip()
    reason = f"{head.removesuffix('.')}:"
    if head and text.startswith(reason):
        head, text = reason, text.removeprefix(reason).strip()
    if suggestions:
        text += "\n" + " · ".join(suggestions)
    is_quiet = outcome in QUIET or (outcome is Outcome.UNVERIFIED and not is_denied)
    return SayRow(text, head, is_error=not is_quiet)


def figures_row(
    records: Sequence[StepRecord], seconds: float, asked: int, waited_s: float | None = None
) -> FiguresRow:
    """Return how a run went; a step that was turned down or cut short counts as not done.

    Args:
        records: its steps.
        seconds: from its start to its end.
        asked: how often the user was asked.
        waited_s: for how long the user was waited for; None where only the steps tell.
    """
    is_dry = any(r.confirmation.verdict == "dry_run" for r in records)
    done = [r for r in records if r.was_done]
    of_steps_ms = sum(r.timings.confirm for r in records if r.confirmation.by == "user")
    return FiguresRow(
        steps=len(records) if is_dry else len(done),
        seconds=seconds,
        waiting_s=of_steps_ms / 1000 if waited_s is None else waited_s,
        seen=sum(r.receipt.kind == "effect_seen" for r in done),
        asked=asked,
        is_dry=is_dry,
    )


def step_row(record: StepRecord, crop_key: str = "") -> StepRow:
    """Return the row of a step that is over."""
    state = VERDICT_STATES.get(record.confirmation.verdict, "finished")
    is_finished = state == "finished"
    detail = record.receipt.detail if is_finished else record.confirmation.reason
    wanted = point_of(record.proposal.intent)
    is_moved = record.confirmation.verdict == "edited" and None not in (wanted, record.point)
    moved_from = wanted if is_moved and wanted != record.point else None
    if moved_from is not None and record.point is not None:
        moved = f"you moved it {round(moved_from.distance(record.point))} px"
        detail = f"{moved} · {detail}" if detail else moved
    return StepRow(
        n=record.n,
        state=state,
        sentence=record.proposal.sentence,
        kind=kind_of(record.action),
        level=record.risk.level,
        receipt=record.receipt.kind if is_finished else None,
        detail=detail,
        seconds=duration_s(record) if is_finished else None,
        crop_key=crop_key,
        box=record.proposal.element.box if record.proposal.element else None,
        point=record.point,
        moved_from=moved_from,
    )


def stored_rows(
    task: str,
    records: Sequence[StepRecord],
    *,
    outcome: Outcome | None,
    message: str,
    unseen: int,
    seconds: float,
    asked: int | None = None,
    waited_s: float | None = None,
    crop_key: Callable[[StepRecord], str],
) -> tuple[Row, ...]:
    """Return the rows of a run that is over and was kept.

    Args:
        task: what the user had asked for.
        records: its steps.
        outcome: None when the run never ended properly.
        message: the sentence that it ended with.
        unseen: steps of a run that is done whose effect was not seen.
        seconds: from its start to its end.
        asked: how often the user was asked; None where only the steps tell.
        waited_s: for how long the user was waited for; None where only the steps tell.
        crop_key: names the picture of a step; empty when none was kept.
    """
    rows: list[Row] = [UserRow(task), *(step_row(record, crop_key(record)) for record in records)]
    if outcome is None:
        rows.append(SayRow("The end of this run was not recorded.", is_error=True))
    else:
        is_denied = any(r.receipt.kind == "denied" for r in records)
        rows.append(end_row(outcome, message, unseen=unseen, is_denied=is_denied))
    if records:
        if asked is None:
            asked = sum(record.confirmation.by == "user" for record in records)
        rows.append(figures_row(records, seconds, asked, waited_s))
    return tuple(rows)
