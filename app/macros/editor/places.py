"""Where steps go that are dropped or moved by a key: from rows and pixels to a place in a list."""

from collections.abc import Sequence

from automation.macros.editing.document import Document
from automation.macros.editing.rows import Branch, Row, Spot
from automation.macros.macro import Step


def inner_spots(row: Row) -> tuple[Spot, ...]:
    """Return the beginnings of the lists inside a block; empty for a step without any."""
    return tuple(Spot(row.id, branch, 0) for branch in _branches(row.step))


def _branches(step: Step) -> tuple[Branch, ...]:
    if hasattr(step, "steps"):
        return ("steps",)
    return ("then", "otherwise") if hasattr(step, "then") else ()


def spots_at(document: Document, gap: int) -> tuple[tuple[int, Spot], ...]:
    """Return the places between two rows, each with its depth, the outermost first.

    Args:
        document: the macro.
        gap: before the row of this place; the number of rows is the end.
    """
    rows = document.rows
    found: dict[int, Spot] = {}
    if gap > 0:
        above = rows[gap - 1]
        inner = inner_spots(above)
        if inner:
            found[above.depth + 1] = inner[0]
        for at in _with_parents(document, above):
            if _ends_before(document, at, gap):
                found.setdefault(at.depth, document.spot_after(at.id))
    if gap < len(rows):
        below = rows[gap]
        found[below.depth] = document.spot_of(below.id)
    if not rows:
        found[1] = Spot()
    return tuple(sorted(found.items()))


def _with_parents(document: Document, row: Row) -> list[Row]:
    found = [row]
    while block := document.spot_of(found[-1].id).block:
        found.append(document.rows[document.row_of(block)])
    return found


def _ends_before(document: Document, row: Row, gap: int) -> bool:
    """Tell whether a step and all that is inside it stand before a gap."""
    rows = document.rows
    return gap >= len(rows) or rows[gap].depth <= row.depth


def stepped(document: Document, ids: Sequence[str], *, up: bool) -> Spot | None:
    """Return where steps go that are moved by one place; None where they cannot.

    At the end of a block they leave it; before a block they stay outside of it.

    Args:
        document: the macro.
        ids: neighbours in one list, in their order.
        up: towards the beginning.
    """
    if not ids:
        return None
    first, last = document.spot_of(ids[0]), document.spot_after(ids[-1])
    if (first.block, first.branch) != (last.block, last.branch):
        return None
    if up:
        if first.index > 0:
            return Spot(first.block, first.branch, first.index - 1)
        if first.branch == "otherwise":
            step = document.step(first.block)
            return Spot(first.block, "then", len(getattr(step, "then", ())))
        return document.spot_of(first.block) if first.block else None
    if last.index < _length(document, last):
        return Spot(last.block, last.branch, last.index + 1)
    if last.branch == "then":
        return Spot(last.block, "otherwise", 0)
    return document.spot_after(last.block) if last.block else None


def _length(document: Document, spot: Spot) -> int:
    if not spot.block:
        return document.end().index
    return len(getattr(document.step(spot.block), spot.branch))
