"""From the coordinates that toolkits report to device pixels, by their top-levels and windows.

Measured on X11 with a scale of 2 (Qt 6.11, GTK 3.24, Chromium): all three report top-levels and
widgets in logical pixels, counted from the screen's corner; Chromium reports web content in device
pixels nevertheless. At a scale of 1 everything is in device pixels. GTK 4 counts from its window's
corner. The true place of each window is known from the window system, so nothing is assumed.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import WindowInfo
from automation.desktop.elements.nodes import Handle, Node
from automation.desktop.elements.roles import ROOT_PANE_ROLE

FRAME_MATCH: Final = 0.6
"""Least overlap (intersection over union) of a top-level and its window; the toolkit's box may
include the title bar, which on a small dialog is a third of it."""
MISFIT_LEFT: Final = 0.5
"""Where no scale fits too, one has to leave less than this part of what does not overlap: the right
one leaves next to nothing of it, one made up from a window's shadow nearly all."""
SIZE_TOLERANCE_PX: Final = 4
MIN_SCALE: Final = 1.05
MAX_SCALE: Final = 4.0
SAME_RATIO: Final = 0.005
"""Width and height of a top-level without a frame grow alike; then their ratio is the scale."""
SCALE_STEP: Final = 0.25
"""Toolkits whose top-level includes a frame know no finer scales."""
MISCOUNTED_PX: Final = 64
"""More than any menu bar or title bar."""
NO_SHIFT: Final = ScreenPoint(0, 0)


@dataclass(frozen=True, slots=True)
class ToPixels:
    """How one top-level's coordinates become device pixels: times `scale`, plus `shift`."""

    scale: float = 1.0
    shift: ScreenPoint = NO_SHIFT

    def box(self, box: Rect) -> Rect:
        """Return a box in device pixels; edges are rounded, so that neighbours still touch."""
        if self == AS_IT_IS:
            return box
        left, top = round(box.x * self.scale), round(box.y * self.scale)
        right, bottom = round(box.right * self.scale), round(box.bottom * self.scale)
        return Rect(left + self.shift.x, top + self.shift.y, right - left, bottom - top)

    def shifted(self, by: ScreenPoint) -> "ToPixels":
        """Return the way for things that say they stand `by` short of where they do."""
        far = ScreenPoint(round(by.x * self.scale), round(by.y * self.scale))
        return ToPixels(self.scale, ScreenPoint(self.shift.x + far.x, self.shift.y + far.y))

    def back(self, point: ScreenPoint) -> ScreenPoint:
        """Return the toolkit's point for a device pixel."""
        x, y = point.x - self.shift.x, point.y - self.shift.y
        return ScreenPoint(int(x / self.scale), int(y / self.scale))

    def back_box(self, box: Rect | None) -> Rect | None:
        """Return what a box in device pixels covers as the toolkit counts, and what lies close by.

        Some things of a program may be counted otherwise than its window: what a page holds, what lies
        below a menu bar.
        """
        if box is None:
            return None
        corner = self.back(ScreenPoint(box.x, box.y))
        w, h = int(box.w / self.scale), int(box.h / self.scale)
        plain = Rect(corner.x, corner.y, w, h).grown(MISCOUNTED_PX)
        return plain if self.scale == 1.0 else plain.union(box)


AS_IT_IS: Final = ToPixels()


@dataclass(frozen=True, slots=True)
class Surface:
    """A top-level of the tree, the window that shows it, and the way to device pixels."""

    top_level: Node
    window: WindowInfo
    to_pixels: ToPixels = AS_IT_IS


def surfaces_of(top_levels: Sequence[Node], windows: Sequence[WindowInfo]) -> list[Surface]:
    """Find the window of each of a program's top-levels; those without one are left out.

    A top-level that shares its title with a window shows how the program counts; its popups,
    which have no title, count the same way.
    """
    common = ToPixels(_scale_of(top_levels, windows))
    found = (_surface(top_level, windows, common) for top_level in top_levels)
    return [surface for surface in found if surface is not None]


def in_pixels(
    nodes: Sequence[Node], to_pixels: ToPixels, exempt: Collection[Handle] = ()
) -> list[Node]:
    """Return the nodes with boxes in device pixels; the exempt ones have them already."""
    if to_pixels == AS_IT_IS:
        return list(nodes)
    return [n if n.handle in exempt else replace(n, box=to_pixels.box(n.box)) for n in nodes]


def moved_by(parent: Node, child: Node, parent_shift: ScreenPoint) -> ScreenPoint:
    """Return what a child's place is off by, in the toolkit's own numbers.

    LibreOffice on GTK 3 forgets the menu bar that GTK draws above its pane: all that it draws itself
    says it stands that much too high, and the GTK widgets in between say right again. Both are told by
    a thing that has its parent's size and another corner.

    Args:
        parent: as the toolkit says.
        child: as the toolkit says.
        parent_shift: what the parent's place is off by.
    """
    corner = ScreenPoint(parent.box.x + parent_shift.x, parent.box.y + parent_shift.y)
    if child.role == ROOT_PANE_ROLE and (parent.box.w, parent.box.h) == (child.box.w, child.box.h):
        return ScreenPoint(corner.x - child.box.x, corner.y - child.box.y)
    says_right = (child.box.x, child.box.y) == (corner.x, corner.y)
    if parent_shift != NO_SHIFT and says_right and _same_size(parent.box, child.box):
        return NO_SHIFT
    return parent_shift


def ways_of(nodes: Sequence[Node], to_pixels: ToPixels) -> dict[Handle, ToPixels]:
    """Return how the boxes of a top-level's nodes become device pixels, where not as they are.

    Args:
        nodes: as the toolkit says, parents before their children.
        to_pixels: the way of the top-level.
    """
    known: dict[Handle, tuple[Node, ScreenPoint]] = {}
    ways: dict[Handle, ToPixels] = {}
    for node in nodes:
        above = known.get(node.parent) if node.parent else None
        shift = moved_by(above[0], node, above[1]) if above else NO_SHIFT
        known[node.handle] = (node, shift)
        way = to_pixels.shifted(shift) if shift != NO_SHIFT else to_pixels
        if way != AS_IT_IS:
            ways[node.handle] = way
    return ways


def overlap(first: Rect, second: Rect) -> float:
    """Return intersection over union, 0..1."""
    common = first.intersection(second).area
    union = first.area + second.area - common
    return common / union if union else 0.0


def _scale_of(top_levels: Sequence[Node], windows: Sequence[WindowInfo]) -> float:
    for top_level in top_levels:
        for window in windows:
            if not top_level.name or top_level.name != window.title:
                continue
            scale = _better_scale(top_level.box, window.rect)
            if _fit(top_level.box, window.rect, scale) >= FRAME_MATCH:
                return scale
    return 1.0


def _better_scale(reported: Rect, true: Rect) -> float:
    """Return the guessed scale where it fits clearly better than none, else 1.0.

    Near the screen's corner a scale moves a window little: at 125 % what a window says may cover six
    tenths of it as it is. A title bar or a shadow is no scale, however little better one fits.
    """
    guessed = _guessed_scale(reported, true)
    plain, scaled = _fit(reported, true, 1.0), _fit(reported, true, guessed)
    is_better = scaled > plain
    if plain >= FRAME_MATCH:
        is_better = 1 - scaled < MISFIT_LEFT * (1 - plain)
    return guessed if is_better else 1.0


def _fit(reported: Rect, true: Rect, scale: float) -> float:
    return overlap(ToPixels(scale).box(reported), true)


def _guessed_scale(reported: Rect, true: Rect) -> float:
    """Return by how much the window is larger than it says; 1.0 if that makes no sense."""
    if reported.area == 0:
        return 1.0
    across, down = true.w / reported.w, true.h / reported.h
    if abs(across - down) <= SAME_RATIO * across:
        scale = (across + down) / 2
    else:
        scale = round(across / SCALE_STEP) * SCALE_STEP
    return scale if MIN_SCALE <= scale <= MAX_SCALE else 1.0


def _surface(top_level: Node, windows: Sequence[WindowInfo], common: ToPixels) -> Surface | None:
    box = common.box(top_level.box)
    ranked = sorted(windows, key=lambda w: overlap(box, w.rect), reverse=True)
    same_title = [w for w in ranked if w.title == top_level.name]
    for window in (*same_title, *ranked):
        if overlap(box, window.rect) >= FRAME_MATCH:
            return Surface(top_level, window, _put_right(box, window.rect, common))
    for window in same_title:
        if (box.x, box.y) == (0, 0) and _same_size(box, window.rect):
            corner = ScreenPoint(window.rect.x, window.rect.y)
            return Surface(top_level, window, ToPixels(common.scale, corner))
    if box.area == 0 and len(same_title) == 1:
        return Surface(
            top_level, same_title[0], common
        )  # Swing's frames tell no place of their own
    return None


def _put_right(box: Rect, true: Rect, common: ToPixels) -> ToPixels:
    """Return the way for a top-level that is as large as its window and says that it stands elsewhere.

    Qt counts a new dialog from where it asked to be: IceWM puts the title bar in between.
    """
    if (box.w, box.h) != (true.w, true.h):
        return common
    return ToPixels(common.scale, ScreenPoint(true.x - box.x, true.y - box.y))


def _same_size(first: Rect, second: Rect) -> bool:
    return (
        abs(first.w - second.w) <= SIZE_TOLERANCE_PX
        and abs(first.h - second.h) <= SIZE_TOLERANCE_PX
    )
