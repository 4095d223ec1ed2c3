"""What a place on the desktop belongs to: the smallest thing there, and the window that it is part of."""

from collections.abc import Sequence

from automation.core.geometry import ScreenPoint
from automation.core.observation import ScreenElement, WindowInfo


def smallest(
    elements: Sequence[ScreenElement], window: WindowInfo, at: ScreenPoint
) -> ScreenElement | None:
    """Return the smallest thing of a window at a pixel; None where the tree tells of none."""
    hit = [e for e in elements if e.window_id == window.window_id and e.box.contains(at)]
    # Of equally large ones the inner comes later: the only entry of a menu fills it.
    return min(reversed(hit), key=lambda e: e.box.area, default=None)


def owner(window: WindowInfo, windows: Sequence[WindowInfo]) -> WindowInfo:
    """Return the managed window that an open menu or list belongs to; the window itself else."""
    if not window.is_popup:
        return window
    same = [w for w in windows if not w.is_popup and w.pid == window.pid and w.pid]
    return next((w for w in same if w.is_active), same[0] if same else window)
