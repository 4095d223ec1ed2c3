"""What stands around a target on the picture: its own text, steady texts near it."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final, Literal

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.macros.describing.seen import seen_text
from automation.macros.finder.texts import comparable
from automation.macros.macro import Landmark

MOST: Final = 4
READ_AROUND: Final = Rect(0, 0, 640, 280)
"""How much of the picture is read around a press: a form's labels, the cells of a row."""
_LONGEST: Final = 60
_ROUND_IT_PX: Final = 6
_TRAILING: Final = " :*"


def text_on(lines: Sequence[ScreenElement], box: Rect | None, point: ScreenPoint) -> str:
    """Return what can be read on a thing, or at the pixel where no thing is known."""
    if box is not None:
        inside = [line.name for line in lines if box.grown(2).contains(line.box.center)]
        return seen_text(" ".join(inside)) if len(inside) <= 2 else ""
    here = [x.name for x in lines if x.box.grown(_ROUND_IT_PX).contains(point)]
    return seen_text(here[0]) if len(here) == 1 else ""


def landmarks(
    lines: Sequence[ScreenElement], box: Rect, point: ScreenPoint, avoid: Collection[str]
) -> tuple[Landmark, ...]:
    """Return steady texts near a target, those at its own height first, then the nearest.

    Args:
        lines: texts that can be read around it.
        box: the target; what stands on it is no landmark.
        point: where it was pressed.
        avoid: texts that the run typed; they are data.
    """
    counts = Counter(comparable(line.name) for line in lines)
    typed = [text for one in avoid if (text := comparable(one))]
    steady = [
        line
        for line in lines
        if counts[comparable(line.name)] == 1
        and _is_steady(line.name, typed)
        and not box.contains(line.box.center)
    ]
    steady.sort(key=lambda line: (not _is_level(line.box, box), _distance(line.box, box)))
    return tuple(_landmark(line, point, box) for line in steady[:MOST])


def _is_steady(text: str, typed: Collection[str]) -> bool:
    """Tell whether a text is likely to stand there the next time: words, no numbers, nothing typed."""
    shown = comparable(text)
    letters = sum(char.isalpha() for char in shown)
    has_number = any(char.isdigit() for char in shown)
    is_data = any(one in shown for one in typed)
    return letters >= 2 and len(shown) <= _LONGEST and not (has_number or is_data) and bool(
        seen_text(text)
    )  # fmt: skip


def _landmark(line: ScreenElement, point: ScreenPoint, box: Rect) -> Landmark:
    center = line.box.center
    dx, dy = point.x - center.x, point.y - center.y
    side: Literal["left_of", "right_of", "above", "below"]
    if _is_level(line.box, box):
        side = "right_of" if dx >= 0 else "left_of"
    else:
        side = "below" if dy >= 0 else "above"
    return Landmark(text=seen_text(line.name).rstrip(_TRAILING), side=side, dx=dx, dy=dy)


def _is_level(text: Rect, box: Rect) -> bool:
    common = min(text.bottom, box.bottom) - max(text.y, box.y)
    return 2 * common >= min(text.h, box.h) > 0


def _distance(text: Rect, box: Rect) -> int:
    dx = max(0, text.x - box.right, box.x - text.right)
    dy = max(0, text.y - box.bottom, box.y - text.bottom)
    return dx * dx + dy * dy
