"""The picture of a target, cut from the screen as it was before the press."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame

SIZE: Final = Rect(0, 0, 160, 64)
"""Enough of the surroundings to tell a thing from its like, little enough to move with it."""
_LEAST_W, _LEAST_H = 24, 16


@dataclass(frozen=True, slots=True)
class Crop:
    """A picture of a target."""

    png: bytes
    press: tuple[int, int]
    """The pixel of it that was pressed."""


def crop_around(
    frame: Frame, point: ScreenPoint, area: Rect, masked: Sequence[Rect] = ()
) -> Crop | None:
    """Return the picture around a pixel; None where there is none worth having.

    Args:
        frame: the screen before the press.
        point: the pressed pixel.
        area: the window or menu that was pressed: what lies beside it does not move with it.
        masked: parts of the picture that were painted over; nothing is cut from them.
    """
    rect = SIZE.around(point).intersection(area).intersection(frame.rect)
    if rect.w < _LEAST_W or rect.h < _LEAST_H or not rect.contains(point):
        return None
    if any(part.intersection(rect).area for part in masked):
        return None
    pixels = frame.crop(rect).pixels[:, :, :3]
    if (pixels == pixels[0, 0]).all():
        return None
    return Crop(_png(pixels[:, :, ::-1]), (point.x - rect.x, point.y - rect.y))


def _png(rgb: "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]") -> bytes:
    from PIL import Image  # noqa: PLC0415 - only who has a picture needs it

    out = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(rgb)).save(out, "PNG")
    return out.getvalue()
