"""Makes one list of the tree's elements and of the lines that were read on the picture.

A line that the tree knows already is left out; what the tree does not name takes the text that stands
on it.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement

UNEXPLAINED: Final = 0.2
"""Part of a line's letters that may be misread and the line still counts as known."""
SLACK_PX: Final = 4
MAX_LINES_HIGH: Final = 5
_SPEAKING: Final = frozenset({"icon", "button", "toggle", "link"})
"""Roles whose text on the picture is their name and not what they hold."""


def merge(
    elements: Sequence[ScreenElement], lines: Sequence[ScreenElement]
) -> Sequence[ScreenElement]:
    """Return the tree's elements, then the lines that tell something they do not.

    Icons and buttons without a name take the text that stands on them on the picture.
    """
    known = [_named_by_picture(element, lines) for element in elements]
    return [*known, *(line for line in lines if not _is_known(line, known))]


def _named_by_picture(element: ScreenElement, lines: Sequence[ScreenElement]) -> ScreenElement:
    if element.name or element.role not in _SPEAKING:
        return element
    inside = [line.name for line in lines if element.box.contains(line.box.center)]
    if not inside:
        return element
    return replace(element, name=" ".join(inside), description="named by the text on the picture")


def _is_known(line: ScreenElement, known: Sequence[ScreenElement]) -> bool:
    """Tell whether the names of the tree's elements at this place account for the whole line.

    Several of them do when OCR has read neighbours as one line.
    """
    rest = _plain(line.name)
    allowed = len(rest) * UNEXPLAINED
    here = line.box.grown(SLACK_PX)
    names = {
        _plain(e.name) for e in known if here.contains(e.box.center) or _holds(e.box, line.box)
    }
    for name in sorted(names - {""}, key=len, reverse=True):
        if rest in name:
            return True
        rest = rest.replace(name, "", 1)
    return len(rest) <= allowed


def _holds(box: Rect, line: Rect) -> bool:
    """Tell whether a line stands in the box of a widget or file icon, not in that of a page."""
    return box.contains(line.center) and box.h <= MAX_LINES_HIGH * line.h


def _plain(name: str) -> str:
    return "".join(char for char in name.casefold() if char.isalnum()) or name.strip()
