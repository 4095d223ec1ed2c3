"""What stands beside a field and names it, and whether that makes it a field for a password.

Programs that draw their own fields tell no tree that they hide what is typed; their label does.
"""

from collections.abc import Iterable
from typing import Final

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.core.secrets import asks_password

MAX_GAP_PX: Final = 400
"""How far left of its field a label may end."""
MAX_DROP_PX: Final = 40
"""How far above its field a label may end."""
MAX_LINE_PX: Final = 64
"""A field that is higher holds more than a line; one line at twice the usual size is about 60."""
_TEXTS: Final = frozenset({"label", "text", "heading"})
_FIELDS: Final = frozenset({"field", "spinner", "combo"})


def asks_for_password(field: ScreenElement | None, texts: Iterable[ScreenElement]) -> bool:
    """Tell whether a field is called so that a password belongs into it.

    Args:
        field: what takes the text; anything but a field is none.
        texts: what stands around it, by tree or picture; asked only where the field has no name.
    """
    if field is None or not (field.role in _FIELDS or "editable" in field.states):
        return False
    return asks_password(field.name.strip() or label_of(field.box, texts))


def is_line(field: ScreenElement) -> bool:
    """Tell whether a field is for one line of text, as all fields for passwords are."""
    return (
        field.role != "terminal"
        and field.box.h <= MAX_LINE_PX
        and ("multi_line" not in field.states)
    )


def label_area(field: Rect) -> Rect:
    """Return where the label of a field may stand: left of it and above."""
    left, top = field.x - MAX_GAP_PX, field.y - MAX_DROP_PX
    return Rect(left, top, field.right - left, field.bottom - top)


def label_of(field: Rect, texts: Iterable[ScreenElement]) -> str:
    """Return the text left of a field, else the one right above it; empty when there is none."""
    named = [e for e in texts if e.role in _TEXTS and e.name.strip()]
    beside = [e for e in named if _is_left(e.box, field)]
    if beside:
        return max(beside, key=lambda e: e.box.right).name
    above = [e for e in named if _is_above(e.box, field)]
    return max(above, key=lambda e: e.box.bottom).name if above else ""


def _is_left(label: Rect, field: Rect) -> bool:
    shares_row = (
        label.y <= field.center.y < label.bottom or field.y <= label.center.y < field.bottom
    )
    return shares_row and -8 <= field.x - label.right <= MAX_GAP_PX


def _is_above(label: Rect, field: Rect) -> bool:
    overlaps = min(label.right, field.right) > max(label.x, field.x)
    return overlaps and -4 <= field.y - label.bottom <= MAX_DROP_PX
