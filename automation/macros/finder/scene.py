"""What can be seen of the target's window at one moment, read lazily and once."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.stopping import StopToken
from automation.macros.finder import windows
from automation.macros.finder.kept_lines import Reads
from automation.macros.finder.places import scale_ratio
from automation.macros.macro import Target

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
        self._group = windows.group_of(window, observation)
        self._ids = frozenset(w.window_id for w in self._group)

    @cached_property
    def is_front(self) -> bool:
        """Tell whether it is the window that the reader takes for the one in front."""
        front = windows.front_window(self.observation)
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
        top = windows.reached(self.observation, point)
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
        above = windows.over(self.window, self.observation)
        if not above:
            return None
        found = self._reader.tree(self.observation, whole_screen=True)
        modal = {e.window_id for e in found if e.role == "dialog" and "modal" in e.states}
        front = windows.front_window(self.observation)
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
        above = windows.over(self.window, self.observation)
        names = [w.title for w in above] + [
            e.name for e in self.elements if e.role == "dialog" and "modal" in e.states
        ]
        return next((name for name in names if name), "")


def texts_of(elements: Sequence[ScreenElement]) -> list[tuple[str, Rect]]:
    """Return what can be read: names, and what fields show."""
    told = [(e.name, e.box) for e in elements if e.name]
    return told + [(e.value, e.box) for e in elements if e.value]
