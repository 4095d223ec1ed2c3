"""From what was seen before a press to the target of a step: every evidence that may be kept.

What a field holds is never part of it, and a picture of one is kept only where nothing else tells
what it is.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.macros.checks import has_evidence
from automation.macros.compile.beside import landmarks, text_on
from automation.macros.compile.crops import Crop, crop_around
from automation.macros.compile.titles import pattern_of
from automation.macros.compile.wording import seen_text
from automation.macros.describing.contents import HOLDERS, is_secret, without_contents
from automation.macros.finder.texts import is_same
from automation.macros.macro import Box, Place, Target
from automation.macros.recording.context import Context

_BY_LABEL: Final = re.compile(r"named by (?:its label|the label (?:on its left|above it))")
_BESIDE: Final = re.compile(r"beside the label '(.+)'")
"""How the reader says where a field's name comes from (`desktop.elements.naming`)."""
_ROW_NAME_CHARS: Final = 120
"""Names of rows are cut there by the reader: the last cell may be half of one."""
_MOST_CELLS: Final = 3
_MOST_SIDE_PX: Final = 100_000
_MOST_PX: Final = 2**31


@dataclass(frozen=True, slots=True)
class Described:
    """A target, and the picture that belongs to it."""

    target: Target
    crop: Crop | None = None
    """The target has no path for it yet."""


def describe(
    context: Context,
    *,
    area: Rect | None = None,
    masked: Sequence[Rect] = (),
    typed: Collection[str] = (),
    about: str = "",
    row: tuple[str, ...] = (),
) -> Described:
    """Return the target for a place.

    Args:
        context: what was seen before.
        area: of the menu or list that was pressed; None for the window itself.
        masked: parts of the picture that were painted over.
        typed: texts that the run typed: in titles and near texts they are data.
        about: the thing in the words of a model.
        row: texts of its row, for where the tree tells none.
    """
    element, window, point = context.element, context.window, context.point
    things = context.elements if element is None else (element, *context.elements)
    lines = () if is_secret(element) else without_contents(context.lines, things)
    own_line = next((x for x in lines if x.box.contains(point)), None)
    thing = element or own_line
    box = thing.box if thing is not None else Rect(point.x - 1, point.y - 1, 2, 2)
    role, name, label = _named(element)
    is_holder = role in HOLDERS
    text = "" if is_holder else text_on(lines, element.box if element else None, point)
    if element is not None and element.source == "ocr":
        text = seen_text(element.name)
    told_row, within = _around(element, window.title if window is not None else "", typed)
    app = seen_text(window.app) if window is not None else ""
    target = Target(
        window=pattern_of(window.title, typed, has_program=bool(app)) if window is not None else "",
        app=app,
        role=role,
        name=name,
        label=label,
        within=within,
        row=told_row or row,
        text=text,
        near=landmarks(lines, box, point, typed),
        place=_place(box, point, window.rect, context.scale) if window is not None else None,
        about=seen_text(about),
    )
    is_shown = not is_secret(element) and not (is_holder and has_evidence(target))
    if context.frame is None or window is None or not is_shown:
        return Described(target)
    return Described(target, crop_around(context.frame, point, area or window.rect, masked))


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


def _place(box: Rect, point: ScreenPoint, client: Rect, scale: float) -> Place | None:
    """Return where it was; None where the window system told what no screen has."""
    inner = _box(Rect(box.x - client.x, box.y - client.y, box.w, box.h))
    window = _box(client)
    press = (point.x - box.x, point.y - box.y)
    if inner is None or window is None or not 0 < scale <= 16 or not box.contains(point):
        return None
    place = Place(box=inner, window=window, press=press)
    return place if scale == 1 else msgspec.structs.replace(place, scale=scale)


def _box(rect: Rect) -> Box | None:
    if not (0 < rect.w <= _MOST_SIDE_PX and 0 < rect.h <= _MOST_SIDE_PX):
        return None
    if not (-_MOST_PX <= rect.x < _MOST_PX and -_MOST_PX <= rect.y < _MOST_PX):
        return None
    return Box(x=rect.x, y=rect.y, w=rect.w, h=rect.h)
