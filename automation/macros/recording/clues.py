"""From the whole tree of a moment to the clues by which what was pressed then is found again."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement, WindowInfo
from automation.macros.describing import read_rows
from automation.macros.describing.contents import without_contents
from automation.macros.describing.target import Clues, around, place_of
from automation.macros.macro import Landmark, Target
from automation.macros.recording.context import Context
from automation.macros.recording.surroundings import label_of, landmarks, row_of
from automation.macros.recording.written import short, title_pattern

_CONTAINERS: Final = frozenset(
    {"window", "document", "group", "dialog", "toolbar", "list", "table", "tree", "tab_list",
     "menu_bar", "row", "panel", "terminal"}
)  # fmt: skip
"""A press on one of these was meant for something in it that the tree does not tell."""
_CUT_PX: Final = 6
"""A text that ends nearer than this to the edge of the picture may go on beyond it."""


def clues_of(context: Context) -> Clues:
    """Return what is known of the thing at a place; nothing of what fields hold is part of it."""
    element = _thing(context)
    things = context.elements if context.element is None else (context.element, *context.elements)
    lines = without_contents(context.lines, things)
    line = _line(context, element, lines)
    window = context.window
    name = short(element.name) if element else ""
    box = element.box if element else line.box if line else around(context.point)
    row = _row(context, element, line, lines)
    return Clues(
        box=box,
        title=title_pattern(window.title) if window else "",
        app=short(window.app) if window else "",
        role=element.role if element else "",
        name=name,
        label=short(label_of(element, context.elements)) if element and not name else "",
        within=_within(element, window, context, has_row=bool(row)),
        row=row,
        text=short(line.name) if line else "",
        near=tuple(_marks(context, box, lines)),
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
    return read_rows.row_of(line.name, line.box, [x for x in lines if _is_whole(x, context)])


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
        (e.name, e.box)
        for e in context.elements
        if e.role in ("label", "text", "heading", "button", "link")
    ]
    for text, middle, side in landmarks(texts, anchor):
        dx, dy = context.point.x - middle.x, context.point.y - middle.y
        yield Landmark(text=short(text), side=side, dx=dx, dy=dy)
