"""Finds fields, drop-downs, number boxes and sliders on a picture, where a program shows no tree.

A field is an oblong of one colour, as high as a line, that lies on ground of another colour. What is
written in it leaves most of it as it is. A button that has a colour of its own looks alike: its text
stands in the middle. An arrow in the same frame tells a drop-down, two of them a box for a number. A
slider is a long frame without a text, with one knob on it.

A sheet has letters in a row above it and numbers in a column beside it. Where the middle of a letter and
that of a number meet lies their cell, however wide its column is.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from automation.core.geometry import Rect
from automation.core.observation import Frame, Pixels, ScreenElement
from automation.desktop.elements.drawn_marks import components, edges

MIN_WIDTH_PX: Final = 48
MIN_NUMBER_PX: Final = 18
"""The narrowest oblong that an arrow stands beside: a box for one digit."""
MIN_HEIGHT_PX: Final = 14
MAX_HEIGHT_PX: Final = 64
"""More is a list or a page. One line of text at twice the usual size is about 60 px high."""
FILLED: Final = 0.6
"""Least part of the oblong that has the one colour; the rest is text, caret and selection."""
RING_PX: Final = 6
"""How far outside the ground is looked at; frames and focus rings are thinner."""
GROUND: Final = 0.6
"""Least part of the ring that has one colour: a row of a list has others above and below."""
CENTRED: Final = 0.12
"""A text whose margins differ by less than this part of the oblong stands in its middle."""
MIN_MARGIN_PX: Final = 10
"""Text that begins nearer to the left edge is what a field holds."""
MIN_PADDING_PX: Final = 4
"""Least room about the text of a button; a text that fills its field is cut off on the right."""

LEAST_HEADINGS: Final = 3
"""Letters, and numbers, that must follow one another: fewer are found on any form."""
IN_LINE_PX: Final = 4
"""How far the middles of headings may lie off one line."""
FARTHEST: Final = 1.5
"""How much farther than usual two headings that follow one another may stand apart."""
_CELL_PX: Final = (16, 8)
_COLUMN: Final = re.compile("[A-Z]{1,2}")
_ROW: Final = re.compile("[1-9][0-9]{0,6}")

FRAME_PX: Final = 8
"""How far the frame of an oblong reaches past it, ring of the focus included."""
ARROW_PX: Final = range(9, 41)
"""How wide the end of a drop-down or number box is, where its arrows are."""
ARROW_INK: Final = 50
"""How much an arrow differs (0..255) from the ground that it is drawn on."""
APART: Final = 0.3
"""Arrows that lie further than this from the middle, as a part of half the height, are two, where at
least this part of them lies above it, and below."""
MIN_TRACK_PX: Final = 80
TRACK_HEIGHT_PX: Final = range(8, 32)
WHOLE: Final = 0.9
"""A field that is as wide as this part of a frame is all that is in it; a knob parts the track of a slider."""
KNOB_PX: Final = range(5, 45)
CARET_PART: Final = 0.85
"""Part of a field's height that its text cursor has at least; letters have less."""
MARGIN_PX: Final = 12
CARET_EDGES_PX: Final = 4
"""How wide the edges of a text cursor are at most."""
Kind = Literal["field", "combo", "spinner", "slider"]
Numbers = npt.NDArray[Any]
Colours = npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A control that was found on the picture, in device pixels."""

    kind: Kind
    box: Rect
    is_empty: bool = False
    """Nothing is drawn in it; of a slider nothing is said."""
    knob: Rect | None = None
    """The knob of a slider."""


class Shapes:
    """The edges of a picture, and the smooth parts between them."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        found = edges(frame.pixels)
        self.numbers, self.stats = components(found)
        self.plain_numbers, self.plain_stats = components(~found, is_diagonal=False)
        plain = np.ascontiguousarray(frame.pixels).view(np.uint32)[:, :, 0]
        self.colours: Colours = plain & np.uint32(0x00FFFFFF)

    def placed(self, box: Rect) -> Rect:
        """Return a box of the picture in device pixels."""
        return Rect(self.frame.origin.x + box.x, self.frame.origin.y + box.y, box.w, box.h)

    def frame_of(self, box: Rect) -> Rect | None:
        """Return the box of the edges that lie close about an oblong's left, top and bottom."""
        row = self.numbers[box.center.y, max(0, box.x - FRAME_PX) : box.x + 1]
        number = next((int(n) for n in row[::-1] if n), 0)
        if not number:
            return None
        found = Rect(*map(int, self.stats[number][:4])).grown(-1)
        near = (box.x - found.x, box.y - found.y, found.bottom - box.bottom)
        return found if all(-2 <= gap <= FRAME_PX for gap in near) else None


def drawn_fields(shapes: Shapes, texts: Sequence[Rect]) -> list[Drawn]:
    """Return the fields, drop-downs and number boxes on the picture, in reading order.

    Args:
        shapes: of the part of the screen to look at.
        texts: boxes of the lines of text on it, in device pixels.
    """
    found: list[Drawn] = []
    for number, (x, y, w, h, area) in enumerate(shapes.plain_stats.tolist()):
        box = Rect(x - 1, y - 1, w + 2, h + 2)
        is_oblong = MIN_HEIGHT_PX <= box.h <= MAX_HEIGHT_PX and area >= FILLED * w * h
        if number == 0 or not is_oblong or box.w < MIN_NUMBER_PX or min(box.x, box.y) < 0:
            continue
        inner = (shapes.plain_numbers[y : y + h, x : x + w] == number).astype(np.uint8)
        outline = shapes.frame_of(box)
        kind = _kind(shapes, box, outline)
        place = shapes.placed(box)
        if kind == "field":
            is_wide = box.w >= max(MIN_WIDTH_PX, 2 * box.h)
            is_button = _has_centred_text(place, texts) or _has_centred_ink(inner)
            if not is_wide or is_button or not _lies_on_ground(shapes.colours, box, outline):
                continue
        elif outline is not None:
            place = shapes.placed(outline)
        found.append(Drawn(kind, place, bool(inner.all())))
    return sorted(found, key=lambda each: (each.box.y, each.box.x))


def drawn_controls(shapes: Shapes, texts: Sequence[Rect]) -> list[Drawn]:
    """Return fields, drop-downs, number boxes and sliders; what is part of another one is left out."""
    fields = drawn_fields(shapes, texts)
    sliders = [
        slider
        for slider in drawn_sliders(shapes, texts)
        if not any(
            f.kind != "field" or f.box.w > WHOLE * slider.box.w
            for f in fields
            if slider.box.grown(FRAME_PX).contains(f.box.center)
        )
    ]
    return [
        *(f for f in fields if not any(s.box.contains(f.box.center) for s in sliders)),
        *sliders,
    ]


def drawn_sliders(shapes: Shapes, texts: Sequence[Rect]) -> list[Drawn]:
    """Return the sliders that lie across on the picture: one frame with a knob, and no text on it."""
    found: list[Drawn] = []
    for number, (x, y, w, h, _) in enumerate(shapes.stats.tolist()):
        if number == 0 or w < MIN_TRACK_PX or h not in TRACK_HEIGHT_PX or w < 4 * h:
            continue
        place = shapes.placed(Rect(x + 1, y + 1, w - 2, h - 2))
        words = (place.intersection(text) for text in texts)
        if any(part.area and part.w > 2 * h for part in words):
            continue
        mask = shapes.numbers[y : y + h, x : x + w] == number
        knob = _knob(mask)
        if knob is not None:
            left, right = knob
            at = Rect(x + left, y + 1, right - left + 1, h - 2)
            found.append(Drawn("slider", place, knob=shapes.placed(at)))
    return found


def _knob(mask: npt.NDArray[np.bool_]) -> tuple[int, int] | None:
    """Return from which to which column of a slider its knob goes; None where there is none."""
    height = mask.shape[0]
    many = mask.sum(axis=0)
    usual = float(np.median(many))
    extent = height - mask[::-1].argmax(axis=0) - mask.argmax(axis=0)
    track = float(np.median(extent))
    inside = slice(3, -3)
    tall = np.flatnonzero((extent > track + 3)[inside]) + 3
    lines = np.flatnonzero((many >= max(0.7 * height, usual + 2))[inside]) + 3
    columns = tall if tall.size else lines
    if columns.size < 2:
        return None
    left, right = int(columns[0]), int(columns[-1])
    if right - left + 1 not in KNOB_PX:
        return None
    rest = np.delete(many, slice(max(0, left - 3), right + 4))[4:-4]
    is_plain = rest.size > 0 and float((np.abs(rest - np.median(rest)) <= 1).mean()) > 0.85
    return (left, right) if is_plain else None


def _kind(shapes: Shapes, box: Rect, outline: Rect | None) -> Kind:
    """Tell a field from a drop-down and a number box by the arrows in the same frame."""
    if outline is None:
        return "field"
    strip = Rect(box.right, outline.y, outline.right - box.right, outline.h)
    if strip.w not in ARROW_PX:
        return "field"
    inset = strip.grown(-2)
    colours = shapes.frame.pixels[inset.y : inset.bottom, inset.x : inset.right, :3]
    light = colours.astype(np.int16).mean(axis=2)
    ink = np.abs(light - np.median(light, axis=(0, 1))) > ARROW_INK
    # Frames of the buttons go from edge to edge.
    ink[ink.mean(axis=1) > 0.8] = False
    ink[:, ink.mean(axis=0) > 0.8] = False
    rows = np.nonzero(ink)[0]
    if rows.size < 4:
        return "field"
    middle = (ink.shape[0] - 1) / 2
    away = float(np.abs(rows - middle).mean()) / max(1.0, middle)
    is_both = APART < float((rows < middle).mean()) < 1 - APART
    return "spinner" if away > APART and is_both else "combo"


def _lies_on_ground(colours: Colours, box: Rect, outline: Rect | None) -> bool:
    """Tell whether above, below and left of the oblong there is one other colour.

    A selected row has the colour of its list above and below, and something else beside it. What is
    right of a field may be a button that belongs to it.
    """
    rim = outline.grown(2) if outline is not None else box.grown(RING_PX)
    above, below, left = rim.y, rim.bottom - 1, rim.x
    if above < 0 or left < 0 or below >= colours.shape[0]:
        return False
    fills, counts = np.unique(
        colours[box.y + 1 : box.bottom - 1, box.x + 1 : box.right - 1], return_counts=True
    )
    fill = int(fills[int(counts.argmax())])
    ring = np.concatenate([colours[y, box.x : box.right] for y in (above, below)])
    values, counts = np.unique(ring, return_counts=True)
    most = int(counts.argmax())
    ground = int(values[most])
    if ground == fill or counts[most] < GROUND * ring.size:
        return False
    beside = colours[box.y : box.bottom, left]
    return bool(np.count_nonzero(beside == ground) >= GROUND * beside.size)


def _has_centred_ink(inner: npt.NDArray[np.uint8]) -> bool:
    """Tell whether what is drawn on the oblong stands in its middle.

    The text alone does not tell it: a row of buttons is often read as one line.
    """
    columns = np.flatnonzero(inner.min(axis=0) == 0)
    if not columns.size:
        return False
    left, right = int(columns[0]), inner.shape[1] - 1 - int(columns[-1])
    if left >= MIN_PADDING_PX and abs(left - right) <= MIN_PADDING_PX:
        return True  # a button no wider than its text, as browsers draw it
    return left >= MIN_MARGIN_PX and abs(left - right) < CENTRED * inner.shape[1]


def _has_centred_text(box: Rect, texts: Sequence[Rect]) -> bool:
    inside = [t for t in texts if box.grown(2).contains(t.center)]
    if not inside:
        return False
    left = min(t.x for t in inside) - box.x
    right = box.right - max(t.right for t in inside)
    return left >= MIN_MARGIN_PX and abs(left - right) < CENTRED * box.w


def inside_of(frame: Frame) -> Frame:
    """Return the part of a field's picture that takes text: without its frame and its arrows.

    A text cursor as high as the field parts it into two of one colour.
    """
    shapes = Shapes(frame)
    rows = shapes.plain_stats[1:].tolist()
    parts = [Rect(*row[:4]) for row in rows if row[4] >= FILLED * row[2] * row[3]]
    largest = max(parts, key=lambda part: part.area, default=None)
    if largest is None or 2 * largest.h <= frame.rect.h:
        return frame

    def colour(part: Rect) -> int:
        inner = shapes.colours[part.y : part.bottom, part.x : part.right]
        values, counts = np.unique(inner, return_counts=True)
        return int(values[int(counts.argmax())])

    whole, fill = largest, colour(largest)
    for part in parts:
        if 2 * part.h > largest.h and colour(part) == fill:
            whole = whole.union(part)
    return frame.crop(shapes.placed(whole.grown(1)))


def without_caret(pixels: Pixels) -> Pixels:
    """Return the picture of a field without frame and text cursor, which read like letters.

    A cursor is a thin upright stroke that is higher than a letter. There is room about what is left:
    text that begins at the edge of a picture is often read wrong.
    """
    found = edges(pixels)
    height = found.shape[0]
    cleaned = pixels.copy()
    fill = np.median(pixels.reshape(-1, pixels.shape[2]), axis=0).astype(np.uint8)
    high = np.flatnonzero(found.mean(axis=0) >= CARET_PART)
    for run in np.split(high, np.flatnonzero(np.diff(high) > 1) + 1):
        if run.size and run.size <= CARET_EDGES_PX:
            cleaned[:, run] = fill
    rim = min(2, height // 6)
    cleaned[:rim] = cleaned[height - rim :] = fill
    cleaned[:, :1] = cleaned[:, -1:] = fill
    around = np.empty((height + 2 * MARGIN_PX, pixels.shape[1] + 2 * MARGIN_PX, 4), np.uint8)
    around[:] = fill
    around[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX] = cleaned
    return around


def drawn_cells(texts: Sequence[ScreenElement]) -> list[tuple[str, Rect]]:
    """Return the cells of a sheet by their addresses, each with a part of it that is surely its own.

    Args:
        texts: the lines of text read on the picture.
    """
    columns = _headings(texts, _COLUMN, across=True)
    if not columns:
        return []
    left = min(line.box.center.x for line in columns)
    top = max(line.box.center.y for line in columns)
    below = [t for t in texts if t.box.center.x < left and t.box.center.y > top]
    width, height = _CELL_PX
    return [
        (
            column.name + row.name,
            Rect(column.box.center.x - width // 2, row.box.center.y - height // 2, width, height),
        )
        for row in _headings(below, _ROW, across=False)
        for column in columns
    ]


def _headings(
    texts: Sequence[ScreenElement], kind: re.Pattern[str], *, across: bool
) -> list[ScreenElement]:
    """Return the headings of the first line of which some are consecutive; none where there is no such line.

    Args:
        texts: where to look.
        kind: what a heading looks like.
        across: they stand side by side, and not one below the other.
    """
    left = [text for text in texts if kind.fullmatch(text.name)]
    while left:
        first = min(_place(text, not across) for text in left)
        line = [text for text in left if _place(text, not across) - first <= IN_LINE_PX]
        left = [text for text in left if text not in line]
        line.sort(key=lambda text: _place(text, across))
        numbers = [_number(text.name) for text in line]
        places = [_place(text, across) for text in line]
        sure = _sure(numbers, places)
        if sum(numbers[b] - numbers[a] == 1 for a, b in pairwise(sure)) >= LEAST_HEADINGS - 1:
            return [line[at] for at in sure]
    return []


def _sure(numbers: Sequence[int], places: Sequence[int]) -> list[int]:
    """Return which of the headings of one line were surely read right, by their neighbours.

    One that stands between the two that it belongs between, or as far from one of them as is usual:
    where the column I was not read and the next one was read as an I, neither holds.
    """
    steps = [b - a for a, b in pairwise(places)]
    usual = sorted(steps)[len(steps) // 2] if steps else 0

    def follows(at: int) -> bool:
        return numbers[at] == 1 if at == 0 else numbers[at] - numbers[at - 1] == 1

    def is_near(at: int) -> bool:
        return at > 0 and follows(at) and steps[at - 1] <= FARTHEST * usual

    return [
        at
        for at in range(len(numbers))
        if (at + 1 < len(numbers) and follows(at) and follows(at + 1))
        or is_near(at)
        or (at + 1 < len(numbers) and is_near(at + 1))
    ]


def _place(text: ScreenElement, is_across: bool) -> int:
    return text.box.center.x if is_across else text.box.center.y


def _number(heading: str) -> int:
    """Return 28 for both "28" and the column "AB"."""
    if heading.isdigit():
        return int(heading)
    number = 0
    for letter in heading:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number
