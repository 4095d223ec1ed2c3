"""The clean screen with real windows, a real overlay in another process and real pixels."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from automation.core.errors import CaptureError, Stopped
from automation.core.geometry import Rect, ScreenPoint
from automation.core.stopping import StopToken
from automation.desktop.capture.grabber import ScreenGrabber
from automation.desktop.capture.masking import MASK_COLOUR
from automation.desktop.capture.veil import Marker, shows
from automation.desktop.screen import DesktopScreen, nothing_private
from automation.desktop.settle import Pace
from automation.desktop.virtual import VirtualDesktop
from automation.desktop.windows_x11 import X11Windows
from tests.desktop.drawn_windows import drawn_windows, wait_for

pytestmark = pytest.mark.desktop

OVERLAY = Rect(200, 150, 500, 400)
OVERLAY_BGR = (90, 200, 30)
PLACE = Rect(300, 200, 400, 300)
RED, RED_BGR = 0xFF0000, (0, 0, 255)
BLUE, BLUE_BGR = 0x0000FF, (255, 0, 0)
QUICK = Pace(poll_s=0.01, still_s=0.05, cap_s=2.0)


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
        self.process.wait(5)
        self.process.stdout.close()


class Seen:
    """A screen with its parts, as one thread owns them."""

    def __init__(self, desktop, *, own=frozenset(), veil=None, is_private=nothing_private):
        self.grabber = ScreenGrabber(desktop.display)
        self.windows = X11Windows(desktop.display, own_pids=own)
        self.screen = DesktopScreen(
            self.grabber, self.windows, veil=veil, is_private=is_private, pace=QUICK
        )

    def close(self):
        self.grabber.close()
        self.windows.close()


@pytest.fixture
def seen(desktop):
    made = []

    def make(on=desktop, **options):
        made.append(Seen(on, **options))
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture
def drawn(desktop):
    with drawn_windows(desktop) as windows:
        yield windows


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


def test_observation_has_full_resolution_windows_monitors_and_pointer(seen, drawn):
    window = drawn.create(PLACE, colour=RED, unmanaged=True)
    drawn.warp(777, 555)
    observation = seen().screen.observe(StopToken())
    assert observation.frame.pixels.shape == (1080, 1920, 4)
    assert colours(observation.frame, PLACE) == {RED_BGR}
    assert [monitor.rect for monitor in observation.monitors] == [Rect(0, 0, 1920, 1080)]
    assert observation.pointer == ScreenPoint(777, 555)
    assert observation.window_at(PLACE.center).window_id == window
    assert observation.settled
    assert observation.masked == ()


def test_overlay_is_never_on_a_picture_and_comes_back(seen, overlay):
    made = seen(veil=overlay)
    overlay.show()
    for look in (made.screen.observe_now, lambda: made.screen.observe(StopToken())) * 4:
        wait_for(lambda: covered(made))
        assert not has(look().frame, OVERLAY_BGR)
    wait_for(lambda: covered(made))


def test_overlay_is_never_on_a_picture_under_a_compositor(seen, composited):
    overlay = OverlayProcess(composited)
    made = seen(composited, veil=overlay)
    overlay.show()
    for _ in range(8):
        wait_for(lambda: covered(made))
        assert not has(made.screen.observe_now().frame, OVERLAY_BGR)
    overlay.close()


def test_picture_is_refused_when_the_overlay_stays(seen, overlay):
    made = seen(veil=overlay)
    overlay.show()
    wait_for(lambda: covered(made))
    overlay.hiding = "frozen"
    with pytest.raises(CaptureError, match="overlay may be visible"):
        made.screen.observe(StopToken())


def test_own_window_is_painted_over_with_its_title_bar(seen, drawn):
    made = seen(own=frozenset({os.getpid()}))
    window = drawn.create(PLACE, colour=RED, title="our chat window")
    wait_for(lambda: made.windows.top_at(PLACE.center))
    wait_for(lambda: has(made.grabber.grab(PLACE), RED_BGR))
    observation = made.screen.observe(StopToken())
    (info,) = [w for w in observation.windows if w.window_id == window]
    assert colours(observation.frame, info.rect) == {MASK_COLOUR[:3]}
    (part,) = observation.masked
    assert part.y < info.rect.y
    assert not has(observation.frame, RED_BGR)


def test_only_the_visible_part_of_a_private_window_is_painted_over(seen, drawn):
    private = drawn.create(PLACE, colour=RED, unmanaged=True)
    above = Rect(PLACE.x + 100, PLACE.y + 100, 400, 400)
    drawn.create(above, colour=BLUE, unmanaged=True)
    made = seen(is_private=lambda window: window.window_id == private)
    observation = made.screen.observe(StopToken())
    assert colours(observation.frame, above) == {BLUE_BGR}
    assert RED_BGR not in colours(observation.frame, PLACE)
    assert sum(part.area for part in observation.masked) == PLACE.area - 300 * 200


def test_minimised_own_window_hides_nothing(seen, drawn):
    made = seen(own=frozenset({os.getpid()}))
    window = drawn.create(PLACE, colour=RED)
    wait_for(lambda: made.windows.top_at(PLACE.center))
    made.windows.minimise(window)
    wait_for(lambda: all(w.is_minimised for w in made.windows.windows()))
    assert made.screen.observe(StopToken()).masked == ()


def test_empty_desktop_can_be_observed(seen):
    assert seen().screen.observe(StopToken()).windows == ()


def test_flat_picture_under_an_open_window_is_an_error(seen, drawn):
    drawn.create(Rect(0, 0, 1920, 1080), colour=0x000000, unmanaged=True)
    with pytest.raises(CaptureError, match="cannot see the screen"):
        seen().screen.observe(StopToken())


def test_full_screen_window_of_one_colour_is_believed(seen, drawn):
    drawn.create(Rect(0, 0, 1920, 1080), colour=0xFFFFFF, unmanaged=True)
    assert colours(seen().screen.observe(StopToken()).frame, PLACE) == {(255, 255, 255)}


def test_stop_ends_the_wait_and_the_veil_is_shown_again(seen, overlay):
    made = seen(veil=overlay)
    overlay.show()
    wait_for(lambda: covered(made))
    stop = StopToken()
    stop.stop()
    with pytest.raises(Stopped):
        made.screen.observe(stop)
    wait_for(lambda: covered(made))


def test_monitors_that_change_between_two_looks_are_seen(seen, monkeypatch):
    with VirtualDesktop.start((1600, 600), wm=None, accessibility=False) as wide:
        monkeypatch.setenv("XAUTHORITY", wide.env["XAUTHORITY"])
        screen = seen(wide).screen
        assert len(screen.observe(StopToken()).monitors) == 1
        for name, place, output in (
            ("Left", "1000/300x600/200+0+0", "screen"),
            ("Right", "600/200x600/200+1000+0", "none"),
        ):
            command = ["xrandr", "--setmonitor", name, place, output]
            subprocess.run(command, env=wide.env, check=True)
        found = screen.observe(StopToken()).monitors
        assert [monitor.rect.x for monitor in found] == [0, 1000]
