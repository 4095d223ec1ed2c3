"""What every `Screen` promises, on the fake and on the real one."""

import dataclasses

import numpy as np
import pytest

from automation.core.errors import Stopped
from automation.core.timing import StopToken
from tests.fakes.fake_screen import FakeScreen


@pytest.fixture
def fake_screen():
    return FakeScreen()


@pytest.fixture
def real_screen(request):
    from automation.desktop.capture import ScreenGrabber
    from automation.desktop.screen import DesktopScreen
    from automation.desktop.windows_x11 import X11Windows

    desktop = request.getfixturevalue("desktop")
    grabber, windows = ScreenGrabber(desktop.display), X11Windows(desktop.display)
    yield DesktopScreen(grabber, windows)
    grabber.close()
    windows.close()


@pytest.fixture(params=["fake_screen", pytest.param("real_screen", marks=pytest.mark.desktop)])
def screen(request):
    return request.getfixturevalue(request.param)


@pytest.fixture(params=["settled", "at once"])
def seen(request, screen):
    return screen.observe(StopToken()) if request.param == "settled" else screen.observe_now()


def test_picture_is_bgrx_at_device_resolution_and_read_only(seen):
    assert seen.frame.pixels.dtype == np.uint8
    assert seen.frame.pixels.shape[2] == 4
    assert not seen.frame.pixels.flags.writeable


def test_picture_covers_every_monitor(seen):
    covered = [monitor.rect.intersection(seen.frame.rect) for monitor in seen.monitors]
    assert covered == [monitor.rect for monitor in seen.monitors]
    assert [monitor.id for monitor in seen.monitors] == list(range(1, len(seen.monitors) + 1))


def test_pointer_is_on_the_picture(seen):
    assert seen.frame.rect.contains(seen.pointer)


def test_observation_cannot_be_changed(seen):
    with pytest.raises(dataclasses.FrozenInstanceError):
        seen.settled = False


def test_stop_asked_for_before_ends_the_look(screen):
    stop = StopToken()
    stop.stop("kill_key")
    with pytest.raises(Stopped) as stopped:
        screen.observe(stop)
    assert stopped.value.cause == "kill_key"
