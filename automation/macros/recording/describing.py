"""How a thing is found again: everything that was known of it just before it was pressed.

What a place alone would be is never enough, so the caller asks `has_evidence` of what comes out.
"""

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
import numpy as np

from automation.core.geometry import Rect
from automation.core.observation import Frame, ScreenElement, WindowInfo
from automation.macros.checks import has_evidence
from automation.macros.describing.contents import holds_text, is_secret, without_contents
from automation.macros.macro import Box, Landmark, Place, Target
from automation.macros.naming import image_path
from automation.macros.recording.context import Context
from automation.macros.recording.surroundings import label_of, landmarks, row_of
from automation.macros.recording.written import short, title_pattern

CROP_PX: Final = (160, 64)
"""Enough around a press to be told apart, little enough to stay the same when things move."""
_FLAT_LEVELS: Final = 8
"""A picture with less contrast in it is found everywhere."""
_MAX_SIDE_PX: Final = 100_000
_CONTAINERS: Final = frozenset(
    {"window", "document", "group", "dialog", "toolbar", "list", "table", "tree", "tab_list",
     "menu_bar", "row", "panel", "terminal"}
)  # fmt: skip
"""A press on one of these was meant for something in it that the tree does not tell."""


@dataclass(frozen=True, slots=True)
class Described:
    """A target and the picture that it names."""

    target: Target
    picture: bytes | None = None
    """The PNG file for `target.image`; None when it names none."""


def describe(context: Context) -> Described:
    """Return how the thing at a place is found again; nothing of what fields hold is kept."""
    element = _thing(context)
    things = context.elements if context.element is None else (context.element, *context.elements)
    lines = without_contents(context.lines, things)
    line = _line(context, element, lines)
    box = element.box if element else line.box if line else None
    window = context.window
    name = short(element.name) if element else ""
    anchor = box or Rect(context.point.x - 1, context.point.y - 1, 2, 2)
    row = row_of(element, context.elements) if element and _is_one_of_many(element, context) else ()
    target = Target(
        window=title_pattern(window.title) if window else "",
        app=short(window.app) if window else "",
        role=element.role if element else "",
        name=name,
        label=short(label_of(element, context.elements)) if element and not name else "",
        within=_within(element, window, context, has_row=bool(row)),
        row=tuple(short(text) for text in row),
        text=short(line.name) if line else "",
        near=tuple(_marks(context, anchor, lines)),
        place=_place(context, anchor),
    )
    is_needless = holds_text(context.element) and has_evidence(target)
    picture, press = (None, None)
    if not (is_needless or is_secret(context.element)):
        picture, press = _crop(context)
    if picture is None:
        return Described(target)
    path = image_path(picture, name or (line.name if line else ""))
    return Described(msgspec.structs.replace(target, image=path, press=press), picture)


def describe_container(context: Context) -> Target | None:
    """Return how the thing that scrolls under a place is found again; None when the tree is silent."""
    element = context.element
    if element is None or not element.role or element.role == "window":
        return None
    window = context.window
    return Target(
        window=title_pattern(window.title) if window else "",
        app=short(window.app) if window else "",
        role=element.role,
        name=short(element.name),
        place=_place(context, element.box),
    )


def _thing(context: Context) -> ScreenElement | None:
    element = context.element
    return element if element is not None and element.role not in _CONTAINERS else None


def _line(
    context: Context, element: ScreenElement | None, lines: Sequence[ScreenElement]
) -> ScreenElement | None:
    """Return the only line of text on the thing, or the one at the place where no thing is known."""
    if element is None:
        return next((x for x in lines if x.box.contains(context.point)), None)
    inside = [x for x in lines if element.box.contains(x.box.center)]
    return inside[0] if len(inside) == 1 else None


def _is_one_of_many(element: ScreenElement, context: Context) -> bool:
    times = Counter((e.role, e.name) for e in context.elements)
    return not element.name or times[(element.role, element.name)] > 1


def _within(
    element: ScreenElement | None, window: WindowInfo | None, context: Context, *, has_row: bool
) -> str:
    """Return the container's name, unless it is the row, the window or the thing itself."""
    if element is None or has_row:
        return ""
    name = element.parent_name
    is_row = any(e.name == name and e.role in ("row", "list_item") for e in context.elements)
    if is_row or name == element.name or (window is not None and name == window.title):
        return ""
    return short(name)


def _marks(context: Context, anchor: Rect, lines: Sequence[ScreenElement]) -> Iterator[Landmark]:
    texts = [(x.name, x.box) for x in lines] or [
        (e.name, e.box)
        for e in context.elements
        if e.role in ("label", "text", "heading", "button", "link")
    ]
    for text, middle, side in landmarks(texts, anchor):
        dx, dy = context.point.x - middle.x, context.point.y - middle.y
        yield Landmark(text=short(text), side=side, dx=dx, dy=dy)


def _place(context: Context, box: Rect) -> Place | None:
    """Return where it was; None when its window is not known."""
    window = context.window
    if window is None:
        return None
    inside, around = _box(box, window.rect.x, window.rect.y), _box(window.rect, 0, 0)
    if inside is None or around is None:
        return None
    press = (context.point.x - box.x, context.point.y - box.y)
    scale = context.scale if 0 < context.scale <= 16 else 1.0
    return Place(box=inside, window=around, scale=scale, press=press)


def _box(rect: Rect, from_x: int, from_y: int) -> Box | None:
    x, y = rect.x - from_x, rect.y - from_y
    is_sound = 1 <= rect.w <= _MAX_SIDE_PX and 1 <= rect.h <= _MAX_SIDE_PX
    is_near = max(abs(x), abs(y)) < 2**31
    return Box(x=x, y=y, w=rect.w, h=rect.h) if is_sound and is_near else None


def _crop(context: Context) -> tuple[bytes | None, tuple[int, int] | None]:
    """Return the picture around the press, kept inside of the window, and the pressed pixel in it."""
    if context.frame is None:
        return None, None
    shown = context.frame.rect
    if context.window is not None:
        shown = shown.intersection(context.window.rect)
    if not shown.contains(context.point):
        shown = context.frame.rect
    if not shown.contains(context.point):
        return None, None
    width, height = min(CROP_PX[0], shown.w), min(CROP_PX[1], shown.h)
    x = max(shown.x, min(context.point.x - width // 2, shown.right - width))
    y = max(shown.y, min(context.point.y - height // 2, shown.bottom - height))
    part = context.frame.crop(Rect(x, y, width, height))
    if np.ptp(part.pixels[:, :, :3]) < _FLAT_LEVELS:
        return None, None
    return png(part), (context.point.x - x, context.point.y - y)


def png(frame: Frame) -> bytes:
    """Return the file of a picture."""
    from PIL import Image  # noqa: PLC0415 - who only reads steps needs none

    out = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(frame.pixels[:, :, 2::-1])).save(out, "PNG")
    return out.getvalue()
