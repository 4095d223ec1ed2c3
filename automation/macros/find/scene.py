"""One look at the target's window, read lazily and once, and where in it a target may be pressed.

What OCR read is kept for the very same picture, since a search that waits looks often. One pixel is enough
to read again, for a dot or a digit is as narrow as a caret. A caret that blinks makes two pictures in turn,
so those of two are kept. The tree is always asked anew: it may tell more without a pixel having changed.

Places are device pixels of the desktop. A recorded place tells where to look first, never what is there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

from automation.core.geometry import Rect, ScreenPoint, monitor_at
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.pictures import changed_box
from automation.core.timing import StopToken
from automation.macros.find import target_window
from automation.macros.macro import Place, Target
from automation.screen.roles import BOXES

PHASES: Final = 2
"""Pictures that a desktop shows in turn while only a caret blinks."""


class Reads(Protocol):
    """The slice of a reader that the finder needs; see `core.ports.ElementReader`."""

    def tree(
        self, observation: Observation, *, whole_screen: bool = False
    ) -> Sequence[ScreenElement]:
        """Return the tree's elements of the active window and its popups, or of all windows."""

    def text(self, observation: Observation, region: Rect | None = None) -> Sequence[ScreenElement]:
        """Return lines of text read by OCR in the region, or in the active window when None."""


class KeptLines:
    """Implements `Reads` for one finder; keeps what was read of the last two pictures only."""

    def __init__(self, reader: Reads) -> None:
        self._reader = reader
        self.tree = reader.tree
        self._kept: list[tuple[Observation, dict[Rect | None, tuple[ScreenElement, ...]]]] = []
        """Each picture as it was read, the latest last; a later look never takes its place."""

    def text(self, observation: Observation, region: Rect | None = None) -> Sequence[ScreenElement]:
        """Return what was read of the same picture before, else ask the reader."""
        known = next((one for one in self._kept if is_same_sight(one[0], observation)), None)
        if known is None:
            known = (observation, {})
            self._kept = [*self._kept, known][-PHASES:]
        lines = known[1]
        if region not in lines:
            lines[region] = tuple(self._reader.text(observation, region))
        return lines[region]


def is_same_sight(before: Observation, now: Observation) -> bool:
    """Tell whether reading again would tell the same: not one pixel may have changed."""
    if before is now:
        return True
    if (before.windows, before.masked) != (now.windows, now.masked):
        return False
    return changed_box(before.frame, now.frame) is None


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


NEAR_PX: Final = 48
"""How far from its place a thing still counts as near, at scale 1: a line of a notice that appeared
above it, or a toolbar that was switched on."""
MAIN_PART: Final = 0.5
"""Part of a window from which on a thing is its main part: the text of an editor, the page of a viewer."""
_ALONG: Final = frozenset({"slider", "scrollbar", "progress", "canvas", "image"})
"""Roles of things in which a part of the way means the same at any size."""
_INNER: Final = frozenset(
    {"spinner", "combo", "tree_item", "list_item", "cell", "row", "field", "terminal", "document", "table",
     "tree", "list", "column_header", "group", "calendar"}
)  # fmt: skip
"""Roles of things with parts that the tree does not tell: arrows, an expander, an icon."""
_INSET_PX: Final = 2
_MOST_RATIO: Final = 4.0
"""Monitors differ by no more; a file that says so is not believed."""


def scale_ratio(place: Place | None, window: WindowInfo, observation: Observation) -> float:
    """Return by how much things are larger than when they were recorded, as the monitors tell."""
    if place is None:
        return 1.0
    monitor = monitor_at(observation.monitors, window.rect.center)
    ratio = monitor.scale / place.scale if monitor is not None else 1.0
    return ratio if 1 / _MOST_RATIO <= ratio <= _MOST_RATIO else 1.0


def pressing_point(element: ScreenElement, place: Place | None, ratio: float) -> ScreenPoint:
    """Return the pixel of an element that does what the recorded press did.

    The middle, but: the recorded part of a thing that has parts, at the same distance from its
    nearer edges; where none was recorded, the front of a number's text, since GTK's box has a strip
    before its buttons that takes no press; and the mark of a wide check box, since Qt reports one as wide as its layout
    cell and takes presses only on mark and words.
    """
    box = element.box
    is_part_known = place is not None and place.press is not None
    if element.role == "spinner" and "editable" in element.states and not is_part_known:
        return ScreenPoint(box.x + min(box.w // 4, box.h // 2), box.center.y)
    if element.role in _ALONG | _INNER:
        return same_part(box, place, 0.0 if element.role in _ALONG else ratio)
    if element.role in BOXES and box.w > 2 * box.h:
        inset = min(box.w // 2, max(8, box.h // 2))
        is_right_to_left = any("\u0590" <= c <= "\u08ff" for c in element.name[:20])
        return ScreenPoint(box.right - inset if is_right_to_left else box.x + inset, box.center.y)
    return box.center


def same_part(box: Rect, place: Place | None, ratio: float) -> ScreenPoint:
    """Return the pixel of a box at the recorded distance from its nearer edges.

    Args:
        place: where in it was pressed; the middle when it does not say.
        ratio: by how much things are larger; 0 keeps the part of the way instead.
    """
    if place is None or place.press is None:
        return box.center
    (x, y), was = place.press, place.box
    return ScreenPoint(
        box.x + _offset(x, was.w, box.w, ratio), box.y + _offset(y, was.h, box.h, ratio)
    )


def _offset(pressed: int, was: int, size: int, ratio: float) -> int:
    """Return the offset from the near edge; ratio 0 keeps the part of the way instead."""
    if not ratio:
        offset = round(pressed * size / was)
    elif 0.3 * was <= pressed <= 0.7 * was:
        offset = size // 2
    elif pressed < 0.5 * was:
        offset = round(pressed * ratio)
    else:
        offset = size - round((was - pressed) * ratio)
    inset = min(_INSET_PX, (size - 1) // 2)
    return max(inset, min(size - 1 - inset, offset))


def near_area(place: Place, window: Rect, ratio: float) -> Rect:
    """Return the box in which the press would lie, whichever edge of the window it goes with."""
    box, was = place.box, place.window
    dx, dy = place.press or (box.w // 2, box.h // 2)
    xs = _anchored(box.x + dx, was.w, window.w, ratio)
    ys = _anchored(box.y + dy, was.h, window.h, ratio)
    reach = round(NEAR_PX * ratio)
    whole = Rect(window.x + xs[0], window.y + ys[0], xs[1] - xs[0] + 1, ys[1] - ys[0] + 1)
    return whole.grown(reach)


def _anchored(at: int, was: int, size: int, ratio: float) -> tuple[int, int]:
    """Return least and greatest offset for things that keep to an edge, to the middle, or spread."""
    ways = (
        at * ratio,
        size - (was - at) * ratio,
        size / 2 + (at - was / 2) * ratio,
        at * size / was,
    )
    return round(min(ways)), round(max(ways))


def fills_window(place: Place | None) -> bool:
    """Tell whether a thing was the main part of its window: there is room for one."""
    if place is None:
        return False
    return place.box.w * place.box.h > MAIN_PART * place.window.w * place.window.h


def box_around(press: ScreenPoint, target: Target, scale: float) -> Rect:
    """Return the target's box as it was, laid around a pressed pixel; 2 by 2 pixels if not known."""
    place = target.place
    if place is None:
        return Rect(press.x - 1, press.y - 1, 2, 2)
    dx, dy = place.press or (place.box.w // 2, place.box.h // 2)
    width, height = max(2, round(place.box.w * scale)), max(2, round(place.box.h * scale))
    return Rect(press.x - round(dx * scale), press.y - round(dy * scale), width, height)


_MIN_BOX_PX: Final = 2
_MOST_OF_IT: Final = 0.9
"""A dialog that covers more of its window is the window."""


class Scene:
    """One observation, one window of it, and what the reader finds there; lives for one search."""

    def __init__(
        self,
        observation: Observation,
        window: WindowInfo,
        reader: Reads,
        stop: StopToken,
    ) -> None:
        self.observation = observation
        self.window = window
        self.stop = stop
        self._reader = reader
        self._group = target_window.group_of(window, observation)
        self._ids = frozenset(w.window_id for w in self._group)

    @cached_property
    def is_front(self) -> bool:
        """Tell whether it is the window that the reader takes for the one in front."""
        front = self.observation.front_window
        return front is not None and front.window_id == self.window.window_id

    @cached_property
    def elements(self) -> tuple[ScreenElement, ...]:
        """The tree's elements of the window and its popups."""
        self.stop.check()
        found = self._reader.tree(self.observation, whole_screen=not self.is_front)
        return tuple(
            e
            for e in found
            if e.box.w >= _MIN_BOX_PX
            and e.box.h >= _MIN_BOX_PX
            and (e.window_id in self._ids or (not e.window_id and self.is_front))
        )

    @cached_property
    def lines(self) -> tuple[ScreenElement, ...]:
        """Lines of text that OCR reads in the window and its popups; slow."""
        return self.lines_in(self.area)

    def lines_in(self, region: Rect) -> tuple[ScreenElement, ...]:
        """Return the lines of text in a region of the window."""
        if "lines" in self.__dict__:
            return tuple(line for line in self.lines if region.contains(line.box.center))
        self.stop.check()
        read = self._reader.text(self.observation, region)
        return tuple(
            x for x in read if x.window_id in self._ids or (not x.window_id and self.is_front)
        )

    @cached_property
    def area(self) -> Rect:
        """The part of the desktop that the window and its popups cover, as far as it was seen."""
        whole = self.window.rect
        for popup in self._group[1:]:
            whole = whole.union(popup.rect)
        return whole.intersection(self.observation.frame.rect)

    def ratio(self, target: Target) -> float:
        """Return by how much things are larger than when the target was recorded."""
        return scale_ratio(target.place, self.window, self.observation)

    def is_reached(self, point: ScreenPoint) -> bool:
        """Tell whether a press on the pixel reaches the window or one of its popups."""
        top = target_window.reached(self.observation, point)
        is_seen = any(m.rect.contains(point) for m in self.observation.monitors)
        return is_seen and top is not None and top.window_id in self._ids

    @property
    def is_dialog(self) -> bool:
        """Tell whether the whole window is a dialog, as the tree tells."""
        least = _MOST_OF_IT * self.window.rect.area
        return any(e.role == "dialog" and e.box.area >= least for e in self.elements)

    @cached_property
    def blocking_window(self) -> WindowInfo | None:
        """The modal dialog over the window that takes its input; None when there is none."""
        above = target_window.over(self.window, self.observation)
        if not above:
            return None
        found = self._reader.tree(self.observation, whole_screen=True)
        modal = {e.window_id for e in found if e.role == "dialog" and "modal" in e.states}
        front = self.observation.front_window
        if front is not None and 0 in modal:
            modal.add(front.window_id)
        return next((w for w in above if w.window_id in modal), None)

    def blocking_dialog(self, point: ScreenPoint) -> ScreenElement | None:
        """Return the modal dialog within the window that the pixel does not lie in."""
        inner = (e for e in self.elements if e.role == "dialog" and "modal" in e.states)
        in_popup = any(p.rect.contains(point) for p in self._group[1:])
        return next(
            (
                e
                for e in inner
                if e.box.area < _MOST_OF_IT * self.window.rect.area
                and not e.box.contains(point)
                and not in_popup
            ),
            None,
        )

    def open_dialog(self) -> str:
        """Return the name of a dialog that is open over the window, for a sentence; empty if none."""
        above = target_window.over(self.window, self.observation)
        names = [w.title for w in above] + [
            e.name for e in self.elements if e.role == "dialog" and "modal" in e.states
        ]
        return next((name for name in names if name), "")


def texts_of(elements: Sequence[ScreenElement]) -> list[tuple[str, Rect]]:
    """Return what can be read: names, and what fields show."""
    told = [(e.name, e.box) for e in elements if e.name]
    return told + [(e.value, e.box) for e in elements if e.value]
