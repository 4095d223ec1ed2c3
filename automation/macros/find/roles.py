"""What roles tell: the same kind of thing, a contradiction at a pixel, what is written on a thing.

What things hold is the user's: it changes, it may be private, and it tells nothing of the thing.

Fields whose whole content is one short answer.
"""

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from automation.core.geometry import ScreenPoint
from automation.core.observation import ScreenElement
from automation.macros.macro import Target

HOLDERS: Final = frozenset(
    {"field", "password", "combo", "spinner", "slider", "terminal", "document"}
)
"""What can be read on these is what they hold."""
_TEXTS: Final = frozenset({"field", "password", "combo", "spinner", "terminal"})
"""Of them those that hold nothing but what somebody entered; a document holds pages and buttons too."""


def is_secret(element: ScreenElement | None) -> bool:
    """Tell whether nothing at all of what a thing shows may be kept."""
    return element is not None and (element.role == "password" or "secret" in element.states)


def holds_text(element: ScreenElement | None) -> bool:
    """Tell whether what can be read on a thing is what somebody entered."""
    if element is None:
        return False
    return element.role in _TEXTS or "editable" in element.states or is_secret(element)


def without_contents(
    lines: Iterable[ScreenElement], elements: Iterable[ScreenElement]
) -> tuple[ScreenElement, ...]:
    """Return the lines of text that are not read on what somebody entered."""
    holders = [e.box for e in elements if holds_text(e)]
    return tuple(x for x in lines if not any(box.contains(x.box.center) for box in holders))


_SHORT: Final = frozenset({"field", "spinner"})


def is_short_entry(element: ScreenElement) -> bool:
    """Tell whether selecting all of it selects one line of text and nothing else.

    In a table that would be every cell, in a terminal the cursor jumps, and a text of many lines
    is something that people add to.
    """
    is_entry = element.role in _SHORT or (element.role == "combo" and "editable" in element.states)
    return is_entry and "multi_line" not in element.states


Agreement = Literal["agrees", "silent", "contradicts"]

_KIN: Final = (
    frozenset({"button", "toggle"}),
    frozenset({"checkbox", "toggle"}),
    frozenset({"list_item", "tree_item", "cell", "icon"}),
    frozenset({"label", "text", "heading"}),
    frozenset({"menu", "menu_item"}),
    frozenset({"combo", "field"}),
    frozenset({"image", "icon"}),
    frozenset({"row_header", "column_header"}),
)
"""Toolkits and their versions call the same thing by one or the other."""
_THINGS: Final = frozenset(
    {"button", "toggle", "checkbox", "radio", "field", "password", "combo", "menu", "menu_item",
     "tab", "link", "list_item", "tree_item", "cell", "slider", "spinner", "icon", "label", "text",
     "heading", "column_header", "row_header", "tooltip", "status", "progress", "scrollbar"}
)  # fmt: skip
"""Roles of single things; the others hold things and say nothing of a pixel."""
_HOLDERS: Final = frozenset({"field", "password", "combo", "spinner", "slider", "terminal"})
"""What can be read on these is what they hold; their names stand beside them."""
_MARKS: Final = frozenset({"checkbox", "radio", "icon", "image"})
"""The names of these may stand on them or beside them."""
INSCRIBED: Final = frozenset({"button", "toggle", "menu", "menu_item", "tab", "link"})
"""If anything can be read on these, it is their name."""
ROW_LIKE: Final = frozenset({"row", "list_item", "tree_item"})
CELLS: Final = frozenset({"cell", "row_header"})
LABELS: Final = frozenset({"label", "text", "heading", "link"})


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
    return (e for e in elements if e.role in _THINGS)


def role_at(things: Iterable[ScreenElement], recorded: str) -> Agreement:
    """Tell whether what stands at a pixel may be what has the recorded role."""
    roles = [e.role for e in things]
    if not roles or not recorded:
        return "silent"
    if any(is_kin(role, recorded) for role in roles):
        return "agrees"
    return "contradicts" if recorded in _THINGS else "silent"


def inscriptions(target: Target) -> tuple[str, ...]:
    """Return what may be written on the target itself; nothing for a field, since that changes.

    A single sign is left out: OCR takes a slash for a one.
    """
    if target.role in _HOLDERS:
        return ()
    texts = (target.text,) if target.role in _MARKS else (target.text, target.name)
    return tuple(dict.fromkeys(text for text in texts if len(text.strip()) > 1))
