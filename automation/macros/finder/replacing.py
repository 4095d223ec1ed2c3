"""Another text beside the target where a recorded one stood: most likely it is another row's."""

from collections.abc import Sequence
from typing import Final

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.macros.finder.landmarks import is_level, is_on_side, spans
from automation.macros.finder.line_parts import parts_of
from automation.macros.finder.places import shares_band
from automation.macros.finder.roles import CELLS, LABELS, ROW_LIKE
from automation.macros.finder.scene import Scene, texts_of
from automation.macros.finder.texts import (
    comparable,
    is_other_reading,
    is_same,
    is_same_reading,
)
from automation.macros.macro import Landmark, Target

_READ_AROUND_PX: Final = 24
"""Lines are found by what parts them."""
_SURELY_READ: Final = 0.8
"""Confidence from which a reading may speak against a place; OCR tells what is 0.5 sure."""


def replaced(
    target: Target, point: ScreenPoint, scene: Scene, *, only_rows: bool
) -> tuple[str, str] | None:
    """Return a text beside the target that is gone, and the other one that stands in its place.

    Only texts at the target's own height, and only where the tree tells them: `Bob` where `Ada`
    stood means another row, while a text that moved or a renamed button means nothing.

    Args:
        target: what was recorded.
        point: where it was pressed, as the target is placed on the screen.
        scene: what is there.
        only_rows: a label beside a button may change, what stands in a row with it may not.
    """
    zoom = scene.ratio(target)
    is_row = any(e.role in ROW_LIKE and e.box.contains(point) for e in scene.elements)
    roles = CELLS if only_rows and not is_row else CELLS | LABELS
    texts = [e for e in scene.elements if e.name and e.role in roles]
    for mark in (m for m in target.near if is_level(m, target)):
        if any(is_same(e.name, mark.text) for e in scene.elements):
            continue
        there = point.offset(round(-mark.dx * zoom), round(-mark.dy * zoom))
        other = next((e for e in texts if e.box.contains(there)), None)
        if other is not None and not other.box.contains(point):
            return mark.text, other.name
    return None


def read_instead(
    target: Target, point: ScreenPoint, box: Rect, scene: Scene, *, only_rows: bool
) -> tuple[str, str] | None:
    """Return a text beside the target that is not there, and the other one that is read in its place.

    For where the tree is silent. A text that OCR may only have read wrongly is there.

    Args:
        target: what was recorded.
        point: where it was pressed, as the target is placed on the screen.
        box: the target on the screen.
        scene: what is there.
        only_rows: one of its neighbours may change, the other ones tell that it is the same row; and
            what moved elsewhere, or changed in its numbers alone, means nothing.
    """
    marks = [m for m in target.near if is_level(m, target) and m.side in ("left_of", "right_of")]
    if not marks:
        return None
    area = scene.area
    band = Rect(area.x, box.y, area.w, box.h).grown(_READ_AROUND_PX).intersection(area)
    lines = [part for line in scene.lines_in(band) for part in parts_of(line)]
    gone = [m for m in marks if not _is_shown(m, box, scene, lines)]
    if only_rows and len(gone) < len(marks):
        return None
    zoom = scene.ratio(target)
    for mark in gone:
        there = point.offset(round(-mark.dx * zoom), round(-mark.dy * zoom))
        read = (x for x in lines if x.box.contains(there) and x.confidence >= _SURELY_READ)
        others = (x for x in read if is_other_reading(mark.text, x.name))
        if only_rows:
            others = (x for x in others if not _is_renumbered(mark.text, x.name))
        other = next((x for x in others if not x.box.contains(point)), None)
        if other is not None and not (only_rows and _is_anywhere(mark, scene)):
            return mark.text, other.name
    return None


def _is_renumbered(text: str, read: str) -> bool:
    """Tell whether only the numbers in a text changed, as in a pager, a count or an amount.

    A number with no word beside it may be all that tells its row.
    """
    return _letters(text) == _letters(read) != ""


def _letters(text: str) -> str:
    return "".join(c for c in comparable(text) if c.isalpha())


def _is_anywhere(mark: Landmark, scene: Scene) -> bool:
    """Tell whether a text stands anywhere: a table beside a button may have been sorted."""
    told = (name for name, _ in texts_of(scene.elements))
    return any(is_same(name, mark.text) for name in told) or any(
        spans(mark.text, line) for line in scene.lines
    )


def _is_shown(mark: Landmark, box: Rect, scene: Scene, lines: Sequence[ScreenElement]) -> bool:
    """Tell whether a text stands at the height of a box on its side, or may have been misread there."""
    places = [there for name, there in texts_of(scene.elements) if is_same(name, mark.text)]
    for line in lines:
        places += [line.box] if _may_read(mark.text, line) else spans(mark.text, line)
    places += _in_pieces(mark.text, [line for line in lines if shares_band(line.box, box)])
    return any(shares_band(place, box) and is_on_side(mark, place, box) for place in places)


def _may_read(text: str, line: ScreenElement) -> bool:
    """Tell whether a line is a text or may be one that OCR has misread."""
    return any(c.isalnum() for c in line.name) and not is_other_reading(text, line.name)


def _in_pieces(text: str, row: Sequence[ScreenElement]) -> list[Rect]:
    """Return where neighbours make a text together that was read as one line."""
    ordered = sorted(row, key=lambda line: line.box.x)
    runs = (ordered[n:end] for n in range(len(row)) for end in range(n + 2, len(row) + 1))
    found = (run for run in runs if is_same_reading(text, " ".join(line.name for line in run)))
    return [run[0].box.union(run[-1].box) for run in found]
