"""Steps that lead nowhere: typed and undone, scrolled there and back, moved, waited, done twice."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from automation.core.actions import (
    Action,
    Click,
    Clipboard,
    Drag,
    Hotkey,
    Move,
    Scroll,
    Wait,
    Window,
    Write,
)
from automation.macros.compile.finished import Dropped
from automation.macros.compile.pictures import Pictures
from automation.macros.compile.pieces import Piece
from automation.macros.compile.wording import quoted
from automation.macros.describing.seen import is_hidden

_OPPOSITE: Final = {"up": "down", "down": "up", "left": "right", "right": "left"}
_MOST_NOTCHES: Final = 1000
_MOST_PAUSE_S: Final = 3600.0

_Out = list[Dropped]


def without_detours(
    pieces: Sequence[Piece], pictures: Pictures
) -> tuple[tuple[Piece, ...], tuple[Dropped, ...]]:
    """Return the steps that lead on, and which do not and why."""
    out: _Out = []
    passes: tuple[Callable[[list[Piece], _Out], list[Piece]], ...] = (
        lambda left, gone: _without_undone(left, gone, pictures),
        _without_moves,
        _without_scrolling_back,
        _without_repeated_activation,
        _without_waits,
    )
    left = list(pieces)
    for each in passes:
        left = each(left, out)
    return tuple(left), tuple(out)


def _gone(piece: Piece, why: str) -> Dropped:
    sentence = piece.record.proposal.sentence
    name = quoted(sentence) if sentence and not is_hidden(sentence) else "a step"
    return Dropped(piece.record.n, f"Step {piece.record.n}, {name}, is left out: {why}.")


def _without_undone(left: list[Piece], out: _Out, pictures: Pictures) -> list[Piece]:
    """Leave out what was typed or changed and taken back, where the pictures prove that it was."""
    kept: list[Piece] = []
    for piece in left:
        before = kept[-1] if kept else None
        if before is not None and _is_undo(piece) and _is_undoable(before):
            was, now = before.record.pictures.before, piece.last.pictures.after
            part = before.box.grown(2) if before.box is not None else None
            if pictures.are_same(was, now, part):
                kept.pop()
                out.append(_gone(before, "it was undone"))
                out.append(_gone(piece, "it undoes the step before it"))
                continue
        kept.append(piece)
    return kept


def _is_undo(piece: Piece) -> bool:
    """Tell whether it takes one thing back; of several the pictures prove the last one only."""
    action = piece.action
    if not isinstance(action, Hotkey) or action.repeat != 1:
        return False
    keys = {"ctrl" if key.casefold() == "control" else key.casefold() for key in action.keys}
    return keys == {"ctrl", "z"}


def _is_undoable(piece: Piece) -> bool:
    """Tell whether a step only changes what one undo brings back; Enter may have sent something."""
    match piece.action:
        case Write():
            return not piece.action.press_enter
        case Clipboard():
            return piece.action.op in ("paste", "cut")
        case _:
            return False


def _without_moves(left: list[Piece], out: _Out) -> list[Piece]:
    """Leave out moves, those excepted that may have opened the menu that is pressed next."""
    kept: list[Piece] = []
    for place, piece in enumerate(left):
        later = left[place + 1] if place + 1 < len(left) else None
        if isinstance(piece.action, Move) and not _opens(piece, later):
            out.append(_gone(piece, "it only moves the pointer"))
        else:
            kept.append(piece)
    return kept


def _opens(move: Piece, later: Piece | None) -> bool:
    """Tell whether what is pressed next lies in a menu that the move was not in yet."""
    if later is None or isinstance(later.action, Move) or move.where is None or later.where is None:
        return False
    is_menu = later.where.area != later.where.client
    return is_menu and later.where.area != move.where.area


def _without_scrolling_back(left: list[Piece], out: _Out) -> list[Piece]:
    """Join scrolls of one direction, and leave out those that are taken back to the notch.

    Where the end was reached fewer notches moved the content than were turned: such stay.
    """
    kept: list[Piece] = []
    for piece in left:
        before = kept[-1] if kept else None
        one, two = before.action if before else None, piece.action
        if not (
            before is not None
            and isinstance(one, Scroll)
            and isinstance(two, Scroll)
            and _is_same_wheel(before, piece)
        ):
            kept.append(piece)
        elif one.direction == two.direction and one.amount + two.amount <= _MOST_NOTCHES:
            joined = Scroll(one.direction, one.amount + two.amount, one.at)
            kept[-1] = replace(before.reaching(piece), action=joined)
        elif (
            two.direction == _OPPOSITE[one.direction]
            and one.amount == two.amount
            and _has_moved(before)
            and _has_moved(piece)
        ):
            kept.pop()
            out.append(_gone(before, "it was scrolled back"))
            out.append(_gone(piece, "it only scrolls back"))
        else:
            kept.append(piece)
    return kept


def _has_moved(piece: Piece) -> bool:
    return not (piece.record.receipt.is_unchanged or piece.last.receipt.is_unchanged)


def _is_same_wheel(first: Piece, second: Piece) -> bool:
    """Tell whether two scrolls turn the wheel over the same thing."""
    one, two = first.where, second.where
    if one is not None and two is not None and (one.app, one.area) != (two.app, two.area):
        return False
    if first.aim is None or second.aim is None:
        return first.aim is second.aim
    if first.box is not None and second.box is not None:
        return first.box == second.box
    return first.aim.point == second.aim.point


def _without_repeated_activation(left: list[Piece], out: _Out) -> list[Piece]:
    """Leave out what brings a window to the front that is there already."""
    kept: list[Piece] = []
    for piece in left:
        before = kept[-1] if kept else None
        if before is not None and _is_activation(piece) and _is_in_front(piece, before):
            out.append(_gone(piece, "that window is in front already"))
        else:
            kept.append(piece)
    return kept


def _is_activation(piece: Piece) -> bool:
    return isinstance(piece.action, Window) and piece.action.op == "activate"


def _is_in_front(piece: Piece, before: Piece) -> bool:
    """Tell whether the step before it brought the same window to the front."""
    first, second = before.action, piece.action
    if not (isinstance(first, Window) and isinstance(second, Window)):
        return False
    return first.op == "activate" and bool(first.window_id) and first.window_id == second.window_id


_ANCHORED: Final = (Click, Drag, Write, Scroll, Move)


def _without_waits(left: list[Piece], out: _Out) -> list[Piece]:
    """Turn waits into what they were for: the next step waits for its target by itself."""
    kept: list[Piece] = []
    pause_s = 0.0
    for place, piece in enumerate(left):
        if isinstance(piece.action, Wait):
            later = left[place + 1] if place + 1 < len(left) else None
            if later is None or _waits_itself(later):
                out.append(_gone(piece, "the next step waits for what it needs"))
                pause_s = min(_MOST_PAUSE_S, pause_s + piece.action.seconds)
            else:
                kept.append(piece)
            continue
        kept.append(replace(piece, pause_s=pause_s) if pause_s else piece)
        pause_s = 0.0
    return kept


def _waits_itself(piece: Piece) -> bool:
    """Tell whether a step cannot begin before something is there."""
    if isinstance(piece.action, Wait):
        return True
    if not isinstance(piece.action, Action):
        return True
    return isinstance(piece.action, _ANCHORED) and piece.aim is not None
