"""Painting over hidden windows, checked pixel by pixel on random stacks."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, WindowInfo
from automation.desktop.capture import MASK_COLOUR, hidden_parts, masked

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
    return hidden_parts(windows, lambda w: w.is_own, {})


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
    own = window(1, Rect(10, 10, 5, 5), is_own=True)
    assert hidden_parts([own], lambda w: w.is_own, {1: Rect(9, 6, 7, 10)}) == (Rect(9, 6, 7, 10),)


def test_minimised_window_neither_hides_nor_covers():
    gone = window(1, Rect(0, 0, 20, 20), is_minimised=True)
    own = window(2, Rect(0, 0, 20, 20), is_own=True)
    assert hidden_parts([gone, own], lambda w: w.is_own, {}) == (own.rect,)
    assert hidden_parts([gone], lambda w: True, {}) == ()


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
