"""The last pictures of the desktop, so that the one before a press is there when the press is heard.

Hover and press change what is pressed, so a picture taken afterwards shows another thing.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from automation.core.errors import AssistantError
from automation.core.observation import WindowInfo
from automation.core.priority import be_quiet
from automation.desktop.capture.grabber import ScreenGrabber
from automation.desktop.recording.heard import Glance
from automation.desktop.windows_x11 import X11Windows

EVERY_S: Final = 0.1
KEPT: Final = 4
"""33 MB each at 3840 x 2160."""
BEFORE_S: Final = 0.02
"""A picture that was finished less than this before a press was heard may show what the press did."""

OnWindows = Callable[[int, int, tuple[WindowInfo, ...]], None]
_LOG = logging.getLogger(__name__)


class FrameRing:
    """A thread that looks ten times a second while it lives; grabs nothing but pixels."""

    def __init__(
        self,
        display: str | None,
        own_pids: frozenset[int],
        on_windows: OnWindows = lambda began_us, ended_us, windows: None,
    ) -> None:
        """Connect and begin.

        Args:
            display: X display name; None takes `DISPLAY`.
            own_pids: processes of ours.
            on_windows: called on the thread with the windows each time that they are others, and
                with the moments between which they were asked for, in microseconds.

        Raises:
            NoDisplay: the display does not answer.
        """
        self._windows = X11Windows(display, own_pids)
        self._grabber = ScreenGrabber(display)
        self._on_windows = on_windows
        self._told: tuple[WindowInfo, ...] | None = None
        self._glances: deque[Glance] = deque(maxlen=KEPT)
        self._closing = threading.Event()
        self._is_off = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="recording-frames", daemon=True)
        self._thread.start()

    def latest(self) -> Glance | None:
        """Return the last picture; None before the first."""
        return self._glances[-1] if self._glances else None

    def before(self, t_us: int) -> Glance | None:
        """Return the last picture that was finished before a moment; None when none is left."""
        latest_s = t_us / 1e6 - BEFORE_S
        found = [glance for glance in tuple(self._glances) if glance.frame.t_mono_s <= latest_s]
        return found[-1] if found else None

    def pause(self, *, is_off: bool) -> None:
        """Take no pictures, and forget those that were taken; or go on."""
        if is_off:
            self._is_off.set()
            self._glances.clear()
        else:
            self._is_off.clear()

    def close(self) -> None:
        """End the thread and forget the pictures."""
        self._closing.set()
        self._thread.join()
        self._glances.clear()

    def _serve(self) -> None:
        be_quiet()
        try:
            while not self._closing.wait(EVERY_S):
                if not self._is_off.is_set():
                    self._glance()
        finally:
            self._grabber.close()
            self._windows.close()

    def _glance(self) -> None:
        try:
            earlier = self._windows.seen()
            frame = self._grabber.grab()
            began_us = time.monotonic_ns() // 1000
            seen, reached = self._windows.listed()
            ended_us = time.monotonic_ns() // 1000
            glance = Glance(frame, reached, seen, earlier)
        except AssistantError as error:  # a locked screen, monitors that change
            _LOG.warning("no picture for the recording: %s", type(error).__name__)
            self._glances.clear()
            return
        if self._is_off.is_set():
            return
        self._glances.append(glance)
        if glance.windows != self._told:
            self._told = glance.windows
            self._on_windows(began_us, ended_us, glance.windows)
