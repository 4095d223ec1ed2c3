"""By what can be read: the only line of text in the window that is what stood on the target."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from automation.core.geometry import ScreenPoint
from automation.core.observation import ScreenElement
from automation.macros.finder.evidence import Witnesses
from automation.macros.finder.image_rung import Pictures
from automation.macros.finder.landmarks import beside_each
from automation.macros.finder.line_parts import names_in, part_of
from automation.macros.finder.outcome import Hit, Nothing, Outcome, Several
from automation.macros.finder.places import near_area
from automation.macros.finder.scene import Scene
from automation.macros.finder.texts import is_same_reading
from automation.macros.macro import Target


def by_text(target: Target, scene: Scene, witnesses: Witnesses, pictures: Pictures) -> Outcome:
    """Return the only place where the target's text can be read."""
    wanted = next(iter(witnesses.inscriptions), "")
    if not any(c.isalnum() for c in wanted):
        return Nothing("nothing was written on it")
    lines = scene.lines
    if not lines:
        return Nothing("no text can be read here")
    read = [part for line in lines for part in _parts(wanted, line)]
    own = [x for x in read if scene.is_reached(x.box.center)]
    fitting = [x for x in own if _is_possible(x, witnesses)]
    if not fitting:
        note = "it is read on something else" if own else "the text is not read"
        return Nothing(note, matches=len(own))
    if len(fitting) > 1:
        points, boxes = [x.box.center for x in fitting], [x.box for x in fitting]
        chosen = beside_each(points, boxes, target, scene)
        if chosen is None:
            return Several(tuple(fitting), _confidence(fitting), "the same text")
        fitting = [fitting[chosen]]
    return _confirmed(fitting[0], target, scene, witnesses, pictures)


def _parts(wanted: str, line: ScreenElement) -> Iterator[ScreenElement]:
    """Yield the line if it is the text, and the parts of it that are and stand alone.

    Names side by side are often read as one line; the words of one name are not taken apart,
    since "Save" is not "Save As".
    """
    if is_same_reading(wanted, line.name):
        yield line
        return
    for start, end in names_in(line):
        if is_same_reading(wanted, line.name[start:end]):
            yield part_of(line, start, end)


def _is_possible(line: ScreenElement, witnesses: Witnesses) -> bool:
    said = witnesses.of(line.box.center)
    return (
        said.role != "contradicts"
        and said.name != "contradicts"
        and witnesses.is_where_it_was(line.box, said.element)
    )


def _confirmed(
    line: ScreenElement, target: Target, scene: Scene, witnesses: Witnesses, pictures: Pictures
) -> Outcome:
    """Return the hit if something besides the text speaks for it, or nothing else was recorded.

    A heading may say the same as the button that is gone.
    """
    point = line.box.center
    element = witnesses.of(point).element
    hit = Hit(point, line.box, line.confidence, element or line)
    is_bare = target.place is None and target.image is None and not target.near
    if element is not None or is_bare or target.row:
        return hit
    ratio = scene.ratio(target)
    if pictures.looks_like_itself(point):
        return replace(hit, note="it looks as it did")
    if target.image is None and _is_near(point, target, scene, ratio):
        return replace(hit, note="near its place")
    if witnesses.votes(point, ratio).is_unanimous:
        return replace(hit, note="its landmarks agree")
    return Nothing("read elsewhere, and nothing confirms it", line.confidence, 1, (line,))


def _is_near(point: ScreenPoint, target: Target, scene: Scene, ratio: float) -> bool:
    place = target.place
    return place is not None and near_area(place, scene.window.rect, ratio).contains(point)


def _confidence(lines: Sequence[ScreenElement]) -> float:
    return max(line.confidence for line in lines)
