"""What came of a step, told to the model: what the user decided, and what was seen of the effect.

The picture that follows tells most of it. Said are only what no picture shows: a refusal and its
reason, a correction, and that nothing changed.
"""

from typing import Final, assert_never

from automation.core.actions import Action, Check, Plan, Write, aims_of
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Receipt, StepRecord
from model.core.coordinates import CoordinateSpace
from model.images.tiling import TilePlan
from model.prompt.dialogue import StepResult

_MOST_CHARS: Final = 300
"""Of a reason or a detail; the user's own words are rarely longer."""

_NOTHING_CHANGED: Final = "Nothing on the screen changed"
_DENIED: Final = "The step did not do what it was to"


def result_of(record: StepRecord, plan: TilePlan, space: CoordinateSpace) -> StepResult:
    """Return what the model is told of one of its steps.

    Args:
        record: the finished step.
        plan: of the picture on which the model chose it.
        space: how the model writes points.
    """
    confirmation = record.confirmation
    match confirmation.verdict:
        case "rejected":
            return _error("The user refused this step", confirmation.reason)
        case "blocked":
            return _error("This step is not allowed here", confirmation.reason)
        case "expired":
            return _error("The screen changed before the step could run. Nothing was done", "")
        case "stopped":
            return _error("The step was stopped", confirmation.reason)
        case "dry_run":
            return StepResult("Not carried out: this run only shows what would be done.")
        case "accepted":
            return _carried_out(record, "")
        case "edited":
            return _carried_out(record, _correction(record, plan, space))
        case _:
            assert_never(confirmation.verdict)


def _carried_out(record: StepRecord, correction: str) -> StepResult:
    execution = record.execution
    if execution is not None and not execution.completed:
        return _error("The step was cut short", execution.note, before=correction)
    if isinstance(record.action, Plan):
        return StepResult("Noted.")
    seen = _seen(record.receipt)
    return StepResult(" ".join(part for part in (correction, seen) if part))


def _seen(receipt: Receipt) -> str:
    match receipt.kind:
        case "effect_seen" | "landed":
            return ""
        case "not_seen":
            return _sentence(_NOTHING_CHANGED, receipt.detail) if receipt.is_unchanged else ""
        case "denied":
            return _sentence(_DENIED, receipt.detail)
        case _:
            assert_never(receipt.kind)


def _correction(record: StepRecord, plan: TilePlan, space: CoordinateSpace) -> str:
    """Return how what ran differs from what the model wanted, in the model's own numbers."""
    meant, done = record.proposal.intent, record.action
    parts = []
    if _points(meant) != _points(done):
        where = " then ".join(_point(point, plan, space) for point in _points(done))
        parts.append(f"aimed it at {where}" if where else "took its place away")
    if isinstance(done, Write) and (not isinstance(meant, Write) or meant.text != done.text):
        parts.append("wrote another text" if _is_secret(record) else _written(done))
    return f"The user corrected this step: {' and '.join(parts) or 'changed how it is done'}."


def _written(done: Write) -> str:
    return f"wrote “{done.text[:_MOST_CHARS]}” instead"


def _is_secret(record: StepRecord) -> bool:
    """Tell whether the text went into a field whose content nobody may read, models included."""
    element = record.proposal.element
    return element is not None and (element.role == "password" or "secret" in element.states)


def _points(intent: Action | Check) -> tuple[ScreenPoint, ...]:
    return tuple(aim.point for aim in aims_of(intent)) if isinstance(intent, Action) else ()


def _point(point: ScreenPoint, plan: TilePlan, space: CoordinateSpace) -> str:
    if not plan.source.contains(point):
        return "a place that was not on the picture"
    x, y = plan.in_space(point, space)
    return f"x={x:g}, y={y:g}"


def _error(words: str, detail: str, *, before: str = "") -> StepResult:
    return StepResult(f"{before} {_sentence(words, detail)}".strip(), is_error=True)


def _sentence(words: str, detail: str) -> str:
    shown = detail.strip().rstrip(".")[:_MOST_CHARS]
    return f"{words}: {shown}." if shown else f"{words}."
