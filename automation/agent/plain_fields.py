"""Fields that show nothing: where one colour is drawn, there are no words to be read.

A form is filled in field by field, and each is empty when it is pressed and when it is typed into.
What stands in a field that takes text is no label either: of it only orders to assistants count.
"""

from typing import Final

import numpy as np

from automation.core.observation import Frame, ScreenElement
from automation.core.pictures import CARET_MAX_WIDTH_PX
from automation.safety.base_risk import ENTRY_ROLES

RIM_PX: Final = 4
"""How far a field's frame and ring reach into its box. A text that is higher than that, or wider than
it and a caret, reaches out of the rim wherever in the box it stands."""
_FIELDS: Final = ENTRY_ROLES - {"terminal"}


def shows_nothing(element: ScreenElement, frame: Frame) -> bool:
    """Tell whether a field that takes text has one colour inside its rim, but for a caret.

    Of everything else, and of what is too flat or cut off to be sure of, it is never said.

    Args:
        element: what the tree tells, its box in device pixels.
        frame: the picture that is decided by.
    """
    if element.role not in _FIELDS or "editable" not in element.states:
        return False
    inner = element.box.grown(-RIM_PX)
    if inner.w <= CARET_MAX_WIDTH_PX or 2 * inner.h < element.box.h:
        return False
    part = frame.crop(inner)
    if part.rect != inner:
        return False
    pixels = np.ascontiguousarray(part.pixels).view(np.uint32)[:, :, 0] & np.uint32(0x00FFFFFF)
    columns = np.flatnonzero((pixels != pixels[0, 0]).any(axis=0))
    return columns.size == 0 or int(columns[-1] - columns[0]) + 1 <= CARET_MAX_WIDTH_PX
