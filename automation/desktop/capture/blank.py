"""Telling a screen that cannot be seen from one that is empty.

A locked, switched-off or refused screen is captured as one flat colour. So is an empty desktop,
and so is a full-screen window that shows nothing.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from automation.core.observation import Frame, Pixels, WindowInfo

MIN_VISIBLE_PX: Final = 64
"""A window narrower or lower than this may well be flat; it proves nothing."""
_STRIDE: Final = 4099
"""Step of the first look, a prime so that it does not fall on one column of the picture."""


def is_flat(pixels: Pixels) -> bool:
    """Tell whether all pixels of an (H, W, 4) picture have the same visible colour."""
    packed = np.ascontiguousarray(pixels).view(np.uint32).reshape(-1)
    # Hardly any real screen gets past the sample, which spares a pass over all of its pixels.
    return _is_uniform(packed[::_STRIDE]) and _is_uniform(packed)


def _is_uniform(packed: npt.NDArray[np.uint32]) -> bool:
    return not ((packed ^ packed[0]) & np.uint32(0x00FFFFFF)).any()


def cannot_see(frame: Frame, windows: Sequence[WindowInfo]) -> bool:
    """Tell whether a flat picture contradicts the window list.

    A flat picture is believed when no window of a visible size is open, and when it has a colour
    and one window covers all of it. Black under an open window is never believed.
    """
    if not is_flat(frame.pixels):
        return False
    parts = [w.rect.intersection(frame.rect) for w in windows if not w.is_minimised]
    visible = [part for part in parts if min(part.w, part.h) >= MIN_VISIBLE_PX]
    if not visible:
        return False
    is_black = not frame.pixels[0, 0, :3].any()
    return is_black or frame.rect not in visible
