"""Which steps of a run go into a macro: those that were allowed, were sent, and led on.

A step is taken out only if that is certain to change nothing; whatever is doubtful stays.
"""

from collections.abc import Sequence
from typing import Final

from automation.core.actions import Action, Answer, Ask, Click, Plan, Wait, Write, sends_input
from automation.core.proposal import StepRecord
from automation.macros.compile.finished import Dropped
from automation.macros.compile.folding import folded
from automation.macros.compile.pictures import Pictures
from automation.macros.compile.pieces import Piece
from automation.macros.compile.undone import without_detours
from automation.macros.compile.wording import quoted
from automation.macros.describing.seen import is_hidden

_VERDICTS: Final = {
    "rejected": "you rejected it",
    "expired": "nobody answered in time",
    "blocked": "it was not allowed",
    "stopped": "you stopped the run",
    "dry_run": "it was only shown, not sent",
}


def chosen(
    steps: Sequence[StepRecord], pictures: Pictures
) -> tuple[tuple[Piece, ...], tuple[Dropped, ...]]:
    """Return the steps that are kept, and which are not and why."""
    dropped: list[Dropped] = []
    sent: list[StepRecord] = []
    for record in steps:
        if why := _not_done(record):
            dropped.append(Dropped(record.n, told(record, why)))
        else:
            sent.append(record)
    pieces: list[Piece] = []
    for place, record in enumerate(sent):
        later = sent[place + 1] if place + 1 < len(sent) else None
        if why := _in_vain(record, later):
            dropped.append(Dropped(record.n, told(record, why)))
        else:
            pieces.append(Piece(record, record, record.action))
    left, more = folded(pieces)
    kept, most = without_detours(left, pictures)
    return kept, tuple(sorted((*dropped, *more, *most), key=lambda one: one.n))


def told(record: StepRecord, why: str) -> str:
    """Return the sentence for a step that is left out."""
    sentence = record.proposal.sentence
    name = quoted(sentence) if sentence and not is_hidden(sentence) else "a step"
    return f"Step {record.n}, {name}, is left out: {why}."


def _not_done(record: StepRecord) -> str:
    """Return why a step was not carried out; empty when it was."""
    action, confirmation = record.action, record.confirmation
    if not confirmation.is_accepted:
        return _VERDICTS.get(confirmation.verdict, "it was not accepted")
    if not isinstance(action, Action):
        return "" if record.receipt.kind == "confirmed" else "what it looked for was not so"
    if isinstance(action, Plan | Ask | Answer):
        return "it only says something"
    if isinstance(action, Wait):
        return ""
    if record.execution is None or (sends_input(action) and not record.execution.events_sent):
        return "nothing was sent"
    if not record.execution.completed:
        return "it was cut short"
    return ""


def _in_vain(record: StepRecord, later: StepRecord | None) -> str:
    """Return why a step is not needed beside the one after it; empty when it is."""
    if later is None or record.receipt.kind != "no_visible_change":
        return ""
    first, second = record.action, later.action
    if first == second or _is_same_thing(record, later):
        return "it changed nothing and was done again"
    return ""


def _is_same_thing(record: StepRecord, later: StepRecord) -> bool:
    first, second = record.action, later.action
    if isinstance(first, Write) and isinstance(second, Write):
        return first.text == second.text and second.overwrite
    if isinstance(first, Click) and isinstance(second, Click):
        one, other = record.proposal.element, later.proposal.element
        is_same_way = (first.button, first.count, first.modifiers) == (
            second.button,
            second.count,
            second.modifiers,
        )
        same = one is not None and other is not None and one.name == other.name
        return is_same_way and same and bool(one and one.name and other and one.role == other.role)
    return False
