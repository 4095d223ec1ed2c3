"""The screen as a run sees it: settled, free of our own windows, private windows painted over."""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from automation.core.errors import CaptureError
from automation.core.geometry import Monitor, Rect
from automation.core.observation import (
    Frame,
    Observation,
    Pixels,
    Private,
    WindowInfo,
    nothing_private,
)
from automation.core.pictures import changed_box
from automation.core.timing import StopToken
from automation.desktop.capture import (
    NoVeil,
    ScreenGrabber,
    Veil,
    hidden_parts,
    masked,
    wait_until_gone,
)
from automation.desktop.windows_x11 import X11Windows

MIN_VISIBLE_PX: Final = 64
"""A window narrower or lower than this may well be flat; it proves nothing."""
_STRIDE: Final = 4099
"""Step of the first look, a prime so that it does not fall on one column of the picture."""


def is_flat(pixels: Pixels) -> bool:
    """Tell whether all pixels of an (H, W, 4) picture have the same visible colour.

    A locked, switched-off or refused screen is captured as one flat colour. So is an empty desktop,
    and so is a full-screen window that shows nothing.
    """
    packed = np.ascontiguousarray(pixels).view(np.uint32).reshape(-1)
    # Hardly any real screen gets past the sample, which spares a pass over all of its pixels.
    return _is_uniform(packed[::_STRIDE]) and _is_uniform(packed)


def _is_uniform(packed: npt.NDArray[np.uint32]) -> bool:
    return not ((packed ^ packed[0]) & np.uint32(0x00FFFFFF)).any()


def cannot_see(frame: Frame, windows: Sequence[WindowInfo]) -> bool:
    """Tell whether a flat picture contradicts the window list.

    A flat picture is believed when no window of a visible size is open, and when it has a colour
    and one window covers all of it. Black under an open window is never believed.
    """
    if not is_flat(frame.pixels):
        return False
    parts = [w.rect.intersection(frame.rect) for w in windows if not w.is_minimised]
    visible = [part for part in parts if min(part.w, part.h) >= MIN_VISIBLE_PX]
    if not visible:
        return False
    is_black = not frame.pixels[0, 0, :3].any()
    return is_black or frame.rect not in visible


CARET_WIDTH_PX: Final = 24
CARET_HEIGHT_PX: Final = 40
SAME_PLACE_GROWTH: Final = 1.25
"""How much a repeating area may grow from one change to the next and still be the same place."""
MAX_SHRINK: Final = 8
"""A change smaller by more than this factor is another change."""
ANIMATION_SHARE: Final = 8
"""An animation covers at most one part in so many of the screen."""
MAX_GAP_S: Final = 0.35
"""Longest pause between two changes of one animation; slower ones leave time to settle."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The timing of a settle wait, in seconds."""

    poll_s: float = 0.020
    still_s: float = 0.150
    """No change for this long means settled."""
    cap_s: float = 3.0
    repeating_s: float = 0.8
    """An area that has kept changing for this long is an animation and is ignored."""


DEFAULT_PACE: Final = Pace()


@dataclass(frozen=True, slots=True)
class Settled:
    """The last picture taken, and whether the screen was still."""

    frame: Frame
    settled: bool
    waited_ms: float


class _Animation:
    """Follows changes in one place, to tell a spinner from a window that is being drawn."""

    def __init__(self) -> None:
        self._area: Rect | None = None
        self._first_s = 0.0
        self._last_s = 0.0

    def note(self, box: Rect, now_s: float) -> None:
        """Take note of a change."""
        if self._is_same_place(box) and now_s - self._last_s <= MAX_GAP_S:
            self._area = box.union(self._area) if self._area else box
        else:
            self._area, self._first_s = box, now_s
        self._last_s = now_s

    def goes_on(self, screen: Rect, repeating_s: float) -> bool:
        """Tell whether one small place has been changing for long, as of the last change."""
        is_small = self._area is not None and self._area.area * ANIMATION_SHARE <= screen.area
        return is_small and self._last_s - self._first_s >= repeating_s

    def _is_same_place(self, box: Rect) -> bool:
        """Tell whether the box lies where the last ones did and is of their size.

        A far smaller one means that what else was moving beside it has come to rest.
        """
        if self._area is None or box.area * MAX_SHRINK < self._area.area:
            return False
        return box.union(self._area).area <= SAME_PLACE_GROWTH * max(box.area, self._area.area)


def settle(
    grab: Callable[[], Frame],
    stop: StopToken,
    *,
    pace: Pace = DEFAULT_PACE,
    clock: Callable[[], float] = time.monotonic,
) -> Settled:
    """Poll until nothing of weight has changed for a while, or until the cap.

    Polling with an exact compare: on two cores a poll takes 1 ms at 1080p, 7 ms at 4K with the
    grab. Carets, clocks and spinners never stop, so small changes and those that keep coming back
    to one place do not count.

    Args:
        grab: takes a picture; always the same region.
        clock: seconds, never going back.
    """
    started_s = clock()
    frame = grab()
    changed_s = started_s
    animation = _Animation()
    while True:
        stop.wait(pace.poll_s)
        previous, frame = frame, grab()
        now_s = clock()
        box = weighty_change(previous, frame)
        if box is not None:
            animation.note(box, now_s)
            if not animation.goes_on(frame.rect, pace.repeating_s):
                changed_s = now_s
        is_still = now_s - changed_s >= pace.still_s
        if is_still or now_s - started_s >= pace.cap_s:
            return Settled(frame, is_still, (now_s - started_s) * 1000)


def weighty_change(before: Frame, after: Frame) -> Rect | None:
    """Return the box of what changed; None when nothing did, or no more than a caret's size."""
    if before.rect == after.rect and np.array_equal(_packed(before), _packed(after)):
        return None
    box = changed_box(before, after)
    if box is None or (box.w < CARET_WIDTH_PX and box.h < CARET_HEIGHT_PX):
        return None
    return box


def _packed(frame: Frame) -> npt.NDArray[np.uint32]:
    return np.ascontiguousarray(frame.pixels).view(np.uint32)


logger = logging.getLogger(__name__)

BRIEF_STILL_S: Final = 0.060
"""Three frames of a screen at 60 Hz without a change."""
BLIND_TRIES: Final = 5
BLIND_PAUSE_S: Final = 0.2
"""A program that has opened its window but not drawn it yet looks like a blind capture."""


FindSecrets = Callable[[Observation], Sequence[Rect]]
"""Returns the boxes of password fields in device pixels; the observation is not shown to anyone."""

FIELD_EDGE_PX: Final = 2
"""What is left of a password field's rim, so that it still looks like a field."""


def no_secret_boxes(_observation: Observation) -> Sequence[Rect]:
    """Know no password field."""
    return ()


class DesktopScreen:
    """Implements `core.ports.Screen`. Built, used and closed by one thread: the agent's."""

    def __init__(
        self,
        grabber: ScreenGrabber,
        windows: X11Windows,
        *,
        veil: Veil | None = None,
        is_private: Private = nothing_private,
        find_secrets: FindSecrets = no_secret_boxes,
        pace: Pace = DEFAULT_PACE,
    ) -> None:
        """Put the parts together; takes no picture.

        Args:
            grabber: used by the calling thread only.
            veil: our own windows, hidden while a picture is taken; None when there are none.
            is_private: tells which windows the user never wants looked at.
        """
        self._grabber = grabber
        self._windows = windows
        self._veil: Veil = veil if veil is not None else NoVeil()
        self._is_private = is_private
        self._find_secrets = find_secrets
        self._pace = pace
        self._monitors: tuple[Monitor, ...] = ()

    def observe(self, stop: StopToken, *, is_brief: bool = False) -> Observation:
        """Wait until the screen has settled and return a clean observation.

        Raises:
            CaptureError: no picture could be had, it is blank under open windows, or our own
                windows may be on it.
            Stopped: a stop was asked for.
        """

        def wait() -> bool:
            return settle(self._grabber.grab, stop, pace=pace).settled

        pace = self._pace
        if is_brief:
            pace = replace(pace, still_s=min(pace.still_s, BRIEF_STILL_S))
        return replace(self._unveiled(stop, wait), is_brief=is_brief)

    def observe_now(self) -> Observation:
        """Return a clean observation at once, without waiting for the screen to settle.

        Raises:
            CaptureError: as `observe`.
        """
        return self._unveiled(StopToken(), lambda: True)

    @contextmanager
    def bare(self, stop: StopToken) -> Iterator[tuple[Monitor, ...]]:
        """Have nothing of ours on the screen meanwhile, proved; yields the monitors as they are.

        Raises:
            CaptureError: our windows may still be on the screen.
            Stopped: a stop was asked for.
        """
        markers = self._veil.markers()
        try:
            self._veil.hide()
            monitors = self._fresh_monitors()
            wait_until_gone(self._grabber.grab, markers, stop)
            yield monitors
        finally:
            self._veil.show()

    def _unveiled(self, stop: StopToken, wait: Callable[[], bool]) -> Observation:
        with self.bare(stop) as monitors:
            return self._seen(wait, monitors, stop)

    def _fresh_monitors(self) -> tuple[Monitor, ...]:
        monitors = self._windows.monitors()
        if monitors != self._monitors:
            self._grabber.reopen()
            self._monitors = monitors
        return monitors

    def _seen(
        self, wait: Callable[[], bool], monitors: tuple[Monitor, ...], stop: StopToken
    ) -> Observation:
        for _ in range(BLIND_TRIES):
            settled = wait()
            # The list brackets the picture that is kept: a private window that comes or goes
            # between the two is hidden all the same.
            before = self._windows.seen()
            frame = self._grabber.grab()
            after, reached = self._windows.listed()
            if not cannot_see(frame, reached):
                seen = self._clean(frame, before, after, monitors, settled=settled)
                return self._without_secrets(replace(seen, windows=self._untitled(reached)))
            stop.wait(BLIND_PAUSE_S)
        count = sum(not window.is_minimised for window in reached)
        raise CaptureError(
            f"cannot see the screen: the picture is one flat colour although {count} windows are "
            "open. Unlock or wake the screen, and check that it may be captured"
        )

    def _clean(
        self,
        frame: Frame,
        before: tuple[WindowInfo, ...],
        after: tuple[WindowInfo, ...],
        monitors: tuple[Monitor, ...],
        *,
        settled: bool,
    ) -> Observation:
        parts = self._hidden_parts(after)
        if before != after:
            parts = tuple(dict.fromkeys((*parts, *self._hidden_parts(before))))
        if parts:
            logger.debug("painted over %d parts of the picture", len(parts))
        visible = [part.intersection(frame.rect) for part in parts]
        return Observation(
            frame=masked(frame, parts),
            monitors=monitors,
            windows=after,
            pointer=self._windows.pointer(),
            settled=settled,
            masked=tuple(part for part in visible if part.area),
        )

    def _hidden_parts(self, windows: tuple[WindowInfo, ...]) -> tuple[Rect, ...]:
        if not any(self._is_hidden(window) for window in windows):
            return ()
        return hidden_parts(windows, self._is_hidden, self._windows.opaque_parts(windows))

    def _untitled(self, windows: tuple[WindowInfo, ...]) -> tuple[WindowInfo, ...]:
        """Return the windows without the titles that the user never wants looked at."""
        return tuple(replace(w, title="") if self._is_private(w) else w for w in windows)

    def _without_secrets(self, seen: Observation) -> Observation:
        """Paint the inside of password fields over: dots tell a length, and some show the text."""
        boxes = [box.grown(-FIELD_EDGE_PX) for box in self._find_secrets(seen)]
        parts = tuple(box for box in boxes if box.w > 0 and box.h > 0)
        visible = [part.intersection(seen.frame.rect) for part in parts]
        return replace(
            seen,
            frame=masked(seen.frame, parts),
            masked=(*seen.masked, *(part for part in visible if part.area)),
        )

    def _is_hidden(self, window: WindowInfo) -> bool:
        return not window.is_minimised and (window.is_own or self._is_private(window))
