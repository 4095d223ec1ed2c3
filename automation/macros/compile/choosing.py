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
    sent: list[Piece] = []
    for record in steps:
        if why := _not_done(record):
            dropped.append(Dropped(record.n, told(record, why)))
        else:
            sent.append(Piece(record, record, record.action))
    pieces: list[Piece] = []
    for place, piece in enumerate(sent):
        later = sent[place + 1] if place + 1 < len(sent) else None
        if why := _in_vain(piece, later):
            dropped.append(Dropped(piece.record.n, told(piece.record, why)))
        else:
            pieces.append(piece)
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
        return "" if record.receipt.kind == "effect_seen" else "what it looked for was not so"
    if isinstance(action, Plan | Ask | Answer):
        return "it only says something"
    if isinstance(action, Wait):
        return ""
    if record.execution is None or (sends_input(action) and not record.execution.events_sent):
        return "nothing was sent"
    if not record.execution.completed:
        return "it was cut short"
    return ""


def _in_vain(piece: Piece, later: Piece | None) -> str:
    """Return why a step is not needed beside the one after it; empty when it is.

    Only what leaves things as they are however often it is done. Pictures prove nothing here: that a
    text cursor went a line or a field on is no visible change, and decides where the next text goes.
    """
    if later is None or not piece.record.receipt.is_unchanged:
        return ""
    is_again = _is_set_again(piece, later) or _is_written_over(piece, later)
    return "it changed nothing and was done again" if is_again else ""


def _is_set_again(piece: Piece, later: Piece) -> bool:
    """Tell whether a click that left a box as it was, as the tree told, is done again."""
    first, second = piece.action, later.action
    if not (isinstance(first, Click) and isinstance(second, Click)):
        return False
    is_same_way = (first.button, first.count, first.modifiers) == (
        second.button,
        second.count,
        second.modifiers,
    )
    is_left = piece.record.receipt.code == "still"
    return is_left and is_same_way and _is_same_thing(piece, later)


def _is_written_over(piece: Piece, later: Piece) -> bool:
    """Tell whether the same text takes the place of one; Enter and Tab do more than to write."""
    first, second = piece.action, later.action
    if not (isinstance(first, Write) and isinstance(second, Write) and second.overwrite):
        return False
    is_only_text = first.text.isprintable() and not first.press_enter
    return is_only_text and first.text == second.text and _is_same_thing(piece, later)


def _is_same_thing(piece: Piece, later: Piece) -> bool:
    """Tell whether the tree has the same thing in the same place for both."""
    one, other = piece.element, later.element
    if one is None or other is None or (one.source, other.source) != ("tree", "tree"):
        return False
    first = (one.role, one.name, one.box, one.window_title)
    return first == (other.role, other.name, other.box, other.window_title)
