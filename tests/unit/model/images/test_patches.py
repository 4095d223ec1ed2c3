"""Pictures that are shown whole: their size, their pixels, their names, and where a point of them lies."""

import numpy as np
import pytest
import torch

from automation.core.geometry import Monitor, Rect, ScreenPoint
from model.images.patches import PictureResizer, normalised, resized
from model.images.tiling import PatchPlan, choose_view, plan_for
from model.policy import LowMemoryMode
from model.spec import PatchSpec
from tests.unit.model.images.ui_pictures import ui_picture

OFFICIAL = PatchSpec(16, 2, 2, 65_536, 16_777_216, (0.5,) * 3, (0.5,) * 3)
SIZES = [(1280, 720), (1366, 768), (1920, 1080), (3840, 2160), (5120, 1440), (200, 100), (7, 900)]


@pytest.mark.parametrize("size", SIZES)
def test_a_plan_is_whole_tokens_within_the_bounds(size):
    plan = plan_for(Rect(0, 0, *size), OFFICIAL)
    width, height = plan.canvas
    assert isinstance(plan, PatchPlan)
    assert width % 32 == height % 32 == 0
    assert OFFICIAL.min_pixels <= width * height <= OFFICIAL.max_pixels
    assert plan.tokens == plan.cells[0] * plan.cells[1] == width * height // 1024


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("space", ["source_px", "canvas_px", "norm_1000", "fraction"])
def test_a_point_comes_back_to_within_a_step_of_its_space(size, space):
    width, height = size
    plan = plan_for(Rect(10, 20, width, height), OFFICIAL)
    for x, y in ((0, 0), (width - 1, height - 1), (width // 3, height // 2)):
        point = ScreenPoint(10 + x, 20 + y)
        back = plan.screen_point(*plan.in_space(point, space), space)
        steps = {"norm_1000": 1000, "fraction": 10_000}.get(space, min(plan.canvas))
        assert abs(back.x - point.x) <= max(1, width / steps)
        assert abs(back.y - point.y) <= max(1, height / steps)


def test_an_ultrawide_screen_is_shown_whole_for_it_keeps_its_size():
    frame = Rect(0, 0, 5120, 1440)
    view = choose_view(
        frame, window=None, pointer=ScreenPoint(0, 0), monitors=(Monitor("a", frame, 1.0),),
        image=OFFICIAL,
    )  # fmt: skip
    assert view == frame


def test_pixels_become_numbers_from_minus_one_to_one():
    pixels = np.zeros((64, 64, 4), np.uint8)
    pixels[..., 2] = 255  # red, for the order is B, G, R, X
    small = PatchSpec(16, 2, 2, 1024, 1 << 20, (0.5,) * 3, (0.5,) * 3)
    picture = normalised(resized(pixels, plan_for(Rect(0, 0, 64, 64), small)), small)
    assert picture.shape == (3, 64, 64)
    assert picture[0].unique().tolist() == [1.0]
    assert picture[1:].unique().tolist() == [-1.0]


def test_a_view_of_a_larger_picture_is_resized_as_its_copy_is():
    whole = ui_picture(900, 700)
    part = whole[100:500, 200:800]
    part.flags.writeable = False
    plan = plan_for(Rect(200, 100, 600, 400), OFFICIAL)
    assert torch.equal(resized(part, plan), resized(part.copy(), plan))


def test_equal_pictures_have_one_name_and_one_pixel_gives_another():
    cutter = PictureResizer(OFFICIAL)
    plan = plan_for(Rect(0, 0, 640, 480), OFFICIAL)
    first = ui_picture(640, 480)
    other = first.copy()
    other[7, 9, 1] ^= 1
    names = [cutter.cut(pixels, plan).key for pixels in (first, first.copy(), other)]
    assert names[0] == names[1] != names[2]
    cutter.forget()
    assert cutter.cut(first, plan).key == names[0]


def test_the_same_pixels_at_another_size_have_another_name():
    cutter, pixels = PictureResizer(OFFICIAL), ui_picture(640, 480)
    coarse = LowMemoryMode(halvings=4).image(OFFICIAL)
    plans = [plan_for(Rect(0, 0, 640, 480), image) for image in (OFFICIAL, coarse)]
    keys = {cutter.cut(pixels, plan).key for plan in plans}
    assert len(keys) == 2


def test_with_little_memory_a_usual_screen_gets_coarser_down_to_the_least_size():
    mode, sizes = LowMemoryMode(), []
    while True:
        plan = plan_for(Rect(0, 0, 1920, 1080), mode.image(OFFICIAL))
        sizes.append(plan.tokens)
        found = mode.more(OFFICIAL, has_older=False)
        if found is None:
            break
        mode, _ = found
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) == len(sizes) >= 5
    assert sizes[0] == 2040
    assert sizes[-1] < 80
