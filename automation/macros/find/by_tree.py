"""The best rung: the accessibility tree knows role and name, and the match is the only one."""

from collections.abc import Sequence
from typing import Final

from automation.core.observation import ScreenElement
from automation.core.wording import quoted
from automation.macros.find.landmark_votes import beside_each
from automation.macros.find.match_evidence import Row, is_labelled_otherwise, labelled_among
from automation.macros.find.scene import (
    MAIN_PART,
    Hit,
    Nothing,
    Outcome,
    Scene,
    Several,
    fills_window,
    pressing_point,
    same_part,
)
from automation.macros.macro import Target
from automation.screen.folding import comparable, is_same
from automation.screen.roles import is_kin

NAMED: Final = 1.0
KIN_ROLE: Final = 0.95
"""The role is another word for the recorded one."""
LABELLED: Final = 0.9
NAMELESS: Final = 0.8
"""Only role and row, or role and container, tell what it is."""

_MOST_ALIKE: Final = 200
"""Of more look-alikes nobody is asked which one it is."""
_SAME_BOX: Final = 0.8
"""Common part of two boxes, of their union, from which they are one thing told twice."""


def by_tree(target: Target, scene: Scene) -> Outcome:
    """Return the only element that is what was recorded."""
    if not scene.elements:
        return Nothing("the tree tells nothing of this window")
    candidates, score = _named(target, scene)
    if not candidates:
        return Nothing("nothing of that role and name")
    labelled = [e for e in candidates if not is_labelled_otherwise(e, target, scene)]
    if not labelled:
        return Nothing(f"not beside {quoted(target.label)}", matches=len(candidates))
    contained = _within(labelled, target, scene)
    if not contained:
        return Nothing(f"not within {quoted(target.within)}", matches=len(labelled))
    row = Row.of(target, scene)
    kept = row.kept(contained) if row else contained
    if len(kept) > _MOST_ALIKE:
        return Several(tuple(kept[:_MOST_ALIKE]), score, "equal in role, name and container")
    if not kept:
        named = ", ".join(map(quoted, target.row))
        return Nothing(f"not in the row of {named}", matches=len(contained))
    return _decided(_apart(kept), target, scene, score)


def _named(target: Target, scene: Scene) -> tuple[list[ScreenElement], float]:
    """Return what has the recorded name, else what the recorded label names, and how sure that is."""
    fitting = [e for e in scene.elements if is_kin(e.role, target.role)]
    name = target.name or ("" if target.label else target.text)
    if name:
        named = [e for e in fitting if is_same(e.name, name)]
        exact = [e for e in named if not target.role or e.role == target.role]
        if exact or named:
            several = exact or named
            labelled = labelled_among(several, target, scene) if target.label else several
            return labelled or several, NAMED if exact else KIN_ROLE
    if not target.role:
        return [], 0.0
    if target.label:
        return labelled_among(fitting, target, scene), LABELLED
    if not name and (target.row or target.within):
        return [e for e in fitting if e.role == target.role and _may_be(e, target)], NAMELESS
    return ([], 0.0) if name else (_main_parts(target, scene), NAMELESS)


def _may_be(element: ScreenElement, target: Target) -> bool:
    """Tell whether a thing may be a target without a name.

    One that was recorded had none, so that a thing with a name is another one; a person who wrote
    the target left the name away.
    """
    return target.place is None or not element.name


def _main_parts(target: Target, scene: Scene) -> list[ScreenElement]:
    """Return the nameless thing that fills most of its window, where the recorded one did."""
    if not fills_window(target.place):
        return []
    least = MAIN_PART * scene.window.rect.area
    alike = (e for e in scene.elements if e.role == target.role and not e.name)
    return [e for e in alike if e.box.intersection(scene.window.rect).area > least]


def _within(elements: Sequence[ScreenElement], target: Target, scene: Scene) -> list[ScreenElement]:
    """Return the elements in the recorded container.

    The title of a page changes with what it shows: a container that the recorded window was
    called by is no container.
    """
    wanted = comparable(target.within)
    if not wanted or wanted in comparable(target.window):
        return list(elements)
    boxes = [e.box for e in scene.elements if e.name and comparable(e.name) == wanted]
    own_title = is_same(scene.window.title, target.within)
    return [
        e
        for e in elements
        if own_title
        or is_same(e.parent_name, target.within)
        or any(box.area > e.box.area and box.contains(e.box.center) for box in boxes)
    ]


def _apart(elements: Sequence[ScreenElement]) -> list[ScreenElement]:
    """Return the elements without those that the tree tells twice: a cell around its button."""
    kept: list[ScreenElement] = []
    for element in sorted(elements, key=lambda e: e.box.area):
        if not any(_is_told_twice(other, element) for other in kept):
            kept.append(element)
    return kept


def _is_told_twice(inner: ScreenElement, outer: ScreenElement) -> bool:
    if inner.window_id != outer.window_id or not is_same(inner.name, outer.name):
        return False
    return inner.box.overlap(outer.box) >= _SAME_BOX


def _decided(
    candidates: Sequence[ScreenElement], target: Target, scene: Scene, score: float
) -> Outcome:
    """Return the only candidate, the only one spelt exactly so, or the only one in its place in a row."""
    ratio = scene.ratio(target)
    note = ""
    left = list(candidates)
    if len(left) > 1:
        left = [e for e in left if e.name == target.name] or left
    if len(left) > 1:
        points = [same_part(e.box, target.place, ratio) for e in left]
        chosen = beside_each(points, [e.box for e in left], target, scene)
        if chosen is None:
            return Several(tuple(left), score, "equal in role, name and container")
        left, note = [left[chosen]], "told apart by what stands beside it"
    element = left[0]
    point = pressing_point(element, target.place, ratio)
    return Hit(point, element.box, score, element, note)
