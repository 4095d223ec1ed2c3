"""What a run is put together from, and the optional abilities that some parts have."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, Self, runtime_checkable

import numpy as np
import numpy.typing as npt

from automation.agent.journal import FLAGS, AgentState
from automation.core.actions import Action, Check, Launch
from automation.core.errors import Halt
from automation.core.events import Task
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, Observation, ScreenElement, WindowInfo
from automation.core.ports import (
    Confirmer,
    ElementReader,
    Executor,
    Policy,
    Progress,
    RunLog,
    Screen,
    Sleep,
    Verifier,
    Wakes,
)
from automation.core.proposal import Confirmation, Execution, Proposal, Risk
from automation.core.secrets import SecretEntry
from automation.core.timing import Clock, StopToken, SystemClock
from automation.safety.rules import Ruling

LAUNCH_WAIT_S: Final = 12.0
"""How long a started program has until its window must be there."""
LAUNCH_POLL_S: Final = 0.1
MOST_WAKINGS: Final = 3
"""How often one look waits for a tree: a page that reloads by itself is another one each time."""
BLINK_S: Final = 1.6
"""How long a text cursor is watched for; the slowest toolkits show and hide it within 1.2 s."""
BLINK_POLL_S: Final = 0.1
_CURSOR_WIDTH_PX: Final = 3
_CURSOR_HEIGHT_PX: Final = (8, 64)

Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """An observation and the milliseconds that it took."""

    observation: Observation
    ms: float


class Eyes:
    """Looks at the screen for the loop, and measures how long it took."""

    def __init__(
        self, screen: Screen, clock: Clock, stop: StopToken, waker: Wakes | None = None
    ) -> None:
        """Look at nothing yet.

        Args:
            waker: waits for the tree of a program that has to be woken; None for no such wait.
        """
        self._screen = screen
        self._clock = clock
        self._stop = stop
        self._waker = waker
        self._last: Observation | None = None

    def look(self, *, is_brief: bool = False) -> View:
        """Wait until the screen has settled and look; a short stillness is enough for a brief look."""
        started_s = self._clock.now_s()
        observation = self._screen.observe(self._stop, is_brief=is_brief)
        for _ in range(MOST_WAKINGS):
            if self._waker is None or not self._waker.awaken(observation, self._stop):
                break
            self._stop.check()
            observation = self._screen.observe(self._stop, is_brief=is_brief)
        self._last = observation
        return View(observation, self._ms_since(started_s))

    def asleep(self) -> Sleep | None:
        """Return why the controls of the window last looked at cannot be read; None where they can be."""
        if self._waker is None or self._last is None:
            return None
        return self._waker.asleep(self._last)

    def glance(self) -> View:
        """Look at once."""
        started_s = self._clock.now_s()
        return View(self._screen.observe_now(), self._ms_since(started_s))

    def sees_text_cursor(self, box: Rect) -> bool:
        """Watch a part of the screen for a while; tell whether a text cursor blinks in it.

        Only a toolkit that takes text shows one: an upright stroke that comes, goes and comes again
        while nothing else there changes.
        """
        until_s = self._clock.now_s() + BLINK_S
        seen: list[Pixels] = []
        while True:
            seen.append(self._screen.observe_now().frame.crop(box).pixels)
            if _blinks(seen):
                return True
            if self._clock.now_s() >= until_s:
                return False
            self._clock.wait(BLINK_POLL_S, self._stop)

    def look_after(
        self, action: Action | Check, before: Observation, *, is_brief: bool = False
    ) -> View:
        """Look after an action; a started program is given time to show its window."""
        if isinstance(action, Launch):
            self._await_window(before)
        return self.look(is_brief=is_brief)

    def _await_window(self, before: Observation) -> None:
        old = {w.window_id for w in before.windows}
        deadline_s = self._clock.now_s() + LAUNCH_WAIT_S
        while self._clock.now_s() < deadline_s:
            windows = self._screen.observe_now().windows
            if any(w.window_id not in old and not w.is_own and not w.is_popup for w in windows):
                return
            self._clock.wait(LAUNCH_POLL_S, self._stop)

    def _ms_since(self, started_s: float) -> float:
        return (self._clock.now_s() - started_s) * 1000


def _blinks(seen: Sequence[Pixels]) -> bool:
    """Tell whether pictures of one place differ by an upright stroke that came and went."""
    first, last = seen[0], seen[-1]
    if not first.size or any(one.shape != first.shape for one in seen):
        return False
    others = [one for one in seen if not np.array_equal(one, first)]
    if not others or not np.array_equal(first, last):
        return False
    if any(not np.array_equal(one, others[0]) for one in others):
        return False
    changed = (others[0] != first).any(axis=2)
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    height, width = rows[-1] - rows[0] + 1, columns[-1] - columns[0] + 1
    least, most = _CURSOR_HEIGHT_PX
    return bool(width <= _CURSOR_WIDTH_PX and least <= height <= most and len(rows) == height)


@dataclass(frozen=True, slots=True)
class Parts:
    """One object behind each port; all of them serve one run."""

    screen: Screen
    policy: Policy
    confirmer: Confirmer
    executor: Executor
    verifier: Verifier
    reader: ElementReader
    open_log: Callable[[Task], RunLog]
    """Called once, at the start, so that a full disk ends the run like any other fault."""
    clock: Clock = field(default_factory=SystemClock)
    find_secret: Callable[[str], SecretEntry | None] = lambda name: None
    """Says what is known of a secret without reading it; raises `SecretsError`."""
    spoken_secrets: Callable[[str], tuple[str, ...]] = lambda task: ()
    """Says what of a task its own words put into a password field."""
    true_cause: Callable[[Halt], Halt] = lambda halt: halt
    """Returns why a run was stopped: the first press of a stop key that is pressed twice looks like
    a takeover, and whoever hears the keys may wait for the second before it answers. So does a lock
    of the screen that came in between: then it is `locked`, perhaps with a detail."""
    windows: Callable[[], Sequence[WindowInfo]] = lambda: ()
    """Returns the windows as they are at this moment; nothing where nobody tells."""
    is_mouse_taken: Callable[[], bool] = lambda: False
    """Tells whether another program holds the mouse, as an open menu does."""
    danger_words: tuple[str, ...] = ()
    """Words of the user's own: a control that says one always asks."""
    named_apps: frozenset[str] = frozenset()
    """Programs that the user has named besides the words of the task, by the folded name that their
    windows have: those that a trusted macro is for."""


@runtime_checkable
class TellsCover(Protocol):
    """A reader that can ask a program what lies over one of its things."""

    def covering(
        self, observation: Observation, element: ScreenElement, point: ScreenPoint
    ) -> ScreenElement | None:
        """Return what lies over an element at a pixel; None where nothing does or nobody knows."""


@runtime_checkable
class TellsMore(Protocol):
    """A reader that can ask a program for all that it says of one of its things."""

    def described(self, element: ScreenElement) -> Sequence[str]:
        """Return what the tree says of an element besides its name; never what it holds."""


@runtime_checkable
class OffersPicture(Protocol):
    """A confirmer that can show what the user saw."""

    def overlay_picture(self) -> Frame | None:
        """Return the picture of the last card with its marks; None if there was none."""


@runtime_checkable
class ShowsReasons(Protocol):
    """A confirmer that shows why a step would be asked about while the user changes it."""

    def judge_with(self, judge: Callable[[Action], Risk]) -> None:
        """Ask this what an action would be judged as, while `confirm` waits, in its own thread."""


@runtime_checkable
class RevokesGrants(Protocol):
    """A confirmer that remembers "accept the rest of this task"."""

    def revoke_grants(self) -> None:
        """Ask for each step again from here on."""

    def ruling(self, proposal: Proposal, risk: Risk, observation: Observation) -> Ruling:
        """Return what the rules say, without asking anybody."""


@runtime_checkable
class StopsAtOnce(Protocol):
    """An executor whose action anybody may end, without waiting until its token is looked at."""

    def stop(self) -> None:
        """End what is being sent and let everything go; from any thread."""


@runtime_checkable
class HoldsKeys(Protocol):
    """An executor that keeps the keys of a text back after the press on its field, until it is answered."""

    def execute_held(
        self,
        nonce: str,
        confirmation: Confirmation,
        stop: StopToken,
        progress: Progress,
        pressed: Callable[[], None],
    ) -> Execution:
        """Do as `Executor.execute`; `pressed` is called when the press is out, and must not wait."""

    def answer(self, nonce: str, *, may_type: bool) -> None:
        """Say whether the keys may go out; from any thread. Unanswered they do, after a moment."""


POLL_S: Final = 0.05


class PauseGate:
    """Opened and closed by the user from any thread; the loop waits at it between its phases."""

    def __init__(self) -> None:
        self._open = threading.Event()
        self._open.set()
        self.why = ""
        """Why the run waits, in one sentence; empty when the user simply paused it."""

    @property
    def is_paused(self) -> bool:
        """Tell whether the run is to wait."""
        return not self._open.is_set()

    def pause(self, why: str = "") -> None:
        """Let the run wait before its next phase."""
        self.why = why
        self._open.clear()

    def resume(self) -> None:
        """Let the run go on."""
        self._open.set()

    def wait(self, stop: StopToken) -> None:
        """Return when the gate is open; raise `Stopped` as soon as a stop is asked for."""
        while not self._open.is_set():
            stop.wait(POLL_S)


class RunTime:
    """Stops a run when it has worked for so long; a question and a pause last as long as the user likes.

    Told of each state by the agent thread; the stop comes from a timer, in the middle of a word if need be.
    """

    def __init__(self, seconds: float, now_s: Callable[[], float], stop: StopToken) -> None:
        """Begin to count.

        Args:
            seconds: that the run may work.
            stop: set by the cause `timeout`.
        """
        self._left_s = seconds
        self._now_s = now_s
        self._stop = stop
        self._timer: threading.Timer | None = None
        self._since_s = 0.0
        self._go_on()

    @property
    def is_up(self) -> bool:
        """Tell whether the run has worked for longer than it may."""
        return self._timer is not None and self._now_s() - self._since_s > self._left_s

    def enters(self, state: AgentState) -> None:
        """Count in this state, or stand still."""
        is_waiting = state is AgentState.PAUSED or FLAGS[state].waits_for_user
        if is_waiting and self._timer is not None:
            self._left_s -= self._now_s() - self._since_s
            self.end()
        elif not is_waiting and self._timer is None:
            self._go_on()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Stop nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _go_on(self) -> None:
        self._since_s = self._now_s()
        seconds = min(max(0.0, self._left_s), threading.TIMEOUT_MAX)
        self._timer = threading.Timer(seconds, self._stop.stop, ("timeout",))
        self._timer.daemon = True
        self._timer.start()
