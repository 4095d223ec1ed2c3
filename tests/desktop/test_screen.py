"""The clean screen with real windows, a real overlay in another process and real pixels."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from automation.core.errors import CaptureError, Stopped
from automation.core.geometry import Rect, ScreenPoint
from automation.core.timing import StopToken
from automation.desktop import capture
from automation.desktop.capture import MASK_COLOUR, Marker, shows
from automation.desktop.virtual import VirtualDesktop
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

OVERLAY = Rect(200, 150, 500, 400)
OVERLAY_BGR = (90, 200, 30)
PLACE = Rect(300, 200, 400, 300)
RED, RED_BGR = 0xFF0000, (0, 0, 255)
BLUE, BLUE_BGR = 0x0000FF, (255, 0, 0)


class OverlayProcess:
    """Runs `qt_overlay.py`; a veil as the app would give one."""

    def __init__(self, desktop):
        rect = f"{OVERLAY.x},{OVERLAY.y},{OVERLAY.w},{OVERLAY.h}"
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).parent / "qt_overlay.py"), rect],
            env={**desktop.env, "QT_QPA_PLATFORM": "xcb"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.hiding = "hide"

    def tell(self, command):
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline().strip() == command

    def hide(self):
        self.tell(self.hiding)

    def show(self):
        self.tell("show")

    def markers(self):
        return (Marker(ScreenPoint(OVERLAY.x, OVERLAY.y)),)

    def close(self):
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()


@pytest.fixture
def overlay(desktop):
    process = OverlayProcess(desktop)
    yield process
    process.close()


@pytest.fixture
def composited(monkeypatch):
    with VirtualDesktop.start((1000, 700), compositor=True, accessibility=False) as desktop:
        monkeypatch.setenv("XAUTHORITY", desktop.env["XAUTHORITY"])
        yield desktop


def colours(frame, rect):
    pixels = frame.crop(rect).pixels[:, :, :3].reshape(-1, 3)
    return {tuple(int(value) for value in colour) for colour in np.unique(pixels, axis=0)}


def has(frame, colour):
    return bool((frame.pixels[:, :, :3] == colour).all(axis=2).any())


def covered(seen):
    return shows(seen.grabber.grab(OVERLAY), Marker(ScreenPoint(OVERLAY.x, OVERLAY.y)))


def test_observation_has_full_resolution_windows_monitors_and_pointer(eyes, drawn):
    window = drawn.create(PLACE, colour=RED, unmanaged=True)
    drawn.warp(777, 555)
    observation = eyes().look()
    assert observation.frame.pixels.shape == (1080, 1920, 4)
    assert colours(observation.frame, PLACE) == {RED_BGR}
    assert [monitor.rect for monitor in observation.monitors] == [Rect(0, 0, 1920, 1080)]
    assert observation.pointer == ScreenPoint(777, 555)
    assert observation.window_at(PLACE.center).window_id == window
    assert observation.settled
    assert observation.masked == ()


@pytest.fixture
def patient(monkeypatch):
    """Wait for the overlay to go as long as a busy machine takes, and not as long as a user would."""
    monkeypatch.setattr(capture, "GONE_WITHIN_S", 60.0)


@pytest.mark.usefixtures("patient")
def test_overlay_is_never_on_a_picture_and_comes_back(eyes, overlay):
    made = eyes(veil=overlay)
    overlay.show()
    for look in (made.screen.observe_now, made.look) * 4:
        wait_for(lambda: covered(made))
        assert not has(look().frame, OVERLAY_BGR)
    wait_for(lambda: covered(made))


@pytest.mark.usefixtures("patient")
def test_overlay_is_never_on_a_picture_under_a_compositor(eyes, composited):
    overlay = OverlayProcess(composited)
    try:
        made = eyes(composited, veil=overlay)
        overlay.show()
        for _ in range(8):
            wait_for(lambda: covered(made))
            assert not has(made.screen.observe_now().frame, OVERLAY_BGR)
    finally:
        overlay.close()


def test_picture_is_refused_when_the_overlay_stays(eyes, overlay):
    made = eyes(veil=overlay)
    overlay.show()
    wait_for(lambda: covered(made))
    overlay.hiding = "frozen"
    with pytest.raises(CaptureError, match="overlay may be visible"):
        made.look()


def test_own_window_is_painted_over_with_its_title_bar(eyes, drawn):
    made = eyes(own=frozenset({os.getpid()}))
    window = drawn.create(PLACE, colour=RED, title="our chat window")
    wait_for(lambda: made.windows.top_at(PLACE.center))
    wait_for(lambda: has(made.grabber.grab(PLACE), RED_BGR))
    observation = made.look()
    (info,) = [w for w in observation.windows if w.window_id == window]
    assert colours(observation.frame, info.rect) == {MASK_COLOUR[:3]}
    (part,) = observation.masked
    assert part.y < info.rect.y
    assert not has(observation.frame, RED_BGR)


def test_only_the_visible_part_of_a_private_window_is_painted_over(eyes, drawn):
    private = drawn.create(PLACE, colour=RED, unmanaged=True)
    above = Rect(PLACE.x + 100, PLACE.y + 100, 400, 400)
    drawn.create(above, colour=BLUE, unmanaged=True)
    made = eyes(is_private=lambda window: window.window_id == private)
    observation = made.look()
    assert colours(observation.frame, above) == {BLUE_BGR}
    assert RED_BGR not in colours(observation.frame, PLACE)
    assert sum(part.area for part in observation.masked) == PLACE.area - 300 * 200


def test_minimised_own_window_hides_nothing(eyes, drawn):
    made = eyes(own=frozenset({os.getpid()}))
    window = drawn.create(PLACE, colour=RED)
    wait_for(lambda: made.windows.top_at(PLACE.center))
    made.windows.minimise(window)
    wait_for(lambda: all(w.is_minimised for w in made.windows.windows()))
    assert made.look().masked == ()


def test_empty_desktop_can_be_observed(eyes):
    assert eyes().look().windows == ()


def test_flat_picture_under_an_open_window_is_an_error(eyes, drawn):
    drawn.create(Rect(0, 0, 1920, 1080), colour=0x000000, unmanaged=True)
    with pytest.raises(CaptureError, match="cannot see the screen"):
        eyes().look()


def test_full_screen_window_of_one_colour_is_believed(eyes, drawn):
    drawn.create(Rect(0, 0, 1920, 1080), colour=0xFFFFFF, unmanaged=True)
    assert colours(eyes().look().frame, PLACE) == {(255, 255, 255)}


def test_stop_ends_the_wait_and_the_veil_is_shown_again(eyes, overlay):
    made = eyes(veil=overlay)
    overlay.show()
    wait_for(lambda: covered(made))
    stop = StopToken()
    stop.stop()
    with pytest.raises(Stopped):
        made.screen.observe(stop)
    wait_for(lambda: covered(made))


def test_monitors_that_change_between_two_looks_are_seen(eyes, monkeypatch):
    with VirtualDesktop.start((1600, 600), wm=None, accessibility=False) as wide:
        monkeypatch.setenv("XAUTHORITY", wide.env["XAUTHORITY"])
        screen = eyes(wide).screen
        assert len(screen.observe(StopToken()).monitors) == 1
        for name, place, output in (
            ("Left", "1000/300x600/200+0+0", "screen"),
            ("Right", "600/200x600/200+1000+0", "none"),
        ):
            command = ["xrandr", "--setmonitor", name, place, output]
            subprocess.run(command, env=wide.env, check=True)
        found = screen.observe(StopToken()).monitors
        assert [monitor.rect.x for monitor in found] == [0, 1000]
