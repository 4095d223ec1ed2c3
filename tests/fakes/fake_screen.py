"""A screen that shows what the test says: pictures and windows as values, no display."""

import numpy as np

from automation.core.errors import CaptureError
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Frame, Observation, WindowInfo
from automation.core.ports import Screen
from automation.core.timing import StopToken

WIDTH, HEIGHT = 640, 480


def picture(*patches: tuple[Rect, int], size: tuple[int, int] = (WIDTH, HEIGHT)) -> Frame:
    """Return a grey picture with rectangles of other levels (0..255) painted on it, in order."""
    pixels = np.full((size[1], size[0], 4), 200, dtype=np.uint8)
    for rect, level in patches:
        pixels[rect.y : rect.bottom, rect.x : rect.right, :3] = level
    pixels.flags.writeable = False
    return Frame(pixels, ScreenPoint(0, 0), 0.0)


def window(window_id: int, title: str, rect: Rect, *, active: bool = False) -> WindowInfo:
    """Return an ordinary window of a program called `app`."""
    return WindowInfo(window_id, title, "app", 1, rect, is_active=active, executable="/usr/bin/app")


def observation(frame: Frame | None = None, *windows: WindowInfo) -> Observation:
    """Return an observation of one monitor, topmost window first."""
    shown = picture() if frame is None else frame
    monitors = (Monitor(1, shown.rect, 1.0),)
    return Observation(shown, monitors, windows, ScreenPoint(0, 0))


class FakeScreen:
    """Shows observations one after the other, the last one from then on.

    An error in the list is raised in its turn; a callable is called for its observation, so that
    a screen can follow what a fake executor did.
    """

    def __init__(self, *shown):
        """Take observations, exceptions or callables without arguments; an empty desktop if none."""
        self._shown = list(shown) or [observation()]
        self.looks = 0
        """How often the screen was looked at."""

    def observe(self, stop: StopToken, *, is_brief: bool = False) -> Observation:
        """Return what is next; a stop asked for before is honoured as by the real screen."""
        stop.check()
        return self.observe_now()

    def observe_now(self) -> Observation:
        """Return what is next."""
        following = self._shown[min(self.looks, len(self._shown) - 1)]
        self.looks += 1
        if isinstance(following, BaseException):
            raise following
        return following if isinstance(following, Observation) else following()

    def show(self, *shown) -> None:
        """Replace what is shown from the next look on."""
        self._shown, self.looks = list(shown), 0


def blind_screen() -> FakeScreen:
    """Return a screen of which no picture can be had."""
    return FakeScreen(CaptureError("cannot see the screen; wake it"))


_TYPED: Screen = FakeScreen()
