"""What the agent thread asks the UI thread for: frozen values, each with a ticket for the answer.

Besides: which pixels and which window a proposal acts on, which no card may cover.

The reasons that a card shows in *Change* come from the thread that waits for its answer, because it
owns the reader. They are words: the change is judged on a fresh picture when it is used.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from queue import SimpleQueue
from typing import Final, Generic, TypeVar

from automation.core.actions import Action, Check, Drag, Launch, Window, aims_of
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, WindowInfo
from automation.core.proposal import Confirmation, Proposal, Question, Risk
from automation.core.timing import StopToken

_STEP_PX: Final = 16
"""Between two pixels of a drag's way; nothing of ours is so thin."""


def target_points(proposal: Proposal) -> tuple[ScreenPoint, ...]:
    """Return the pixels that the proposal presses or turns the wheel at."""
    return points_of(proposal.intent)


def points_of(intent: Action | Check) -> tuple[ScreenPoint, ...]:
    """Return the pixels of an action, both ends of a drag; none of a check, which is never changed."""
    return () if isinstance(intent, Check) else tuple(aim.point for aim in aims_of(intent))


def crossed_points(proposal: Proposal) -> tuple[ScreenPoint, ...]:
    """Return the pixels that the pointer presses or passes with a button down."""
    if not isinstance(proposal.intent, Drag):
        return target_points(proposal)
    path, found = proposal.intent.path, []
    for start, end in pairwise(path):
        steps = max(1, max(abs(end.x - start.x), abs(end.y - start.y)) // _STEP_PX)
        for n in range(steps):
            part = n / steps
            x, y = start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part
            found.append(ScreenPoint(round(x), round(y)))
    return (*found, path[-1])


MOST_PARTS: Final = 16
"""Oblongs kept while one window after the other is cut away, the largest first."""


def acted_on(proposal: Proposal, observation: Observation) -> WindowInfo | None:
    """Return the window that the action meets: the named one, the pixel's, else that of the keys.

    A title bar is part of its window. A program that is to be started has none yet.
    """
    intent = proposal.intent
    if isinstance(intent, Launch):
        return None
    if isinstance(intent, Window) and intent.window_id:
        return next((w for w in observation.windows if w.window_id == intent.window_id), None)
    points = target_points(proposal)
    return observation.window_reached(points[0]) if points else observation.active_window


def framed_part(
    proposal: Proposal, window: WindowInfo | None, observation: Observation
) -> tuple[Rect, ...]:
    """Return what a line is drawn round: the window, of one that is named only what can be seen."""
    if window is None:
        return ()
    if not isinstance(proposal.intent, Window) or window.is_active:
        return (window.rect,)
    if window.is_minimised:
        return ()
    above = observation.windows[: observation.windows.index(window)]
    return largest_part(window.rect, _shown(above))


def largest_part(whole: Rect, covers: Iterable[Rect]) -> tuple[Rect, ...]:
    """Return the largest oblong of `whole` that none of the covers touches; empty when none is left."""
    parts = [whole]
    for cover in covers:
        rests = {rest for part in parts for rest in _beside(part, cover)}
        parts = sorted(rests, key=lambda rest: -rest.area)[:MOST_PARTS]
    best = max(parts, key=lambda part: part.area, default=None)
    return (best,) if best is not None else ()


def _shown(windows: Sequence[WindowInfo]) -> list[Rect]:
    return [w.frame or w.rect for w in windows if not (w.is_minimised or w.is_own)]


def _beside(part: Rect, cover: Rect) -> list[Rect]:
    """Return the oblongs of a part left, right, above and below of a cover; they may overlap."""
    hit = part.intersection(cover)
    if hit.area == 0:
        return [part]
    beside = (
        Rect(part.x, part.y, hit.x - part.x, part.h),
        Rect(hit.right, part.y, part.right - hit.right, part.h),
        Rect(part.x, part.y, part.w, hit.y - part.y),
        Rect(part.x, hit.bottom, part.w, part.bottom - hit.bottom),
    )
    return [each for each in beside if each.w > 0 and each.h > 0]


A = TypeVar("A")

LOOK_S: Final = 0.05
"""How often a wait for the user looks at the stop token."""


class Ticket(Generic[A]):
    """Carries one answer from the UI thread to the thread that waits; the first one counts."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._answers: list[A] = []

    def answer(self, value: A) -> None:
        """Give the answer; later ones are dropped."""
        if not self._event.is_set():
            self._answers.append(value)
            self._event.set()

    def wait(self, stop: StopToken, meanwhile: Callable[[], None] = lambda: None) -> A:
        """Return the answer.

        Args:
            meanwhile: done again and again in the thread that waits.

        Raises:
            Stopped: a stop was asked for before there was one.
        """
        while not self._event.wait(LOOK_S):
            stop.check()
            meanwhile()
        return self._answers[0]

    def wait_for(self, seconds: float) -> bool:
        """Wait at most so long; tell whether there is an answer."""
        return self._event.wait(seconds)


@dataclass(frozen=True, slots=True, eq=False)
class AskApproval:
    """Show a proposal and let the user decide."""

    proposal: Proposal
    risk: Risk
    observation: Observation
    lost_chords: str = ""
    """A sentence about chords that could not be had; empty when all work."""
    ticket: Ticket[Confirmation] = field(default_factory=Ticket)
    wishes: "SimpleQueue[Action]" = field(default_factory=SimpleQueue)
    """Actions of which the card wants to say how they would be judged; the last one counts."""


@dataclass(frozen=True, slots=True, eq=False)
class AskChoice:
    """Show numbered candidates and let the user choose one."""

    question: Question
    observation: Observation
    ticket: Ticket[int | None] = field(default_factory=Ticket)


@dataclass(frozen=True, slots=True, eq=False)
class Withdraw:
    """Take the card away: nobody waits for its answer any more."""

    asked: AskApproval | AskChoice


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """Say on the card how an action would be judged that the user has made of the proposal."""

    asked: AskApproval
    action: Action
    risk: Risk


@dataclass(frozen=True, slots=True, eq=False)
class SetVeil:
    """Take everything off the screen for a picture, or put it back."""

    is_hidden: bool
    ticket: Ticket[bool] = field(default_factory=Ticket)


Request = AskApproval | AskChoice | Withdraw | Judged | SetVeil
