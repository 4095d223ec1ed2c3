import itertools

import numpy as np
import pytest

from automation.core.errors import GenerationError, Stopped
from automation.core.geometry import Rect
from automation.core.timing import StopToken
from model.calibrate.calibrate import HOPELESS_AFTER, calibrate
from model.calibrate.scoring import SPACES
from model.calibrate.screens import drawn, screens_for
from model.images.tiling import plan_for
from model.prompt.profile import all_profiles, profile
from tests.unit.model.calibrate.simulated import (
    OFFICIAL,
    PROFILE,
    SCREENS,
    TINY,
    Fixed,
    Simulated,
    exact,
    in_json,
    inside,
)

QUESTIONS = sum(len(screen.targets) for screen in SCREENS)


def calibrated(asker, contract=PROFILE, screens=SCREENS):
    return calibrate(asker, contract, screens, progress=lambda done, most: None, stop=StopToken())


@pytest.mark.parametrize("thinks", [None, False, True])
@pytest.mark.parametrize("space", SPACES)
def test_every_space_is_found_in_every_thinking_mode(space, thinks):
    found = calibrated(Simulated(space, thinks=thinks))
    assert found.space == space
    assert found.thinking is bool(thinks)
    assert found.hits == len(found.points) == QUESTIONS >= 9
    assert found.median_error_px <= 2
    assert "fits" not in found.sentence


@pytest.mark.parametrize("contract", all_profiles(), ids=lambda contract: contract.name)
@pytest.mark.parametrize("space", SPACES)
def test_every_profile_finds_every_space(contract, space):
    found = calibrated(Simulated(space), contract)
    assert (found.space, found.profile) == (space, contract.name)
    assert found.thinking is contract.thinking


@pytest.mark.parametrize("space", SPACES)
def test_a_checkpoint_with_small_tiles_is_told_apart_too(space):
    screens = screens_for(TINY)
    # A canvas of 128 pixels is coarser than a desktop, so the middle is missed by some pixels.
    assert calibrated(Simulated(space, screens), screens=screens).space == space


def test_a_checkpoint_that_fits_at_once_is_asked_once_for_every_target():
    asker = Simulated("norm_1000")
    calibrated(asker)
    assert len(asker.asked) == len({question for question, _ in asker.asked}) == QUESTIONS
    assert {thinking for _, thinking in asker.asked} == {PROFILE.thinking}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("space", SPACES)
def test_blurred_sight_is_no_other_space_and_no_stretch(space, seed):
    rng = np.random.default_rng(seed)

    def blurred(plan, box):
        spread = (0.015 * plan.source.w, 0.01 * plan.source.h)
        return inside(plan, *rng.normal((box.center.x, box.center.y), spread))

    asker = Simulated(space, look=blurred)
    assert calibrated(asker).space == space
    assert len(asker.asked) == QUESTIONS


@pytest.mark.parametrize("space", SPACES)
def test_a_quarter_of_wild_answers_is_borne(space):
    turn = itertools.count()

    def wild(plan, box):
        return inside(plan, 5, 5) if next(turn) % 4 == 3 else exact(plan, box)

    found = calibrated(Simulated(space, look=wild))
    assert found.space == space
    assert found.hits == QUESTIONS - QUESTIONS // 4


@pytest.mark.parametrize("space", SPACES)
def test_blindness_fits_no_space(space):
    rng = np.random.default_rng(7)

    def blind(plan, box):
        return inside(plan, rng.uniform(0, plan.source.w), rng.uniform(0, plan.source.h))

    found = calibrated(Simulated(space, look=blind))
    assert found.space is None
    assert not found.is_usable
    assert "No coordinate space fits" in found.sentence
    assert "Its clicks are not used" in found.sentence


@pytest.mark.parametrize("space", SPACES)
def test_swapped_axes_fit_no_space_and_are_named(space):
    found = calibrated(Simulated(space, say=lambda x, y: in_json(y, x)))
    assert found.space is None
    assert "x and y look swapped" in found.sentence


@pytest.mark.parametrize(("width", "height"), [(1000, 500), (100, 100), (1024, 1024), (1920, 1080)])
def test_a_picture_size_of_its_own_fits_no_space_and_is_named(width, height):
    found = calibrated(Fixed("norm_1000", width=width, height=height))
    assert found.space is None
    named = found.sentence.split("every picture were ")[1].split(" pixels")[0]
    assert [int(side) for side in named.split(" x ")] == pytest.approx([width, height], rel=0.03)


def test_one_point_for_everything_fits_no_space_and_is_named():
    found = calibrated(Simulated("norm_1000", say=lambda x, y: "(612, 840)"))
    assert found.space is None
    assert "the same point" in found.sentence


@pytest.mark.parametrize("answer", ["I cannot help with that.", "", "\x1b[31m no \u202e", "{" * 99])
def test_refusals_and_garbage_fit_no_space_and_are_quoted_harmlessly(answer):
    found = calibrated(Simulated("norm_1000", say=lambda x, y: answer))
    assert (found.space, found.hits, found.median_error_px) == (None, 0, None)
    assert "0 of 4 answers named one point" in found.sentence
    assert found.sentence.isprintable()


class Particular(Simulated):
    """Answers questions only whose numbers have this upper end."""

    most = 1

    def ask(self, image, question, *, thinking):
        answer = super().ask(image, question, thinking=thinking)
        return answer if f'"maximum": {self.most}}}' in question else "no"


class Wholly(Particular):
    most = 1000


def test_the_way_of_asking_that_came_closest_is_reported_when_none_fits():
    def half(plan, box):
        return exact(plan, box) if plan.source.w > 1000 else inside(plan, 5, 5)

    asker = Wholly("norm_1000", thinks=not PROFILE.thinking, look=half)
    found = calibrated(asker)
    assert (found.space, found.hits, len(found.points)) == (None, QUESTIONS // 2, QUESTIONS)
    assert found.thinking is not PROFILE.thinking
    assert "6 of 12 targets met at best" in found.sentence


def test_a_hopeless_way_of_asking_is_given_up_early():
    asker = Simulated("norm_1000", say=lambda x, y: "no")
    calibrated(asker)
    assert len(asker.asked) == HOPELESS_AFTER * len(SPACES) * 2


def test_a_question_about_its_own_space_is_tried_when_nothing_else_fits():
    assert calibrated(Particular("fraction")).space == "fraction"


def test_a_reply_that_is_none_counts_as_no_point():
    class Endless(Simulated):
        def ask(self, image, question, *, thinking):
            message = "it repeats itself"
            raise GenerationError(message, reason="endless", written="so so so")

    found = calibrated(Endless("norm_1000"))
    assert found.space is None
    assert '"so so so"' in found.sentence


def test_a_checkpoint_that_fits_two_spaces_alike_is_not_trusted():
    plan = plan_for(Rect(0, 0, 1024, 512), OFFICIAL)
    assert plan.canvas == (1024, 512)
    screens = [drawn(plan, place) for place in range(4)]
    found = calibrated(Simulated("source_px", screens), screens=screens)
    assert found.space is None
    assert "pixels of the picture that was sent and pixels of the resized" in found.sentence


@pytest.mark.parametrize("space", SPACES)
def test_a_stretch_that_large_targets_hide_is_noticed(space):
    stretched = Simulated(space, say=lambda x, y: in_json(1.024 * x, y))
    found = calibrated(stretched)
    assert found.space is None
    assert found.hits == QUESTIONS
    assert "1 x 1 pixels" not in found.sentence


def test_a_stop_ends_the_questions():
    stop = StopToken()
    asker = Simulated("norm_1000")

    def progress(done, most):
        if done == 3:
            stop.stop()

    with pytest.raises(Stopped):
        calibrate(asker, PROFILE, SCREENS, progress=progress, stop=stop)
    assert len(asker.asked) == 3


def test_progress_rises_and_stays_within_its_bound():
    told = []
    asker = Simulated("canvas_px", thinks=True)
    calibrate(asker, PROFILE, SCREENS, progress=lambda *args: told.append(args), stop=StopToken())
    done = [one for one, _ in told]
    assert done == sorted(set(done))
    assert len({most for _, most in told}) == 1
    assert done[-1] <= told[0][1]
    assert len(told) == len(asker.asked)


def test_the_profile_asks_in_its_own_words():
    asker = Simulated("norm_1000")
    calibrated(asker, profile("holo2"))
    target = SCREENS[0].targets[0].description
    assert asker.asked[0][0] == profile("holo2").locating_question(target)
