"""Sends the steps of one action, one primitive at a time, and can be stopped between any two.

Before a press or a movement: stop flag, time budget, rate, the user's modifiers, and whose window
is about to get it. A press is entered in the ledger and announced before it is sent, and struck
out when the display has answered after its release: of a process that is killed, the server may
never read the last requests. Whatever ends the action, what it pressed comes up; only a finished
action may leave something held.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from automation.core.actions import Action, ButtonUp, KeyUp, Wait
from automation.core.errors import AssistantError, InputError, Refused, Stopped, UnknownKey
from automation.core.geometry import Rect, ScreenPoint
from automation.core.text import worded
from automation.core.timing import Clock, StopToken, SystemClock
from automation.core.wording import KEPT_AWAY
from automation.desktop.input.grabs import FREE_WITHIN_S, MOUSE_TAKEN
from automation.desktop.input.kill_switch import Announced
from automation.desktop.input.ledger import HeldKind, Ledger
from automation.desktop.input.plan import (
    AwaitFocus,
    AwaitTaken,
    AwaitWord,
    Backend,
    BriefPress,
    ButtonEvent,
    Extent,
    KeyCode,
    KeyEvent,
    LookAgain,
    MoveEvent,
    Pause,
    Primitive,
    Remap,
    SeeFace,
    Step,
    Tap,
    Typed,
)
from automation.desktop.input.protocol import Budgets
from automation.desktop.input.targets import ActionGuard

RATE_WINDOW_S: Final = 1.0
STALL_S: Final = 30.0
"""How long an action may send nothing without having said that it waits."""
MOST_GAP_S: Final = 60.0
"""What counts at most of a time in which the executor was asked for nothing: the user may have been."""
MOST_REPEATS: Final = 3
"""The same action in a row while nothing on the screen changes; the next one is refused."""


class Pacer:
    """Says how long to wait so that no second holds more than `per_s` events."""

    def __init__(self, per_s: int) -> None:
        self._per_s = per_s
        self._sent: deque[float] = deque()

    def delay(self, now_s: float, count: int = 1) -> float:
        """Return the seconds to wait before the next `count` events may go out; 0.0 for none."""
        while self._sent and now_s - self._sent[0] >= RATE_WINDOW_S:
            self._sent.popleft()
        surplus = min(len(self._sent), len(self._sent) + count - self._per_s)
        return self._sent[surplus - 1] + RATE_WINDOW_S - now_s if surplus > 0 else 0.0

    def count(self, now_s: float, count: int = 1) -> None:
        """Note that events go out."""
        self._sent.extend([now_s] * count)


class Meter:
    """One run's use of its budgets. Owned by the executor; a planner cannot reach it."""

    def __init__(self, budgets: Budgets, clock: Callable[[], float] = time.monotonic) -> None:
        self._budgets = budgets
        self._clock = clock
        self._seen_s = clock()
        self._worked_s = 0.0
        self._is_shown = False
        self._steps = 0
        self._progress_s = self._seen_s
        self.pointer = Pacer(budgets.pointer_events_per_s)
        self.keys = Pacer(budgets.key_events_per_s)

    def check_text(self, text: str) -> None:
        """Refuse a text that is longer than one action may type."""
        if len(text) > self._budgets.chars:
            raise Refused(
                "budget",
                worded(
                    "the text has {0} characters; one action may type {1}. Split it, or raise the limit in the settings",
                    len(text),
                    self._budgets.chars,
                ),
            )

    def check_open(self) -> None:
        """Refuse when the run has no step or no time left."""
        if self._steps >= self._budgets.steps:
            raise Refused(
                "budget",
                worded(
                    "this run has used its {0} steps; start it again with a higher limit",
                    self._budgets.steps,
                ),
            )
        self.check_time()

    def check_time(self) -> None:
        """Refuse when the run has worked too long; the user may take any time to answer."""
        now_s = self._clock()
        if not self._is_shown:
            self._worked_s += min(now_s - self._seen_s, MOST_GAP_S)
        self._seen_s, self._is_shown = now_s, False
        if self._worked_s > self._budgets.wall_s:
            raise Refused(
                "budget",
                worded(
                    "this run has lasted longer than its {0:g} seconds; start it again with a higher limit",
                    self._budgets.wall_s,
                ),
            )

    def shown(self) -> None:
        """Note that an action is prepared, and that the user may be asked about it."""
        self._is_shown = True

    def count_step(self) -> None:
        """Note that an action starts."""
        self._steps += 1
        self.progressed()

    def progressed(self) -> None:
        """Note that something was sent."""
        self._progress_s = self._clock()

    def check_progress(self, planned_s: float = 0.0) -> None:
        """Refuse to go on after a hang: a display that was held for so long shows another moment.

        Raises:
            Refused: `budget`.
        """
        idle_s = self._clock() - self._progress_s - planned_s
        if idle_s > STALL_S:
            raise Refused(
                "budget",
                worded(
                    "nothing could be sent for {0:.0f} seconds; the display did not answer, or this process was stopped. Look at the screen, then go on",
                    idle_s,
                ),
            )


class RepeatCount:
    """Notices the same action again and again on a screen that stays as it is.

    The screen is only looked at from the second one in a row on: a run that gets ahead pays nothing.
    """

    def __init__(self) -> None:
        self._last: Action | None = None
        self._count = 0
        self._look = ""

    def check(self, action: Action, look: Callable[[], str]) -> None:
        """Refuse the fourth of the same on an unchanged screen. Raises `Refused`: `budget`."""
        if action != self._last or isinstance(action, Wait | KeyUp | ButtonUp):
            self._look = ""
            return
        before, self._look = self._look, look()
        if before and before != self._look:
            self._count = 0
        elif self._count >= MOST_REPEATS:
            raise Refused(
                "budget",
                worded(
                    "the same action was sent {0} times and nothing on the screen changed; say what to do instead",
                    self._count,
                ),
            )

    def count(self, action: Action) -> None:
        """Note that an action is carried out."""
        self._count = self._count + 1 if action == self._last else 1
        self._last = action


STOP_SENTENCES: Final = {
    "user": worded("you stopped it"),
    "kill_key": worded("the kill key was pressed"),
    "corner": worded("the pointer was pushed into the stop corner"),
    "slept": worded("the computer slept meanwhile"),
    "takeover": worded("you used the mouse or the keyboard"),
    "signal": worded("the system asked the executor to end"),
    "gone": worded("the assistant's window went away"),
}
"""By the cause of a stop."""


@dataclass(slots=True)
class Sent:
    """Counts what went out."""

    events: int = 0
    chars: int = 0
    pressed: Rect | None = None
    """What looked otherwise round the pixel while the button was down."""
    released_s: float | None = None
    """When a button of the mouse was first let go."""


class CutShort(Exception):
    """An action ended before its last event; carries why and how far it came."""

    def __init__(self, why: Stopped | InputError, sent: Sent) -> None:
        super().__init__(str(why))
        self.why = why
        self.sent = sent


def cause_of(why: Stopped | InputError) -> str:
    """Return the refusal's reason; `failed` for an error."""
    error = as_error(why)
    return error.reason if isinstance(error, Refused) else "failed"


def as_error(why: Stopped | InputError) -> InputError:
    """Return the error to be told where nothing was sent: a stop is a refusal with its sentence."""
    return _refusal(why) if isinstance(why, Stopped) else why


def _refusal(why: Stopped) -> Refused:
    reason = "user_active" if why.cause == "takeover" else "stopped"
    return Refused(reason, STOP_SENTENCES.get(why.cause, why.cause))


class Holding:
    """Keys, buttons and lent keycodes of ours that are down, and what the display has not confirmed as released.

    A release that was sent may never be read: the server drops what is left of a connection whose
    process was killed. So it stays in the record until the display has answered something later.
    """

    def __init__(self, record: Ledger) -> None:
        self._record = record
        self._keys: list[KeyCode] = []
        self._buttons: list[int] = []
        self._lent: set[int] = set()
        self._unconfirmed: list[tuple[HeldKind, KeyCode]] = []

    @property
    def keys(self) -> tuple[KeyCode, ...]:
        """Keys that are down, in the order of their presses."""
        return tuple(self._keys)

    @property
    def buttons(self) -> tuple[int, ...]:
        """Buttons of the mouse that are down, in the order of their presses."""
        return tuple(self._buttons)

    @property
    def is_confirmed(self) -> bool:
        """Tell whether the display has taken every release."""
        return not self._unconfirmed

    def releases(self) -> tuple[KeyEvent | ButtonEvent, ...]:
        """Return what lets everything go: buttons first, the last press first."""
        buttons = [ButtonEvent(number, False) for number in reversed(self._buttons)]
        keys = [KeyEvent(code, False) for code in reversed(self._keys)]
        return (*buttons, *keys)

    def take_back(self) -> Remap | None:
        """Return what takes borrowed meanings back; None when there are none."""
        return Remap(tuple((code, 0) for code in sorted(self._lent))) if self._lent else None

    def forget_lent(self) -> None:
        """Note that the backend has taken borrowed meanings back by itself."""
        self._lent.clear()

    def before(self, primitive: Primitive) -> None:
        """Note a press or a loan that is about to be sent."""
        match primitive:
            case KeyEvent(code, True):
                self._record.add("key", code)
                if code not in self._keys:
                    self._keys.append(code)
            case ButtonEvent(number, True):
                self._record.add("button", number)
                if number not in self._buttons:
                    self._buttons.append(number)
            case Remap(codes):
                self._lent.update(code for code, keysym in codes if keysym)

    def after(self, primitive: Primitive) -> None:
        """Note a release or an end of a loan that was sent."""
        match primitive:
            case KeyEvent(code, False):
                self._unconfirmed.append(("key", code))
                self._keys = [held for held in self._keys if held != code]
            case ButtonEvent(number, False):
                self._unconfirmed.append(("button", number))
                self._buttons = [held for held in self._buttons if held != number]
            case Remap(codes):
                self._lent -= {code for code, keysym in codes if not keysym}

    def confirm(self) -> None:
        """Strike releases out, because the display has answered since."""
        for kind, code in self._unconfirmed:
            if code not in (self._keys if kind == "key" else self._buttons):
                self._record.strike(kind, code)
        self._unconfirmed.clear()


_KEYS_OF: Final = {
    "ctrl": ("ctrl", "ctrlright"),
    "shift": ("shift", "shiftright"),
    "super": ("super", "superright"),
    "alt": ("altright", "alt"),
    "altgr": ("altgr",),
}


class ModifierCodes:
    """Maps our own held keys to the modifier names that `Backend.held_modifiers` uses."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._names: dict[KeyCode, set[str]] = {}

    def read(self) -> None:
        """Look the modifier keys up on the keyboard as it is configured now."""
        self._names.clear()
        for modifier, keys in _KEYS_OF.items():
            for key in keys:
                try:
                    self._names.setdefault(self._backend.key_code(key), set()).add(modifier)
                except UnknownKey:
                    continue  # this keyboard lacks the key

    def among(self, codes: Iterable[KeyCode]) -> frozenset[str]:
        """Return the modifiers that these keys are; a right Alt may stand for two."""
        return frozenset().union(*(self._names.get(code, ()) for code in codes))


USER_MODIFIER_S: Final = 2.0
"""How long we wait for the user to let a modifier go."""
POLL_S: Final = 0.01
LOOKS: Final = 8
"""How often a press is looked at; a desktop that changes under each of them is nowhere to press."""

_LOG = logging.getLogger(__name__)

KEY_PACE_S: Final = 0.004
"""Least time between two key presses: a faster stream starves the kill key on a busy machine."""
FOCUS_S: Final = 0.25
"""How long a clicked window has to take the focus."""
WORD_S: Final = 1.0
"""How long keys wait for a word about their field; a tree that is silent for so long tells nothing."""
WORD_POLL_S: Final = 0.003
NO_KEYBOARD: Final = worded("another field had the keyboard after the press; nothing was typed")
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


class HeldKeys:
    """Keys that wait until it is said whether the field that was pressed has the keyboard.

    The hands ask; anybody answers, from any thread. The first answer counts.
    """

    def __init__(self, ask: Callable[[], None]) -> None:
        self.ask = ask
        self._is_answered = threading.Event()
        self._may_type = True

    def answer(self, *, may_type: bool) -> None:
        """Let the keys go out, or not."""
        if not self._is_answered.is_set():
            self._may_type = may_type
            self._is_answered.set()

    @property
    def may_type(self) -> bool | None:
        """Return what was answered; None before."""
        return self._may_type if self._is_answered.is_set() else None


class Emitter:
    """Sends the steps of an action through a backend. Owned by one thread; others reach it by the stop token."""

    def __init__(
        self,
        backend: Backend,
        announced: Announced,
        record: Ledger,
        *,
        check_alive: Callable[[], None] = lambda: None,
        clock: Clock | None = None,
    ) -> None:
        """`check_alive` raises `Refused` when the dead-man is gone."""
        self._backend = backend
        self._announced = announced
        self._holding = Holding(record)
        self._check_alive = check_alive
        self._clock = clock or SystemClock()
        self._modifiers = ModifierCodes(backend)
        self._approved: ScreenPoint | None = None
        """Where the next press of a button must meet the approved window."""
        self._pressed_as: dict[int, int] = {}
        """The button that went out for each one that was meant: its release must be of the same."""
        self._held: HeldKeys | None = None
        self._last_press_s = 0.0
        self._last_letter_s = float("-inf")
        self._last_release_s = float("-inf")

    @property
    def holds_button(self) -> bool:
        """Tell whether a button of the mouse is down by us."""
        return bool(self._holding.buttons)

    @property
    def holds_display(self) -> bool:
        """Tell whether every other program waits for us: nothing but our end may help then."""
        return self._backend.is_still

    def run(
        self,
        steps: Iterable[Step],
        stop: StopToken,
        meter: Meter,
        guard: ActionGuard,
        progress: Progress,
        held: HeldKeys | None = None,
    ) -> Sent:
        """Send the steps, each planned when its turn comes, and return what went out.

        Args:
            held: asked where the steps wait for a word; None lets them go on.

        Returns:
            What went out.
        """
        sent, self._held = Sent(), held
        turns = iter(steps)
        try:
            self._approved = None
            self._modifiers.read()
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
            raise InputError(f"not everything could be let go: {failures[0]}") from failures[0]

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

    def _do(
        self, step: Step, stop: StopToken, meter: Meter, guard: ActionGuard, sent: Sent
    ) -> None:
        stop.check()
        meter.check_time()
        match step:
            case Pause():
                self._pause(step.seconds, stop, meter)
            case Typed():
                sent.chars = step.index + 1
                self._last_letter_s = self._clock.now_s()
            case LookAgain() | SeeFace() | AwaitFocus() | AwaitWord() | AwaitTaken():
                self._look(step, stop, meter, guard)
            case Remap():
                self._check_alive()
                self._send(step)
            case MoveEvent():
                self._pace(meter.pointer, 1, stop)
                self._move(step, stop, meter, guard)
                self._count(1, meter, sent)
            case KeyEvent(_, True) | ButtonEvent(_, True):
                events = _sent_together(step)
                self._pace_press(step, len(events), stop, meter)
                self._press(events, stop, meter, guard)
                if isinstance(step, BriefPress):
                    self._note_release(sent)
                self._count(len(events), meter, sent)
            case KeyEvent() | ButtonEvent():  # a release is always right
                self._pace(meter.keys if isinstance(step, KeyEvent) else meter.pointer, 1, stop)
                self._release(step, sent)
                self._count(1, meter, sent)

    def _release(self, step: KeyEvent | ButtonEvent, sent: Sent) -> None:
        """Let go of what was meant: of the button that went out, whatever it means by now."""
        if isinstance(step, KeyEvent):
            self._send(step)
            return
        self._send(replace(step, number=self._pressed_as.pop(step.number, step.number)))
        self._note_release(sent)

    def _note_release(self, sent: Sent) -> None:
        if sent.released_s is None:
            sent.released_s = self._last_release_s

    def _look(
        self,
        step: LookAgain | SeeFace | AwaitFocus | AwaitWord | AwaitTaken,
        stop: StopToken,
        meter: Meter,
        guard: ActionGuard,
    ) -> None:
        match step:
            case LookAgain():
                self._approved = step.point
            case SeeFace():
                self._see_face(step, stop, guard)
            case AwaitFocus():
                self._await_focus(step.point, stop, guard)
            case AwaitWord():
                self._await_word(stop)
            case AwaitTaken():
                self._await_taken(stop, meter)

    def _see_face(self, step: SeeFace, stop: StopToken, guard: ActionGuard) -> None:
        if step.is_released:
            guard.see_release(step.point, self._is_just_released)
            return
        if step.still_s:
            self._await_still(step, stop, guard)
            return
        deadline_s = self._clock.now_s() + step.within_s
        while not guard.sees_pressed(step.point) and self._clock.now_s() < deadline_s:
            self._clock.wait(POLL_S, stop)

    def _await_still(self, step: SeeFace, stop: StopToken, guard: ActionGuard) -> None:
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

    def _await_focus(self, point: ScreenPoint, stop: StopToken, guard: ActionGuard) -> None:
        deadline_s = self._clock.now_s() + FOCUS_S
        while not guard.has_focus(point) and self._clock.now_s() < deadline_s:
            self._clock.wait(POLL_S, stop)

    def _await_word(self, stop: StopToken) -> None:
        """Refuse keys that would go to another field than the one that was pressed."""
        held = self._held
        if held is None:
            return
        self._confirm()  # the press is with the display before anybody asks what it did
        held.ask()
        deadline_s = self._clock.now_s() + WORD_S
        while held.may_type is None and self._clock.now_s() < deadline_s:
            self._clock.wait(WORD_POLL_S, stop)
        if held.may_type is False:
            raise Refused(KEPT_AWAY, NO_KEYBOARD)

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

    def _move(self, event: MoveEvent, stop: StopToken, meter: Meter, guard: ActionGuard) -> None:
        self._check_alive()
        guard.pointer_event(event.point)
        stop.check()
        meter.check_progress()
        self._send(event)

    def _press(
        self,
        events: Sequence[KeyEvent | ButtonEvent],
        stop: StopToken,
        meter: Meter,
        guard: ActionGuard,
    ) -> None:
        """Look at whom a press would reach, and send it, with the release of a tap, before that can change.

        A look takes several questions to the display, and a busy machine may take long from the last
        answer to the press. So the display is held still for the press; if it would reach somebody else
        by then than who was looked at, everything is looked at again.
        """
        press = events[0]
        for _ in range(LOOKS):
            self._make_ready(press, stop, guard)
            receiver = self._backend.receiver(press)
            if self._is_caught(press, guard):
                continue  # where that stays so, making ready refuses
            self._look_at(press, guard)
            sent = self._as_sent(events)  # what it depends on is a part of the receiver
            if receiver and receiver[0] != guard.saw():
                continue
            if self._is_in_place(press) and self._backend.hold_still(press, receiver):
                # A display that cannot be held still gets the press at once, as it was looked at.
                aimed = self._aim_of(press) if receiver else None
                self._send_held(sent, aimed, stop, meter, guard)
                if isinstance(press, ButtonEvent) and isinstance(sent[0], ButtonEvent):
                    self._pressed_as[press.number] = sent[0].number
                return
        raise Refused(
            "changed",
            worded("what would get this changes all the time; nothing more was sent. Try again"),
        )

    def _as_sent(
        self, events: Sequence[KeyEvent | ButtonEvent]
    ) -> Sequence[KeyEvent | ButtonEvent]:
        return tuple(
            replace(event, number=self._backend.button_code(event.number))
            if isinstance(event, ButtonEvent)
            else event
            for event in events
        )

    def _send_held(
        self,
        events: Sequence[KeyEvent | ButtonEvent],
        aimed: ScreenPoint | None,
        stop: StopToken,
        meter: Meter,
        guard: ActionGuard,
    ) -> None:
        try:
            if aimed is not None:  # the hand on the mouse is not held still
                self._send(MoveEvent(aimed))
            # Somebody else may have held the display until now.
            stop.check()
            meter.check_progress()
            for event in events:
                self._send(event)
        finally:
            self._backend.let_go()
        if isinstance(events[0], KeyEvent):
            guard.key_sent()
        else:
            self._approved = None
            guard.button_sent()

    def _make_ready(
        self, press: KeyEvent | ButtonEvent, stop: StopToken, guard: ActionGuard
    ) -> None:
        self._check_alive()
        self._await_free_modifiers(stop)
        self._await_free_mouse(press, stop, guard)
        aimed = self._aim_of(press)
        # A knock on the table within the grace may have moved the pointer.
        if aimed is not None and not self._is_in_place(press):
            self._send(MoveEvent(aimed))

    def _aim_of(self, press: KeyEvent | ButtonEvent) -> ScreenPoint | None:
        return self._approved if isinstance(press, ButtonEvent) else None

    def _is_in_place(self, press: KeyEvent | ButtonEvent) -> bool:
        aimed = self._aim_of(press)
        return aimed is None or self._backend.pointer() == aimed

    def _look_at(self, press: KeyEvent | ButtonEvent, guard: ActionGuard) -> None:
        """Look right before the press: pace and modifiers may have made it wait for seconds."""
        if isinstance(press, KeyEvent):
            guard.key_event()
            return
        guard.press(self._backend.pointer())
        if self._approved is not None:
            guard.look_again(self._approved)

    def _await_free_mouse(
        self, press: KeyEvent | ButtonEvent, stop: StopToken, guard: ActionGuard
    ) -> None:
        """Wait while a window manager looks at the click before this one, which it does not pass on at once."""
        deadline_s = self._clock.now_s() + FREE_WITHIN_S
        while self._is_caught(press, guard):
            if self._clock.now_s() > deadline_s:
                raise Refused("mouse_taken", MOUSE_TAKEN)
            self._clock.wait(POLL_S, stop)

    def _is_caught(self, press: KeyEvent | ButtonEvent, guard: ActionGuard) -> bool:
        """Tell whether another program would get the press; not while a button of ours is down.

        The program that got the press of that button has the mouse until it is let go.
        """
        if not isinstance(press, ButtonEvent) or self._holding.buttons:
            return False
        try:
            guard.mouse(self._aim_of(press) or self._backend.pointer())
        except Refused:
            return True
        return False

    def _await_free_modifiers(self, stop: StopToken) -> None:
        """Wait until the user holds no modifier: it would turn our keys into other ones."""
        deadline_s = self._clock.now_s() + USER_MODIFIER_S
        while foreign := self._foreign_modifiers():
            if self._clock.now_s() > deadline_s:
                names = ", ".join(sorted(foreign))
                raise Refused(
                    "held_modifier", worded("{0} is held down; let it go, then try again", names)
                )
            self._clock.wait(POLL_S, stop)

    def _foreign_modifiers(self) -> frozenset[str]:
        down = self._backend.held_modifiers()
        self._holding.confirm()
        return down - self._modifiers.among(self._holding.keys)

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
