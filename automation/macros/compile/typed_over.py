"""Whether a field was empty before the run typed into it: then its text is to stand there alone."""

from automation.core.actions import Write
from automation.macros.compile.pieces import Piece
from automation.macros.describing.entries import is_short_entry


def was_empty(piece: Piece) -> bool:
    """Tell whether text went into an empty field of one line; False where that is not known.

    A field that held the text alone afterwards, although nothing was replaced, was empty before.
    """
    action, element = piece.action, piece.element
    if not isinstance(action, Write) or not action.text or element is None:
        return False
    if not is_short_entry(element):
        return False
    held = _held_before(piece)
    return not held if held is not None else piece.last.receipt.code == "exact"


def _held_before(piece: Piece) -> str | None:
    """Return what the field held when the step was proposed, if that was read."""
    proposed, aim = piece.record.proposal.element, piece.aim
    if proposed is None or (aim is not None and not proposed.box.contains(aim.point)):
        return None
    return proposed.value
