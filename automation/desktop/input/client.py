"""The executor as the app sees it: implements `core.ports.Executor` over the process."""

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from automation.core.actions import Action
from automation.core.errors import ExecutorGone, InputError, Refused
from automation.core.ports import Progress as OnProgress
from automation.core.proposal import Confirmation, Execution, Prepared
from automation.core.stopping import StopToken
from automation.desktop.input.asking import ask, perform
from automation.desktop.input.link import GONE, ExecutorLink
from automation.desktop.input.protocol import (
    DEFAULT_KILL_KEYS,
    PROTOCOL_VERSION,
    Approval,
    BackendName,
    BeginRun,
    Budgets,
    Conflict,
    EndRun,
    Event,
    Execute,
    Grab,
    Grabbed,
    Heartbeat,
    Hello,
    Ok,
    Prepare,
    PreparedReply,
    Ready,
    ReleaseAll,
    Reply,
    Request,
    Stop,
    StopCorner,
    Ungrab,
)

R = TypeVar("R", bound=Reply)


@dataclass(frozen=True, slots=True)
class ExecutorOptions:
    """What the user allows and where the executor runs."""

    state_folder: Path
    """Private folder for what is held; kept between runs."""
    own_pids: tuple[int, ...] = ()
    """Processes besides the calling one whose windows are never touched."""
    budgets: Budgets = field(default_factory=Budgets)
    kill_keys: tuple[str, ...] = DEFAULT_KILL_KEYS
    nonce_s: float = 60.0
    """How long a prepared action stays good."""
    backend: BackendName = "auto"
    stop_corner: StopCorner = "off"
    """Where the user pushes the pointer to end a run."""
    environ: Mapping[str, str] | None = None
    """The executor's whole environment, `DISPLAY` included; None takes ours."""


class ExecutorClient:
    """Starts the executor and speaks to it. One action at a time; `close` when done.

    `on_event` gets what the executor tells by itself (chord, takeover, kill key, lost kill key)
    and `on_gone` a sentence when the process ends unasked; both are called on the reader's thread.
    """

    def __init__(
        self,
        options: ExecutorOptions,
        *,
        on_event: Callable[[Event], None] = lambda event: None,
        on_gone: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self._options = options
        self._on_event = on_event
        self._on_gone = on_gone
        self._link: ExecutorLink | None = None

    @property
    def is_running(self) -> bool:
        """Tell whether the process is there."""
        return self._link is not None and self._link.is_alive

    def start(self) -> Ready:
        """Start the process, also after it went; does nothing but answer when it runs.

        Raises:
            ExecutorGone: it did not start; the message says why.
        """
        if self._link is not None and self._link.is_alive:
            return self._link.ready
        self.close()
        options = self._options
        hello = Hello(
            version=PROTOCOL_VERSION,
            own_pids=(os.getpid(), *options.own_pids),
            budgets=options.budgets,
            kill_keys=options.kill_keys,
            nonce_s=options.nonce_s,
            backend=options.backend,
            stop_corner=options.stop_corner,
        )
        environ = os.environ if options.environ is None else options.environ
        self._link = ExecutorLink(
            hello, options.state_folder, environ, self._on_event, self._on_gone
        )
        return self._link.ready

    def close(self) -> None:
        """End the process; it releases everything first."""
        link, self._link = self._link, None
        if link is not None:
            link.close()

    def begin_run(self, budgets: Budgets | None = None) -> None:
        """Say that the user started a task: budgets count from zero, a kill is forgotten.

        Args:
            budgets: the user's limits for this run; None takes those of the options.

        Raises:
            Refused: `no_kill_key`: the user could not stop it.
            ExecutorGone: the process ended.
        """
        chosen = budgets or self._options.budgets
        self._ask(lambda seq: BeginRun(seq, chosen), Ok)

    def end_run(self) -> None:
        """Say that the task is over: the stop corner is not watched any more."""
        if self.is_running:
            with suppress(ExecutorGone):
                self._open_link().send(EndRun())

    def prepare(self, action: Action) -> Prepared:
        """Look at the target and mint a single-use nonce for exactly this action.

        Raises:
            Refused: the action may not run at all; the message says why.
            ExecutorGone: the process ended.
        """
        try:
            return self._ask(lambda seq: Prepare(seq, action), PreparedReply).prepared
        except UnicodeEncodeError as error:
            message = "the text has half of a character pair (a lone surrogate); remove it"
            raise Refused("unsupported", message) from error

    def execute(
        self, nonce: str, confirmation: Confirmation, stop: StopToken, progress: OnProgress
    ) -> Execution:
        """Have the target checked again and the action sent.

        Raises:
            Refused: the target changed or the nonce is not valid; nothing was sent.
            ExecutorGone: the process ended; nothing is held down.
            Stopped: `stop` was set before the first event; set later, the action is cut short.
        """
        stop.check()
        approval = _approval(confirmation)
        link = self._open_link()
        return perform(link, lambda seq: Execute(seq, nonce, approval), stop, progress)

    def release_all(self) -> None:
        """Let every key and button go that the executor holds; nothing if it is not running.

        A process that does not answer, or cannot let go, is ended: its dead-man then does it.

        Raises:
            InputError: it was gone, or is now.
        """
        link = self._link
        if link is None or not link.is_alive:
            return
        try:
            self._ask(ReleaseAll, Ok)
        except InputError:
            link.kill()
            raise

    def stop(self) -> None:
        """End what is being sent, let everything go and forget every nonce; from any thread."""
        if self._link is not None and self._link.is_alive:
            self._link.send(Stop())

    def grab(self, chords: Mapping[str, str]) -> tuple[Conflict, ...]:
        """Listen to global chords, given by name; return those that cannot be had."""
        pairs = tuple(chords.items())
        return self._ask(lambda seq: Grab(seq, pairs), Grabbed).conflicts

    def ungrab(self, *names: str) -> None:
        """Give chords back; does nothing when the executor is not running."""
        if self.is_running:
            self._ask(lambda seq: Ungrab(seq, names), Ok)

    def ping(self) -> float:
        """Return the milliseconds of a round trip to the executor and back."""
        started_s = time.monotonic()
        self._ask(Heartbeat, Heartbeat)
        return (time.monotonic() - started_s) * 1000

    def _open_link(self) -> ExecutorLink:
        if self._link is None or not self._link.is_alive:
            raise ExecutorGone(GONE)
        return self._link

    def _ask(self, request: Callable[[int], Request], wanted: type[R]) -> R:
        return ask(self._open_link(), request, wanted)


def _approval(confirmation: Confirmation) -> Approval:
    if confirmation.verdict not in ("accepted", "edited"):
        message = f"the action was not accepted: its verdict is {confirmation.verdict}"
        raise Refused("unsupported", message)
    return Approval(
        verdict="edited" if confirmation.verdict == "edited" else "accepted",
        by=confirmation.by,
        decided_s=confirmation.decided_s,
        action=confirmation.action,
    )
