"""How a target is found again: what a recording or a compiled run knew of it just before it was pressed.

Recording knows the whole tree of that moment (`recorded_target`), compiling what the record of a run has
kept (`run_target`); `with_picture` adds a picture. What a place alone would be is never enough, so the
caller asks `has_evidence` of what comes out. Nothing of what fields hold is kept. Boxes are device pixels
of the desktop.
"""

import io
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import msgspec
import numpy as np

from automation.core.geometry import Rect, ScreenPoint
from automation.core.hand_events import Context
from automation.core.observation import Frame, ScreenElement, WindowInfo
from automation.macros.checks import has_evidence
from automation.macros.macro import Box, Landmark, Place, Target
from automation.macros.names import image_path
from automation.macros.titles import pattern_of, seen_text, short, title_pattern
from automation.screen.field_labels import nearest_label
from automation.screen.folding import comparable, is_same, is_same_reading
from automation.screen.roles import (
    CELLS,
    CONTAINERS,
    HOLDERS,
    LINES,
    ROWS,
    hides_text,
    holds_text,
    without_contents,
)
from automation.screen.rows import (
    MOST_MARKS,
    Mark,
    cells_of,
    in_row,
    is_cut,
    is_in_row,
    is_steady,
    level_first,
    nearest_on_each_side,
    parts_of,
    shares_row,
)

READ_AROUND: Final = Rect(0, 0, 640, 280)
"""How much of the picture is read around a press: a form's labels, the cells of a row."""
_ROUND_IT_PX: Final = 6
_TRAILING: Final = " :*"
MOST_CELLS: Final = 3
"""Texts of a row that are written."""


def text_on(lines: Sequence[ScreenElement], box: Rect | None, point: ScreenPoint) -> str:
    """Return what can be read on a thing, or at the pixel where no thing is known."""
    if box is not None:
        inside = [line.name for line in lines if box.grown(2).contains(line.box.center)]
        return seen_text(" ".join(inside)) if len(inside) <= 2 else ""
    here = [x.name for x in lines if x.box.grown(_ROUND_IT_PX).contains(point)]
    return seen_text(here[0]) if len(here) == 1 else ""


def _landmarks_read(
    lines: Sequence[ScreenElement], box: Rect, point: ScreenPoint, typed: Collection[str]
) -> tuple[Landmark, ...]:
    """Return the steady texts that can be read around a target, as a compiled macro writes them."""
    marks = (m for m in level_first(lines, box, point, typed) if seen_text(m.text))
    return tuple(
        _landmark(seen_text(m.text).rstrip(_TRAILING), m, point) for m in islice(marks, MOST_MARKS)
    )


def _landmark(text: str, mark: Mark, point: ScreenPoint) -> Landmark:
    dx, dy = point.x - mark.middle.x, point.y - mark.middle.y
    return Landmark(text=text, side=mark.side, dx=dx, dy=dy)


SIZE_PX: Final = (160, 64)
"""Enough of the surroundings to tell a thing from its like, little enough to move with it."""
_LEAST_PX: Final = (24, 16)
_FLAT_LEVELS: Final = 8
"""A picture with less contrast in it is found everywhere."""


@dataclass(frozen=True, slots=True)
class Crop:
    """A picture of a target."""

    png: bytes
    press: tuple[int, int]
    """The pixel of it that was pressed."""


def crop_around(
    frame: Frame, point: ScreenPoint, area: Rect | None, masked: Sequence[Rect] = ()
) -> Crop | None:
    """Return the picture around a pixel, kept inside of an area; None where none is worth having.

    Args:
        area: the window or menu that was pressed: what lies beside it does not move with it. None
            cuts from the whole picture.
        masked: parts of the picture that were painted over; nothing is cut from them.
    """
    shown = frame.rect if area is None else frame.rect.intersection(area)
    if not shown.contains(point):
        return None
    width, height = min(SIZE_PX[0], shown.w), min(SIZE_PX[1], shown.h)
    if width < _LEAST_PX[0] or height < _LEAST_PX[1]:
        return None
    x = max(shown.x, min(point.x - width // 2, shown.right - width))
    y = max(shown.y, min(point.y - height // 2, shown.bottom - height))
    rect = Rect(x, y, width, height)
    if any(part.intersection(rect).area for part in masked):
        return None
    part = frame.crop(rect)
    if np.ptp(part.pixels[:, :, :3]) < _FLAT_LEVELS:
        return None
    return Crop(png(part), (point.x - x, point.y - y))


def png(frame: Frame) -> bytes:
    """Return the file of a picture."""
    from PIL import Image  # noqa: PLC0415 - who only reads steps needs none

    out = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(frame.pixels[:, :, 2::-1])).save(out, "PNG")
    return out.getvalue()


_MOST_SIDE_PX: Final = 100_000
_MOST_PX: Final = 2**31


@dataclass(frozen=True, slots=True)
class Described:
    """A target and the picture that it names."""

    target: Target
    picture: bytes | None = None
    """The PNG file for `target.image`; None when it names none."""


def with_picture(
    context: Context, target: Target, *, area: Rect | None = None, masked: Sequence[Rect] = ()
) -> Described:
    """Return how the thing at a place is found again, with its picture where that may be kept.

    Args:
        target: what is known of it, of `recorded_target` or `run_target`.
        area: of the menu or list that was pressed; None for the window itself.
    """
    element, window, point = context.element, context.window, context.point
    is_holder = target.role in HOLDERS or holds_text(element)
    if context.frame is None or hides_text(element) or (is_holder and has_evidence(target)):
        return Described(target)
    if area is None and window is not None and window.rect.contains(point):
        area = window.rect
    crop = crop_around(context.frame, point, area, masked)
    if crop is None:
        return Described(target)
    path = image_path(crop.png, target.name or target.label or target.text)
    return Described(msgspec.structs.replace(target, image=path, press=crop.press), crop.png)


def around(point: ScreenPoint) -> Rect:
    """Return the box of a thing of which nothing but the pixel is known."""
    return Rect(point.x - 1, point.y - 1, 2, 2)


def place_of(box: Rect, context: Context) -> Place | None:
    """Return where a thing was; None where its window is not known, or is where no screen is."""
    window, point = context.window, context.point
    if window is None:
        return None
    client = window.rect
    inside = _box(Rect(box.x - client.x, box.y - client.y, box.w, box.h))
    whole = _box(client)
    if inside is None or whole is None or not box.contains(point):
        return None
    scale = context.scale if 0 < context.scale <= 16 else 1.0
    press = (point.x - box.x, point.y - box.y)
    return Place(box=inside, window=whole, scale=scale, press=press)


def _box(rect: Rect) -> Box | None:
    is_sound = 1 <= rect.w <= _MOST_SIDE_PX and 1 <= rect.h <= _MOST_SIDE_PX
    is_near = max(abs(rect.x), abs(rect.y)) < _MOST_PX
    return Box(x=rect.x, y=rect.y, w=rect.w, h=rect.h) if is_sound and is_near else None


def run_target(
    context: Context, *, typed: Collection[str] = (), about: str = "", row: tuple[str, ...] = ()
) -> Target:
    """Return how the thing at a place of a run is found again; nothing of what fields hold is part of it."""
    element, window, point = context.element, context.window, context.point
    things = context.elements if element is None else (element, *context.elements)
    lines = () if hides_text(element) else without_contents(context.lines, things)
    thing = element or next((x for x in lines if x.box.contains(point)), None)
    box = thing.box if thing is not None else around(point)
    role, name, label = _named(element)
    text = "" if role in HOLDERS else text_on(lines, element.box if element else None, point)
    if element is not None and element.source == "ocr":
        text = seen_text(element.name)
    told_row, within = _around(element, window.title if window is not None else "", typed)
    app = seen_text(window.app) if window is not None else ""
    title = pattern_of(window.title, typed, has_program=bool(app)) if window is not None else ""
    return Target(
        window=title,
        app=app,
        role=role,
        name=name,
        label=label,
        within=within,
        row=told_row or row,
        text=text,
        near=_landmarks_read(lines, box, point, typed),
        place=place_of(box, context),
        about=seen_text(about),
    )


def _named(element: ScreenElement | None) -> tuple[str, str, str]:
    """Return role, name and label; a drop-down is not called by its present choice."""
    if element is None or element.source != "tree":
        return "", "", ""
    role, name = seen_text(element.role), seen_text(element.name)
    return (role, "", seen_text(element.label)) if element.label else (role, name, "")


def _around(
    element: ScreenElement | None, title: str, typed: Collection[str]
) -> tuple[tuple[str, ...], str]:
    """Return the texts of the row that a thing stands in, else the name of its container."""
    if element is None or not element.parent_name:
        return (), ""
    cells = cells_of(element.parent_name)
    is_row = len(cells) > 1 and (element.role == "cell" or element.name.strip() in cells)
    if not is_row:
        name = seen_text(element.parent_name)
        is_data = any(text and text in element.parent_name for text in typed)
        return (), "" if is_data or is_same(element.parent_name, title) else name
    if is_cut(element.parent_name):
        cells.pop()
    others = [cell for cell in cells if cell and cell != element.name.strip()]
    worded = [cell for cell in others if any(char.isalpha() for char in cell)] or others
    return tuple(text for cell in worded[:MOST_CELLS] if (text := seen_text(cell))), ""


REACH_PX: Final = 280
"""How far above and below the others of a column are looked for: some ten rows each way."""
_SURE: Final = 0.9
"""Confidence below which a cell may be misread; a row is told by the others then."""


def has_doubles(name: str, box: Rect, lines: Sequence[ScreenElement]) -> bool:
    """Tell whether the same name stands above or below a thing, in the same column."""
    return bool(_doubles(name, box, _cells(lines)))


def read_row_of(name: str, box: Rect, lines: Sequence[ScreenElement]) -> tuple[str, ...]:
    """Return the texts beside a thing that tell it from its doubles, the most telling first.

    After the most telling one come the nearest: the further a text stands off, the less says that it
    is of the same row.
    """
    cells = _cells(lines)
    doubles = [cell.box for cell in _doubles(name, box, cells)]
    times = Counter(comparable(cell.name) for cell in cells)
    beside = [
        cell
        for cell in in_row(box, doubles, cells)
        if cell.confidence >= _SURE
        and times[comparable(cell.name)] <= len(doubles)
        and seen_text(cell.name)
    ]
    if not beside:
        return ()
    first = min(beside, key=lambda cell: (times[comparable(cell.name)], cell.box.x))
    beside.sort(key=lambda cell: times[comparable(cell.name)])
    names = dict.fromkeys(seen_text(cell.name) for cell in (first, *beside))
    return tuple(names)[:MOST_CELLS]


def _cells(lines: Sequence[ScreenElement]) -> list[ScreenElement]:
    parts = (part for line in lines for part in parts_of(line))
    return [part for part in parts if any(char.isalnum() for char in part.name)]


def _doubles(name: str, box: Rect, cells: Sequence[ScreenElement]) -> list[ScreenElement]:
    return [
        cell
        for cell in cells
        if is_same_reading(name, cell.name)
        and not shares_row(cell.box, box)
        and box.x < cell.box.right
        and cell.box.x < box.right
    ]


_ROW_TEXTS: Final = LINES | CELLS
_MOST_ROW_TEXTS: Final = 2


def row_of(element: ScreenElement, others: Sequence[ScreenElement]) -> tuple[str, ...]:
    """Return texts that tell the row of a thing from other rows, the most telling first.

    A text that is there once tells more than one that every row has. It is never kept alone where
    the row says more: another row may name it in another column. The other one is the nearest of
    the most telling: what stands further off may be a menu's, whose lines do not go with the rows.
    """
    texts = [e for e in others if e.role in _ROW_TEXTS and e.name]
    beside = [e for e in _of_row(element, texts, others) if e.name != element.name]
    if not beside:
        return ()
    times = Counter(e.name for e in texts)
    first = min(beside, key=lambda e: (times[e.name], e.box.x)).name
    names = dict.fromkeys(e.name for e in sorted(beside, key=lambda e: times[e.name]))
    rest = (name for name in names if name != first and is_steady(name))
    return (first, *rest)[:_MOST_ROW_TEXTS]


def _of_row(
    element: ScreenElement, texts: Sequence[ScreenElement], others: Sequence[ScreenElement]
) -> list[ScreenElement]:
    """Return the texts of the row of a thing: as the tree tells it, else by their columns."""
    box = element.box
    around = (e for e in others if e.role in ROWS and e.box.contains(box.center) and e != element)
    row = min(around, key=lambda e: e.box.area, default=None)
    if row is not None:
        return [e for e in texts if row.box.contains(e.box.center)]
    kind = (element.role, element.name)
    twins = [e.box for e in others if (e.role, e.name) == kind and e != element]
    beside = in_row(box, twins, texts)
    named = [e for e in beside if is_in_row(e.name, element.parent_name)]
    return named or beside


_CONTAINERS: Final = CONTAINERS | {"document", "terminal"}
"""A press on one of these was meant for something in it; recordings read a page as one too."""
_CUT_PX: Final = 6
"""A text that ends nearer than this to the edge of the picture may go on beyond it."""


def recorded_target(context: Context) -> Target:
    """Return how the thing at a place of a recording is found again; nothing of what fields hold is part of it."""
    element = _thing(context)
    things = context.elements if context.element is None else (context.element, *context.elements)
    lines = without_contents(context.lines, things)
    line = _line(context, element, lines)
    window = context.window
    name = short(element.name) if element else ""
    box = element.box if element else line.box if line else around(context.point)
    row = _row(context, element, line, lines)
    return Target(
        window=title_pattern(window.title) if window else "",
        app=short(window.app) if window else "",
        role=element.role if element else "",
        name=name,
        label=short(nearest_label(element, context.elements)) if element and not name else "",
        within=_within(element, window, context, has_row=bool(row)),
        row=row,
        text=short(line.name) if line else "",
        near=tuple(_marks(context, box, lines)),
        place=place_of(box, context),
    )


def container(context: Context) -> Target | None:
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
        place=place_of(element.box, context),
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


def _row(
    context: Context,
    element: ScreenElement | None,
    line: ScreenElement | None,
    lines: Sequence[ScreenElement],
) -> tuple[str, ...]:
    """Return the texts that tell one of many from the others, by the tree or as they are read."""
    if element is not None:
        texts = row_of(element, context.elements) if _is_one_of_many(element, context) else ()
        return tuple(short(text) for text in texts)
    if line is None:
        return ()
    return read_row_of(line.name, line.box, [x for x in lines if _is_whole(x, context)])


def _is_whole(line: ScreenElement, context: Context) -> bool:
    """Tell whether a line does not end where the picture was cut: half a name is another name."""
    if context.frame is None or context.window is None:
        return True
    seen, window = context.frame.rect, context.window.rect
    is_cut_left = line.box.x - seen.x < _CUT_PX and seen.x > window.x
    is_cut_right = seen.right - line.box.right < _CUT_PX and seen.right < window.right
    return not (is_cut_left or is_cut_right)


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
        (e.name, e.box) for e in context.elements if e.role in LINES | {"button"}
    ]
    for mark in nearest_on_each_side(texts, anchor):
        yield _landmark(short(mark.text), mark, context.point)
