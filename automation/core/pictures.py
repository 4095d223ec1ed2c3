"""Comparing pictures: what changed, and is a target still what it was.

Pure functions on (H, W, 4) uint8 BGRX arrays; the fourth channel is padding and never compared. Apart from
`observation`, so that a window that shows no picture yet starts without loading numpy.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from automation.core.geometry import Rect
from automation.core.observation import Frame, Pixels

Mask = npt.NDArray[np.bool_]


PATCH_SIZE: Final = Rect(0, 0, 96, 96)
"""Size of the patch around a target that is compared right before the first event."""


CARET_MAX_WIDTH_PX: Final = 4
"""A changed column run this narrow is a blinking caret and no changed target."""


PAINT_LEVEL: Final = 128
"""The grey that stands for what a picture must not show."""


SAME_ROWS: Final = 6
"""A row of pixels that stands in more places, as a line of a table does, tells no movement."""


FEWEST_ROWS: Final = 6


NEAR_ROWS: Final = 8
"""So far above and below a row belongs to what lies there."""


MOVED_SHARE: Final = 0.25
"""Part of the changed rows that must have moved by the same way: what comes in at the end is new."""


NOISE_LEVELS: Final = 6
"""Channel difference (0..255) up to which two pixels count as equal."""


def picture_sha(frame: Frame) -> str:
    """Return the SHA-256 (hex) of size and visible channels."""
    digest = hashlib.sha256(repr(frame.pixels.shape[:2]).encode())
    # Masking the padding out is three times as fast as leaving it out: 9 ms for a 1080p screen.
    pixels = np.ascontiguousarray(frame.pixels).view(np.uint32)
    digest.update((pixels & np.uint32(0x00FFFFFF)).data)
    return digest.hexdigest()


def painted_over(frame: Frame, boxes: Sequence[Rect]) -> Frame:
    """Return the picture with the inside of the boxes grey; the same picture where there is none."""
    parts = [box.intersection(frame.rect) for box in boxes]
    if not any(part.area for part in parts):
        return frame
    pixels = frame.pixels.copy()
    for part in parts:
        top, left = part.y - frame.origin.y, part.x - frame.origin.x
        pixels[top : top + part.h, left : left + part.w] = PAINT_LEVEL
    return replace(frame, pixels=pixels)


def changed_mask(before: Pixels, after: Pixels) -> Mask:
    """Return an (H, W) bool array: True where a visible channel differs by more than noise."""
    first, second = before[:, :, :3], after[:, :, :3]
    mask: Mask = (np.maximum(first, second) - np.minimum(first, second)).max(axis=2) > NOISE_LEVELS
    return mask


def changed_box(before: Frame, after: Frame) -> Rect | None:
    """Return the bounding box of all differing pixels in desktop coordinates; None if equal.

    Frames of different size or origin count as wholly changed.
    """
    if before.rect != after.rect:
        return after.rect
    first = np.ascontiguousarray(before.pixels).view(np.uint32)[:, :, 0]
    second = np.ascontiguousarray(after.pixels).view(np.uint32)[:, :, 0]
    differs = (first ^ second) & np.uint32(0x00FFFFFF)
    rows = np.flatnonzero(differs.any(axis=1))
    if rows.size == 0:
        return None
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    columns = np.flatnonzero(differs[top:bottom].any(axis=0))
    left, right = int(columns[0]), int(columns[-1]) + 1
    return Rect(after.origin.x + left, after.origin.y + top, right - left, bottom - top)


def changed_part(before: Frame, after: Frame) -> Rect | None:
    """Return the box of what changed by more than noise and a caret; None where nothing did.

    Nothing is told of pictures of different places.
    """
    if before.rect != after.rect:
        return None
    mask = changed_mask(before.pixels, after.pixels)
    columns, rows = np.flatnonzero(mask.any(axis=0)), np.flatnonzero(mask.any(axis=1))
    if columns.size == 0 or int(columns[-1] - columns[0]) + 1 <= CARET_MAX_WIDTH_PX:
        return None
    left, top = int(columns[0]), int(rows[0])
    width, height = int(columns[-1]) - left + 1, int(rows[-1]) - top + 1
    return Rect(after.origin.x + left, after.origin.y + top, width, height)


def moved_rows(before: Pixels, after: Pixels) -> int:
    """Return by how many rows most of what changed has moved; 0 where it has not moved as a whole.

    Rows of one colour say nothing, nor do those that stand in many places.
    """
    old, new = _row_marks(before), _row_marks(after)
    places: dict[bytes, list[int]] = {}
    for at, mark in enumerate(old):
        if mark:
            places.setdefault(mark, []).append(at)
    changed = [at for at, mark in enumerate(new) if mark and (at >= len(old) or old[at] != mark)]
    votes: Counter[int] = Counter()
    for at in changed:
        found = places.get(new[at], ())
        if len(found) <= SAME_ROWS:
            votes.update(at - was for was in found)
    votes.pop(0, None)
    if not votes:
        return 0
    shift, count = votes.most_common(1)[0]
    return shift if count >= max(FEWEST_ROWS, MOVED_SHARE * len(changed)) else 0


def has_moved_at(row: int, before: Pixels, after: Pixels) -> bool:
    """Tell whether what lay around a row of pixels has moved up or down with what changed.

    Fields look alike: one that loses its ring of focus looks as if the one below had moved to its place.
    So the rows themselves have to be gone from where they were, and to stand where the others went.
    """
    shift = moved_rows(before, after)
    if not shift:
        return False
    old, new = _row_marks(before), _row_marks(after)
    near = [at for at in range(max(0, row - NEAR_ROWS), min(len(old), row + NEAR_ROWS)) if old[at]]
    went = [at for at in near if 0 <= at + shift < len(new) and old[at] == new[at + shift]]
    stayed = [at for at in near if at < len(new) and old[at] == new[at]]
    return len(went) > len(near) / 2 and len(stayed) <= len(near) / 2


def _row_marks(pixels: Pixels) -> list[bytes]:
    rows = np.ascontiguousarray(pixels).view(np.uint32)[:, :, 0] & np.uint32(0x00FFFFFF)
    is_plain = (rows == rows[:, :1]).all(axis=1)
    return [
        b"" if plain else row.tobytes() for row, plain in zip(rows, is_plain.tolist(), strict=True)
    ]


def ground_apart(first: Pixels, second: Pixels) -> int:
    """Return how far apart (0..255) the colours are that most of two pictures have."""
    grounds = (np.median(part[:, :, :3].reshape(-1, 3), axis=0) for part in (first, second))
    return int(np.abs(next(grounds) - next(grounds)).max())


def ink_level(pixels: Pixels) -> int:
    """Return how far (0..255) what is drawn stands out from its ground."""
    colours = pixels[:, :, :3].astype(np.int16)
    if not colours.size:
        return 0
    ground = np.median(colours.reshape(-1, 3), axis=0)
    return int(np.percentile(np.abs(colours - ground).max(axis=2), 99))


def patches_match(approved: Frame, current: Frame) -> bool:
    """Tell whether the current patch still shows the approved target.

    A change no wider than a caret is let through; anything else wider than noise is not.
    """
    if approved.rect != current.rect:
        return False
    mask = changed_mask(approved.pixels, current.pixels)
    if not mask.any():
        return True
    columns = np.flatnonzero(mask.any(axis=0))
    return int(columns[-1] - columns[0]) + 1 <= CARET_MAX_WIDTH_PX
