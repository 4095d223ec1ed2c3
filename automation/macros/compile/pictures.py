"""The pictures of a run and what can be read on them, each looked at once."""

from automation.core.geometry import Rect
from automation.core.observation import Frame, ScreenElement
from automation.core.pictures import CARET_MAX_WIDTH_PX, changed_box
from automation.macros.compile.finished import LoadPicture, ReadLines

_MOST_FRAMES = 3
"""A 4K screen takes 32 MiB; steps are looked at in order."""


class Pictures:
    """Serves one compilation."""

    def __init__(self, load: LoadPicture, read: ReadLines | None) -> None:
        self._load = load
        self._read = read
        self._frames: dict[str, Frame | None] = {}
        self._lines: dict[tuple[str, Rect], tuple[ScreenElement, ...]] = {}

    @property
    def can_read(self) -> bool:
        """Tell whether text can be read at all."""
        return self._read is not None

    def frame(self, address: str) -> Frame | None:
        """Return a picture; None when it was not kept or is gone."""
        if not address:
            return None
        if address not in self._frames:
            while len(self._frames) >= _MOST_FRAMES:
                self._frames.pop(next(iter(self._frames)))
            self._frames[address] = self._load(address)
        return self._frames[address]

    def lines(self, address: str, region: Rect) -> tuple[ScreenElement, ...]:
        """Return the lines of text in a part of a picture."""
        frame = self.frame(address)
        if self._read is None or frame is None:
            return ()
        part = frame.crop(region)
        key = (address, part.rect)
        if key not in self._lines:
            self._lines[key] = tuple(self._read(part)) if part.rect.area else ()
        return self._lines[key]

    def are_same(self, first: str, second: str, part: Rect | None) -> bool:
        """Tell whether two pictures show the same, a blinking caret aside.

        Args:
            first: address of one picture.
            second: address of the other.
            part: where to look; None looks everywhere.
        """
        if not first or not second:
            return False
        if first == second:
            return True
        one, other = self.frame(first), self.frame(second)
        if one is None or other is None or one.rect != other.rect:
            return False
        seen = one.rect if part is None else part.intersection(one.rect)
        if not seen.area:
            return False
        box = changed_box(one.crop(seen), other.crop(seen))
        return box is None or box.w <= CARET_MAX_WIDTH_PX
