"""Keys follow content and nothing else; no change of a tile goes unnoticed."""

import numpy as np
import pytest
import torch

from automation.core.geometry import Rect
from model.images.tiles import Levels, TileNamer, changed_tiles, footprints, picture_key, resized
from model.images.tiling import plan_for
from model.spec import ImageSpec
from tests.unit.model.images.ui_pictures import noise

SPEC = ImageSpec(64, 16, 2, 12, True, (0.5, 0.5, 0.5), (0.25, 0.25, 0.25))
PATHS = ["exact", "fast"]


def cut(pixels, path="exact"):
    plan = plan_for(Rect(0, 0, pixels.shape[1], pixels.shape[0]), SPEC)
    return plan, resized(pixels, plan, path=path)


@pytest.mark.parametrize("path", PATHS)
def test_equal_tiles_have_equal_keys_and_different_tiles_different_ones(path):
    pixels = noise(240, 135)
    _, levels = cut(pixels, path)
    keys = TileNamer().keys(levels)
    assert len(set(keys)) == len(keys) == 9
    assert TileNamer().keys(cut(pixels.copy(), path)[1]) == keys


@pytest.mark.parametrize("path", PATHS)
def test_single_tiles_have_the_keys_they_have_together(path):
    _, levels = cut(noise(240, 135), path)
    namer = TileNamer()
    every = namer.keys(levels)
    assert namer.keys(levels, [8, 3]) == (every[8], every[3])


@pytest.mark.parametrize("path", PATHS)
def test_one_level_of_one_value_makes_another_key(path):
    _, levels = cut(noise(240, 135), path)
    keys = TileNamer().keys(levels)
    other = levels.tiles.clone()
    other[4, 1, 20, 30] += 1
    changed = TileNamer().keys(Levels(other, path))
    assert [a == b for a, b in zip(keys, changed, strict=True)] == [n != 4 for n in range(9)]


def test_two_paths_never_share_a_key():
    _, levels = cut(np.zeros((64, 64, 4), np.uint8))
    exact = TileNamer().keys(Levels(levels.tiles, "exact"))
    assert exact != TileNamer().keys(Levels(levels.tiles, "fast"))


def test_sums_follow_content_and_place():
    tiles = torch.rand(3, 3, 16, 16)
    tiles[2] = tiles[0]
    first, second, third = (namer := TileNamer()).sums(tiles)
    assert first == third != second
    assert namer.sums(tiles[1:]) == [second, third]
    swapped = tiles[:1].flip(-1)
    assert namer.sums(swapped) != [first]


def test_sums_notice_the_smallest_change_of_any_value():
    tiles = torch.rand(1, 3, 8, 8)
    namer = TileNamer()
    plain = namer.sums(tiles)
    bits = tiles.reshape(-1).view(torch.int32)
    for value in range(len(bits)):
        for flip in (1, -(2**31)):
            bits[value] ^= flip
            assert namer.sums(tiles) != plain
            bits[value] ^= flip
    assert namer.sums(tiles) == plain


def test_sums_of_another_namer_are_other_names():
    tiles = torch.rand(1, 3, 8, 8)
    assert TileNamer().sums(tiles) != TileNamer().sums(tiles)


def test_sums_serve_tiles_of_another_size_afterwards():
    namer = TileNamer()
    small, large = torch.rand(1, 3, 8, 8), torch.rand(1, 3, 16, 16)
    assert namer.sums(small) != namer.sums(large)
    assert len(namer.sums(small)[0]) == 32


def test_a_picture_is_named_by_its_tiles_and_their_grid():
    wide = plan_for(Rect(0, 0, 240, 135), SPEC)
    tall = plan_for(Rect(0, 0, 135, 240), SPEC)
    moved = plan_for(Rect(500, 100, 240, 135), SPEC)
    keys = tuple("abcdefghi")
    assert picture_key(keys, wide) == picture_key(keys, moved)
    assert picture_key(keys, wide) != picture_key(keys, tall)
    assert picture_key(keys, wide) != picture_key(keys[::-1], wide)


def test_the_same_array_has_not_changed():
    pixels = noise(240, 135)
    plan, _ = cut(pixels)
    assert changed_tiles(pixels, pixels, plan) == ()
    assert changed_tiles(pixels, pixels.copy(), plan) == ()


def test_a_change_in_the_middle_of_a_tile_concerns_it_and_the_thumbnail():
    pixels = noise(240, 135)
    plan, _ = cut(pixels)
    after = pixels.copy()
    after[100, 90] ^= 1  # fourth row of eight by two, second column: tile 5
    assert changed_tiles(pixels, after, plan) == (5, 8)


def test_a_view_with_odd_strides_is_compared_too():
    pixels = noise(480, 270)[::2, ::2]
    flipped = np.ascontiguousarray(pixels)[:, :, ::-1]
    plan = plan_for(Rect(0, 0, 240, 135), SPEC)
    assert changed_tiles(flipped, np.ascontiguousarray(flipped), plan) == ()
    assert changed_tiles(pixels, flipped, plan) == tuple(range(9))


def test_pictures_of_different_size_are_not_compared():
    plan, _ = cut(noise(240, 135))
    with pytest.raises(AssertionError, match="pictures of"):
        changed_tiles(noise(240, 135), noise(240, 136), plan)


def test_footprints_cover_the_picture_and_overlap_by_the_reach_of_the_kernel():
    plan = plan_for(Rect(0, 0, 3840, 2160), SPEC)  # shrunk 15 and 16.9 times
    parts = footprints(plan)
    assert len(parts) == plan.tiles
    assert parts[0] == (slice(0, 1106), slice(0, 983))  # the middle is at 1080, the edge at 960
    assert parts[1] == (slice(0, 1106), slice(937, 1943))
    assert parts[7] == (slice(1054, 2160), slice(2857, 3840))
    assert parts[8] == (slice(0, 2160), slice(0, 3840))
