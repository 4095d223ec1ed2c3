"""The path of a drag with as few points as will do, found while the pointer moves.

Linear and in one pass: from the last kept point a sleeve of directions is carried along; a point that
leaves it makes the point before it a corner (after Zhao and Saalfeld, "Linear-time sleeve-fitting
polyline simplification algorithms", 1997). Movement back along the same line leaves the sleeve too.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from automation.core.geometry import ScreenPoint

TOLERANCE_PX: Final = 2.0
"""No point of the drag is further than this from the kept path."""
MAX_POINTS: Final = 2000
"""As many as a step of a macro may hold."""
_PART: Final = 1 / sqrt(2)
"""Half of the error goes across the line and half along it, so that both together keep within it."""
_MIN_PX: Final = 1e-9


class Path:
    """Points of one drag; begins where the button went down."""

    __slots__ = ("_far", "_kept", "_last", "_lower", "_tolerance", "_upper")

    def __init__(self, x: int, y: int, tolerance: float = TOLERANCE_PX) -> None:
        self._kept = [(x, y)]
        self._last = (x, y)
        self._tolerance = tolerance * _PART
        self._far = 0.0
        self._lower: tuple[float, float] | None = None
        self._upper = (0.0, 0.0)

    def add(self, xs: Sequence[int], ys: Sequence[int]) -> None:
        """Go on to these pixels."""
        kept, last, fits = self._kept, self._last, self._fits
        for point in zip(xs, ys, strict=True):
            if point == last:
                continue
            if not fits(*point):
                kept.append(last)
                self._far, self._lower = 0.0, None
                if len(kept) > 2 * MAX_POINTS:
                    self._thin()
                fits(*point)
            last = point
        self._last = last

    def points(self) -> tuple[ScreenPoint, ...]:
        """Return the kept points, where it began and where it ended among them: 2 at least."""
        kept = [*self._kept, self._last]
        tolerance = 2 * TOLERANCE_PX
        while len(kept) > MAX_POINTS:
            kept = _again(kept, tolerance)
            tolerance *= 2
        return tuple(ScreenPoint(x, y) for x, y in kept)

    def _thin(self) -> None:
        """Keep a path that never rests within memory, at the price of its accuracy."""
        tolerance = self._tolerance / _PART
        while len(self._kept) > MAX_POINTS:
            tolerance *= 2
            self._kept[:] = _again(self._kept, tolerance)

    def _fits(self, x: int, y: int) -> bool:
        """Carry the sleeve on to a point; False, and nothing carried, when the point leaves it."""
        from_x, from_y = self._kept[-1]
        dx, dy = x - from_x, y - from_y
        lower = self._lower
        if lower is not None:
            upper = self._upper
            if lower[0] * dy - lower[1] * dx < 0 or dx * upper[1] - dy * upper[0] < 0:
                return False
        far = sqrt(dx * dx + dy * dy)
        if far < self._far - self._tolerance:
            return False
        if far > self._far:
            self._far = far
        if far > self._tolerance + _MIN_PX:
            self._narrow(dx, dy, far)
        return True

    def _narrow(self, dx: int, dy: int, far: float) -> None:
        """Keep only the directions that pass the point within the tolerance."""
        sine = self._tolerance / far
        cosine = sqrt(1 - sine * sine)
        low = (dx * cosine + dy * sine, dy * cosine - dx * sine)
        high = (dx * cosine - dy * sine, dy * cosine + dx * sine)
        if self._lower is None:
            self._lower, self._upper = low, high
            return
        if self._lower[0] * low[1] - self._lower[1] * low[0] > 0:
            self._lower = low
        if high[0] * self._upper[1] - high[1] * self._upper[0] > 0:
            self._upper = high


def _again(points: list[tuple[int, int]], tolerance: float) -> list[tuple[int, int]]:
    path = Path(*points[0], tolerance)
    path.add([x for x, _ in points[1:]], [y for _, y in points[1:]])
    return [*path._kept, path._last]
