"""Grabs device pixels through mss; knows nothing of windows, settling or our own overlay."""

import os
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

import mss
import numpy as np
from mss.exception import ScreenShotError

from automation.core.errors import CaptureError, NoDisplay
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, Private, WindowInfo
from automation.core.timing import StopToken

Result = TypeVar("Result")


class ScreenGrabber:
    """One capture connection. The thread that grabs first owns it; others are refused.

    It is opened by the first grab, since opening takes longer (15 ms) than any later grab.
    """

    def __init__(self, display: str | None = None) -> None:
        """Remember where to capture; opens nothing.

        Args:
            display: X display name such as `:1`; None takes `DISPLAY`. Ignored elsewhere.
        """
        self._display = display
        self._capture: mss.MSS | None = None
        self._owner: int | None = None

    def desktop(self) -> Rect:
        """Return the union of all monitors, as it was when the connection was opened.

        Raises:
            NoDisplay: there is no display, or it does not answer.
            CaptureError: the display cannot be captured.
        """
        return _rect_of(self._asked(lambda capture: capture.monitors[0]))

    def monitor_rects(self) -> tuple[Rect, ...]:
        """Return the monitors in the order of mss, as they were when it was opened.

        Raises:
            NoDisplay: there is no display, or it does not answer.
            CaptureError: the display cannot be captured.
        """
        found = self._asked(lambda capture: capture.monitors[1:] or capture.monitors[:1])
        return tuple(_rect_of(monitor) for monitor in found)

    def grab(self, region: Rect | None = None) -> Frame:
        """Grab a region, or the whole desktop; without the pointer's picture.

        Args:
            region: device pixels; what lies off the desktop is cut away. None for everything.

        Raises:
            NoDisplay: the display does not answer.
            CaptureError: nothing of the region is on the desktop, or the display refuses.
        """
        desktop = self.desktop()
        part = desktop if region is None else desktop.intersection(region)
        if part.area == 0:
            raise CaptureError(
                f"{region} lies outside the desktop, which is {desktop}; grab a part of it"
            )
        box = {"left": part.x, "top": part.y, "width": part.w, "height": part.h}
        shot = self._asked(lambda capture: capture.grab(box))
        pixels = np.frombuffer(shot.raw, dtype=np.uint8).reshape(shot.height, shot.width, 4)
        pixels.flags.writeable = False
        return Frame(pixels, ScreenPoint(part.x, part.y), time.monotonic())

    def reopen(self) -> None:
        """Connect afresh at the next grab: monitors came, went or changed their size."""
        self._check_thread()
        self._drop()

    def close(self) -> None:
        """Give the connection back."""
        self.reopen()
        self._owner = None

    def _asked(self, ask: Callable[[mss.MSS], Result]) -> Result:
        self._check_thread()
        try:
            if self._capture is None:
                self._capture = self._opened()
            return ask(self._capture)
        # The library asserts where the connection broke in the middle of an answer.
        except (ScreenShotError, AssertionError) as error:
            self._drop()
            raise self._explained(error) from error

    def _drop(self) -> None:
        capture, self._capture = self._capture, None
        if capture is not None:
            with suppress(ScreenShotError, AssertionError):
                capture.close()

    def _opened(self) -> mss.MSS:
        if not sys.platform.startswith("linux"):
            return mss.MSS()
        name = self._display or os.environ.get("DISPLAY", "")
        if not name:
            raise NoDisplay(
                "cannot capture: DISPLAY is not set. Run it on a desktop, or: deskhand demo"
            )
        return mss.MSS(display=name)

    def _check_thread(self) -> None:
        here = threading.get_ident()
        if self._owner is None:
            self._owner = here
        if self._owner != here:
            raise CaptureError(
                "the screen was grabbed from a second thread; use one grabber for each thread"
            )

    def _explained(self, error: Exception) -> CaptureError:
        name = self._display or os.environ.get("DISPLAY", "")
        lost = isinstance(error, AssertionError) or "connect" in str(error).lower()
        if lost:
            return NoDisplay(f"the display {name!r} does not answer to capture; check that it runs")
        return CaptureError(
            f"the display {name!r} could not be captured: {error}; "
            "check that it is unlocked and has a 24-bit colour depth"
        )


def _rect_of(monitor: dict[str, int]) -> Rect:
    return Rect(monitor["left"], monitor["top"], monitor["width"], monitor["height"])


MASK_COLOUR: Final = (128, 128, 128, 0)
"""Solid grey in B, G, R, X."""


def hidden_parts(
    windows: Sequence[WindowInfo],
    is_forbidden: Private,
    opaque: Mapping[int, Sequence[Rect]] | None = None,
) -> tuple[Rect, ...]:
    """Return the visible parts of the windows that must not be seen.

    What another window covers is left out, else a private window would blank what lies above it.

    Args:
        opaque: the only parts of a window that hide what is below, by window id; a window that is
            not in it hides all of its rectangle.
    """
    opaque = opaque or {}
    parts: list[Rect] = []
    covering: list[Rect] = []
    for window in windows:
        if window.is_minimised:
            continue
        rect = window.frame or window.rect
        if is_forbidden(window):
            parts += _without([rect], covering)
        covering += opaque.get(window.window_id, (rect,))
    return tuple(dict.fromkeys(parts))


def masked(frame: Frame, parts: Sequence[Rect]) -> Frame:
    """Return the picture with the parts painted over; the same picture when there are none."""
    inside = [part for part in parts if part.intersection(frame.rect).area]
    if not inside:
        return frame
    pixels = frame.pixels.copy()
    copy = Frame(pixels, frame.origin, frame.t_mono_s)
    for part in inside:
        copy.crop(part).pixels[:] = np.array(MASK_COLOUR, dtype=np.uint8)
    pixels.flags.writeable = False
    return copy


def _without(parts: list[Rect], holes: Sequence[Rect]) -> list[Rect]:
    """Return the parts less the holes, as rectangles that do not overlap."""
    for hole in holes:
        parts = [piece for part in parts for piece in _cut(part, hole)]
    return parts


def _cut(part: Rect, hole: Rect) -> list[Rect]:
    common = part.intersection(hole)
    if common.area == 0:
        return [part]
    pieces = (
        Rect(part.x, part.y, part.w, common.y - part.y),
        Rect(part.x, common.bottom, part.w, part.bottom - common.bottom),
        Rect(part.x, common.y, common.x - part.x, common.h),
        Rect(common.right, common.y, part.right - common.right, common.h),
    )
    return [piece for piece in pieces if piece.area]


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
    """Proving that our overlay has left the screen before a picture is taken.

    A compositor may show the overlay for a frame or two after it was hidden (measured: the first grab
    still showed it in half of the tries), so the overlay paints small markers and these are looked
    for until they are gone. No time is ever trusted.

    A person cannot see a marker: its pixels differ from what lies around it by one level, two where that
    is black or white. What tells it is how its pixels differ from one another, so the ground below may
    change at any time. A colour depth of 16 bits would swallow such steps; the grabber refuses it.
    """

    def hide(self) -> None:
        """Hide them; return when the user interface says that they are hidden."""

    def show(self) -> None:
        """Show again what `hide` hid; may return before it is on the screen."""

    def markers(self) -> tuple[Marker, ...]:
        """Return the markers that are on the screen now; empty while nothing is shown."""


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
        clock: seconds, never going back.
    """
    deadline_s = clock() + GONE_WITHIN_S
    left = [marker for marker in markers if shows(grab(marker.rect), marker)]
    while left:
        if clock() >= deadline_s:
            where = f"{left[0].top_left.x}, {left[0].top_left.y}"
            raise CaptureError(
                f"the overlay may be visible: its marker is still at pixel {where} "
                f"{GONE_WITHIN_S:.0f} s after it was hidden. No picture was used; try again"
            )
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
