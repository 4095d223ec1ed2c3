"""Hands, pictures and tree put together: decided events with what was seen before them.

Threads: one hears and never waits, one takes pictures, one asks the tree, one decides what may be
recorded, and one works out what was seen and calls the sink. What is doubtful never leaves the memory
of the one that decides.
"""

import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from automation.core.errors import AssistantError
from automation.core.hand_events import COMPOSED, KEY_DOWN, Context, HandEvent
from automation.core.observation import Private, nothing_private
from automation.core.process import be_quiet
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.input_methods import InputMethods
from automation.desktop.recording.keys import COMPOSES
from automation.desktop.recording.listen import (
    FrameRing,
    Hands,
    Look,
    Moment,
    OnWindows,
    Released,
    Turned,
)
from automation.desktop.recording.look import PressedBox, ReadLines, Scout, Sights
from automation.desktop.recording.privacy import BlindSpots, Discretion, IsTerminal

if TYPE_CHECKING:
    from automation.core.observation import ScreenElement


TICK_S: Final = 0.1
DECIDED_POLL_S: Final = 0.02
LAST_LOOK_S: Final = 3.0
"""How long the end of a recording waits for the look that decides the last keys."""

Heard = tuple[HandEvent, Moment | None] | Look
WRITTEN_US: Final = 350_000
"""So long after a key a field shows what was written by it (above `macros.record.seen_effects.SHOWN_US`)."""

_Item = Heard | threading.Event | Callable[[], None]


class Decider:
    """The thread on which it is decided what may be recorded.

    It waits for nothing else: whoever looks must know at once what is waited for, while pictures are
    read and files are written on another thread.

    Runs from its making to `finish`; the callbacks are called on its thread.
    """

    def __init__(
        self,
        blind: BlindSpots,
        *,
        text_everywhere: bool,
        on_released: Callable[[Released], None],
        on_note: Callable[[str], None],
    ) -> None:
        self._blind = blind
        self._on_released, self._on_note = on_released, on_note
        self._discretion = Discretion(text_everywhere=text_everywhere)
        self._queue: queue.SimpleQueue[_Item | None] = queue.SimpleQueue()
        self.waiting_us: int | None = None
        """When a look must begin to help what waits; None while nothing does."""
        self.asked_value: ScreenElement | None = None
        """The field that is to be read again."""
        self.asked_fields_us: int | None = None
        """Since when password fields must have been looked for again."""
        self._written_us: int | None = None
        """When the field with the keyboard shows what keys have written that do not tell it themselves."""
        self._thread = threading.Thread(target=self._serve, name="recording-deciding", daemon=True)
        self._thread.start()

    def take(self, heard: Heard) -> None:
        """Take the next event, or what the tree told; never waits. Any thread."""
        self._queue.put(heard)

    def record_text(self, *, is_wanted: bool) -> None:
        """Let text go from here on too where no tree tells which field it goes to, or no more."""
        t_us = time.monotonic_ns() // 1000

        def _switch() -> None:
            self._discretion.record_text(t_us, is_wanted=is_wanted)
            self._blind.record_text(is_wanted=is_wanted)

        self._queue.put(_switch)

    def wait(self, seconds: float) -> bool:
        """Wait until all that was taken so far is decided; False where that took too long."""
        deadline_s = time.monotonic() + seconds
        reached = threading.Event()
        self._queue.put(reached)
        if not reached.wait(seconds):
            return False
        while self._discretion.wants_look and time.monotonic() < deadline_s:
            time.sleep(DECIDED_POLL_S)
        return not self._discretion.wants_look

    def finish(self) -> None:
        """Decide what is left, with the looks that still come, and end the thread."""
        self._queue.put(None)
        self._thread.join()

    def _serve(self) -> None:
        be_quiet()
        while self._step(self._next()):
            pass
        deadline_s = time.monotonic() + LAST_LOOK_S
        while self._discretion.wants_look and time.monotonic() < deadline_s:
            self._step(self._next())
        self._let_go(is_over=True)

    def _next(self) -> "_Item | str | None":
        try:
            return self._queue.get(timeout=TICK_S)
        except queue.Empty:
            return ""

    def _step(self, item: "_Item | str | None") -> bool:
        """Take one item; False for the last."""
        if isinstance(item, Look):
            self._discretion.looked(item)
            if self._written_us is not None and item.began_us >= self._written_us:
                self._written_us = None
            if self._discretion.wants_look and (said := self._blind.said(item)):
                self._on_note(said)
        elif isinstance(item, tuple):
            self._discretion.feed(*item)
            self._follow_written(item[0])
        elif callable(item):
            item()
        self._let_go()
        if isinstance(item, threading.Event):
            item.set()
        return item is not None

    def _follow_written(self, event: HandEvent) -> None:
        """Have the field read once more after keys of an input method, dead keys and the compose key."""
        is_doubtful = event.flags & COMPOSED or event.keysym in COMPOSES
        if event.kind == KEY_DOWN and (is_doubtful or self._written_us is not None):
            self._written_us = event.t_us + WRITTEN_US

    def _let_go(self, *, is_over: bool = False) -> None:
        now_us = time.monotonic_ns() // 1000
        for released in self._discretion.released(now_us, is_over=is_over):
            self._on_released(released)
        wants = self._discretion.wants_look or self._discretion.wants_first_look
        self.waiting_us = self._discretion.begins_us if wants else self._written_us
        self.asked_value = self._discretion.asks_value
        self.asked_fields_us = self._discretion.asks_fields_us


MOST_PICTURES: Final = 64
"""Presses that wait with a picture: 46 MB. Those beyond are recorded without one."""
UNRECORDED: Final = "Something that you did was not recorded: check the list of steps."

Sink = Callable[[HandEvent, Context | None], None]
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
    is_browser: IsTerminal = lambda window: False
    """Tells windows that show pages: none of their pictures is kept before they have told of one."""
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
        on_windows: OnWindows = lambda began_us, ended_us, windows: None,
        on_look: Callable[[Look], None] = lambda look: None,
        on_box: Callable[[Turned | None], None] = lambda turned: None,
    ) -> None:
        """Connect and listen.

        Args:
            reader: the tree; from here on only used by the recorder.
            read_lines: reads text off a picture; None reads none.
            on_stop: called when the stop key is pressed; see `Hands`.
            on_windows: takes the windows each time that they are others; see `FrameRing`.
            on_look: takes each look at the tree, on the thread that looks: it must not wait.
            on_box: takes what a box is after it was pressed, on the same thread; None where it does not
                tell.

        Raises:
            NoDisplay: the display does not answer.
            InputError: the display tells nothing of keys, or no stop key can be pressed.
        """
        self._sink, self._tick, self._on_note = sink, tick, on_note
        self._on_look, self._box = on_look, PressedBox()
        self._released: queue.SimpleQueue[Released | threading.Event | None] = queue.SimpleQueue()
        self._pictures = 0
        self._pictures_lock = threading.Lock()
        display = options.display
        self._sights = Sights(
            display, options.own_pids, options.is_private, options.is_browser, read_lines=read_lines,
            latest_look=lambda: self._scout.latest,
        )  # fmt: skip
        self._methods = InputMethods(display=display)
        self._methods.now()
        self._frames = FrameRing(display, options.own_pids, on_windows)
        blind = BlindSpots(
            options.is_terminal, options.pause_chord, options.is_browser,
            text_everywhere=options.text_everywhere, how_to_allow=options.how_to_allow,
        )  # fmt: skip
        decider = self._decider = Decider(
            blind, text_everywhere=options.text_everywhere, on_released=self._released.put,
            on_note=on_note,
        )  # fmt: skip
        self._scout = Scout(
            reader, self._frames, display, options.own_pids,
            wanted_us=lambda: decider.waiting_us, wanted_value=lambda: decider.asked_value,
            wanted_fields_us=lambda: decider.asked_fields_us, is_terminal=options.is_terminal,
            on_look=self._looked, due_box=self._box.due, on_box=on_box,
        )  # fmt: skip
        try:
            self.hands = Hands(
                display, stop_keys=options.stop_keys, pause_chord=options.pause_chord,
                own_pids=options.own_pids, is_private=options.is_private, frames=self._frames,
                latest_look=lambda: self._scout.latest, sink=self._heard, on_stop=on_stop,
                on_note=on_note, is_composed=lambda: self._methods.last is not None,
            )  # fmt: skip
        except BaseException:
            self._scout.close()
            decider.finish()
            self._methods.close()
            self._frames.close()
            self._sights.close()
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
        is_decided = self._decider.wait(seconds)
        reached = threading.Event()
        self._released.put(reached)
        return reached.wait(max(0.0, deadline_s - time.monotonic())) and is_decided

    def record_text(self, *, is_wanted: bool) -> None:
        """Record text from here on too where no tree tells which field it goes to, or leave it out."""
        self._decider.record_text(is_wanted=is_wanted)

    def finish(self) -> None:
        """Hear nothing more, decide what is left, and end every thread."""
        self.hands.close()
        self._decider.finish()
        self._released.put(None)
        self._thread.join()
        self._scout.close()
        self._methods.close()
        self._frames.close()
        self._sights.close()

    def _looked(self, look: Look) -> None:
        """Take what the tree told on the thread that asks it."""
        self._sights.looked(look)
        self._decider.take(look)
        self._on_look(look)

    def _heard(self, event: HandEvent, moment: Moment | None) -> None:
        """Take an event on the listening thread."""
        self._box.heard(event, moment)
        if moment is not None and moment.frame is not None:
            with self._pictures_lock:
                has_room = self._pictures < MOST_PICTURES
                self._pictures += has_room
            if not has_room:
                moment = replace(moment, frame=None)
        self._decider.take((event, moment))

    def _serve(self) -> None:
        be_quiet()
        while True:
            self._methods.latest()
            try:
                item = self._released.get(timeout=TICK_S)
            except queue.Empty:
                self._survive(self._tick)
                continue
            if item is None:
                break
            if isinstance(item, threading.Event):
                item.set()
            else:
                self._record(item)
        self._survive(self._tick)

    def _record(self, released: Released) -> None:
        self._survive(lambda: self._sink(released.event, self._sight(released)))

    def _survive(self, act: Callable[[], None]) -> None:
        """Do something; what goes wrong with it is told, and costs nothing that comes later."""
        try:
            act()
        except AssistantError as error:
            _LOG.warning("an event was not recorded: %s", type(error).__name__)
            self._on_note(str(error))
        except Exception as error:  # noqa: BLE001 - the thread's top frame: nobody would record any more
            _LOG.warning("an event was not recorded: %s", type(error).__name__)
            self._on_note(UNRECORDED)

    def _sight(self, released: Released) -> Context | None:
        moment = released.moment
        if moment is not None and moment.frame is not None:
            with self._pictures_lock:
                self._pictures -= 1
        return self._sights.of(released)
