"""A step for which there is no room is asked for once more with less to look at, and says so."""

import pytest

from automation.core.errors import OutOfMemory
from model.policy import COARSER, SHOWN_LESS, STILL_NO_ROOM, WITHOUT_OLDER, Manner, Thrift
from model.prompt.profile import profile
from tests.fakes.model_specs import small_spec
from tests.unit.model.policy.test_holotron import PLAN, Rig, click, replace

FULL = OutOfMemory("The device is full")
ROOMLESS = [FULL, MemoryError()]


def shown(rig, n=-1):
    """Return how many pictures a request had, and of how many tiles the last one was."""
    images = rig.engine.requests[n].conversation.images
    return len(images), images[-1].plan.tiles


def after_two_steps(*replies):
    rig = Rig(click(), click(), *replies)
    for _ in range(2):
        rig.done(rig.step())
    return rig


@pytest.mark.parametrize("error", ROOMLESS, ids=lambda error: type(error).__name__)
def test_earlier_pictures_are_left_out_first(error):
    rig = after_two_steps(error, click())
    proposal = rig.step()
    assert [shown(rig, n)[0] for n in (-2, -1)] == [3, 1]
    assert shown(rig, -1)[1] == shown(rig, -2)[1]
    assert rig.voice.reasons == [WITHOUT_OLDER]
    assert SHOWN_LESS in proposal.evidence
    assert rig.asked(-1).count("the Save button") == 2  # what was done is still told


@pytest.mark.parametrize("error", ROOMLESS, ids=lambda error: type(error).__name__)
def test_the_first_picture_of_a_run_becomes_coarser_and_the_point_is_mapped_by_it(error):
    rig = Rig(error, click(250, 500))
    proposal = rig.step()
    (_, before), (_, after) = shown(rig, 0), shown(rig, 1)
    assert after <= before / 2 + 1
    image = rig.engine.requests[1].conversation.images[-1]
    assert proposal.intent.at.point == image.plan.screen_point(250, 500, "norm_1000")
    assert rig.voice.reasons == [COARSER]
    assert SHOWN_LESS in proposal.evidence


def test_what_was_too_much_stays_left_out_for_the_run():
    rig = after_two_steps(FULL, click())
    for _ in range(4):
        rig.done(rig.step())
        assert shown(rig)[0] == 1
    assert len(rig.voice.reasons) == 1
    last_ahead = rig.engine.ahead[-1]
    assert len(last_ahead.images) == 0


def test_the_second_time_the_user_is_told_what_to_do():
    rig = after_two_steps(FULL)
    with pytest.raises(OutOfMemory) as caught:
        rig.step()
    assert str(caught.value) == STILL_NO_ROOM
    assert len(rig.engine.requests) == 2 + 2


def test_a_second_picture_that_does_not_fit_becomes_coarser_too():
    rig = after_two_steps(FULL, click(), FULL, click())
    rig.done(rig.step())
    rig.done(rig.step())
    assert rig.voice.reasons == [WITHOUT_OLDER, COARSER]


def test_where_nothing_can_be_left_out_it_is_not_asked_again():
    image = replace(small_spec().image, max_tiles=1)
    rig = Rig(FULL, manner=Manner(profile(), image, is_calibrated=True))
    with pytest.raises(OutOfMemory, match="The device is full"):
        rig.step()
    assert len(rig.engine.requests) == 1


def test_room_for_a_plan_and_none_for_the_step_after_it():
    rig = Rig(PLAN, FULL, click())
    assert rig.step().intent.at
    assert rig.voice.reasons == [COARSER]


def test_with_room_nothing_is_said_of_it():
    assert SHOWN_LESS not in Rig(click()).step().evidence


def test_tiles_are_halved_down_to_one():
    thrift, image, counts = Thrift(), small_spec().image, []
    while (found := thrift.more(image, has_older=False)) is not None:
        thrift = found[0]
        counts.append(thrift.image(image).max_tiles)
    assert counts == [6, 3, 1]
