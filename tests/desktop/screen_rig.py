"""A screen with its parts, as one thread owns them."""

from automation.core.timing import StopToken
from automation.desktop.capture import ScreenGrabber
from automation.desktop.screen import DesktopScreen, Pace
from automation.desktop.windows_x11 import X11Windows

QUICK = Pace(poll_s=0.01, still_s=0.05, cap_s=60.0)
"""Soon content, and as long as a busy machine takes: nothing here moves for ever."""


class Eyes:
    """Looks at a desktop; `options` are those of the screen."""

    def __init__(self, desktop, *, own=frozenset(), **options):
        self.grabber = ScreenGrabber(desktop.display)
        self.windows = X11Windows(desktop.display, own_pids=own)
        self.screen = DesktopScreen(self.grabber, self.windows, pace=QUICK, **options)

    def look(self):
        return self.screen.observe(StopToken())

    def close(self):
        self.grabber.close()
        self.windows.close()
