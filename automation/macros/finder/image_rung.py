"""By picture: the same pixels near the recorded place or elsewhere, or the same edges at some scale.

Two kinds of likeness, measured on Qt, GTK and Chromium windows by `tests/benchmarks/macro_finder.py`:
the *same* picture, where every block agrees, speaks for itself; an *alike* one (another theme,
another zoom) is only a place to ask about, and has to be confirmed by a name, a read text or
landmarks. Both have to be alone in the whole window: a place never chooses between look-alikes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.wording import quoted
from automation.macros.finder import ncc
from automation.macros.finder.blocks import likeness
from automation.macros.finder.evidence import Said, Witnesses
from automation.macros.finder.landmarks import beside_each
from automation.macros.finder.ncc import Grey, Haystack, Peak
from automation.macros.finder.outcome import Hit, Nothing, Outcome, Several
from automation.macros.finder.places import box_around, near_area
from automation.macros.finder.scene import Scene
from automation.macros.found import Images
from automation.macros.macro import Target

SAME_MEAN: Final = 0.97
SAME_WORST: Final = 0.8
"""Measured: the target in the same theme and at the same size has 1.00 in every block, its best
look-alike in the window (another key of a calculator) a mean of 0.93 and a worst block of 0.49."""
LEAST_BLOCKS: Final = 3
"""A picture with fewer blocks that show something fits anywhere."""
ALIKE: Final = 0.6
ALIKE_MARGIN: Final = 0.08
"""Least correlation of edges, and its lead over the next best place. Measured: in a dark theme the
target has 0.69 to 0.98, at 125 % 0.47 to 0.85, other places up to 0.88 where keys look alike."""
SCALES: Final = (1.0, 1.25, 0.8, 1.1, 0.9, 1.5, 0.75, 0.67)
"""The zoom steps that browsers have, around the recorded size."""

_MOST_SAME: Final = 24
_MOST_ALIKE: Final = 4
_APART: Final = (6, 4)
"""Half-size pixels between two matches: rows of a Qt list are 14 pixels apart."""
_SAME_PLACE_PX: Final = 12
_RIM_PX: Final = 4
"""How much of its surroundings belongs to a thing: a border, a shadow."""
_SLACK_PX: Final = 4
"""The middle of a read text is not the middle of its button to the pixel."""
LEAST_SIDE_PX: Final = 8
"""Less than a letter is found everywhere."""
_SHOWN_CHARS: Final = 80
_BORDER: Final = 1
"""Edges of the outermost pixels are not known."""


@dataclass(frozen=True, slots=True)
class _Match:
    """A place where the picture was found."""

    point: ScreenPoint
    box: Rect
    score: float


class Pictures:
    """Looks for the picture of one target in one scene; the two rungs share what was computed."""

    def __init__(self, target: Target, scene: Scene, images: Images, witnesses: Witnesses) -> None:
        self._target = target
        self._scene = scene
        self._images = images
        self._witnesses = witnesses
        self._ratio = scene.ratio(target)

    def near(self) -> Outcome:
        """Return the same picture near its recorded place, if it is nowhere else."""
        place = self._target.place
        if place is None or self._target.image is None:
            return Nothing("no picture with a place was recorded")
        outcome = self._same
        if isinstance(outcome, Hit):
            area = near_area(place, self._scene.window.rect, self._ratio)
            if not area.contains(outcome.point):
                return Nothing("the picture is not near its place", outcome.score, 1)
        return outcome

    def anywhere(self) -> Outcome:
        """Return the same picture anywhere in the window, else an alike one that is confirmed."""
        if self._target.image is None:
            return Nothing("no picture was recorded")
        return self._same if isinstance(self._same, Hit | Several) else self._alike()

    @cached_property
    def _same(self) -> Outcome:
        """The only place where every block of the picture agrees."""
        matches = self._same_places()
        if not matches:
            return Nothing("the picture is not there as it was", self._best_same)
        judged = [(m, self._witnesses.of(m.point)) for m in matches]
        kept = [(m, said) for m, said in judged if self._is_possible(m, said)]
        if not kept:
            return Nothing("what shows the picture is something else", matches[0].score)
        if _fits_shifted([m for m, _ in kept]):
            return Nothing("the picture fits shifted too: it shows too little", kept[0][0].score)
        if len(kept) > 1:
            return self._chosen(kept)
        match, said = kept[0]
        if said.name == "contradicts" and not self._votes(match, self._ratio):
            named = said.element.name if said.element else ""
            return Nothing(f"what shows the picture is called {quoted(named)}", match.score, 1)
        return self._unless_other(match, said)

    def _chosen(self, kept: Sequence[tuple[_Match, Said]]) -> Outcome:
        points, boxes = [m.point for m, _ in kept], [m.box for m, _ in kept]
        chosen = beside_each(points, boxes, self._target, self._scene)
        if chosen is None:
            found = tuple(_candidate(m, said, self._target) for m, said in kept)
            return Several(found, kept[0][0].score, "the same picture")
        return self._unless_other(*kept[chosen], "told apart by what stands beside it")

    def _unless_other(self, match: _Match, said: Said, note: str = "") -> Outcome:
        """Return the match, unless the tree is silent and another text is read on it."""
        read = self._witnesses.reads_other(match.box) if said.name == "silent" else ""
        if read:
            told = f"what shows the picture reads {quoted(read[:_SHOWN_CHARS])}"
            return Nothing(told, match.score, 1, (_candidate(match, said, self._target),))
        return Hit(match.point, match.box, match.score, said.element, note)

    def _same_places(self) -> list[_Match]:
        """Return where every block agrees, best first."""
        found: list[_Match] = []
        self._best_same = 0.0
        if not self._has_room(self._ratio):
            return found
        template = ncc.resized(self._template, self._ratio)
        for peak in ncc.coarse_peaks(self._half, ncc.halved(template), _MOST_SAME, _APART):
            self._scene.stop.check()
            exact = ncc.refined(self._grey, template, (2 * peak.x, 2 * peak.y), 1)
            alike = likeness(template, self._grey, (exact.x, exact.y), 0)
            if alike is None:
                continue
            self._best_same = max(self._best_same, alike.mean)
            is_same = alike.mean >= SAME_MEAN and alike.worst >= SAME_WORST
            match = self._match(exact, self._ratio, alike.mean)
            if is_same and alike.shows.sum() >= LEAST_BLOCKS:
                found.append(match)
        return [m for m in found if self._scene.is_reached(m.point)]

    def _alike(self) -> Outcome:
        """Return the best place by edges at any scale, if it leads and is confirmed."""
        places = self._alike_places()
        judged = [(m, scale, self._witnesses.of(m.point)) for m, scale in places]
        kept = [each for each in judged if self._is_possible(each[0], each[2])]
        if not kept or kept[0][0].score < ALIKE:
            best = kept[0][0].score if kept else self._best_same
            return Nothing("nothing looks like the picture", best)
        match, scale, said = kept[0]
        others = [m.score for m, _, _ in kept[1:]]
        if others and match.score - others[0] < ALIKE_MARGIN:
            return Nothing("several places look like the picture", match.score, len(kept))
        candidate = _candidate(match, said, self._target)
        if not self._is_confirmed(match, scale, said):
            note = f"it looks alike at {round(100 * scale)} %, and nothing confirms it"
            return Nothing(note, match.score, 1, (candidate,))
        note = f"alike at {round(100 * scale)} % of its size"
        return Hit(match.point, match.box, match.score, said.element, note)

    def _alike_places(self) -> list[tuple[_Match, float]]:
        """Return the best places at all scales, best first, each place once."""
        coarse: list[tuple[Peak, float]] = []
        for step in SCALES:
            self._scene.stop.check()
            if not self._has_room(step * self._ratio):
                continue
            edges = self._template_edges(step * self._ratio)
            scores = self._half_edges.scores(ncc.halved(edges))
            if scores is not None:
                peaks = ncc.peaks(scores, 0.3, _MOST_ALIKE, _APART)
                coarse += [(peak, step * self._ratio) for peak in peaks]
        coarse.sort(key=lambda found: -found[0].score)
        found: list[tuple[_Match, float]] = []
        for peak, scale in coarse[: 3 * _MOST_ALIKE]:
            self._scene.stop.check()
            edges = self._template_edges(scale)
            exact = ncc.refined(self._edges, edges, (2 * peak.x, 2 * peak.y), 1)
            shifted = Peak(exact.x - _BORDER, exact.y - _BORDER, exact.score)
            match = self._match(shifted, scale, exact.score)
            if self._scene.is_reached(match.point):
                found.append((match, scale))
        found.sort(key=lambda each: -each[0].score)
        apart: list[tuple[_Match, float]] = []
        for match, scale in found:
            if all(match.point.distance(m.point) > _SAME_PLACE_PX for m, _ in apart):
                apart.append((match, scale))
        return apart

    def looks_like_itself(self, point: ScreenPoint) -> bool:
        """Tell whether the target alone, without its surroundings, looks at a pixel as it did."""
        place, press = self._target.place, self._target.press
        if self._target.image is None or place is None:
            return False
        height, width = self._template.shape
        at = ScreenPoint(*(press or (width // 2, height // 2)))
        box = box_around(at, self._target, 1.0).grown(_RIM_PX)
        box = box.intersection(Rect(0, 0, width, height))
        own = self._template[box.y : box.bottom, box.x : box.right]
        if min(own.shape) < LEAST_SIDE_PX:
            return False
        return any(
            self._score_at(own, (at.x - box.x, at.y - box.y), point, step * self._ratio) >= ALIKE
            for step in SCALES
        )

    def _score_at(
        self, picture: Grey, press: tuple[int, int], point: ScreenPoint, scale: float
    ) -> float:
        """Return the best correlation of edges within a few pixels of a place."""
        edges = ncc.edges_of(ncc.resized(picture, scale))[_BORDER:-_BORDER, _BORDER:-_BORDER]
        if min(edges.shape) < LEAST_SIDE_PX:
            return 0.0
        x = point.x - self._scene.area.x - round(press[0] * scale) + _BORDER
        y = point.y - self._scene.area.y - round(press[1] * scale) + _BORDER
        return ncc.refined(self._edges, edges, (x, y), _SLACK_PX).score

    def _is_possible(self, match: _Match, said: Said) -> bool:
        """Tell whether neither its role nor where it stands speak against it."""
        return said.role != "contradicts" and self._witnesses.is_where_it_was(
            match.box, said.element
        )

    def _is_confirmed(self, match: _Match, scale: float, said: Said) -> bool:
        if said.name != "silent":
            return said.name == "agrees"
        read = self._witnesses.reads(match.box)
        if read != "silent":
            return read == "agrees"
        return self._votes(match, scale) and self.looks_like_itself(match.point)

    def _votes(self, match: _Match, scale: float) -> bool:
        return self._witnesses.votes(match.point, scale).is_unanimous

    def _match(self, peak: Peak, scale: float, score: float) -> _Match:
        height, width = self._template.shape
        press = self._target.press or (width // 2, height // 2)
        area = self._scene.area
        x, y = peak.x + press[0] * scale, peak.y + press[1] * scale
        point = ScreenPoint(area.x + round(x), area.y + round(y))
        return _Match(point, box_around(point, self._target, scale), score)

    @cached_property
    def _template(self) -> Grey:
        return ncc.grey_of(self._images.image(self._target.image or "").pixels)

    def _has_room(self, scale: float) -> bool:
        """Tell whether the picture at a scale is large enough to look for and fits in the window."""
        sides = [round(int(side) * scale) for side in self._template.shape]
        area = self._scene.area
        return min(sides) >= LEAST_SIDE_PX and sides[0] <= area.h and sides[1] <= area.w

    def _template_edges(self, scale: float) -> Grey:
        edges = ncc.edges_of(ncc.resized(self._template, scale))
        return edges[_BORDER:-_BORDER, _BORDER:-_BORDER]

    @cached_property
    def _grey(self) -> Grey:
        return ncc.grey_of(self._scene.observation.frame.crop(self._scene.area).pixels)

    @cached_property
    def _edges(self) -> Grey:
        return ncc.edges_of(self._grey)

    @cached_property
    def _half(self) -> Haystack:
        return Haystack(ncc.halved(self._grey))

    @cached_property
    def _half_edges(self) -> Haystack:
        return Haystack(ncc.halved(self._edges))


def _fits_shifted(matches: Sequence[_Match]) -> bool:
    """Tell whether matches lie on one another: the picture is of a line or an empty field."""
    return any(first.box.contains(second.point) for first, second in combinations(matches, 2))


def _candidate(match: _Match, said: Said, target: Target) -> ScreenElement:
    """Return what was found as something to show in a question."""
    if said.element is not None:
        return said.element
    return ScreenElement(target.name or target.text, target.role, match.box, "point")
