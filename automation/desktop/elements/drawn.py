"""Finds controls on a picture, where a program shows no accessibility tree, and makes elements of them.

Shapes tell where the controls are and of which kind, the lines that were read tell their names. OCR often
reads neighbours as one line, marks included ("O Bisque x Glost"), so that lines are cut where a control
stands between their words.

- A field is an oblong of one colour, as high as a line, on ground of another colour. What is written in it
  leaves most of it as it is. A button that has a colour of its own looks alike: its text stands in the
  middle. An arrow in the same frame tells a drop-down, two of them a box for a number.
- A slider is a long frame without a text, with one knob on it.
- Marks of check boxes and radio buttons are small, as wide as high, alike on both sides, and lie alone on
  the ground before their words. What is drawn inside of one is its tick or dot; where that cannot be told,
  nothing is.
- A table has a strip of heads, of another ground than the rows that stand right below it at one distance.
- A sheet has letters in a row above it and numbers in a column beside it. Where the middle of a letter and
  that of a number meet lies their cell, however wide its column is.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from automation.core.geometry import Rect
from automation.core.observation import Frame, Pixels, ScreenElement, State, WindowInfo
from automation.core.pictures import ground_apart
from automation.screen.composed import fold_mark

STEP_LEVELS: Final = 14
"""Difference (0..255) of neighbours from which there is an edge; shades of a bevel differ by more."""
MIN_MARK_PX: Final = 9
MAX_MARK_PX: Final = 26
UNEVEN_PX: Final = 3
"""How much wider than high a mark may be: a tick may reach out of its box."""
ROUND: Final = 0.88
"""Part of its box that a mark fills at most, if it is a radio button: a circle or a diamond."""
LEAST_FILL: Final = 0.45
LEAST_ROW: Final = 0.3
LETTERS_GAP_PX: Final = 6
FRAME_WIDTH_PX: Final = 60
"""What is as wide is a frame or a ring; letters hang together in twos and threes at most."""
LIKE: Final = 0.85
"""Part of its silhouette that a mark has in common with its mirror picture."""
RIM_PX: Final = 3
"""How thick the frame of a mark is, with its shading."""
INK_LEVELS: Final = 60
"""Difference of neighbours inside of a mark from which something is drawn there; shades are below."""
LEAST_INK: Final = 3
"""Pixels of such a difference; fewer are a spot."""
FILLED_LEVELS: Final = 60
"""How much darker than the ground a mark of one colour is that is on."""
DASH_PX: Final = 3
"""A drawing that is no higher is a dash: neither on nor off."""
MarkKind = Literal["checkbox", "radio"]
Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of a check box or of a radio button."""

    box: Rect
    """In the picture's own pixels."""
    kind: MarkKind
    is_on: bool | None
    """None where the picture does not tell it for sure."""


def edges(pixels: Pixels) -> Mask:
    """Return where a picture has edges: pixels that differ from the one right of or below them, and those."""
    import cv2

    colours = np.ascontiguousarray(pixels[:, :, :3])
    found = np.zeros(colours.shape[:2], dtype=np.bool_)
    across, down = (
        np.maximum.reduce(cv2.split(cv2.absdiff(first, second))) > STEP_LEVELS
        for first, second in ((colours[:, 1:], colours[:, :-1]), (colours[1:], colours[:-1]))
    )
    found[:, 1:] |= across
    found[:, :-1] |= across
    found[1:] |= down
    found[:-1] |= down
    return found


def components(
    mask: Mask, *, is_diagonal: bool = True
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return the number of each pixel's connected part, and x, y, w, h, area of each part; 0 is the rest."""
    import cv2

    ways = 8 if is_diagonal else 4
    _, numbers, stats, _ = cv2.connectedComponentsWithStats(
        mask.astype(np.uint8), connectivity=ways
    )
    return numbers, stats


def marks(pixels: Pixels, numbers: Numbers, stats: Numbers) -> list[Mark]:
    """Return what may be a mark on the picture; whether words follow it is for the caller to see.

    Args:
        numbers: of `components` of its edges.
    """
    found: list[Mark] = []
    for number, (x, y, w, h, _) in enumerate(stats.tolist()):
        # Edges reach one pixel into the ground on each side.
        box = Rect(x + 1, y + 1, w - 2, h - 2)
        if number == 0 or not _is_mark_size(box):
            continue
        filled = _silhouette(numbers[y : y + h, x : x + w] == number)
        share = float(filled.mean())
        if share < LEAST_FILL or not _is_even(filled):
            continue
        if not _is_alone(numbers, stats, box, number):
            continue
        kind: MarkKind = "radio" if float(_trimmed(filled).mean()) <= ROUND else "checkbox"
        found.append(Mark(box, kind, _is_on(pixels, box, filled)))
    return found


def _is_mark_size(box: Rect) -> bool:
    sides = min(box.w, box.h) >= MIN_MARK_PX and max(box.w, box.h) <= MAX_MARK_PX
    return sides and abs(box.w - box.h) <= UNEVEN_PX


def _silhouette(mask: Mask) -> Mask:
    """Return what lies between the outermost edges of each row and of each column, less their outer pixel."""

    def between(part: Mask) -> Mask:
        begun = np.logical_or.accumulate(part, axis=1)
        open_still = np.logical_or.accumulate(part[:, ::-1], axis=1)[:, ::-1]
        filled: Mask = begun & open_still
        return filled

    import cv2

    both = np.pad((between(mask) & between(mask.T).T).astype(np.uint8), 1)
    cross = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))
    shape: Mask = cv2.erode(both, cross)[2:-2, 2:-2] > 0
    return shape


def _trimmed(filled: Mask) -> Mask:
    """Return a silhouette without nearly empty sides: the light side of a frame may be no edge."""
    rows = np.flatnonzero(filled.mean(axis=1) > LEAST_ROW)
    columns = np.flatnonzero(filled.mean(axis=0) > LEAST_ROW)
    if not (rows.size and columns.size):
        return filled
    return filled[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _is_even(filled: Mask) -> bool:
    """Tell whether a silhouette is alike on its left and right, and above and below."""
    whole = max(1, int(filled.sum()))
    sides = (filled[:, ::-1], filled[::-1])
    return all(int((filled & side).sum()) >= LIKE * whole for side in sides)


def _is_alone(numbers: Numbers, stats: Numbers, box: Rect, number: int) -> bool:
    """Tell whether no letter is drawn close by: those of one word stand one or two pixels apart.

    A frame or a ring of focus may come as near. What ends right before a mark, in its row, is of one
    text with it: a blank is some 5 px wide.
    """
    around = numbers[max(0, box.y - 2) : box.bottom + 2, max(0, box.x - 2) : box.right + 2]
    before = numbers[box.y : box.bottom, max(0, box.x - LETTERS_GAP_PX) : max(0, box.x - 1)]
    others = {*np.unique(around).tolist(), *np.unique(before).tolist()} - {0, number}
    sizes = ((int(stats[other][2]), int(stats[other][3])) for other in others)
    return not any(w < FRAME_WIDTH_PX and h <= MAX_MARK_PX for w, h in sizes)


def _is_on(pixels: Pixels, box: Rect, filled: Mask) -> bool | None:
    import cv2

    face = pixels[box.y : box.bottom, box.x : box.right, :3].astype(np.int16)
    padded = np.pad(filled.astype(np.uint8), 1)
    inner = cv2.distanceTransform(padded, cv2.DIST_L2, 3)[1:-1, 1:-1] > RIM_PX
    if int(inner.sum()) < LEAST_INK**2:
        inner = cv2.distanceTransform(padded, cv2.DIST_L2, 3)[1:-1, 1:-1] > RIM_PX - 1
    light = face.mean(axis=2)
    steps = np.zeros(light.shape, dtype=np.bool_)
    across = (np.abs(np.diff(light, axis=1)) > INK_LEVELS) & inner[:, 1:] & inner[:, :-1]
    down = (np.abs(np.diff(light, axis=0)) > INK_LEVELS) & inner[1:] & inner[:-1]
    steps[:, 1:] |= across
    steps[1:] |= down
    if int(steps.sum()) >= LEAST_INK:
        rows = np.flatnonzero(steps.any(axis=1))
        return None if int(rows[-1] - rows[0]) + 1 <= DASH_PX else True
    row, left = box.y + box.h // 2, max(0, box.x - 3)
    ground = float(pixels[row, left, :3].astype(np.int16).mean())
    own = float(np.median(light[inner])) if inner.any() else ground
    return ground - own > FILLED_LEVELS


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

    def with_selection(self, box: Rect) -> Rect | None:
        """Return an oblong with the selected text left of it, where one frame lies about both."""
        ends = self.colours[[box.y + 2, box.bottom - 3], : max(0, box.x - CARET_EDGES_PX)]
        if not ends.size or ends[0, -1] != ends[1, -1]:
            return None
        others = np.flatnonzero((ends != ends[0, -1]).any(axis=0))
        left = int(others[-1]) if others.size else 0
        whole = Rect(left, box.y, box.right - left, box.h)
        inside = self.plain_numbers[box.y : box.bottom, left : box.x]
        if max(np.bincount(inside[inside > 0]), default=0) >= FILLED * inside.size:
            return None  # the field itself, beside its arrows
        return whole if self.frame_of(whole) is not None else None

    def arrow_beside(self, box: Rect) -> Rect | None:
        """Return the part with an arrow that joins an oblong on its right, where their frames touch others."""
        y = box.y + box.h // 4
        numbers = self.plain_numbers[y, box.right : box.right + FRAME_PX]
        number = next((int(n) for n in numbers if n), 0)
        if not number:
            return None
        part = Rect(*map(int, self.plain_stats[number][:4]))
        is_as_high = max(abs(part.y - box.y), abs(part.bottom - box.bottom)) <= FRAME_PX // 2
        if part.w not in ARROW_PX or not is_as_high:
            return None
        widths = self.ink(part).sum(axis=1)
        rows = widths[widths > 0]
        is_arrow = (
            rows.size > 2
            and 2 * rows.min() <= rows.max()
            and bool((np.diff(rows) <= 0).all() or (np.diff(rows) >= 0).all())
        )
        return part if is_arrow else None

    def ink(self, strip: Rect) -> npt.NDArray[np.bool_]:
        """Return what is drawn on the end of a drop-down or number box: its arrows."""
        inset = strip.grown(-2)
        colours = self.frame.pixels[inset.y : inset.bottom, inset.x : inset.right, :3]
        light = colours.astype(np.int16).mean(axis=2)
        ink: npt.NDArray[np.bool_] = np.abs(light - np.median(light, axis=(0, 1))) > ARROW_INK
        # Frames of the buttons go from edge to edge.
        ink[ink.mean(axis=1) > 0.8] = False
        ink[:, ink.mean(axis=0) > 0.8] = False
        return ink


def drawn_fields(shapes: Shapes, texts: Sequence[Rect]) -> list[Drawn]:
    """Return the fields, drop-downs and number boxes on the picture, in reading order.

    Args:
        texts: boxes of the lines of text on it, in device pixels.
    """
    found: list[Drawn] = []
    for number, (x, y, w, h, area) in enumerate(shapes.plain_stats.tolist()):
        box = Rect(x - 1, y - 1, w + 2, h + 2)
        is_oblong = MIN_HEIGHT_PX <= box.h <= MAX_HEIGHT_PX and area >= FILLED * w * h
        if number == 0 or not is_oblong or box.w < MIN_NUMBER_PX or min(box.x, box.y) < 0:
            continue
        outline = shapes.frame_of(box)
        if outline is None and (whole := shapes.with_selection(box)) is not None:
            box, outline = whole, shapes.frame_of(whole)
        within = shapes.plain_numbers[box.y + 1 : box.bottom - 1, box.x + 1 : box.right - 1]
        inner = (within == number).astype(np.uint8)
        kind = _kind(shapes, box, outline)
        if outline is None and (arrow := shapes.arrow_beside(box)) is not None:
            kind, outline = "combo", box.union(arrow.grown(1))
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
    ink = shapes.ink(strip)
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
    """Return the cells of a sheet by their addresses, each with a part of it that is surely its own."""
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
    """Return the headings of the first line of which some are consecutive; none where there is no such line."""
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


HEAD_PX: Final = range(12, 49)
"""How high the inside of a table's head is."""
HEADS_APART_PX: Final = 6
"""How thick the line between two heads is at most, its shading included; buttons stand further apart."""
LEVEL_PX: Final = 2
LEAST_COLUMNS: Final = 2
LEAST_ROWS: Final = 2
LEAST_PITCH_PX: Final = 12
"""How far apart two rows are at least."""
BELOW_PX: Final = 5
"""How far the first row of a table may lie off the place right below its heads."""
ROW_OFF_PX: Final = 4
"""How much the distance of two rows may differ from the one of the others: letters reach up or down."""
TORN: Final = 2
"""Letters on either side of a word that a line between two columns would go through."""
OTHER_GROUND: Final = 6
"""Difference (0..255) of the grounds of heads and rows at least."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table on the picture: its heads, and its cells row by row, both as elements."""

    box: Rect
    heads: tuple[ScreenElement, ...]
    rows: tuple[tuple[ScreenElement, ...], ...]


def drawn_tables(shapes: Shapes, lines: Sequence[ScreenElement], window: WindowInfo) -> list[Table]:
    """Return the tables of a window; a cell is called by what is read in it, an empty one not at all."""
    found = (_table(shapes, strip, lines, window) for strip in _strips(shapes))
    return [table for table in found if table is not None]


def _strips(shapes: Shapes) -> list[list[Rect]]:
    """Return boxes of one height that stand side by side with a line between them, in device pixels."""
    boxes = (
        Rect(x, y, w, h) for x, y, w, h, area in shapes.plain_stats[1:].tolist()
        if h in HEAD_PX and 2 * area >= w * h
    )  # fmt: skip
    strips: list[list[Rect]] = []
    for box in sorted(boxes, key=lambda box: box.x):
        level = (s for s in strips if _is_level(s[-1], box))
        strip = next((s for s in level if _joins(shapes, s[-1], box) is not None), None)
        if strip is None:
            strips.append([box])
        elif _joins(shapes, strip[-1], box):
            strip[-1] = strip[-1].union(box)
        else:
            strip.append(box)
    return [[shapes.placed(box) for box in strip] for strip in strips]


def _is_level(first: Rect, second: Rect) -> bool:
    is_level = abs(first.y - second.y) <= LEVEL_PX and abs(first.bottom - second.bottom) <= LEVEL_PX
    return is_level and 0 <= second.x - first.right <= second.h


def _joins(shapes: Shapes, first: Rect, second: Rect) -> bool | None:
    """Tell whether two level boxes are one that only letters part; None where more than a line does."""
    gap = shapes.numbers[first.y : first.bottom, first.right - 1 : second.x + 1] > 0
    if not gap.all(axis=0).any():
        return True
    return None if second.x - first.right > HEADS_APART_PX else False


def _read_between(lines: Sequence[ScreenElement], cell: Rect) -> ScreenElement | None:
    """Return what is read in a box, cut out of the lines that go through it."""
    inside = [
        line for line in lines
        if cell.y <= line.box.center.y < cell.bottom and line.box.x < cell.right and line.box.right > cell.x
    ]  # fmt: skip
    parts = [part for line in inside if (part := _letters_in(line, cell)) is not None]
    if not parts:
        return None
    parts.sort(key=lambda part: part.box.x)
    box = parts[0].box
    for part in parts[1:]:
        box = box.union(part.box)
    return replace(parts[0], name=" ".join(part.name for part in parts), box=box, edges=())


def _letters_in(line: ScreenElement, cell: Rect) -> ScreenElement | None:
    if len(line.edges) != len(line.name) + 1:
        return line if cell.x <= line.box.center.x < cell.right else None
    middles = [(a + b) // 2 for a, b in pairwise(line.edges)]
    inside = [
        at
        for at, x in enumerate(middles)
        if cell.x <= x < cell.right and not line.name[at].isspace()
    ]
    if not inside:
        return None
    start, end = inside[0], inside[-1] + 1
    return replace(
        line,
        name=line.name[start:end],
        box=line.span_box(start, end),
        edges=line.edges[start : end + 1],
    )


def _table(
    shapes: Shapes, columns: Sequence[Rect], lines: Sequence[ScreenElement], window: WindowInfo
) -> Table | None:
    """Return the table whose heads stand in these boxes; None where no rows follow right below."""
    whole = columns[0].union(columns[-1])
    heads = [_read_between(lines, column) for column in columns]
    if sum(head is not None for head in heads) < LEAST_COLUMNS:
        return None
    tops = _rows_below(lines, whole)
    ground = shapes.frame.crop(whole).pixels
    rows: list[tuple[ScreenElement, ...]] = []
    borders, torn = [c.x - 1 for c in columns] + [whole.right + 1], 0
    for above, below in pairwise(tops):
        row = Rect(whole.x, above, whole.w, below - above)
        if ground_apart(shapes.frame.crop(row).pixels, ground) <= OTHER_GROUND:
            break
        boxes = [Rect(c.x - 1, above, c.w + 2, below - above) for c in columns]
        rows.append(tuple(_cell("cell", b, _read_between(lines, b), window) for b in boxes))
        across = [line for line in lines if above <= line.box.center.y < below]
        torn += any(_tears(x, line) for x in borders for line in across)
    # Below a row of tabs stands a form, whose words go on where two tabs meet.
    if len(rows) < LEAST_ROWS or (torn >= LEAST_ROWS and 2 * torn >= len(rows)):
        return None
    named = [_cell("column_header", c, h, window) for c, h in zip(columns, heads, strict=True)]
    return Table(whole.union(rows[-1][-1].box), tuple(named), tuple(rows))


def _tears(x: int, line: ScreenElement) -> bool:
    """Tell whether an upright line at this pixel has two letters of one word on either side.

    Where letters stand is read to some pixels, and words of neighbouring columns may be read as one line.
    """
    if len(line.edges) != len(line.name) + 1 or not line.edges[0] <= x < line.edges[-1]:
        return False
    at = next(n for n, right in enumerate(line.edges[1:]) if x < right)
    return at >= TORN and line.name[at - TORN : at + TORN + 1].isalpha()


def _cell(role: str, box: Rect, text: ScreenElement | None, window: WindowInfo) -> ScreenElement:
    return ScreenElement(
        text.name if text is not None else "", role, box, "ocr", SHOWN_STATES,
        window_id=window.window_id, window_title=window.title,
        confidence=text.confidence if text is not None else 1.0,
    )  # fmt: skip


def _rows_below(lines: Sequence[ScreenElement], heads: Rect) -> list[int]:
    """Return where the rows begin that follow right below at one distance, and where the last one ends."""
    heights = sorted(
        line.box.center.y for line in lines
        if line.box.center.y > heads.bottom and line.box.x < heads.right and line.box.right > heads.x
    )  # fmt: skip
    rows: list[list[int]] = []
    for y in heights:
        if rows and y - rows[-1][0] <= LEAST_PITCH_PX // 2:
            rows[-1].append(y)
        else:
            rows.append([y])
    middles = [row[len(row) // 2] for row in rows]
    steps = [below - above for above, below in pairwise(middles)]
    if not steps or abs(middles[0] - steps[0] / 2 - heads.bottom) > BELOW_PX:
        return []
    count = next(
        (at for at, step in enumerate(steps) if abs(step - steps[0]) > ROW_OFF_PX), len(steps)
    )
    pitch = (middles[count] - middles[0]) / count
    return [round(middles[0] + (at - 0.5) * pitch) for at in range(count + 2)]


FIELD_STATES: Final[frozenset[State]] = frozenset({"enabled", "editable", "showing"})
SHOWN_STATES: Final[frozenset[State]] = frozenset({"enabled", "showing"})
WORDS_GAP_PX: Final = 18
"""How far right of its mark the words of a box begin at most."""
TOUCHING_PX: Final = 6
"""A sign of a line that ends so near to a frame is that frame."""
NUMBER_PX: Final = 5
"""How much higher and lower than its track a slider counts: numbers and a large knob belong to it."""
ENTRY_PITCH: Final = 1.5
"""How far below another the next entry of a tree stands at most, in heights of a line."""
INDENT_PX: Final = 80
"""How much further right or left than the one above it an entry stands at most."""
_FRAME_SIGNS: Final = "|!lI[](){}\u2014\u2013-_'`.,: "


@dataclass(frozen=True, slots=True)
class OnPicture:
    """What one window shows."""

    controls: tuple[ScreenElement, ...] = ()
    """Boxes and radio buttons by their words; fields, drop-downs and sliders without names."""
    lines: tuple[ScreenElement, ...] = ()
    """The lines of text that are no names of those, cut where a control stands in them; those of tables as cells."""


def on_picture(frame: Frame, lines: Sequence[ScreenElement], window: WindowInfo) -> OnPicture:
    """Return the controls of a window and its lines of text."""
    shapes = Shapes(frame)
    found = marks(frame.pixels, shapes.numbers, shapes.stats)
    placed = [replace(mark, box=shapes.placed(mark.box)) for mark in found]
    drawn = drawn_controls(shapes, [line.box for line in lines])
    cuts = [mark.box for mark in placed] + [d.box for d in drawn if d.kind != "slider"]
    pieces = [piece for line in lines for piece in _cut(line, cuts)]
    tables = [t for t in drawn_tables(shapes, pieces, window) if not _is_form(t, drawn)]
    boxes: list[ScreenElement] = []
    cells = [cell for table in tables for row in table.rows for cell in row]
    for mark in placed:
        words = _words_of(mark.box, pieces)
        if words is not None:
            boxes.append(_box(mark, words, window))
            pieces = [piece for piece in pieces if piece is not words]
        elif any(cell.box.contains(mark.box.center) for cell in cells):
            boxes.append(_box(mark, None, window))
            cells = [cell for cell in cells if not cell.box.contains(mark.box.center)]
    pieces = [p for p in pieces if not any(t.box.contains(p.box.center) for t in tables)]
    heads = (head for table in tables for head in table.heads)
    controls = (_control(d, pieces, window) for d in drawn)
    boxes = _as_entries(_without_doubt(boxes), pieces, frame)
    return OnPicture((*boxes, *controls), (*heads, *cells, *pieces))


def _is_form(table: Table, drawn: Sequence[Drawn]) -> bool:
    """Tell whether a control lies half in a table, as one of a form does below a row of tabs."""
    parts = ((d.box, d.box.intersection(table.box)) for d in drawn)
    return any(0 < inside.w < box.w for box, inside in parts)


def _as_entries(
    boxes: Sequence[ScreenElement], pieces: Sequence[ScreenElement], frame: Frame
) -> list[ScreenElement]:
    """Return the boxes; those of a tree as its entries: their mark may be the picture of a folder or a sheet."""
    able = [box for box in boxes if box.role == "checkbox"]
    texts = [e.box for e in (*boxes, *pieces)]
    if not any(_is_folded(box.box, texts, frame) for box in able):
        return list(boxes)
    entries: list[Rect] = []
    for place in sorted((e.box for e in (*able, *pieces)), key=lambda box: box.y):
        is_below = any(
            0 < place.center.y - e.center.y <= ENTRY_PITCH * place.h
            and abs(place.x - e.x) <= INDENT_PX
            for e in entries
        )
        if is_below or _is_folded(place, texts, frame):
            entries.append(place)
    return [replace(b, role="tree_item") if b in able and b.box in entries else b for b in boxes]


def _is_folded(place: Rect, texts: Sequence[Rect], frame: Frame) -> bool:
    """Tell whether a mark stands before an entry that tells whether it is open, and is no letter of another text."""
    found = fold_mark(frame, place)
    if found is None or found.box.right > place.x + TOUCHING_PX:
        return False
    return not any(t != place and t.contains(found.box.center) for t in texts)


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


def _box(mark: Mark, words: ScreenElement | None, window: WindowInfo) -> ScreenElement:
    states: set[State] = set(SHOWN_STATES)
    if mark.is_on is not None:
        states |= {"checkable", "checked"} if mark.is_on else {"checkable"}
    return ScreenElement(
        words.name if words is not None else "", "menu_item" if window.is_popup else mark.kind,
        mark.box.union(words.box) if words is not None else mark.box, "ocr", frozenset(states),
        window_id=window.window_id, window_title=window.title,
        confidence=words.confidence if words is not None else 1.0,
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
    place: tuple[int, bool] | None = _text_place(line, 0, row)
    for at in range(1, len(line.name) + 1):
        here = _text_place(line, at, row) if at < len(line.name) else None
        if here != place:
            parts += _part(line, begun, at, row, place)
            begun, place = at, here
    return parts


def _text_place(line: ScreenElement, at: int, row: Sequence[Rect]) -> tuple[int, bool]:
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
