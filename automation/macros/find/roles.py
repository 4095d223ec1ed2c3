"""What roles tell: the same kind of thing, a contradiction at a pixel, what is written on a thing."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from automation.core.geometry import ScreenPoint
from automation.core.observation import ScreenElement
from automation.macros.macro import Target
from automation.screen.roles import (
    BOXES,
    BUTTONS,
    INPUTS,
    LABELS,
    LISTED,
    MENU_ENTRIES,
    PICTURES,
    PLAIN_FIELDS,
)

Agreement = Literal["agrees", "silent", "contradicts"]

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
_THINGS: Final = frozenset(
    {"button", "toggle", "checkbox", "radio", "field", "password", "combo", "menu", "menu_item",
     "tab", "link", "list_item", "tree_item", "cell", "slider", "spinner", "icon", "label", "text",
     "heading", "column_header", "row_header", "tooltip", "status", "progress", "scrollbar"}
)  # fmt: skip
"""Roles of single things; the others hold things and say nothing of a pixel."""
_MARKS: Final = BOXES | PICTURES
"""The names of these may stand on them or beside them."""
INSCRIBED: Final = frozenset({"button", "toggle", "menu", "menu_item", "tab", "link"})
"""If anything can be read on these, it is their name."""


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
    if target.role in INPUTS:
        return ()
    texts = (target.text,) if target.role in _MARKS else (target.text, target.name)
    return tuple(dict.fromkeys(text for text in texts if len(text.strip()) > 1))
