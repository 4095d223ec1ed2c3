"""What was seen around a place just before something was done there, worked out after it was decided."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, ScreenElement, WindowInfo
from automation.desktop.capture.masking import hidden_parts, masked
from automation.desktop.elements.scope import Private
from automation.desktop.recording.aiming import covering, lines_of, owner, parts_of, smallest
from automation.desktop.recording.emptiness import Emptiness
from automation.desktop.recording.heard import WHEEL, HandEvent, Look, Moment, Released, Sight
from automation.desktop.windows_x11 import X11Windows

LOOK_S: Final = 1.0
"""How long a press in a window that was never looked at waits for the next look."""
POLL_S: Final = 0.1
STILL_PX: Final = 5
"""A button that comes up nearer than this to where it went down ended no drag."""

ReadLines = Callable[[Frame], Sequence[ScreenElement]]


class Sights:
    """Serves one recording; owned by the thread that works it out."""

    def __init__(
        self,
        display: str | None,
        own_pids: frozenset[int],
        is_private: Private,
        is_browser: Callable[[WindowInfo], bool] = lambda window: False,
        *,
        read_lines: ReadLines | None,
        latest_look: Callable[[], Look | None],
    ) -> None:
        """Connect.

        Args:
            display: X display name; None takes `DISPLAY`.
            own_pids: processes whose windows are painted over.
            is_private: tells windows that are painted over too.
            is_browser: tells windows that show pages, painted over until they have told of one.
            read_lines: reads text off a picture; None reads none.
            latest_look: what the tree told last.

        Raises:
            NoDisplay: the display does not answer.
        """
        self._windows = X11Windows(display, own_pids)
        self._is_private, self._is_browser = is_private, is_browser
        self._read_lines = read_lines
        self._latest_look = latest_look
        self._last_look: Look | None = None
        self._pressed_at: dict[int, ScreenPoint] = {}
        self._emptiness = Emptiness()

    def close(self) -> None:
        """Disconnect."""
        self._windows.close()

    def looked(self, look: Look) -> None:
        """Take what the tree told."""
        self._last_look = look
        self._emptiness.looked(look.held)

    def of(self, released: Released) -> Sight | None:
        """Return what was seen before an event; None for one that is aimed at nothing."""
        try:
            return self._before(released)
        finally:
            self._emptiness.heard(released.event)

    def _before(self, released: Released) -> Sight | None:
        event, moment, look = released.event, released.moment, released.look
        if event.kind in ("press", "release"):
            return self._of_button(event, moment) if moment is not None else None
        if event.kind not in ("key_down", "secret", "untold"):
            return None
        before = moment.window if moment is not None else None
        if look is not None and look.focused is not None and event.kind != "untold":
            return self._of_focus(released, look, look.focused, before)
        told = look or self._last_look
        found = before or (_window(event.window, told) if event.kind == "untold" else None)
        return Sight(found.rect.center, None, found) if found is not None else None

    def _of_focus(
        self, released: Released, look: Look, focused: ScreenElement, before: WindowInfo | None
    ) -> Sight:
        event = released.event
        window = _window(focused.window_id, look)
        if before is not None and (window is None or window.is_popup or _is_one(window, before)):
            window = before
        scale = self._scale(focused.box.center)
        is_alone = released.is_alone or self._emptiness.was_empty(focused, event.t_us)
        if event.kind == "key_down" and is_alone:
            focused = replace(focused, value="")
        parts = tuple(e for e in look.elements if e.window_id == focused.window_id)
        return Sight(focused.box.center, None, window, focused, parts, (), scale)

    def _of_button(self, event: HandEvent, moment: Moment) -> Sight | None:
        at = moment.point
        if event.kind == "press":
            self._pressed_at[event.button] = at
        else:
            began = self._pressed_at.pop(event.button, at)
            if max(abs(began.x - at.x), abs(began.y - at.y)) <= STILL_PX:
                return None
        window = moment.window
        if window is None:
            return Sight(at)
        look = self._look_for(window, moment.look)
        elements = look.elements if look is not None else ()
        frame = self._painted(moment, look)
        is_wheel = event.button in WHEEL
        read = self._read_lines(frame) if self._read_lines and frame and not is_wheel else ()
        windows = covering(at, moment.seen or moment.windows, moment.windows)
        return Sight(
            at, frame, owner(window, moment.windows), smallest(elements, window, at),
            parts_of(window, moment.windows, elements), lines_of(window, windows, read),
            self._scale(at),
        )  # fmt: skip

    def _look_for(self, window: WindowInfo, look: Look | None) -> Look | None:
        """Return what the tree told of a window: before the press, else as soon as may be."""
        if look is not None and look.covers(window.window_id):
            return look
        deadline_s = time.monotonic() + LOOK_S
        while time.monotonic() < deadline_s:
            latest = self._latest_look()
            if latest is not None and latest.covers(window.window_id):
                return latest
            if latest is not None and look is not None and latest.tree_read_us > look.ended_us:
                return latest  # it was looked at again, and tells nothing of this window
            time.sleep(POLL_S)
        return look

    def _painted(self, moment: Moment, look: Look | None) -> Frame | None:
        """Return the picture without secrets; none while it is not known where those are."""
        if moment.frame is None or look is None:
            return None
        parts = list(look.secret_boxes)
        if self._last_look is not None:
            parts += self._last_look.secret_boxes
        for windows in dict.fromkeys((moment.earlier, moment.seen)):
            parts += self._hidden_parts(windows, moment.look)
        return masked(moment.frame, parts)

    def _hidden_parts(self, windows: tuple[WindowInfo, ...], look: Look | None) -> tuple[Rect, ...]:
        """Return where windows are that nobody may see; of one that is gone the display tells nothing."""
        hidden = {w.window_id for w in windows if self._is_hidden(w) or self._is_silent(w, look)}
        if not hidden:
            return ()
        framed = {w.window_id: w.frame for w in windows if w.frame is not None}
        outer = {**self._windows.outer_rects(windows), **framed}
        return hidden_parts(
            windows, lambda w: w.window_id in hidden, outer, self._windows.opaque_parts(windows)
        )

    def _is_silent(self, window: WindowInfo, look: Look | None) -> bool:
        """Tell whether a browser had told of no page by then: silence is no "there is no password"."""
        if look is not None and window.window_id in look.pages:
            return False
        is_page = not (window.is_minimised or window.is_own or window.is_popup or window.is_dialog)
        return is_page and self._is_browser(window)

    def _is_hidden(self, window: WindowInfo) -> bool:
        return window.is_own or self._is_private(window)

    def _scale(self, at: ScreenPoint) -> float:
        found = (m.scale for m in self._windows.monitors() if m.rect.contains(at))
        return next(found, 1.0)


def _window(window_id: int, look: Look | None) -> WindowInfo | None:
    windows = look.windows if look is not None else ()
    return next((w for w in windows if w.window_id == window_id), None)


def _is_one(window: WindowInfo, other: WindowInfo) -> bool:
    return window.window_id == other.window_id
