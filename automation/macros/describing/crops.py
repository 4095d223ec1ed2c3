"""The picture of a target, cut from the screen as it was before the press."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame

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
        frame: the screen before the press.
        point: the pressed pixel.
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
