import itertools

import numpy as np
import pytest

from automation.core.geometry import Rect
from model.calibrate.screens import SIZES_PX, drawn, screens_for, separation
from model.images.tiling import plan_for
from model.spec import ImageSpec, PatchSpec
from tests.unit.model.calibrate.simulated import MEAN, OFFICIAL, SCREENS, STD, TINY


def test_the_chosen_pictures_tell_spaces_apart_and_a_usual_one_does_not():
    assert separation(plan_for(Rect(0, 0, 1920, 1080), OFFICIAL)) < 0.1
    assert min(separation(screen.image.plan) for screen in SCREENS) > 0.4


@pytest.mark.parametrize("spec", [OFFICIAL, TINY, ImageSpec(512, 16, 2, 6, True, MEAN, STD)])
def test_each_picture_has_another_shape_and_is_the_best_of_it(spec):
    chosen = [screen.image.plan for screen in screens_for(spec)]
    shapes = [plan.grid.cols / plan.grid.rows for plan in chosen]
    assert len(set(shapes)) == len(shapes) == 4
    for size in SIZES_PX:
        plan = plan_for(Rect(0, 0, *size), spec)
        for taken, shape in zip(chosen, shapes, strict=True):
            if plan.grid.cols / plan.grid.rows == shape:
                assert separation(plan) <= separation(taken)


def test_pictures_that_are_shown_whole_tell_thousandths_from_pixels():
    whole = PatchSpec(16, 2, 2, 65_536, 16_777_216, MEAN, STD)
    chosen = [screen.image.plan for screen in screens_for(whole)]
    shapes = {round(plan.canvas[0] / plan.canvas[1], 1) for plan in chosen}
    assert len(shapes) == len(chosen) == 4
    assert min(separation(plan) for plan in chosen) > 0.4


def test_the_words_of_a_screen_are_its_own():
    words = [target.word for screen in SCREENS for target in screen.targets]
    assert len(set(words)) == len(words) == 12


def test_targets_lie_inside_and_apart_and_no_other_space_or_swap_meets_them():
    for screen in SCREENS:
        source = screen.image.plan.source
        for target in screen.targets:
            assert source.intersection(target.box) == target.box
            across = target.box.center.x / source.w
            down = target.box.center.y / source.h
            assert abs(across - down) > 0.15
            assert min(across, down) > 0.25
        for one, other in itertools.combinations(screen.targets, 2):
            assert one.box.intersection(other.box).area == 0


def test_a_target_is_drawn_where_it_is_said_to_be():
    for screen in SCREENS:
        pixels = screen.image.pixels
        plan = screen.image.plan
        assert pixels.shape == (plan.source.h, plan.source.w, 4)
        assert pixels.dtype == np.uint8
        for target in screen.targets:
            box = target.box
            inner = pixels[box.y + 3 : box.bottom - 3, box.x + 8 : box.right - 8, :3]
            ink = (inner < 100).all(axis=2)
            assert 0.02 < ink.mean() < 0.5
            rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
            assert abs(rows.mean() - inner.shape[0] / 2) < 0.15 * inner.shape[0]
            assert abs(columns.mean() - inner.shape[1] / 2) < 0.1 * inner.shape[1]
            assert columns[0] > 0
            assert columns[-1] < inner.shape[1] - 1


def test_the_channels_are_blue_green_red():
    corner = drawn(plan_for(Rect(0, 0, 640, 480), OFFICIAL), 0).image.pixels[0, 0]
    assert corner[0] > corner[1] > corner[2]


def test_the_same_screens_are_drawn_every_time():
    again = screens_for(OFFICIAL)
    for one, other in zip(SCREENS, again, strict=True):
        assert np.array_equal(one.image.pixels, other.image.pixels)
        assert one.targets == other.targets
