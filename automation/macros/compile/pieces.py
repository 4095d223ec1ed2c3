"""What goes into a compilation and what comes out of it: steps of the run, its pictures, the macro."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from automation.core.actions import Action, Aim, Check, Scroll, aims_of
from automation.core.geometry import Rect
from automation.core.observation import Frame, ScreenElement, State
from automation.core.pictures import CARET_MAX_WIDTH_PX, changed_box
from automation.core.proposal import Outcome, StepRecord, Where
from automation.macros.macro import Macro, Param
from automation.screen.folding import is_other_reading
from automation.screen.roles import CONTAINERS

LoadPicture = Callable[[str], Frame | None]
"""Returns a picture of the run by its address; None when it is gone. Desktop pixels."""
ReadLines = Callable[[Frame], Sequence[ScreenElement]]
"""Returns the lines of text on a picture, boxes in desktop pixels; none where nothing can be read."""


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """A run that has ended, as its record tells it."""

    run: str
    task: str
    steps: tuple[StepRecord, ...]
    outcome: Outcome | None = Outcome.DONE
    at: str = ""
    """When it is compiled: UTC, ISO 8601."""
    version: str = ""
    """The deskhand that compiles."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """A step of the run that the macro does not have."""

    n: int
    sentence: str
    """Which, and why, for the user."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """A text that may become a parameter, if the user says so."""

    name: str
    """What it would be called in the file."""
    label: str
    """What the user calls it: the field's label."""
    text: str
    """What was typed, and would be the parameter's default."""
    steps: tuple[str, ...]
    """Ids of the steps that type it."""
    type: Literal["text", "number"] = "text"

    @property
    def param(self) -> Param:
        """The parameter as the file declares it."""
        return Param(type=self.type, ask=f"{self.label}?" if self.label else "", default=self.text)


@dataclass(frozen=True, slots=True)
class Compiled:
    """A macro made of a run, and what the user should know of it."""

    macro: Macro
    images: Mapping[str, bytes]
    """Files of its pictures, by path."""
    dropped: tuple[Dropped, ...] = ()
    notes: tuple[str, ...] = ()
    """What is to be looked at before it is replayed."""
    proposals: tuple[Proposed, ...] = field(default=())


_MOST_FRAMES = 3
"""A 4K screen takes 32 MiB; steps are looked at in order."""


class Pictures:
    """Serves one compilation."""

    def __init__(self, load: LoadPicture, read: ReadLines | None) -> None:
        self._load = load
        self._read = read
        self._frames: dict[str, Frame | None] = {}
        self._lines: dict[tuple[str, Rect], tuple[ScreenElement, ...]] = {}

    @property
    def can_read(self) -> bool:
        """Tell whether text can be read at all."""
        return self._read is not None

    def frame(self, address: str) -> Frame | None:
        """Return a picture; None when it was not kept or is gone."""
        if not address:
            return None
        if address not in self._frames:
            while len(self._frames) >= _MOST_FRAMES:
                self._frames.pop(next(iter(self._frames)))
            self._frames[address] = self._load(address)
        return self._frames[address]

    def lines(self, address: str, region: Rect) -> tuple[ScreenElement, ...]:
        """Return the lines of text in a part of a picture."""
        frame = self.frame(address)
        if self._read is None or frame is None:
            return ()
        part = frame.crop(region)
        key = (address, part.rect)
        if key not in self._lines:
            self._lines[key] = tuple(self._read(part)) if part.rect.area else ()
        return self._lines[key]

    def are_same(self, first: str, second: str, part: Rect | None) -> bool:
        """Tell whether two pictures show the same, a blinking caret aside.

        Args:
            part: where to look; None looks everywhere.
        """
        if not first or not second:
            return False
        if first == second:
            return True
        one, other = self.frame(first), self.frame(second)
        if one is None or other is None or one.rect != other.rect:
            return False
        seen = one.rect if part is None else part.intersection(one.rect)
        if not seen.area:
            return False
        box = changed_box(one.crop(seen), other.crop(seen))
        return box is None or box.w <= CARET_MAX_WIDTH_PX


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
    return role in CONTAINERS or (role == "document" and "editable" not in states)


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
