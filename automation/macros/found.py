"""What a search for a target comes to: one place, surely and alone, or a reason why not."""

from dataclasses import dataclass
from typing import Literal, Protocol

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, Observation, ScreenElement
from automation.core.timing import StopToken
from automation.macros.macro import Target

Rung = Literal["tree", "image_near", "image", "text", "landmarks", "model", "user"]
"""How it was found, best first; a lower rung is told to the user and kept in the report."""
RUNGS: tuple[Rung, ...] = ("tree", "image_near", "image", "text", "landmarks", "model", "user")


@dataclass(frozen=True, slots=True)
class Tried:
    """One rung of the ladder as it went."""

    rung: Rung
    ms: float
    best: float = 0.0
    """Score of the best match, 0..1; 0 when there was none."""
    matches: int = 0
    """How many were good enough."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """The target, found surely and alone."""

    point: ScreenPoint
    """Where to press, in device pixels."""
    box: Rect
    rung: Rung
    score: float
    """How sure, 0..1; the rung decides what it measures."""
    element: ScreenElement | None = None
    """The element of the tree or the line of text, where the rung has one."""
    window_id: int = 0
    tried: tuple[Tried, ...] = ()


@dataclass(frozen=True, slots=True)
class Missed:
    """Nothing that may be pressed."""

    why: Literal["missing", "several", "unsure", "not_allowed"]
    """`unsure`: something is there that could be it, or a dialog is in the way.
    `not_allowed`: only a rung that is too low for so risky a step would have found it."""
    sentence: str
    """What was looked for, what was found, for the user."""
    candidates: tuple[ScreenElement, ...] = ()
    """What it could be, best first, for a question."""
    tried: tuple[Tried, ...] = ()
    is_hidden: bool = False
    """Its window is open, but minimised or behind others: whether it is there, nobody could see."""


class Images(Protocol):
    """The pictures of a macro."""

    def image(self, path: str) -> Frame:
        """Return the picture of this path, origin (0, 0)."""


class Finder(Protocol):
    """Finds targets on an observation. Sends nothing, never guesses."""

    def find(
        self,
        target: Target,
        observation: Observation,
        images: Images,
        stop: StopToken,
        *,
        lowest: Rung = "landmarks",
    ) -> Found | Missed:
        """Go down the ladder to `lowest` and return the first match that is sure and alone."""
