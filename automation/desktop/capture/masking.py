"""Painting over what nobody may see: our own windows and windows the user keeps private."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np

from automation.core.geometry import Rect
from automation.core.observation import Frame, WindowInfo

MASK_COLOUR: Final = (128, 128, 128, 0)
"""Solid grey in B, G, R, X."""

Forbidden = Callable[[WindowInfo], bool]


def hidden_parts(
    windows: Sequence[WindowInfo],
    is_forbidden: Forbidden,
    outer: Mapping[int, Rect],
    opaque: Mapping[int, Sequence[Rect]] | None = None,
) -> tuple[Rect, ...]:
    """Return the visible parts of the windows that must not be seen.

    What another window covers is left out, else a private window would blank what lies above it.

    Args:
        windows: topmost first.
        is_forbidden: tells which of them to hide.
        outer: rectangles with title bar and borders, by window id, in device pixels.
        opaque: the only parts of a window that hide what is below, by window id; a window that is
            not in it hides all of its rectangle.
    """
    opaque = opaque or {}
    parts: list[Rect] = []
    covering: list[Rect] = []
    for window in windows:
        if window.is_minimised:
            continue
        rect = outer.get(window.window_id, window.rect)
        if is_forbidden(window):
            parts += _without([rect], covering)
        covering += opaque.get(window.window_id, (rect,))
    return tuple(dict.fromkeys(parts))


def masked(frame: Frame, parts: Sequence[Rect]) -> Frame:
    """Return the picture with the parts painted over; the same picture when there are none."""
    inside = [part for part in parts if part.intersection(frame.rect).area]
    if not inside:
        return frame
    pixels = frame.pixels.copy()
    copy = Frame(pixels, frame.origin, frame.t_mono_s)
    for part in inside:
        copy.crop(part).pixels[:] = np.array(MASK_COLOUR, dtype=np.uint8)
    pixels.flags.writeable = False
    return copy


def _without(parts: list[Rect], holes: Sequence[Rect]) -> list[Rect]:
    """Return the parts less the holes, as rectangles that do not overlap."""
    for hole in holes:
        parts = [piece for part in parts for piece in _cut(part, hole)]
    return parts


def _cut(part: Rect, hole: Rect) -> list[Rect]:
    common = part.intersection(hole)
    if common.area == 0:
        return [part]
    pieces = (
        Rect(part.x, part.y, part.w, common.y - part.y),
        Rect(part.x, common.bottom, part.w, part.bottom - common.bottom),
        Rect(part.x, common.y, common.x - part.x, common.h),
        Rect(common.right, common.y, part.right - common.right, common.h),
    )
    return [piece for piece in pieces if piece.area]
