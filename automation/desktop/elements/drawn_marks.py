"""Finds check boxes and radio buttons on a picture, and tells from it whether they are on.

Their marks are small, as wide as high, alike on both sides, and lie alone on the ground before the words
that they belong to. What is drawn inside of one is its tick or dot; where that cannot be told, nothing is.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from automation.core.geometry import Rect
from automation.core.observation import Pixels

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
LETTERS_GAP_PX: Final = 7
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
Kind = Literal["checkbox", "radio"]
Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of a check box or of a radio button."""

    box: Rect
    """In the picture's own pixels."""
    kind: Kind
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
        pixels: the picture.
        numbers: of `components` of its edges.
        stats: of the same.
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
        kind: Kind = "radio" if float(_trimmed(filled).mean()) <= ROUND else "checkbox"
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
