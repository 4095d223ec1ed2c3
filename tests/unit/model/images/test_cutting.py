"""A cutter resizes only what is new, and hands out the same tiles either way."""

import numpy as np
import pytest
import torch

from automation.core.geometry import Rect
from model.images.tiles import TileCutter, make_tiles
from model.images.tiling import plan_for
from model.spec import ImageSpec
from tests.unit.model.images.ui_pictures import noise

SPEC = ImageSpec(64, 16, 2, 12, True, (0.5, 0.5, 0.5), (0.25, 0.25, 0.25))
PLAN = plan_for(Rect(0, 0, 240, 135), SPEC)


class CountingCutter(TileCutter):
    """Counts the pictures that were resized."""

    resizes = 0

    def resized(self, pixels, plan):
        self.resizes += 1
        return super().resized(pixels, plan)


@pytest.mark.parametrize("path", ["exact", "fast"])
def test_tiles_are_those_of_the_picture(path):
    pixels = noise(240, 135)
    picture = TileCutter(SPEC, path=path).cut(pixels, PLAN)
    wanted = make_tiles(pixels, PLAN, SPEC, path=path)
    torch.testing.assert_close(picture.tiles(), wanted, rtol=0, atol=0)
    torch.testing.assert_close(picture.tiles([8, 1]), wanted[[8, 1]], rtol=0, atol=0)


def test_a_processor_gets_the_fast_path_unless_told_otherwise():
    pixels = noise(240, 135)
    cut = TileCutter(SPEC).cut(pixels, PLAN).tiles()
    torch.testing.assert_close(cut, make_tiles(pixels, PLAN, SPEC, path="fast"), rtol=0, atol=0)


def test_an_unchanged_screen_is_not_resized():
    pixels = noise(240, 135)
    cutter = CountingCutter(SPEC)
    first = cutter.cut(pixels, PLAN)
    again, copied = cutter.cut(pixels, PLAN), cutter.cut(pixels.copy(), PLAN)
    assert cutter.resizes == 1
    assert first.keys == again.keys == copied.keys
    assert first.key == copied.key


def test_a_screen_is_compared_with_the_last_one():
    cutter = CountingCutter(SPEC)
    cutter.cut(noise(240, 135, 1), PLAN)
    cutter.cut(noise(240, 135, 2), PLAN)
    cutter.cut(noise(240, 135, 2), PLAN)
    assert cutter.resizes == 2


def test_tiles_of_an_unchanged_screen_can_still_be_had():
    pixels = noise(240, 135)
    cutter = CountingCutter(SPEC)
    first = cutter.cut(pixels, PLAN)
    again = cutter.cut(pixels, PLAN)
    torch.testing.assert_close(again.tiles(), first.tiles(), rtol=0, atol=0)
    assert again.tiles([0]).shape == (1, 3, 64, 64)
    assert cutter.resizes == 2


def test_only_changed_tiles_get_new_keys():
    before = noise(240, 135)
    after = before.copy()
    after[100, 90] ^= 0xFF
    cutter = TileCutter(SPEC)
    old, new = cutter.cut(before, PLAN).keys, cutter.cut(after, PLAN).keys
    assert [n for n in range(9) if old[n] != new[n]] == [5, 8]


def test_an_older_picture_is_known_again_while_it_is_remembered():
    pictures = [noise(240, 135, seed) for seed in range(4)]
    cutter = CountingCutter(SPEC, remembered=4)
    keys = [cutter.cut(pixels, PLAN).keys for pixels in pictures]
    assert [cutter.cut(pixels, PLAN).keys for pixels in pictures] == keys
    assert cutter.resizes == 4
    cutter.cut(noise(240, 135, 9), PLAN)
    assert cutter.cut(pictures[0], PLAN).keys == keys[0]
    assert cutter.resizes == 6


def test_nothing_is_known_after_forgetting():
    pixels = noise(240, 135)
    cutter = CountingCutter(SPEC)
    keys = cutter.cut(pixels, PLAN).keys
    cutter.forget()
    assert cutter.cut(pixels, PLAN).keys == keys
    assert cutter.resizes == 2


def test_the_same_pixels_elsewhere_on_the_desktop_are_the_same_picture():
    pixels = noise(240, 135)
    cutter = CountingCutter(SPEC)
    here = cutter.cut(pixels, PLAN)
    there = cutter.cut(pixels, plan_for(Rect(300, -20, 240, 135), SPEC))
    assert (there.key, cutter.resizes) == (here.key, 1)
    assert there.plan.source == Rect(300, -20, 240, 135)


def test_a_picture_of_another_shape_is_no_comparison():
    cutter = TileCutter(SPEC)
    cutter.cut(np.zeros((135, 240, 4), np.uint8), PLAN)
    turned = np.zeros((240, 135, 4), np.uint8)
    picture = cutter.cut(turned, plan_for(Rect(0, 0, 135, 240), SPEC))
    assert len(set(picture.keys)) == 1
    assert "" not in picture.keys
