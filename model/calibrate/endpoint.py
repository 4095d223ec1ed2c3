"""Finds out what the coordinates of a model on a server mean, and whether the server resizes pictures itself.

The model is asked for drawn targets on pictures of the size that the policy would send. Four kinds of
numbers are told apart: thousandths, fractions, pixels of what was sent, and pixels of what a server made
of it. A server that shrinks pictures is found by the sizes that servers are known to shrink to; pictures
are then sent in that size. Where nothing explains the answers, or two things do, none fits and the
model's points are not used.

On a picture of the family's fixed size "pixels as the model got it" and "pixels as sent" are one map, so
that the two classes differ in name only unless the server resizes.
"""

import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from msgspec import Struct

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame
from automation.core.timing import StopToken
from model.calibrate.calibrate import (
    ANSWER_TOKENS,
    HOPELESS_AFTER,
    THINKING_TOKENS,
)
from model.calibrate.scoring import (
    BIAS_SHARE,
    FIT_SHARE,
    Sample,
    Score,
    bias_of,
    met,
    point_in,
    scored,
    why_none,
)
from model.calibrate.screens import Target, drawn_pixels
from model.families.family import SPACES, CoordinateClass, Family
from model.families.known import PLAIN
from model.families.resize import (
    QWEN25_CLASS,
    UI_TARS_CLIENT,
    Rule,
    SentPicture,
    encoded,
    fixed_point,
)
from model.server.asking import (
    Ask,
    Message,
    Picture,
    ServerError,
    ServerFault,
    ServerModel,
    Thinking,
    Turn,
    message,
)
from model.spec import CoordinateSpace

SIZES_PX: Final = ((1920, 1080), (1200, 1600), (1366, 768), (900, 560))
"""Two of the size of a screen, which a server may shrink, and two that few would; of different shapes."""
SURER: Final = 1.8
"""By so much the squared errors of the second explanation have to be larger: of 20 numbers with equal noise
the better one is then some 300 times likelier."""
LEFT_OUT: Final = 0.15
"""Share of the answers, the worst ones, that do not count there: a model may take one thing for another."""
SIGMAS: Final = 4.0
"""How far the answers on one picture may lie off together, in standard errors, before it is no chance."""
SHARP: Final = 0.012
"""Standard error of the stretch on one picture up to which a server's resize is believed at all."""
LEAST_SQUARES: Final = 4.0
"""Square pixels of rounding: below this nothing is told apart."""
_SIGMA_PER_MAD: Final = 1.4826

ServerResize = Literal[
    "none", "class_default", "ui_tars", "edge_500", "edge_1024", "edge_1568", "edge_2048"
]
"""What the server does to a picture before the model's own rule, as far as that shows."""


@dataclass(frozen=True, slots=True)
class LongEdge:
    """A server that shrinks a picture until its longer side fits, before the family's own rule."""

    edge: int
    then: Rule

    def resized(self, width: int, height: int) -> tuple[int, int]:
        """Return the size that the model sees of a picture of that size."""
        shrink = max(1.0, max(width, height) / self.edge)
        return self.then.resized(max(1, round(width / shrink)), max(1, round(height / shrink)))

    def tokens(self, width: int, height: int) -> int:
        """Return how many tokens a picture of that size takes, without its marks."""
        return self.then.tokens(*self.resized(width, height))


def rule_with(resize: ServerResize, family: Family) -> Rule:
    """Return what a picture goes through until the model sees it.

    Sizes: LM Studio shrank to 500 and later to 1,024 (bug tracker #941, #990), makers' own services to
    1,568; a server without the preprocessor file has the library's default.
    """
    match resize:
        case "none":
            return family.rule
        case "class_default":
            return QWEN25_CLASS
        case "ui_tars":
            return UI_TARS_CLIENT
        case _:
            return LongEdge(int(resize.removeprefix("edge_")), family.rule)


class EndpointCalibration(Struct, frozen=True, forbid_unknown_fields=True):
    """What the numbers of one model on one server mean, and how that is known. Can be kept as JSON."""

    coordinates: CoordinateClass | None
    """None where nothing explains the answers, or two things do: then no point of it is used."""
    resize: ServerResize
    thinking: Thinking
    family: str
    """By whose question and sizes it was asked."""
    hits: int
    asked: int
    median_error_px: float | None
    sentence: Message
    """What was found, and what to do when nothing was; for people."""

    @property
    def is_usable(self) -> bool:
        """Tell whether the model's points can be acted upon."""
        return self.coordinates is not None

    def space(self) -> CoordinateSpace | None:
        """Return what the numbers mean on a picture that is sent as `family_for` says."""
        return SPACES[self.coordinates] if self.coordinates is not None else None

    def family_for(self, family: Family) -> Family:
        """Return the family with the sizes that this server leaves as they are."""
        return family.with_rule(rule_with(self.resize, family))


@dataclass(frozen=True, slots=True, eq=False)
class SentScreen:
    """A drawn picture as it is sent, and what to ask for on it."""

    picture: Picture
    targets: tuple[Target, ...]

    @property
    def rect(self) -> Rect:
        """The whole picture."""
        return Rect(0, 0, self.picture.width, self.picture.height)


def sent_screens(family: Family) -> tuple[SentScreen, ...]:
    """Return the screens, in sizes that the family's rule leaves as they are."""
    found = []
    for place, (width, height) in enumerate(SIZES_PX):
        size = fixed_point(family.rule, width, height)
        pixels, targets = drawn_pixels(size, place)
        found.append(SentScreen(encoded(Frame(pixels, ScreenPoint(0, 0), 0.0), size), targets))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Meaning:
    """One thing that the numbers may mean."""

    coordinates: CoordinateClass
    resize: ServerResize = "none"

    def words(self) -> Message:
        if self.resize == "none":
            return message("source_px" if self.coordinates in "PA" else SPACES[self.coordinates])
        return message("shrunk_px", how=self.resize.replace("_", " "))


@dataclass(frozen=True, slots=True)
class _Way:
    """One way of asking."""

    contract: Family
    space: CoordinateSpace
    thinking: Thinking

    def turns(self, target: str, picture: Picture) -> tuple[Turn, ...]:
        return self.contract.contract.locating(target, picture, self.space)


@dataclass(frozen=True, slots=True)
class _Found:
    """What the answers to one way of asking mean."""

    meaning: _Meaning | None
    score: Score
    sentence: Message


AskProgress = Callable[[int, int], None]
"""Called with (done, most) questions; there are fewer of them as soon as a meaning is found."""


def calibrate_endpoint(
    model: ServerModel,
    family: Family,
    *,
    progress: AskProgress,
    stop: StopToken,
    screens: Sequence[SentScreen] | None = None,
) -> EndpointCalibration:
    """Find out what the points of a model on a server mean.

    The family's own question comes first, without thinking; most models need no more. If nothing fits,
    other words follow, and then thinking.

    Raises:
        ServerError: the server could not be asked.
        Stopped: a stop was asked for; nothing was found out.
    """
    shown = sent_screens(family) if screens is None else screens
    ways = tuple(_ways(family))
    each = sum(len(screen.targets) for screen in shown)
    best: tuple[_Found, _Way] | None = None
    for place, way in enumerate(ways):
        samples: list[Sample] = []
        for sample in _asked(model, shown, way, stop):
            samples.append(sample)
            progress(place * each + len(samples), len(ways) * each)
            if len(samples) == HOPELESS_AFTER and not _has_hit(samples, family):
                break
        found = _judged(samples, family)
        if found.meaning is not None:
            return _told(found, way, family)
        if best is None or found.score.hits > best[0].score.hits:
            best = found, way
    assert best is not None, "there is at least one way of asking"
    return _told(*best, family)


def _ways(family: Family) -> Iterator[_Way]:
    other: CoordinateSpace = "canvas_px" if family.space == "norm_1000" else "norm_1000"
    yield _Way(family, family.space, "off")
    yield _Way(family, other, "off")
    yield _Way(PLAIN, family.space, "off")
    yield _Way(PLAIN, other, "off")
    yield _Way(family, family.space, "on")


def _asked(
    model: ServerModel, screens: Sequence[SentScreen], way: _Way, stop: StopToken
) -> Iterator[Sample]:
    """Ask for every target; it is free text, since a schema would press the numbers into a range."""
    most = ANSWER_TOKENS + (THINKING_TOKENS if way.thinking == "on" else 0)
    for screen in screens:
        plan = SentPicture(screen.rect, (screen.rect.w, screen.rect.h), screen.rect)
        for target in screen.targets:
            stop.check()
            turns = way.turns(target.description, screen.picture)
            try:
                answer = model.reply(Ask(turns, max_tokens=most, thinking=way.thinking), stop).text
            except ServerError as error:
                if error.fault not in (
                    ServerFault.CUT_OFF, ServerFault.EMPTY, ServerFault.ONLY_THOUGHT
                ):  # fmt: skip
                    raise
                answer = ""
            yield Sample(plan, target, answer, point_in(answer))


def _meanings(family: Family) -> tuple[_Meaning, ...]:
    pixels: CoordinateClass = "P" if family.coordinates == "P" else "A"
    shrunk: tuple[ServerResize, ...] = (
        "class_default", "ui_tars", "edge_500", "edge_1024", "edge_1568", "edge_2048"
    )  # fmt: skip
    return (
        _Meaning("R"),
        _Meaning("F"),
        _Meaning(pixels),
        *(_Meaning("P", resize) for resize in shrunk),
    )


def _as_meant(samples: Sequence[Sample], meaning: _Meaning, family: Family) -> list[Sample]:
    """Return the samples with the map that this meaning has."""
    if meaning.resize == "none":
        return list(samples)
    rule = rule_with(meaning.resize, family)
    return [
        replace(
            one, plan=SentPicture(one.plan.source, rule.resized(*one.plan.canvas), one.plan.source)
        )
        for one in samples
    ]


def _has_hit(samples: Sequence[Sample], family: Family) -> bool:
    return any(
        scored(_as_meant(samples, one, family), SPACES[one.coordinates]).hits
        for one in _meanings(family)
    )


def _judged(samples: Sequence[Sample], family: Family) -> _Found:
    """Return what the answers mean; all samples count, also those without a point."""
    seen: set[tuple[object, ...]] = set()
    scores: list[tuple[Score, _Meaning, list[Sample]]] = []
    for meaning in _meanings(family):
        meant = _as_meant(samples, meaning, family)
        space = SPACES[meaning.coordinates]
        sizes = (space, *(one.plan.canvas for one in meant)) if space == "canvas_px" else (space,)
        if sizes in seen:
            continue  # a resize that changes nothing on these pictures
        seen.add(sizes)
        scores.append((scored(meant, space), meaning, meant))
    scores.sort(key=lambda one: (-one[0].hits, _squares(one[0])))
    best, _, meant = scores[0]
    total = len(samples)
    fitting = [
        one for one in scores if one[0].hits >= FIT_SHARE * total and _is_plausible(*one[1:])
    ]
    fitting.sort(key=lambda one: _squares(one[0]))
    if not fitting:
        enough = best.hits >= FIT_SHARE * total
        why = bias_of(meant, SPACES[scores[0][1].coordinates]) if enough else None
        return _Found(None, best, why or why_none(list(samples), best))
    score, meaning, _ = fitting[0]
    for other, rival, _ in scores:
        if rival != meaning and _squares(other) < SURER * max(_squares(score), LEAST_SQUARES):
            alike = message("fit_alike", one=meaning.words(), other=rival.words())
            return _Found(None, score, alike)
    return _Found(meaning, score, met(score, meaning.words(), total))


def _is_plausible(meaning: _Meaning, samples: Sequence[Sample]) -> bool:
    """Tell whether the answers lie around the targets on every single picture, and not only on most."""
    space = SPACES[meaning.coordinates]
    if bias_of(samples, space):
        return False
    error, off = _stretch(samples, space)
    if meaning.resize != "none" and error > SHARP:
        return False
    return off <= max(BIAS_SHARE, SIGMAS * error)


def _stretch(samples: Sequence[Sample], space: CoordinateSpace) -> tuple[float, float]:
    """Return the standard error of the stretch on one picture, and how far the worst picture is off."""
    groups: dict[tuple[Rect, int], list[float]] = {}
    for one in samples:
        if one.numbers is not None:
            right = one.plan.in_space(one.target.box.center, space)
            for axis in range(2):
                stretch = one.numbers[axis] / right[axis]
                groups.setdefault((one.plan.source, axis), []).append(stretch)
    middles = {key: statistics.median(group) for key, group in groups.items()}
    # The median of three lies on one of them, so that a third of the deviations is 0.
    spread = [abs(one - middles[key]) for key, group in groups.items() for one in group]
    noise = statistics.median([one for one in spread if one > 0] or [0.0]) * _SIGMA_PER_MAD
    each = max(1, min(map(len, groups.values()), default=1))
    return noise / each**0.5, max((abs(one - 1.0) for one in middles.values()), default=0.0)


def _squares(score: Score) -> float:
    """Return the mean squared error in square pixels, the worst answers left out; infinite with too few."""
    kept = len(score.points) - round(LEFT_OUT * len(score.points))
    errors = sorted(float("inf") if p.error_px is None else p.error_px for p in score.points)[:kept]
    return statistics.fmean(error * error for error in errors) if errors else float("inf")


def _told(found: _Found, way: _Way, family: Family) -> EndpointCalibration:
    meaning, said = found.meaning, found.sentence
    return EndpointCalibration(
        coordinates=meaning.coordinates if meaning is not None else None,
        resize=meaning.resize if meaning is not None else "none",
        thinking=way.thinking,
        family=family.name,
        hits=found.score.hits,
        asked=len(found.score.points),
        median_error_px=found.score.median_error_px,
        sentence=said if meaning is not None else message("no_points_of_server", why=said),
    )
