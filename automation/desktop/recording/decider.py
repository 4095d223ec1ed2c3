"""The thread on which it is decided what may be recorded.

It waits for nothing else: whoever looks must know at once what is waited for, while pictures are
read and files are written on another thread.
"""

import queue
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from automation.core.priority import be_quiet
from automation.desktop.recording.blind_spots import BlindSpots
from automation.desktop.recording.discretion import Discretion
from automation.desktop.recording.heard import HandEvent, Look, Moment, Released
from automation.desktop.recording.key_sorts import COMPOSES

if TYPE_CHECKING:
    from automation.core.observation import ScreenElement

TICK_S: Final = 0.1
DECIDED_POLL_S: Final = 0.02
LAST_LOOK_S: Final = 3.0
"""How long the end of a recording waits for the look that decides the last keys."""

Heard = tuple[HandEvent, Moment | None] | Look
WRITTEN_US: Final = 350_000
"""So long after a key a field shows what was written by it (above `macros.recording.effects.SHOWN_US`)."""

_Item = Heard | threading.Event | Callable[[], None]


class Decider:
    """Runs from its making to `finish`; the callbacks are called on its thread."""

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
        is_doubtful = event.is_composed or event.keysym in COMPOSES
        if event.kind == "key_down" and (is_doubtful or self._written_us is not None):
            self._written_us = event.t_us + WRITTEN_US

    def _let_go(self, *, is_over: bool = False) -> None:
        now_us = time.monotonic_ns() // 1000
        for released in self._discretion.released(now_us, is_over=is_over):
            self._on_released(released)
        wants = self._discretion.wants_look or self._discretion.wants_first_look
        self.waiting_us = self._discretion.begins_us if wants else self._written_us
        self.asked_value = self._discretion.asks_value
        self.asked_fields_us = self._discretion.asks_fields_us
