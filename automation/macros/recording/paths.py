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
_MAX_OFFSET_PX: Final = 2**31 - 1


_Sleeve = tuple[float, float, float, float]
"""Two directions, x and y of each: the lower and the upper side."""


class Path:
    """Points of one drag; begins where the button went down."""

    __slots__ = ("_far", "_kept", "_last", "_sleeve", "_tolerance")

    def __init__(self, x: int, y: int, tolerance: float = TOLERANCE_PX) -> None:
        self._kept = [(x, y)]
        self._last = (x, y)
        self._tolerance = tolerance * _PART
        self._far = 0.0
        """Greatest distance from the last kept point since it was kept."""
        self._sleeve: _Sleeve | None = None

    def add(self, xs: Sequence[int], ys: Sequence[int]) -> None:
        """Go on to these pixels."""
        kept, last, tolerance = self._kept, self._last, self._tolerance
        far, sleeve = self._far, self._sleeve
        from_x, from_y = kept[-1]
        for x, y in zip(xs, ys, strict=True):
            dx, dy = x - from_x, y - from_y
            length = sqrt(dx * dx + dy * dy)
            is_out = length < far - tolerance
            if sleeve is not None and not is_out:
                low_x, low_y, high_x, high_y = sleeve
                is_out = low_x * dy < low_y * dx or dx * high_y < dy * high_x
            if is_out and (x, y) != last:
                kept.append(last)
                if len(kept) > 2 * MAX_POINTS:
                    self._thin()
                from_x, from_y = last
                dx, dy = x - from_x, y - from_y
                length, far, sleeve = sqrt(dx * dx + dy * dy), 0.0, None
            far = max(far, length)
            if length > tolerance + _MIN_PX:
                sleeve = _narrowed(sleeve, dx, dy, tolerance / length)
            last = (x, y)
        self._last, self._far, self._sleeve = last, far, sleeve

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


def _narrowed(sleeve: _Sleeve | None, dx: int, dy: int, sine: float) -> _Sleeve:
    """Keep only the directions that pass a point within the tolerance.

    Args:
        sleeve: what is left of the directions; None for all.
        dx: the point, from where the sleeve begins.
        dy: the same.
        sine: of the angle under which the tolerance is seen at the point.
    """
    cosine = sqrt(1 - sine * sine)
    low_x, low_y = dx * cosine + dy * sine, dy * cosine - dx * sine
    high_x, high_y = dx * cosine - dy * sine, dy * cosine + dx * sine
    if sleeve is None:
        return low_x, low_y, high_x, high_y
    old_low_x, old_low_y, old_high_x, old_high_y = sleeve
    if old_low_x * low_y <= old_low_y * low_x:
        low_x, low_y = old_low_x, old_low_y
    if high_x * old_high_y <= high_y * old_high_x:
        high_x, high_y = old_high_x, old_high_y
    return low_x, low_y, high_x, high_y


def _again(points: list[tuple[int, int]], tolerance: float) -> list[tuple[int, int]]:
    path = Path(*points[0], tolerance)
    path.add([x for x, _ in points[1:]], [y for _, y in points[1:]])
    return [*path._kept, path._last]


def between(path: Sequence[ScreenPoint]) -> tuple[tuple[int, int], ...]:
    """Return the pixels between the ends, relative to the first; as many as a macro may have."""
    begin, *inner = path[:-1]
    return tuple((_near(p.x - begin.x), _near(p.y - begin.y)) for p in inner[:MAX_POINTS])


def _near(offset: int) -> int:
    """Keep what a hostile recording tells within the numbers of the file."""
    return max(-_MAX_OFFSET_PX, min(_MAX_OFFSET_PX, offset))
