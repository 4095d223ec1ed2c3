"""What a person would say they did: clicked, dragged, scrolled, typed, pressed keys, rested between.

The path of a drag is kept with as few points as will do, found while the pointer moves, in linear time and
one pass: from the last kept point a sleeve of directions is carried along; a point that leaves it makes the
point before it a corner (after Zhao and Saalfeld, "Linear-time sleeve-fitting polyline simplification
algorithms", 1997). Movement back along the same line leaves the sleeve too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, Literal

from automation.core.actions import Button, Direction, Modifier
from automation.core.geometry import ScreenPoint

CLICK_S: Final = 0.5
"""A longer press in one place may mean something of its own, which a click does not do."""

Doubt = Literal["", "held", "composed", "method"]
"""Why what was typed is not certain: `held`, a key was down long enough for the program to repeat it;
`composed`, a compose sequence stands between that we do not know; `method`, an input method, so that the
letters are none of the text."""


@dataclass(frozen=True, slots=True)
class Span:
    """Which events of the recording a gesture is made of."""

    first: int
    """Index of the first event: what the context of the gesture is kept by."""
    last: int
    begin_us: int
    end_us: int

    def until(self, last: int, end_us: int) -> "Span":
        """Return the same with a later end."""
        return Span(self.first, last, self.begin_us, end_us)


@dataclass(frozen=True, slots=True)
class Click:
    """A button went down and up in one place, once, twice or three times."""

    span: Span
    at: ScreenPoint
    """Where it went down first."""
    button: Button
    count: int = 1
    modifiers: tuple[Modifier, ...] = ()
    window: int = 0
    held_s: float = 0.0
    """How long it was down, the last time."""

    @property
    def is_long(self) -> bool:
        """Tell whether it was held down for longer than one does to click."""
        return self.held_s > CLICK_S


@dataclass(frozen=True, slots=True)
class Drag:
    """A button went down, the pointer moved, the button came up."""

    span: Span
    path: tuple[ScreenPoint, ...]
    """From where it went down to where it came up; no point in between is off by more than 2 px."""
    button: Button
    modifiers: tuple[Modifier, ...] = ()
    window: int = 0
    is_whole: bool = True
    """False when the release was not seen: where it ended is not known."""
    is_after_click: bool = False
    """It began so soon after a click in one place that programs select by words or lines."""


@dataclass(frozen=True, slots=True)
class Scroll:
    """The wheel turned in one direction without a rest."""

    span: Span
    at: ScreenPoint
    direction: Direction
    amount: int
    modifiers: tuple[Modifier, ...] = ()
    window: int = 0


@dataclass(frozen=True, slots=True)
class Text:
    """Characters typed in one go; what BackSpace took back is not in it.

    Of a doubtful one they are what the keys give, and what was written is read in its field.
    """

    span: Span
    text: str
    doubt: Doubt = ""
    window: int = 0
    enter: bool = False
    """It ended with Enter."""
    is_pending: bool = False
    """Keys came after the last Enter that an input method had: more may be written than was read before
    something else was done."""
    has_enter: bool = False
    """An Enter was taken for the input method's own, and is not replayed."""


@dataclass(frozen=True, slots=True)
class Chord:
    """Keys pressed together, or one key that types nothing."""

    span: Span
    keys: tuple[str, ...]
    """Names of the project's key table, modifiers first; `keysym 0x..` for one that has no name."""
    times: int = 1
    window: int = 0


@dataclass(frozen=True, slots=True)
class Hold:
    """A key that types nothing was held down, and nobody told us how often it repeated."""

    span: Span
    keys: tuple[str, ...]
    seconds: float
    times: int = 1
    """How often it was pressed; it was held the last time."""
    window: int = 0


@dataclass(frozen=True, slots=True)
class Secret:
    """Something was typed that is not recorded."""

    span: Span
    window: int = 0
    is_untold: bool = False
    """It may be no secret: nothing told where it went."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing was done for a while."""

    span: Span
    """The events around it."""
    seconds: float


Gesture = Click | Drag | Scroll | Text | Chord | Hold | Secret | Pause


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

    def add(self, x: int, y: int) -> None:
        """Go on to a pixel."""
        from_x, from_y = self._kept[-1]
        dx, dy = x - from_x, y - from_y
        length = sqrt(dx * dx + dy * dy)
        is_out = length < self._far - self._tolerance
        if self._sleeve is not None and not is_out:
            low_x, low_y, high_x, high_y = self._sleeve
            is_out = low_x * dy < low_y * dx or dx * high_y < dy * high_x
        if is_out and (x, y) != self._last:
            self._kept.append(self._last)
            if len(self._kept) > 2 * MAX_POINTS:
                self._thin()
            dx, dy = x - self._last[0], y - self._last[1]
            length, self._far, self._sleeve = sqrt(dx * dx + dy * dy), 0.0, None
        self._far = max(self._far, length)
        if length > self._tolerance + _MIN_PX:
            self._sleeve = _narrowed(self._sleeve, dx, dy, self._tolerance / length)
        self._last = (x, y)

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
            self._kept = _again(self._kept, tolerance)


def _narrowed(sleeve: _Sleeve | None, dx: int, dy: int, sine: float) -> _Sleeve:
    """Keep only the directions that pass a point within the tolerance.

    Args:
        sleeve: what is left of the directions; None for all.
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
    for x, y in points[1:]:
        path.add(x, y)
    return [*path._kept, path._last]


def between(path: Sequence[ScreenPoint]) -> tuple[tuple[int, int], ...]:
    """Return the pixels between the ends, relative to the first; as many as a macro may have."""
    begin, *inner = path[:-1]
    return tuple((_near(p.x - begin.x), _near(p.y - begin.y)) for p in inner[:MAX_POINTS])


def _near(offset: int) -> int:
    """Keep what a hostile recording tells within the numbers of the file."""
    return max(-_MAX_OFFSET_PX, min(_MAX_OFFSET_PX, offset))


PAUSE_US: Final = 1_500_000
"""A shorter rest between two gestures is just the hand on its way."""


class Settling:
    """What is settled never changes; what was done while a button was down waits for it to come up."""

    def __init__(self) -> None:
        self._settled: list[Gesture] = []
        self._last: Span | None = None
        """Of the settled gesture that ended last."""
        self._later: list[Gesture] = []
        """Complete, but begun after a button that is still down."""

    @property
    def settled(self) -> Sequence[Gesture]:
        """The gestures that nothing can change any more; grows at its end only."""
        return self._settled

    @property
    def is_waiting(self) -> bool:
        """Tell whether something waits for a button."""
        return bool(self._later)

    def twin(self) -> "Settling":
        """Return one that goes on from here, with nothing settled in it."""
        twin = Settling()
        twin._last, twin._later = self._last, list(self._later)
        return twin

    def wait(self, gesture: Gesture) -> None:
        """Take a complete gesture that a button which is down may have begun before."""
        self._later.append(gesture)

    def settle_waiting(self) -> None:
        """Settle what waited, in the order in which it began: no button is down any more."""
        later, self._later = self._later, []
        self.settle(sorted(later, key=lambda gesture: gesture.span.first))

    def settle(self, gestures: Iterable[Gesture]) -> None:
        """Settle gestures, each with the rest before it."""
        for gesture in gestures:
            span, last = gesture.span, self._last
            if last is not None and span.begin_us - last.end_us >= PAUSE_US:
                rest = Span(last.last, span.first, last.end_us, span.begin_us)
                self._settled.append(Pause(rest, (span.begin_us - last.end_us) / 1e6))
            self._settled.append(gesture)
            if last is None or span.end_us >= last.end_us:
                self._last = span
