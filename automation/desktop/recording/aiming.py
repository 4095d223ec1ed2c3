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


def parts_of(
    window: WindowInfo, windows: Sequence[WindowInfo], elements: Sequence[ScreenElement]
) -> tuple[ScreenElement, ...]:
    """Return what the tree tells of a window, and of the one that it belongs to if it is a menu or list.

    What another window says tells nothing of a thing in this one: it need not be there next time.
    """
    ids = {window.window_id, owner(window, windows).window_id}
    return tuple(e for e in elements if e.window_id in ids)


def covering(
    at: ScreenPoint, seen: Sequence[WindowInfo], reached: Sequence[WindowInfo]
) -> tuple[WindowInfo, ...]:
    """Return the windows that hide what lies below them, topmost first.

    One that lets presses through and lies over the pressed pixel does not, however large: the person
    saw through it what they pressed. One beside the pixel does, as a tooltip.

    Args:
        at: the pressed pixel.
        seen: all that could be seen, topmost first.
        reached: those of them that a press can reach.
    """
    ids = {window.window_id for window in reached}
    return tuple(w for w in seen if w.window_id in ids or not w.rect.contains(at))


def lines_of(
    window: WindowInfo, windows: Sequence[WindowInfo], lines: Sequence[ScreenElement]
) -> tuple[ScreenElement, ...]:
    """Return the lines of text that were read off a window, or off the one that it belongs to.

    Args:
        window: the pressed one.
        windows: all that hide what lies below them, topmost first.
        lines: what was read off the picture.
    """
    ids = {window.window_id, owner(window, windows).window_id}
    return tuple(line for line in lines if _shown_at(line.box.center, windows) in ids)


def _shown_at(at: ScreenPoint, windows: Sequence[WindowInfo]) -> int:
    """Return the id of the topmost window at a pixel, its title bar included; 0 for none."""
    shown = (w for w in windows if not w.is_minimised and (w.frame or w.rect).contains(at))
    return next((w.window_id for w in shown), 0)
