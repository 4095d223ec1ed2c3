"""A view always lies inside what was grabbed, and holds a window that fits."""

from hypothesis import given
from hypothesis import strategies as st

from automation.core.geometry import Monitor, Rect, ScreenPoint
from model.images.tiling import choose_view, plan_for
from model.spec import ImageSpec

IMAGE = ImageSpec(512, 16, 2, 12, True, (0.5,) * 3, (0.25,) * 3)
SETTINGS = st.sampled_from(["auto", "whole", "window", "half"])
PLACES = st.integers(-4000, 8000)
RECTS = st.builds(Rect, PLACES, PLACES, st.integers(1, 8000), st.integers(1, 6000))
MONITORS = st.lists(RECTS, max_size=3).map(
    lambda rects: tuple(Monitor(n, rect, 1.0) for n, rect in enumerate(rects, 1))
)


@given(RECTS, st.none() | RECTS, st.builds(ScreenPoint, PLACES, PLACES), MONITORS, SETTINGS)
def test_the_view_lies_inside_the_frame_and_can_be_cut(frame, window, pointer, monitors, setting):
    part = choose_view(
        frame, window=window, pointer=pointer, monitors=monitors, image=IMAGE, setting=setting
    )
    assert part.area > 0
    assert part.intersection(frame) == part
    assert plan_for(part, IMAGE).source == part


@given(RECTS, RECTS, st.builds(ScreenPoint, PLACES, PLACES))
def test_a_window_that_fits_into_half_the_screen_is_shown_whole(frame, window, pointer):
    part = choose_view(
        frame,
        window=window,
        pointer=pointer,
        monitors=(Monitor(1, frame, 1.0),),
        image=IMAGE,
        setting="half",
    )
    seen = window.intersection(frame)
    if seen.area > 0 and seen.w <= part.w and seen.h <= part.h:
        assert part.intersection(seen) == seen
