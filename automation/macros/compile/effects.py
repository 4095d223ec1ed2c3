"""From what was seen of a step to what its replay waits for: never what was there before it."""

from collections.abc import Collection, Sequence
from typing import Final

from automation.core.actions import Click, Clipboard, Hotkey, Window, Write
from automation.core.geometry import Rect
from automation.core.secrets import BEGIN
from automation.macros import macro as grammar
from automation.macros.compile.pieces import Pictures, Piece
from automation.macros.effects import came, gone, holds, is_steady, within_s
from automation.macros.macro import Condition, Target, Until
from automation.macros.titles import is_hidden, seen_text
from automation.screen.roles import TWO_STATES
from automation.screen.rows import names_in
from automation.screen.text import comparable

_MOST_READ_PX: Final = 800_000
"""Pixels up to which what changed is read, twice a step: OCR takes about a second for so many."""
_MOST_WINDOW_PX: Final = 4_000_000
"""Largest window that is read to know what it showed before; a larger one is waited to change."""
_SURE: Final = 0.95
"""A text that may be misread is nothing to wait for."""
_MOST_NEW_LINES: Final = 3


def effect_of(
    piece: Piece,
    later: Piece | None,
    target: Target | None,
    pictures: Pictures,
    typed: Collection[str],
    earlier: Sequence[Piece] = (),
) -> Until | None:
    """Return what is waited for after a step; None where its effect was not seen, or says nothing."""
    if piece.last.receipt.kind != "effect_seen" or piece.last.receipt.code == "focused":
        return None
    condition = (
        _held(piece, target)
        or _titled(piece, later, typed, earlier)
        or _shown(piece, pictures, typed)
        or _changed(piece)
    )
    timings = piece.last.timings
    took_s = (max(0.0, timings.execute) + max(0.0, timings.verify)) / 1000
    return Until(condition=condition, within_s=within_s(took_s)) if condition else None


def _held(piece: Piece, target: Target | None) -> Condition | None:
    """Return what the field holds, or the state that the box is in."""
    code, action = piece.last.receipt.code, piece.action
    if isinstance(action, Click) and target is not None and target.role in TWO_STATES:
        return holds(target, code) if code in ("on", "off") else None
    if isinstance(action, Write) and code == "exact":
        if BEGIN in action.text or is_hidden(action.text):
            return None
        return holds(target, action.text.removesuffix("\n"))
    return None


def _titled(
    piece: Piece, later: Piece | None, typed: Collection[str], earlier: Sequence[Piece]
) -> Condition | None:
    """Return the title of the window that came, or that one has gone."""
    here, then = piece.where, later.where if later is not None else None
    if isinstance(piece.action, Window) and piece.action.op == "close" and here is not None:
        return gone(here.title, typed, () if then is None else (then.title,))
    if then is None or (here is not None and (here.title, here.app) == (then.title, then.app)):
        return None
    known = (one.where.title for one in (*earlier, piece) if one.where is not None)
    return came(then.title, typed, known)


def _shown(piece: Piece, pictures: Pictures, typed: Collection[str]) -> Condition | None:
    """Return a text that stands in the changed part afterwards, and before nowhere in the window."""
    is_asking = isinstance(piece.action, Click | Hotkey) or (
        isinstance(piece.action, Write) and piece.action.press_enter
    )
    region = _changed_part(piece)
    if not (is_asking and pictures.can_read and region is not None):
        return None
    old = {comparable(x.name) for x in pictures.lines(piece.record.pictures.before, region)}
    new = pictures.lines(piece.last.pictures.after, region)
    fresh = [x for x in new if comparable(x.name) not in old]
    if not 0 < len(fresh) <= _MOST_NEW_LINES:
        return None
    # Names side by side that were read as one line stand nowhere as one text.
    whole = (x for x in fresh if x.confidence >= _SURE and not names_in(x))
    steady = [x.name for x in whole if is_steady(x.name, typed)]
    if not steady:
        return None
    before = _read_before(piece, pictures)
    if before is None:
        return None
    # A replay finds a text in the names of things and within others too.
    there = [comparable(x) for x in (*before, piece.element.name if piece.element else "")]
    came = [x for x in steady if not any(comparable(x) in one for one in there)]
    text = min(came, key=len, default="")
    return grammar.Shows(text=seen_text(text)) if text else None


def _read_before(piece: Piece, pictures: Pictures) -> tuple[str, ...] | None:
    """Return what the window showed before the step; None where that is not known."""
    where = piece.where
    address = piece.record.pictures.before
    if where is None or where.client.area > _MOST_WINDOW_PX or pictures.frame(address) is None:
        return None
    lines = pictures.lines(address, where.client)
    return tuple(line.name for line in lines)


def _changed_part(piece: Piece) -> Rect | None:
    """Return the changed part of the window if it is small enough to be read."""
    changed, where = piece.last.receipt.changed, piece.where
    if changed is None or where is None:
        return None
    part = changed.intersection(where.client)
    return part.grown(8) if 0 < part.area <= _MOST_READ_PX else None


def _changed(piece: Piece) -> Condition | None:
    """Return that something changes, anywhere in the window.

    Not where: a larger font or window puts it elsewhere, and a replay that looked there only would
    stop though all went well. The verifier looks near the target in any case.
    """
    is_silent = isinstance(piece.action, Clipboard) and piece.action.op in ("copy", "set")
    changed = piece.last.receipt.changed
    return grammar.Changed() if changed is not None and not is_silent else None
