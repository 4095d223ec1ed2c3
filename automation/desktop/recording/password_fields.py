"""Knows the fields that hold a password though they show it: what was pressed to be shown is still one.

The tree tells a password field only while it hides what it holds. A field is one too where its name
says so, where it was one before in this recording, or where it stands in the place of one without
being called otherwise. A browser that has told of no page yet may show one anywhere: silence is no
"there is none". All that is remembered lies in memory and ends with the recording.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from automation.core.concealing import asks_password
from automation.core.geometry import Rect
from automation.core.observation import ScreenElement, WindowInfo

_ENTERED: Final = frozenset({"field", "combo"})
_PAGES: Final = frozenset({"document", "terminal"})
"""What is editable as a whole; its name is a title, and may well be about passwords."""
_SAME_PLACE: Final = 0.5
"""Common part of two boxes, of both together: a border or a button that came moves a field a little."""


@dataclass(slots=True)
class _Known:
    """What was met in one window."""

    names: set[str] = field(default_factory=set)
    """Of fields that hid what they held."""
    places: list[Rect] = field(default_factory=list)
    """Of them and of all that count as such, relative to the client area, as they were last."""
    has_page: bool = False
    """It has told of a page."""


class PasswordFields:
    """Serves one recording; owned by one thread."""

    def __init__(self) -> None:
        self._windows: dict[int, _Known] = {}

    def marked(
        self, elements: Sequence[ScreenElement], windows: Sequence[WindowInfo]
    ) -> tuple[ScreenElement, ...]:
        """Return the elements, those that hold a password as `secret`; remember where they are.

        Args:
            elements: all that was read, of some of the windows.
            windows: all there are.
        """
        rects = {window.window_id: window.rect for window in windows}
        self._windows = {key: known for key, known in self._windows.items() if key in rects}
        for element in elements:
            if element.role == "password" and element.name:
                self._of(element.window_id).names.add(element.name.casefold())
            if element.role == "document":
                self._of(element.window_id).has_page = True
        found = self.as_they_are(elements, windows)
        for window_id in {e.window_id for e in elements} & rects.keys():
            known, rect = self._of(window_id), rects[window_id]
            secret = [e.box for e in found if e.window_id == window_id and is_password(e)]
            places = [_moved(box, -rect.x, -rect.y) for box in secret]
            known.places = [*places, *_covered(known.places, places, rect, window_id, windows)]
        return found

    def as_they_are(
        self, elements: Sequence[ScreenElement], windows: Sequence[WindowInfo]
    ) -> tuple[ScreenElement, ...]:
        """Return some elements, those that hold a password as `secret`; remembers nothing."""
        rects = {window.window_id: window.rect for window in windows}
        return tuple(self._as_it_is(e, rects.get(e.window_id)) for e in elements)

    def boxes(self, windows: Sequence[WindowInfo]) -> tuple[Rect, ...]:
        """Return where they are, in device pixels, in windows that were not read this time too."""
        return tuple(
            _moved(place, window.rect.x, window.rect.y)
            for window in windows
            if window.window_id in self._windows and not window.is_minimised
            for place in self._windows[window.window_id].places
        )

    @property
    def pages(self) -> frozenset[int]:
        """The windows that have told of a page."""
        return frozenset(key for key, known in self._windows.items() if known.has_page)

    def _of(self, window_id: int) -> _Known:
        return self._windows.setdefault(window_id, _Known())

    def _as_it_is(self, element: ScreenElement, rect: Rect | None) -> ScreenElement:
        if is_password(element) or not self._holds_one(element, rect):
            return element
        return replace(element, states=element.states | {"secret"}, value=None)

    def _holds_one(self, element: ScreenElement, rect: Rect | None) -> bool:
        if not _is_entry(element):
            return False
        if asks_password(element.name):
            return True
        known = self._windows.get(element.window_id)
        if known is None or rect is None:
            return False
        if element.name:
            return element.name.casefold() in known.names
        here = _moved(element.box, -rect.x, -rect.y)
        return any(_are_same_place(here, place) for place in known.places)


def is_password(element: ScreenElement) -> bool:
    """Tell whether nothing of what an element holds may be kept."""
    return element.role == "password" or "secret" in element.states


def _covered(
    before: Sequence[Rect],
    now: Sequence[Rect],
    rect: Rect,
    window_id: int,
    windows: Sequence[WindowInfo],
) -> list[Rect]:
    """Return the places from before whose middle another window covers.

    The tree is read for what a press reaches: such a field is not in it, though a part of it shows.
    """
    old = (place for place in before if place not in now)
    return [p for p in old if _top_at(_moved(p, rect.x, rect.y), windows) != window_id]


def _top_at(box: Rect, windows: Sequence[WindowInfo]) -> int | None:
    shown = (w for w in windows if not w.is_minimised)
    hit = (w.window_id for w in shown if (w.frame or w.rect).contains(box.center))
    return next(hit, None)


def may_be_named_beside(element: ScreenElement) -> bool:
    """Tell whether the text beside a field may say that it is one.

    Whoever asks for the field alone hears nothing of that text.
    """
    return not element.name and not is_password(element) and _is_entry(element)


def _is_entry(element: ScreenElement) -> bool:
    is_entered = element.role in _ENTERED or "editable" in element.states
    return is_entered and element.role not in _PAGES and "multi_line" not in element.states


def _moved(box: Rect, dx: int, dy: int) -> Rect:
    return Rect(box.x + dx, box.y + dy, box.w, box.h)


def _are_same_place(one: Rect, other: Rect) -> bool:
    common = one.intersection(other).area
    return common > 0 and common >= _SAME_PLACE * (one.area + other.area - common)
