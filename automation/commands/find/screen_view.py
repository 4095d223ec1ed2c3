"""What can be seen at one moment, and where things are to one another: inside, next to, above.

A scene is read lazily: the tree of the active window, OCR, other windows. Boxes are device pixels.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Final, Protocol, runtime_checkable

from automation.commands.forms import RelationKind
from automation.commands.language import words
from automation.commands.matching import Match
from automation.commands.targets import ACTIONABLE, CONTAINERS, LABELLED
from automation.commands.words import as_said
from automation.core.geometry import Rect
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.ports import ElementReader
from automation.core.text import filled, template, worded
from automation.core.wording import quoted
from automation.screen.composed import (
    Stepper,
    as_drop_down,
    shown_choice,
    steppers_in,
    with_drawn_rows,
)
from automation.screen.field_labels import label_cost
from automation.screen.refs import Listed, Listing, RefBook, holds_value
from automation.screen.roles import (
    BESIDE_LABELS,
    BOXES,
    BUTTONS,
    CELLS,
    FORM_FIELDS,
    INPUTS,
    LABELS,
    NUMBERS,
    ROWS,
    TABLES,
    THINGS,
    TITLES,
    TWO_STATES,
)
from automation.screen.rows import nearest_on_each_side, parts_of, shares_row

_SIDES: Final = {
    "left_of": template("left of {0}"),
    "right_of": template("right of {0}"),
    "above": template("above {0}"),
    "below": template("below {0}"),
}
OFF_AXIS: Final = 4
"""How much a pixel across costs against a pixel along the direction that was named."""
_UNIT_GAP_PX: Final = 40
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


_BEFORE: Final = 8
"""How much farther than behind a text something before it counts as; boxes stand right before theirs."""


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
        case "near" | "in":
            # What stands before a text belongs to the text before that: `the plus next to Children`.
            gap_x, gap_y = max(0, right, _BEFORE * left), max(0, below, above)
            return gap_x + OFF_AXIS * min(gap_y + across_y, 10 * gap_y + across_y)


def _gap(start: int, end: int, other_start: int, other_end: int) -> int:
    return max(0, other_start - end, start - other_end)


def section_of(title: ScreenElement, titles: Sequence[ScreenElement], screen: Rect) -> Rect:
    """Return the area that a heading rules: down to the next heading of the same column.

    What unfolds rules no group with a name of its own below it: a page goes on there.
    """
    later = [
        t.box.y for t in titles
        if ((t.role == title.role and is_head(t)) or (t.role == "group" and title.role in BUTTONS))
        and t.box.y > title.box.bottom
        and _gap(t.box.x, t.box.right, title.box.x, title.box.right) < 200
    ]  # fmt: skip
    bottom = min(later, default=screen.bottom)
    return Rect(screen.x, title.box.bottom, screen.w, max(0, bottom - title.box.bottom))


def is_head(element: ScreenElement) -> bool:
    """Tell whether a thing heads the part of a page below it: a heading, or what unfolds that part."""
    is_fold = element.role in BUTTONS and not element.states.isdisjoint({"expandable", "expanded"})
    return element.role == "heading" or is_fold


def is_fold(element: ScreenElement) -> bool:
    """Tell whether a thing unfolds, so that its name is a heading that nobody says whole; a question does."""
    is_told = not element.states.isdisjoint({"expandable", "expanded"})
    return is_told or element.name.rstrip().endswith("?")


def is_switch(element: ScreenElement) -> bool:
    """Tell whether a thing shows whether it is on, and does not unfold."""
    return element.role in ("checkbox", "toggle") and not is_fold(element)


def is_icon(element: ScreenElement) -> bool:
    """Tell whether a button is too small for its name to stand on it: who sees it does not know that name."""
    is_told = element.source == "tree" and element.role != "tab"
    return is_told and element.box.w < _LEAST_LETTER_PX * len(element.name.strip())


_LEAST_LETTER_PX: Final = 4
"""How wide a letter of a name is at least, on average."""
_NEXT_PX: Final = 40
"""How far at most a thing stands beside a button that it belongs to."""
_LEVEL_PX: Final = 8
"""By how much the middles of two things of a row differ at most."""


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


@runtime_checkable
class ListsOptions(Protocol):
    """A reader that knows what a closed drop-down offers."""

    def options(self, element: ScreenElement) -> Sequence[str]:
        """Return the names of what can be chosen in it."""
        ...


@runtime_checkable
class TellsMore(Protocol):
    """A reader that can ask what a program says of a thing besides its name."""

    def described(self, element: ScreenElement) -> Sequence[str]:
        """Return its longer texts, such as its tip."""
        ...


@dataclass(slots=True)
class Refs:
    """The short names that a run may aim by, and what it has met by them."""

    book: RefBook
    met: dict[str, ScreenElement] = field(default_factory=dict)
    """By name, in this clause: what it has changed may be called otherwise now, and is the same thing to the
    rest of it. To the next one it is not: a program may use an object again, for another row."""
    keep: Callable[[RefBook], None] = lambda book: None
    """Called when more names were given, for who reads them after this run."""


class Scene:
    """One observation and what the reader finds on it; lives for one proposal."""

    def __init__(
        self,
        observation: Observation,
        reader: ElementReader,
        steps: tuple[str, ...] = (),
        refs: Refs | None = None,
    ) -> None:
        """Take what is observed and who reads it.

        Args:
            steps: what was said, step by step; a text that only repeats it is nothing to act on.
            refs: the short names that may be said; None where no look gave any.
        """
        self.observation = observation
        self.reader = reader
        self.steps = steps
        self.refs = refs
        self._alone: ScreenElement | None = None

    def within(self, dialog: ScreenElement) -> "Scene":
        """Return a scene that has of its window nothing but a dialog, for what is looked for there first."""
        inner = Scene(self.observation, self.reader, self.steps, self.refs)
        inner.__dict__ |= {k: v for k, v in self.__dict__.items() if k in ("_told", "far")}
        inner._alone = dialog
        return inner

    @property
    def is_part(self) -> bool:
        """Tell whether it has but a dialog of its window."""
        return self._alone is not None

    @cached_property
    def _told(self) -> tuple[ScreenElement, ...]:
        told = self._usable(self.reader.tree(self.observation))
        # Qt tells of a row of a form as a group that its label names, with a slider in it.
        labels = {e.name for e in told if e.role in LABELS and e.name}
        inside = Counter(e.parent_name for e in told if _is_nameless(e))
        alone = {name for name, count in inside.items() if name in labels and count == 1}
        is_named = (_is_nameless(e) and e.parent_name in alone for e in told)
        named = [
            replace(e, name=e.parent_name) if i else e for e, i in zip(told, is_named, strict=True)
        ]
        return with_drawn_rows(named)

    @cached_property
    def near(self) -> tuple[ScreenElement, ...]:
        """The tree's elements of the active window and its popups; none that lie under a modal dialog."""
        told, over = self._told, self._over
        if over is None:
            return told
        # A tree tells of a dialog before its parts, so that what comes before it is no part of it.
        at = next(n for n, e in enumerate(told) if e is over)
        return tuple(
            e for n, e in enumerate(told)
            if self._is_apart(e, over)
            or (n >= at and (self._alone is None or over.box.contains(e.box.center)))
        )  # fmt: skip

    @cached_property
    def _over(self) -> ScreenElement | None:
        """The dialog besides which nothing of its page can be reached, or is looked for."""
        return self._alone or next((d for d in reversed(self.dialogs) if "modal" in d.states), None)

    @cached_property
    def dialogs(self) -> tuple[ScreenElement, ...]:
        """The dialogs within the window in front, the outer ones first."""
        return tuple(e for e in self._told if e.role == "dialog" and self._is_inner(e))

    def _is_apart(self, element: ScreenElement, dialog: ScreenElement) -> bool:
        """Tell whether a thing belongs to no page, or window, that a dialog lies over: a tab of the browser."""
        if element.role in ("document", "window") or not in_one_window(element, dialog):
            return True
        pages = [e.box for e in self._told if e.role == "document" and holds(e.box, dialog.box)]
        is_in = any(page.contains(element.box.center) for page in pages) or not pages
        return not (is_in or self._alone)

    @cached_property
    def menus(self) -> tuple[Way, ...]:
        """What the menus of the window in front hold, closed or not; for names and states alone."""
        reader = self.reader
        return tuple(reader.menus(self.observation)) if isinstance(reader, ListsMenus) else ()

    def offers(self, combo: ScreenElement, option: str) -> bool:
        """Tell whether a drop-down, closed or not, offers what is called so."""
        wanted = as_said(option)
        return any(as_said(name) == wanted for name in self.offered(combo))

    def offered(self, combo: ScreenElement) -> Sequence[str]:
        """Return what a drop-down offers, closed or not; nothing where that is not told."""
        return self.reader.options(combo) if isinstance(self.reader, ListsOptions) else ()

    def words_of(self, element: ScreenElement) -> str:
        """Return what an element is called: of a button that shows a sign alone, what its tip says."""
        name = element.name.strip()
        if not name or element.role not in BUTTONS or any(c.isalnum() for c in name):
            return name
        if element.handle not in self._tips:
            reader = self.reader
            told = reader.described(element) if isinstance(reader, TellsMore) else ()
            self._tips[element.handle] = next(iter(told), name)
        return self._tips[element.handle]

    @cached_property
    def _tips(self) -> dict[tuple[str, str] | None, str]:
        return {}

    @cached_property
    def lines(self) -> tuple[ScreenElement, ...]:
        """Lines of text that OCR reads in the active window; none that lie beside a modal dialog."""
        read, over = self._usable(self.reader.text(self.observation)), self._over
        if over is None:
            return read
        return tuple(e for e in read if over.box.contains(e.box.center) or self._is_apart(e, over))

    @cached_property
    def drawn(self) -> tuple[ScreenElement, ...]:
        """What the picture shows of a window whose tree does not tell it: controls, then lines."""
        reader = self.reader
        if not isinstance(reader, SeesControls):
            return self.lines
        controls, lines = reader.drawn(self.observation, self.lines)
        return self._usable((*controls, *lines))

    @cached_property
    def parts(self) -> tuple[ScreenElement, ...]:
        """What the picture shows, each name alone: menus that stand side by side are read as one line."""
        return tuple(
            part for one in self.drawn for part in (parts_of(one) if one.role == "text" else (one,))
        )

    @property
    def there(self) -> tuple[ScreenElement, ...]:
        """What the active window has: by its tree or, where that is silent, by its picture."""
        return self.near or self.drawn

    @cached_property
    def steppers(self) -> tuple[Stepper, ...]:
        """Numbers between two buttons, which the tree tells by their parts alone; in a field that takes no keys, too."""
        fields = (e for e in self.near if e.role == "field" and "read_only" in e.states)
        held = ((e, self.current(e).value or "", e.states - {"read_only"}) for e in fields)
        numbers = (
            replace(e, role="label", name=value, states=states | {"enabled"})
            for e, value, states in held
        )
        return steppers_in((*self.near, *numbers))

    @cached_property
    def composed(self) -> tuple[ScreenElement, ...]:
        """Controls without a name that a page has made of simpler ones: steppers and drop-downs."""
        frame = self.observation.frame
        texts = [e.box for e in self.near if e.role in LABELS]
        lists = (as_drop_down(e, frame, texts) for e in self.near)
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
        known = {_key(e) for e in self._told}
        everywhere = self._usable(self.reader.tree(self.observation, whole_screen=True))
        return tuple(e for e in everywhere if _key(e) not in known)

    @cached_property
    def behind(self) -> tuple[ScreenElement, ...]:
        """The tree's elements of windows that others lie over, where nothing of them can be seen.

        Each window is read as if it stood alone, so this is for names that stand nowhere in front.
        """
        known = {_key(e) for e in (*self._told, *self.far)}
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
        return self.observation.front_window

    @cached_property
    def top_layers(self) -> tuple[Rect, ...]:
        """Boxes of open menus and modal dialogs, which outrank what lies beneath."""
        unmanaged = (w for w in self.observation.windows if w.is_popup and not w.is_own)
        popups = [window.rect for window in unmanaged if not window.is_bar]
        return (*popups, *(d.box for d in self.dialogs if "modal" in d.states or d is self._alone))

    @property
    def lines_so_far(self) -> tuple[ScreenElement, ...]:
        """The lines of text, if they have been read; OCR is not run for them."""
        read: tuple[ScreenElement, ...] = self.__dict__.get("lines", ())
        return read

    def again(self) -> "Scene":
        """Return a scene whose tree is read anew; what OCR read of the same picture is kept."""
        fresh = Scene(self.observation, self.reader, self.steps, self.refs)
        fresh.__dict__ |= {k: v for k, v in self.__dict__.items() if k in ("lines", "drawn")}
        return fresh

    def by_ref(self, ref: str, *, is_read: bool = False) -> ScreenElement | None:
        """Return what a short name stands for, in front or in another window; None for a stale one.

        Args:
            is_read: as for `RefBook.living`.
        """
        if self.refs is None or ref not in self.refs.book.given:
            return None
        met, book = self.refs.met.get(ref), self.refs.book
        is_seen = book.given[ref].source == "ocr"
        pools = ("parts",) if is_seen else ("near", "composed", "far", "behind")
        for name in pools:
            pool: Sequence[ScreenElement] = getattr(self, name)
            own = (e for e in pool if met is not None and met.handle and e.handle == met.handle)
            found = next((e for e in own if met is not None and e.role == met.role), None)
            found = found or book.living(ref, pool, is_read=is_read)
            if found is not None and not is_read:
                self.refs.met[ref] = found
            if found is not None:
                return found
        return None

    def named(self, refs: Refs) -> None:
        """Give everything that is there a short name, and have the names kept."""
        refs.book.listing(self.near or self.parts, windows=self.observation.windows)
        refs.keep(refs.book)

    def near_ref(self, ref: str) -> tuple[Listed, ...]:
        """Return what is there now and is most like the thing that a stale name stood for."""
        if self.refs is None or ref not in self.refs.book.given:
            return ()
        if ref not in self._told_near:
            book = self.refs.book
            book.retire(ref)
            listing = book.listing(self.near or self.parts, windows=self.observation.windows)
            self.refs.keep(book)
            self._told_near[ref] = book.nearest(ref, listing)
        return self._told_near[ref]

    @cached_property
    def _told_near(self) -> dict[str, tuple[Listed, ...]]:
        return {}

    def texts_at(self, control: ScreenElement) -> list[ScreenElement]:
        """Return the texts that label a control or stand behind it, and those round a slider: its unit may be in one.

        The head of its column is one: "Fade (s)".
        """
        around, box = control.box.grown(_UNIT_GAP_PX), control.box
        columns = [e for e in self.near if e.role == "column_header" and e.box.bottom <= box.y]
        heads = [e for e in columns if e.box.x <= box.center.x < e.box.right]
        return heads + [
            e for e in (*self.near, *self.lines)
            if e.role in TITLES and e.window_id in (0, control.window_id)
            and (label_cost(e.box, control.box) is not None
                 or (shares_row(e.box, control.box) and -4 <= e.box.x - control.box.right <= _UNIT_GAP_PX)
                 or (control.role == "slider" and around.contains(e.box.center)))
        ]  # fmt: skip

    def of_card(self, box: Rect, elements: Sequence[ScreenElement]) -> list[ScreenElement]:
        """Leave out what stands in another named group than a box: a label names nothing in the next card."""
        groups = [e.box for e in self.near if e.role == "group" and e.name.strip()]
        own = [g for g in groups if holds(g, box)]
        others = [g for g in groups if own and not any(g.intersection(o).area for o in own)]
        return [e for e in elements if not any(holds(g, e.box) for g in others)]

    def is_named_by_buttons(self, cell: ScreenElement) -> bool:
        """Tell whether a cell is called by what can be pressed in it."""
        return cell.role in CELLS and any(
            e.role in BUTTONS | {"link"} and holds(cell.box, e.box) for e in self.near
        )

    def place_words(self, element: ScreenElement) -> str:
        """Return where an element is by the nearest text beside it, and its row: `below “Street”`; empty without one."""
        here = (e for e in self.there if e.name.strip() and in_one_window(e, element))
        texts = [(e.name, e.box) for e in here]
        near = nearest_on_each_side(texts, element.box)
        beside = filled(_SIDES[near[0].side], quoted(near[0].text)) if near else ""
        cells = [
            e for e in self.there
            if e.role in CELLS and e.parent_name and e.parent_name == element.parent_name
            and any(map(str.isalpha, e.name)) and shares_row(e.box, element.box)
        ]  # fmt: skip
        first = min(cells, key=lambda e: e.box.x, default=None)
        if not beside or first is None or quoted(first.name) == quoted(near[0].text):
            return beside
        return worded("{0}, in the row of {1}", beside, quoted(first.name))

    def listing(self, book: RefBook, *, is_told: bool = False) -> Listing:
        """Return what the window in front has, by its tree or else by its picture, with short names and values.

        Args:
            is_told: only what the tree tells counts, as nothing can be read of a window that others cover.
        """
        things = self.near or (() if is_told else self.parts)
        windows = self.observation.windows
        return book.listing(things, windows=windows, valued=self._valued, options=self.offered)

    def _valued(self, element: ScreenElement) -> ScreenElement:
        """Return an element with the value that its program tells only when it is asked."""
        is_asked = element.handle is not None and element.value is None and holds_value(element)
        return replace(element, value=self.current(element).value) if is_asked else element

    def windows(self) -> tuple[WindowInfo, ...]:
        """The windows of other programs that a user can switch to, topmost first."""
        return tuple(w for w in self.observation.windows if not w.is_own and not w.is_popup)

    def current(self, element: ScreenElement) -> ScreenElement:
        """Return the element with its state and value read again, or as it was."""
        fresh = self.reader.refreshed(element) or element
        if element.role == "spinner" and fresh.role == "field":
            return replace(element, value=fresh.value)
        if element.role in ("combo", "spinner") and fresh.role in BUTTONS | LABELS:
            return replace(element, value=shown_choice(fresh.name))
        row = element.parent_name  # which the tree may not know
        name = element.name if element.role in INPUTS else fresh.name
        return fresh if row == fresh.parent_name else replace(fresh, name=name, parent_name=row)

    def beneath(self, element: ScreenElement) -> ScreenElement:
        """Return what the tree tells of a control that is composed: what is pressed."""
        if not any(element.handle == e.handle and element.role == e.role for e in self.composed):
            return element
        return next((e for e in self.near if e.handle == element.handle), element)

    def may_hold(self, kinds: Sequence[str], box: ScreenElement) -> bool:
        """Tell whether a box may be in what is called a table: it is in one, or none of them has any boxes."""
        tables = [e.box for e in self.near if e.role in TABLES and e.role in kinds]
        boxes = [e for e in self.near if e.role in TWO_STATES]
        is_told = box.role in TWO_STATES and any(holds(t, e.box) for t in tables for e in boxes)
        return not is_told or any(holds(t, box.box) for t in tables)

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
            _as_box(e)
            for e in elements
            if e.box.w >= _MIN_BOX_PX and e.box.h >= _MIN_BOX_PX and e.window_id not in own
            and not (e.role in TITLES and self.steps and repeats(e.name, self.steps))
        )  # fmt: skip


def _is_nameless(element: ScreenElement) -> bool:
    return element.role in BESIDE_LABELS and not (element.name.strip() or element.label)


def _as_box(element: ScreenElement) -> ScreenElement:
    """Return a cell of a list that only holds a mark as the box that it is to who sees it."""
    is_mark = element.role == "cell" and "checkable" in element.states and not element.name
    return replace(element, role="checkbox") if is_mark else element


@lru_cache(maxsize=4096)
def repeats(text: str, steps: tuple[str, ...]) -> bool:
    """Tell whether a text on the screen repeats what was said, and so is no name: a chat, a how-to, a terminal.

    It holds a whole step, or is a part of the sentence that begins with a verb or goes over its steps.
    """
    line = _WORDS.findall(text.casefold())
    if len(line) < 2:
        return False
    said = [_WORDS.findall(step.casefold()) for step in steps]
    verbs = words("never_names")
    if any(
        len(step) > (1 if step[0] in verbs else 3) and _find(step, line) is not None
        for step in said if step
    ):  # fmt: skip
        return True
    whole = [word for step in said for word in step]
    at = _find(line, whole) if len(line) > 2 else None
    if at is None:
        return False
    starts = {sum(map(len, said[:n])) for n in range(len(said))}
    return any(n in starts for n in range(at + 1, at + len(line))) or (
        at in starts and line[0] in verbs
    )


def _find(part: Sequence[str], whole: Sequence[str]) -> int | None:
    ends = range(len(whole) - len(part) + 1)
    return next((n for n in ends if whole[n : n + len(part)] == part), None)


_WORDS: Final = re.compile(r"\w+")


def narrowed(element: ScreenElement, found: Match) -> ScreenElement:
    """Return the part of a line of text that was meant, its box cut by character position."""
    is_control = element.role in BESIDE_LABELS  # called by the text beside it
    if element.source != "ocr" or found.span is None or not element.name or is_control:
        return element
    start, end = found.span
    return replace(
        element, name=element.name[start:end], box=element.span_box(start, end), edges=()
    )


def _key(element: ScreenElement) -> tuple[object, ...]:
    return (element.handle, element.name, element.role, element.box)


# What belongs to what: the things in a box, in a row or a column, under a title.


Elements = list[ScreenElement]


def belonging(things: Elements, owner: ScreenElement, scene: Scene) -> Elements:
    """Return the things that belong to another one: that are in its box, its row, its column, its card.

    A text owns what stands in its row next to it or, where it labels nothing, what follows below it.
    """
    others = [
        e for e in things
        if e is not owner and e.box != owner.box and in_one_window(e, owner)
    ]  # fmt: skip
    if owner.role in CONTAINERS:
        return in_containers(others, [owner])
    if owner.role == "tab":
        return [e for e in others if e.role != "tab"] if "selected" in owner.states else []
    if owner.role == "column_header":
        cells = [e.box for e in scene.near if e.role in CELLS and e.box.y >= owner.box.y]
        below = in_columns(others, [owner])
        return [e for e in below if any(shares_row(e.box, cell) for cell in cells)]
    if owner.role in CELLS | ROWS:
        return in_own_rows(others, [owner], scene) + in_containers(others, [owner])
    if owner.role in BUTTONS and "expanded" in owner.states:
        return in_sections(others, [owner], scene)
    is_title = owner.role in TITLES and without_list_buttons([owner], others, scene) != []
    return _titled(others, owner, scene) if is_title else []


def without_list_buttons(anchors: Elements, hits: Elements, scene: Scene) -> Elements:
    """Return the things beside which others may stand: no button of a list beside the details of what is chosen there.

    "Key regulation for Larkfield" is not that of Ann, who is chosen, because the button Larkfield stands beside it. In
    the rows of a table every button has something level with it; beside a list that is so by chance, and not for all.
    """
    able = [e for e in scene.near if e.role in THINGS - LABELS]
    buttons = [e for e in able if e.role in BUTTONS]

    def has_row(button: ScreenElement) -> bool:
        at = button.box
        others = (e.box for e in able if e.box.x >= at.right or e.box.right <= at.x)
        return any(abs(box.center.y - at.center.y) <= _LEVEL_PX for box in others)

    def is_of_list(anchor: ScreenElement) -> bool:
        own = next((b.box for b in buttons if holds(b.box, anchor.box)), None)
        like = [b for b in buttons if own is not None and (b.box.x, b.box.w) == (own.x, own.w)]
        is_apart = own is not None and all(
            h.box.x > own.right + _NEXT_PX or h.box.right < own.x - _NEXT_PX for h in hits
        )
        return len(like) > 1 and is_apart and not all(map(has_row, like))

    return [a for a in anchors if not is_of_list(a)]


def _titled(others: Elements, owner: ScreenElement, scene: Scene) -> Elements:
    is_label = owner.source == "tree" and _belongs_to_a_control(owner, scene)
    row = [] if is_label else _beside_text(in_rows(others, [owner]), owner.box)
    if row and owner.source == "tree" and owner.role != "heading":
        return row
    if are_cards(others, [owner], scene):
        return in_cards(others, [owner], scene, "card")
    if is_label or (row and owner.source == "tree"):
        return row
    if owner.role == "heading":
        return in_sections(others, [owner], scene)
    below = least(others, lambda e: _under_title(e.box, owner, scene))
    if owner.source == "tree":
        return below
    column = in_columns(others, [owner])  # a line that is read may be the head of a column as well
    return [e for e in others if any(e is there for there in (*row, *below, *column))]


def _beside_text(row: Elements, text: Rect) -> Elements:
    """Return the next thing after a text in its row, else the one before; a box stands before its text."""
    after = [e for e in row if e.box.x >= text.center.x]
    before = [e for e in row if e.box.x < text.center.x]
    is_boxes = all(e.role in BOXES for e in row)
    sides = (before, after) if is_boxes else (after, before)
    side = sides[0] or sides[1]
    return least(side, lambda e: float(max(0, e.box.x - text.right, text.x - e.box.right)))


def _under_title(box: Rect, title: ScreenElement, scene: Scene) -> float | None:
    """Return how far below a title a box begins; None where it stands under another one beside it."""
    beside = [
        e.box.x for e in scene.there
        if e.role in TITLES and e.box.x > title.box.right and shares_row(e.box, title.box)
    ]  # fmt: skip
    end = min(beside, default=scene.observation.frame.rect.right)
    is_in = title.box.x - TITLE_INDENT_PX <= box.x < end - TITLE_INDENT_PX
    return float(box.y - title.box.bottom) if is_in and box.y >= title.box.bottom - 2 else None


TITLE_INDENT_PX: Final = 24
"""How much farther to the left than its title a part of a window may begin."""


def in_containers(hits: Elements, anchors: Elements) -> Elements:
    """Keep what lies in the boxes of those of the anchors that hold things."""
    boxes = [a.box for a in anchors if a.role in CONTAINERS or a.role in ("row", "list_item")]
    return [e for e in hits if any(holds(box, e.box) for box in boxes)]


def in_rows(hits: Elements, anchors: Elements) -> Elements:
    """Keep what stands beside one of the anchors."""
    return [
        e for e in hits
        if any(shares_row(e.box, a.box) and e.box != a.box and e.window_id == a.window_id for a in anchors)
    ]  # fmt: skip


def in_own_rows(hits: Elements, anchors: Elements, scene: Scene) -> Elements:
    """Keep what stands beside one of the anchors; the row of a cell ends with its table, before the form beside it."""
    found: Elements = []
    for anchor in anchors:
        beside = in_rows(hits, [anchor])
        if anchor.role in CELLS:
            table = anchor.box
            for cell in sorted(
                in_rows(list(scene.near), [anchor]), key=lambda e: abs(e.box.x - table.x)
            ):
                if (
                    cell.role in CELLS
                    and max(cell.box.x - table.right, table.x - cell.box.right) <= _BETWEEN_CELLS_PX
                ):
                    table = table.union(cell.box)
            beside = [e for e in beside if table.x <= e.box.center.x < table.right or not e.label]
        found += [e for e in beside if e not in found]
    return found


_BETWEEN_CELLS_PX: Final = 24


def in_columns(hits: Elements, anchors: Elements) -> Elements:
    """Keep what stands below one of the anchors, within its width."""

    def below(element: ScreenElement, head: Rect) -> bool:
        return head.x <= element.box.center.x < head.right and element.box.y >= head.bottom - 2

    return [e for e in hits if any(below(e, a.box) for a in anchors)]


def _belongs_to_a_control(title: ScreenElement, scene: Scene) -> bool:
    """Tell whether a text labels the control in its row, stands in one, or one below is called so: it is no title."""
    controls = [e for e in scene.near if e.role in LABELLED and e.window_id == title.window_id]
    return title.role != "heading" and any(
        e.box.contains(title.box.center)
        or (
            label_cost(title.box, e.box) is not None
            and (
                (shares_row(title.box, e.box) and not _is_parted(title.box, e.box, scene))
                or _is_called(e, title, scene)
            )
        )
        for e in controls
    )


def names_neighbour(label: ScreenElement, scene: Scene) -> bool:
    """Tell whether a text is known to be the label of a control: that has its name."""
    return any(
        e.name == label.name and e.role in LABELLED and shares_row(e.box, label.box)
        for e in scene.near
    )


def is_next_to(label: Rect, control: ScreenElement, scene: Scene) -> bool:
    """Tell whether no other thing to press stands nearer to a label than a control that is composed."""
    price = label_cost(label, control.box)
    rivals = (e for e in scene.near if e.role in ACTIONABLE and not holds(control.box, e.box))
    costs = (label_cost(label, e.box) for e in rivals if e.handle != control.handle)
    return price is not None and all(price <= c for c in costs if c is not None)


def _is_called(control: ScreenElement, text: ScreenElement, scene: Scene) -> bool:
    """Tell whether a text is the name of a control, or of one without a name the label that is nearest."""
    if control.name.strip():
        return as_said(control.name) == as_said(text.name)
    texts = [e for e in scene.near if e.role in LABELS]
    return any(e is text for e in least(texts, lambda t: label_cost(t.box, control.box)))


def _is_parted(text: Rect, control: Rect, scene: Scene) -> bool:
    """Tell whether another text, or a cross, stands between a text and a control: chips before a field."""
    return any(
        e.role in LABELS and text.right <= e.box.x and e.box.right <= control.x
        and shares_row(e.box, text)
        and (any(c.isalpha() for c in e.name) or e.name.strip() in words("close_words"))
        for e in scene.near
    )  # fmt: skip


def in_cards(hits: Elements, anchors: Elements, scene: Scene, word: str) -> Elements:
    """Keep the hits of the card whose title is named, where each card has a title and then its buttons.

    What a hit belongs to is the last title before it: above it or in its row, and not right of it. Where
    the buttons may as well stand over their titles, both neighbours of the title are returned, to be asked.
    """
    kept: Elements = []
    for anchor, titles in _titles_of_cards(hits, anchors, scene):
        own = [h for h in hits if _title_of(h.box, titles) == anchor.box]
        if _precede_titles(hits, titles):
            own = [h for h in hits if _title_below(h.box, titles) == anchor.box]
        elif not _follow_titles(hits, titles) and _may_precede_titles(hits, titles, word):
            next_to = [h for h in hits if h in own or _title_below(h.box, titles) == anchor.box]
            own = next_to if len(next_to) > 1 else hits if next_to and len(hits) > 1 else []
        kept += [h for h in own if not any(h is k for k in kept)]
    return kept


def _follow_titles(hits: Elements, titles: Sequence[Rect]) -> bool:
    """Tell whether each title has one of the hits under it, so that none stands over the first or lacks one."""
    above = [_title_of(h.box, titles) for h in hits]
    return len(hits) == len(titles) and all(above.count(title) == 1 for title in titles)


def _precede_titles(hits: Elements, titles: Sequence[Rect]) -> bool:
    """Tell whether each title has one of the hits right above it, nearer than to the title before."""
    below = [_title_below(h.box, titles) for h in hits]
    if len(hits) != len(titles) or any(below.count(title) != 1 for title in titles):
        return False
    above = [_title_of(h.box, titles) for h in hits]
    return all(
        last is None or (n is not None and n.y - h.box.bottom < h.box.y - last.bottom)
        for h, n, last in zip(hits, below, above, strict=True)
    )


def _may_precede_titles(hits: Elements, titles: Sequence[Rect], word: str) -> bool:
    """Tell whether the buttons of cards may stand over their titles, instead of under them.

    One stands over the first title, or nearer to the title below than to the one above. A section ends
    where the next one begins, so that its last button tells nothing.
    """
    for hit in hits:
        above, below = _title_of(hit.box, titles), _title_below(hit.box, titles)
        if above is None:
            return True
        is_telling = word == "card" or (len(hits) > 1 and word != "section")
        if is_telling and below is not None and below.y - hit.box.bottom < hit.box.y - above.bottom:
            return True
    return False


def is_for_others(text: ScreenElement, said: str, scene: Scene) -> bool:
    """Tell whether a text is the label of a control, or the title of what `all of them` are: no choice itself."""
    if text.role not in LABELS or text.source != "tree":
        return False
    name = as_said(text.name)
    if any(w in words("totals") for w in as_said(said).split()) and as_said(said) != name:
        return True
    named = FORM_FIELDS | NUMBERS | TWO_STATES
    return any(name in (as_said(e.label), as_said(e.name)) for e in scene.near if e.role in named)


def are_cards(hits: Elements, anchors: Elements, scene: Scene) -> bool:
    """Tell whether each of the hits stands in a card with a title like the one that is named."""
    return bool(_titles_of_cards(hits, anchors, scene))


def _titles_of_cards(
    hits: Elements, anchors: Elements, scene: Scene
) -> list[tuple[ScreenElement, list[Rect]]]:
    """Return each title that is named with all that have its looks, where every hit has such a title."""
    found: list[tuple[ScreenElement, list[Rect]]] = []
    for anchor in (a for a in anchors if a.role in TITLES):
        titles = [
            e.box for e in scene.near
            if e.role == anchor.role and e.name and e.window_id == anchor.window_id
            and abs(e.box.h - anchor.box.h) <= 1
            and (abs(e.box.x - anchor.box.x) <= 2 or abs(e.box.y - anchor.box.y) <= 2 or e.role == "heading")
            and (e is anchor or not _belongs_to_a_control(e, scene))
        ]  # fmt: skip
        if len(titles) > 1 and all(
            _title_of(h.box, titles) or _title_below(h.box, titles) for h in hits
        ):
            found.append((anchor, titles))
    return found


def _title_of(box: Rect, titles: Sequence[Rect]) -> Rect | None:
    """Return the last title before a box, in its columns; None where no title is."""
    before = [
        t for t in titles if t.x <= box.right and (t.bottom <= box.y + 2 or shares_row(t, box))
    ]
    if not before:
        return None
    lowest = max(t.y for t in before)
    return max((t for t in before if t.y > lowest - t.h), key=lambda t: t.x)


def _title_below(box: Rect, titles: Sequence[Rect]) -> Rect | None:
    """Return the next title below a box, in its columns; None where no title is."""
    after = [t for t in titles if t.x <= box.right and t.y >= box.bottom - 2]
    highest = min((t.y for t in after), default=0)
    return max((t for t in after if t.y < highest + t.h), key=lambda t: t.x, default=None)


def of_same_card(hits: Elements, thing: ScreenElement, scene: Scene) -> Elements:
    """Keep the hits that stand in the card of a thing, or in its row where there are no cards."""
    heads = [e for e in scene.near if e.role == "heading"]
    for _, titles in _titles_of_cards(hits, heads, scene):
        if _follow_titles(hits, titles):
            own = _title_of(thing.box, titles)
            return [h for h in hits if _title_of(h.box, titles) == own]
    return in_rows(hits, [thing])


def in_sections(hits: Elements, anchors: Elements, scene: Scene) -> Elements:
    """Keep what follows one of the titles, up to the next heading."""
    titles = [
        e for e in scene.near
        if e.role in TITLES or is_head(e) or (e.role == "group" and e.name.strip())
    ]  # fmt: skip
    areas = [
        section_of(a, titles, scene.observation.frame.rect)
        for a in anchors
        if (a.role in TITLES or (is_head(a) and "expanded" in a.states))
        and not _belongs_to_a_control(a, scene)
    ]
    return [e for e in hits if any(area.contains(e.box.center) for area in areas)]
