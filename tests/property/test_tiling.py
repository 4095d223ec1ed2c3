"""For any picture: the grid is the plain rule's, and every point comes back."""

import math

from hypothesis import example, given
from hypothesis import strategies as st

from automation.core.geometry import Rect, ScreenPoint
from model.images.tiling import plan_for
from model.spec import ImageSpec
from tests.unit.model.images.plain_tiler import plain_grid

SPACES = ("norm_1000", "fraction", "source_px", "canvas_px")
SIDES = st.one_of(st.integers(1, 12_000), st.sampled_from([1, 2, 511, 512, 513, 1000, 1024, 2048]))
ORIGINS = st.integers(-8000, 8000)


def image(max_tiles=12, tile_px=512):
    return ImageSpec(tile_px, 16, 2, max_tiles, True, (0.5, 0.5, 0.5), (0.5, 0.5, 0.5))


@st.composite
def plans(draw):
    source = Rect(draw(ORIGINS), draw(ORIGINS), draw(SIDES), draw(SIDES))
    return plan_for(source, image(draw(st.integers(1, 16))))


@st.composite
def pixels(draw):
    plan = draw(plans())
    edge = st.sampled_from([0.0, 1.0])
    across, down = draw(st.one_of(edge, st.floats(0, 1))), draw(st.one_of(edge, st.floats(0, 1)))
    x, y = round(across * (plan.source.w - 1)), round(down * (plan.source.h - 1))
    return plan, ScreenPoint(plan.source.x + x, plan.source.y + y)


@given(SIDES, SIDES, st.integers(1, 16), st.sampled_from([32, 224, 448, 512]))
@example(1400, 800, 12, 512)
@example(350, 200, 12, 512)
def test_the_grid_is_the_one_the_plain_rule_picks(width, height, max_tiles, tile_px):
    grid = plan_for(Rect(0, 0, width, height), image(max_tiles, tile_px)).grid
    assert (grid.cols, grid.rows) == plain_grid(width, height, max_tiles, tile_px)


@given(st.integers(1, 60), st.integers(1, 60), st.integers(1, 40))
def test_pictures_of_a_round_shape_tie_as_the_plain_rule_ties(across, down, scale):
    width, height = across * scale, down * scale
    grid = plan_for(Rect(0, 0, width, height), image(tile_px=64)).grid
    assert (grid.cols, grid.rows) == plain_grid(width, height, tile=64)


@given(pixels(), st.sampled_from(SPACES))
def test_a_written_point_comes_back_within_half_a_step_of_its_space(case, space):
    plan, pixel = case
    back = plan.screen_point(*plan.in_space(pixel, space), space)
    steps = {
        "norm_1000": (1000, 1000),
        "fraction": (10_000, 10_000),
        "source_px": (plan.source.w, plan.source.h),
        "canvas_px": plan.canvas,
    }[space]
    for got, wanted, size, count in (
        (back.x, pixel.x, plan.source.w, steps[0]),
        (back.y, pixel.y, plan.source.h, steps[1]),
    ):
        step_px = size / count
        assert abs(got - wanted) <= (0 if step_px <= 1 else math.ceil(step_px / 2))


@given(plans(), st.floats(0, 1), st.floats(0, 1))
def test_a_canvas_position_comes_back_within_half_a_pixel_of_the_screen(plan, across, down):
    width, height = plan.canvas
    pixel = plan.screen_point(across * width, down * height, "canvas_px")
    x, y = plan.in_space(pixel, "canvas_px")
    slack = 0.5 + 1e-6  # what is written is a whole number
    assert abs(x - across * width) <= 0.5 * width / plan.source.w + slack
    assert abs(y - down * height) <= 0.5 * height / plan.source.h + slack


@given(plans(), st.integers(0, 1000), st.integers(0, 1000))
def test_a_thousandth_comes_back_within_half_its_step_and_half_a_pixel(plan, x, y):
    pixel = plan.screen_point(x, y, "norm_1000")
    assert plan.source.contains(pixel)
    back_x, back_y = plan.in_space(pixel, "norm_1000")
    assert abs(back_x - x) <= 500 / plan.source.w + 0.5 + 1e-6
    assert abs(back_y - y) <= 500 / plan.source.h + 0.5 + 1e-6


@given(plans(), st.integers(0, 1000))
def test_whole_thousandths_survive_a_picture_with_as_many_pixels(plan, x):
    pixel = plan.screen_point(x, 0, "norm_1000")
    again, _ = plan.in_space(pixel, "norm_1000")
    step = max(1, 1000 / plan.source.w)
    assert abs(again - x) <= step


@given(plans())
def test_tokens_are_tiles_times_the_tokens_of_a_tile(plan):
    assert plan.tiles == plan.grid.tiles + (plan.grid.tiles > 1)
    assert plan.tokens == plan.tiles * 256
