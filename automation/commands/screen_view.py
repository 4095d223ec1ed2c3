"""What can be seen at one moment, and where things are to one another: inside, next to, above.

A scene is read lazily: the tree of the active window, OCR, other windows. Boxes are device pixels.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final, Protocol, runtime_checkable

from automation.commands.forms import RelationKind
from automation.commands.matching import Match
from automation.core.geometry import Rect
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.ports import ElementReader
from automation.screen.composed import Stepper, as_drop_down, shown_choice, steppers_in
from automation.screen.roles import BUTTONS, LABELS

OFF_AXIS: Final = 4
"""How much a pixel across costs against a pixel along the direction that was named."""
SAME_BOX: Final = 0.8
"""Intersection over union from which two boxes are one thing."""


def is_same_box(first: Rect, second: Rect) -> bool:
    """Tell whether two boxes cover nearly the same pixels."""
    return first.overlap(second) >= SAME_BOX


def in_one_window(first: ScreenElement, second: ScreenElement) -> bool:
    """Tell whether two things may lie in the same window: nobody says otherwise."""
    ids = {first.window_id, second.window_id} - {0}
    return len(ids) < 2


def holds(outer: Rect, inner: Rect) -> bool:
    """Tell whether the middle of `inner` lies in the larger `outer`."""
    return outer.area > inner.area and outer.contains(inner.center)


def cost(kind: RelationKind, box: Rect, anchor: Rect) -> float | None:
    """Return how far the box is from the anchor in that direction; None when it lies elsewhere."""
    right = box.x - anchor.right
    left = anchor.x - box.right
    below = box.y - anchor.bottom
    above = anchor.y - box.bottom
    across_y = abs(box.center.y - anchor.center.y)
    across_x = _gap(box.x, box.right, anchor.x, anchor.right)
    slack = -min(box.w, anchor.w) / 2, -min(box.h, anchor.h) / 2
    match kind:
        case "right_of":
            return max(0, right) + OFF_AXIS * across_y if right > slack[0] else None
        case "left_of":
            return max(0, left) + OFF_AXIS * across_y if left > slack[0] else None
        case "below":
            return max(0, below) + OFF_AXIS * across_x if below > slack[1] else None
        case "above":
            return max(0, above) + OFF_AXIS * across_x if above > slack[1] else None
        case "near" | "in" | "at":
            gap_x, gap_y = max(0, right, left), max(0, below, above)
            return gap_x + OFF_AXIS * min(gap_y + across_y, 10 * gap_y + across_y)


def _gap(start: int, end: int, other_start: int, other_end: int) -> int:
    return max(0, other_start - end, start - other_end)


def section_of(title: ScreenElement, titles: Sequence[ScreenElement], screen: Rect) -> Rect:
    """Return the area that a heading rules: down to the next heading of the same column."""
    later = [
        t.box.y for t in titles
        if t.role == title.role == "heading" and t.box.y > title.box.bottom
        and _gap(t.box.x, t.box.right, title.box.x, title.box.right) < 200
    ]  # fmt: skip
    bottom = min(later, default=screen.bottom)
    return Rect(screen.x, title.box.bottom, screen.w, max(0, bottom - title.box.bottom))


def least(
    elements: Sequence[ScreenElement], price: Callable[[ScreenElement], float | None]
) -> list[ScreenElement]:
    """Return the cheapest element, or several when they are too close to call."""
    priced = [(p, e) for e in elements if (p := price(e)) is not None]
    if not priced:
        return []
    best = min(p for p, _ in priced)
    return [e for p, e in priced if p <= 1.15 * best + 4]


_MIN_BOX_PX: Final = 2


@runtime_checkable
class SeesControls(Protocol):
    """A reader that finds controls on the picture, where a program shows no tree."""

    def drawn(
        self, observation: Observation, texts: Sequence[ScreenElement]
    ) -> tuple[Sequence[ScreenElement], Sequence[ScreenElement]]:
        """Return the controls of the active window, and the lines of text that are no names of those."""
        ...

    def knob(self, observation: Observation, element: ScreenElement) -> Rect | None:
        """Return the knob of a drawn slider; None where none is found."""
        ...

    def held(self, observation: Observation, element: ScreenElement) -> str | None:
        """Return what is read in a drawn field; None where nothing is."""
        ...

    def drawn_cells(
        self, observation: Observation, texts: Sequence[ScreenElement]
    ) -> Sequence[ScreenElement]:
        """Return the cells of a sheet in the active window, called by their addresses."""
        ...


Way = tuple[ScreenElement, ...]
"""An entry of a menu, after the menus that lead to it."""


@runtime_checkable
class ListsMenus(Protocol):
    """A reader that knows what closed menus hold."""

    def menus(self, observation: Observation) -> Sequence[Way]:
        """Return every entry of the menus of the window in front."""
        ...


class Scene:
    """One observation and what the reader finds on it; lives for one proposal."""

    def __init__(self, observation: Observation, reader: ElementReader) -> None:
        self.observation = observation
        self.reader = reader

    @cached_property
    def near(self) -> tuple[ScreenElement, ...]:
        """The tree's elements of the active window and its popups."""
        return self._usable(self.reader.tree(self.observation))

    @cached_property
    def menus(self) -> tuple[Way, ...]:
        """What the menus of the window in front hold, closed or not; for names and states alone."""
        reader = self.reader
        return tuple(reader.menus(self.observation)) if isinstance(reader, ListsMenus) else ()

    @cached_property
    def lines(self) -> tuple[ScreenElement, ...]:
        """Lines of text that OCR reads in the active window."""
        return self._usable(self.reader.text(self.observation))

    @cached_property
    def drawn(self) -> tuple[ScreenElement, ...]:
        """What the picture shows of a window whose tree does not tell it: controls, then lines."""
        reader = self.reader
        if not isinstance(reader, SeesControls):
            return self.lines
        controls, lines = reader.drawn(self.observation, self.lines)
        return self._usable((*controls, *lines))

    @property
    def there(self) -> tuple[ScreenElement, ...]:
        """What the active window has: by its tree or, where that is silent, by its picture."""
        return self.near or self.drawn

    @cached_property
    def steppers(self) -> tuple[Stepper, ...]:
        """Numbers between two buttons, which the tree tells by their parts alone."""
        return steppers_in(self.near)

    @cached_property
    def composed(self) -> tuple[ScreenElement, ...]:
        """Controls without a name that a page has made of simpler ones: steppers and drop-downs."""
        frame = self.observation.frame
        lists = (as_drop_down(e, frame) for e in self.near)
        return (*(s.control for s in self.steppers), *(e for e in lists if e is not None))

    @cached_property
    def drawn_cells(self) -> tuple[ScreenElement, ...]:
        """Cells of a sheet that only the picture of the active window shows."""
        reader = self.reader
        if not isinstance(reader, SeesControls):
            return ()
        return self._usable(reader.drawn_cells(self.observation, self.lines))

    @cached_property
    def far(self) -> tuple[ScreenElement, ...]:
        """The tree's elements of all other windows."""
        known = {_key(e) for e in self.near}
        everywhere = self._usable(self.reader.tree(self.observation, whole_screen=True))
        return tuple(e for e in everywhere if _key(e) not in known)

    @cached_property
    def behind(self) -> tuple[ScreenElement, ...]:
        """The tree's elements of windows that others lie over, where nothing of them can be seen.

        Each window is read as if it stood alone, so this is for names that stand nowhere in front.
        """
        known = {_key(e) for e in (*self.near, *self.far)}
        found: list[ScreenElement] = []
        for window in self._covered():
            alone = replace(self.observation, windows=(replace(window, is_active=False),))
            elements = self._usable(self.reader.tree(alone, whole_screen=True))
            found += [e for e in elements if e.window_id == window.window_id]
        return tuple(e for e in found if _key(e) not in known)

    def _covered(self) -> list[WindowInfo]:
        """Return the windows besides the one in front over which another program's or ours lies."""
        shown = [w for w in self.observation.windows if not (w.is_minimised or w.is_popup)]
        return [
            window
            for at, window in enumerate(shown)
            if not (window.is_own or window.is_bar or window == self.front)
            and any((o.frame or o.rect).intersection(window.rect).area for o in shown[:at])
        ]

    @cached_property
    def focused(self) -> ScreenElement | None:
        """The element that has the keyboard focus, with its value; None when not known."""
        element = self.reader.focused(self.observation)
        return self.current(element) if element is not None else None

    @cached_property
    def front(self) -> WindowInfo | None:
        """The window that instructions are about: the active one, else the topmost of others."""
        return front_window(self.observation)

    @cached_property
    def top_layers(self) -> tuple[Rect, ...]:
        """Boxes of open menus and modal dialogs, which outrank what lies beneath."""
        unmanaged = (w for w in self.observation.windows if w.is_popup and not w.is_own)
        popups = [window.rect for window in unmanaged if not window.is_bar]
        modal = [
            e.box
            for e in self.near
            if e.role == "dialog" and "modal" in e.states and self._is_inner(e)
        ]
        return (*popups, *modal)

    @property
    def lines_so_far(self) -> tuple[ScreenElement, ...]:
        """The lines of text, if they have been read; OCR is not run for them."""
        read: tuple[ScreenElement, ...] = self.__dict__.get("lines", ())
        return read

    def again(self) -> "Scene":
        """Return a scene whose tree is read anew; what OCR read of the same picture is kept."""
        fresh = Scene(self.observation, self.reader)
        fresh.__dict__ |= {k: v for k, v in self.__dict__.items() if k in ("lines", "drawn")}
        return fresh

    def windows(self) -> tuple[WindowInfo, ...]:
        """The windows of other programs that a user can switch to, topmost first."""
        return tuple(w for w in self.observation.windows if not w.is_own and not w.is_popup)

    def current(self, element: ScreenElement) -> ScreenElement:
        """Return the element with its state and value read again, or as it was."""
        fresh = self.reader.refreshed(element) or element
        is_composed = element.role in ("combo", "spinner") and fresh.role in BUTTONS | LABELS
        return replace(element, value=shown_choice(fresh.name)) if is_composed else fresh

    def beneath(self, element: ScreenElement) -> ScreenElement:
        """Return what the tree tells of a control that is composed: what is pressed."""
        if not any(element.handle == e.handle and element.role == e.role for e in self.composed):
            return element
        return next((e for e in self.near if e.handle == element.handle), element)

    def is_covered(self, element: ScreenElement) -> bool:
        """Tell whether another window lies over the element's middle."""
        top = self.observation.window_reached(element.box.center)
        return bool(element.window_id and top and top.window_id != element.window_id)

    def is_off_screen(self, element: ScreenElement) -> bool:
        """Tell whether the element's middle lies on no monitor."""
        return not any(m.rect.contains(element.box.center) for m in self.observation.monitors)

    def _is_inner(self, element: ScreenElement) -> bool:
        """Tell a dialog within a page from a dialog that is the whole window."""
        return self.front is not None and element.box.area < 0.9 * self.front.rect.area

    def _usable(self, elements: Sequence[ScreenElement]) -> tuple[ScreenElement, ...]:
        own = {w.window_id for w in self.observation.windows if w.is_own}
        return tuple(
            e
            for e in elements
            if e.box.w >= _MIN_BOX_PX and e.box.h >= _MIN_BOX_PX and e.window_id not in own
        )


def front_window(observation: Observation) -> WindowInfo | None:
    """Return the active window, else the topmost one that is neither ours nor a popup."""
    if observation.active_window is not None:
        return observation.active_window
    visible = (w for w in observation.windows if not (w.is_own or w.is_minimised or w.is_popup))
    return next(visible, None)


def narrowed(element: ScreenElement, found: Match) -> ScreenElement:
    """Return the part of a line of text that was meant, its box cut by character position."""
    if element.source != "ocr" or found.span is None or not element.name:
        return element
    start, end = found.span
    return replace(
        element, name=element.name[start:end], box=element.span_box(start, end), edges=()
    )


def _key(element: ScreenElement) -> tuple[object, ...]:
    return (element.handle, element.name, element.role, element.box)
