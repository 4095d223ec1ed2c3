"""The screen as a run sees it: settled, free of our own windows, private windows painted over."""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, Protocol

from automation.core.errors import CaptureError
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Frame, Observation, WindowInfo
from automation.core.stopping import StopToken
from automation.desktop.capture.blank import cannot_see
from automation.desktop.capture.masking import Forbidden, hidden_parts, masked
from automation.desktop.capture.veil import NoVeil, Veil, wait_until_gone
from automation.desktop.settle import DEFAULT_PACE, Pace, settle

logger = logging.getLogger(__name__)

BRIEF_STILL_S: Final = 0.060
"""Three frames of a screen at 60 Hz without a change."""
BLIND_TRIES: Final = 5
BLIND_PAUSE_S: Final = 0.2
"""A program that has opened its window but not drawn it yet looks like a blind capture."""


class Grabber(Protocol):
    """Takes pictures of the desktop."""

    def grab(self, region: Rect | None = None) -> Frame:
        """Return a picture of a region, or of everything."""
        ...

    def reopen(self) -> None:
        """Learn the size of the desktop afresh."""
        ...


class Surroundings(Protocol):
    """What else is known of the desktop at the moment of a picture."""

    def seen(self) -> tuple[WindowInfo, ...]:
        """Return all windows that a picture shows, those included that let clicks through."""
        ...

    def listed(self) -> tuple[tuple[WindowInfo, ...], tuple[WindowInfo, ...]]:
        """Return what `seen` does, and those of them that a click can reach."""
        ...

    def outer_rects(self, windows: Sequence[WindowInfo]) -> dict[int, Rect]:
        """Return rectangles with title bar and borders, by window id."""
        ...

    def opaque_parts(self, windows: Sequence[WindowInfo]) -> dict[int, tuple[Rect, ...]]:
        """Return what hides what is below, by window id, where that is not the whole rectangle."""
        ...

    def monitors(self) -> tuple[Monitor, ...]:
        """Return the monitors as they are now."""
        ...

    def pointer(self) -> ScreenPoint:
        """Return where the pointer is."""
        ...


FindSecrets = Callable[[Observation], Sequence[Rect]]
"""Returns the boxes of password fields in device pixels; the observation is not shown to anyone."""

FIELD_EDGE_PX: Final = 2
"""What is left of a password field's rim, so that it still looks like a field."""


def nothing_private(_window: WindowInfo) -> bool:
    """Hide no window but our own."""
    return False


def no_secret_boxes(_observation: Observation) -> Sequence[Rect]:
    """Know no password field."""
    return ()


class DesktopScreen:
    """Implements `core.ports.Screen`. Built, used and closed by one thread: the agent's."""

    def __init__(
        self,
        grabber: Grabber,
        surroundings: Surroundings,
        *,
        veil: Veil | None = None,
        is_private: Forbidden = nothing_private,
        find_secrets: FindSecrets = no_secret_boxes,
        pace: Pace = DEFAULT_PACE,
    ) -> None:
        """Put the parts together; takes no picture.

        Args:
            grabber: used by the calling thread only.
            surroundings: windows, monitors and pointer of the same display.
            veil: our own windows, hidden while a picture is taken; None when there are none.
            is_private: tells which windows the user never wants looked at.
            find_secrets: finds password fields, whose inside is painted over.
            pace: timing of the settle wait.
        """
        self._grabber = grabber
        self._surroundings = surroundings
        self._veil: Veil = veil if veil is not None else NoVeil()
        self._is_private = is_private
        self._find_secrets = find_secrets
        self._pace = pace
        self._monitors: tuple[Monitor, ...] = ()

    def observe(self, stop: StopToken, *, is_brief: bool = False) -> Observation:
        """Wait until the screen has settled and return a clean observation.

        Args:
            stop: ends the wait.
            is_brief: what was waited for is known to have happened: a short stillness is enough.

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
        monitors = self._surroundings.monitors()
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
            before = self._surroundings.seen()
            frame = self._grabber.grab()
            after, reached = self._surroundings.listed()
            if not cannot_see(frame, reached):
                seen = self._clean(frame, before, after, monitors, settled=settled)
                return self._without_secrets(replace(seen, windows=self._untitled(reached)))
            stop.wait(BLIND_PAUSE_S)
        count = sum(not window.is_minimised for window in reached)
        message = (
            f"cannot see the screen: the picture is one flat colour although {count} windows are "
            "open. Unlock or wake the screen, and check that it may be captured"
        )
        raise CaptureError(message)

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
            pointer=self._surroundings.pointer(),
            settled=settled,
            masked=tuple(part for part in visible if part.area),
        )

    def _hidden_parts(self, windows: tuple[WindowInfo, ...]) -> tuple[Rect, ...]:
        if not any(self._is_hidden(window) for window in windows):
            return ()
        outer = self._surroundings.outer_rects(windows)
        opaque = self._surroundings.opaque_parts(windows)
        return hidden_parts(windows, self._is_hidden, outer, opaque)

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
