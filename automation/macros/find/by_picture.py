"""By picture: the same pixels near the recorded place or elsewhere, or the same edges at some scale.

Two kinds of likeness, measured on Qt, GTK and Chromium windows by `tests/benchmarks/macro_finder.py`:
the *same* picture, where every block agrees, speaks for itself; an *alike* one (another theme,
another zoom) is only a place to ask about, and has to be confirmed by a name, a read text or
landmarks. Both have to be alone in the whole window: a place never chooses between look-alikes. The blocks
agree one by one, because the correlation of two whole pictures is high as soon as their coarse layout is
the same: two buttons with different words reach 0.9.

Arrays are (H, W) float32 grey levels 0..255, or edges made of them. Scores are the correlation
coefficient of template and window, -1..1; a window without structure scores 0.
Source of the method: J. P. Lewis, Fast Normalized Cross-Correlation, 1995 (correlation by Fourier
transform, means and deviations of the windows from running sums).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Pixels, ScreenElement
from automation.core.wording import quoted
from automation.macros.find.landmark_votes import beside_each
from automation.macros.find.match_evidence import Said, Witnesses
from automation.macros.find.scene import (
    Hit,
    Nothing,
    Outcome,
    Scene,
    Several,
    box_around,
    near_area,
)
from automation.macros.found import Images
from automation.macros.macro import Target

Grey = npt.NDArray[np.float32]

FLAT_LEVELS: Final = 1.0
"""Standard deviation below which a window is flat: its correlation would be noise."""
_WEIGHTS: Final = (np.float32(0.114), np.float32(0.587), np.float32(0.299))
"""Blue, green and red in luma. Source: ITU-R BT.601."""
_FACTORS: Final = (2, 3, 5)
_COARSE: Final = 0.6
_COARSE_LEAD: Final = 0.35
"""At half size the same picture has at least 0.74, wherever it begins (measured)."""


def grey_of(pixels: Pixels) -> Grey:
    """Return the luma of an (H, W, 4) BGRX picture."""
    blue, green, red = (pixels[:, :, n].astype(np.float32) for n in range(3))
    grey: Grey = _WEIGHTS[0] * blue + _WEIGHTS[1] * green + _WEIGHTS[2] * red
    return grey


def edges_of(grey: Grey) -> Grey:
    """Return how steep the picture is at each pixel, the same for dark on light and light on dark."""
    edges = np.zeros_like(grey)
    across = np.abs(grey[1:-1, 2:] - grey[1:-1, :-2])
    down = np.abs(grey[2:, 1:-1] - grey[:-2, 1:-1])
    edges[1:-1, 1:-1] = across + down
    return edges


def halved(grey: Grey) -> Grey:
    """Return the picture at half its size, a little blurred; odd ends are left out.

    Without the blur a picture that begins on an odd pixel is another one than on an even pixel:
    measured on 96 things of real windows it kept 0.52 of itself, with it 0.74 at least.
    """
    height, width = grey.shape[0] // 2 * 2, grey.shape[1] // 2 * 2
    even = _blurred(grey)[:height, :width]
    total = even[::2, ::2] + even[1::2, ::2] + even[::2, 1::2] + even[1::2, 1::2]
    return (total / 4).astype(np.float32, copy=False)


def _blurred(grey: Grey) -> Grey:
    across = grey.copy()
    across[:, 1:-1] = (grey[:, :-2] + 2 * grey[:, 1:-1] + grey[:, 2:]) / 4
    down = across.copy()
    down[1:-1] = (across[:-2] + 2 * across[1:-1] + across[2:]) / 4
    return down


def resized(grey: Grey, factor: float) -> Grey:
    """Return the picture `factor` times as large: bilinear, and over the whole area when smaller."""
    if factor == 1.0:
        return grey
    rows = _weights(grey.shape[0], factor)
    columns = _weights(grey.shape[1], factor)
    return (rows @ grey @ columns.T).astype(np.float32, copy=False)


def _weights(size: int, factor: float) -> Grey:
    """Return the (round(size * factor), size) matrix that resamples one axis."""
    made = max(1, round(size * factor))
    support = max(1.0, 1.0 / factor)
    centres = (np.arange(made) + 0.5) / factor - 0.5
    far = np.abs(np.arange(size)[None, :] - centres[:, None]) / support
    weights = np.maximum(0.0, 1.0 - far)
    shares: Grey = (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)
    return shares


@dataclass(frozen=True, slots=True)
class Peak:
    """A place where a template fits well: the window's top left in the picture."""

    x: int
    y: int
    score: float


class Haystack:
    """A picture that several templates are looked for in; keeps its transform and running sums."""

    def __init__(self, picture: Grey) -> None:
        self._picture = picture
        self._shape = (_quick_length(picture.shape[0]), _quick_length(picture.shape[1]))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in its own pixels."""
        return self._picture.shape[1], self._picture.shape[0]

    @cached_property
    def _transform(self) -> npt.NDArray[np.complex64]:
        return np.fft.rfft2(self._picture, s=self._shape).astype(np.complex64)

    @cached_property
    def _sums(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Running sums of levels and of their squares, one row and column larger."""
        first = np.zeros((self._picture.shape[0] + 1, self._picture.shape[1] + 1))
        second = np.zeros_like(first)
        np.cumsum(self._picture, axis=0, dtype=np.float64, out=first[1:, 1:])
        np.cumsum(first[1:, 1:], axis=1, out=first[1:, 1:])
        np.cumsum(np.square(self._picture, dtype=np.float64), axis=0, out=second[1:, 1:])
        np.cumsum(second[1:, 1:], axis=1, out=second[1:, 1:])
        return first, second

    def scores(self, template: Grey) -> Grey | None:
        """Return the score of every window, (H - h + 1, W - w + 1); None if it is flat or too large."""
        height, width = template.shape
        rows, columns = self._picture.shape
        if height > rows or width > columns or template.std() < FLAT_LEVELS:
            return None
        centred = template - template.mean()
        spectrum = np.conj(np.fft.rfft2(centred, s=self._shape))
        whole = np.fft.irfft2(self._transform * spectrum, s=self._shape)
        product = whole[: rows - height + 1, : columns - width + 1]
        deviation = self._deviations(height, width)
        scale = deviation * np.float32(np.sqrt(np.sum(np.square(centred, dtype=np.float64))))
        flat = deviation < FLAT_LEVELS * np.sqrt(height * width)
        scale[flat] = np.inf
        return (product / scale).astype(np.float32)

    def _deviations(self, height: int, width: int) -> Grey:
        """Return, for every window, the root of its summed squared distances from its mean."""
        first, second = (_windows(sums, height, width) for sums in self._sums)
        squares = second - np.square(first) / (height * width)
        return np.sqrt(np.maximum(squares, 0.0)).astype(np.float32)


def _windows(sums: npt.NDArray[np.float64], height: int, width: int) -> npt.NDArray[np.float64]:
    low = sums[height:, width:] - sums[height:, :-width]
    low -= sums[:-height, width:]
    low += sums[:-height, :-width]
    return low


def _quick_length(size: int) -> int:
    """Return the next length that the transform is quick for: only factors 2, 3 and 5."""
    length = size
    while True:
        rest = length
        for factor in _FACTORS:
            while rest % factor == 0:
                rest //= factor
        if rest == 1:
            return length
        length += 1


def peaks_of(scores: Grey, least: float, most: int, apart: tuple[int, int]) -> list[Peak]:
    """Return the best windows, best first, none within `apart` (x, y) pixels of a better one."""
    left = scores.copy()
    found: list[Peak] = []
    while len(found) < most:
        y, x = divmod(int(left.argmax()), left.shape[1])
        score = float(left[y, x])
        if score < least:
            break
        found.append(Peak(x, y, score))
        left[max(0, y - apart[1]) : y + apart[1] + 1, max(0, x - apart[0]) : x + apart[0] + 1] = -2
    return found


def coarse_peaks(half: Haystack, template: Grey, most: int, apart: tuple[int, int]) -> list[Peak]:
    """Return where a picture may be, both at half size, best first; see `peaks`."""
    scores = half.scores(template)
    if scores is None:
        return []
    found = peaks_of(scores, _COARSE, most, apart)
    return [p for p in found if p.score >= found[0].score - _COARSE_LEAD]


def score_of(window: Grey, template: Grey) -> float:
    """Return the score of one window of the template's size; 0 if either is flat."""
    if window.shape != template.shape or min(window.std(), template.std()) < FLAT_LEVELS:
        return 0.0
    first, second = window - window.mean(), template - template.mean()
    return float((first * second).sum() / np.sqrt((first**2).sum() * (second**2).sum()))


def refined(picture: Grey, template: Grey, at: tuple[int, int], reach: int) -> Peak:
    """Return the best window within `reach` pixels of a place (x, y)."""
    height, width = template.shape
    best = Peak(at[0], at[1], -1.0)
    rows = range(max(0, at[1] - reach), min(picture.shape[0] - height, at[1] + reach) + 1)
    columns = range(max(0, at[0] - reach), min(picture.shape[1] - width, at[0] + reach) + 1)
    for y in rows:
        for x in columns:
            score = score_of(picture[y : y + height, x : x + width], template)
            if score > best.score:
                best = Peak(x, y, score)
    return best


BLOCK_PX: Final = 16
"""Two letters wide and one line high at the usual font size."""
STRUCTURE_LEVELS: Final = 4.0
"""Standard deviation in grey levels above which a block shows something."""


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """Block by block (rows, columns), how alike two pictures are."""

    scores: npt.NDArray[np.float32]
    """Correlation coefficient, -1..1."""
    shows: npt.NDArray[np.bool_]
    """Blocks that show something in either picture; the others are flat in both."""
    weights: npt.NDArray[np.float32]
    """How much structure a block has."""

    @property
    def mean(self) -> float:
        """Mean score of the blocks that show something, weighted by their structure; 0 if none does."""
        weight = float(self.weights[self.shows].sum())
        return float((self.scores * self.weights)[self.shows].sum() / weight) if weight else 0.0

    @property
    def worst(self) -> float:
        """Score of the least alike block that shows something; 0 if none does."""
        return float(self.scores[self.shows].min()) if self.shows.any() else 0.0

    def part(self, least: float) -> float:
        """Return which part of the blocks that show something score at least this."""
        return float((self.scores[self.shows] >= least).mean()) if self.shows.any() else 0.0


def likeness(template: Grey, picture: Grey, at: tuple[int, int], reach: int) -> Likeness | None:
    """Compare a template with a picture, each block in its best place within `reach` pixels.

    Args:
        reach: by how much single blocks may have moved: letters of another size do not keep step.

    Returns:
        None when the template does not lie in the picture, or is smaller than a block.
    """
    rows, columns = template.shape[0] // BLOCK_PX, template.shape[1] // BLOCK_PX
    height, width = rows * BLOCK_PX, columns * BLOCK_PX
    top, left = (template.shape[0] - height) // 2, (template.shape[1] - width) // 2
    x, y = at[0] + left, at[1] + top
    if not (rows and columns) or x < 0 or y < 0:
        return None
    if y + height > picture.shape[0] or x + width > picture.shape[1]:
        return None
    wanted = _blocks(template[top : top + height, left : left + width])
    best = np.full(wanted.shape[:2], -1.0, np.float32)
    there = np.zeros_like(best)
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            if y + dy < 0 or x + dx < 0:
                continue
            part = picture[y + dy : y + dy + height, x + dx : x + dx + width]
            if part.shape != (height, width):
                continue
            blocks = _blocks(part)
            best = np.maximum(best, _correlation(wanted, blocks))
            if dy == dx == 0:
                there = blocks.std(axis=2)
    own = wanted.std(axis=2)
    structure = np.maximum(own, there)
    return Likeness(best, structure >= STRUCTURE_LEVELS, structure)


def _blocks(grey: Grey) -> Grey:
    """Return the blocks of a picture, (rows, columns, pixels of a block)."""
    rows, columns = grey.shape[0] // BLOCK_PX, grey.shape[1] // BLOCK_PX
    split = grey.reshape(rows, BLOCK_PX, columns, BLOCK_PX).swapaxes(1, 2)
    return split.reshape(rows, columns, -1)


def _correlation(first: Grey, second: Grey) -> Grey:
    one = first - first.mean(axis=2, keepdims=True)
    other = second - second.mean(axis=2, keepdims=True)
    scale = np.sqrt((one**2).sum(axis=2) * (other**2).sum(axis=2))
    product = (one * other).sum(axis=2)
    scores: Grey = np.divide(product, scale, out=np.zeros_like(product), where=scale > 1.0)
    return scores


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
        template = resized(self._template, self._ratio)
        for peak in coarse_peaks(self._half, halved(template), _MOST_SAME, _APART):
            self._scene.stop.check()
            exact = refined(self._grey, template, (2 * peak.x, 2 * peak.y), 1)
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
            scores = self._half_edges.scores(halved(edges))
            if scores is not None:
                peaks = peaks_of(scores, 0.3, _MOST_ALIKE, _APART)
                coarse += [(peak, step * self._ratio) for peak in peaks]
        coarse.sort(key=lambda found: -found[0].score)
        found: list[tuple[_Match, float]] = []
        for peak, scale in coarse[: 3 * _MOST_ALIKE]:
            self._scene.stop.check()
            edges = self._template_edges(scale)
            exact = refined(self._edges, edges, (2 * peak.x, 2 * peak.y), 1)
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
        edges = edges_of(resized(picture, scale))[_BORDER:-_BORDER, _BORDER:-_BORDER]
        if min(edges.shape) < LEAST_SIDE_PX:
            return 0.0
        x = point.x - self._scene.area.x - round(press[0] * scale) + _BORDER
        y = point.y - self._scene.area.y - round(press[1] * scale) + _BORDER
        return refined(self._edges, edges, (x, y), _SLACK_PX).score

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
        return grey_of(self._images.image(self._target.image or "").pixels)

    def _has_room(self, scale: float) -> bool:
        """Tell whether the picture at a scale is large enough to look for and fits in the window."""
        sides = [round(int(side) * scale) for side in self._template.shape]
        area = self._scene.area
        return min(sides) >= LEAST_SIDE_PX and sides[0] <= area.h and sides[1] <= area.w

    def _template_edges(self, scale: float) -> Grey:
        edges = edges_of(resized(self._template, scale))
        return edges[_BORDER:-_BORDER, _BORDER:-_BORDER]

    @cached_property
    def _grey(self) -> Grey:
        return grey_of(self._scene.observation.frame.crop(self._scene.area).pixels)

    @cached_property
    def _edges(self) -> Grey:
        return edges_of(self._grey)

    @cached_property
    def _half(self) -> Haystack:
        return Haystack(halved(self._grey))

    @cached_property
    def _half_edges(self) -> Haystack:
        return Haystack(halved(self._edges))


def _fits_shifted(matches: Sequence[_Match]) -> bool:
    """Tell whether matches lie on one another: the picture is of a line or an empty field."""
    return any(first.box.contains(second.point) for first, second in combinations(matches, 2))


def _candidate(match: _Match, said: Said, target: Target) -> ScreenElement:
    """Return what was found as something to show in a question."""
    if said.element is not None:
        return said.element
    return ScreenElement(target.name or target.text, target.role, match.box, "point")
