"""Grabs device pixels through mss; knows nothing of windows, settling or our own overlay."""

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

import mss
import numpy as np
from mss.exception import ScreenShotError

from automation.core.errors import CaptureError, NoDisplay
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame

Result = TypeVar("Result")


class ScreenGrabber:
    """One capture connection. The thread that grabs first owns it; others are refused.

    It is opened by the first grab, since opening takes longer (15 ms) than any later grab.
    """

    def __init__(self, display: str | None = None) -> None:
        """Remember where to capture; opens nothing.

        Args:
            display: X display name such as `:1`; None takes `DISPLAY`. Ignored elsewhere.
        """
        self._display = display
        self._capture: mss.MSS | None = None
        self._owner: int | None = None

    def desktop(self) -> Rect:
        """Return the union of all monitors, as it was when the connection was opened.

        Raises:
            NoDisplay: there is no display, or it does not answer.
            CaptureError: the display cannot be captured.
        """
        return _rect_of(self._asked(lambda capture: capture.monitors[0]))

    def monitor_rects(self) -> tuple[Rect, ...]:
        """Return the monitors in the order of mss, as they were when it was opened.

        Raises:
            NoDisplay: there is no display, or it does not answer.
            CaptureError: the display cannot be captured.
        """
        found = self._asked(lambda capture: capture.monitors[1:] or capture.monitors[:1])
        return tuple(_rect_of(monitor) for monitor in found)

    def grab(self, region: Rect | None = None) -> Frame:
        """Grab a region, or the whole desktop; without the pointer's picture.

        Args:
            region: device pixels; what lies off the desktop is cut away. None for everything.

        Raises:
            NoDisplay: the display does not answer.
            CaptureError: nothing of the region is on the desktop, or the display refuses.
        """
        desktop = self.desktop()
        part = desktop if region is None else desktop.intersection(region)
        if part.area == 0:
            message = f"{region} lies outside the desktop, which is {desktop}; grab a part of it"
            raise CaptureError(message)
        box = {"left": part.x, "top": part.y, "width": part.w, "height": part.h}
        shot = self._asked(lambda capture: capture.grab(box))
        pixels = np.frombuffer(shot.raw, dtype=np.uint8).reshape(shot.height, shot.width, 4)
        pixels.flags.writeable = False
        return Frame(pixels, ScreenPoint(part.x, part.y), time.monotonic())

    def reopen(self) -> None:
        """Connect afresh at the next grab: monitors came, went or changed their size."""
        self._check_thread()
        self._drop()

    def close(self) -> None:
        """Give the connection back."""
        self.reopen()
        self._owner = None

    def _asked(self, ask: Callable[[mss.MSS], Result]) -> Result:
        self._check_thread()
        try:
            if self._capture is None:
                self._capture = self._opened()
            return ask(self._capture)
        # The library asserts where the connection broke in the middle of an answer.
        except (ScreenShotError, AssertionError) as error:
            self._drop()
            raise self._explained(error) from error

    def _drop(self) -> None:
        capture, self._capture = self._capture, None
        if capture is not None:
            with suppress(ScreenShotError, AssertionError):
                capture.close()

    def _opened(self) -> mss.MSS:
        if not sys.platform.startswith("linux"):
            return mss.MSS()
        name = self._display or os.environ.get("DISPLAY", "")
        if not name:
            message = "cannot capture: DISPLAY is not set. Run it on a desktop, or: deskhand demo"
            raise NoDisplay(message)
        return mss.MSS(display=name)

    def _check_thread(self) -> None:
        here = threading.get_ident()
        if self._owner is None:
            self._owner = here
        if self._owner != here:
            message = "the screen was grabbed from a second thread; use one grabber for each thread"
            raise CaptureError(message)

    def _explained(self, error: Exception) -> CaptureError:
        name = self._display or os.environ.get("DISPLAY", "")
        lost = isinstance(error, AssertionError) or "connect" in str(error).lower()
        if lost:
            return NoDisplay(f"the display {name!r} does not answer to capture; check that it runs")
        return CaptureError(
            f"the display {name!r} could not be captured: {error}; "
            "check that it is unlocked and has a 24-bit colour depth"
        )


def _rect_of(monitor: dict[str, int]) -> Rect:
    return Rect(monitor["left"], monitor["top"], monitor["width"], monitor["height"])
