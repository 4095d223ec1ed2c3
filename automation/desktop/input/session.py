"""The executor's rules: prepare, approve, check again, send. Knows no socket and no process.

No event leaves without a nonce that was minted here for that very action, was not used, has not
expired and came back with an approval made since. What is carried out makes every other nonce
worthless: those looked at a screen that is gone. One thread prepares and executes; `stop`, `kill`
and `hear_user` may come from others at any time.
"""

import math
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Generic, Literal, TypeVar

from automation.core.actions import (
    Action,
    ButtonUp,
    Clipboard,
    Hotkey,
    Launch,
    Move,
    Window,
    Write,
    needs_focus,
)
from automation.core.errors import InputError, Refused, Stopped
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Execution, Prepared
from automation.core.text import worded
from automation.core.timing import Clock, StopToken, SystemClock
from automation.core.wording import SLIPPED
from automation.desktop.input.emitter import (
    STOP_SENTENCES,
    CutShort,
    Emitter,
    HeldKeys,
    Meter,
    Progress,
    RepeatCount,
    Report,
    Sent,
    as_error,
    cause_of,
)
from automation.desktop.input.grabs import FREE_WITHIN_S, POLL_S, TAKEN
from automation.desktop.input.kill_switch import InputEvent, TakeoverWatch
from automation.desktop.input.operations import Operations, is_operation
from automation.desktop.input.plan import Backend, Extent, extent_of, is_brief_press, steps_of
from automation.desktop.input.protocol import Approval, Budgets, TakeoverKind
from automation.desktop.input.secrets import (
    SystemKeyring,
    check_secret,
    filled,
    told_by_name,
    too_long,
    untypable,
)
from automation.desktop.input.targets import (
    ActionGuard,
    Display,
    Target,
    check_text,
    difference,
    look,
    text_of,
)

VERDICTS: Final = ("accepted", "edited")
DECIDED_FOR_S: Final = 30.0
"""How old a decision may be when its action begins: as long as a card is up by default."""


def check_approval(
    approval: Approval, action: Action, minted_s: float, now_s: float, shown_s: float | None = None
) -> None:
    """Refuse an approval that does not fit.

    Args:
        shown_s: monotonic second of the first look since something was sent. A correction is
            decided on that look, and looked at again before it is sent; None takes `minted_s`.

    Raises:
        Refused: `changed` when it is for something else, `expired` when it was not made since.
    """
    if approval.verdict not in VERDICTS or not approval.by.strip():
        raise Refused(
            "unsupported",
            worded(
                "this is no approval: its verdict is “{0}”, by “{1}”; expected one of {2} and who decided",
                approval.verdict,
                approval.by,
                ", ".join(VERDICTS),
            ),
        )
    is_edit = approval.verdict == "edited"
    if approval.action != action and (is_edit or approval.action is not None):
        raise Refused(
            "changed", worded("the approval is for another action than the one that was prepared")
        )
    since_s = shown_s if is_edit and shown_s is not None else minted_s
    if not (math.isfinite(approval.decided_s) and since_s <= approval.decided_s <= now_s):
        raise Refused(
            "expired",
            worded(
                "the approval was made {0:.3f} seconds ago, the look at the screen {1:.3f}; an approval must come after it. Look again",
                now_s - approval.decided_s,
                now_s - since_s,
            ),
        )
    if now_s - approval.decided_s > DECIDED_FOR_S:
        raise Refused(
            "expired",
            worded(
                "the approval was made {0:.0f} seconds ago and is good for {1:g}. Look again",
                now_s - approval.decided_s,
                DECIDED_FOR_S,
            ),
        )


AT_ONCE: Final = Extent(1, in_letters=False)
"""Of what is one request, and of a secret that nobody has approved yet."""


def measure(action: Action, backend: Backend) -> Extent:
    """Plan the action without sending it, with the text that is really typed: a missing key is told first."""
    if is_operation(action):
        return AT_ONCE
    try:
        return extent_of(steps_of(action, backend))
    except Refused:
        raise
    except InputError as error:
        raise Refused("unsupported", error.words) from error


def measure_secret(name: str, action: Action, backend: Backend, meter: Meter) -> Extent:
    """Return how much an action sends that holds the secret of this name in its text.

    Raises:
        Refused: it is too long, or cannot be typed; no word of it is said.
    """
    try:
        check_text(text_of(action))
        meter.check_text(text_of(action))
        return measure(action, backend)
    except Refused as error:
        sentence = too_long(name) if error.reason == "budget" else untypable(name)
        raise Refused(error.reason, sentence) from None
    except Exception:  # noqa: BLE001 - whatever it says must go no further
        raise Refused("unsupported", untypable(name)) from None


MAX_OPEN: Final = 256
"""Prepared actions kept at once; the oldest is forgotten first."""

Spent = Literal["used", "stopped", "changed"]
"""How a nonce ended: executed, stopped, or made stale by another action."""

_WHY: Final[dict[Spent, str]] = {
    "used": worded("it was used"),
    "stopped": worded("the run was stopped or began anew"),
    "changed": worded("another action was carried out since"),
}

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Entry(Generic[T]):
    value: T
    expires_s: float


class NonceBook(Generic[T]):
    """What was prepared under which nonce: good for one execution, for a short time."""

    def __init__(self, life_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.life_s = life_s
        """Of what is minted from here on."""
        self._clock = clock
        self._open: dict[str, _Entry[T]] = {}
        self._spent: dict[str, Spent] = {}

    def mint(self, value: T) -> tuple[str, float]:
        """Return a fresh nonce for the value and the monotonic second when it dies."""
        nonce = secrets.token_hex(16)
        expires_s = self._clock() + self.life_s
        self._open[nonce] = _Entry(value, expires_s)
        if len(self._open) > MAX_OPEN:
            self._open.pop(next(iter(self._open)))
        return nonce, expires_s

    def take(self, nonce: str) -> T:
        """Return what was prepared and use the nonce up.

        Raises:
            Refused: `used`, `stopped`, `changed`, `expired`, or `unknown_nonce`.
        """
        if nonce in self._spent:
            reason = self._spent[nonce]
            raise Refused(
                reason,
                worded(
                    "this approval is no longer good ({0}); prepare the action again", _WHY[reason]
                ),
            )
        entry = self._open.pop(nonce, None)
        if entry is None:
            raise Refused(
                "unknown_nonce",
                worded("no action is prepared under this nonce; prepare the action first"),
            )
        self._spend(nonce, "used")
        if self._clock() > entry.expires_s:
            raise Refused(
                "expired",
                worded(
                    "the approval came more than {0:g} seconds after the look at the screen; look again",
                    self.life_s,
                ),
            )
        return entry.value

    def revoke_all(self, why: Spent) -> None:
        """Forget every prepared action: the user stopped, or another one was carried out."""
        for nonce in self._open:
            self._spend(nonce, why)
        self._open.clear()

    def _spend(self, nonce: str, how: Spent) -> None:
        self._spent[nonce] = how
        if len(self._spent) > MAX_OPEN:
            self._spent.pop(next(iter(self._spent)))


SAME_WITHIN_S: Final = 0.15
"""How long a changed picture may take to become the approved one again (an animation, a fade)."""
SAME_POLL_S: Final = 0.02
_ESC: Final = frozenset({"esc", "escape"})


@dataclass(frozen=True, slots=True)
class SecondLook:
    """Makes sure that right before the first event everything is as it was when it was prepared.

    What only takes a moment is waited for: a chord that the user still holds, an animation at the target.
    """

    display: Display
    clock: Clock
    stop: StopToken

    def await_keyboard(self, action: Action) -> None:
        """Refuse keys while another program holds the keyboard; wait for a chord to be let go.

        Esc alone goes out where the mouse is held too, as by an open menu that is no window of its own:
        it gives nothing away, and closes what it meets.
        """
        if _closes_a_menu(action) and self.display.mouse.is_taken():
            return
        if isinstance(action, Write) or needs_focus(action):
            self._await(self._check_keyboard, FREE_WITHIN_S, POLL_S)

    def await_mouse(self, action: Action, target: Target) -> None:
        """Refuse a press while another program holds the mouse; wait for what ends by itself."""
        if target.spots and not isinstance(action, Move | ButtonUp):
            self._await(lambda: self._check_mouse(action, target), FREE_WITHIN_S, POLL_S)

    def await_same(self, action: Action, target: Target) -> None:
        """Wait until the target is as it was prepared."""
        self._await(lambda: self._check_same(action, target), SAME_WITHIN_S, SAME_POLL_S)

    def _await(self, check: Callable[[], None], within_s: float, poll_s: float) -> None:
        deadline_s = self.clock.now_s() + within_s
        while True:
            try:
                return check()
            except Refused:
                if self.clock.now_s() > deadline_s:
                    raise
            self.clock.wait(poll_s, self.stop)

    def _check_keyboard(self) -> None:
        if self.display.is_input_secure():
            raise Refused("secure_input", TAKEN)

    def _check_mouse(self, action: Action, target: Target) -> None:
        mouse = self.display.mouse
        if not mouse.is_taken():
            return
        for spot in target.spots:
            mouse.check_explained(spot.window, before_text=isinstance(action, Write))

    def _check_same(self, action: Action, target: Target) -> None:
        if sentence := difference(target, action, self.display):
            raise Refused("changed", worded("{0}; look again", sentence))


def _closes_a_menu(action: Action) -> bool:
    """Tell whether the action is Esc alone."""
    return isinstance(action, Hotkey) and {key.casefold() for key in action.keys} <= _ESC


@dataclass(frozen=True, slots=True)
class Hands:
    """The parts that a session works with; all owned by the session's thread."""

    backend: Backend
    emitter: Emitter
    display: Display
    operations: Operations
    secrets: SystemKeyring = field(default_factory=SystemKeyring)


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
    nonce: str = ""
    held: HeldKeys | None = None


class Session:
    """One app's dealings with the machine, from hello to the end of the stream."""

    def __init__(
        self,
        hands: Hands,
        check_armed: Callable[[], None],
        *,
        budgets: Budgets | None = None,
        nonce_s: float = 60.0,
        clock: Clock | None = None,
    ) -> None:
        """`check_armed` raises `Refused("no_kill_key")` if the kill key would not be heard."""
        self._hands = hands
        self._check_armed = check_armed
        self._clock = clock or SystemClock()
        self._lock = threading.Lock()
        self._meter = Meter(budgets or Budgets(), self._clock.now_s)
        self._nonce_s = nonce_s
        self._nonces: NonceBook[_Ready] = NonceBook(nonce_s, self._clock.now_s)
        self._current: _Current | None = None
        self._repeats = RepeatCount()
        self._is_killed = False
        self._killed_by = "kill_key"
        self._stops = 0
        self._shown_s: float | None = None
        """First look since something was sent: no decision on what is to come is older."""

    def begin_run(self, budgets: Budgets, nonce_s: float | None = None) -> None:
        """Count from zero: the user started a task.

        Args:
            nonce_s: how long what is prepared in it stays good; None takes the usual time.
        """
        with self._lock:
            self._nonces.life_s = nonce_s or self._nonce_s
            self._meter = Meter(budgets, self._clock.now_s)
            self._repeats = RepeatCount()
            self._forget_looks("stopped")
            self._is_killed = False

    def prepare(self, action: Action) -> Prepared:
        """Look at the target and mint a nonce for exactly this action."""
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
        hands = self._hands
        extent = AT_ONCE if secret else measure(filled(action, hands.secrets), hands.backend)
        self._repeats.check(action, display.look_of_all)
        with self._lock:
            if stops != self._stops:
                raise Refused("stopped", worded("you stopped it while the target was looked at"))
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

    def execute(
        self,
        nonce: str,
        approval: Approval,
        report: Report,
        ask: Callable[[], None] | None = None,
    ) -> Execution:
        """Check the target again and carry the prepared action out.

        Args:
            ask: called when a field was pressed; its keys then wait a moment for `answer`.

        Raises:
            Refused: nothing was sent.
            InputError: the display failed before the first event.
        """
        ready, current = self._take(nonce, approval, HeldKeys(ask) if ask else None)
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
            sent, note, cause = self._carry_out(ready, typed, current, Progress(extent, report))
        except CutShort as error:
            if error.sent.events == 0:
                raise as_error(error.why) from error
            why = as_error(error.why)
            return self._execution(error.sent, started_s, str(why), cause_of(why))
        except Stopped as error:
            raise as_error(error) from error
        finally:
            with self._lock:
                self._current = None
        return self._execution(sent, started_s, note, cause, completed=True)

    def release_all(self) -> None:
        """Let every key and button of ours go."""
        self._hands.emitter.release_all()

    def answer(self, nonce: str, *, may_type: bool) -> None:
        """Say whether keys that wait may go out; from any thread. Nothing where another action is sent."""
        with self._lock:
            current = self._current
        if current is not None and current.nonce == nonce and current.held is not None:
            current.held.answer(may_type=may_type)

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
        """Return how an event is the user taking over; None when nothing was being sent, or it does not count.

        From the listener's thread; `pointer` is asked only for movement during an action.
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
            raise Refused(
                "stopped", worded("{0}; start a new task to go on", STOP_SENTENCES[self._killed_by])
            )

    def _take(
        self, nonce: str, approval: Approval, held: HeldKeys | None
    ) -> tuple[_Ready, _Current]:
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
            watch = TakeoverWatch(self._clock.now_s(), pointer)
            current = _Current(StopToken(), watch, nonce, held)
            self._current = current
        return ready, current

    def _typed(self, ready: _Ready) -> tuple[Action, Extent]:
        """Return the action as it is carried out: a secret in the place of its reference."""
        hands = self._hands
        if not ready.secret:
            return filled(ready.action, hands.secrets), ready.extent
        # Whose it is may have been changed since it was looked up.
        check_secret(ready.action, ready.target.window, hands.secrets)
        action = filled(ready.action, hands.secrets)
        return action, measure_secret(ready.secret, action, hands.backend, self._meter)

    def _carry_out(
        self, ready: _Ready, typed: Action, current: _Current, progress: Progress
    ) -> tuple[Sent, str, str]:
        action, hands = ready.action, self._hands
        if is_operation(action) and isinstance(action, Window | Launch | Clipboard):
            current.stop.check()
            return Sent(events=1), hands.operations.run(action), ""
        guard = ActionGuard(hands.display, ready.target, types_text=isinstance(action, Write))
        window = ready.target.window
        is_brief = window is not None and is_brief_press(action, window.app)
        is_held = current.held is not None
        steps = steps_of(typed, hands.backend, is_brief=is_brief, is_held=is_held)
        if ready.secret:
            steps = told_by_name(ready.secret, steps)
        sent = hands.emitter.run(steps, current.stop, self._meter, guard, progress, current.held)
        sent.pressed = guard.pressed
        return sent, *((SLIPPED, "slipped") if guard.has_moved else ("", ""))

    def _execution(
        self, sent: Sent, started_s: float, note: str, cause: str, *, completed: bool = False
    ) -> Execution:
        return Execution(
            events_sent=sent.events,
            ms=(self._clock.now_s() - started_s) * 1000,
            completed=completed,
            note=note,
            cause=cause,
            text_sent_chars=sent.chars,
            pressed=sent.pressed,
            released_s=sent.released_s,
        )
