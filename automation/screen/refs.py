"""Short names for what can be used on the screen: `e14` from the tree, `o3` read from the picture.

A model, the command line and other programs aim by them, so that a target is one of the things that are
there or nothing. An element keeps its name from look to look; a name is never given twice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.screen.folding import comparable
from automation.screen.roles import LABELS, NUMBERS, TABLES, TWO_STATES, TYPED_FIELDS

Operation = Literal["press", "type", "set", "choose", "on", "off", "open", "close", "scroll"]
"""`set` gives a number's box or a slider its value; `open` and `close` are for folds and tree items."""

SAME_PLACE_PX: Final = 12
"""How far a text that was read from the picture may have moved and be the same text."""

_PRESSED: Final = frozenset(
    {"button", "toggle", "radio", "menu", "menu_item", "tab", "link", "list_item", "tree_item",
     "cell", "icon", "column_header", "row_header", "field", "combo", "password"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of a look: an element, its name, and what may be done with it."""

    ref: str
    element: ScreenElement
    operations: tuple[Operation, ...] = ()
    """Empty for a text, which is only read."""
    group: str = ""
    """The words that tell it from its like: its row, or what it stands in."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What one look gives, in reading order, the window in front alone and its popups first."""

    items: tuple[Listed, ...]
    omitted: int = 0
    """How many more things there are that are not listed."""

    def __iter__(self) -> Iterator[Listed]:
        return iter(self.items)

    def get(self, ref: str) -> Listed | None:
        """Return what a living name stands for; None for a stale one."""
        return next((one for one in self.items if one.ref == ref), None)


@dataclass(slots=True)
class RefBook:
    """Gives names and knows those that were given. One a run, and one that the command line keeps."""

    given: dict[str, ScreenElement] = field(default_factory=dict)
    """By name, as last seen."""

    def listing(
        self, elements: Sequence[ScreenElement], texts: Sequence[ScreenElement] = ()
    ) -> Listing:
        """Return the listing of what the tree tells and, where it is silent, of texts read by OCR."""
        items = [
            Listed(self._ref(element), element, operations_of(element), element.parent_name)
            for element in (*elements, *texts)
            if operations_of(element) or element.role in LABELS
        ]
        return Listing(tuple(items))

    def _ref(self, element: ScreenElement) -> str:
        known = next((ref for ref, one in self.given.items() if is_same(one, element)), None)
        letter = "o" if element.source == "ocr" else "e"
        ref = known or f"{letter}{1 + sum(name[0] == letter for name in self.given)}"
        self.given[ref] = element
        return ref


def operations_of(element: ScreenElement) -> tuple[Operation, ...]:
    """Return what may be done with an element; nothing with one that is greyed out."""
    role, states = element.role, element.states
    if element.source == "ocr":
        return ("press",)
    if "enabled" not in states:
        return ()
    found: list[Operation] = []
    if role in TYPED_FIELDS and role != "password" and "read_only" not in states:
        found.append("set" if role in NUMBERS else "type")
    elif role in NUMBERS:
        found.append("set")
    if role == "combo":
        found.append("choose")
    if role in TWO_STATES or (role == "menu_item" and "checkable" in states):
        found += ["on", "off"]
    if states & {"expandable", "expanded"} and role != "combo":
        found += ["open", "close"]
    if role in TABLES or role == "document":
        found.append("scroll")
    if role in _PRESSED:
        found.insert(0, "press")
    return tuple(found)


def is_same(one: ScreenElement, other: ScreenElement) -> bool:
    """Tell whether two looks saw the same thing: one object of the tree, or one text in its place."""
    if one.handle is not None or other.handle is not None:
        return one.handle == other.handle and one.role == other.role
    return (
        one.source == other.source
        and comparable(one.name) == comparable(other.name)
        and _is_near(one.box, other.box)
    )


def _is_near(one: Rect, other: Rect) -> bool:
    first, second = one.center, other.center
    return max(abs(first.x - second.x), abs(first.y - second.y)) <= SAME_PLACE_PX
