"""The executor as the app sees it: implements `core.ports.Executor` over the process.

Most requests are answered at once. An action is followed: its progress is handed on, a stop is passed
on to it, and a process that hangs is ended.
"""

import logging
import os
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from automation.core.actions import Action
from automation.core.errors import ExecutorGone, InputError, Refused, Stopped
from automation.core.ports import Progress as OnProgress
from automation.core.process import await_end
from automation.core.proposal import Confirmation, Execution, Prepared
from automation.core.text import again, worded
from automation.core.timing import StopToken
from automation.desktop.input.protocol import (
    DEFAULT_KILL_KEYS,
    PROTOCOL_VERSION,
    Approval,
    BackendName,
    BeginRun,
    Budgets,
    ChordPressed,
    Conflict,
    Disarmed,
    Done,
    EndRun,
    Event,
    Execute,
    Failed,
    Grab,
    Grabbed,
    Heartbeat,
    Hello,
    Killed,
    Ok,
    Prepare,
    PreparedReply,
    Pressed,
    Progress,
    Ready,
    RefusedReply,
    ReleaseAll,
    Reply,
    Report,
    Request,
    Stop,
    StopCorner,
    Takeover,
    Ungrab,
    Word,
    app_channel,
)

_ROOT: Final = Path(__file__).resolve().parents[3]
"""The folder that holds our top-level packages, in a checkout as in an installation."""
_START: Final = (
    "import gc, runpy, sys; gc.set_threshold(50_000); sys.path.insert(0, sys.argv.pop(1)); "
    "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
)
"""Garbage is looked for seldom: nearly all that a start makes stays, and looking took a tenth of the start."""


def argv_of(module: str, *arguments: str) -> list[str]:
    """Return the command line that runs a module of ours with the interpreter we run in.

    The working folder is not put on the module path (`-P`), so a file that happens to lie there is
    never imported, and no variable is set that programs started later would inherit.
    """
    return [sys.executable, "-P", "-c", _START, str(_ROOT), module, *arguments]


_LOG = logging.getLogger(__name__)

START_S: Final = 20.0
END_S: Final = 4.0

Inbox = queue.SimpleQueue[Report | None]
"""Where the reports for one request arrive; None when the process is gone."""

GONE: Final = (
    "the process that sends input ended; everything it held was released. "
    "Nothing more is sent until it is started again"
)


NO_START: Final = "the process that sends input did not start"


def _started(
    state_folder: Path, environ: Mapping[str, str]
) -> tuple["subprocess.Popen[bytes]", socket.socket]:
    """Start the process and return it with our end of the socket."""
    try:
        ours, theirs = socket.socketpair()
    except OSError as error:
        raise ExecutorGone(_refused(error)) from error
    with theirs:
        arguments = ("--fd", str(theirs.fileno()), "--state", str(state_folder))
        try:
            process = subprocess.Popen(
                argv_of("automation.desktop.input.executor", *arguments),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env=dict(environ),
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        except BaseException as error:
            ours.close()
            if isinstance(error, OSError):
                raise ExecutorGone(_refused(error)) from error
            raise
    return process, ours


def _refused(error: OSError) -> str:
    return (
        f"{NO_START}: the system says “{error.strerror or error}”; close a program, then try again"
    )


class ExecutorLink:
    """One life of the executor process: starts it, reads what it says, ends it."""

    def __init__(
        self,
        hello: Hello,
        state_folder: Path,
        environ: Mapping[str, str],
        on_event: Callable[[Event], None],
        on_gone: Callable[[str], None],
    ) -> None:
        if sys.platform in ("win32", "darwin"):
            # Nothing there hears the kill key or tells the windows, and without them nothing is sent.
            raise ExecutorGone(f"input can be sent on X11 only so far, this is {sys.platform}")
        self._on_event = on_event
        self._on_gone = on_gone
        self._seq = count(1)
        self._lock = threading.Lock()
        self._is_closing = False
        self._is_gone = False
        self._greeting: Inbox = queue.SimpleQueue()
        self._inboxes: dict[int, Inbox] = {0: self._greeting}
        self._process, ours = _started(state_folder, environ)
        self._channel = app_channel(ours)
        self._reader = threading.Thread(target=self._read, name="executor-reader", daemon=True)
        try:
            self._reader.start()
        except BaseException as error:  # it says so in a plain RuntimeError
            self._channel.close()
            self._process.wait()
            raise ExecutorGone(
                f"{NO_START}: {str(error) or type(error).__name__}; close a program, then try again"
            ) from error
        self.ready = self._greet(hello)

    @property
    def is_alive(self) -> bool:
        """Tell whether the process still talks to us."""
        return not self._is_gone

    def open_inbox(self) -> tuple[int, Inbox]:
        """Return a sequence number and the inbox for its reports."""
        inbox: Inbox = queue.SimpleQueue()
        with self._lock:
            seq = next(self._seq)
            self._inboxes[seq] = inbox
            if self._is_gone:
                inbox.put(None)
        return seq, inbox

    def close_inbox(self, seq: int) -> None:
        """Forget a request; a late report to it is dropped."""
        with self._lock:
            self._inboxes.pop(seq, None)

    def send(self, request: Request) -> None:
        """Send a request."""
        with self._lock:
            try:
                self._channel.send(request)
            except ExecutorGone as error:
                raise ExecutorGone(GONE) from error

    def kill(self) -> None:
        """End a process that hangs; its dead-man releases what it held."""
        self._process.kill()

    def close(self) -> None:
        """Let the process release everything and end; kill it if it does not."""
        self._is_closing = True
        self._channel.close()
        if not await_end(self._process, END_S):
            _LOG.warning("the executor did not end by itself and is killed")
            self._process.kill()
            self._process.wait()
        if threading.current_thread() is not self._reader:
            self._reader.join(END_S)

    def _greet(self, hello: Hello) -> Ready:
        try:
            self.send(hello)
            answer = self._greeting.get(timeout=START_S)
        except (queue.Empty, ExecutorGone):
            answer = None
        if isinstance(answer, Ready):
            return answer
        why = answer.message if isinstance(answer, Failed) else "it ended or hung at its start"
        self.close()
        raise ExecutorGone(f"{NO_START}: {why}")

    def _read(self) -> None:
        try:
            while (report := self._channel.receive()) is not None:
                self._deliver(report)
        except (ValueError, msgspec.DecodeError):
            # Our own end of the stream may cut a report in two, while the executor still lets go.
            if not self._is_closing:
                _LOG.exception("the executor does not follow the protocol; it is ended")
                self._process.kill()
        except BaseException:  # noqa: BLE001 - a listener failed: nobody would hear of the kill key any more
            _LOG.exception("what the executor says could not be taken; it is ended")
            self._process.kill()
        finally:
            self._lose()

    def _deliver(self, report: Report) -> None:
        match report:
            case ChordPressed() | Takeover() | Killed() | Disarmed():
                self._on_event(report)
            case Ready():
                self._greeting.put(report)
            case _:
                with self._lock:
                    inbox = self._inboxes.get(report.seq)
                if inbox is not None:
                    inbox.put(report)

    def _lose(self) -> None:
        with self._lock:
            self._is_gone = True
            inboxes = tuple(self._inboxes.values())
        for inbox in inboxes:
            inbox.put(None)
        if not self._is_closing:
            self._on_gone(GONE)


SILENT_TURNS: Final = 200
"""Turns without a word after which it is asked whether it lives."""
DEAD_TURNS: Final = 1000
"""Turns without an answer after which it is ended.

Turns and not seconds: a machine that slept, or an app that was stopped itself, took none.
"""


class LifeWatch:
    """Notices an executor that went silent in the middle of an action: stopped, swapped out, hung.

    A turn is one poll of the caller's, 10 ms.
    """

    def __init__(self, link: ExecutorLink) -> None:
        self._link = link
        self._turns = 0
        self._asked: tuple[int, Inbox] | None = None

    def heard(self) -> None:
        """Note that it spoke."""
        self.close()
        self._turns = 0

    def turn(self) -> None:
        """Note that it said nothing; ask it, and end it if it does not answer."""
        self._turns += 1
        if self._asked is None:
            if self._turns >= SILENT_TURNS:
                self._ask()
        elif self._has_answered(self._asked[1]):
            self.heard()
        elif self._turns >= DEAD_TURNS:
            self._link.kill()
            raise ExecutorGone(
                "the process that sends input did not answer in the middle of an action and was "
                "ended; everything it held was released. Look at what it did, then start again"
            )

    def close(self) -> None:
        """Forget a question that waits."""
        if self._asked is not None:
            self._link.close_inbox(self._asked[0])
            self._asked = None

    def _ask(self) -> None:
        self._turns = 0
        self._asked = self._link.open_inbox()
        self._link.send(Heartbeat(self._asked[0]))

    def _has_answered(self, inbox: Inbox) -> bool:
        try:
            inbox.get_nowait()
        except queue.Empty:
            return False
        return True


ANSWER_S: Final = 10.0
STOP_POLL_S: Final = 0.01
"""How often a running action looks at the stop token."""
STOPPED_S: Final = 3.0
"""How long a stopped action may take to end before its process counts as hung."""

R = TypeVar("R", bound=Reply)


def _follow(
    link: ExecutorLink,
    inbox: Inbox,
    stop: StopToken,
    progress: OnProgress,
    pressed: Callable[[], None],
) -> Execution:
    give_up_s: float | None = None
    with closing(LifeWatch(link)) as watch:
        while True:
            try:
                report = inbox.get(timeout=STOP_POLL_S)
            except queue.Empty:
                give_up_s = _pass_stop_on(link, stop, give_up_s)
                watch.turn()
                continue
            watch.heard()
            if isinstance(report, Progress):
                progress(report.done, report.total)
                give_up_s = _pass_stop_on(link, stop, give_up_s)
                continue
            if isinstance(report, Pressed):
                pressed()
                continue
            return _expect(report, Done).execution


def _pass_stop_on(link: ExecutorLink, stop: StopToken, give_up_s: float | None) -> float | None:
    if not stop.is_set:
        return None
    if give_up_s is None:
        link.send(Stop())
        return time.monotonic() + STOPPED_S
    if time.monotonic() > give_up_s:
        link.kill()
        raise ExecutorGone("the process that sends input hung after a stop and was ended")
    return give_up_s


def _end_action(link: ExecutorLink, inbox: Inbox) -> None:
    """Stop what is being sent and wait until it has ended; end the process if it does not."""
    deadline_s = time.monotonic() + STOPPED_S
    try:
        link.send(Stop())
        while isinstance(
            inbox.get(timeout=max(0.0, deadline_s - time.monotonic())), Progress | Pressed
        ):
            continue
    except ExecutorGone:
        return
    except queue.Empty:
        link.kill()


def _expect(report: Report | None, wanted: type[R]) -> R:
    if isinstance(report, wanted):
        return report
    if report is None:
        raise ExecutorGone(GONE)
    if isinstance(report, RefusedReply):
        raise Refused(report.reason, again(report.message, report.parts))
    if isinstance(report, Failed):
        raise InputError(report.message)
    raise ExecutorGone(
        f"the executor answered with {type(report).__name__}, expected {wanted.__name__}"
    )


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
        """Start the process, also after it went; does nothing but answer when it runs."""
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

    def begin_run(
        self,
        budgets: Budgets | None = None,
        guests: Collection[int] = (),
        nonce_s: float | None = None,
    ) -> None:
        """Say that the user started a task: budgets count from zero, a kill is forgotten.

        Args:
            budgets: the user's limits for this run; None takes those of the options.
            guests: processes whose windows are not touched in this run, besides our own.
            nonce_s: how long what is prepared in it stays good; None takes that of the options.

        Raises:
            Refused: `no_kill_key`: the user could not stop it.
            ExecutorGone: the process ended.
        """
        chosen = budgets or self._options.budgets
        self._ask(lambda seq: BeginRun(seq, chosen, tuple(guests), nonce_s), Ok)

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
            raise Refused(
                "unsupported",
                worded("the text has half of a character pair (a lone surrogate); remove it"),
            ) from error

    def execute_held(
        self,
        nonce: str,
        confirmation: Confirmation,
        stop: StopToken,
        progress: OnProgress,
        pressed: Callable[[], None],
    ) -> Execution:
        """Do as `execute` does, but keep the keys back after the press on a field, until `answer`.

        Args:
            pressed: called on this thread when the press is out; it must not wait.
        """
        return self.execute(nonce, confirmation, stop, progress, pressed)

    def answer(self, nonce: str, *, may_type: bool) -> None:
        """Say whether keys that wait may go out; from any thread."""
        if self._link is not None and self._link.is_alive:
            self._link.send(Word(nonce, may_type))

    def execute(
        self,
        nonce: str,
        confirmation: Confirmation,
        stop: StopToken,
        progress: OnProgress,
        pressed: Callable[[], None] | None = None,
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
        seq, inbox = link.open_inbox()
        try:
            link.send(Execute(seq, nonce, approval, pressed is not None))
            return _follow(link, inbox, stop, progress, pressed or (lambda: None))
        except Refused:
            stop.check()
            raise
        except (InputError, Stopped):
            raise
        except BaseException:  # a listener failed, memory ran out: nobody follows the action
            _end_action(link, inbox)
            raise
        finally:
            link.close_inbox(seq)

    def release_all(self) -> None:
        """Let every key and button go that the executor holds; nothing if it is not running.

        A process that does not answer, or cannot let go, is ended: its dead-man then does it.
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
        """Send a request, made with its number, and return its reply."""
        link = self._open_link()
        seq, inbox = link.open_inbox()
        try:
            link.send(request(seq))
            reply = inbox.get(timeout=ANSWER_S)
        except queue.Empty:
            raise ExecutorGone(
                f"the process that sends input did not answer within {ANSWER_S:g} seconds"
            ) from None
        finally:
            link.close_inbox(seq)
        return _expect(reply, wanted)


def _approval(confirmation: Confirmation) -> Approval:
    if confirmation.verdict not in ("accepted", "edited"):
        raise Refused(
            "unsupported",
            worded("the action was not accepted: its verdict is {0}", confirmation.verdict),
        )
    return Approval(
        verdict="edited" if confirmation.verdict == "edited" else "accepted",
        by=confirmation.by,
        decided_s=confirmation.decided_s,
        action=confirmation.action,
    )
