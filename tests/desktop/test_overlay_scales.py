"""The dot is on the exact device pixel at any scale and on any monitor."""

import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from automation.core.geometry import Rect, ScreenPoint
from automation.desktop import x11
from automation.desktop.capture import Marker, ScreenGrabber, shows
from automation.desktop.virtual import VirtualDesktop
from tests.desktop.drawn_windows import drawn_windows
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

PROGRAM = Path(__file__).with_name("overlay_program.py")
ROOT = Path(__file__).parents[2]
INK = np.array((0x00, 0x60, 0xA5))
"""The overlay's R2, as B, G, R."""
AMBER = np.array((0x3C, 0xB9, 0xE7))
LEFT, RIGHT = Rect(0, 0, 1000, 800), Rect(1000, 0, 920, 800)


@contextmanager
def shown(desktop, monitors, pixel, **env):
    places = "/".join(f"{m.x},{m.y},{m.w},{m.h}" for m in monitors)
    process = desktop.spawn(
        [sys.executable, str(PROGRAM), places, f"{pixel.x},{pixel.y}"],
        stdout=subprocess.PIPE,
        PYTHONPATH=str(ROOT),
        QT_QPA_PLATFORM="xcb",
        **env,
    )
    grabber = ScreenGrabber(desktop.display)
    try:
        assert process.stdout.readline().startswith(b"ready")
        with x11.used(Path(desktop.env["XAUTHORITY"])):
            grabber.desktop()
        yield grabber
    finally:
        grabber.close()
        process.terminate()
        process.wait(60)
        process.stdout.close()


def patch(grabber, pixel, half=4):
    rect = Rect(pixel.x - half, pixel.y - half, 2 * half + 1, 2 * half + 1)
    return grabber.grab(rect).pixels[:, :, :3]


def dot_is_on(grabber, pixel):
    """Tell whether the mark's ink is on the pixel and reaches as far to all four sides."""
    is_ink = (patch(grabber, pixel) == INK).all(axis=2)
    rows, columns = np.nonzero(is_ink)
    middle = is_ink.shape[0] // 2
    return (
        is_ink[middle, middle]
        and rows.min() + rows.max() == 2 * middle
        and columns.min() + columns.max() == 2 * middle
    )


def amber_at(grabber, region):
    pixels = grabber.grab(region).pixels[:, :, :3]
    return bool((pixels == AMBER).all(axis=2).any())


@pytest.mark.parametrize("scale", ["1", "1.25", "1.5", "2"])
def test_the_dot_is_on_the_pixel_at_scale(desktop, scale):
    pixel = ScreenPoint(601, 407)
    whole = (Rect(0, 0, 1920, 1080),)
    with shown(desktop, whole, pixel, QT_SCALE_FACTOR=scale) as grabber:
        wait_for(lambda: dot_is_on(grabber, pixel))


def marker_is_unseen_on(grabber, monitor, level):
    """Tell whether a monitor's marker is there, and nothing in its corner far from a grey level."""
    corner = grabber.grab(Rect(monitor.x, monitor.y, 12, 12))
    is_there = shows(corner, Marker(ScreenPoint(monitor.x, monitor.y)))
    return is_there and np.abs(corner.pixels[:, :, :3].astype(int) - level).max() <= 2


def test_the_marker_is_there_and_not_seen_at_a_scale_that_its_window_does_not_fit(desktop):
    whole = Rect(0, 0, 1920, 1080)
    pixel = ScreenPoint(601, 407)
    with (
        shown(desktop, (whole,), pixel, QT_SCALE_FACTOR="1.25") as grabber,
        drawn_windows(desktop) as drawn,
    ):
        wait_for(lambda: dot_is_on(grabber, pixel))
        drawn.create(Rect(0, 0, 50, 50), colour=0xFFFFFF, unmanaged=True)
        wait_for(lambda: marker_is_unseen_on(grabber, whole, 255))


@pytest.fixture(scope="module")
def two_monitors():
    with VirtualDesktop.start((1920, 800), accessibility=False) as made:
        for n, rect in enumerate((LEFT, RIGHT)):
            place = f"{rect.w}/250x{rect.h}/200+{rect.x}+{rect.y}"
            output = "screen" if n == 0 else "none"
            command = ["xrandr", "--setmonitor", f"M{n}", place, output]
            made.spawn(command).wait(60)
        yield made


@pytest.mark.parametrize(
    ("pixel", "there", "elsewhere"),
    [(ScreenPoint(301, 355), LEFT, RIGHT), (ScreenPoint(1403, 222), RIGHT, LEFT)],
)
def test_mark_and_card_are_on_the_monitor_of_the_target(two_monitors, pixel, there, elsewhere):
    with shown(two_monitors, (LEFT, RIGHT), pixel) as grabber:
        wait_for(lambda: dot_is_on(grabber, pixel))
        wait_for(lambda: amber_at(grabber, there))
        assert not amber_at(grabber, elsewhere)


def test_monitors_of_different_scale_each_use_their_own(two_monitors):
    pixel = ScreenPoint(1403, 63)
    scales = "M0=1;M1=1.5"
    with shown(two_monitors, (LEFT, RIGHT), pixel, QT_SCREEN_SCALE_FACTORS=scales) as grabber:
        wait_for(lambda: dot_is_on(grabber, pixel))
        wait_for(lambda: amber_at(grabber, RIGHT))
        assert not amber_at(grabber, LEFT)
        wait_for(lambda: marker_is_unseen_on(grabber, RIGHT, 0))
