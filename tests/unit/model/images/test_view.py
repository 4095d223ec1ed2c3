"""What is cropped, what is not, and where the crop lies."""

import pytest

from automation.core.geometry import Monitor, Rect, ScreenPoint
from model.images.tiling import choose_view, text_scale
from model.spec import ImageSpec

IMAGE = ImageSpec(512, 16, 2, 12, True, (0.5,) * 3, (0.25,) * 3)
CORNER = ScreenPoint(0, 0)


def view(size, *, window=None, pointer=CORNER, scale=1.0, setting="auto"):
    screen = Rect(0, 0, *size)
    monitors = (Monitor(1, screen, scale),)
    return choose_view(
        screen, window=window, pointer=pointer, monitors=monitors, image=IMAGE, setting=setting
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
    bigger = text_scale(part, IMAGE) / text_scale(Rect(0, 0, *size), IMAGE)
    assert bigger == pytest.approx(gain, abs=0.02)


def test_large_print_stays_whole_where_small_print_is_cropped():
    assert view((3840, 1080), scale=1.0) == Rect(0, 0, 1920, 1080)
    assert view((3840, 1080), scale=2.0) == Rect(0, 0, 3840, 1080)


def test_a_screen_that_halving_does_not_help_stays_whole():
    whole, half = Rect(0, 0, 7680, 2560), Rect(0, 0, 3840, 2560)
    assert text_scale(whole, IMAGE) == text_scale(half, IMAGE) == pytest.approx(0.4)
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
    return choose_view(DESKTOP, monitors=TWO, image=IMAGE, **{"pointer": CORNER, **more})


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
        grabbed, window=None, pointer=ScreenPoint(200, 200), monitors=TWO, image=IMAGE
    )
    assert part == grabbed


def test_a_wide_monitor_beside_another_is_halved_inside_itself():
    wide = Monitor(2, Rect(1920, 0, 5120, 1440), 1.0)
    part = choose_view(
        Rect(0, 0, 7040, 1440),
        window=Rect(1920, 0, 5120, 1440),
        pointer=ScreenPoint(10, 10),
        monitors=(TWO[0], wide),
        image=IMAGE,
    )
    assert part == Rect(1920, 0, 2560, 1440)
