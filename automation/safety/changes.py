"""What two pictures and two window lists say of an action's effect. Pure functions."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.pictures import CARET_MAX_WIDTH_PX, changed_box, changed_mask
from automation.core.proposal import Receipt

NEAR: Final = Rect(0, 0, 160, 160)
"""How far round a pixel a change counts as the target's own, when no element is known."""
HIGHLIGHT_PX: Final = 8
"""How far a highlight reaches past the box of a button under the pointer."""
_HIGHLIGHTED: Final = frozenset({"button", "toggle", "link", "menu_item", "menu"})
"""Things that change their looks under the pointer, whether or not a press does anything."""


RESTLESS_MOST: Final = 0.02
"""Part of the screen that may move by itself, as a clock does; a page that loads is more."""
TILE_PX: Final = 16


@dataclass(frozen=True, slots=True)
class WindowChanges:
    """How the list of other programs' windows changed."""

    opened: tuple[WindowInfo, ...]
    closed: tuple[WindowInfo, ...]
    activated: WindowInfo | None
    """The window that has the focus and had not; None if that did not change."""
    tooltips: tuple[Rect, ...] = ()
    """Where small popups came or went: they follow the pointer and prove nothing."""


def window_changes(before: Observation, after: Observation) -> WindowChanges:
    """Compare the windows, ours left out."""
    old = {w.window_id: w for w in before.windows if not w.is_own}
    new = {w.window_id: w for w in after.windows if not w.is_own}
    was, now = before.active_window, after.active_window
    is_other = now is not None and (was is None or was.window_id != now.window_id)
    opened = [w for i, w in new.items() if i not in old]
    closed = [w for i, w in old.items() if i not in new]
    return WindowChanges(
        opened=tuple(w for w in opened if not w.is_tooltip),
        closed=tuple(w for w in closed if not w.is_tooltip),
        activated=now if is_other else None,
        tooltips=tuple(w.rect for w in (*opened, *closed) if w.is_tooltip),
    )


def seen_change(
    before: Observation,
    after: Observation,
    *,
    point: ScreenPoint | None = None,
    element: ScreenElement | None = None,
    unfocused: tuple[Rect, ...] = (),
) -> Receipt:
    """Return what the pictures say of an action at a pixel, or in the window that has the focus.

    Args:
        before: the clean picture from which the action was decided.
        after: the clean picture after it.
        point: where it pressed; None for keys and text.
        element: what it was aimed at, if that is known.
        unfocused: parts that look otherwise because the focus left them.
    """
    if before.frame.rect != after.frame.rect:
        return Receipt("not_seen", "the size of the desktop changed meanwhile")
    box = changed_box(before.frame, after.frame)
    windows = window_changes(before, after)
    if windows.opened or windows.closed:
        return Receipt("effect_seen", _window_words(windows), box)
    if box is None:
        return Receipt("not_seen", "nothing on the screen changed", code="unchanged")
    window = before.window_reached(point) if point else before.active_window
    pictures = _Pictures(before, after, box, (*windows.tooltips, *before.restless, *unfocused))
    seen = _in_pictures(pictures, _near(point, element), element, window)
    if seen is not None:
        return seen
    if windows.activated is not None:
        return Receipt("effect_seen", "another window has the focus", box)
    if window is not None and _is_retitled(window, after):
        return Receipt("effect_seen", "the window's title changed", box)
    if not pictures.differ(box):
        still = _Pictures(before, after, box, (*windows.tooltips, *before.restless))
        if unfocused and still.differ(box):
            return Receipt("not_seen", "only the keyboard focus moved", box)
        if _Pictures(before, after, box, windows.tooltips).differ(box):
            return Receipt("not_seen", "only what moves by itself changed", box)
        detail = "only a text cursor or a tooltip changed"
        return Receipt("not_seen", detail, box, "unchanged")
    where = "outside the window" if window else "elsewhere on the screen"
    return Receipt("not_seen", f"something changed {where}", box)


def is_still(before: Observation, after: Observation, rect: Rect) -> bool:
    """Tell whether a part of the screen is for sure as it was, but for a text cursor that blinks.

    Nothing is sure where the pictures cannot be compared or the screen was changing by itself.

    Args:
        before: the clean picture before an action.
        after: the clean picture after it.
        rect: the part, in desktop pixels.
    """
    shown = rect.intersection(before.frame.rect)
    if before.frame.rect != after.frame.rect or not before.settled or shown.area == 0:
        return False
    box = changed_box(before.frame, after.frame)
    return box is None or not _Pictures(before, after, box, ()).differ(shown)


def restless_parts(decided: Observation, quiet: Observation) -> tuple[Rect, ...]:
    """Return the small parts of the screen that changed between two looks without any input.

    Whatever changes there later may be no effect of an action: a clock, a counter, a hover that
    the user left behind. Where much changed, as when a page came up, nothing is told.

    Args:
        decided: the look on which an action was decided.
        quiet: the look right before its first event.
    """
    box = changed_box(decided.frame, quiet.frame)
    if box is None or decided.frame.rect != quiet.frame.rect:
        return ()
    mask = changed_mask(decided.frame.crop(box).pixels, quiet.frame.crop(box).pixels)
    tiles = {(int(y), int(x)) for y, x in np.argwhere(mask) // TILE_PX}
    if len(tiles) * TILE_PX**2 > decided.frame.rect.area * RESTLESS_MOST:
        return ()
    side = 3 * TILE_PX  # a digit that comes next may be wider than the one before
    return tuple(
        Rect(box.x + (x - 1) * TILE_PX, box.y + (y - 1) * TILE_PX, side, side)
        for y, x in sorted(tiles)
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Pictures:
    """The pictures before and after, and the parts of them that say nothing."""

    before: Observation
    after: Observation
    box: Rect
    """Bounding box of everything that changed."""
    ignored: tuple[Rect, ...]

    def differ(self, rect: Rect, *holes: Rect) -> bool:
        """Tell whether the part, less the holes, changed by more than a blinking caret."""
        part = rect.intersection(self.box)
        if part.area == 0:
            return False
        mask = changed_mask(self.before.frame.crop(part).pixels, self.after.frame.crop(part).pixels)
        for hole in (*self.ignored, *holes):
            gone = hole.intersection(part)
            top, left = gone.y - part.y, gone.x - part.x
            mask[top : top + gone.h, left : left + gone.w] = False
        columns = np.flatnonzero(mask.any(axis=0))
        return columns.size > 0 and int(columns[-1] - columns[0]) + 1 > CARET_MAX_WIDTH_PX


def _in_pictures(
    pictures: _Pictures,
    near: Rect | None,
    element: ScreenElement | None,
    window: WindowInfo | None,
) -> Receipt | None:
    """Return what changed at the target or in its window; None if nothing of them did.

    A button lights up under the pointer whether or not a press does anything, so that a change of
    its own looks proves nothing.
    """
    lights_up = element is not None and element.role in _HIGHLIGHTED
    if near is not None and not lights_up and pictures.differ(near):
        return _unless_restless(pictures, "it changed at the target")
    holes = (near,) if near is not None and lights_up else ()
    if window is not None and pictures.differ(window.frame or window.rect, *holes):
        return _unless_restless(pictures, "its window changed")
    if near is not None and lights_up and pictures.differ(near):
        return Receipt("not_seen", "only the thing itself changed its looks", pictures.box)
    return None


def _unless_restless(pictures: _Pictures, detail: str) -> Receipt:
    if not pictures.before.settled:
        return Receipt("not_seen", "the screen was changing by itself", pictures.box)
    return Receipt("effect_seen", detail, pictures.box)


def _is_retitled(window: WindowInfo, after: Observation) -> bool:
    """Tell whether the window has another title, as after a file was saved."""
    return any(w.window_id == window.window_id and w.title != window.title for w in after.windows)


def _near(point: ScreenPoint | None, element: ScreenElement | None) -> Rect | None:
    if element is not None and element.box.area:
        return element.box.grown(HIGHLIGHT_PX)
    return NEAR.around(point) if point is not None else None


def _window_words(windows: WindowChanges) -> str:
    if windows.opened:
        is_menu = all(w.is_popup for w in windows.opened)
        return "a menu or list opened" if is_menu else "a window opened"
    is_menu = all(w.is_popup for w in windows.closed)
    return "the menu or list closed" if is_menu else "a window closed"
