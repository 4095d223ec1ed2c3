"""A reader for replays: it knows the modal dialogs of every toolkit, and puts misread boxes right.

Qt tells the tree nothing of modal dialogs. And a window that counts in larger pixels, as at a scale of
125 %, may lie so that its boxes are taken for device pixels; a press would go beside its target.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Final

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.ports import ElementReader
from automation.desktop.elements.pixels import MAX_SCALE, MIN_SCALE, SAME_RATIO, ToPixels
from automation.desktop.modal_windows import modal_windows

FINEST: Final = 0.05
"""Scales that desktops offer are no finer."""

FindModal = Callable[[Sequence[int]], Collection[int]]
"""Returns those of some windows that are modal, by id."""


class ModalReader:
    """Implements `core.ports.ElementReader`: the same answers, with dialogs marked as modal.

    Used by the thread of the reader that it asks.
    """

    def __init__(self, reader: ElementReader, find_modal: FindModal = modal_windows) -> None:
        self._reader = reader
        self._find_modal = find_modal

    def tree(
        self, observation: Observation, *, whole_screen: bool = False
    ) -> Sequence[ScreenElement]:
        """Return the tree's elements; a modal window that has no dialog in the tree is one."""
        found = _put_right(self._reader.tree(observation, whole_screen=whole_screen), observation)
        modal = self._modal(observation)
        if not modal:
            return found
        marked = [_marked(e) if e.window_id in modal and e.role == "dialog" else e for e in found]
        told = {e.window_id for e in marked if "modal" in e.states}
        untold = [w for w in modal.values() if w.window_id not in told]
        return [*marked, *map(_dialog, untold)] if whole_screen else marked

    def text(self, observation: Observation, region: Rect | None = None) -> Sequence[ScreenElement]:
        """Ask the reader."""
        return self._reader.text(observation, region)

    def at(self, observation: Observation, point: ScreenPoint) -> ScreenElement | None:
        """Ask the reader."""
        return self._reader.at(observation, point)

    def refreshed(self, element: ScreenElement) -> ScreenElement | None:
        """Ask the reader."""
        return self._reader.refreshed(element)

    def focused(self, observation: Observation) -> ScreenElement | None:
        """Ask the reader."""
        return self._reader.focused(observation)

    def _modal(self, observation: Observation) -> dict[int, WindowInfo]:
        """Return the modal windows of programs that show more than one, by id."""
        shown = [w for w in observation.windows if not (w.is_own or w.is_popup or w.is_minimised)]
        times = Counter(w.pid for w in shown if w.pid)
        several = {w.window_id: w for w in shown if times[w.pid] > 1}
        found = self._find_modal(tuple(several)) if several else ()
        return {window_id: several[window_id] for window_id in found if window_id in several}


def _put_right(
    elements: Sequence[ScreenElement], observation: Observation
) -> Sequence[ScreenElement]:
    """Return the elements with the boxes of misread windows in device pixels."""
    scales = {w.window_id: _scale(w, elements, observation) for w in observation.windows}
    ways = {window_id: ToPixels(scale) for window_id, scale in scales.items() if scale != 1.0}
    if not ways:
        return elements
    return [
        replace(e, box=ways[e.window_id].box(e.box)) if e.window_id in ways else e for e in elements
    ]


def _scale(
    window: WindowInfo, elements: Sequence[ScreenElement], observation: Observation
) -> float:
    """Return by how much a window is larger than the tree says; 1.0 where it says the truth.

    Boxes are cut off at the true window, so that the far edges tell. Web content is in device pixels
    whatever the window says.
    """
    inside = [e for e in elements if e.window_id == window.window_id]
    whole = next((e for e in inside if e.role == "window" and e.name == window.title), None)
    is_seen = window.rect.intersection(observation.frame.rect) == window.rect
    if whole is None or not is_seen or any(e.role == "document" for e in inside):
        return 1.0
    across, down = window.rect.right / whole.box.right, window.rect.bottom / whole.box.bottom
    is_even = abs(across - down) <= SAME_RATIO * across and MIN_SCALE <= across <= MAX_SCALE
    return round(across / FINEST) * FINEST if is_even else 1.0


def _marked(element: ScreenElement) -> ScreenElement:
    return replace(element, states=element.states | {"modal"})


def _dialog(window: WindowInfo) -> ScreenElement:
    return ScreenElement(
        window.title, "dialog", window.rect, "window", frozenset({"modal", "showing"}),
        window_id=window.window_id, window_title=window.title,
    )  # fmt: skip


_TYPED: type[ElementReader] = ModalReader
