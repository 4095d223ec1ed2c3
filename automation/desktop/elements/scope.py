"""Which windows a question is about: the active one with its popups, or all that are not ours."""

from collections.abc import Callable

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, WindowInfo

Private = Callable[[WindowInfo], bool]
"""Tells which windows the user never wants looked at."""


def nothing_private(_window: WindowInfo) -> bool:
    """Keep no window private."""
    return False


def others(observation: Observation) -> list[WindowInfo]:
    """Return the windows of other programs that are not minimised, topmost first."""
    return [w for w in observation.windows if not w.is_own and not w.is_minimised]


def active_group(observation: Observation) -> list[WindowInfo]:
    """Return the active window and its popups.

    While one of our windows has the focus the topmost other window counts as active: the user
    has just typed the task and means the window below.
    """
    windows = (w for w in others(observation) if not w.is_popup)
    active = observation.active_window or next(windows, None)
    return group_of(active, observation) if active else []


def group_of(window: WindowInfo, observation: Observation) -> list[WindowInfo]:
    """Return a window and the popups that may be its own.

    For a popup that is all windows of its program: the tree keeps the entries of a menu below the
    window that opened it, and nothing says which one that was.
    """
    related = (
        w
        for w in others(observation)
        if w.pid in (0, window.pid) and (w.is_popup or (window.is_popup and w.pid))
    )
    return [window, *(w for w in related if w.window_id != window.window_id)]


def window_at(observation: Observation, point: ScreenPoint) -> WindowInfo | None:
    """Return the topmost window at the pixel, our overlay left out.

    The overlay covers a whole monitor, lets clicks through and is never in the picture. A title bar
    belongs to its window and hides what lies below it.
    """
    for window in observation.windows:
        is_overlay = window.is_own and any(
            window.rect.intersection(monitor.rect) == monitor.rect
            for monitor in observation.monitors
        )
        place = window.frame or window.rect
        if not window.is_minimised and not is_overlay and place.contains(point):
            return window
    return None


def union(rects: list[Rect]) -> Rect | None:
    """Return the smallest rectangle that holds all; None when there are none."""
    whole: Rect | None = None
    for rect in rects:
        whole = rect if whole is None else whole.union(rect)
    return whole
