"""A reader for replays: it knows the modal dialogs of every toolkit. Qt tells the tree nothing of them."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.ports import ElementReader
from automation.desktop.modal_windows import ModalWindows

FindModal = Callable[[Sequence[int]], Collection[int]]
"""Returns those of some windows that are modal, by id."""


class ModalReader:
    """Implements `core.ports.ElementReader`: the same answers, with dialogs marked as modal.

    Used by the thread of the reader that it asks.
    """

    def __init__(self, reader: ElementReader, find_modal: FindModal | None = None) -> None:
        """Read through another reader.

        Args:
            reader: it is asked for everything.
            find_modal: tells modal windows; None asks the display.
        """
        self._reader = reader
        self._find_modal = find_modal or ModalWindows()

    def tree(
        self, observation: Observation, *, whole_screen: bool = False
    ) -> Sequence[ScreenElement]:
        """Return the tree's elements; a modal window that has no dialog in the tree is one."""
        found = self._reader.tree(observation, whole_screen=whole_screen)
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


def _marked(element: ScreenElement) -> ScreenElement:
    return replace(element, states=element.states | {"modal"})


def _dialog(window: WindowInfo) -> ScreenElement:
    return ScreenElement(
        window.title, "dialog", window.rect, "window", frozenset({"modal", "showing"}),
        window_id=window.window_id, window_title=window.title,
    )  # fmt: skip


_TYPED: type[ElementReader] = ModalReader
