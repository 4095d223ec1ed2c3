"""From what the record of a run kept of a press to the clues by which its target is found again.

What a field holds is never part of them.
"""

import re
from collections.abc import Collection
from typing import Final

from automation.core.observation import ScreenElement
from automation.macros.compile.beside import landmarks, text_on
from automation.macros.describing.contents import HOLDERS, is_secret, without_contents
from automation.macros.describing.seen import seen_text
from automation.macros.describing.target import Clues, around
from automation.macros.describing.titles import pattern_of
from automation.macros.finder.texts import is_same
from automation.macros.recording.context import Context

_BY_LABEL: Final = re.compile(r"named by (?:its label|the label (?:on its left|above it))")
_BESIDE: Final = re.compile(r"beside the label '(.+)'")
"""How the reader says where a field's name comes from (`desktop.elements.naming`)."""
_ROW_NAME_CHARS: Final = 120
"""Names of rows are cut there by the reader: the last cell may be half of one."""
_MOST_CELLS: Final = 3


def clues_of(
    context: Context, *, typed: Collection[str] = (), about: str = "", row: tuple[str, ...] = ()
) -> Clues:
    """Return what is known of a place.

    Args:
        context: what was seen before.
        typed: texts that the run typed: in titles and near texts they are data.
        about: the thing in the words of a model.
        row: texts of its row, for where the tree tells none.
    """
    element, window, point = context.element, context.window, context.point
    things = context.elements if element is None else (element, *context.elements)
    lines = () if is_secret(element) else without_contents(context.lines, things)
    thing = element or next((x for x in lines if x.box.contains(point)), None)
    box = thing.box if thing is not None else around(point)
    role, name, label = _named(element)
    text = "" if role in HOLDERS else text_on(lines, element.box if element else None, point)
    if element is not None and element.source == "ocr":
        text = seen_text(element.name)
    told_row, within = _around(element, window.title if window is not None else "", typed)
    app = seen_text(window.app) if window is not None else ""
    return Clues(
        box=box,
        title=pattern_of(window.title, typed, has_program=bool(app)) if window is not None else "",
        app=app,
        role=role,
        name=name,
        label=label,
        within=within,
        row=told_row or row,
        text=text,
        near=landmarks(lines, box, point, typed),
        about=seen_text(about),
    )


def _named(element: ScreenElement | None) -> tuple[str, str, str]:
    """Return role, name and label; a drop-down is not called by its present choice."""
    if element is None or element.source != "tree":
        return "", "", ""
    role, name = seen_text(element.role), seen_text(element.name)
    if beside := _BESIDE.search(element.description):
        return role, "", seen_text(beside[1])
    if _BY_LABEL.search(element.description):
        return role, "", name
    return role, name, ""


def _around(
    element: ScreenElement | None, title: str, typed: Collection[str]
) -> tuple[tuple[str, ...], str]:
    """Return the texts of the row that a thing stands in, else the name of its container."""
    if element is None or not element.parent_name:
        return (), ""
    cells = [cell.strip() for cell in element.parent_name.split(",")]
    is_row = len(cells) > 1 and (element.role == "cell" or element.name.strip() in cells)
    if not is_row:
        name = seen_text(element.parent_name)
        is_data = any(text and text in element.parent_name for text in typed)
        return (), "" if is_data or is_same(element.parent_name, title) else name
    if len(element.parent_name) >= _ROW_NAME_CHARS:
        cells.pop()
    others = [cell for cell in cells if cell and cell != element.name.strip()]
    worded = [cell for cell in others if any(char.isalpha() for char in cell)] or others
    return tuple(text for cell in worded[:_MOST_CELLS] if (text := seen_text(cell))), ""
