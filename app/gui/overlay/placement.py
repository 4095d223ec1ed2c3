"""Where the card and the pill stand: clear of the target and near it, and outside its window if that is near.

Pure code in logical pixels of one monitor. Every place that could be meant is tried and the best is
taken; the same question always gets the same answer. Device pixels are converted here and nowhere else:
`to_spot` gives a pixel's centre, so that a dot drawn there sits on it at any scale. Qt places a window of
a monitor at the monitor's own top left corner, so that inside it only the monitor's scale counts.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QGuiApplication, QScreen

from app.gui.overlay.shapes import Box, Spot
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


CLEARANCE: Final = 96.0
"""Wanted distance from any mark."""
MARGIN: Final = 16.0
"""From the edges of the monitor."""
NEAR: Final = 320.0
"""A card that stands farther from its target than this is not seen to belong to it."""
_BESIDE: Final = 16.0
PILL_TOP: Final = 8.0


@dataclass(frozen=True, slots=True)
class Scene:
    """What a card must know of the monitor that it is going to stand on."""

    monitor: Box
    points: tuple[Spot, ...] = ()
    """Pixels that are pressed: never covered."""
    targets: tuple[Box, ...] = ()
    """Elements and marks: kept clear of."""
    window: Box | None = None
    """The target's window: the card stands outside it where it fits near the target."""
    occupied: tuple[Box, ...] = ()
    """Where something of ours stands already, such as the pill."""
    own_windows: tuple[Box, ...] = ()
    """Our windows, where the steps of a run are read while its card is up."""


def place_card(width: float, height: float, scene: Scene) -> Spot:
    """Return the top left corner for a card of this size.

    The card lies inside the monitor if it fits there at all. It covers a pressed pixel only when
    there is no place that does not.
    """
    left = scene.monitor.x + MARGIN
    top = scene.monitor.y + MARGIN
    right = max(left, scene.monitor.right - MARGIN - width)
    bottom = max(top, scene.monitor.bottom - MARGIN - height)
    xs = {min(max(x, left), right) for x in _columns(width, scene)} | {left, right}
    ys = {min(max(y, top), bottom) for y in _rows(height, scene)} | {top, bottom}
    places = [Box(x, y, width, height) for x in sorted(xs) for y in sorted(ys)]
    for cost in _costs(scene):
        costs = [cost(place) for place in places]
        least = min(costs)
        places = [place for place, one in zip(places, costs, strict=True) if one == least]
        if len(places) == 1:
            break
    return Spot(round(places[0].x), round(places[0].y))


def place_pill(width: float, height: float, scene: Scene) -> Spot:
    """Return the top left corner of the pill: top centre, or the next place at an edge without a target."""
    monitor = scene.monitor
    middle, right = monitor.center.x - width / 2, monitor.right - PILL_TOP - width
    top, bottom = monitor.y + PILL_TOP, monitor.bottom - PILL_TOP - height
    places = [
        Box(round(x), round(y), width, height)
        for x in (middle, monitor.x + PILL_TOP, right)
        for y in (top, bottom)
    ]
    chosen = min(places, key=lambda place: _pill_cost(place, scene))
    return Spot(chosen.x, chosen.y)


def _pill_cost(place: Box, scene: Scene) -> tuple[int, int]:
    """Order places: so few targets under it, then so few near it; of equals the first."""
    essential = _essential(scene)
    near = sum(place.grown(CLEARANCE / 4).overlap(target) > 0 for target in essential)
    return sum(place.overlap(target) > 0 for target in essential), near


def _columns(width: float, scene: Scene) -> list[float]:
    columns = [scene.monitor.center.x - width / 2]
    if scene.window is not None:
        columns += [scene.window.right + _BESIDE, scene.window.x - _BESIDE - width]
        columns += [scene.window.x + _BESIDE, scene.window.right - _BESIDE - width]
    for target in _essential(scene):
        columns += [target.right + CLEARANCE, target.x - CLEARANCE - width]
        columns += [target.right + _BESIDE, target.x - _BESIDE - width]
    return columns


def _rows(height: float, scene: Scene) -> list[float]:
    rows = [scene.monitor.center.y - height / 2]
    if scene.window is not None:
        rows += [scene.window.bottom + _BESIDE, scene.window.y - _BESIDE - height]
        rows += [scene.window.y, scene.window.bottom - height]
    for target in _essential(scene):
        rows += [target.center.y - height / 2]
        rows += [target.bottom + CLEARANCE, target.y - CLEARANCE - height]
        rows += [target.bottom + _BESIDE, target.y - _BESIDE - height]
    return rows


def _essential(scene: Scene) -> list[Box]:
    return [*scene.targets, *_pixels(scene)]


def _pixels(scene: Scene) -> list[Box]:
    return [Box(spot.x - 2, spot.y - 2, 4, 4) for spot in scene.points]


def _costs(scene: Scene) -> tuple[Callable[[Box], float], ...]:
    """Return what orders places: pixel, Stop, elements and our windows free, clear of marks, in sight, outside, nearest.

    Each decides among those that all before it leave: of hundreds of places few are compared by all.
    """
    pixels, essential = _pixels(scene), _essential(scene)
    window = () if scene.window is None else (scene.window,)
    centers = [box.center for box in essential]
    middle = Spot(
        sum(spot.x for spot in centers) / max(1, len(centers)),
        sum(spot.y for spot in centers) / max(1, len(centers)),
    )

    def distance(place: Box) -> float:
        if not essential:
            return -place.y
        return abs(place.center.x - middle.x) + abs(place.center.y - middle.y)

    return (
        lambda place: sum(place.grown(8).overlap(pixel) > 0 for pixel in pixels),
        lambda place: _covered(place, scene.occupied),
        lambda place: _covered(place, scene.targets),
        lambda place: _covered(place, scene.own_windows),
        lambda place: _covered(place.grown(CLEARANCE), essential),
        lambda place: bool(essential) and _gap(place, essential) > NEAR,
        lambda place: _covered(place, window),
        distance,
    )


def _covered(place: Box, boxes: Sequence[Box]) -> int:
    return round(sum(place.overlap(box) for box in boxes))


def _gap(place: Box, targets: Sequence[Box]) -> float:
    """Return how much lies between the card and the nearest target, along the longer side."""
    return min(
        max(t.x - place.right, place.x - t.right, t.y - place.bottom, place.y - t.bottom, 0.0)
        for t in targets
    )
