"""What else speaks for or against a match of a lower rung: label, role, name, read texts, the row.

A row tells which of many look-alikes is meant: the one beside the texts that were recorded. It is told by
the tree (a row or list item around the target, or the row's name that an element carries), else by what
stands at the same height. Its place in the table means nothing, so sorted and grown tables give the right
row or none.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, Self

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.macros.find import landmark_votes
from automation.macros.find.landmark_votes import Sight, Votes, inscriptions, is_level, is_on_side
from automation.macros.find.scene import Scene, texts_of
from automation.macros.macro import Landmark, Target
from automation.screen.field_labels import MAX_CHARS, label_gap
from automation.screen.folding import comparable, is_other_reading, is_same, is_same_reading
from automation.screen.roles import CELLS, LABELS, LINES, ROWS, THINGS, is_kin, things_at, things_of
from automation.screen.rows import is_cut, is_in_row, is_next, shares_row, stands_beside


class Row:
    """The texts that the row of a target must show, all of them."""

    def __init__(self, texts: Sequence[str], scene: Scene, level: Sequence[Landmark] = ()) -> None:
        """Take what was recorded.

        Args:
            level: the landmarks at the target's own height; they tell on which side a text stood.
        """
        self._texts = tuple(text for text in texts if text.strip())
        self._scene = scene
        self._level = level

    @classmethod
    def of(cls, target: Target, scene: Scene) -> Self:
        """Return the row that was recorded with a target."""
        return cls(target.row, scene, [m for m in target.near if is_level(m, target)])

    def __bool__(self) -> bool:
        return bool(self._texts)

    def holds(self, box: Rect, row_name: str = "") -> bool:
        """Tell whether the thing in this box stands in the row.

        Args:
            box: the thing, in device pixels.
            row_name: the name of its row as the tree tells it; empty when it does not.
        """
        return all(self._is_shown(text, box, row_name) for text in self._texts)

    def kept(self, elements: Sequence[ScreenElement]) -> list[ScreenElement]:
        """Return the elements that stand in the row."""
        return [e for e in elements if self.holds(e.box, e.parent_name)]

    def _is_shown(self, text: str, box: Rect, row_name: str) -> bool:
        if is_in_row(text, row_name):
            return True
        container = self._container(box)
        if container is not None:
            if is_in_row(text, container.name) or is_in_row(text, container.parent_name):
                return True
            return any(container.box.contains(place.center) for place in self._places[text])
        is_beside = any(self._is_beside(text, place, box) for place in self._places[text])
        return is_beside and not self._is_named_without(text, box, row_name)

    def _is_named_without(self, text: str, box: Rect, row_name: str) -> bool:
        """Tell whether the tree names the row by its cells, and the text is no part of them."""
        is_whole = ", " in row_name and not is_cut(row_name)
        if not is_whole or comparable(text) in comparable(row_name):
            return False
        others = (e for e in self._words if e.box != box and shares_row(e.box, box))
        return any(is_in_row(other.name, row_name) for other in others)

    def _is_beside(self, text: str, place: Rect, box: Rect) -> bool:
        """Tell whether a place of a text belongs to the row at whose height it stands.

        A pane beside a table may show the same text there. It stands on another side than the text
        did, or it is no cell where the row has cells.
        """
        cells = [e.box for e in self._words if e.role in CELLS and shares_row(e.box, box)]
        if not stands_beside(place, box, is_cell=place in cells):
            return False
        words = [e.box for e in self._words]
        marks = [m for m in self._level if is_same_reading(m.text, text)]
        if marks:
            if not any(is_on_side(mark, place, box) for mark in marks):
                return False
            if is_next(place, box, words):
                return True
        is_of_cells = any(is_next(cell, box, words) for cell in cells)
        return not is_of_cells or any(cell.contains(place.center) for cell in cells)

    def _container(self, box: Rect) -> ScreenElement | None:
        """Return the smallest row or list item around the thing, which may be the thing itself."""
        around = (e for e in self._rows if e.box.contains(box.center) and e.box.area >= box.area)
        return min(around, key=lambda e: e.box.area, default=None)

    @cached_property
    def _rows(self) -> tuple[ScreenElement, ...]:
        return tuple(e for e in self._scene.elements if e.role in ROWS)

    @cached_property
    def _words(self) -> tuple[ScreenElement, ...]:
        return tuple(e for e in self._scene.elements if e.name and e.role in CELLS | LINES)

    @cached_property
    def _places(self) -> dict[str, list[Rect]]:
        """Where each text can be seen: by the tree, or where that has none of it by OCR."""
        told = texts_of(self._scene.elements)
        return {text: self._seen(text, told) for text in self._texts}

    def _seen(self, text: str, told: Sequence[tuple[str, Rect]]) -> list[Rect]:
        by_tree = [box for name, box in told if is_same(name, text)]
        if by_tree or any(is_in_row(text, e.parent_name) for e in self._scene.elements):
            return by_tree
        return [line.box for line in self._scene.lines if is_same_reading(text, line.name)]


def labelled_among(
    elements: Sequence[ScreenElement], target: Target, scene: Scene
) -> list[ScreenElement]:
    """Return the elements that are called by the label or have it beside them."""
    called = [e for e in elements if is_same(e.name, target.label)]
    if called:
        return called
    texts = [e for e in scene.elements if e.role in LABELS and is_same(e.name, target.label)]
    return [e for e in elements if any(_names(text.box, e, elements) for text in texts)]


def _names(label: Rect, element: ScreenElement, others: Sequence[ScreenElement]) -> bool:
    """Tell whether no other element is nearer to the label than this one."""
    own = label_gap(label, element)
    if own is None:
        return False
    gaps = (label_gap(label, e) for e in others if e is not element)
    return all(gap is None or gap > own for gap in gaps)


def is_labelled_otherwise(element: ScreenElement, target: Target, scene: Scene) -> bool:
    """Tell whether another text names a thing where the recorded label should, which is not there.

    Only for a target with a name of its own: one that is known by its label alone is found by its
    looks or its surroundings where the label was renamed.
    """
    if not (target.label.strip() and target.name.strip()):
        return False
    if _says(element.name, target.label) or _says(element.parent_name, target.label):
        return False
    if any(_says(e.name, target.label) and _may_name(e.box, element) for e in scene.elements):
        return False
    others = (e for e in scene.elements if e.role in LABELS and 0 < len(e.name) <= MAX_CHARS)
    return any(e != element and label_gap(e.box, element) is not None for e in others)


def _says(text: str, label: str) -> bool:
    """Tell whether a text is a label, with or without a remark: `Input file (required)`.

    A remark begins with a sign; what only has a word more (`Input file format`) is another label.
    """
    wanted, there = comparable(label), comparable(text)
    remark = there.removeprefix(wanted).lstrip()
    return bool(wanted) and there.startswith(wanted) and not remark[:1].isalnum()


def _may_name(label: Rect, element: ScreenElement) -> bool:
    """Tell whether a text stands in a line with a thing or over it, however far away, or around it."""
    box = element.box
    is_over = label.y <= box.y and label.x < box.right and box.x < label.right
    return shares_row(label, box) or is_over


Agreement = Literal["agrees", "silent", "contradicts"]
INSCRIBED: Final = frozenset({"button", "toggle", "menu", "menu_item", "tab", "link"})
"""If anything can be read on these, it is their name."""
_AROUND: Final = Rect(0, 0, 240, 120)
"""The neighbourhood of a pixel: a few lines, and what stands beside it."""
_ROUND_IT_PX: Final = 8
"""As far around a box as OCR needs to see its text whole."""
_READ_AROUND_PX: Final = 24
"""More of the surroundings, for a box that is read alone: lines are found by what parts them."""
_LEAST_READ_PX: Final = 200
"""Least area of a box that text can stand in: two letters of the smallest usual font."""
_LEAST_LETTERS: Final = 2
_SURELY_READ: Final = 0.8
"""Confidence from which a reading may speak against a picture; OCR tells what is 0.5 sure."""


def role_at(things: Iterable[ScreenElement], recorded: str) -> Agreement:
    """Tell whether what stands at a pixel may be what has the recorded role."""
    roles = [e.role for e in things]
    if not roles or not recorded:
        return "silent"
    if any(is_kin(role, recorded) for role in roles):
        return "agrees"
    return "contradicts" if recorded in THINGS else "silent"


@dataclass(frozen=True, slots=True)
class Said:
    """What the tree and OCR say of a pixel."""

    role: Agreement
    name: Agreement
    """`contradicts`: what stands there has another name than the recorded one."""
    element: ScreenElement | None
    """The thing of the tree that the pixel belongs to, where its role agrees."""


class Witnesses:
    """Asked by the lower rungs of one search about pixels that they have found."""

    def __init__(self, target: Target, scene: Scene) -> None:
        self._target = target
        self._scene = scene
        self._row = Row.of(target, scene)

    @property
    def names(self) -> tuple[str, ...]:
        """What the target is called in the tree: its name, or if it has none what is written on it."""
        return (self._target.name,) if self._target.name.strip() else self.inscriptions

    @property
    def inscriptions(self) -> tuple[str, ...]:
        """What may be written on the target itself."""
        return inscriptions(self._target)

    def is_where_it_was(self, box: Rect, element: ScreenElement | None) -> bool:
        """Tell whether neither container nor label nor row speak against what is in a box."""
        if not self._is_within(element):
            return False
        if element is not None and is_labelled_otherwise(element, self._target, self._scene):
            return False
        return not self._row or self._row.holds(box, element.parent_name if element else "")

    def _is_within(self, element: ScreenElement | None) -> bool:
        """Tell whether the tree does not put the element into another container."""
        wanted = comparable(self._target.within)
        if not wanted or element is None or wanted in comparable(self._target.window):
            return True
        return not element.parent_name or is_same(element.parent_name, wanted)

    def of(self, point: ScreenPoint) -> Said:
        """Return what the tree says of a pixel.

        A tree that tells of others of the recorded role, or of what stands around the pixel, but
        of nothing there, denies it.
        """
        things = things_at(self._scene.elements, point)
        role = role_at(things, self._target.role)
        if role == "silent" and (self._knows_role or self._knows_around(point)):
            role = "contradicts"
        kin = [e for e in things if is_kin(e.role, self._target.role)]
        element = kin[0] if kin and role != "contradicts" else None
        return Said(role, self._name(kin), element)

    @cached_property
    def _knows_role(self) -> bool:
        role = self._target.role
        return bool(role) and any(e.role == role for e in self._scene.elements)

    def _knows_around(self, point: ScreenPoint) -> bool:
        if not self._target.role:
            return False
        around = _AROUND.around(point)
        return any(e.box.intersection(around).area for e in things_of(self._scene.elements))

    def _name(self, things: list[ScreenElement]) -> Agreement:
        named = [e.name for e in things if e.name]
        if not named or not self.names:
            return "silent"
        same = any(is_same(name, own) for name in named for own in self.names)
        return "agrees" if same else "contradicts"

    def reads(self, box: Rect) -> Agreement:
        """Tell whether OCR reads the target's text in a box, and nowhere else in its row or window."""
        if not self.inscriptions:
            return "silent"
        inside = [x for x in self._scene.lines if box.grown(_ROUND_IT_PX).contains(x.box.center)]
        if not inside:
            was_read = bool(self._target.text.strip() and self._scene.lines)
            return "contradicts" if was_read else "silent"
        read = [" ".join(x.name for x in inside), *(x.name for x in inside)]
        if not any(self._is_inscription(text) for text in read):
            return "contradicts"
        others = (x for x in self._scene.lines if x not in inside)
        doubles = (x for x in others if self._is_inscription(x.name))
        return "contradicts" if any(self._row_holds(x.box) for x in doubles) else "agrees"

    def reads_other(self, box: Rect) -> str:
        """Return what OCR reads in a box if it says something else than the target; else empty.

        A thing on which nothing is written, or nothing that was recorded, is not denied: an icon's
        name stands nowhere on it, and what a field holds changes.
        """
        if not self._denied_by or box.area < _LEAST_READ_PX:
            return ""
        lines = self._scene.lines_in(box.grown(_READ_AROUND_PX))
        inside = [x for x in lines if box.contains(x.box.center) and x.confidence >= _SURELY_READ]
        read = " ".join(x.name for x in inside)
        if sum(c.isalnum() for c in read) < _LEAST_LETTERS:
            return ""
        texts = (read, *(x.name for x in inside))
        is_other = all(is_other_reading(own, text) for own in self._denied_by for text in texts)
        return read if is_other else ""

    @cached_property
    def _denied_by(self) -> tuple[str, ...]:
        """What one of has to stand on the target, wherever anything does."""
        target = self._target
        if not target.text.strip() and target.role not in INSCRIBED:
            return ()
        return self.inscriptions

    def _is_inscription(self, text: str) -> bool:
        return any(is_same_reading(own, text) for own in self.inscriptions)

    def _row_holds(self, box: Rect) -> bool:
        return not self._row or self._row.holds(box)

    def votes(self, point: ScreenPoint, zoom: float) -> Votes:
        """Return which landmarks agree on a pixel, by the tree if it knows two of them."""
        by_tree = landmark_votes.votes(self.told, point, zoom)
        if len(self.told) >= 2 or not self._target.near:
            return by_tree
        return landmark_votes.votes(self.read, point, zoom)

    @cached_property
    def told(self) -> Sight:
        """Landmarks that the tree knows."""
        return landmark_votes.by_tree(self._target, self._scene)

    @cached_property
    def read(self) -> Sight:
        """Landmarks that OCR reads in the window."""
        return landmark_votes.by_reading(self._target, self._scene)
