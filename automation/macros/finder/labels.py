"""The text beside or above a thing that names it, where the recorded one was told by such a text."""

from collections.abc import Sequence
from typing import Final

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.macros.finder.places import shares_band
from automation.macros.finder.scene import Scene
from automation.macros.finder.texts import comparable, is_same
from automation.macros.macro import Target

_TEXT_ROLES: Final = frozenset({"label", "text", "heading"})
_LABEL_GAP_PX: Final = 300
_LABEL_RISE_PX: Final = 40
"""As far as the reader looks for the text that names a field."""
_MOST_CHARS: Final = 40
"""As long as a text may be from which the reader names a field; a longer one explains it."""


def labelled_among(
    elements: Sequence[ScreenElement], target: Target, scene: Scene
) -> list[ScreenElement]:
    """Return the elements that are called by the label or have it beside them."""
    called = [e for e in elements if is_same(e.name, target.label)]
    if called:
        return called
    texts = [e for e in scene.elements if e.role in _TEXT_ROLES and is_same(e.name, target.label)]
    return [e for e in elements if any(_names(text.box, e, elements) for text in texts)]


def _names(label: Rect, element: ScreenElement, others: Sequence[ScreenElement]) -> bool:
    """Tell whether no other element is nearer to the label than this one."""
    own = _label_gap(label, element)
    if own is None:
        return False
    gaps = (_label_gap(label, e) for e in others if e is not element)
    return all(gap is None or gap > own for gap in gaps)


def _label_gap(label: Rect, element: ScreenElement) -> int | None:
    """Return how far a label is from what it names: left of it, above it, right of a check box."""
    box = element.box
    if shares_band(label, box):
        is_box = element.role in ("checkbox", "radio")
        gap = label.x - box.right if is_box else box.x - label.right
        return max(0, gap) if -4 <= gap <= _LABEL_GAP_PX else None
    drop = box.y - label.bottom
    is_over = label.x < box.right and box.x < label.right
    return max(0, drop) if is_over and -4 <= drop <= _LABEL_RISE_PX else None


def is_labelled_otherwise(element: ScreenElement, target: Target, scene: Scene) -> bool:
    """Tell whether another text names a thing where the recorded label should, which is not there.

    Only for a target with a name of its own: one that is known by its label alone is found by its
    looks or its surroundings where the label was renamed.
    """
    if not (target.label.strip() and target.name.strip()):
        return False
    if _says(element.name, target.label) or _says(element.parent_name, target.label):
        return False
    if any(_says(e.name, target.label) and _may_name(e.box, element) for e in scene.elements):
        return False
    others = (e for e in scene.elements if e.role in _TEXT_ROLES and 0 < len(e.name) <= _MOST_CHARS)
    return any(e != element and _label_gap(e.box, element) is not None for e in others)


def _says(text: str, label: str) -> bool:
    """Tell whether a text is a label, with or without a remark: `Input file (required)`.

    A remark begins with a sign; what only has a word more (`Input file format`) is another label.
    """
    wanted, there = comparable(label), comparable(text)
    remark = there.removeprefix(wanted).lstrip()
    return bool(wanted) and there.startswith(wanted) and not remark[:1].isalnum()


def _may_name(label: Rect, element: ScreenElement) -> bool:
    """Tell whether a text stands in a line with a thing or over it, however far away, or around it."""
    box = element.box
    is_over = label.y <= box.y and label.x < box.right and box.x < label.right
    return shares_band(label, box) or is_over
