"""When a flat picture is believed."""

import numpy as np
import pytest

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, WindowInfo
from automation.desktop.screen import cannot_see, is_flat

SCREEN = Rect(0, 0, 320, 200)
DIALOG = Rect(50, 50, 100, 80)


def flat(level=0):
    return Frame(np.full((SCREEN.h, SCREEN.w, 4), level, np.uint8), ScreenPoint(0, 0), 0.0)


def window(rect, **facts):
    return WindowInfo(1, "", "", 0, rect, **facts)


def test_single_other_pixel_is_not_flat_anywhere():
    for at in (0, 1, 777, SCREEN.area - 1):
        pixels = flat().pixels
        pixels.reshape(-1, 4)[at, 1] = 1
        assert not is_flat(pixels)


def test_padding_channel_does_not_count():
    pixels = flat().pixels
    pixels[3, 4, 3] = 255
    assert is_flat(pixels)


@pytest.mark.parametrize(
    ("level", "windows", "is_blind"),
    [
        (0, [], False),
        (0, [window(DIALOG)], True),
        (200, [window(DIALOG)], True),
        (200, [window(SCREEN)], False),
        (0, [window(SCREEN)], True),
        (0, [window(DIALOG, is_minimised=True)], False),
        (0, [window(Rect(10, 10, 300, 8))], False),
        (0, [window(Rect(400, 10, 300, 300))], False),
    ],
)
def test_flat_picture_is_believed_only_where_windows_allow_it(level, windows, is_blind):
    assert cannot_see(flat(level), windows) is is_blind


def test_picture_with_content_is_always_believed():
    frame = flat()
    frame.pixels[0, 0] = 9
    assert not cannot_see(frame, [window(DIALOG)])
