"""Keys and buttons that were held by steps of their own become one drag or one chord."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from automation.core.actions import (
    ButtonDown,
    ButtonUp,
    Click,
    Drag,
    Element,
    HoldAndTap,
    Hotkey,
    KeyDown,
    KeyUp,
    Modifier,
    Move,
)
from automation.core.geometry import ScreenPoint
from automation.macros.compile.finished import Dropped
from automation.macros.compile.pieces import Piece
from automation.macros.compile.wording import quoted
from automation.macros.describing.seen import is_hidden

_MODIFIERS: dict[str, Modifier] = {
    "ctrl": "ctrl", "control": "ctrl", "shift": "shift", "alt": "alt", "super": "super",
    "win": "super", "meta": "super", "cmd": "super",
}  # fmt: skip
_MOST_KEYS = 6


def folded(pieces: Sequence[Piece]) -> tuple[tuple[Piece, ...], tuple[Dropped, ...]]:
    """Return the steps with what was held in them, and what no macro can say."""
    kept: list[Piece] = []
    dropped: list[Dropped] = []
    waiting = list(reversed(pieces))
    while waiting:
        piece = waiting.pop()
        match piece.action:
            case ButtonDown() | KeyDown():
                is_button = isinstance(piece.action, ButtonDown)
                found = _drag(piece, waiting) if is_button else _held(piece, waiting)
                kept += found
                if not found:
                    dropped.append(_unsaid(piece))
                    _doubt(piece, waiting)
            case ButtonUp() | KeyUp():
                dropped.append(_unsaid(piece))
            case HoldAndTap():
                kept += _taps(piece)
            case _:
                kept.append(piece)
    return tuple(kept), tuple(dropped)


def _doubt(down: Piece, waiting: list[Piece]) -> None:
    """Mark what was done until the key or button came up: without it, it would do something else."""
    first = down.action
    for place in range(len(waiting) - 1, -1, -1):
        later = waiting[place].action
        if _lets_go(later, first):
            return
        why = "It was done while a key or button was held, which no macro can say: record it again."
        waiting[place] = replace(waiting[place], doubt=why)


def _lets_go(later: object, first: object) -> bool:
    if isinstance(first, KeyDown) and isinstance(later, KeyUp):
        return later.key.casefold() == first.key.casefold()
    if isinstance(first, ButtonDown) and isinstance(later, ButtonUp):
        return later.button == first.button
    return False


def _unsaid(piece: Piece) -> Dropped:
    sentence = piece.record.proposal.sentence
    name = quoted(sentence) if sentence and not is_hidden(sentence) else "a step"
    why = "a macro cannot hold a key or button by itself"
    return Dropped(piece.record.n, f"Step {piece.record.n}, {name}, is left out: {why}.")


def _drag(down: Piece, waiting: list[Piece]) -> tuple[Piece, ...]:
    """Return the drag from a press over moves to a release; takes those steps off the list."""
    press = down.action
    assert isinstance(press, ButtonDown), "called for a button that went down"
    points: list[ScreenPoint] = [press.at.point]
    for taken, later in enumerate(reversed(waiting), 1):
        match later.action:
            case Move():
                points.append(later.action.at.point)
            case ButtonUp() if _lets_go(later.action, press):
                up = later.action
                if points[-1] != up.at.point:
                    points.append(up.at.point)
                del waiting[-taken:]
                return (_dragged(down, later, points, (press.at.element, up.at.element)),)
            case _:
                return ()
    return ()


def _dragged(
    down: Piece,
    up: Piece,
    points: list[ScreenPoint],
    ends: tuple[Element | None, Element | None],
) -> Piece:
    press = down.action
    assert isinstance(press, ButtonDown), "called for a button that went down"
    if len(points) == 1:
        return replace(down.reaching(up), action=Click(press.at, press.button))
    drag = Drag(tuple(points), press.button, origin=ends[0], destination=ends[1])
    return replace(down.reaching(up), action=drag)


def _held(down: Piece, waiting: list[Piece]) -> tuple[Piece, ...]:
    """Return what was done while a key was down, with that key; takes the steps off the list."""
    first = down.action
    assert isinstance(first, KeyDown), "called for a key that went down"
    inner: list[Piece] = []
    for taken, later in enumerate(reversed(waiting), 1):
        match later.action:
            case KeyUp() if _lets_go(later.action, first):
                del waiting[-taken:]
                if not inner:
                    return (replace(down.reaching(later), action=Hotkey((first.key,))),)
                return tuple(inner)
            case Hotkey() | Click() | Drag():
                with_key = _with_key(later, first.key)
                if with_key is None:
                    return ()
                inner.append(with_key)
            case _:
                return ()
    return ()


def _with_key(piece: Piece, key: str) -> Piece | None:
    match piece.action:
        case Hotkey() if len(piece.action.keys) < _MOST_KEYS:
            keys = (key, *piece.action.keys)
            return replace(piece, action=Hotkey(keys, piece.action.repeat))
        case Click() if key.casefold() in _MODIFIERS:
            click = piece.action
            modifiers = tuple(dict.fromkeys((_MODIFIERS[key.casefold()], *click.modifiers)))
            return replace(piece, action=Click(click.at, click.button, click.count, modifiers))
        case Drag() if key.casefold() in _MODIFIERS:
            drag = piece.action
            modifiers = tuple(dict.fromkeys((_MODIFIERS[key.casefold()], *drag.modifiers)))
            return replace(piece, action=msgspec.structs.replace(drag, modifiers=modifiers))
        case _:
            return None


def _taps(piece: Piece) -> tuple[Piece, ...]:
    """Return a chord for each key that was tapped while the others were held."""
    action = piece.action
    assert isinstance(action, HoldAndTap), "called for keys held while others are tapped"
    chords: list[tuple[str, int]] = []
    for key in action.tap:
        if chords and chords[-1][0] == key:
            chords[-1] = (key, chords[-1][1] + 1)
        else:
            chords.append((key, 1))
    return tuple(replace(piece, action=Hotkey((*action.hold, key), times)) for key, times in chords)
