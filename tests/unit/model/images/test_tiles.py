"""A cutter resizes only what is new, and hands out the same tiles either way."""

import subprocess
import sys

import numpy as np
import pytest
import torch

from automation.core.geometry import Rect
from model.images.tiles import (
    Levels,
    TileCutter,
    TileNamer,
    changed_tiles,
    footprints,
    make_tiles,
    picture_key,
    resized,
)
from model.images.tiling import plan_for
from model.spec import ImageSpec
from tests.unit.model.images.plain_tiler import CLIP_MEAN, CLIP_STD, plain_tiles
from tests.unit.model.images.ui_pictures import bgrx, noise, ui_picture

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
    cutter = CountingCutter(SPEC)
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


# Keys follow content and nothing else; no change of a tile goes unnoticed.


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
    assert changed_tiles(pixels, pixels, plan) == {}
    assert changed_tiles(pixels, pixels.copy(), plan) == {}


def test_a_change_in_the_middle_of_a_tile_concerns_it_and_the_thumbnail():
    pixels = noise(240, 135)
    plan, _ = cut(pixels)
    after = pixels.copy()
    after[100, 90] ^= 1  # fourth row of eight by two, second column: tile 5
    place = slice(100, 101), slice(90, 91)
    assert changed_tiles(pixels, after, plan) == {5: place, 8: place}


def test_a_view_with_odd_strides_is_compared_too():
    pixels = noise(480, 270)[::2, ::2]
    flipped = np.ascontiguousarray(pixels)[:, :, ::-1]
    plan = plan_for(Rect(0, 0, 240, 135), SPEC)
    assert changed_tiles(flipped, np.ascontiguousarray(flipped), plan) == {}
    assert tuple(changed_tiles(pixels, flipped, plan)) == tuple(range(9))


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


# Tiles agree with a plain numpy tiler; the byte path agrees with the float path.


def image(tile_px=512, *, thumbnail=True, max_tiles=12):
    return ImageSpec(tile_px, 16, 2, max_tiles, thumbnail, CLIP_MEAN, CLIP_STD)


def plan_of(pixels, spec):
    return plan_for(Rect(0, 0, pixels.shape[1], pixels.shape[0]), spec)


def tiles_of(pixels, spec, path="exact"):
    return make_tiles(pixels, plan_of(pixels, spec), spec, path=path)


def levels(tiles):
    """Turn normalised values into levels, 0..255."""
    std, mean = torch.tensor(CLIP_STD)[:, None, None], torch.tensor(CLIP_MEAN)[:, None, None]
    return (tiles * std + mean) * 255


WEIGHTS = 3e-4
"""0.02 levels: torch computes the weights of the kernel in float32, the plain tiler in float64."""

PICTURES = {
    "wide": noise(240, 135),
    "tall": noise(135, 240),
    "strip": noise(640, 180),
    "one tile": noise(64, 64),
    "small": noise(37, 41),
    "thread": noise(5, 700),
    "window": ui_picture(480, 270),
    "dialog": ui_picture(160, 128),
}


@pytest.mark.parametrize("pixels", PICTURES.values(), ids=PICTURES)
def test_exact_tiles_are_those_of_the_plain_tiler(pixels):
    ours, plain = tiles_of(pixels, image(64)), plain_tiles(pixels, tile=64)
    assert ours.shape == plain.shape
    assert ours.dtype == torch.float32
    np.testing.assert_allclose(ours.numpy(), plain, atol=WEIGHTS, rtol=0)


def test_exact_tiles_of_full_size_are_those_of_the_plain_tiler():
    pixels = ui_picture(1280, 720)
    np.testing.assert_allclose(
        tiles_of(pixels, image()).numpy(), plain_tiles(pixels), atol=WEIGHTS, rtol=0
    )


def test_without_a_thumbnail_the_last_tile_is_the_last_of_the_grid():
    pixels = noise(240, 135)
    ours = tiles_of(pixels, image(64, thumbnail=False))
    plain = plain_tiles(pixels, tile=64, thumbnail=False)
    np.testing.assert_allclose(ours.numpy(), plain, atol=WEIGHTS, rtol=0)


@pytest.mark.parametrize("path", ["exact", "fast"])
def test_tiles_run_row_by_row_with_the_whole_picture_last(path):
    colours = np.array([[0, 50, 100, 150], [200, 20, 70, 120]], np.uint8)
    pixels = bgrx(np.repeat(np.kron(colours, np.ones((64, 64), np.uint8))[:, :, None], 3, axis=2))
    tiles = levels(tiles_of(pixels, image(64), path))
    middles = tiles[:8, :, 32, 32]
    wanted = torch.tensor(colours.reshape(8), dtype=torch.float32)[:, None].expand(8, 3)
    torch.testing.assert_close(middles, wanted, atol=1.0, rtol=0)
    torch.testing.assert_close(tiles[8, 0, 16, [8, 24, 40, 56]], wanted[:4, 0], atol=1.0, rtol=0)


@pytest.mark.parametrize("path", ["exact", "fast"])
def test_channels_come_out_as_red_green_blue(path):
    pixels = np.zeros((64, 64, 4), np.uint8)
    pixels[:] = (10, 90, 200, 77)
    tiles = levels(tiles_of(pixels, image(64), path))
    wanted = torch.tensor([200.0, 90.0, 10.0])[:, None, None].expand(3, 64, 64)
    torch.testing.assert_close(tiles[0], wanted, atol=1.0, rtol=0)


@pytest.mark.parametrize("path", ["exact", "fast"])
def test_overshoot_at_hard_edges_is_kept(path):
    pixels = bgrx(
        np.kron(np.eye(16, dtype=np.uint8), np.full((6, 6), 255))[:, :, None].repeat(3, 2)
    )
    values = levels(tiles_of(pixels.astype(np.uint8), image(64), path))
    assert values.min() < -10
    assert values.max() > 265


@pytest.mark.parametrize(
    ("size", "dark", "text_px"),
    [((1920, 1080), False, 14), ((1920, 1080), True, 14), ((3840, 2160), False, 12)],
)
def test_the_byte_path_is_within_two_levels_of_the_float_path(size, dark, text_px):
    pixels = ui_picture(*size, dark=dark, text_px=text_px)
    gap = (levels(tiles_of(pixels, image(), "fast")) - levels(tiles_of(pixels, image()))).abs()
    assert (gap <= 2).float().mean() >= 0.997
    assert gap.max() < 5


@pytest.mark.parametrize("path", ["exact", "fast"])
def test_a_read_only_view_of_a_larger_grab_is_taken_as_it_is(path):
    grab = noise(300, 200)
    grab.flags.writeable = False
    part = grab[20:155, 30:270]
    before = part.copy()
    tiles = tiles_of(part, image(64), path)
    torch.testing.assert_close(tiles, tiles_of(before, image(64), path), rtol=0, atol=0)
    assert (part == before).all()


@pytest.mark.parametrize("path", ["exact", "fast"])
def test_single_tiles_are_normalised_as_they_are_together(path):
    pixels, spec = noise(240, 135), image(64)
    cut = resized(pixels, plan_of(pixels, spec), path=path)
    together = cut.normalised(spec)
    torch.testing.assert_close(cut.normalised(spec, [7, 0]), together[[7, 0]], rtol=0, atol=0)
    torch.testing.assert_close(cut.normalised(spec), together, rtol=0, atol=0)


@pytest.mark.parametrize("path", ["exact", "fast"])
def test_the_fourth_byte_of_a_pixel_means_nothing(path):
    pixels = noise(240, 135)
    other = pixels.copy()
    other[:, :, 3] ^= 0x55
    tiles = tiles_of(pixels, image(64), path)
    torch.testing.assert_close(tiles_of(other, image(64), path), tiles, rtol=0, atol=0)


def test_pixels_of_another_size_than_the_plan_are_refused():
    plan = plan_for(Rect(0, 0, 240, 135), image(64))
    with pytest.raises(AssertionError, match="do not fit the plan's source"):
        resized(noise(240, 136), plan)


def test_pixels_of_another_type_are_refused():
    plan = plan_for(Rect(0, 0, 240, 135), image(64))
    with pytest.raises(AssertionError, match="expected uint8"):
        resized(noise(240, 135).astype(np.int16), plan)


def test_the_byte_path_is_refused_on_other_devices():
    plan = plan_for(Rect(0, 0, 240, 135), image(64))
    with pytest.raises(AssertionError, match="for processors, not for meta"):
        resized(noise(240, 135), plan, device="meta", path="fast")


def test_cutting_a_picture_does_not_load_pillow():
    program = (
        "import sys, numpy as np\n"
        "from automation.core.geometry import Rect\n"
        "from model.spec import ImageSpec\n"
        "from model.images.tiles import make_tiles\n"
        "from model.images.tiling import plan_for\n"
        "spec = ImageSpec(64, 16, 2, 12, True, (0.5,) * 3, (0.5,) * 3)\n"
        "pixels = np.zeros((90, 160, 4), np.uint8)\n"
        "make_tiles(pixels, plan_for(Rect(0, 0, 160, 90), spec), spec, path='fast')\n"
        "sys.exit('PIL' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
