"""The roles of the accessibility tree by what they mean: what labels, what holds text, what is in one of two states.

A set that only one module asks for stands in that module; one that several mean is named here.
"""

from collections.abc import Container, Iterable, Iterator
from typing import Final

from automation.core.geometry import ScreenPoint
from automation.core.observation import ScreenElement

LABELS: Final = frozenset({"label", "text", "heading"})
"""Texts that stand beside or above things and name them."""
LINES: Final = LABELS | {"link"}
"""Texts that stand in rows."""
TITLES: Final = LABELS
"""The same texts where they stand over a part of a page and say what is in it."""
BOXES: Final = frozenset({"checkbox", "radio"})
"""What has its words on its right, and shows whether it is on."""
TWO_STATES: Final = BOXES | {"toggle"}
BUTTONS: Final = frozenset({"button", "toggle"})
ON_AND_OFF: Final = TWO_STATES | {"menu_item"}
"""What may be switched on; only some buttons and entries can."""
TABLES: Final = frozenset({"list", "table", "tree"})
"""What shows its entries in rows."""
ROWS: Final = frozenset({"row", "list_item", "tree_item"})
"""What holds the cells of one row, or is one."""
CELLS: Final = frozenset({"cell", "row_header"})
LISTED: Final = frozenset({"list_item", "tree_item", "cell", "icon"})
"""Entries of lists, tables and folders; their names may be edited in place."""
CONTAINERS: Final = TABLES | frozenset(
    {"window", "group", "dialog", "toolbar", "tab_list", "menu_bar", "row", "panel"}
)
"""A press on one of these was meant for something in it that the tree does not tell."""
MENU_ENTRIES: Final = frozenset({"menu", "menu_item"})
PICTURES: Final = frozenset({"icon", "image"})
NUMBERS: Final = frozenset({"slider", "spinner"})
"""What stands at a number that can be set."""
SHORT_FIELDS: Final = frozenset({"field", "spinner"})
"""Of one line, where no state says otherwise."""
TYPED_FIELDS: Final = frozenset({"field", "password", "spinner", "terminal"})
"""What text is typed into; an editable drop-down says so by its state."""
VALUE_FIELDS: Final = frozenset({"field", "spinner", "combo"})
"""What tells what it holds."""
BESIDE_LABELS: Final = VALUE_FIELDS | {"slider"}
"""What is called by the text beside it where only a picture tells of it."""
FORM_FIELDS: Final = VALUE_FIELDS | {"password"}
NAMED_FIELDS: Final = frozenset({"field", "combo", "password"})
"""What people fill in by its label."""
PLAIN_FIELDS: Final = frozenset({"field", "combo"})
"""Of them what shows what was entered."""
ENTRIES: Final = FORM_FIELDS | {"terminal"}
"""What holds nothing but what somebody entered; a document holds pages and buttons too."""
INPUTS: Final = ENTRIES | {"slider"}
HOLDERS: Final = INPUTS | {"document"}
"""What can be read on these is what they hold."""
THINGS: Final = frozenset(
    {"button", "toggle", "checkbox", "radio", "field", "password", "combo", "menu", "menu_item",
     "tab", "link", "list_item", "tree_item", "cell", "slider", "spinner", "icon", "label", "text",
     "heading", "column_header", "row_header", "tooltip", "status", "progress", "scrollbar"}
)  # fmt: skip
"""Roles of single things; the others hold things and say nothing of a pixel."""
_KIN: Final = (
    BUTTONS,
    frozenset({"checkbox", "toggle"}),
    LISTED,
    LABELS,
    MENU_ENTRIES,
    PLAIN_FIELDS,
    PICTURES,
    frozenset({"row_header", "column_header"}),
)
"""Toolkits and their versions call the same thing by one or the other."""


def hides_text(element: ScreenElement | None) -> bool:
    """Tell whether a thing hides what it holds: nothing at all of what it shows may be kept."""
    return element is not None and (element.role == "password" or "secret" in element.states)


def holds_text(element: ScreenElement | None) -> bool:
    """Tell whether what can be read on a thing is what somebody entered."""
    if element is None:
        return False
    return element.role in ENTRIES or "editable" in element.states or hides_text(element)


def without_contents(
    lines: Iterable[ScreenElement], elements: Iterable[ScreenElement]
) -> tuple[ScreenElement, ...]:
    """Return the lines of text that are not read on what somebody entered.

    What things hold is the user's: it changes, it may be private, and it tells nothing of the thing.
    """
    holders = [e.box for e in elements if holds_text(e)]
    return tuple(x for x in lines if not any(box.contains(x.box.center) for box in holders))


def is_short_entry(element: ScreenElement) -> bool:
    """Tell whether selecting all of it selects one line of text and nothing else.

    In a table that would be every cell, in a terminal the cursor jumps, and a text of many lines
    is something that people add to.
    """
    is_entry = element.role in SHORT_FIELDS or (
        element.role == "combo" and "editable" in element.states
    )
    return is_entry and "multi_line" not in element.states


def is_kin(role: str, recorded: str) -> bool:
    """Tell whether a role is the recorded one or another word for it; any when none is recorded."""
    if not recorded or role == recorded:
        return True
    return any(role in kin and recorded in kin for kin in _KIN)


def things_at(elements: Iterable[ScreenElement], point: ScreenPoint) -> list[ScreenElement]:
    """Return the single things whose box holds the pixel, smallest first."""
    hit = (e for e in things_of(elements) if e.box.contains(point))
    return sorted(hit, key=lambda e: e.box.area)


def things_of(elements: Iterable[ScreenElement]) -> Iterator[ScreenElement]:
    """Yield the single things among the elements."""
    return (e for e in elements if e.role in THINGS)


def is_part_of_field(element: ScreenElement, fields: Container[str]) -> bool:
    """Tell whether a control is a part of one of some fields, as a browser names it: `Year Delivery` in `Delivery`."""
    whole = element.parent_name.strip()
    return whole in fields and element.name.endswith(f" {whole}")
