"""Asks a checkpoint for the drawn targets until one way of asking gives answers that fit."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from automation.core.errors import GenerationError
from automation.core.stopping import StopToken
from model.calibrate.answers import point_in
from model.calibrate.calibration import Calibration
from model.calibrate.scoring import SPACES, Sample, Verdict, judged, scored
from model.calibrate.screens import Screen
from model.core.coordinates import CoordinateSpace
from model.prompt.conversation import SourceImage
from model.prompt.profiles.profile import Profile

HOPELESS_AFTER: Final = 4
"""Questions without a hit in any space after which a way of asking is given up. A model that meets
seven of ten targets misses four in a row once in a hundred times, and is asked in other ways then."""

Progress = Callable[[int, int], None]
"""Called with (done, most) questions; there are fewer of them as soon as a space fits."""


class Asker(Protocol):
    """A checkpoint that can be asked about a picture."""

    def ask(self, image: SourceImage, question: str, *, thinking: bool) -> str:
        """Return the answer without the thinking.

        Raises:
            GenerationError: what came is no reply; it counts as an answer without a point.
            Stopped: a stop was asked for.
        """
        ...


@dataclass(frozen=True, slots=True)
class _Way:
    """One way of asking."""

    thinking: bool
    space: CoordinateSpace
    """What the question says that the numbers mean; a model may know better."""


def calibrate(
    asker: Asker,
    profile: Profile,
    screens: Sequence[Screen],
    *,
    progress: Progress,
    stop: StopToken,
) -> Calibration:
    """Find out which coordinates the checkpoint writes.

    The profile's own question comes first, in its own thinking mode; most checkpoints need no
    more. If nothing fits, the other mode and other questions follow.

    Args:
        asker: the checkpoint.
        profile: whose question is asked.
        screens: what is asked about.
        progress: told after every question.
        stop: checked before every question.

    Raises:
        Stopped: a stop was asked for; nothing was found out.
    """
    ways = list(_ways(profile))
    each = sum(len(screen.targets) for screen in screens)
    closest: tuple[Verdict, _Way] | None = None
    for place, way in enumerate(ways):
        done, most = place * each, len(ways) * each
        samples: list[Sample] = []
        for sample in _asked(asker, profile, screens, way, stop):
            samples.append(sample)
            progress(done + len(samples), most)
            if len(samples) == HOPELESS_AFTER and not _has_hit(samples):
                break
        verdict = judged(samples)
        if verdict.fits:
            return _calibration(verdict, way, profile)
        if closest is None or verdict.best.hits > closest[0].best.hits:
            closest = verdict, way
    assert closest is not None, "there is at least one way of asking"
    return _calibration(*closest, profile)


def _ways(profile: Profile) -> Iterator[_Way]:
    others = [space for space in SPACES if space != profile.space]
    for space in (profile.space, *others):
        for thinking in (profile.thinking, not profile.thinking):
            yield _Way(thinking, space)


def _asked(
    asker: Asker, profile: Profile, screens: Sequence[Screen], way: _Way, stop: StopToken
) -> Iterator[Sample]:
    """Ask for every target; those of one screen together, since its picture is read once then."""
    for screen in screens:
        for target in screen.targets:
            stop.check()
            question = profile.with_space(way.space).locating_question(target.description)
            try:
                answer = asker.ask(screen.image, question, thinking=way.thinking)
            except GenerationError as error:
                answer = error.written
            yield Sample(screen.image.plan, target, answer, point_in(answer))


REMEDY: Final = (
    " Its clicks are not used. Choose how it is spoken to in Settings, Who decides, and calibrate "
    "again; or name what you see, which needs no model."
)


def _has_hit(samples: Sequence[Sample]) -> bool:
    return any(scored(samples, space).hits for space in SPACES)


def _calibration(verdict: Verdict, way: _Way, profile: Profile) -> Calibration:
    remedy = "" if verdict.fits else REMEDY
    return Calibration(
        space=verdict.best.space if verdict.fits else None,
        thinking=way.thinking,
        profile=profile.name,
        points=verdict.best.points,
        hits=verdict.best.hits,
        median_error_px=verdict.best.median_error_px,
        sentence=verdict.sentence + remedy,
    )
