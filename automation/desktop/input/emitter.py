"""Sends the steps of one action, one primitive at a time, and can be stopped between any two.

Before a press or a movement: stop flag, time budget, rate, the user's modifiers, and whose window
is about to get it. A press is entered in the ledger and announced before it is sent, and struck
out when the display has answered after its release: of a process that is killed, the server may
never read the last requests. Whatever ends the action, what it pressed comes up; only a finished
action may leave something held.
"""

import logging
from collections.abc import Callable, Iterable
from typing import Final

from automation.core.clock import Clock, SystemClock
from automation.core.errors import AssistantError, InputError, Stopped
from automation.core.geometry import ScreenPoint
from automation.core.stopping import StopToken
from automation.desktop.input.backend import (
    Backend,
    BriefPress,
    ButtonEvent,
    KeyEvent,
    MoveEvent,
    Pause,
    Primitive,
    Remap,
    Tap,
    Typed,
)
from automation.desktop.input.budgets import Meter, Pacer
from automation.desktop.input.cut_short import CutShort, Sent
from automation.desktop.input.holding import HeldRecord, Holding
from automation.desktop.input.ours import Announced
from automation.desktop.input.plan import AwaitFocus, AwaitTaken, Extent, LookAgain, SeeFace, Step
from automation.desktop.input.pressing import POLL_S, Guard, LivenessCheck, Pressing

_LOG = logging.getLogger(__name__)

KEY_PACE_S: Final = 0.004
"""Least time between two key presses: a faster stream starves the kill key on a busy machine."""
FOCUS_S: Final = 0.25
"""How long a clicked window has to take the focus."""
ENTER_S: Final = 0.25
"""From the moment at which a program has the last letter to the Enter after it: GTK waits 0.1 s for
more letters before it completes a name (COMPLETION_TIMEOUT of gtkentrycompletion.c), and 0.05 s lost
one of two (measured)."""
TAKEN_S: Final = 1.0
"""How long a program has to take the letters; one that hangs gets the Enter all the same."""
TAKEN_POLL_S: Final = 0.05
RELEASED_S: Final = 0.0015
"""So soon after a release no program has drawn what it made of it; Qt has after 4 ms."""
MAP_SETTLE_S: Final = 0.08
"""Applications translate keys late: a keycode keeps its meaning this long after its release."""

Report = Callable[[int, int], None]
"""Called with (done, total)."""


class Progress:
    """Reports how far an action is: by letters when it types, else by steps."""

    def __init__(self, extent: Extent, report: Report) -> None:
        self._extent = extent
        self._report = report
        self._steps = 0

    def advance(self, step: Step) -> None:
        """Note that a step is done."""
        self._steps += 1
        if self._extent.in_letters:
            if isinstance(step, Typed):
                self._report(step.index + 1, self._extent.total)
        else:
            self._report(min(self._steps, self._extent.total), self._extent.total)


class Emitter:
    """The hands. Owned by one thread, as is its backend; others reach it by the stop token."""

    def __init__(
        self,
        backend: Backend,
        announced: Announced,
        record: HeldRecord,
        *,
        check_alive: LivenessCheck = lambda: None,
        clock: Clock | None = None,
    ) -> None:
        self._backend = backend
        self._announced = announced
        self._holding = Holding(record)
        self._check_alive = check_alive
        self._clock = clock or SystemClock()
        self._pressing = Pressing(backend, self._holding, self._send, check_alive, self._clock)
        self._last_press_s = 0.0
        self._last_letter_s = float("-inf")
        self._last_release_s = float("-inf")

    @property
    def holds_anything(self) -> bool:
        """Tell whether a key or button of ours is down, or a keycode has a borrowed meaning."""
        return self._holding.is_anything

    @property
    def holds_button(self) -> bool:
        """Tell whether a button of the mouse is down by us."""
        return bool(self._holding.buttons)

    @property
    def holds_display(self) -> bool:
        """Tell whether every other program waits for us: nothing but our end may help then."""
        return self._backend.is_still

    def run(
        self, steps: Iterable[Step], stop: StopToken, meter: Meter, guard: Guard, progress: Progress
    ) -> Sent:
        """Send the steps, each planned when its turn comes: the keyboard may change on the way.

        Returns:
            What went out.

        Raises:
            CutShort: something ended it before its last event; what can be released is.
        """
        sent = Sent()
        turns = iter(steps)
        try:
            self._pressing.begin()
            for step in turns:
                self._do(step, stop, meter, guard, sent)
                progress.advance(step)
                if isinstance(step, Tap | BriefPress):  # its release went with it
                    progress.advance(next(turns))
            self._confirm()
        except (Stopped, InputError) as error:
            self._release_after(error)
            raise CutShort(error, sent) from error
        except BaseException as error:
            self._release_after(error)
            raise
        return sent

    def release_all(self) -> None:
        """Let every key and button of ours go, then take borrowed meanings back.

        Raises:
            InputError: something could not be undone; the rest was tried all the same.
        """
        failures: list[Exception] = []
        self._let_display_go()
        for release in self._holding.releases():
            self._try(release, failures)
        self._take_meanings_back()
        try:
            if not self._holding.is_confirmed:
                self._confirm()
        except Exception as error:  # noqa: BLE001 - a lost display fails in its library's own way
            failures.append(error)
        if self._backend.is_still and (failure := self._let_display_go()) is not None:
            failures.append(failure)
        if failures:
            message = f"not everything could be let go: {failures[0]}"
            raise InputError(message) from failures[0]

    def _let_display_go(self) -> Exception | None:
        try:
            self._backend.let_go()
        except (AssistantError, OSError, MemoryError) as error:
            return error
        return None

    def _take_meanings_back(self) -> None:
        remap = self._holding.take_back()
        if remap is None:
            return
        self._clock.wait(MAP_SETTLE_S, StopToken())
        try:
            self._send(remap)
        except InputError as error:
            # The backend takes everything back before it says so, or the display is gone.
            _LOG.warning("the keyboard map was taken back late: %s", type(error).__name__)
            self._holding.forget_lent()

    def _release_after(self, error: BaseException) -> None:
        try:
            self.release_all()
        except InputError as failure:
            _LOG.warning("after %s: %s", type(error).__name__, type(failure).__name__)

    def _try(self, primitive: Primitive, failures: list[Exception]) -> None:
        try:
            self._send(primitive)
        except (AssistantError, OSError) as error:
            failures.append(error)

    def _do(self, step: Step, stop: StopToken, meter: Meter, guard: Guard, sent: Sent) -> None:
        stop.check()
        meter.check_time()
        match step:
            case Pause():
                self._pause(step.seconds, stop, meter)
            case Typed():
                sent.chars = step.index + 1
                self._last_letter_s = self._clock.now_s()
            case LookAgain() | SeeFace() | AwaitFocus() | AwaitTaken():
                self._look(step, stop, meter, guard)
            case Remap():
                self._check_alive()
                self._send(step)
            case MoveEvent():
                self._pace(meter.pointer, 1, stop)
                self._pressing.move(step, stop, meter, guard)
                self._count(1, meter, sent)
            case KeyEvent(_, True) | ButtonEvent(_, True):
                events = _sent_together(step)
                self._pace_press(step, len(events), stop, meter)
                self._pressing.press(events, stop, meter, guard)
                if isinstance(step, BriefPress):
                    self._note_release(sent)
                self._count(len(events), meter, sent)
            case KeyEvent() | ButtonEvent():  # a release is always right
                self._pace(meter.keys if isinstance(step, KeyEvent) else meter.pointer, 1, stop)
                self._send(self._pressing.release_of(step))
                if isinstance(step, ButtonEvent):
                    self._note_release(sent)
                self._count(1, meter, sent)

    def _note_release(self, sent: Sent) -> None:
        if sent.released_s is None:
            sent.released_s = self._last_release_s

    def _look(
        self,
        step: LookAgain | SeeFace | AwaitFocus | AwaitTaken,
        stop: StopToken,
        meter: Meter,
        guard: Guard,
    ) -> None:
        match step:
            case LookAgain():
                self._pressing.expect(step.point)
            case SeeFace():
                self._see_face(step, stop, guard)
            case AwaitFocus():
                self._await_focus(step.point, stop, guard)
            case AwaitTaken():
                self._await_taken(stop, meter)

    def _see_face(self, step: SeeFace, stop: StopToken, guard: Guard) -> None:
        if step.is_released:
            guard.see_release(step.point, self._is_just_released)
            return
        if step.still_s:
            self._await_still(step, stop, guard)
            return
        deadline_s = self._clock.now_s() + step.within_s
        while not guard.sees_pressed(step.point) and self._clock.now_s() < deadline_s:
            self._clock.wait(POLL_S, stop)

    def _await_still(self, step: SeeFace, stop: StopToken, guard: Guard) -> None:
        since_s = self._clock.now_s()
        deadline_s = since_s + step.within_s
        while (now_s := self._clock.now_s()) < deadline_s:
            if not guard.sees_still(step.point):
                since_s = now_s
            elif now_s - since_s >= step.still_s:
                return
            self._clock.wait(POLL_S, stop)

    def _is_just_released(self) -> bool:
        """Tell whether nothing that is seen now can have come of the release."""
        return self._clock.now_s() - self._last_release_s <= RELEASED_S

    def _count(self, events: int, meter: Meter, sent: Sent) -> None:
        meter.progressed()
        sent.events += events

    def _pause(self, seconds: float, stop: StopToken, meter: Meter) -> None:
        end_s = self._clock.now_s() + seconds
        while (left := end_s - self._clock.now_s()) > 0:
            self._clock.wait(min(left, 1.0), stop)
            meter.check_time()
        meter.check_progress(seconds)

    def _pace_press(
        self, press: KeyEvent | ButtonEvent, count: int, stop: StopToken, meter: Meter
    ) -> None:
        if isinstance(press, ButtonEvent):
            self._pace(meter.pointer, count, stop)
            return
        least_s = self._last_press_s + KEY_PACE_S - self._clock.now_s()
        self._pace(meter.keys, count, stop, least_s)
        self._last_press_s = self._clock.now_s()

    def _pace(self, pacer: Pacer, count: int, stop: StopToken, least_s: float = 0.0) -> None:
        delay_s = max(least_s, pacer.delay(self._clock.now_s(), count))
        if delay_s > 0:
            self._clock.wait(delay_s, stop)
        pacer.count(self._clock.now_s(), count)

    def _confirm(self) -> None:
        """Wait until the display has taken everything that was sent."""
        self._backend.pointer()
        self._holding.confirm()

    def _await_focus(self, point: ScreenPoint, stop: StopToken, guard: Guard) -> None:
        deadline_s = self._clock.now_s() + FOCUS_S
        while not guard.has_focus(point) and self._clock.now_s() < deadline_s:
            self._clock.wait(POLL_S, stop)

    def _await_taken(self, stop: StopToken, meter: Meter) -> None:
        """Wait until the program has the letters and some time more; asked in short pieces, for a stop."""
        deadline_s = self._clock.now_s() + TAKEN_S
        if self._clock.now_s() - self._last_letter_s > TAKEN_S + ENTER_S:
            return
        while (is_taken := self._backend.has_taken_keys(TAKEN_POLL_S)) is False:
            stop.check()
            if self._clock.now_s() >= deadline_s:
                break
        if is_taken is not None:
            self._pause(ENTER_S, stop, meter)

    def _send(self, primitive: Primitive) -> None:
        self._holding.before(primitive)
        self._announced.announce(primitive)
        if isinstance(primitive, ButtonEvent) and not primitive.is_down:
            # Its program may hear of it before the sending returns.
            self._last_release_s = self._clock.now_s()
        self._backend.send(primitive)
        self._holding.after(primitive)


def _sent_together(press: KeyEvent | ButtonEvent) -> tuple[KeyEvent | ButtonEvent, ...]:
    """Return a press, with its release where that goes out with it."""
    match press:
        case Tap(code):
            return press, KeyEvent(code, False)
        case BriefPress(number):
            return press, ButtonEvent(number, False)
        case _:
            return (press,)
