"""What can be read at one moment, lazily; what OCR read of the same picture is not read again."""

from collections.abc import Callable, Iterator
from functools import cached_property

from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.pictures import changed_box
from automation.core.ports import ElementReader
from automation.macros.finder.texts import comparable
from automation.macros.finder.windows import front_window
from automation.macros.player.whole_words import says


class Sight:
    """One observation with what the reader finds on it."""

    def __init__(
        self, observation: Observation, reader: ElementReader, before: "Sight | None" = None
    ) -> None:
        self.observation = observation
        self.reader = reader
        if before is not None and "lines" in before.__dict__ and _is_same(before, observation):
            self.__dict__["lines"] = before.lines

    @cached_property
    def elements(self) -> tuple[ScreenElement, ...]:
        """The tree's elements of the active window and its popups."""
        return tuple(self.reader.tree(self.observation))

    @cached_property
    def lines(self) -> tuple[ScreenElement, ...]:
        """Lines of text that OCR reads in the active window; slow."""
        return tuple(self.reader.text(self.observation))

    def can_read(self, window: WindowInfo) -> bool:
        """Tell whether anything can be read in a window; what is not seen there may not be gone."""
        front = front_window(self.observation)
        if front is not None and front.window_id == window.window_id:
            return bool(self.elements or self.lines)
        told = self.reader.tree(self.observation, whole_screen=True)
        if any(element.window_id == window.window_id for element in told):
            return True
        lines = self.reader.text(self.observation, window.rect)
        return any(line.window_id == window.window_id for line in lines)

    def shows(self, text: str) -> bool | None:
        """Tell whether the text is said, in whole words; None when nothing could be read at all."""
        return self._any(text, lambda told: says(told, text))

    def holds(self, text: str) -> bool | None:
        """Tell whether the text stands anywhere, be it in a word; None when nothing could be read."""
        wanted = comparable(text)
        return self._any(text, lambda told: wanted in comparable(told))

    def _any(self, text: str, fits: Callable[[str], bool]) -> bool | None:
        if not comparable(text):
            return None
        if any(map(fits, _texts(self.elements))) or any(map(fits, _texts(self.lines))):
            return True
        return False if self.elements or self.lines else None


def _texts(elements: tuple[ScreenElement, ...]) -> Iterator[str]:
    for element in elements:
        if "secret" not in element.states:
            yield element.name
            yield element.value or ""


def _is_same(before: Sight, observation: Observation) -> bool:
    """Tell whether nothing moved between two looks, so that reading again would tell the same."""
    was = [(w.window_id, w.title, w.is_active) for w in before.observation.windows]
    now = [(w.window_id, w.title, w.is_active) for w in observation.windows]
    return was == now and changed_box(before.observation.frame, observation.frame) is None
