"""The thread that hears the user on X11: kill key, takeover, global chords.

It has a connection of its own and never waits for the emitter, so it hears the kill key whatever
the rest of the process does.
"""

import logging
import os
import queue
import select
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Final, TypeVar

import xcffib

from automation.core.errors import AssistantError, InputError, Refused
from automation.desktop.input.chords import Chords
from automation.desktop.input.ears import Ears, Hearer
from automation.desktop.input.ours import Announced
from automation.desktop.input.protocol import Conflict
from automation.desktop.input.x11_layout import read_layout
from automation.desktop.input.x11_raw import MappingChanged, RawInput

_LOG = logging.getLogger(__name__)

ANSWER_S: Final = 2.0
"""How long the thread may take to answer; it is idle nearly always."""
MAP_QUIET_S: Final = 0.03
"""A typed text changes the keyboard map several times in a row; it is read once after that."""

T = TypeVar("T")


class Listener:
    """The thread's handle: starts it, asks it, ends it. Safe to use from any other thread."""

    def __init__(
        self,
        display: str | None,
        kill_specs: tuple[str, ...],
        announced: Announced,
        hearer: Hearer,
    ) -> None:
        """Connect and start listening.

        Raises:
            NoDisplay: the display does not answer.
            InputError: the display cannot tell us about keys, or no kill key can be pressed.
        """
        self._hearer = hearer
        self._requests: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._is_closing = False
        self._failure = ""
        self._map_read_s: float | None = None
        self._raw = RawInput(display)
        try:
            layout = read_layout(self._raw.connection)
            self._ears = Ears(announced, hearer, kill_specs, layout)
            self._ears.start_with(self._raw.keys_down())
            self._chords = Chords(display, layout)
        except BaseException:
            self._raw.close()
            raise
        self._wake_reader, self._wake_writer = os.pipe()
        os.set_blocking(self._wake_reader, False)
        os.set_blocking(self._wake_writer, False)
        self._thread = threading.Thread(target=self._serve, name="listener", daemon=True)
        self._thread.start()

    def check_armed(self) -> None:
        """Prove that the kill key is heard: the thread answers and its events are selected.

        Raises:
            Refused: `no_kill_key`, with what is wrong.
        """
        try:
            is_listening = self._ask(self._raw.is_listening)
        except (AssistantError, xcffib.XcffibException) as error:
            raise Refused("no_kill_key", _deaf(str(error))) from error
        if not is_listening:
            raise Refused("no_kill_key", _deaf("its events are not selected"))

    def grab(self, chords: tuple[tuple[str, str], ...]) -> tuple[Conflict, ...]:
        """Listen to chords, given as (name, chord).

        Returns:
            The ones that cannot be had, with the reason.

        Raises:
            InputError: the thread does not answer.
        """
        found = self._ask(lambda: [self._chords.grab(name, chord) for name, chord in chords])
        return tuple(conflict for conflict in found if conflict is not None)

    def ungrab(self, names: tuple[str, ...]) -> None:
        """Give chords back.

        Raises:
            InputError: the thread does not answer.
        """

        def give_back() -> None:
            for name in names:
                self._chords.ungrab(name)

        self._ask(give_back)

    def close(self) -> None:
        """End the thread and give the connection, and with it every grab, back."""
        self._is_closing = True
        self._wake()
        self._thread.join(ANSWER_S)

    def _ask(self, question: Callable[[], T]) -> T:
        if self._failure or self._is_closing:
            raise InputError(self._failure or "the listener is closed")
        answer: Future[T] = Future()

        def reply() -> None:
            try:
                answer.set_result(question())
            except (AssistantError, xcffib.XcffibException) as error:
                answer.set_exception(error)

        self._requests.put(reply)
        self._wake()
        try:
            return answer.result(ANSWER_S)
        except TimeoutError as error:
            message = f"the listener did not answer within {ANSWER_S:g} seconds"
            raise InputError(message) from error

    def _wake(self) -> None:
        with suppress(BlockingIOError):  # full: the thread is about to wake anyway
            os.write(self._wake_writer, b"x")

    def _serve(self) -> None:
        try:
            self._listen()
        except (xcffib.XcffibException, AssistantError) as error:
            self._failure = f"the display stopped answering ({type(error).__name__})"
            _LOG.error("the kill key is not heard any more: %s", error)
            self._hearer.on_disarmed(_deaf(self._failure))
        except Exception as error:  # noqa: BLE001 - the thread's top frame: nobody hears any more
            self._failure = f"internal error: {type(error).__name__}"
            _LOG.exception("the kill key is not heard any more")
            self._hearer.on_disarmed(_deaf(self._failure))
        finally:
            self._raw.close()
            self._chords.close()

    def _listen(self) -> None:
        poll = select.poll()
        poll.register(self._raw.descriptor, select.POLLIN)
        poll.register(self._wake_reader, select.POLLIN)
        while not self._is_closing:
            # A round trip may have read events into the library: look there before sleeping.
            self._hear_all()
            while not self._requests.empty():
                self._requests.get()()
                self._hear_all()
            self._follow_map()
            poll.poll(self._sleep_ms())
            with suppress(BlockingIOError):
                os.read(self._wake_reader, 4096)

    def _hear_all(self) -> None:
        for event in self._raw.events():
            if isinstance(event, MappingChanged):
                self._map_read_s = time.monotonic() + MAP_QUIET_S
            else:
                self._ears.hear(event, self._chords.pressed, self._raw.pointer)
        self._chords.drain()

    def _sleep_ms(self) -> float | None:
        if self._map_read_s is None:
            return None
        return max(0.0, self._map_read_s - time.monotonic()) * 1000

    def _follow_map(self) -> None:
        if self._map_read_s is None or time.monotonic() < self._map_read_s:
            return
        self._map_read_s = None
        layout = read_layout(self._raw.connection)
        self._ears.follow(layout)
        for conflict in self._chords.relocate(layout):
            _LOG.warning("the shortcut %s is lost: %s", conflict.chord, conflict.message)


def _deaf(why: str) -> str:
    return f"the kill key is not heard ({why}); nothing is sent. Restart the assistant"
