"""Steady texts near a target: which agree that it lies at a pixel, and which place they agree on.

A landmark says where the target lies from the middle of its text. Texts are looked up in the tree,
and where that does not know enough of them, by OCR.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.macros.find.scene import Scene, texts_of
from automation.macros.macro import Landmark, Target
from automation.screen.folding import comparable, is_same, is_same_reading
from automation.screen.roles import BOXES, INPUTS, PICTURES
from automation.screen.rows import is_left_of, is_next, shares_row

SLACK_PX: Final = 10
"""How far a text may lie from where it should, at scale 1: a label's box in the tree is often wider
than its text, and fonts differ."""
SLACK_PART: Final = 0.06
"""The same as a part of the distance: rows and paddings do not grow exactly like the font."""
MIN_ZOOM, MAX_ZOOM = 0.67, 1.5
SAME_ZOOM: Final = 0.05
_HALF_LINE_PX: Final = 12
_MIN_SPAN_PX: Final = 24
"""Two landmarks nearer to each other than this tell no zoom."""
_SAME_PLACE_PX: Final = 16
_MOST_OF_A_TEXT: Final = 6
"""A text that stands at more places is no landmark."""
_BRACKET_PX: Final = 160

_MARKS: Final = BOXES | PICTURES
"""The names of these may stand on them or beside them."""

Boxes = list[Rect]


def inscriptions(target: Target) -> tuple[str, ...]:
    """Return what may be written on the target itself; nothing for a field, since that changes.

    A single sign is left out: OCR takes a slash for a one.
    """
    if target.role in INPUTS:
        return ()
    texts = (target.text,) if target.role in _MARKS else (target.text, target.name)
    return tuple(dict.fromkeys(text for text in texts if len(text.strip()) > 1))


@dataclass(frozen=True, slots=True)
class Votes:
    """What the landmarks say of a pixel."""

    point: ScreenPoint
    zoom: float
    agreeing: tuple[Landmark, ...]
    disagreeing: tuple[Landmark, ...]

    @property
    def is_unanimous(self) -> bool:
        """Tell whether at least two agree and none that can be seen lies elsewhere."""
        return len(self.agreeing) >= 2 and not self.disagreeing

    @property
    def is_bracketed(self) -> bool:
        """Tell whether near texts on opposite sides agree.

        When something between them is taken away, what follows moves up: both cannot agree then.
        """
        near = [m for m in self.agreeing if max(abs(m.dx), abs(m.dy)) <= _BRACKET_PX]
        sides = {m.side for m in near}
        return {"left_of", "right_of"} <= sides or {"above", "below"} <= sides


Sight = list[tuple[Landmark, Boxes]]
"""The landmarks that can be seen, and where their texts stand."""


def by_tree(target: Target, scene: Scene) -> Sight:
    """Return where the tree has the landmarks' texts."""
    told = texts_of(scene.elements)
    return _sight(target, lambda text: [box for name, box in told if is_same(name, text)])


def by_reading(target: Target, scene: Scene) -> Sight:
    """Return where OCR reads the landmarks' texts in the window."""
    return _sight(target, lambda text: [b for line in scene.lines for b in spans(text, line)])


def _sight(target: Target, places: Callable[[str], Boxes]) -> Sight:
    own = {comparable(text) for text in (*inscriptions(target), target.text)}
    seen = [(m, places(m.text)) for m in target.near if comparable(m.text) not in own]
    return [(mark, boxes) for mark, boxes in seen if 0 < len(boxes) <= _MOST_OF_A_TEXT]


def spans(text: str, line: ScreenElement) -> Boxes:
    """Return where a text stands as whole words in a line; neighbours are often read as one line."""
    if is_same_reading(text, line.name):
        return [line.box]
    folded, wanted = line.name.casefold(), text.casefold().strip()
    if len(folded) != len(line.name) or not wanted:
        return []
    at = folded.find(wanted)
    end = at + len(wanted)
    around = folded[max(0, at - 1) : at] + folded[end : end + 1]
    is_cut = any(char.isalnum() for char in around)
    return [] if at < 0 or is_cut else [line.span_box(at, end)]


def votes(sight: Sight, point: ScreenPoint, zoom: float) -> Votes:
    """Return which landmarks agree that the target is pressed at this pixel."""
    agreeing: list[Landmark] = []
    disagreeing: list[Landmark] = []
    for mark, boxes in sight:
        is_there = any(_agrees(mark, box.center, point, zoom) for box in boxes)
        (agreeing if is_there else disagreeing).append(mark)
    return Votes(point, zoom, tuple(agreeing), tuple(disagreeing))


def _agrees(mark: Landmark, text: ScreenPoint, point: ScreenPoint, zoom: float) -> bool:
    slack_x = SLACK_PX * zoom + SLACK_PART * abs(mark.dx * zoom)
    slack_y = SLACK_PX * zoom + SLACK_PART * abs(mark.dy * zoom)
    return (
        abs(text.x + mark.dx * zoom - point.x) <= slack_x
        and abs(text.y + mark.dy * zoom - point.y) <= slack_y
    )


def keeps_gap(mark: Landmark, places: Boxes, box: Rect, target: Target, zoom: float) -> bool:
    """Tell whether a text beside a thing is as far from its edge as it was, whatever their widths."""
    place = target.place
    if place is None or mark.side not in ("left_of", "right_of"):
        return False
    pressed = place.press[0] if place.press is not None else place.box.w // 2
    inner = pressed if mark.side == "right_of" else place.box.w - pressed
    for text in places:
        gap = box.x - text.right if mark.side == "right_of" else text.x - box.right
        was = (abs(mark.dx) - inner) * zoom - text.w / 2
        if shares_row(text, box) and abs(gap - was) <= SLACK_PX * zoom:
            return True
    return False


def fits(sight: Sight, ratio: float) -> list[Votes]:
    """Return the places that at least two landmarks agree on, each once: first those at the known size.

    Two texts always agree on some place at some zoom: another zoom needs a third.
    """
    found: list[Votes] = []
    for (first, first_boxes), (second, second_boxes) in combinations(sight, 2):
        for one in first_boxes:
            for other in second_boxes:
                vote = _fit((first, one.center), (second, other.center), sight, ratio)
                least = 2 if vote is not None and vote.zoom == ratio else 3
                if vote is not None and len(vote.agreeing) >= least:
                    found.append(vote)
    found.sort(key=lambda v: (-len(v.agreeing), abs(v.zoom - ratio)))
    plain = apart([v for v in found if v.zoom == ratio], ratio)
    return [*plain, *apart([v for v in found if v.zoom != ratio], ratio)]


def apart(ranked: Sequence[Votes], ratio: float) -> list[Votes]:
    """Return the votes without those on a place that a better one is on."""
    kept: list[Votes] = []
    for vote in ranked:
        if all(vote.point.distance(v.point) > _SAME_PLACE_PX * ratio for v in kept):
            kept.append(vote)
    return kept


_Seen = tuple[Landmark, ScreenPoint]


def _fit(first: _Seen, second: _Seen, sight: Sight, ratio: float) -> Votes | None:
    """Return the votes on the place that two texts lead to, at the zoom that their distance tells."""
    (a, at_a), (b, at_b) = first, second
    apart = (a.dx - b.dx, a.dy - b.dy)
    span = apart[0] ** 2 + apart[1] ** 2
    zoom = ratio
    if span >= _MIN_SPAN_PX**2:
        zoom = ((at_b.x - at_a.x) * apart[0] + (at_b.y - at_a.y) * apart[1]) / span
        if abs(zoom / ratio - 1) <= SAME_ZOOM:
            zoom = ratio
    if not MIN_ZOOM <= zoom / ratio <= MAX_ZOOM:
        return None
    x = (at_a.x + a.dx * zoom + at_b.x + b.dx * zoom) / 2
    y = (at_a.y + a.dy * zoom + at_b.y + b.dy * zoom) / 2
    return votes(sight, ScreenPoint(round(x), round(y)), zoom)


def beside_each(
    points: Sequence[ScreenPoint], boxes: Sequence[Rect], target: Target, scene: Scene
) -> int | None:
    """Return which of several look-alikes stands beside the recorded texts; None if not exactly one.

    Only texts at the target's own height tell look-alikes apart: a heading above a table says
    nothing of its rows. One of them must be the next text beside it, so that a text in another
    column of the window, which does not move with the rows, decides nothing.
    """
    level = [m for m in target.near if is_level(m, target)]
    if not level:
        return None
    alone = Target(role=target.role, name=target.name, text=target.text, near=tuple(level))
    zoom = scene.ratio(target)
    for sight, texts in _looks(alone, scene):
        if len(sight) < len(level):
            continue
        fitting = [
            n
            for n, (point, box) in enumerate(zip(points, boxes, strict=True))
            if not votes(sight, point, zoom).disagreeing
            and any(_is_next(mark, box, places, texts) for mark, places in sight)
        ]
        return fitting[0] if len(fitting) == 1 else None
    return None


def is_flanked(vote: Votes, sight: Sight, box: Rect, scene: Scene) -> bool:
    """Tell whether agreeing texts are the next ones on both sides of a thing, however far away.

    If what stood between them were gone, they would be next to one another.
    """
    texts = [text for _, text in texts_of(scene.elements)]
    beside = ((m, places) for m, places in sight if m in vote.agreeing)
    sides = {m.side for m, places in beside if _is_next(m, box, places, texts)}
    return {"left_of", "right_of"} <= sides


def _looks(target: Target, scene: Scene) -> list[tuple[Sight, Boxes]]:
    looks = [(by_tree(target, scene), [box for _, box in texts_of(scene.elements)])]
    if len(looks[0][0]) < len(target.near):
        looks.append((by_reading(target, scene), [line.box for line in scene.lines]))
    return looks


def is_level(mark: Landmark, target: Target) -> bool:
    """Tell whether a text stands at the target's own height, as a label or another cell does."""
    half = max(8, target.place.box.h // 2) if target.place is not None else _HALF_LINE_PX
    return abs(mark.dy) <= half


def _is_next(mark: Landmark, box: Rect, places: Boxes, texts: Boxes) -> bool:
    """Tell whether one of the places of a text is beside the box with no other text between."""
    return any(
        shares_row(place, box) and is_on_side(mark, place, box) and is_next(place, box, texts)
        for place in places
    )


def is_on_side(mark: Landmark, place: Rect, box: Rect) -> bool:
    """Tell whether a text at the height of a box is on the side of it where the landmark was."""
    return is_left_of(place, box) == (mark.side == "right_of")
