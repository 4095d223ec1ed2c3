"""Makes elements of what a picture shows where a program has no tree: controls, their names and states.

Shapes tell where the controls are and of which kind, the lines that were read tell their names. OCR often
reads neighbours as one line, marks included ("O Bisque x Glost"), so that lines are cut where a control
stands between their words.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from automation.core.geometry import Rect
from automation.core.observation import Frame, ScreenElement, State, WindowInfo
from automation.desktop.elements.drawn_fields import Drawn, Shapes, drawn_controls
from automation.desktop.elements.drawn_marks import Mark, marks

FIELD_STATES: Final[frozenset[State]] = frozenset({"enabled", "editable", "showing"})
SHOWN_STATES: Final[frozenset[State]] = frozenset({"enabled", "showing"})
WORDS_GAP_PX: Final = 18
"""How far right of its mark the words of a box begin at most."""
TOUCHING_PX: Final = 6
"""A sign of a line that ends so near to a frame is that frame."""
NUMBER_PX: Final = 5
"""How much higher and lower than its track a slider counts: numbers and a large knob belong to it."""
_FRAME_SIGNS: Final = "|!lI[](){}\u2014\u2013-_'`.,: "


@dataclass(frozen=True, slots=True)
class OnPicture:
    """What one window shows."""

    controls: tuple[ScreenElement, ...] = ()
    """Boxes and radio buttons by their words; fields, drop-downs and sliders without names."""
    lines: tuple[ScreenElement, ...] = ()
    """The lines of text that are no names of those, cut where a control stands in them."""


def on_picture(frame: Frame, lines: Sequence[ScreenElement], window: WindowInfo) -> OnPicture:
    """Return the controls of a window and its lines of text.

    Args:
        frame: the picture of the window.
        lines: the text read in it, boxes in device pixels.
        window: what the picture is of.
    """
    shapes = Shapes(frame)
    found = marks(frame.pixels, shapes.numbers, shapes.stats)
    placed = [replace(mark, box=shapes.placed(mark.box)) for mark in found]
    drawn = drawn_controls(shapes, [line.box for line in lines])
    cuts = [mark.box for mark in placed] + [d.box for d in drawn if d.kind != "slider"]
    pieces = [piece for line in lines for piece in _cut(line, cuts)]
    boxes: list[ScreenElement] = []
    for mark in placed:
        words = _words_of(mark.box, pieces)
        if words is not None:
            boxes.append(_box(mark, words, window))
            pieces = [piece for piece in pieces if piece is not words]
    return OnPicture(
        (*_without_doubt(boxes), *(_control(d, pieces, window) for d in drawn)), tuple(pieces)
    )


def mark_at(frame: Frame, box: Rect) -> Mark | None:
    """Return the mark that stands at the left of a box on another picture; None where none does."""
    shapes = Shapes(frame)
    found = (
        replace(mark, box=shapes.placed(mark.box))
        for mark in marks(frame.pixels, shapes.numbers, shapes.stats)
    )
    left = Rect(box.x, box.y, box.h + WORDS_GAP_PX, box.h)
    return next((mark for mark in found if left.contains(mark.box.center)), None)


def knob_at(frame: Frame, box: Rect) -> Rect | None:
    """Return the knob of the slider that lies at a box; None where there is none."""
    controls = drawn_controls(Shapes(frame), ())
    found = (d for d in controls if d.kind == "slider" and box.contains(d.box.center))
    return next((d.knob for d in found if d.knob is not None), None)


def _box(mark: Mark, words: ScreenElement, window: WindowInfo) -> ScreenElement:
    states: set[State] = set(SHOWN_STATES)
    if mark.is_on is not None:
        states |= {"checkable", "checked"} if mark.is_on else {"checkable"}
    return ScreenElement(
        words.name, "menu_item" if window.is_popup else mark.kind, mark.box.union(words.box), "ocr",
        frozenset(states), window_id=window.window_id, window_title=window.title,
        confidence=words.confidence,
    )  # fmt: skip


def _without_doubt(boxes: Sequence[ScreenElement]) -> list[ScreenElement]:
    """Return the boxes; where no radio button of a window is on, how theirs look is not understood."""
    radios = [box for box in boxes if box.role == "radio"]
    if any("checked" in box.states for box in radios):
        return list(boxes)
    return [replace(b, states=SHOWN_STATES) if b.role == "radio" else b for b in boxes]


def _control(drawn: Drawn, pieces: Sequence[ScreenElement], window: WindowInfo) -> ScreenElement:
    value = "" if drawn.is_empty and drawn.kind == "field" else None
    if drawn.kind == "combo":
        inside = [p for p in pieces if drawn.box.grown(2).contains(p.box.center)]
        first = min(inside, key=lambda piece: piece.box.x, default=None)
        value = first.name if first is not None else None
    box = drawn.box
    if drawn.kind == "slider":
        box = Rect(box.x, box.y - NUMBER_PX, box.w, box.h + 2 * NUMBER_PX)
    states = FIELD_STATES if drawn.kind in ("field", "spinner") else SHOWN_STATES
    return ScreenElement(
        "", drawn.kind, box, "ocr", states, value,
        window_id=window.window_id, window_title=window.title,
    )  # fmt: skip


def _words_of(mark: Rect, pieces: Sequence[ScreenElement]) -> ScreenElement | None:
    """Return the line that begins right after a mark, in its row."""
    near = [
        piece for piece in pieces
        if mark.center.x < piece.box.x + TOUCHING_PX
        and piece.box.x - mark.right <= WORDS_GAP_PX
        and piece.box.y <= mark.center.y < piece.box.bottom
        and any(c.isalnum() for c in piece.name)
    ]  # fmt: skip
    return min(near, key=lambda piece: piece.box.x, default=None)


def _cut(line: ScreenElement, cuts: Sequence[Rect]) -> list[ScreenElement]:
    """Return the parts of a line between the controls that stand in it, marks themselves left out."""
    box = line.box
    row = sorted(
        (c for c in cuts if c.y <= box.center.y < c.bottom and c.right > box.x and c.x < box.right),
        key=lambda c: c.x,
    )
    if not row or len(line.edges) != len(line.name) + 1:
        return [line]
    parts: list[ScreenElement] = []
    begun = 0
    place: tuple[int, bool] | None = _place(line, 0, row)
    for at in range(1, len(line.name) + 1):
        here = _place(line, at, row) if at < len(line.name) else None
        if here != place:
            parts += _part(line, begun, at, row, place)
            begun, place = at, here
    return parts


def _place(line: ScreenElement, at: int, row: Sequence[Rect]) -> tuple[int, bool]:
    """Return after how many controls a letter stands, and whether it stands in the last of them."""
    middle = (line.edges[at] + line.edges[at + 1]) // 2
    passed = [c for c in row if c.x <= middle]
    return len(passed), bool(passed) and middle < passed[-1].right


def _part(
    line: ScreenElement, start: int, end: int, row: Sequence[Rect], place: tuple[int, bool] | None
) -> list[ScreenElement]:
    passed, is_inside = place or (0, False)
    if is_inside and max(row[passed - 1].w, row[passed - 1].h) <= line.box.h * 1.5:
        return []  # the mark itself, read as a letter
    following = row[passed] if passed < len(row) else None
    while following and not is_inside and end > start + 1:
        # A frame or a mark may be read as a sign that ends a little before it.
        is_mark = following.w <= line.box.h * 1.5
        is_lone = line.name[end - 1] in _FRAME_SIGNS or (is_mark and line.name[end - 2].isspace())
        is_sign = is_lone and line.edges[end] > following.x - TOUCHING_PX
        if not is_sign:
            break
        end -= 1
    while start < end and line.name[start].isspace():
        start += 1
    while end > start and line.name[end - 1].isspace():
        end -= 1
    if start >= end:
        return []
    span = line.span_box(start, end)
    left, right = span.x, span.right
    if passed and not is_inside:
        left = max(left, row[passed - 1].right)
    if following and not is_inside:
        right = min(right, following.x)
    box = Rect(left, span.y, max(1, right - left), span.h)
    edges = line.edges[start : end + 1]
    return [replace(line, name=line.name[start:end], box=box, edges=edges)]
