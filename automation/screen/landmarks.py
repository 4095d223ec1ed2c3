"""Steady texts around a thing: which texts near it will stand there another time, and on which side.

Two rules choose them. A recording knows the tree and takes the nearest text on each side. A run that is
compiled knows only what was read off its picture, where texts are more and less sure: it takes those at
the thing's own height first and none that stands there twice.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.screen.folding import comparable
from automation.screen.rows import shares_row

Side = Literal["left_of", "right_of", "above", "below"]
"""Where the thing lies, seen from the text."""

MOST_MARKS: Final = 4
LONGEST: Final = 60
"""Characters of a steady text; a longer one is prose, which is read differently every time."""
_FAR_PX: Final = 400
"""A text further off belongs to something else."""
_REACH_PX: Final = 4
_CHANGING: Final = re.compile(r"[\d\s:.,/%+-]*")
"""Clocks, dates, counters, amounts: there another time they are others."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A steady text near a thing."""

    text: str
    middle: ScreenPoint
    side: Side


def is_steady(text: str, *, least_letters: int = 0, may_have_digits: bool = True) -> bool:
    """Tell whether a text is likely to stand there the next time: no number alone, and no prose."""
    is_short = len(text) <= LONGEST and _CHANGING.fullmatch(text) is None
    has_letters = sum(char.isalpha() for char in text) >= least_letters
    return is_short and has_letters and (may_have_digits or not any(map(str.isdigit, text)))


def nearest_on_each_side(texts: Sequence[tuple[str, Rect]], box: Rect) -> list[Mark]:
    """Return the nearest steady text on each side of a box, nearest first."""
    best: dict[Side, tuple[int, str, Rect]] = {}
    for text, place in texts:
        if box.contains(place.center) or place.contains(box.center) or not is_steady(text):
            continue
        side, far = _side(box, place)
        if far <= _FAR_PX and (side not in best or far < best[side][0]):
            best[side] = (far, text, place)
    ranked = sorted(best.items(), key=lambda item: item[1][0])[:MOST_MARKS]
    return [Mark(text, place.center, side) for side, (_, text, place) in ranked]


def _side(box: Rect, text: Rect) -> tuple[Side, int]:
    """Return on which side of a text the box lies, and how far."""
    if shares_row(box, text):
        is_left = text.right <= box.x + _REACH_PX
        gap = box.x - text.right if is_left else text.x - box.right
        return ("right_of" if is_left else "left_of"), max(0, gap)
    is_above = text.bottom <= box.y + _REACH_PX
    gap = box.y - text.bottom if is_above else text.y - box.bottom
    aside = max(0, text.x - box.right, box.x - text.right)
    return ("below" if is_above else "above"), max(0, gap) + 2 * aside


def level_first(
    lines: Sequence[ScreenElement], box: Rect, point: ScreenPoint, typed: Collection[str]
) -> list[Mark]:
    """Return steady texts around a box that stand there once, those at its own height first, then the nearest.

    Args:
        box: the thing; what stands on it is no landmark.
        point: where it was pressed; the sides are told from there.
        typed: texts that somebody typed; they are data.
    """
    times = Counter(comparable(line.name) for line in lines)
    data = [text for one in typed if (text := comparable(one))]
    steady = [
        line
        for line in lines
        if times[shown := comparable(line.name)] == 1
        and is_steady(shown, least_letters=2, may_have_digits=False)
        and not any(one in shown for one in data)
        and not box.contains(line.box.center)
    ]
    steady.sort(key=lambda line: (not shares_row(line.box, box), _distance(line.box, box)))
    return [Mark(line.name, line.box.center, _side_from(line.box, box, point)) for line in steady]


def _side_from(text: Rect, box: Rect, point: ScreenPoint) -> Side:
    if shares_row(text, box):
        return "right_of" if point.x >= text.center.x else "left_of"
    return "below" if point.y >= text.center.y else "above"


def _distance(text: Rect, box: Rect) -> int:
    dx = max(0, text.x - box.right, box.x - text.right)
    dy = max(0, text.y - box.bottom, box.y - text.bottom)
    return dx * dx + dy * dy
