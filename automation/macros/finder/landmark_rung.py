"""By landmarks: steady texts that agree on one place, and something there that may be the target.

It finds what was renamed and what has neither name nor picture any more, so it asks for more than
agreement: where the tree knows what stands there it has to be of the recorded kind, and where that
has another name, near texts on opposite sides must agree. Without them it could as well be the next
button, moved up into the place of one that is gone.
"""

from dataclasses import replace
from typing import Final

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.core.wording import quoted
from automation.macros.finder.evidence import Witnesses
from automation.macros.finder.image_rung import Pictures
from automation.macros.finder.landmarks import (
    SAME_ZOOM,
    Sight,
    Votes,
    apart,
    fits,
    is_flanked,
    is_level,
    keeps_gap,
)
from automation.macros.finder.outcome import Hit, Nothing, Outcome
from automation.macros.finder.places import box_around, pressing_point
from automation.macros.finder.roles import is_kin
from automation.macros.finder.scene import Scene
from automation.macros.finder.texts import is_same, is_same_reading
from automation.macros.macro import Target

RENAMED: Final = 0.6
UNNAMED: Final = 0.8
AS_NAMED: Final = 0.9
"""How sure a place is that landmarks agree on, by what stands there."""
LEAST: Final = 2
_SAME_HEIGHT: Final = 0.25
"""Part by which the height may differ, for it to be the same kind of thing."""


def by_landmarks(target: Target, scene: Scene, witnesses: Witnesses, pictures: Pictures) -> Outcome:
    """Return the one place that all visible landmarks agree on, if the target may stand there."""
    if len(target.near) < LEAST:
        return Nothing("fewer than two landmarks were recorded")
    outcome: Outcome = Nothing("its landmarks are not there")
    for is_read in (False, True):
        sight = witnesses.read if is_read else witnesses.told
        if len(sight) < LEAST or 2 * len(sight) < len(target.near):
            continue
        outcome = _by(sight, target, scene, witnesses, pictures)
        if isinstance(outcome, Hit):
            return outcome
    return outcome


def _by(
    sight: Sight, target: Target, scene: Scene, witnesses: Witnesses, pictures: Pictures
) -> Outcome:
    ratio = scene.ratio(target)
    places = [
        _by_gaps(vote, sight, target, witnesses) if vote.zoom == ratio else vote
        for vote in fits(sight, ratio)
        if scene.is_reached(vote.point) and _may_be_so_large(vote, target, witnesses, ratio)
    ]
    least = len(target.near) / 2
    agreed = apart([v for v in places if v.is_unanimous and len(v.agreeing) >= least], ratio)
    if len(agreed) != 1:
        note = "landmarks agree on several places" if agreed else "landmarks do not agree"
        return Nothing(note, matches=len(agreed))
    return _judged(agreed[0], sight, target, scene, witnesses, pictures)


def _judged(
    vote: Votes,
    sight: Sight,
    target: Target,
    scene: Scene,
    witnesses: Witnesses,
    pictures: Pictures,
) -> Outcome:
    """Look at what stands where the landmarks point."""
    box = box_around(vote.point, target, vote.zoom)
    said = witnesses.of(vote.point)
    share = len(vote.agreeing) / len(target.near)
    note = f"{len(vote.agreeing)} of {len(target.near)} landmarks agree"
    if said.role == "contradicts":
        return Nothing(f"{note}, but something else stands there")
    element = said.element
    if not witnesses.is_where_it_was(box, element):
        return Nothing(f"{note}, but in another row or container")
    if element is None:
        if _is_there(vote, box, target, witnesses, pictures):
            return Hit(vote.point, box, UNNAMED * share, None, note)
        return Nothing(f"{note}, but nothing tells that it stands there", share, 1)
    if said.name == "contradicts":
        if not _is_renamed(element, vote, target, scene, sight):
            return Nothing(f"{note}, but {quoted(element.name)} stands there", 0.0, 1, (element,))
        note += f"; it is called {quoted(element.name)}"
        return _hit(element, target, scene, RENAMED * share, note)
    if said.name == "silent" and (read := witnesses.reads_other(element.box)):
        return Nothing(f"{note}, but {quoted(read)} is read there", 0.0, 1, (element,))
    score = AS_NAMED if said.name == "agrees" else UNNAMED
    return _hit(element, target, scene, score * share, note)


def _hit(element: ScreenElement, target: Target, scene: Scene, score: float, note: str) -> Hit:
    point = pressing_point(element, target.place, scene.ratio(target))
    return Hit(point, element.box, score, element, note)


def _is_there(
    vote: Votes, box: Rect, target: Target, witnesses: Witnesses, pictures: Pictures
) -> bool:
    """Tell without a tree whether the target still stands there: by its text, else by its looks.

    A field says nothing of itself; it needs the text beside it, which is its name.
    """
    read = witnesses.reads(box)
    if read != "silent":
        return read == "agrees"
    is_named = any(is_level(mark, target) for mark in vote.agreeing)
    return is_named and pictures.looks_like_itself(vote.point)


def _may_be_so_large(vote: Votes, target: Target, witnesses: Witnesses, ratio: float) -> bool:
    """Tell whether a thing grew as the distances did: texts move apart for other reasons too."""
    element = witnesses.of(vote.point).element
    if vote.zoom == ratio or element is None:
        return True
    if target.place is None:
        return False
    height = target.place.box.h * vote.zoom
    return abs(element.box.h - height) <= SAME_ZOOM * height + 1


def _by_gaps(vote: Votes, sight: Sight, target: Target, witnesses: Witnesses) -> Votes:
    """Return the votes again, what stands beside the thing asked for the gap between them.

    A longer name makes a button wider and moves its neighbours, by as much as it grew.
    """
    element = witnesses.of(vote.point).element
    if element is None:
        return vote
    kept = tuple(
        mark
        for mark, boxes in sight
        if mark in vote.disagreeing and keeps_gap(mark, boxes, element.box, target, vote.zoom)
    )
    rest = tuple(mark for mark in vote.disagreeing if mark not in kept)
    return replace(vote, agreeing=(*vote.agreeing, *kept), disagreeing=rest)


def _is_renamed(
    element: ScreenElement, vote: Votes, target: Target, scene: Scene, sight: Sight
) -> bool:
    """Tell whether a thing with another name is the one that was recorded."""
    is_between = vote.is_bracketed or is_flanked(vote, sight, element.box, scene)
    if not target.role or not is_between:
        return False
    if any(is_same_reading(mark.text, element.name) for mark in target.near):
        return False
    if target.place is not None:
        height = target.place.box.h * vote.zoom
        if abs(element.box.h - height) > _SAME_HEIGHT * height:
            return False
    alike = [e for e in scene.elements if is_kin(e.role, target.role) and _is_twin(e, element)]
    return len(alike) == 1


def _is_twin(other: ScreenElement, element: ScreenElement) -> bool:
    """Tell whether another thing of the window has the same name, itself included."""
    return is_same(other.name, element.name)
