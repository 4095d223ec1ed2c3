"""Hands, pictures and tree put together: decided events with what was seen before them.

Threads: one hears and never waits, one takes pictures, one asks the tree, one works out the rest and
calls the sink. What is doubtful never leaves the memory of the last one.
"""

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from automation.core.errors import AssistantError
from automation.core.geometry import ScreenPoint
from automation.core.observation import Frame, ScreenElement, WindowInfo
from automation.desktop.capture.masking import hidden_parts, masked
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.elements.scope import Private, nothing_private
from automation.desktop.recording.aiming import owner, smallest
from automation.desktop.recording.blind_spots import BlindSpots, IsTerminal
from automation.desktop.recording.discretion import Discretion, Released
from automation.desktop.recording.frames import FrameRing
from automation.desktop.recording.hands import Hands
from automation.desktop.recording.heard import WHEEL, HandEvent, Look, Moment, Sight
from automation.desktop.recording.quiet import be_quiet
from automation.desktop.recording.scout import Scout
from automation.desktop.windows_x11 import X11Windows

TICK_S: Final = 0.1
DECIDED_POLL_S: Final = 0.02
LAST_LOOK_S: Final = 3.0
"""How long the end of a recording waits for the look that decides the last keys."""
LOOK_S: Final = 1.0
"""How long a press in a window that was never looked at waits for the next look."""
MOST_PICTURES: Final = 64
"""Presses that wait with a picture: 46 MB. Those beyond are recorded without one."""
STILL_PX: Final = 5
"""A button that comes up nearer than this to where it went down ended no drag."""

_Item = tuple[HandEvent, Moment | None] | Look | threading.Event
ReadLines = Callable[[Frame], Sequence[ScreenElement]]
Sink = Callable[[HandEvent, Sight | None], None]
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Options:
    """How a recording listens."""

    stop_keys: tuple[str, ...] = ("pause",)
    pause_chord: str = ""
    own_pids: frozenset[int] = frozenset()
    is_private: Private = nothing_private
    is_terminal: IsTerminal = lambda window: False
    """Tells windows in which anything may ask for a password at any time."""
    text_everywhere: bool = False
    """Text is recorded too where it is not told which field it goes to."""
    how_to_allow: str = ""
    """What the user has to do for that, as a sentence; empty leaves it out."""
    display: str | None = None


class Recorder:
    """Runs from its making to `finish`. `sink`, `on_note` and `tick` are called on its own threads."""

    def __init__(
        self,
        options: Options,
        reader: DesktopReader,
        sink: Sink,
        *,
        read_lines: ReadLines | None = None,
        on_stop: Callable[[tuple[str, ...], str], None],
        on_note: Callable[[str], None],
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        """Connect and listen.

        Args:
            options: keys and windows.
            reader: the tree; from here on only used by the recorder.
            sink: takes each decided event and what was seen before it.
            read_lines: reads text off a picture; None reads none.
            on_stop: called when the stop key is pressed; see `Hands`.
            on_note: takes sentences for the user.
            tick: called ten times a second, between events.

        Raises:
            NoDisplay: the display does not answer.
            InputError: the display tells nothing of keys, or no stop key can be pressed.
        """
        self._options, self._sink, self._tick = options, sink, tick
        self._read_lines, self._on_note = read_lines, on_note
        self._queue: queue.SimpleQueue[_Item | None] = queue.SimpleQueue()
        self._discretion = Discretion(text_everywhere=options.text_everywhere)
        self._waiting_since: int | None = None
        self._asked_value: ScreenElement | None = None
        self._pictures = 0
        self._pictures_lock = threading.Lock()
        self._pressed_at: dict[int, ScreenPoint] = {}
        self._blind = BlindSpots(
            options.is_terminal, options.pause_chord,
            text_everywhere=options.text_everywhere, how_to_allow=options.how_to_allow,
        )  # fmt: skip
        self._last_look: Look | None = None
        display = options.display
        self._windows = X11Windows(display, options.own_pids)
        self._frames = FrameRing(display, options.own_pids)
        self._scout = Scout(
            reader, self._frames, display, options.own_pids,
            wanted_us=lambda: self._waiting_since, on_look=self._queue.put,
            wanted_value=lambda: self._asked_value, is_terminal=options.is_terminal,
        )  # fmt: skip
        try:
            self.hands = Hands(
                display, stop_keys=options.stop_keys, pause_chord=options.pause_chord,
                own_pids=options.own_pids, is_private=options.is_private, frames=self._frames,
                latest_look=lambda: self._scout.latest, sink=self._heard, on_stop=on_stop,
                on_note=on_note,
            )  # fmt: skip
        except BaseException:
            self._scout.close()
            self._frames.close()
            self._windows.close()
            raise
        self._thread = threading.Thread(target=self._serve, name="recording", daemon=True)
        self._thread.start()

    def wait_ready(self, seconds: float) -> bool:
        """Wait until the screen was looked at once: what is pressed earlier has no name."""
        deadline_s = time.monotonic() + seconds
        while self._scout.latest is None and time.monotonic() < deadline_s:
            time.sleep(TICK_S)
        return self._scout.latest is not None

    def wait_decided(self, seconds: float) -> bool:
        """Wait until all that was heard so far went to the sink, or was found to be secret."""
        deadline_s = time.monotonic() + seconds
        reached = threading.Event()
        self._queue.put(reached)
        if not reached.wait(seconds):
            return False
        while self._discretion.wants_look and time.monotonic() < deadline_s:
            time.sleep(DECIDED_POLL_S)
        return not self._discretion.wants_look

    def finish(self) -> None:
        """Hear nothing more, decide what is left, and end every thread."""
        self.hands.close()
        self._queue.put(None)
        self._thread.join()
        self._scout.close()
        self._frames.close()
        self._windows.close()

    def _heard(self, event: HandEvent, moment: Moment | None) -> None:
        """Take an event on the listening thread."""
        if moment is not None and moment.frame is not None:
            with self._pictures_lock:
                has_room = self._pictures < MOST_PICTURES
                self._pictures += has_room
            if not has_room:
                moment = replace(moment, frame=None)
        self._queue.put((event, moment))

    def _serve(self) -> None:
        be_quiet()
        while self._step(self._next()):
            pass
        deadline_s = time.monotonic() + LAST_LOOK_S
        while self._discretion.wants_look and time.monotonic() < deadline_s:
            self._step(self._next())
        self._let_go(is_over=True)
        self._tick()

    def _next(self) -> "_Item | str | None":
        try:
            return self._queue.get(timeout=TICK_S)
        except queue.Empty:
            return ""

    def _step(self, item: "_Item | str | None") -> bool:
        """Take one item; False for the last."""
        if isinstance(item, Look):
            self._last_look = item
            self._discretion.looked(item)
            if self._discretion.wants_look and (said := self._blind.said(item)):
                self._on_note(said)
        elif isinstance(item, tuple):
            self._discretion.feed(*item)
        self._let_go()
        if isinstance(item, threading.Event):
            item.set()
        if isinstance(item, str):
            self._tick()
        return item is not None

    def _let_go(self, *, is_over: bool = False) -> None:
        now_us = time.monotonic_ns() // 1000
        for released in self._discretion.released(now_us, is_over=is_over):
            try:
                self._sink(released.event, self._sight(released))
            except AssistantError as error:
                _LOG.warning("an event was not recorded: %s", type(error).__name__)
                self._on_note(str(error))
        wants = self._discretion.wants_look
        self._waiting_since = self._discretion.begins_us if wants else None
        self._asked_value = self._discretion.asks_value

    # What was seen

    def _sight(self, released: Released) -> Sight | None:
        event, moment, look = released.event, released.moment, released.look
        if moment is not None:
            if moment.frame is not None:
                with self._pictures_lock:
                    self._pictures -= 1
            return self._of_button(event, moment)
        if event.kind == "untold":
            return _of_window(event.window, look or self._last_look)
        if look is not None and event.kind in ("key_down", "secret"):
            return self._of_focus(look)
        return None

    def _of_focus(self, look: Look) -> Sight | None:
        focused = look.focused
        if focused is None:
            return None
        window = next((w for w in look.windows if w.window_id == focused.window_id), None)
        scale = self._scale(focused.box.center)
        return Sight(focused.box.center, None, window, focused, look.elements, (), scale)

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
        lines = self._read_lines(frame) if self._read_lines and frame and not is_wheel else ()
        return Sight(
            at, frame, owner(window, moment.windows), smallest(elements, window, at),
            elements, tuple(lines), self._scale(at),
        )  # fmt: skip

    def _look_for(self, window: WindowInfo, look: Look | None) -> Look | None:
        """Return what the tree told of a window: before the press, else as soon as may be."""
        if look is not None and look.covers(window.window_id):
            return look
        deadline_s = time.monotonic() + LOOK_S
        while time.monotonic() < deadline_s:
            latest = self._scout.latest
            if latest is not None and latest.covers(window.window_id):
                return latest
            if latest is not None and look is not None and latest.began_us > look.ended_us:
                return latest  # it was looked at again, and tells nothing of this window
            time.sleep(TICK_S)
        return look

    def _painted(self, moment: Moment, look: Look | None) -> Frame | None:
        """Return the picture without secrets; none while it is not known where those are."""
        if moment.frame is None or look is None:
            return None
        windows, is_private = moment.seen, self._options.is_private
        parts = list(look.secret_boxes)
        if self._last_look is not None:
            parts += self._last_look.secret_boxes
        if any(w.is_own or is_private(w) for w in windows):
            parts += hidden_parts(
                windows,
                lambda w: w.is_own or is_private(w),
                self._windows.outer_rects(windows),
                self._windows.opaque_parts(windows),
            )
        return masked(moment.frame, parts)

    def _scale(self, at: ScreenPoint) -> float:
        found = (m.scale for m in self._windows.monitors() if m.rect.contains(at))
        return next(found, 1.0)


def _of_window(window_id: int, look: Look | None) -> Sight | None:
    """Return the window that keys went to, where nothing tells to what in it."""
    windows = look.windows if look is not None else ()
    found = next((w for w in windows if w.window_id == window_id), None)
    return Sight(found.rect.center, None, found) if found is not None else None
