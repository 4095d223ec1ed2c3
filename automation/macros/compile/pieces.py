"""A step of the run on its way into the macro."""

from dataclasses import dataclass, replace
from typing import Final

from automation.core.actions import Action, Aim, Check, Scroll, aims_of
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement, State
from automation.core.proposal import StepRecord, Where
from automation.macros.finder.texts import is_other_reading

_HOLDS_THINGS: Final = frozenset(
    {"window", "group", "dialog", "toolbar", "list", "table", "tree", "tab_list", "menu_bar",
     "row", "panel"}
)  # fmt: skip
"""A press on one of these was meant for something in it that the tree does not tell."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One step, or several that are one."""

    record: StepRecord
    """The first: what was seen before it, what it was aimed at."""
    last: StepRecord
    """The last: what came of it."""
    action: Action | Check
    pause_s: float = 0.0
    """How long the run waited before it."""
    doubt: str = ""
    """Why a macro cannot say it rightly: it is kept, switched off, for the user to look at."""

    @property
    def where(self) -> Where | None:
        """The window that it went to, if that is known."""
        return self.record.where

    @property
    def aim(self) -> Aim | None:
        """The first pixel that it was aimed at."""
        aims = aims_of(self.action) if isinstance(self.action, Action) else ()
        return aims[0] if aims else None

    @property
    def element(self) -> ScreenElement | None:
        """What it was aimed at, as far as that is known and still true after a correction."""
        if self.aim is None:
            return self.where.element if self.where is not None else None
        return element_at(self.record, self.aim)

    @property
    def box(self) -> Rect | None:
        """The part of the screen that it is about: its thing, or the one with the keyboard."""
        return self.element.box if self.element is not None else None

    def reaching(self, later: "Piece") -> "Piece":
        """Return the piece with what came of a later one."""
        return replace(self, last=later.last)


def element_at(record: StepRecord, aim: Aim) -> ScreenElement | None:
    """Return what a step met at a pixel: what it was resolved to, else what the tree had there."""
    proposed = record.proposal.element
    met = record.where.element if record.where is not None else None
    known = [
        e
        for e in (proposed, met)
        if e is not None
        and e.box.contains(aim.point)
        and (isinstance(record.action, Scroll) or not _holds_things(e.role, e.states))
    ]
    by_tree = next((e for e in known if e.source == "tree" and not _is_stale(e, proposed)), None)
    found = by_tree or next(iter(known), None)
    return found or _described(aim)


def _holds_things(role: str, states: frozenset[State]) -> bool:
    """Tell whether a press was meant for something in a thing; the text of an editor is itself meant."""
    return role in _HOLDS_THINGS or (role == "document" and "editable" not in states)


def _is_stale(met: ScreenElement, proposed: ScreenElement | None) -> bool:
    """Tell whether the tree names another thing than what was read there and aimed at.

    A page that has just scrolled shows what its tree does not tell yet.
    """
    if proposed is None or proposed.source != "ocr" or not met.name:
        return False
    return is_other_reading(met.name, proposed.name)


def _described(aim: Aim) -> ScreenElement | None:
    """Return the description that is kept with the pixel, where it comes from the screen."""
    told = aim.element
    if told is None or told.box is None or told.source not in ("tree", "ocr"):
        return None
    if _holds_things(told.role, frozenset()) or not told.box.contains(aim.point):
        return None
    return ScreenElement(told.name, told.role, told.box, told.source, window_title=told.window)


def words_of(aim: Aim | None) -> str:
    """Return what a model called the place; empty when no model did."""
    told = aim.element if aim is not None else None
    return told.name if told is not None and told.source == "model" else ""


def center_of(piece: Piece) -> ScreenPoint | None:
    """Return the pixel that a step is about."""
    if piece.aim is not None:
        return piece.aim.point
    return piece.box.center if piece.box is not None else None
