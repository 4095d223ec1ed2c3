"""Finds fields and a sheet's cells on a picture, where a program shows no tree of them: Tk, Gnumeric.

Such a field is an oblong of one colour, as high as a line, that lies on ground of another colour.
What is written in it leaves most of it as it is. A button that has a colour of its own looks alike:
its text stands in the middle.

A sheet has letters in a row above it and numbers in a column beside it. Where the middle of a letter and
that of a number meet lies their cell, however wide its column is.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from automation.core.geometry import Rect
from automation.core.observation import Frame, ScreenElement

MIN_WIDTH_PX: Final = 48
MIN_HEIGHT_PX: Final = 14
MAX_HEIGHT_PX: Final = 64
"""More is a list or a page. One line of text at twice the usual size is about 60 px high."""
FILLED: Final = 0.6
"""Least part of the oblong that has the one colour; the rest is text, caret and selection."""
MOST_COLOURS: Final = 12
"""Fills looked at, the most frequent first; toolkits without a tree paint in few flat colours."""
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

Colours = npt.NDArray[np.uint32]


def drawn_fields(frame: Frame, texts: Sequence[Rect]) -> list[tuple[Rect, bool]]:
    """Return the fields on the picture, in reading order, each with whether it is empty.

    Args:
        frame: the part of the screen to look at.
        texts: boxes of the lines of text on it, in device pixels.
    """
    colours = _packed(frame)
    found: list[tuple[Rect, bool]] = []
    for fill in _fills(colours):
        mask = (colours == fill).astype(np.uint8)
        for box in _oblongs(mask):
            place = Rect(frame.origin.x + box.x, frame.origin.y + box.y, box.w, box.h)
            inner = mask[box.y + 1 : box.bottom - 1, box.x + 1 : box.right - 1]
            is_button = _has_centred_text(place, texts) or _has_centred_ink(inner)
            if not is_button and _lies_on_ground(colours, box, fill):
                found.append((place, bool(inner.all())))
    return sorted(found, key=lambda each: (each[0].y, each[0].x))


def _packed(frame: Frame) -> Colours:
    """Return one number a pixel: colours without the padding channel. (H, W)."""
    plain = np.ascontiguousarray(frame.pixels).view(np.uint32)[:, :, 0]
    packed: Colours = plain & np.uint32(0x00FFFFFF)
    return packed


def _fills(colours: Colours) -> list[int]:
    """Return the colours that cover at least the smallest field, the most frequent first."""
    values, counts = np.unique(colours, return_counts=True)
    order = np.argsort(-counts)[:MOST_COLOURS]
    least = MIN_WIDTH_PX * MIN_HEIGHT_PX * FILLED
    return [int(values[i]) for i in order if counts[i] >= least]


def _oblongs(mask: npt.NDArray[np.uint8]) -> list[Rect]:
    """Return the boxes of connected parts of the mask that are as large as a field."""
    import cv2

    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    boxes = [Rect(*map(int, row[:4])) for row in stats[1:] if row[4] >= FILLED * row[2] * row[3]]
    return [
        b
        for b in boxes
        if b.w >= max(MIN_WIDTH_PX, 2 * b.h) and MIN_HEIGHT_PX <= b.h <= MAX_HEIGHT_PX
    ]


def _lies_on_ground(colours: Colours, box: Rect, fill: int) -> bool:
    """Tell whether above, below and left of the oblong there is one other colour.

    A selected row has the colour of its list above and below, and something else beside it. What is
    right of a field may be a button that belongs to it.
    """
    above, below = box.y - RING_PX, box.bottom - 1 + RING_PX
    left = box.x - RING_PX
    if above < 0 or left < 0 or below >= colours.shape[0]:
        return False
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
