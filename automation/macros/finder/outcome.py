"""What one rung comes to, in device pixels of the desktop."""

from dataclasses import dataclass

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement


@dataclass(frozen=True, slots=True)
class Hit:
    """One match, sure and alone."""

    point: ScreenPoint
    box: Rect
    score: float
    """0..1; the rung decides what it measures."""
    element: ScreenElement | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Several:
    """Matches that are equally good: no weaker evidence is asked to choose between them."""

    candidates: tuple[ScreenElement, ...]
    best: float = 1.0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Nothing:
    """No match that is sure; the next rung may look."""

    note: str = ""
    best: float = 0.0
    matches: int = 0
    candidates: tuple[ScreenElement, ...] = ()
    """What was there without being sure."""


Outcome = Hit | Several | Nothing
