"""Waiting for the overlay's markers to go, on scripted pictures.

Painting over hidden windows, checked pixel by pixel on random stacks.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from automation.core.errors import CaptureError, Stopped
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, WindowInfo
from automation.core.timing import StopToken
from automation.desktop.capture import (
    ENOUGH_PX,
    MASK_COLOUR,
    STEPS,
    Marker,
    hidden_parts,
    marker_pixels,
    masked,
    shows,
    wait_until_gone,
)

FIRST, SECOND = Marker(ScreenPoint(0, 0)), Marker(ScreenPoint(30, 20))


class Screen:
    """Shows each marker for as many looks as it was given; waiting moves the clock."""

    def __init__(self, **looks):
        self.left = {FIRST: looks.get("first", 0), SECOND: looks.get("second", 0)}
        self.now_s = 0.0

    def grab(self, rect):
        marker = next(m for m in self.left if m.rect == rect)
        pixels = np.zeros((rect.h, rect.w, 4), np.uint8)
        if self.left[marker] > 0:
            self.left[marker] -= 1
            pixels[:, :, :3] = marker_pixels((200, 90, 30))
        return Frame(pixels, ScreenPoint(rect.x, rect.y), 0.0)


class ScriptedStop(StopToken):
    def __init__(self, screen):
        super().__init__()
        self._screen = screen

    def wait(self, seconds):
        self.check()
        self._screen.now_s += seconds


def wait(screen, *markers, stop=None):
    token = stop or ScriptedStop(screen)
    wait_until_gone(screen.grab, markers, token, clock=lambda: screen.now_s)


def test_no_wait_when_no_marker_was_shown():
    screen = Screen()
    wait(screen)
    wait(screen, FIRST)
    assert screen.now_s == 0


def test_wait_ends_when_the_last_marker_has_gone():
    screen = Screen(first=2, second=6)
    wait(screen, FIRST, SECOND)
    assert screen.left == {FIRST: 0, SECOND: 0}


def test_marker_that_stays_is_an_error_after_a_second():
    screen = Screen(second=10**6)
    with pytest.raises(CaptureError, match="still at pixel 30, 20"):
        wait(screen, FIRST, SECOND)
    assert screen.now_s == pytest.approx(1.0, abs=0.01)


def test_stop_ends_the_wait():
    screen = Screen(first=10**6)
    stop = ScriptedStop(screen)
    stop.stop()
    with pytest.raises(Stopped):
        wait(screen, FIRST, stop=stop)


def shows_pixels(pixels):
    return shows(Frame(pixels.astype(np.uint8), ScreenPoint(0, 0), 0.0), FIRST)


GROUNDS = [(0, 0, 0), (255, 255, 255), (1, 254, 128), (0, 255, 0), (37, 36, 34)]


@pytest.mark.parametrize("ground", GROUNDS)
def test_marker_is_told_on_any_ground_and_no_eye_sees_it(ground):
    pixels = marker_pixels(ground)
    assert shows_pixels(pixels)
    levels = np.abs(pixels.astype(int) - ground).max(axis=(0, 1))
    assert all(
        most <= (2 if level in (0, 255) else 1) for most, level in zip(levels, ground, strict=True)
    )


@pytest.mark.parametrize("ground", GROUNDS)
def test_the_ground_alone_does_not_show_the_marker(ground):
    assert not shows_pixels(np.full((4, 4, 3), ground))


def test_marker_that_is_half_covered_still_shows_and_one_pixel_less_does_not():
    pixels = marker_pixels((90, 90, 90)).reshape(-1, 3)
    pixels[ENOUGH_PX:] = (10, 20, 30)
    assert shows_pixels(pixels.reshape(4, 4, 3))
    pixels[ENOUGH_PX - 1] = (10, 20, 30)
    assert not shows_pixels(pixels.reshape(4, 4, 3))


def test_marker_between_two_grounds_shows():
    pixels = np.concatenate([marker_pixels((90, 90, 90))[:2], marker_pixels((20, 20, 20))[2:]])
    assert shows_pixels(pixels)


def test_no_noise_gradient_or_neighbouring_place_is_taken_for_the_marker():
    rng = np.random.default_rng(0)
    for spread in (2, 3, 4, 8, 256):
        for noise in rng.integers(0, spread, (400, 4, 4, 3)):
            assert not shows_pixels(noise)
    across, down = np.meshgrid(np.arange(4), np.arange(4))
    for x, y in np.ndindex(5, 5):
        assert not shows_pixels(np.repeat((across * x + down * y)[:, :, None], 3, axis=2))
    around = np.full((12, 12, 3), 90)
    around[4:8, 4:8] = marker_pixels((90, 90, 90))
    seen = {(y, x) for y, x in np.ndindex(9, 9) if shows_pixels(around[y : y + 4, x : x + 4])}
    assert seen == {(4, 4)}


def test_no_two_pixels_of_a_marker_are_the_same():
    assert len({tuple(step) for step in STEPS.reshape(-1, 3).tolist()}) == STEPS.size // 3


def test_marker_of_a_monitor_that_has_gone_does_not_show():
    assert not shows(Frame(np.zeros((4, 4, 4), np.uint8), ScreenPoint(30, 22), 0.0), SECOND)


SIDE = 40
rects = st.builds(
    Rect, st.integers(-5, SIDE), st.integers(-5, SIDE), st.integers(0, 30), st.integers(0, 30)
)
stacks = st.lists(st.tuples(rects, st.booleans()), max_size=6)


def blank():
    return Frame(np.zeros((SIDE, SIDE, 4), np.uint8), ScreenPoint(0, 0), 1.5)


def window(number, rect, **facts):
    return WindowInfo(number, "", "", 0, rect, **facts)


def parts_of(stack):
    windows = [window(n, rect, is_own=hidden) for n, (rect, hidden) in enumerate(stack)]
    return hidden_parts(windows, lambda w: w.is_own)


def test_nothing_to_hide_returns_the_same_picture():
    frame = blank()
    assert masked(frame, ()) is frame
    assert masked(frame, [Rect(100, 100, 5, 5)]) is frame


def test_masked_picture_is_a_copy_that_keeps_its_time():
    frame = blank()
    painted = masked(frame, [Rect(1, 2, 3, 4)])
    assert not frame.pixels.any()
    assert painted.t_mono_s == frame.t_mono_s
    assert (painted.pixels[2:6, 1:4] == MASK_COLOUR).all()
    assert (painted.pixels != 0).any(axis=2).sum() == 12


def test_title_bar_belongs_to_what_is_hidden():
    own = window(1, Rect(10, 10, 5, 5), is_own=True, frame=Rect(9, 6, 7, 10))
    assert hidden_parts([own], lambda w: w.is_own) == (Rect(9, 6, 7, 10),)


def test_minimised_window_neither_hides_nor_covers():
    gone = window(1, Rect(0, 0, 20, 20), is_minimised=True)
    own = window(2, Rect(0, 0, 20, 20), is_own=True)
    assert hidden_parts([gone, own], lambda w: w.is_own) == (own.rect,)
    assert hidden_parts([gone], lambda w: True) == ()


@given(stacks)
def test_hidden_pixels_are_those_where_a_hidden_window_is_topmost(stack):
    painted = masked(blank(), parts_of(stack)).pixels.any(axis=2)
    expected = np.zeros((SIDE, SIDE), dtype=bool)
    for rect, hidden in reversed(stack):
        inside = rect.intersection(Rect(0, 0, SIDE, SIDE))
        expected[inside.y : inside.bottom, inside.x : inside.right] = hidden
    assert np.array_equal(painted, expected)


@given(stacks)
def test_hidden_parts_do_not_overlap(stack):
    parts = parts_of(stack)
    assert all(a.intersection(b).area == 0 for n, a in enumerate(parts) for b in parts[n + 1 :])
