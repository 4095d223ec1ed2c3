"""Scores the answers of a calibration: which space fits them, or a plain word that none does.

Pure functions. Of an answer the point is read that it names, lenient in form and honest in content:
an answer with several points, a box or percentages is an answer without one.
"""

import json
import re
import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, get_args

from automation.core.errors import ActionParseError
from automation.core.geometry import Rect
from automation.core.text import visible_text
from model.calibrate.screens import Target
from model.images.tiling import PictureMap
from model.server.asking import Message, message
from model.spec import CoordinateSpace

Numbers: TypeAlias = tuple[float, float]
"""x and y as the model wrote them; which space they are in is what calibration finds out."""

LONGEST: Final = 20_000
"""Characters of an answer that are looked at; the end counts, where an answer stands."""

_NUMBER: Final = r"(?<![\w.-])(-?\d{1,7}(?:\.\d{1,20})?)(?![\w%]|\.\d|\s?%)"
_ANY_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
_SPACE: Final = re.compile(r"\s+")
"""Told apart by nothing below; long stretches of it would be tried in every split."""
_OBJECT: Final = re.compile(r"\{[^{}]*\}")
_NAMED: Final = re.compile(rf'\bx"?\s*[=:]\s*{_NUMBER}\W{{1,4}}y"?\s*[=:]\s*{_NUMBER}', re.I)
_IN_BRACKETS: Final = re.compile(rf"[(\[<]\s*{_NUMBER}\s*[,;\s]\s*{_NUMBER}\s*[)\]>]")
_BARE: Final = re.compile(rf"{_NUMBER}\s*(?:[,;]|\s|\band\b)\s*{_NUMBER}")


def point_in(answer: str) -> Numbers | None:
    """Return the one point that an answer names; None when it names none or several."""
    text = _SPACE.sub(" ", answer[-LONGEST:])
    for found in (_objects(text), _matches(_NAMED, text), _matches(_IN_BRACKETS, text)):
        points = set(found)
        if points:
            return points.pop() if len(points) == 1 else None
    if len(_ANY_NUMBER.findall(text)) != len(("x", "y")):
        return None
    return next(_matches(_BARE, text), None)


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[Numbers]:
    for match in pattern.finditer(text):
        yield float(match[1]), float(match[2])


def _objects(text: str) -> Iterator[Numbers]:
    """Yield the points of all JSON objects that have an x and a y."""
    for match in _OBJECT.finditer(text):
        try:
            pairs = json.loads(match[0], object_pairs_hook=list)
        except (ValueError, RecursionError):
            continue
        numbers = dict(_numbers(pairs))
        if numbers.keys() == {"x", "y"}:
            yield numbers["x"], numbers["y"]


def _numbers(pairs: Iterable[tuple[str, object]]) -> Iterator[tuple[str, float]]:
    for key, value in pairs:
        written = value if isinstance(value, str) else json.dumps(value)
        if key.lower() in ("x", "y") and re.fullmatch(_NUMBER, written.strip()):
            yield key.lower(), float(written)


@dataclass(frozen=True, slots=True)
class CalibrationPoint:
    """One question and what came of it."""

    width_px: int
    height_px: int
    """Size of the picture."""
    word: str
    """What was asked for."""
    box: Rect
    """Where it is, in pixels of the picture."""
    numbers: tuple[float, float] | None
    """x and y as the model wrote them; None when the answer named no point."""
    at_px: tuple[int, int] | None
    """The pixel that was meant if the space is the best one; None outside the picture."""
    error_px: float | None
    """From there to the middle of the target; None with no point or outside the picture."""

    @property
    def is_hit(self) -> bool:
        """Tell whether a click there would have met the target."""
        if self.at_px is None:
            return False
        x, y = self.at_px
        return self.box.x <= x < self.box.right and self.box.y <= y < self.box.bottom


@dataclass(frozen=True, slots=True)
class Calibration:
    """Which coordinates one checkpoint writes, and how that is known."""

    space: CoordinateSpace | None
    """None when no space fits, or two fit alike: then nothing may be clicked by its numbers."""
    thinking: bool
    """Whether it was let think; when a space fits, the mode in which it does."""
    profile: str
    """Name of the profile whose question was asked."""
    points: tuple[CalibrationPoint, ...]
    """Mapped by `space`, or by the space that came closest."""
    hits: int
    median_error_px: float | None
    """Half of the answers are at most so far off, in pixels of their picture; None when half of
    them named no point inside it."""
    sentence: str
    """What was found, and what to do when nothing was; for people."""

    @property
    def is_usable(self) -> bool:
        """Tell whether the checkpoint's numbers can be acted upon."""
        return self.space is not None


SPACES: Final[tuple[CoordinateSpace, ...]] = get_args(CoordinateSpace)

FIT_SHARE: Final = 0.6
"""Least share of targets that must be met. A space that is not the model's meets next to none, so
the bar is there for models that see badly: with fewer hits, clicks are of no use."""
MARGIN_SHARE: Final = 0.3
"""By so much of all targets the best space must lead; else two spaces explain the answers alike."""
BIAS_SHARE: Final = 0.015
"""A stretch of all answers beyond this is told from noise by `BIAS_SIGMAS`; it is the difference
between thousandths and a picture of 1024 pixels, which large targets hide and small ones do not."""
BIAS_SIGMAS: Final = 4.0
_SIGMA_PER_MAD: Final = 1.4826
"""Standard deviation of a normal distribution by its median absolute deviation."""
_ALIKE: Final = 0.05
"""Implied sizes within this share of each other count as the same."""
_SMALLEST_PX: Final = 10
"""Below this the numbers are no pixels of anything."""
_MOST: Final = 0.75
"""Share of answers that must show a pattern before it is told to people."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One question, and the numbers of its answer."""

    plan: PictureMap
    target: Target
    answer: str
    numbers: Numbers | None


@dataclass(frozen=True, slots=True)
class Score:
    """How well one space explains the answers."""

    space: CoordinateSpace
    points: tuple[CalibrationPoint, ...]

    @property
    def hits(self) -> int:
        """Targets that were met."""
        return sum(point.is_hit for point in self.points)

    @property
    def median_error_px(self) -> float | None:
        """Median distance; None when half of the answers have none."""
        infinite = float("inf")
        errors = [infinite if p.error_px is None else p.error_px for p in self.points]
        median = statistics.median_high(errors) if errors else infinite
        return None if median == infinite else round(median, 1)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The best space, and whether it may be used."""

    best: Score
    fits: bool
    sentence: Message


def scored(samples: Sequence[Sample], space: CoordinateSpace) -> Score:
    """Return what the answers mean in a space."""
    return Score(space, tuple(_point(sample, space) for sample in samples))


def judged(samples: Sequence[Sample]) -> Verdict:
    """Return which space fits; all samples count, also those without a point."""
    scores = sorted(
        (scored(samples, space) for space in SPACES), key=lambda score: score.hits, reverse=True
    )
    best, second, total = scores[0], scores[1], len(samples)
    if best.hits < FIT_SHARE * total:
        return Verdict(best, fits=False, sentence=why_none(samples, best))
    if best.hits - second.hits < MARGIN_SHARE * total:
        alike = message("fit_alike", one=message(best.space), other=message(second.space))
        return Verdict(best, fits=False, sentence=alike)
    if bias := bias_of(samples, best.space):
        return Verdict(best, fits=False, sentence=bias)
    return Verdict(best, fits=True, sentence=met(best, message(best.space), total))


def met(score: Score, what: Message, asked: int) -> Message:
    """Return in one sentence what a model writes, and how well that explains its answers."""
    error = "-" if score.median_error_px is None else score.median_error_px
    return message("writes", what=what, hits=score.hits, asked=asked, error=error)


def _point(sample: Sample, space: CoordinateSpace) -> CalibrationPoint:
    source, box = sample.plan.source, sample.target.box
    at_px = error_px = None
    if sample.numbers is not None:
        try:
            at = sample.plan.screen_point(*sample.numbers, space)
        except ActionParseError:  # outside the picture: as wrong as an answer can be
            pass
        else:
            at_px, error_px = (at.x, at.y), round(at.distance(box.center), 1)
    return CalibrationPoint(
        source.w, source.h, sample.target.word, box, sample.numbers, at_px, error_px
    )


def why_none(samples: Sequence[Sample], best: Score) -> Message:
    """Return in one sentence what the answers look like, since no space explains them."""
    answered = [sample for sample in samples if sample.numbers is not None]
    if len(answered) < FIT_SHARE * len(samples):
        example = next((s.answer for s in samples if s.numbers is None), "")
        counts = {"answered": len(answered), "asked": len(samples)}
        return message("no_point_named", **counts, example=_quoted(example))
    if len({sample.numbers for sample in answered}) == 1:
        return message("same_point")
    swapped = [_swapped(sample) for sample in answered]
    if max(scored(swapped, space).hits for space in SPACES) >= FIT_SHARE * len(samples):
        return message("swapped")
    if implied := _implied_size(answered):
        return message("implied_size", size=implied)
    return message("few_met", hits=best.hits, asked=len(samples))


def bias_of(samples: Sequence[Sample], space: CoordinateSpace) -> Message | None:
    """Return in one sentence how all answers are stretched alike; None when they are not."""
    stretches: tuple[list[float], list[float]] = ([], [])
    for sample in samples:
        if sample.numbers is not None:
            right = sample.plan.in_space(sample.target.box.center, space)
            for axis, stretch in enumerate(stretches):
                stretch.append(sample.numbers[axis] / right[axis])
    across, down = (_certain_stretch(stretch) for stretch in stretches)
    if across == down == 1.0:
        return None
    answered = [sample for sample in samples if sample.numbers is not None]
    if implied := _implied_size(answered):
        return message("implied_size", size=implied)
    far = {"across": round(across, 2), "down": round(down, 2)}
    return message("stretched", what=message(space), **far)


def _certain_stretch(stretches: Sequence[float]) -> float:
    """Return the common factor of the numbers; 1 when chance explains it, or when it is small."""
    middle = statistics.median(stretches)
    spread = _SIGMA_PER_MAD * statistics.median(abs(one - middle) for one in stretches)
    chance = BIAS_SIGMAS * spread / len(stretches) ** 0.5
    return middle if abs(middle - 1.0) > max(BIAS_SHARE, chance) else 1.0


def _swapped(sample: Sample) -> Sample:
    assert sample.numbers is not None, "only answers with a point can be swapped"
    x, y = sample.numbers
    return Sample(sample.plan, sample.target, sample.answer, (y, x))


def _implied_size(answered: Sequence[Sample]) -> str:
    """Return the one size of picture that the answers fit, as text; empty when there is none."""
    widths, heights = [], []
    for sample in answered:
        assert sample.numbers is not None, "only answers with a point imply a size"
        middle, source = _middle(sample.target.box), sample.plan.source
        widths.append(sample.numbers[0] * source.w / middle[0])
        heights.append(sample.numbers[1] * source.h / middle[1])
    width, height = statistics.median(widths), statistics.median(heights)
    near = [
        abs(w - width) <= _ALIKE * width and abs(h - height) <= _ALIKE * height
        for w, h in zip(widths, heights, strict=True)
    ]
    is_size = min(width, height) >= _SMALLEST_PX and sum(near) >= _MOST * len(near)
    return f"{width:.0f} x {height:.0f}" if is_size else ""


def _middle(box: Rect) -> tuple[float, float]:
    return box.x + box.w / 2, box.y + box.h / 2


def _quoted(answer: str) -> Message | str:
    words = visible_text(" ".join(answer.split()))
    shown = words if len(words) <= 60 else f"{words[:57]}..."
    return f'"{shown}"' if shown else message("nothing_said")
