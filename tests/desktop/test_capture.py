"""Grabbing pixels and reading monitors on a real X server."""

import subprocess
import threading

import mss
import numpy as np
import pytest

from automation.core.errors import CaptureError, NoDisplay
from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.capture import ScreenGrabber
from automation.desktop.virtual import VirtualDesktop
from automation.desktop.windows_x11 import X11Windows
from tests.desktop.drawn_windows import drawn_windows
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

PLACE = Rect(1500, 700, 60, 40)
ORANGE, ORANGE_BGR = 0xFF8000, (0x00, 0x80, 0xFF)


@pytest.fixture
def grabber(desktop):
    capture = ScreenGrabber(desktop.display)
    yield capture
    capture.close()


@pytest.fixture
def wide(monkeypatch):
    """A desktop of its own, so that its monitors can be split and its server ended."""
    with VirtualDesktop.start((1600, 600), wm=None, accessibility=False) as desktop:
        monkeypatch.setenv("XAUTHORITY", desktop.env["XAUTHORITY"])
        yield desktop


def xrandr(desktop, *arguments):
    subprocess.run(["xrandr", *arguments], env=desktop.env, check=True, capture_output=True)


def split(desktop):
    xrandr(desktop, "--setmonitor", "Left", "1000/300x600/200+0+0", "screen")
    xrandr(desktop, "--setmonitor", "Right", "600/200x600/200+1000+0", "none")


def test_grab_returns_device_pixels_of_the_whole_desktop(grabber, desktop):
    with drawn_windows(desktop) as drawn:
        drawn.create(PLACE, colour=ORANGE, unmanaged=True)
        frame = grabber.grab()
    assert frame.rect == Rect(0, 0, 1920, 1080)
    assert (frame.crop(PLACE).pixels[:, :, :3] == ORANGE_BGR).all()
    assert not (frame.pixels[PLACE.y - 1, PLACE.x, :3] == ORANGE_BGR).all()


def test_region_equals_the_same_part_of_the_whole(grabber, desktop):
    with drawn_windows(desktop) as drawn:
        drawn.create(PLACE, colour=ORANGE, unmanaged=True)
        region = PLACE.grown(7)
        part, whole = grabber.grab(region), grabber.grab()
    assert part.origin == ScreenPoint(region.x, region.y)
    assert np.array_equal(part.pixels, whole.crop(region).pixels)


def test_picture_stays_as_it_was_when_the_screen_changes(grabber, desktop):
    with drawn_windows(desktop) as drawn:
        window = drawn.create(PLACE, colour=ORANGE, unmanaged=True)
        frame = grabber.grab(PLACE)
        drawn.paint(window, 0x0000FF)
        grabber.grab(PLACE)
    assert (frame.pixels[:, :, :3] == ORANGE_BGR).all()
    with pytest.raises(ValueError, match="read-only"):
        frame.pixels[0, 0] = 0


def test_region_is_cut_at_the_edge_of_the_desktop(grabber):
    assert grabber.grab(Rect(1900, 1070, 100, 100)).rect == Rect(1900, 1070, 20, 10)


def test_region_off_the_desktop_is_refused_with_its_size(grabber):
    with pytest.raises(CaptureError, match="outside the desktop"):
        grabber.grab(Rect(5000, 0, 10, 10))


def test_second_thread_is_refused(grabber):
    grabber.grab(PLACE)
    errors = []

    def grab():
        try:
            grabber.grab(PLACE)
        except CaptureError as error:
            errors.append(str(error))

    thread = threading.Thread(target=grab)
    thread.start()
    thread.join()
    assert "second thread" in errors[0]


def test_lost_server_is_no_display(wide):
    capture = ScreenGrabber(wide.display)
    capture.grab()
    wide.close()
    for _ in range(2):
        with pytest.raises(NoDisplay, match="does not answer"):
            capture.grab()
    capture.close()


def test_missing_display_is_no_display(monkeypatch):
    with pytest.raises(NoDisplay, match="does not answer"):
        ScreenGrabber(":9999").grab()
    monkeypatch.delenv("DISPLAY")
    with pytest.raises(NoDisplay, match="DISPLAY is not set"):
        ScreenGrabber().grab()


def test_unsupported_colour_depth_is_named(monkeypatch):
    with VirtualDesktop.start((640, 480), depth=16, wm=None, accessibility=False) as shallow:
        monkeypatch.setenv("XAUTHORITY", shallow.env["XAUTHORITY"])
        with pytest.raises(CaptureError, match="depth"):
            ScreenGrabber(shallow.display).grab()


def test_single_monitor_is_the_whole_desktop(desktop):
    windows = X11Windows(desktop.display)
    (monitor,) = windows.monitors()
    windows.close()
    assert (monitor.id, monitor.rect, monitor.scale) == (1, Rect(0, 0, 1920, 1080), 1.0)


def test_monitors_agree_with_mss_and_with_the_grabber(wide):
    windows = X11Windows(wide.display)
    split(wide)
    monitors = windows.monitors()
    windows.close()
    assert [m.name for m in monitors] == ["Left", "Right"]
    assert [m.rect for m in monitors] == [Rect(0, 0, 1000, 600), Rect(1000, 0, 600, 600)]
    with mss.MSS(display=wide.display) as capture:
        seen = [Rect(m["left"], m["top"], m["width"], m["height"]) for m in capture.monitors]
    assert seen == [Rect(0, 0, 1600, 600), *[m.rect for m in monitors]]
    grabber = ScreenGrabber(wide.display)
    assert grabber.monitor_rects() == tuple(m.rect for m in monitors)
    assert grabber.grab().rect == Rect(0, 0, 1600, 600)
    grabber.close()


def test_scale_of_the_desktop_is_read_from_the_x_resources(wide):
    windows = X11Windows(wide.display)
    subprocess.run(["xrdb", "-merge"], env=wide.env, input=b"Xft.dpi: 144\n", check=True)
    wait_for(lambda: windows.monitors()[0].scale == 1.5)
    windows.close()
