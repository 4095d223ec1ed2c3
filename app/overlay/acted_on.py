"""Which window a proposal acts on, and which part of it can be seen."""

from collections.abc import Iterable, Sequence
from typing import Final

from app.overlay.target_points import target_points
from automation.core.actions import Launch, Window
from automation.core.geometry import Rect
from automation.core.observation import Observation, WindowInfo
from automation.core.proposal import Proposal

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
