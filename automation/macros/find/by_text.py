"""By what can be read: the text that stood on the target, or landmarks that agree on one place.

A text counts where it is the only line in the window that says what stood on the target.

Landmarks find what was renamed and what has neither name nor picture any more, so they ask for more than
agreement: where the tree knows what stands there it has to be of the recorded kind, and where that
has another name, near texts on opposite sides must agree. Without them it could as well be the next
button, moved up into the place of one that is gone. Another text beside the target where a recorded one
stood speaks against it: most likely it is another row's.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.wording import quoted
from automation.macros.find.by_picture import Pictures
from automation.macros.find.landmark_votes import (
    SAME_ZOOM,
    Sight,
    Votes,
    apart,
    beside_each,
    fits,
    is_flanked,
    is_level,
    is_on_side,
    keeps_gap,
    spans,
)
from automation.macros.find.match_evidence import Witnesses
from automation.macros.find.scene import (
    Hit,
    Nothing,
    Outcome,
    Scene,
    Several,
    box_around,
    near_area,
    pressing_point,
    texts_of,
)
from automation.macros.macro import Landmark, Target
from automation.screen.folding import comparable, is_other_reading, is_same, is_same_reading
from automation.screen.roles import CELLS, LINES, ROWS, is_kin
from automation.screen.rows import names_in, part_of, parts_of, shares_row

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
    alike = [
        e for e in scene.elements if is_kin(e.role, target.role) and is_same(e.name, element.name)
    ]
    return len(alike) == 1


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
        only_rows: a label beside a button may change, what stands in a row with it may not.
    """
    zoom = scene.ratio(target)
    is_row = any(e.role in ROWS and e.box.contains(point) for e in scene.elements)
    roles = CELLS if only_rows and not is_row else CELLS | LINES
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
    places += _in_pieces(mark.text, [line for line in lines if shares_row(line.box, box)])
    return any(shares_row(place, box) and is_on_side(mark, place, box) for place in places)


def _may_read(text: str, line: ScreenElement) -> bool:
    """Tell whether a line is a text or may be one that OCR has misread."""
    return any(c.isalnum() for c in line.name) and not is_other_reading(text, line.name)


def _in_pieces(text: str, row: Sequence[ScreenElement]) -> list[Rect]:
    """Return where neighbours make a text together that was read as one line."""
    ordered = sorted(row, key=lambda line: line.box.x)
    runs = (ordered[n:end] for n in range(len(row)) for end in range(n + 2, len(row) + 1))
    found = (run for run in runs if is_same_reading(text, " ".join(line.name for line in run)))
    return [run[0].box.union(run[-1].box) for run in found]


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
            score = max(line.confidence for line in fitting)
            return Several(tuple(fitting), score, "the same text")
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
