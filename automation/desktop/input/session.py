"""The executor's rules: prepare, approve, check again, send. Knows no socket and no process.

No event leaves without a nonce that was minted here for that very action, was not used, has not
expired and came back with an approval made since. What is carried out makes every other nonce
worthless: those looked at a screen that is gone. One thread prepares and executes; `stop`, `kill`
and `hear_user` may come from others at any time.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from automation.core.actions import Action, Clipboard, Launch, Window, Write
from automation.core.clock import Clock, SystemClock
from automation.core.errors import Refused, Stopped
from automation.core.geometry import ScreenPoint
from automation.core.landings import SLIPPED
from automation.core.proposal import Execution, Prepared
from automation.core.stopping import StopToken
from automation.desktop.input.approved import check_approval
from automation.desktop.input.backend import Backend
from automation.desktop.input.budgets import Meter, RepeatCount
from automation.desktop.input.cut_short import STOP_SENTENCES, CutShort, Sent, as_error, note_of
from automation.desktop.input.display import Display
from automation.desktop.input.emitter import Emitter, Progress, Report
from automation.desktop.input.guard import ActionGuard
from automation.desktop.input.killswitch import TakeoverWatch
from automation.desktop.input.measure import AT_ONCE, measure, measure_secret
from automation.desktop.input.nonces import NonceBook, Spent
from automation.desktop.input.operations import Operations, is_operation
from automation.desktop.input.ours import InputEvent
from automation.desktop.input.plan import Extent, is_brief_press, steps_of
from automation.desktop.input.protocol import Approval, Budgets, TakeoverKind
from automation.desktop.input.second_look import SecondLook
from automation.desktop.input.secrets import (
    SecretSource,
    SystemKeyring,
    check_secret,
    filled,
    told_by_name,
)
from automation.desktop.input.targets import Target, check_text, look, text_of


class ArmedCheck(Protocol):
    """Proves that the kill key is heard."""

    def __call__(self) -> None:
        """Raise `Refused("no_kill_key")` if the kill key would not be heard."""
        ...


@dataclass(frozen=True, slots=True)
class Hands:
    """The parts that a session works with; all owned by the session's thread."""

    backend: Backend
    emitter: Emitter
    display: Display
    operations: Operations
    secrets: SecretSource = field(default_factory=SystemKeyring)


@dataclass(frozen=True, slots=True, eq=False)
class _Ready:
    action: Action
    target: Target
    extent: Extent
    minted_s: float
    secret: str = ""
    """Name of the secret that is typed; empty for none."""


@dataclass(slots=True, eq=False)
class _Current:
    stop: StopToken
    watch: TakeoverWatch


class Session:
    """One app's dealings with the machine, from hello to the end of the stream."""

    def __init__(
        self,
        hands: Hands,
        check_armed: ArmedCheck,
        *,
        budgets: Budgets | None = None,
        nonce_s: float = 60.0,
        clock: Clock | None = None,
    ) -> None:
        self._hands = hands
        self._check_armed = check_armed
        self._clock = clock or SystemClock()
        self._lock = threading.Lock()
        self._meter = Meter(budgets or Budgets(), self._clock.now_s)
        self._nonces: NonceBook[_Ready] = NonceBook(nonce_s, self._clock.now_s)
        self._current: _Current | None = None
        self._repeats = RepeatCount()
        self._is_killed = False
        self._killed_by = "kill_key"
        self._stops = 0
        self._shown_s: float | None = None
        """First look since something was sent: no decision on what is to come is older."""

    def begin_run(self, budgets: Budgets) -> None:
        """Count from zero: the user started a task."""
        with self._lock:
            self._meter = Meter(budgets, self._clock.now_s)
            self._repeats = RepeatCount()
            self._forget_looks("stopped")
            self._is_killed = False

    def prepare(self, action: Action) -> Prepared:
        """Look at the target and mint a nonce for exactly this action.

        Raises:
            Refused: the action may not run at all.
        """
        self._check_alive()
        stops = self._stops
        self._meter.check_open()
        text = text_of(action)
        check_text(text)
        self._meter.check_text(text)
        self._hands.operations.check(action)
        display = self._hands.display
        target = look(action, display)
        display.mouse.see()
        secret = check_secret(action, target.window, self._hands.secrets)
        # What a secret holds is not read before it is approved.
        extent = AT_ONCE if secret else self._measure(action)
        self._repeats.check(action, display.look_of_all)
        with self._lock:
            if stops != self._stops:
                message = "you stopped it while the target was looked at"
                raise Refused("stopped", message)
            ready = _Ready(action, target, extent, self._clock.now_s(), secret)
            nonce, expires_s = self._nonces.mint(ready)
            self._shown_s = ready.minted_s if self._shown_s is None else self._shown_s
            self._meter.shown()
        window = target.window
        return Prepared(
            nonce=nonce,
            patch_sha=target.patch_sha,
            window_id=window.window_id if window else 0,
            window_title=window.title if window else "",
            app=window.app if window else "",
            geometry=target.geometry,
            expires_s=expires_s,
        )

    def execute(self, nonce: str, approval: Approval, report: Report) -> Execution:
        """Check the target again and carry the prepared action out.

        Raises:
            Refused: nothing was sent.
            InputError: the display failed before the first event.
        """
        ready, current = self._take(nonce, approval)
        started_s = self._clock.now_s()
        try:
            self._check_armed()
            second_look = SecondLook(self._hands.display, self._clock, current.stop)
            second_look.await_keyboard(ready.action)
            # While a button of ours is down, the program that got its press has the mouse.
            if not self._hands.emitter.holds_button:
                second_look.await_mouse(ready.action, ready.target)
            typed, extent = self._typed(ready)
            second_look.await_same(ready.action, ready.target)
            sent, note = self._carry_out(ready, typed, current, Progress(extent, report))
        except CutShort as error:
            if error.sent.events == 0:
                raise as_error(error.why) from error
            return self._execution(error.sent, started_s, note_of(error.why))
        except Stopped as error:
            raise as_error(error) from error
        finally:
            with self._lock:
                self._current = None
        return self._execution(sent, started_s, note, completed=True)

    def release_all(self) -> None:
        """Let every key and button of ours go."""
        self._hands.emitter.release_all()

    def stop(self, cause: str = "user") -> None:
        """End what is being sent and forget every nonce; from any thread."""
        with self._lock:
            self._stop(cause)

    def kill(self, cause: str = "kill_key") -> None:
        """Stop, and refuse everything until the next run begins; `cause` is one of the sentences."""
        with self._lock:
            self._is_killed, self._killed_by = True, cause
            self._stop(cause)

    def _stop(self, cause: str) -> None:
        self._stops += 1
        self._forget_looks("stopped")
        if self._current is not None:
            self._current.stop.stop(cause)

    def _forget_looks(self, why: Spent) -> None:
        self._nonces.revoke_all(why)
        self._shown_s = None

    @property
    def is_busy(self) -> bool:
        """Tell whether an action is being sent; from any thread."""
        return self._current is not None

    def hear_user(
        self, event: InputEvent, pointer: Callable[[], ScreenPoint]
    ) -> TakeoverKind | None:
        """Judge an event of the user's; from the listener's thread.

        Args:
            event: what was heard.
            pointer: tells where the pointer is; asked only for movement during an action.

        Returns:
            How the user took over; None when nothing was being sent, or it does not count.
        """
        with self._lock:
            current = self._current
        if current is None or current.stop.is_set:
            return None
        at = pointer() if event.kind == "pointer" else None
        verdict = current.watch.judge(event, self._clock.now_s(), at)
        if verdict is not None:
            current.stop.stop("takeover")
        return verdict

    def hear_ours(self, event: InputEvent) -> None:
        """Note where we put the pointer; from the listener's thread."""
        with self._lock:
            current = self._current
        if current is not None and event.point is not None:
            current.watch.we_moved(event.point)

    def _check_alive(self) -> None:
        if self._is_killed:
            message = f"{STOP_SENTENCES[self._killed_by]}; start a new task to go on"
            raise Refused("stopped", message)

    def _measure(self, action: Action) -> Extent:
        return measure(filled(action, self._hands.secrets), self._hands.backend)

    def _take(self, nonce: str, approval: Approval) -> tuple[_Ready, _Current]:
        pointer = self._hands.backend.pointer()
        with self._lock:
            ready = self._nonces.take(nonce)
            self._check_alive()
            now_s = self._clock.now_s()
            check_approval(approval, ready.action, ready.minted_s, now_s, self._shown_s)
            self._meter.check_open()
            self._meter.count_step()
            self._repeats.count(ready.action)
            self._forget_looks("changed")
            current = _Current(StopToken(), TakeoverWatch(self._clock.now_s(), pointer))
            self._current = current
        return ready, current

    def _typed(self, ready: _Ready) -> tuple[Action, Extent]:
        """Return the action as it is carried out: a secret in the place of its reference.

        Raises:
            Refused: the secret is gone, too long, or cannot be typed; no word of it is said.
        """
        hands = self._hands
        if not ready.secret:
            return filled(ready.action, hands.secrets), ready.extent
        # Whose it is may have been changed since it was looked up.
        check_secret(ready.action, ready.target.window, hands.secrets)
        action = filled(ready.action, hands.secrets)
        return action, measure_secret(ready.secret, action, hands.backend, self._meter)

    def _carry_out(
        self, ready: _Ready, typed: Action, current: _Current, progress: Progress
    ) -> tuple[Sent, str]:
        action, hands = ready.action, self._hands
        if is_operation(action) and isinstance(action, Window | Launch | Clipboard):
            current.stop.check()
            return Sent(events=1), hands.operations.run(action)
        guard = ActionGuard(hands.display, ready.target, types_text=isinstance(action, Write))
        window = ready.target.window
        is_brief = window is not None and is_brief_press(action, window.app)
        steps = steps_of(typed, hands.backend, is_brief=is_brief)
        if ready.secret:
            steps = told_by_name(ready.secret, steps)
        sent = hands.emitter.run(steps, current.stop, self._meter, guard, progress)
        sent.pressed = guard.pressed
        return sent, SLIPPED if guard.has_moved else ""

    def _execution(
        self, sent: Sent, started_s: float, note: str, *, completed: bool = False
    ) -> Execution:
        return Execution(
            events_sent=sent.events,
            ms=(self._clock.now_s() - started_s) * 1000,
            completed=completed,
            note=note,
            text_sent_chars=sent.chars,
            pressed=sent.pressed,
            released_s=sent.released_s,
        )
