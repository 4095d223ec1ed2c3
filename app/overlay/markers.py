"""The markers of the monitors: pixels that prove a picture clean, and that nobody sees.

UI thread, except `Markers.shown`, which is a tuple that is replaced whole.
"""

import math
from collections.abc import Callable, Collection
from typing import Final

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.overlay.layer import as_overlay
from app.overlay.monitor_map import MonitorMap
from app.overlay.stacking import Colour, WindowServer
from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.capture.veil import MARKER_SIZE_PX, Marker, marker_pixels

DEFAULT_GROUND: Final[Colour] = (0, 0, 0)


class MarkerWindow(QWidget):
    """A few opaque pixels in a monitor's corner while anything of ours is shown there.

    It is unmapped after all other windows: once it has left the picture, they have too. Nobody sees
    it, as long as it is told what lies around it.
    """

    def __init__(self, view: MonitorMap) -> None:
        super().__init__()
        self._view = view
        self._ground = DEFAULT_GROUND
        as_overlay(self, takes_clicks=False)
        side = math.ceil(MARKER_SIZE_PX / view.ratio)
        self.setFixedSize(side, side)
        self.setObjectName("overlay-marker")

    @property
    def marker(self) -> Marker:
        """Where it stands, in device pixels."""
        return Marker(ScreenPoint(self._view.rect.x, self._view.rect.y))

    @property
    def place(self) -> Rect:
        """The whole window in device pixels; a fractional scale may make it larger than the marker."""
        side = math.ceil(self.width() * self._view.ratio)
        return Rect(self._view.rect.x, self._view.rect.y, side, side)

    def set_ground(self, ground: Colour | None) -> None:
        """Look like this colour; None, where nobody can tell, changes nothing."""
        if ground is not None and ground != self._ground:
            self._ground = ground
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the marker, device pixel by device pixel, and around it its ground."""
        pixels = marker_pixels(self._ground)
        blue, green, red = self._ground
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(red, green, blue))
            painter.scale(1 / self.devicePixelRatioF(), 1 / self.devicePixelRatioF())
            for y, x in np.ndindex(MARKER_SIZE_PX, MARKER_SIZE_PX):
                blue, green, red = (int(level) for level in pixels[y, x])
                painter.fillRect(QRect(x, y, 1, 1), QColor(red, green, blue))


class Markers:
    """One window for each monitor that the overlay has ever been shown on."""

    def __init__(self, place: Callable[[QWidget, MonitorMap], None]) -> None:
        """Begin without any; `place` moves a window to a monitor's corner."""
        self._place = place
        self._windows: dict[MonitorMap, MarkerWindow] = {}
        self.shown: tuple[Marker, ...] = ()
        """What stands on the monitors in use, or will again when the picture is taken; any thread."""

    @property
    def windows(self) -> Collection[MarkerWindow]:
        """The windows, hidden ones included."""
        return self._windows.values()

    def use(self, views: Collection[MonitorMap], server: WindowServer) -> None:
        """Have a marker on these monitors and on no others; shows none that is hidden."""
        for view in views:
            if view not in self._windows:
                self._windows[view] = MarkerWindow(view)
                self._place(self._windows[view], view)
        for view, window in self._windows.items():
            if view not in views:
                window.hide()
        self.blend_in(server)
        self.shown = tuple(self._windows[view].marker for view in views)

    def blend_in(self, server: WindowServer) -> None:
        """Let each look like what lies around it at this moment."""
        for window in self._windows.values():
            window.set_ground(server.colour_around(window.place))

    def show(self, views: Collection[MonitorMap]) -> None:
        """Put those of these monitors on the screen."""
        for view in views:
            self._windows[view].show()

    def hide(self) -> None:
        """Take all off the screen."""
        for window in self._windows.values():
            window.hide()
