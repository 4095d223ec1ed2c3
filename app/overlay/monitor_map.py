"""Device pixels of the desktop to logical pixels of one monitor and back; nothing else converts.

A device pixel is a square: `to_spot` gives its centre, so that a dot drawn there sits on it at any
scale. Qt places a window of a monitor at the monitor's own top left corner, so that inside that
window only the monitor's scale counts.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QGuiApplication, QScreen

from app.overlay.shapes import Box, Spot
from automation.core.geometry import Monitor, Rect, ScreenPoint


@dataclass(frozen=True, slots=True)
class MonitorMap:
    """One monitor and its scale in Qt."""

    rect: Rect
    """The monitor in device pixels of the desktop."""
    ratio: float = 1.0
    """Device pixels per logical pixel."""

    @property
    def size(self) -> Box:
        """The whole monitor in logical pixels."""
        return Box(0.0, 0.0, self.rect.w / self.ratio, self.rect.h / self.ratio)

    def to_spot(self, point: ScreenPoint) -> Spot:
        """Return the centre of a device pixel."""
        x = (point.x - self.rect.x + 0.5) / self.ratio
        return Spot(x, (point.y - self.rect.y + 0.5) / self.ratio)

    def to_box(self, rect: Rect) -> Box:
        """Return a rectangle of device pixels by its outer edges."""
        x = (rect.x - self.rect.x) / self.ratio
        y = (rect.y - self.rect.y) / self.ratio
        return Box(x, y, rect.w / self.ratio, rect.h / self.ratio)

    def to_rect(self, box: Box) -> Rect:
        """Return the device pixels that a box touches, as far as they are on the monitor."""
        first = self.to_screen(Spot(box.x, box.y))
        last = self.to_screen(Spot(box.right, box.bottom))
        return Rect(first.x, first.y, last.x - first.x + 1, last.y - first.y + 1)

    def to_screen(self, spot: Spot) -> ScreenPoint:
        """Return the device pixel under a logical point, kept on the monitor."""
        x = self.rect.x + math.floor(spot.x * self.ratio)
        y = self.rect.y + math.floor(spot.y * self.ratio)
        return ScreenPoint(
            min(max(x, self.rect.x), self.rect.right - 1),
            min(max(y, self.rect.y), self.rect.bottom - 1),
        )


def monitor_map(monitor: Monitor) -> MonitorMap:
    """Return the map of a monitor with the scale that Qt draws it in."""
    screen = screen_of(monitor.rect, QGuiApplication.screens())
    return MonitorMap(monitor.rect, screen.devicePixelRatio() if screen else 1.0)


def shown_monitors() -> tuple[Monitor, ...]:
    """Return the monitors as Qt has them, the primary one first: before anything was looked at."""
    monitors = []
    for number, screen in enumerate(QGuiApplication.screens(), start=1):
        place, ratio = screen.geometry(), screen.devicePixelRatio()
        size = (round(place.width() * ratio), round(place.height() * ratio))
        monitors.append(Monitor(number, Rect(place.x(), place.y(), *size), ratio, screen.name()))
    return tuple(monitors)


def screen_of(rect: Rect, screens: Sequence[QScreen]) -> QScreen | None:
    """Return Qt's screen for a monitor: the one that starts nearest to its corner.

    Qt keeps a screen's top left corner in device pixels and scales only its size.
    """

    def distance(screen: QScreen) -> float:
        corner = screen.geometry().topLeft()
        return math.hypot(corner.x() - rect.x, corner.y() - rect.y)

    return min(screens, key=distance, default=None)
