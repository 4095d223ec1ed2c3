"""The grid rule's published table, its ties, and points at the edges of every space."""

import math
from dataclasses import replace

import pytest

from automation.core.errors import ActionParseError, PolicyError
from automation.core.geometry import Monitor, Rect, ScreenPoint
from model.images.tiling import (
    Grid,
    candidate_grids,
    choose_grid,
    choose_view,
    plan_for,
    text_scale,
)
from model.spec import ImageSpec

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
        plan.screen_point(1000.5, 3, "norm_1000")
    with pytest.raises(ActionParseError, match=r"0\.\.2048, 0\.\.1024 pixels of the resized"):
        plan.screen_point(3, 1024.5, "canvas_px")
    with pytest.raises(ActionParseError, match=r"1920\.5, 3 .*0\.\.1920, 0\.\.1080 pixels"):
        plan.screen_point(1920.5, 3, "source_px")


def test_a_desktop_pixel_that_the_picture_does_not_show_cannot_be_expressed():
    plan = plan_for(Rect(100, 100, 800, 600), IMAGE)
    with pytest.raises(
        PolicyError, match=r"99, 100 is not in the picture, .*100\.\.899, 100\.\.699"
    ):
        plan.in_space(ScreenPoint(99, 100), "norm_1000")
    with pytest.raises(PolicyError, match="not in the picture"):
        plan.in_space(ScreenPoint(900, 100), "canvas_px")
    with pytest.raises(PolicyError, match="not in the picture"):
        plan.in_space(ScreenPoint(100, 700), "source_px")


def test_positions_are_pixel_centres():
    plan = plan_for(FULL_HD, IMAGE)
    corner = plan.in_space(ScreenPoint(0, 0), "fraction")
    assert corner == (round(0.5 / 1920, 4), round(0.5 / 1080, 4))
    assert plan.in_space(ScreenPoint(960, 540), "fraction") == (0.5003, 0.5005)


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


# What is cropped, what is not, and where the crop lies.


VIEWED = ImageSpec(512, 16, 2, 12, True, (0.5,) * 3, (0.25,) * 3)
CORNER = ScreenPoint(0, 0)


def view(size, *, window=None, pointer=CORNER, scale=1.0, setting="auto"):
    screen = Rect(0, 0, *size)
    monitors = (Monitor(1, screen, scale),)
    return choose_view(
        screen, window=window, pointer=pointer, monitors=monitors, image=VIEWED, setting=setting
    )


ORDINARY = [
    (1280, 720),
    (1366, 768),
    (1920, 1080),
    (2560, 1440),
    (3840, 2160),
    (2880, 1800),
    (1280, 1024),
    (1080, 1920),
    (3440, 1440),
    (3840, 1600),
    (5120, 2160),
    (3840, 1200),
    (2560, 720),
]


@pytest.mark.parametrize("size", ORDINARY)
def test_a_readable_or_ordinary_screen_is_shown_whole(size):
    assert view(size, window=Rect(10, 10, 400, 300)) == Rect(0, 0, *size)


@pytest.mark.parametrize(
    ("size", "half", "gain"),
    [
        ((5120, 1440), (2560, 1440), 2.0),
        ((3840, 1080), (1920, 1080), 2.0),
        ((5760, 1080), (2880, 1080), 2.0),
        ((1080, 3840), (1080, 1920), 2.0),
        ((1440, 5120), (1440, 2560), 2.0),
    ],
)
def test_a_screen_of_one_row_of_tiles_is_halved_and_its_text_doubles(size, half, gain):
    part = view(size)
    assert (part.w, part.h) == half
    bigger = text_scale(part, VIEWED) / text_scale(Rect(0, 0, *size), VIEWED)
    assert bigger == pytest.approx(gain, abs=0.02)


def test_large_print_stays_whole_where_small_print_is_cropped():
    assert view((3840, 1080), scale=1.0) == Rect(0, 0, 1920, 1080)
    assert view((3840, 1080), scale=2.0) == Rect(0, 0, 3840, 1080)


def test_a_screen_that_halving_does_not_help_stays_whole():
    whole, half = Rect(0, 0, 7680, 2560), Rect(0, 0, 3840, 2560)
    assert text_scale(whole, VIEWED) == text_scale(half, VIEWED) == pytest.approx(0.4)
    assert view((7680, 2560)) == whole


def test_a_window_that_fits_lies_in_the_middle_of_the_half():
    assert view((5120, 1440), window=Rect(2000, 100, 1000, 1000)) == Rect(1220, 0, 2560, 1440)


def test_a_window_at_the_edge_pushes_the_half_to_the_edge():
    assert view((5120, 1440), window=Rect(4800, 0, 320, 500)) == Rect(2560, 0, 2560, 1440)
    assert view((5120, 1440), window=Rect(0, 0, 320, 500)) == Rect(0, 0, 2560, 1440)


def test_a_window_that_is_too_wide_leaves_it_to_the_pointer():
    wide = Rect(0, 0, 5120, 1440)
    left = view((5120, 1440), window=wide, pointer=ScreenPoint(2559, 3))
    right = view((5120, 1440), window=wide, pointer=ScreenPoint(2560, 3))
    assert (left, right) == (Rect(0, 0, 2560, 1440), Rect(2560, 0, 2560, 1440))


def test_the_half_stays_where_it_is_while_the_pointer_moves_in_it():
    parts = {view((5120, 1440), pointer=ScreenPoint(x, 5)) for x in range(2560, 5120, 100)}
    assert parts == {Rect(2560, 0, 2560, 1440)}


def test_a_tall_screen_is_halved_from_top_to_bottom():
    assert view((1080, 3840), pointer=ScreenPoint(5, 1919)) == Rect(0, 0, 1080, 1920)
    assert view((1080, 3840), pointer=ScreenPoint(5, 1920)) == Rect(0, 1920, 1080, 1920)


def test_whole_is_whole_however_wide():
    assert view((5120, 1440), setting="whole") == Rect(0, 0, 5120, 1440)


def test_half_is_half_however_ordinary():
    assert view((1920, 1080), setting="half") == Rect(0, 0, 960, 1080)


def test_the_window_comes_with_its_surroundings():
    part = view((3840, 2160), window=Rect(500, 400, 1600, 1200), setting="window")
    assert part == Rect(436, 336, 1728, 1328)


def test_a_small_dialog_brings_more_of_its_surroundings():
    part = view((3840, 2160), window=Rect(1800, 1000, 300, 200), setting="window")
    assert (part.w, part.h) == (1280, 720)
    assert part.center == ScreenPoint(1950, 1100)


def test_a_window_in_the_corner_stays_on_the_screen():
    part = view((3840, 2160), window=Rect(3700, 2100, 500, 300), setting="window")
    assert part == Rect(2560, 1440, 1280, 720)


def test_a_small_screen_is_shown_whole_for_its_window():
    assert view((1024, 600), window=Rect(5, 5, 50, 50), setting="window") == Rect(0, 0, 1024, 600)


def test_without_a_window_the_window_view_is_the_screen():
    assert view((1920, 1080), setting="window") == Rect(0, 0, 1920, 1080)


def test_a_window_off_the_screen_gives_the_screen():
    part = view((1920, 1080), window=Rect(5000, 5000, 10, 10), setting="window")
    assert part == Rect(0, 0, 1920, 1080)


TWO = (Monitor(1, Rect(0, 0, 1920, 1080), 1.0), Monitor(2, Rect(1920, -200, 2560, 1440), 1.0))
DESKTOP = Rect(0, -200, 4480, 1440)


def on_two(**more):
    return choose_view(DESKTOP, monitors=TWO, image=VIEWED, **{"pointer": CORNER, **more})


def test_the_monitor_with_most_of_the_active_window_is_shown():
    assert on_two(window=Rect(1800, 0, 1000, 500)) == TWO[1].rect
    assert on_two(window=Rect(1000, 0, 1000, 500)) == TWO[0].rect


def test_without_a_window_the_monitor_with_the_pointer_is_shown():
    assert on_two(window=None, pointer=ScreenPoint(2000, -100)) == TWO[1].rect
    assert on_two(window=Rect(9000, 0, 5, 5), pointer=ScreenPoint(2000, 5)) == TWO[1].rect


def test_off_every_monitor_the_frame_is_shown():
    assert on_two(window=None, pointer=ScreenPoint(5, 1200)) == DESKTOP


def test_only_what_was_grabbed_is_shown():
    grabbed = Rect(100, 100, 800, 600)
    part = choose_view(
        grabbed, window=None, pointer=ScreenPoint(200, 200), monitors=TWO, image=VIEWED
    )
    assert part == grabbed


def test_a_wide_monitor_beside_another_is_halved_inside_itself():
    wide = Monitor(2, Rect(1920, 0, 5120, 1440), 1.0)
    part = choose_view(
        Rect(0, 0, 7040, 1440),
        window=Rect(1920, 0, 5120, 1440),
        pointer=ScreenPoint(10, 10),
        monitors=(TWO[0], wide),
        image=VIEWED,
    )
    assert part == Rect(1920, 0, 2560, 1440)
