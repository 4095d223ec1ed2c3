"""Tiles agree with a plain numpy tiler; the byte path agrees with the float path."""

import subprocess
import sys

import numpy as np
import pytest
import torch

from automation.core.geometry import Rect
from model.images.tiles import make_tiles, resized
from model.images.tiling import plan_for
from model.spec import ImageSpec
from tests.unit.model.images.plain_tiler import CLIP_MEAN, CLIP_STD, plain_tiles
from tests.unit.model.images.ui_pictures import bgrx, noise, ui_picture


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
