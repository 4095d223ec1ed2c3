"""Which text on a screen labels which control: the one beside it, or the one above it.

Fields rarely have a name of their own; people call them by the text next to them. How far such a text may
stand off is the `Reach` of who asks. Safety asks with a wider one than who looks for a name: a text too
many makes a field one for a password, a text too few would show one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.core.secrets import asks_password
from automation.screen.roles import BOXES, LABELS, VALUE_FIELDS
from automation.screen.rows import shares_row


@dataclass(frozen=True, slots=True)
class Reach:
    """How far from its control a label may stand, in device pixels."""

    beside_px: int
    above_px: int
    overlap_px: int = 4
    """By how much a label beside may reach into its control: its box is often wider than its text."""


NAMING: Final = Reach(300, 40)
"""For the name that a control is shown, recorded and found by."""
GUARDING: Final = Reach(400, 40, overlap_px=8)
"""For what a field may be for: what may name it counts, and a password's label that is too far off for that."""
SAID: Final = Reach(700, 60, overlap_px=8)
"""For what a user calls a control: several that are as near are asked about, and a wrong one shows on
the card. A page of settings has its names on the left and its controls at the other end of the row."""

MAX_CHARS: Final = 40
"""Longest text that names a control; a longer one explains it."""
MAX_WORDS: Final = 7
"""With more words it is a sentence: a warning in a bar that comes and goes."""
MUCH_NEARER: Final = 3
"""A text this many times nearer to the control below it is not the label of the one on its right."""
MAX_LINE_PX: Final = 64
"""A field that is higher holds more than a line; one line at twice the usual size is about 60."""
_OVERLAP_ABOVE_PX: Final = 4
_BEHIND_PX: Final = 60
"""How far right of a box the words may begin that a user calls it by."""

Side = Literal["left", "right", "above"]


def gap(control: Rect, text: Rect, side: Side, reach: Reach) -> int | None:
    """Return the pixels between a control and a text on one side of it, below 0 where they overlap.

    None where the text does not stand there, or too far off.
    """
    if side == "above":
        drop = _drop(control, text)
        return drop if drop is not None and drop <= reach.above_px else None
    space = text.x - control.right if side == "right" else control.x - text.right
    is_near = -reach.overlap_px <= space <= reach.beside_px
    return space if is_near and shares_row(text, control) else None


def _drop(control: Rect, text: Rect) -> int | None:
    """Return how far above a control a text ends, however far; None where it does not stand there."""
    drop = control.y - text.bottom
    is_over = min(text.right, control.right) > max(text.x, control.x)
    return drop if is_over and drop >= -_OVERLAP_ABOVE_PX else None


def label_gap(label: Rect, control: ScreenElement) -> int | None:
    """Return how far a label is from what it names: left of it, above it, right of a check box."""
    side: Side = "right" if control.role in BOXES else "left"
    found = gap(control.box, label, side if shares_row(label, control.box) else "above", NAMING)
    return max(0, found) if found is not None else None


def may_name(text: str) -> bool:
    """Tell whether a text may be the name of what it stands beside, and is no sentence."""
    return 0 < len(text) <= MAX_CHARS and len(text.split()) <= MAX_WORDS


def nearest_label(control: ScreenElement, others: Iterable[ScreenElement]) -> str:
    """Return the nearest text beside or above a control that may name it; empty when there is none."""
    best: tuple[int, str] | None = None
    for other in others:
        if other.role not in LABELS or other == control or not may_name(other.name):
            continue
        far = label_gap(other.box, control)
        if far is not None and (best is None or far < best[0]):
            best = far, other.name
    return best[1] if best is not None else ""


def label_of(field: Rect, texts: Iterable[ScreenElement], reach: Reach = GUARDING) -> str:
    """Return the nearest text left of a field, else the nearest one above it; empty for none."""
    return next(iter(labels_of(field, texts, reach)), "")


def labels_of(
    field: Rect, texts: Iterable[ScreenElement], reach: Reach = GUARDING
) -> tuple[str, ...]:
    """Return every text that may label a field: those on its left, then those above, the nearest first."""
    named = [e for e in texts if e.role in LABELS and e.name.strip()]
    found: list[str] = []
    sides: tuple[Side, ...] = ("left", "above")
    for side in sides:
        gaps = ((gap(field, e.box, side, reach), e.name) for e in named)
        near = [(far, name) for far, name in gaps if far is not None]
        found += [name for _, name in sorted(near, key=lambda pair: pair[0])]
    return tuple(found)


def own_label(
    control: Rect,
    texts: Sequence[tuple[str, Rect]],
    others: Sequence[Rect],
    *,
    is_box: bool,
) -> tuple[str, Side] | None:
    """Return the text that labels a control and no other one, and where it stands; None for none.

    Args:
        others: the other controls that may be labelled: one nearer to a text, or between, takes it.
    """
    sides: tuple[Side, ...] = ("right",) if is_box else ("left", "above")
    for side in sides:
        best: tuple[int, str] | None = None
        for name, text in texts:
            found = gap(control, text, side, NAMING)
            if found is None:
                continue
            far = max(0, found)
            if (best is None or far < best[0]) and not _heads_another(text, far, others):
                best = far, name
        if best is not None and not any(
            between is not None and max(0, between) < best[0]
            for between in (gap(control, other, side, NAMING) for other in others)
        ):
            return best[1], side
    return None


def _heads_another(text: Rect, far: int, others: Sequence[Rect]) -> bool:
    """Tell whether a text is the heading of a much nearer control of another column."""
    drops = (_drop(other, text) for other in others)
    return any(drop is not None and max(0, drop) * MUCH_NEARER < far for drop in drops)


_SAME_ROW: Final = 0.75
"""By what part of the higher one's height the middles of a label and its control may differ: some toolkits
stand a label lower in its row."""


def label_cost(label: Rect, control: Rect, *, either_side: bool = False) -> float | None:
    """Return how well a text may be the label of a control that a user names; None when it cannot be.

    Args:
        control: the control's box; left of it or right above it a label is expected.
        either_side: the label may also stand right of the control, as check boxes have it.
    """
    lower = abs(label.center.y - control.center.y)
    is_beside = shares_row(label, control)
    # A text area is called by what stands at its first line or its middle.
    is_level = label.center.y <= control.y + MAX_LINE_PX or lower <= label.h
    if is_level and (is_beside or lower <= _SAME_ROW * max(label.h, control.h)):
        before, behind = control.x - label.right, label.x - control.right
        if -SAID.overlap_px <= before <= SAID.beside_px:
            return float(max(0, before)) + (0 if is_beside else 2 * lower)
        is_near = either_side and is_beside and -SAID.overlap_px <= behind <= _BEHIND_PX
        if is_near or is_beside:
            return float(behind) if is_near else None
    drop, aside = control.y - label.bottom, abs(control.x - label.x)
    is_over = label.right > control.x and label.x < control.right
    is_above = -_OVERLAP_ABOVE_PX <= drop <= SAID.above_px and aside <= control.w and is_over
    return 2.0 * drop + 0.5 * aside if is_above and not either_side else None


def asks_for_password(field: ScreenElement | None, texts: Iterable[ScreenElement]) -> bool:
    """Tell whether a field is called so that a password belongs into it.

    Programs that draw their own fields tell no tree that they hide what is typed; their label does.

    Args:
        field: what takes the text; anything but a field is none.
        texts: what stands around it, by tree or picture; asked only where the field has no name. Each
            in reach counts, not just the nearest: "Forgot it?" may stand nearer than "Password".
    """
    if field is None or not (field.role in VALUE_FIELDS or "editable" in field.states):
        return False
    names = (field.name,) if field.name.strip() else labels_of(field.box, texts)
    return any(map(asks_password, names))


def is_line(field: ScreenElement) -> bool:
    """Tell whether a field is for one line of text, as all fields for passwords are."""
    return (
        field.role != "terminal"
        and field.box.h <= MAX_LINE_PX
        and ("multi_line" not in field.states)
    )


def label_area(field: Rect, reach: Reach = GUARDING) -> Rect:
    """Return where the label of a field may stand: left of it and above."""
    left, top = field.x - reach.beside_px, field.y - reach.above_px
    return Rect(left, top, field.right - left, field.bottom - top)
