"""The settle wait on scripted pictures and a clock that only the wait moves.

When a flat picture is believed.
"""

import itertools

import numpy as np
import pytest

from automation.core.errors import Stopped
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, WindowInfo
from automation.core.timing import StopToken
from automation.desktop.screen import cannot_see, is_flat, settle, weighty_change

SIZE = (400, 300)
CARET = Rect(50, 60, 2, 30)
SPINNER = Rect(200, 100, 48, 48)
DIALOG = Rect(100, 100, 180, 120)


class ScriptedStop(StopToken):
    """Waits by moving the clock."""

    def __init__(self):
        super().__init__()
        self.now_s = 100.0

    def wait(self, seconds):
        self.check()
        self.now_s += seconds


def picture(*boxes, value=0):
    pixels = np.zeros((SIZE[1], SIZE[0], 4), dtype=np.uint8)
    for box in boxes:
        pixels[box.y : box.bottom, box.x : box.right, :3] = value
    return Frame(pixels, ScreenPoint(0, 0), 0.0)


def settled(draw):
    """Settle on `draw(n)`, the n-th picture taken; every grab takes no time."""
    stop, count = ScriptedStop(), itertools.count()
    return settle(lambda: draw(next(count)), stop, clock=lambda: stop.now_s)


def test_still_screen_settles_after_the_quiet_time():
    result = settled(lambda n: picture())
    assert result.settled
    assert result.waited_ms == pytest.approx(160)


def test_change_starts_the_quiet_time_again_and_the_last_picture_is_returned():
    result = settled(lambda n: picture(DIALOG, value=min(n, 10)))
    assert result.settled
    assert result.waited_ms == pytest.approx(200 + 160)
    assert result.frame.pixels[DIALOG.y, DIALOG.x, 0] == 10


def test_blinking_caret_does_not_delay():
    assert settled(lambda n: picture(CARET, value=n % 2)).waited_ms == pytest.approx(160)


def test_spinner_is_ignored_once_it_has_gone_on_for_long():
    result = settled(lambda n: picture(SPINNER, value=n % 251))
    assert result.settled
    assert 800 <= result.waited_ms <= 1100


def test_change_beside_a_spinner_still_counts():
    def draw(n):
        beside = Rect(20, 220, 30 + n, 60) if n < 60 else Rect(20, 220, 90, 60)
        frame = picture(SPINNER, value=n % 251)
        frame.pixels[beside.y : beside.bottom, beside.x : beside.right, :3] = 7
        return frame

    result = settled(draw)
    assert result.settled
    assert result.waited_ms >= 60 * 20


def test_screen_that_is_being_filled_is_not_taken_for_a_spinner():
    result = settled(lambda n: picture(Rect(0, 0, SIZE[0], min(SIZE[1], 4 * n)), value=9))
    assert result.settled
    assert result.frame.pixels[-1, -1, 0] == 9


def test_wait_ends_at_the_cap_when_the_whole_screen_keeps_moving():
    def draw(n):
        at = 10 * (n % 20)
        return picture(Rect(at, at // 2, 150, 150), value=n % 250 + 1)

    result = settled(draw)
    assert result.waited_ms <= 3020


def test_stop_is_seen_in_the_wait():
    stop = ScriptedStop()

    def grab():
        if stop.now_s > 100.05:
            stop.stop("kill_key")
        return picture(DIALOG, value=int(stop.now_s * 1000) % 250)

    with pytest.raises(Stopped) as stopped:
        settle(grab, stop, clock=lambda: stop.now_s)
    assert stopped.value.cause == "kill_key"


def test_change_of_size_is_weighty():
    small = Frame(np.zeros((10, 10, 4), np.uint8), ScreenPoint(0, 0), 0.0)
    assert weighty_change(small, picture()) == Rect(0, 0, *SIZE)


@pytest.mark.parametrize(
    ("box", "is_weighty"),
    [
        (Rect(5, 5, 23, 39), False),
        (Rect(5, 5, 24, 1), True),
        (Rect(5, 5, 1, 40), True),
    ],
)
def test_only_boxes_of_a_carets_size_are_light(box, is_weighty):
    assert (weighty_change(picture(), picture(box, value=3)) == box) is is_weighty


SCREEN = Rect(0, 0, 320, 200)
BLANK_DIALOG = Rect(50, 50, 100, 80)


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
        (0, [window(BLANK_DIALOG)], True),
        (200, [window(BLANK_DIALOG)], True),
        (200, [window(SCREEN)], False),
        (0, [window(SCREEN)], True),
        (0, [window(BLANK_DIALOG, is_minimised=True)], False),
        (0, [window(Rect(10, 10, 300, 8))], False),
        (0, [window(Rect(400, 10, 300, 300))], False),
    ],
)
def test_flat_picture_is_believed_only_where_windows_allow_it(level, windows, is_blind):
    assert cannot_see(flat(level), windows) is is_blind


def test_picture_with_content_is_always_believed():
    frame = flat()
    frame.pixels[0, 0] = 9
    assert not cannot_see(frame, [window(BLANK_DIALOG)])
