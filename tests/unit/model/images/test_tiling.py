"""The grid rule's published table, its ties, and points at the edges of every space."""

import math
from dataclasses import replace

import pytest

from automation.core.errors import ActionParseError, PolicyError
from automation.core.geometry import Rect, ScreenPoint
from model.images.tiling import Grid, candidate_grids, choose_grid, plan_for
from model.spec import CanvasPoint, ImageSpec, NormPoint

IMAGE = ImageSpec(
    tile_px=512,
    patch_px=16,
    shuffle=2,
    max_tiles=12,
    use_thumbnail=True,
    mean=(0.48145466, 0.4578275, 0.40821073),
    std=(0.26862954, 0.26130258, 0.27577711),
)
SPACES = ["norm_1000", "fraction", "source_px", "canvas_px"]
FULL_HD = Rect(0, 0, 1920, 1080)

TABLE = [
    # screen, grid, canvas, tiles, tokens
    ((1280, 720), (2, 1), (1024, 512), 3, 768),
    ((1366, 768), (4, 2), (2048, 1024), 9, 2304),
    ((1920, 1080), (4, 2), (2048, 1024), 9, 2304),
    ((2560, 1440), (4, 2), (2048, 1024), 9, 2304),
    ((3840, 2160), (4, 2), (2048, 1024), 9, 2304),
    ((1440, 900), (3, 2), (1536, 1024), 7, 1792),
    ((1920, 1200), (3, 2), (1536, 1024), 7, 1792),
    ((2880, 1800), (3, 2), (1536, 1024), 7, 1792),
    ((3440, 1440), (5, 2), (2560, 1024), 11, 2816),
    ((5120, 1440), (4, 1), (2048, 512), 5, 1280),
    ((3840, 1080), (4, 1), (2048, 512), 5, 1280),
    ((1080, 1920), (2, 4), (1024, 2048), 9, 2304),
    ((1280, 1024), (4, 3), (2048, 1536), 13, 3328),
    ((1024, 768), (4, 3), (2048, 1536), 13, 3328),
]


@pytest.mark.parametrize(("screen", "grid", "canvas", "tiles", "tokens"), TABLE)
def test_a_common_screen_gets_the_grid_of_the_checkpoint(screen, grid, canvas, tiles, tokens):
    plan = plan_for(Rect(0, 0, *screen), IMAGE)
    assert (plan.grid, plan.canvas) == (Grid(*grid), canvas)
    assert (plan.tiles, plan.tokens) == (tiles, tokens)


SCALES = [
    # screen, x and y scale as published, their quotient
    ((1280, 720), 0.80, 0.71, 1.125),
    ((1366, 768), 1.50, 1.33, 1.124),
    ((1920, 1080), 1.07, 0.95, 1.125),
    ((3840, 2160), 0.53, 0.47, 1.125),
    ((2880, 1800), 0.53, 0.57, 0.938),
    ((3440, 1440), 0.74, 0.71, 1.047),
    ((5120, 1440), 0.40, 0.36, 1.125),
    ((1280, 1024), 1.60, 1.50, 1.067),
]


@pytest.mark.parametrize(("screen", "across", "down", "stretch"), SCALES)
def test_a_common_screen_is_stretched_as_published(screen, across, down, stretch):
    width, height = plan_for(Rect(0, 0, *screen), IMAGE).canvas
    assert width / screen[0] == pytest.approx(across, abs=0.006)
    assert height / screen[1] == pytest.approx(down, abs=0.006)
    assert (width / screen[0]) / (height / screen[1]) == pytest.approx(stretch, abs=0.0006)


def test_twelve_tiles_allow_thirty_five_grids_of_twenty_nine_shapes():
    grids = candidate_grids(12)
    assert len(grids) == len(set(grids)) == 35
    assert len({grid.cols / grid.rows for grid in grids}) == 29
    assert [grid.tiles for grid in grids] == sorted(grid.tiles for grid in grids)


@pytest.mark.parametrize(
    ("size", "grid"),
    [
        ((1400, 800), (4, 2)),  # 1.75: 2x1, 3x2 and 4x2 are equally close; the last that is filled
        ((1190, 680), (3, 2)),
        ((350, 200), (2, 1)),
        ((1448, 724), (2, 1)),  # 1,048,352 pixels: not more than half of eight tiles
        ((1450, 725), (4, 2)),
        ((512, 512), (1, 1)),
        ((724, 724), (1, 1)),  # 524,176 pixels: not more than half of four tiles
        ((725, 725), (2, 2)),
        ((1086, 1086), (2, 2)),  # 1,179,396 pixels: not more than half of nine tiles
        ((1087, 1087), (3, 3)),
        ((1, 1), (1, 1)),
        ((10_000, 1), (12, 1)),
        ((1, 10_000), (1, 12)),
    ],
)
def test_a_tie_goes_to_the_larger_grid_only_when_the_picture_fills_half_of_it(size, grid):
    assert choose_grid(*size, IMAGE) == Grid(*grid)


def test_a_small_budget_of_tiles_is_kept():
    assert choose_grid(1920, 1080, replace(IMAGE, max_tiles=2)) == Grid(2, 1)
    assert choose_grid(1920, 1080, replace(IMAGE, max_tiles=1)) == Grid(1, 1)


def test_a_single_tile_has_no_thumbnail():
    plan = plan_for(Rect(0, 0, 300, 300), IMAGE)
    assert (plan.has_thumbnail, plan.tiles, plan.tokens) == (False, 1, 256)


def test_a_checkpoint_without_thumbnails_gets_none():
    plan = plan_for(FULL_HD, replace(IMAGE, use_thumbnail=False))
    assert (plan.has_thumbnail, plan.tiles, plan.tokens) == (False, 8, 2048)


@pytest.mark.parametrize(
    ("space", "middle"),
    [
        ("norm_1000", (500, 500)),
        ("fraction", (0.5, 0.5)),
        ("source_px", (960, 540)),
        ("canvas_px", (1024, 512)),
    ],
)
def test_the_middle_of_every_space_is_the_middle_of_the_picture(space, middle):
    plan = plan_for(Rect(-1920, 40, 1920, 1080), IMAGE)
    assert plan.screen_point(*middle, space) == ScreenPoint(-960, 580)


@pytest.mark.parametrize(
    ("space", "end"),
    [
        ("norm_1000", (1000, 1000)),
        ("fraction", (1, 1)),
        ("source_px", (1920, 1080)),
        ("canvas_px", (2048, 1024)),
    ],
)
def test_both_ends_of_a_space_belong_to_the_picture(space, end):
    plan = plan_for(FULL_HD, IMAGE)
    assert plan.screen_point(*end, space) == ScreenPoint(1919, 1079)
    assert plan.screen_point(0, 0, space) == ScreenPoint(0, 0)


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("bad", [-0.001, 2049.0, math.nan, math.inf, -math.inf, 10**400])
def test_a_number_outside_its_space_is_an_error_and_never_moved_inside(space, bad):
    plan = plan_for(FULL_HD, IMAGE)
    with pytest.raises(ActionParseError, match="outside the picture"):
        plan.screen_point(bad, 0, space)
    with pytest.raises(ActionParseError, match="outside the picture"):
        plan.screen_point(0, bad, space)


def test_each_map_names_its_own_range_in_the_error():
    plan = plan_for(FULL_HD, IMAGE)
    with pytest.raises(ActionParseError, match=r"0\.\.1000, 0\.\.1000 thousandths"):
        plan.from_norm(NormPoint(1000.5, 3))
    with pytest.raises(ActionParseError, match=r"0\.\.2048, 0\.\.1024 pixels of the resized"):
        plan.to_screen(CanvasPoint(3, 1024.5))
    with pytest.raises(ActionParseError, match=r"1920\.5, 3 .*0\.\.1920, 0\.\.1080 pixels"):
        plan.screen_point(1920.5, 3, "source_px")


def test_a_desktop_pixel_that_the_picture_does_not_show_cannot_be_expressed():
    plan = plan_for(Rect(100, 100, 800, 600), IMAGE)
    with pytest.raises(
        PolicyError, match=r"99, 100 is not in the picture, .*100\.\.899, 100\.\.699"
    ):
        plan.to_norm(ScreenPoint(99, 100))
    with pytest.raises(PolicyError, match="not in the picture"):
        plan.to_canvas(ScreenPoint(900, 100))
    with pytest.raises(PolicyError, match="not in the picture"):
        plan.in_space(ScreenPoint(100, 700), "source_px")


def test_positions_are_pixel_centres_in_floats():
    plan = plan_for(FULL_HD, IMAGE)
    assert plan.to_canvas(ScreenPoint(0, 0)) == CanvasPoint(0.5 * 2048 / 1920, 0.5 * 1024 / 1080)
    assert plan.to_norm(ScreenPoint(960, 540)) == NormPoint(960500 / 1920, 540500 / 1080)


def test_a_written_pixel_is_that_very_pixel():
    plan = plan_for(FULL_HD, IMAGE)
    assert plan.in_space(ScreenPoint(1001, 101), "source_px") == (1001, 101)
    assert plan.screen_point(1001, 101, "source_px") == ScreenPoint(1001, 101)


def test_a_position_on_the_edge_between_two_pixels_belongs_to_the_second():
    plan = plan_for(Rect(0, 0, 36, 36), IMAGE)
    assert plan.screen_point(750, 250, "norm_1000") == ScreenPoint(27, 9)  # 750 * 0.036 < 27


def test_written_numbers_are_whole_except_fractions():
    plan = plan_for(FULL_HD, IMAGE)
    point = ScreenPoint(1000, 100)
    assert plan.in_space(point, "norm_1000") == (521, 93)
    assert plan.in_space(point, "source_px") == (1000, 100)
    assert plan.in_space(point, "canvas_px") == (1067, 95)
    assert plan.in_space(point, "fraction") == (0.5211, 0.0931)


@pytest.mark.parametrize("size", [(0, 5), (5, 0)])
def test_a_picture_without_pixels_has_no_grid(size):
    with pytest.raises(AssertionError, match="a picture has pixels"):
        choose_grid(*size, IMAGE)
