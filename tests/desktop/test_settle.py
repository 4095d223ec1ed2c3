"""The settle wait on a real screen."""

import pytest

from automation.core.geometry import Rect
from automation.core.timing import StopToken
from automation.desktop.capture import ScreenGrabber
from automation.desktop.screen import Pace, settle
from tests.desktop.drawn_windows import drawn_windows

pytestmark = pytest.mark.desktop

PLACE = Rect(600, 300, 300, 200)
PATIENT = Pace(cap_s=60.0, repeating_s=60.0)
"""On a busy machine a few pictures take as long as a spinner turns elsewhere."""


@pytest.fixture
def grabber(desktop):
    capture = ScreenGrabber(desktop.display)
    yield capture
    capture.close()


def test_still_screen_is_settled(grabber):
    result = settle(grabber.grab, StopToken(), pace=PATIENT)
    assert result.settled
    assert result.frame.rect == Rect(0, 0, 1920, 1080)


def test_last_state_is_returned_when_a_window_is_drawn_in_steps(grabber, desktop):
    with drawn_windows(desktop) as drawn:
        window = drawn.create(PLACE, colour=0x000001, unmanaged=True)
        steps = iter(range(2, 12))

        def grab():
            if (step := next(steps, None)) is not None:
                drawn.paint(window, step)
            return grabber.grab()

        result = settle(grab, StopToken(), pace=PATIENT)
    assert result.settled
    assert (result.frame.crop(PLACE).pixels[:, :, 0] == 11).all()


def test_blinking_caret_settles_with_the_rest_still(grabber, desktop):
    with drawn_windows(desktop) as drawn:
        caret = drawn.create(Rect(700, 400, 2, 20), colour=0, unmanaged=True)
        colours = iter(range(1, 10_000))

        def grab():
            drawn.paint(caret, next(colours))
            return grabber.grab()

        assert settle(grab, StopToken(), pace=PATIENT).settled
