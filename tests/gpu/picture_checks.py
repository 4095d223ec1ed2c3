"""What has to hold of pictures on every device: the same tiles, and names that tell them apart."""

import numpy as np
import torch

from automation.core.geometry import Rect
from model.images.tiles import TileCutter, make_tiles
from model.images.tiling import plan_for

SCREENS = ((1920, 1080), (3840, 2160), (1366, 768), (1080, 1920), (1280, 720))
"""Widths and heights for tiles of 512 px; they are stretched, shrunk and both."""

TILE_BOUND = 1e-3
"""Largest distance of a normalised value; a level is 0.015. Two devices round the middle of the
resampling kernel differently, by 1e-4 px in a picture of 2000."""


def check_tiles_are_those_of_the_processor(bench):
    """A picture becomes the same tiles on the device and on the processor."""
    image, figures = bench.full.image, {}
    for width, height in SCREENS:
        picture, plan = screen(image, width, height)
        found = make_tiles(picture, plan, image, device=bench.device)
        expected = make_tiles(picture, plan, image)
        assert found.device.type == bench.device.type
        assert found.shape == (plan.tiles, 3, image.tile_px, image.tile_px)
        worst = float((found.cpu() - expected).abs().max())
        figures[f"{width}x{height}"] = worst
        assert worst <= TILE_BOUND, f"{width}x{height}: values differ by {worst:.2g}"
    return figures


def check_names_of_tiles_follow_their_pixels(bench):
    """An unchanged screen keeps every name; a changed one gets new ones where it changed."""
    image = bench.full.image
    picture, plan = screen(image, *SCREENS[0])
    cutter = TileCutter(image, device=bench.device)
    first = cutter.cut(picture, plan)
    again = cutter.cut(picture.copy(), plan)
    assert again.keys == first.keys, "an unchanged screen got other names"
    assert len(set(first.keys)) == plan.tiles, "two tiles have one name"
    tiles = first.tiles()
    cols, rows = plan.grid.cols, plan.grid.rows
    for tile in range(plan.grid.tiles):
        changed = picture.copy()
        x, y = (2 * (tile % cols) + 1) * plan.source.w, (2 * (tile // cols) + 1) * plan.source.h
        changed[y // (2 * rows), x // (2 * cols), :3] ^= 0xFF
        cut = cutter.cut(changed, plan)
        differing = {at for at, key in enumerate(cut.keys) if key != first.keys[at]}
        assert differing == {tile, plan.tiles - 1}, f"a pixel of tile {tile} renamed {differing}"
        same = [at for at in range(plan.tiles) if at not in differing]
        assert torch.equal(cut.tiles(same), tiles[same]), "tiles of the same name differ"
    back = cutter.cut(picture.copy(), plan)
    assert back.keys == first.keys, "a screen that comes back got other names"
    return {"tiles": plan.tiles, "on": str(tiles.device)}


def screen(image, width, height):
    """Return noise of (H, W, 4) BGRX, scaled to the checkpoint's tiles, and how it is cut."""
    size = (height * image.tile_px // 512, width * image.tile_px // 512)
    pixels = np.random.default_rng(width).integers(0, 256, (*size, 4), dtype=np.uint8)
    return pixels, plan_for(Rect(0, 0, size[1], size[0]), image)
