"""What the desktop showed while it was recorded, kept to tell the effect of a step from what was there.

Times are those of the raw events. Our own windows and private ones are not in it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from automation.core.observation import ScreenElement, WindowInfo
from automation.macros.finder.texts import fits_title

_MOST: Final = 200
"""Lists of windows, and values of fields: as many as come in the longest steps."""
_MOST_TREES: Final = 64
"""One is read every second or so while something moves."""

Handle = tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """Windows, as they were from then on until others were shown."""

    began_us: int
    ended_us: int
    """They were asked for between the two."""
    windows: tuple[WindowInfo, ...]

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles that a replay looks through."""
        return tuple(window.title for window in self.windows if not window.is_popup)

    def window(self, window_id: int) -> WindowInfo | None:
        """Return a window; None where it is not open."""
        return next((w for w in self.windows if w.window_id == window_id), None)


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """What the tree told between two moments of the things that hold or are in a state."""

    began_us: int
    ended_us: int
    elements: tuple[ScreenElement, ...]

    def element(self, handle: Handle) -> ScreenElement | None:
        """Return a thing as it was; None where it was not read."""
        return next((e for e in self.elements if e.handle == handle), None)


@dataclass(frozen=True, slots=True)
class Read:
    """What one field held."""

    handle: Handle
    value: str
    began_us: int
    ended_us: int


class Sightings:
    """Each kind is put in by one thread; another one asks. Nobody waits for anybody."""

    def __init__(self) -> None:
        self._shown: tuple[Shown, ...] = ()
        self._told: tuple[Tree, ...] = ()
        self._reads: tuple[Read, ...] = ()
        self._at_first: frozenset[int] | None = None

    def show(self, shown: Shown) -> None:
        """Take the windows, each time that they are others."""
        if self._at_first is None:
            self._at_first = frozenset(window.window_id for window in shown.windows)
        self._shown = (*self._shown[1 - _MOST :], shown)

    def tell(self, told: Tree) -> None:
        """Take what the tree told; the same one is taken once."""
        if not self._told or self._told[-1].began_us < told.began_us:
            self._told = (*self._told[1 - _MOST_TREES :], told)

    def read(self, read: Read) -> None:
        """Take what a field held."""
        self._reads = (*self._reads[1 - _MOST :], read)

    def shown_at(self, t_us: int) -> Shown | None:
        """Return the windows of a moment; None where nobody had looked by then."""
        return next((x for x in reversed(self._shown) if x.ended_us <= t_us), None)

    def first_shown(self, window_id: int, since_us: int) -> Shown | None:
        """Return the first list after a moment that has a window."""
        later = (x for x in self._shown if x.began_us >= since_us)
        return next((x for x in later if x.window(window_id)), None)

    def first_without(self, window_id: int, since_us: int) -> Shown | None:
        """Return the first list after a moment that lacks a window."""
        later = (x for x in self._shown if x.began_us >= since_us)
        return next((x for x in later if not x.window(window_id)), None)

    def first_titled(self, pattern: str, since_us: int) -> Shown | None:
        """Return the first list after a moment with a window whose title fits."""
        later = (x for x in self._shown if x.began_us >= since_us)
        return next((x for x in later if any(fits_title(pattern, t) for t in x.titles)), None)

    def came(self, window_id: int) -> bool:
        """Tell whether a window was not open yet when the recording began."""
        return self._at_first is not None and window_id not in self._at_first

    def things(self, handle: Handle, since_us: int, until_us: int) -> tuple[ScreenElement, ...]:
        """Return a thing as it was between two moments, oldest first."""
        trees = (x for x in self._told if since_us <= x.began_us and x.ended_us <= until_us)
        found = (tree.element(handle) for tree in trees)
        return tuple(thing for thing in found if thing is not None)

    def values(self, handle: Handle, since_us: int, until_us: int) -> tuple[str, ...]:
        """Return what a field held between two moments, oldest first."""
        found = sorted(self._values(handle), key=lambda read: read.began_us)
        return tuple(x.value for x in found if since_us <= x.began_us and x.ended_us <= until_us)

    def _values(self, handle: Handle) -> Iterator[Read]:
        yield from (read for read in self._reads if read.handle == handle)
        for told in self._told:
            element = told.element(handle)
            if element is not None and element.value is not None:
                yield Read(handle, element.value, told.began_us, told.ended_us)
