"""Proving that our overlay has left the screen before a picture is taken.

A compositor may show the overlay for a frame or two after it was hidden (measured: the first grab
still showed it in half of the tries), so the overlay paints small markers and these are looked
for until they are gone. No time is ever trusted.

A person cannot see a marker: its pixels differ from what lies around it by one level, two where that
is black or white. What tells it is how its pixels differ from one another, so the ground below may
change at any time. A colour depth of 16 bits would swallow such steps; the grabber refuses it.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from automation.core.errors import CaptureError
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame
from automation.core.stopping import StopToken

MARKER_SIZE_PX: Final = 4
STEPS: Final = np.array(
    [
        [[1, 2, 0], [0, 0, 2], [2, 1, 1], [0, 2, 1]],
        [[2, 0, 1], [1, 1, 2], [0, 1, 0], [2, 2, 2]],
        [[0, 0, 0], [2, 2, 1], [1, 0, 2], [1, 2, 1]],
        [[1, 1, 0], [0, 2, 2], [2, 0, 0], [0, 1, 1]],
    ],
    dtype=np.uint8,
)
"""Levels above the marker's darkest, HxWxC in B, G, R. No two are the same, so nothing flat has two
pixels in common with it."""
ENOUGH_PX: Final = 8
"""So many of the sixteen tell the marker, which may be half covered. Of 400,000 squares of noise
with two to five levels none had more than six in common with it."""
POLL_S: Final = 0.004
GONE_WITHIN_S: Final = 1.0
"""Under load the worst case measured was 0.64 s."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A square of `MARKER_SIZE_PX` device pixels that the overlay paints as `marker_pixels` says."""

    top_left: ScreenPoint

    @property
    def rect(self) -> Rect:
        """The square in device pixels."""
        return Rect(self.top_left.x, self.top_left.y, MARKER_SIZE_PX, MARKER_SIZE_PX)


class Veil(Protocol):
    """Our windows that must not be on a picture. Called from the thread that observes."""

    def hide(self) -> None:
        """Hide them; return when the user interface says that they are hidden."""
        ...

    def show(self) -> None:
        """Show again what `hide` hid; may return before it is on the screen."""
        ...

    def markers(self) -> tuple[Marker, ...]:
        """Return the markers that are on the screen now; empty while nothing is shown."""
        ...


class NoVeil:
    """The veil of a run that has no windows: the command line."""

    def hide(self) -> None:
        """Do nothing."""

    def show(self) -> None:
        """Do nothing."""

    def markers(self) -> tuple[Marker, ...]:
        """Return none."""
        return ()


def wait_until_gone(
    grab: Callable[[Rect], Frame],
    markers: tuple[Marker, ...],
    stop: StopToken,
    *,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Return when no marker is left on the screen.

    Args:
        grab: takes a picture of a region.
        markers: as they were before the windows were hidden.
        stop: checked between two looks.
        clock: seconds, never going back.

    Raises:
        CaptureError: a marker is still there after one second.
    """
    deadline_s = clock() + GONE_WITHIN_S
    left = [marker for marker in markers if shows(grab(marker.rect), marker)]
    while left:
        if clock() >= deadline_s:
            where = f"{left[0].top_left.x}, {left[0].top_left.y}"
            message = (
                f"the overlay may be visible: its marker is still at pixel {where} "
                f"{GONE_WITHIN_S:.0f} s after it was hidden. No picture was used; try again"
            )
            raise CaptureError(message)
        stop.wait(POLL_S)
        left = [marker for marker in left if shows(grab(marker.rect), marker)]


def marker_pixels(ground: tuple[int, int, int]) -> np.ndarray:
    """Return a marker's pixels for where this colour lies around it.

    Args:
        ground: B, G, R, 0..255 each.

    Returns:
        HxWxC in B, G, R, uint8.
    """
    lowest = np.clip(np.array(ground, dtype=np.int16) - 1, 0, 255 - int(STEPS.max()))
    return (lowest + STEPS).astype(np.uint8)


def shows(frame: Frame, marker: Marker) -> bool:
    """Tell whether the marker's square has its pixels, on whatever ground; half of them are enough."""
    square = frame.crop(marker.rect).pixels[:, :, :3]
    if square.shape != STEPS.shape:
        return False  # the monitor has gone
    grounds = (square.astype(np.int16) - STEPS).reshape(-1, 3)
    _, counts = np.unique(grounds, axis=0, return_counts=True)
    return bool(counts.max() >= ENOUGH_PX)
