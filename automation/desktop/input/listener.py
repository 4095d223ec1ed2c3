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
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from typing import Final, Protocol, TypeVar

import xcffib

from automation.core.errors import AssistantError, InputError, Refused, UnknownKey
from automation.core.geometry import ScreenPoint
from automation.core.text import worded
from automation.desktop.input.hear_x11 import (
    Chords,
    Heard,
    MappingChanged,
    RawInput,
    ScreensChanged,
)
from automation.desktop.input.keymap import Layout, read_layout
from automation.desktop.input.kill_switch import (
    Announced,
    CornerWatch,
    InputEvent,
    KillDetector,
    KillKey,
)
from automation.desktop.input.protocol import Conflict, StopCorner


class Hearer(Protocol):
    """Who is told; every method is called on the listener's thread and must return at once."""

    def on_kill(self, chord: str) -> None:
        """The user pressed a kill key."""

    def on_corner(self) -> None:
        """The user pushed the pointer into the stop corner."""

    def on_chord(self, name: str) -> None:
        """The user pressed a chord."""

    def on_user(self, event: InputEvent, pointer: Callable[[], ScreenPoint]) -> None:
        """The user pressed, released or moved something; `pointer` tells where the pointer is."""

    def on_ours(self, event: InputEvent) -> None:
        """An event of ours arrived."""

    def on_disarmed(self, message: str) -> None:
        """The kill key is not heard any more."""


class Ears:
    """Decides what each heard event means: ours, the kill key, a chord, or the user taking over.

    Pure but for the callbacks: it takes events and times and knows no display.
    """

    def __init__(
        self,
        announced: Announced,
        hearer: Hearer,
        kill_specs: tuple[str, ...],
        layout: Layout,
        clock: Callable[[], float] = time.monotonic,
        corner: CornerWatch | None = None,
    ) -> None:
        self._announced = announced
        self._hearer = hearer
        self._kill_specs = kill_specs
        self._clock = clock
        self._user_modifiers: dict[int, str] = {}
        self._layout = layout
        self._kill = KillDetector(kill_keys(kill_specs, layout))
        self.corner = corner or CornerWatch("off")

    def follow(self, layout: Layout) -> None:
        """Look the keys up again, because the keyboard map changed."""
        self._kill.follow(kill_keys(self._kill_specs, layout))
        self._layout = layout

    def start_with(self, codes: Iterable[int]) -> None:
        """Note the keys that are down already: whoever holds them is not us."""
        for code in codes:
            self._note_modifier(InputEvent("key", code, is_down=True))

    def hear(
        self,
        event: InputEvent,
        chord_of: Callable[[int, frozenset[str]], str | None],
        pointer: Callable[[], ScreenPoint],
    ) -> None:
        """Tell the hearer what an event means."""
        if event.point is not None:
            self.corner.saw(event.point)
        if self._announced.claim(event):
            self._user_modifiers.pop(event.code, None)
            self._hearer.on_ours(event)
            return
        is_doubted = self._announced.is_doubted(event)
        if event.kind == "pointer" and self.corner.is_watching and self.corner.judge(pointer()):
            self._hearer.on_corner()
        if event.kind == "key" and event.is_down:
            self._judge_key(event.code, chord_of, may_approve=not is_doubted)
        if event.kind == "key" and not is_doubted:
            self._note_modifier(event)
        self._hearer.on_user(event, pointer)

    def _judge_key(
        self,
        code: int,
        chord_of: Callable[[int, frozenset[str]], str | None],
        *,
        may_approve: bool,
    ) -> None:
        modifiers = frozenset(self._user_modifiers.values())
        spec = self._kill.press(code, modifiers, self._clock())
        if spec is not None:
            self._hearer.on_kill(spec)
        name = chord_of(code, modifiers)
        if name is not None and may_approve:
            self._hearer.on_chord(name)

    def _note_modifier(self, event: InputEvent) -> None:
        self._user_modifiers.pop(event.code, None)
        modifier = self._layout.modifier_of(event.code) if event.is_down else None
        if modifier is not None:
            self._user_modifiers[event.code] = modifier


def kill_keys(specs: tuple[str, ...], layout: Layout) -> tuple[KillKey, ...]:
    """Look the kill keys up; one that this keyboard lacks is left out as long as another is left."""
    found: list[KillKey] = []
    failures: list[UnknownKey] = []
    for spec in specs:
        chords = spec.split()
        if len(chords) not in (1, 2) or len(set(chords)) != 1:
            raise UnknownKey(
                f"“{spec}” is no kill key; write one chord, or the same one twice: esc esc"
            )
        try:
            chord = layout.chord(chords[0])
        except UnknownKey as error:
            failures.append(error)
            continue
        found.append(KillKey(spec, chord.codes, chord.modifiers, len(chords) == 2))
    if not found:
        raise UnknownKey(
            f"no kill key can be pressed: {failures[0] if failures else 'none is set'}"
        )
    return tuple(found)


_LOG = logging.getLogger(__name__)

ANSWER_S: Final = 2.0
"""How long the thread may take to answer; it is idle nearly always."""
MAP_QUIET_S: Final = 0.03
"""A typed text changes the keyboard map several times in a row; it is read once after that."""
MAP_STALE_S: Final = 0.3
"""A map that changes without a rest is read all the same: the kill key may have moved."""

T = TypeVar("T")


class Listener:
    """The thread's handle: starts it, asks it, ends it. Safe to use from any other thread."""

    def __init__(
        self,
        display: str | None,
        kill_specs: tuple[str, ...],
        announced: Announced,
        hearer: Hearer,
        stop_corner: StopCorner = "off",
    ) -> None:
        self._hearer = hearer
        self._requests: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._is_closing = False
        self._failure = ""
        self._map_quiet = Rest(MAP_QUIET_S, MAP_STALE_S)
        self._raw = RawInput(display)
        try:
            layout = read_layout(self._raw.connection)
            corner = CornerWatch(stop_corner)
            self._ears = Ears(announced, hearer, kill_specs, layout, corner=corner)
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

    def watch_corner(self) -> None:
        """Watch the stop corner from here on, if one is set.

        Raises:
            Refused: `no_kill_key`: nobody would hear the user.
        """
        try:
            self._ask(self._begin_corner)
        except (AssistantError, xcffib.XcffibException) as error:
            raise Refused("no_kill_key", _deaf(str(error))) from error

    def forget_corner(self) -> None:
        """Watch the corner no more; does nothing when nobody listens any more."""
        with suppress(AssistantError, xcffib.XcffibException):
            self._ask(self._ears.corner.end)

    def grab(self, chords: tuple[tuple[str, str], ...]) -> tuple[Conflict, ...]:
        """Listen to chords, given as (name, chord); return those that cannot be had, with the reason."""
        found = self._ask(lambda: [self._chords.grab(name, chord) for name, chord in chords])
        return tuple(conflict for conflict in found if conflict is not None)

    def ungrab(self, names: tuple[str, ...]) -> None:
        """Give chords back."""

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
            raise InputError(f"the listener did not answer within {ANSWER_S:g} seconds") from error

    def _wake(self) -> None:
        with suppress(BlockingIOError):  # full: the thread is about to wake anyway
            os.write(self._wake_writer, b"x")

    def _serve(self) -> None:
        try:
            self._listen()
        except (xcffib.XcffibException, AssistantError) as error:
            self._failure = f"the display stopped answering ({type(error).__name__})"
            _LOG.error("the kill key is not heard any more: %s", type(error).__name__)
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
            # Each round trip may read events into the library, where `poll` does not see them: what
            # was pressed meanwhile, a kill key too, is heard right after it and before any sleep.
            self._hear_all()
            while not self._requests.empty():
                self._requests.get()()
                self._hear_all()
            if self._map_quiet.is_over(time.monotonic()):
                self._follow_map()
                self._hear_all()
            poll.poll(self._sleep_ms())
            with suppress(BlockingIOError):
                os.read(self._wake_reader, 4096)

    def _hear_all(self) -> None:
        # Whole handfuls: where the pointer is asked after the last event of one, not in its middle.
        while handful := list(self._raw.events()):
            where = _Pointer(self._raw.pointer)
            for event in handful:
                self._hear(event, where)
        self._chords.drain()

    def _hear(self, event: Heard, where: "_Pointer") -> None:
        match event:
            case MappingChanged():
                self._map_quiet.disturb(time.monotonic())
            case ScreensChanged():
                if self._ears.corner.is_watching:
                    self._begin_corner()
            case InputEvent():
                if event.point is not None:
                    where.forget()
                self._ears.hear(event, self._chords.pressed, where)

    def _begin_corner(self) -> None:
        self._ears.corner.begin(self._raw.screens(), self._raw.pointer())

    def _sleep_ms(self) -> float | None:
        at_s = self._map_quiet.ends_s
        return None if at_s is None else max(0.0, at_s - time.monotonic()) * 1000

    def _follow_map(self) -> None:
        layout = read_layout(self._raw.connection)
        self._ears.follow(layout)
        for conflict in self._chords.relocate(layout):
            _LOG.warning("the shortcut %s is lost: %s", conflict.chord, conflict.message)


class Rest:
    """Waits for a rest after the last of many disturbances, but never longer than a bound."""

    def __init__(self, quiet_s: float, longest_s: float) -> None:
        self._quiet_s = quiet_s
        self._longest_s = longest_s
        self._first_s: float | None = None
        self.ends_s: float | None = None
        """When the wait is over; None while there is nothing to wait for."""

    def disturb(self, now_s: float) -> None:
        """Note a disturbance at a monotonic second."""
        if self._first_s is None:
            self._first_s = now_s
        self.ends_s = min(now_s + self._quiet_s, self._first_s + self._longest_s)

    def is_over(self, now_s: float) -> bool:
        """Tell, once, that the wait is over."""
        if self.ends_s is None or now_s < self.ends_s:
            return False
        self._first_s = self.ends_s = None
        return True


class _Pointer:
    """Where the pointer is, asked once for a handful of events.

    A fast mouse sends a thousand a second, and the kill key stands in the same line.
    """

    def __init__(self, ask: Callable[[], ScreenPoint]) -> None:
        self._ask = ask
        self._found: ScreenPoint | None = None

    def __call__(self) -> ScreenPoint:
        if self._found is None:
            self._found = self._ask()
        return self._found

    def forget(self) -> None:
        """Ask again: our own hand moved it."""
        self._found = None


def _deaf(why: str) -> str:
    return worded("the kill key is not heard ({0}); nothing is sent. Restart the assistant", why)
