"""Proving that our overlay has left the screen before a picture is taken.

A compositor may show the overlay for a frame or two after it was hidden (measured: the first grab
still showed it in half of the tries), so the overlay paints small markers and these are looked
for until they are gone. No time is ever trusted.
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
MARKER_COLOUR: Final = (255, 0, 255)
"""Magenta in B, G, R."""
POLL_S: Final = 0.004
GONE_WITHIN_S: Final = 1.0
"""Under load the worst case measured was 0.64 s."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A square of `MARKER_SIZE_PX` device pixels in one colour that the overlay paints."""

    top_left: ScreenPoint
    colour: tuple[int, int, int] = MARKER_COLOUR
    """B, G, R, 0..255 each."""

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


def shows(frame: Frame, marker: Marker) -> bool:
    """Tell whether any pixel of the marker's square has its colour."""
    square = frame.crop(marker.rect).pixels[:, :, :3]
    return bool((square == np.array(marker.colour, dtype=np.uint8)).all(axis=2).any())
