"""Waiting for the overlay's markers to go, on scripted pictures."""

import numpy as np
import pytest

from automation.core.errors import CaptureError, Stopped
from automation.core.geometry import ScreenPoint
from automation.core.observation import Frame
from automation.core.stopping import StopToken
from automation.desktop.capture.veil import MARKER_COLOUR, Marker, shows, wait_until_gone

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
            pixels[1, 1, :3] = MARKER_COLOUR
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


def test_one_pixel_of_the_colour_shows_the_marker_and_a_near_colour_does_not():
    pixels = np.zeros((4, 4, 4), np.uint8)
    pixels[3, 3, :3] = (255, 1, 255)
    frame = Frame(pixels, ScreenPoint(0, 0), 0.0)
    assert not shows(frame, FIRST)
    pixels[3, 3, 1] = 0
    assert shows(frame, FIRST)
