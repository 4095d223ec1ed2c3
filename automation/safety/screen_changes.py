"""What two pictures and two window lists say of an action's effect. Pure functions.

A press on a button moves the focus to it, whether or not the button does anything. What had the
focus loses its ring, and another button stops being the default: neither is an effect.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.pictures import CARET_MAX_WIDTH_PX, changed_box, changed_mask, moved_rows
from automation.core.ports import ElementReader
from automation.core.proposal import Receipt
from automation.core.text import worded

NEAR: Final = Rect(0, 0, 160, 160)
"""How far round a pixel a change counts as the target's own, when no element is known."""
HIGHLIGHT_PX: Final = 8
"""How far a highlight reaches past the box of a button under the pointer."""
_HIGHLIGHTED: Final = frozenset({"button", "toggle", "link", "menu_item", "menu"})
"""Things that change their looks under the pointer, whether or not a press does anything."""


RESTLESS_MOST: Final = 0.02
"""Part of the screen that may move by itself, as a clock does; a page that loads is more."""
TILE_PX: Final = 16
APART_PX: Final = 6
"""Changed pixels that lie further apart than this, or twice that, are two spots."""
MOST_APART_PX: Final = 120_000
"""Where more pixels changed they are one spot: telling them apart takes 0.1 s for so many."""
DOT_PX: Final = 20
"""A lone spot that is no larger, away from the target, may be anybody's: a lamp, a letter of a clock."""
STRIP_PX: Final = 160
"""How broad a part is compared with itself, moved, where something was scrolled."""
LEAST_INK: Final = 20
"""Pixels in which two rows are other than each other at least."""
BAR_PX: Final = 14
ScrollSight = Literal["moved", "changed", "nothing"]
"""What lies under the pointer moved as a whole, changed in another way, or is as it was."""
FRAME: Final = Rect(0, 0, 12, 9)
"""The smallest ring that is drawn round what has the keyboard."""
FRAME_PX: Final = 3
"""How thick such a ring is."""
FRAMED: Final = 0.45
"""Part of its rows and columns in which it is drawn; many are dotted."""
FACE: Final = Rect(0, 0, 480, 90)
"""The largest face of a button whose words alone are known."""


def changed_places(before: Observation, after: Observation, was: Rect, now: Rect) -> bool:
    """Tell whether the row at a thing's new place stands at its old one now, and the other way round.

    So it is where a button moves its own row up. A page that shifts has something else, or nothing, there.
    """
    if (was.x, was.w, was.h) != (now.x, now.w, now.h) or was.intersection(now).area:
        return False
    window = before.window_reached(was.center)
    if window is None:
        return False
    old, new = (Rect(window.rect.x, at.y, window.rect.w, at.h) for at in (was, now))

    def other(a: Observation, at: Rect, b: Observation, there: Rect) -> int:
        one, two = a.frame.crop(at).pixels, b.frame.crop(there).pixels
        return int(changed_mask(one, two).sum()) if one.shape == two.shape else one.size

    apart = other(before, old, before, new)
    is_swapped = max(other(before, old, after, new), other(before, new, after, old)) * 4 < apart
    return apart >= LEAST_INK and is_swapped


class Telling(Protocol):
    """What the tree is asked about places where pictures could be misread."""

    def lit_at(self, point: ScreenPoint) -> Rect | None:
        """Return the part that may look otherwise because the pointer has left the pixel.

        Empty where nothing there lights up; None where no tree tells.
        """

    def has_words_at(self, spot: Rect) -> bool:
        """Tell whether a small thing that says something lies there."""


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
    tree: Telling | None = None,
) -> Receipt:
    """Return what the pictures say of an action at a pixel, or in the window that has the focus.

    Args:
        point: where it pressed; None for keys and text.
        tree: asked where the pictures alone could be misread; None where nobody can be.
    """
    if before.frame.rect != after.frame.rect:
        return Receipt("not_seen", worded("the size of the desktop changed meanwhile"))
    box = changed_box(before.frame, after.frame)
    windows = window_changes(before, after)
    if windows.opened or windows.closed:
        return Receipt("effect_seen", _window_words(windows), box)
    if box is None:
        return Receipt("not_seen", worded("nothing on the screen changed"), code="unchanged")
    window = before.window_reached(point) if point else before.active_window
    pictures = _Pictures(before, after, box, (*windows.tooltips, *before.restless, *unfocused))
    seen = _in_pictures(pictures, _Aimed(point, element, window), tree)
    if seen is not None and seen.kind == "effect_seen":
        return seen
    if windows.activated is not None:
        return Receipt("effect_seen", worded("another window has the focus"), box)
    if window is not None and _is_retitled(window, after):
        return Receipt("effect_seen", worded("the window's title changed"), box)
    if seen is not None:
        return seen
    if pictures.differ(box):
        inside, anywhere = (
            worded("something changed outside the window"),
            worded("something changed elsewhere on the screen"),
        )
        return Receipt("not_seen", inside if window else anywhere, box)
    return _nothing_of_weight(pictures, windows.tooltips, has_left=bool(unfocused))


def scrolled(
    before: Observation,
    after: Observation,
    point: ScreenPoint,
    *,
    is_across: bool,
    thing: Rect | None = None,
) -> ScrollSight:
    """Return what the pictures say of a wheel that was turned at a pixel.

    Args:
        thing: the box of what is scrolled, where it is known: its text may stand at its edge, and
            nothing at the pixel.
    """
    box = changed_box(before.frame, after.frame)
    if box is None or not before.settled or before.frame.rect != after.frame.rect:
        return "nothing"
    window = before.window_reached(point)
    place = (window.rect if window is not None else before.frame.rect).intersection(box)
    strips = [_strip(place, point, is_across=is_across)]
    if thing is not None and (inside := thing.intersection(place)).area:
        first, end = (inside.y, inside.bottom) if is_across else (inside.x, inside.right)
        for at in range(first, end, STRIP_PX):
            band = (
                (inside.x, at, inside.w, STRIP_PX)
                if is_across
                else (at, inside.y, STRIP_PX, inside.h)
            )
            strips.append(Rect(*band).intersection(inside))
    for strip in strips:
        if strip.area and _has_moved(before, after, strip, is_across=is_across):
            return "moved"
    ignored = (*window_changes(before, after).tooltips, *before.restless)
    pictures = _Pictures(before, after, box, ignored)
    spots = pictures.spots(NEAR.around(point).intersection(place))
    return "changed" if any(not _is_bar(spot) for spot in spots) else "nothing"


def _has_moved(before: Observation, after: Observation, strip: Rect, *, is_across: bool) -> bool:
    first, second = before.frame.crop(strip).pixels, after.frame.crop(strip).pixels
    if is_across:
        first, second = first.transpose(1, 0, 2), second.transpose(1, 0, 2)
    return bool(moved_rows(first, second))


def _strip(place: Rect, point: ScreenPoint, *, is_across: bool) -> Rect:
    """Return the part of a changed place that moves with what lies under the pixel."""
    band = Rect(0, 0, place.w, STRIP_PX) if is_across else Rect(0, 0, STRIP_PX, place.h)
    middle = place.center
    at = ScreenPoint(middle.x, point.y) if is_across else ScreenPoint(point.x, middle.y)
    return band.around(at).intersection(place)


def _is_bar(spot: Rect) -> bool:
    """Tell whether a spot is as thin and long as a scroll bar, which shows itself at the end too."""
    return min(spot.w, spot.h) <= BAR_PX and max(spot.w, spot.h) > 3 * BAR_PX


def took_press(
    point: ScreenPoint, element: ScreenElement | None, pressed: Rect, before: Observation
) -> bool:
    """Tell whether what looked otherwise while the button was down is the thing that was pressed.

    A window that gets the focus by the press may look otherwise as a whole.
    """
    window = before.window_reached(point)
    if window is None or not (window.is_popup or window.is_active):
        return False
    if element is not None and element.source == "tree" and element.box.area:
        face = element.box.grown(HIGHLIGHT_PX)
    else:
        face = FACE.around(point)
    return pressed.grown(HIGHLIGHT_PX).contains(point) and face.union(pressed) == face


def is_still(before: Observation, after: Observation, rect: Rect) -> bool:
    """Tell whether a part of the screen is for sure as it was, but for a text cursor that blinks.

    Nothing is sure where the pictures cannot be compared or the screen was changing by itself.
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
        columns = np.flatnonzero(self._mask(part, holes).any(axis=0))
        return columns.size > 0 and int(columns[-1] - columns[0]) + 1 > CARET_MAX_WIDTH_PX

    def spots(self, rect: Rect, *holes: Rect) -> tuple[Rect, ...]:
        """Return the boxes of what changed in the part, less the holes: what lies apart, apart.

        What is no wider than a caret is left out. Where very much changed, it is one spot.
        """
        part = rect.intersection(self.box)
        if part.area == 0:
            return ()
        mask = self._mask(part, holes)
        if np.count_nonzero(mask) > MOST_APART_PX:
            return (part,)
        ys, xs = np.nonzero(mask)
        pixels: dict[tuple[int, int], list[int]] = {}
        for y, x in zip(ys.tolist(), xs.tolist(), strict=True):
            tile = pixels.setdefault((y // APART_PX, x // APART_PX), [x, y, x, y])
            tile[:] = min(tile[0], x), min(tile[1], y), max(tile[2], x), max(tile[3], y)
        found: list[Rect] = []
        while pixels:
            start, ends = pixels.popitem()
            left, stack = [ends], [start]
            while stack:
                row, column = stack.pop()
                for near in ((row + j, column + i) for j in (-1, 0, 1) for i in (-1, 0, 1)):
                    if (more := pixels.pop(near, None)) is not None:
                        left.append(more)
                        stack.append(near)
            x, y = min(e[0] for e in left), min(e[1] for e in left)
            right, bottom = max(e[2] for e in left), max(e[3] for e in left)
            found.append(Rect(part.x + x, part.y + y, right - x + 1, bottom - y + 1))
        return tuple(spot for spot in found if spot.w > CARET_MAX_WIDTH_PX)

    def is_frame(self, spot: Rect) -> bool:
        """Tell whether the spot is the outline of a thing alone, as a ring of the keyboard focus is."""
        if not (FRAME.w <= spot.w <= FACE.w and FRAME.h <= spot.h <= FACE.h):
            return False
        mask = self._mask(spot, ())
        inside = mask[FRAME_PX:-FRAME_PX, FRAME_PX:-FRAME_PX]
        return not inside.any() and bool(
            mask.any(axis=0).mean() > FRAMED and mask.any(axis=1).mean() > FRAMED
        )

    def _mask(self, part: Rect, holes: Sequence[Rect]) -> npt.NDArray[np.bool_]:
        mask = changed_mask(self.before.frame.crop(part).pixels, self.after.frame.crop(part).pixels)
        for hole in (*self.ignored, *holes):
            gone = hole.intersection(part)
            top, left = gone.y - part.y, gone.x - part.x
            mask[top : top + gone.h, left : left + gone.w] = False
        return mask


def _nothing_of_weight(
    pictures: _Pictures, tooltips: tuple[Rect, ...], *, has_left: bool
) -> Receipt:
    """Return what it was that changed where nothing did that proves an effect."""
    before, after, box = pictures.before, pictures.after, pictures.box
    still = _Pictures(before, after, box, (*tooltips, *before.restless))
    if has_left and still.differ(box):
        return Receipt("not_seen", worded("only the keyboard focus moved"), box)
    if _Pictures(before, after, box, tooltips).differ(box):
        return Receipt("not_seen", worded("only what moves by itself changed"), box)
    return Receipt("not_seen", worded("only a text cursor or a tooltip changed"), box, "unchanged")


@dataclass(frozen=True, slots=True)
class _Aimed:
    """What an action was aimed at."""

    point: ScreenPoint | None
    element: ScreenElement | None
    window: WindowInfo | None

    @property
    def near(self) -> Rect | None:
        """How far a change counts as the target's own."""
        if self.element is not None and self.element.box.area:
            return self.element.box.grown(HIGHLIGHT_PX)
        return NEAR.around(self.point) if self.point is not None else None

    @property
    def is_drawn(self) -> bool:
        """Tell whether only its picture is known: where its face ends nobody tells."""
        return self.element is not None and self.element.source != "tree"

    @property
    def is_told(self) -> bool:
        """Tell whether a tree tells of it, and so what has the keyboard."""
        return self.element is not None and self.element.source == "tree"

    @property
    def lights_up(self) -> bool:
        """Tell whether it may look otherwise under the pointer, whether or not a press does anything."""
        is_lit = self.element is not None and self.element.role in _HIGHLIGHTED
        return self.point is not None and (is_lit or self.is_drawn)


def _in_pictures(pictures: _Pictures, aimed: _Aimed, tree: Telling | None) -> Receipt | None:
    """Return what changed at the target or in its window; None if nothing of them did.

    A button lights up under the pointer whether or not a press does anything, so that a change of
    its own looks proves no effect; nor does one that the pointer left behind, nor a lone dot.
    """
    near = aimed.near
    if near is not None and not aimed.lights_up and pictures.differ(near):
        return _unless_restless(pictures, worded("it changed at the target"))
    window = aimed.window
    place = window.frame or window.rect if window is not None else None
    holes = (near,) if near is not None and aimed.lights_up and not aimed.is_drawn else ()
    own_looks = bool(near is not None and aimed.lights_up and pictures.differ(near))
    if place is not None and pictures.differ(place, *holes):
        spots = pictures.spots(place, *holes)
        if aimed.is_drawn and near is not None:
            own = [spot for spot in spots if _is_face(spot, near)]
            spots, own_looks = tuple(s for s in spots if s not in own), own_looks or bool(own)
        rest = _not_left_behind(spots, pictures, aimed, tree)
        if aimed.point is not None and not aimed.is_told:
            rest = tuple(spot for spot in rest if not pictures.is_frame(spot))
        if len(rest) > 1 or any(_says_something(spot, tree) for spot in rest):
            return _unless_restless(pictures, worded("its window changed"))
        if spots and not own_looks:
            why = (
                worded("only a dot changed")
                if rest
                else worded("only the focus or a highlight left it")
            )
            return Receipt("not_seen", why, pictures.box)
    if own_looks:
        return Receipt("landed", worded("only the thing itself changed its looks"), pictures.box)
    return None


def _is_face(spot: Rect, near: Rect) -> bool:
    """Tell whether a spot is the face of a drawn thing of which only the words are known."""
    return spot.intersection(near).area > 0 and spot.w <= FACE.w and spot.h <= FACE.h


def _not_left_behind(
    spots: tuple[Rect, ...], pictures: _Pictures, aimed: _Aimed, tree: Telling | None
) -> tuple[Rect, ...]:
    """Return the spots that are not where the pointer was: what it has left is lit no more."""
    was = pictures.before.pointer
    if aimed.point is None or was.distance(aimed.point) < 2:
        return spots
    under = [s for s in spots if s.grown(HIGHLIGHT_PX).contains(was)]
    if not under:
        return spots
    lit = tree.lit_at(was) if tree is not None else None
    if lit is None:  # no tree tells what lies there
        gone = [s for s in under if s.w <= FACE.w and s.h <= FACE.h]
    else:
        gone = [s for s in under if lit.union(s) == lit]
    return tuple(s for s in spots if s not in gone)


def _says_something(spot: Rect, tree: Telling | None) -> bool:
    """Tell whether a spot is more than a dot, or the tree has a small thing of its own there."""
    if max(spot.w, spot.h) > DOT_PX:
        return True
    return tree is not None and tree.has_words_at(spot)


def _unless_restless(pictures: _Pictures, detail: str) -> Receipt:
    if not pictures.before.settled:
        return Receipt("not_seen", worded("the screen was changing by itself"), pictures.box)
    return Receipt("effect_seen", detail, pictures.box)


def _is_retitled(window: WindowInfo, after: Observation) -> bool:
    """Tell whether the window has another title, as after a file was saved."""
    return any(w.window_id == window.window_id and w.title != window.title for w in after.windows)


def _window_words(windows: WindowChanges) -> str:
    if windows.opened:
        is_menu = all(w.is_popup for w in windows.opened)
        return worded("a menu or list opened") if is_menu else worded("a window opened")
    is_menu = all(w.is_popup for w in windows.closed)
    return worded("the menu or list closed") if is_menu else worded("a window closed")


RING_PX: Final = 8
"""How far a ring reaches past the box of what it is drawn round."""
FOCUS_FRAME_PX: Final = 4
"""How far the frame of a field reaches into its box."""
_RINGED: Final = frozenset({"focused", "default"})
_WHOLE: Final = frozenset(
    {"button", "toggle", "link", "checkbox", "radio", "tab", "list_item", "tree_item"}
)
"""Things whose whole face is drawn anew when they lose the focus; what they are is their states."""


@runtime_checkable
class RemembersFocus(Protocol):
    """A reader that still knows what it read last, from before the action."""

    @property
    def holders(self) -> Sequence[ScreenElement]:
        """What had the focus, or was the default, when the tree was last read."""


def focus_holders(reader: ElementReader) -> Sequence[ScreenElement]:
    """Return what had the focus, or was the default, when the reader last read the tree."""
    return reader.holders if isinstance(reader, RemembersFocus) else ()


def left_by_focus(reader: ElementReader, target: ScreenElement | None) -> tuple[Rect, ...]:
    """Return the parts that look otherwise only because the focus moved away from them.

    What changed in more than that, or is gone, is told by its pixels as ever.
    """
    found: list[Rect] = []
    for was in focus_holders(reader):
        if target is None or was.handle != target.handle:
            found += _left(was, reader.refreshed(was))
    return tuple(found)


def _left(was: ScreenElement, fresh: ScreenElement | None) -> tuple[Rect, ...]:
    if fresh is None or was.states & _RINGED == fresh.states & _RINGED:
        return ()
    if was.states - _RINGED != fresh.states - _RINGED or was.name != fresh.name:
        return ()
    ring = was.box.grown(RING_PX)
    if was.role in _WHOLE or (was.value is not None and was.value == fresh.value):
        return (ring,)
    return _around(ring, was.box.grown(-FOCUS_FRAME_PX)) if was.value is None else ()


def _around(outer: Rect, inner: Rect) -> tuple[Rect, ...]:
    """Return the outer rectangle less the inner one."""
    if inner.w <= 0 or inner.h <= 0:
        return (outer,)
    return (
        Rect(outer.x, outer.y, outer.w, inner.y - outer.y),
        Rect(outer.x, inner.bottom, outer.w, outer.bottom - inner.bottom),
        Rect(outer.x, inner.y, inner.x - outer.x, inner.h),
        Rect(inner.right, inner.y, outer.right - inner.right, inner.h),
    )
