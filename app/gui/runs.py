"""Runs of the window: the agent thread, which runs the loop and waits, and what starts and stops it.

One run at a time. A start that comes before the executor is ready is queued; a run holds the desktop
from its start to its end. `deskhand do` may hand a task over (`app.hand_over`): whoever wrote the command
is asked and told as it would be without the window, and the window shows the run like any other.
What runs leave is kept within the user's limits, and wiped when the user says so.
"""

import contextlib
import json
import logging
import queue
import socket
import struct
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal, TextIO, cast

import msgspec
from msgspec import Meta
from PySide6.QtCore import QObject, Signal

from app.gui import tr, tr_said
from app.gui.background import Background, timer
from app.hand_over import BUSY_WITH_ANOTHER, OTHER_CODE, build, environ
from app.run_lock import TAKEN, RunHold
from app.settings import Settings, SettingsFile, limits_of
from app.task_text import checked_task
from automation.core.errors import AssistantError
from automation.core.events import ApproveMode, Ended, Keep, NamedStep, RunEvent, Started, Task
from automation.core.ports import Confirmer, Listener
from automation.core.proposal import EXIT_CODES, Effects, Outcome
from automation.core.timing import StopToken
from automation.desktop.input.stop_socket import Answer, peer_pid

if TYPE_CHECKING:
    from app.ask import AskedLines
    from app.desk import Desk
    from app.run_options import Brought
    from app.settings import Keeping
    from automation.desktop.capture import Veil
    from automation.records.store import Store


log = logging.getLogger(__name__)

JOIN_S = 5.0
SWEEP_MS: Final = 3_600_000
"""The history is swept once an hour; a sweep that finds nothing old takes a few milliseconds."""


def _nobody(happening: RunEvent) -> None:
    """Follow nothing."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asked for a run from another process, and is asked and told there."""

    human: Confirmer | None
    """Asked in the agent thread; None where nobody can be."""
    pids: frozenset[int]
    """That process and those of its terminal."""
    is_asked_here: bool = False
    """The user is asked by the cards of the window: whoever asked for the run decides about nothing."""


@dataclass(frozen=True, slots=True)
class Job:
    """A task, with what only some tasks bring."""

    task: Task
    brought: "Brought | None" = None
    """Who decides, with limits of its own; None takes the task's policy."""
    follow: Listener = _nobody
    """Told of everything in the agent thread, before the window is."""
    caller: Caller | None = None
    """Who asked for it from another process; None where somebody at the window did."""
    is_over: threading.Event = field(default_factory=threading.Event)
    """Set when the desk is free again."""


class AgentThread:
    """Starts runs and stops them. Owned by the UI thread; `stop` may come from anywhere."""

    def __init__(
        self, desk: "Desk", human: Confirmer, listener: Listener, veil: "Veil | None" = None
    ) -> None:
        """Prepare without starting anything.

        Args:
            human: asked in the agent thread.
            listener: called in the agent thread.
            veil: windows of ours that must not be on a picture.
        """
        self._desk = desk
        self._human = human
        self._listener = listener
        self._veil = veil
        self._thread: threading.Thread | None = None
        self._stop = StopToken()

    @property
    def is_running(self) -> bool:
        """Tell whether a run lives."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, what: Task | Job) -> bool:
        """Begin a run; False when one lives already."""
        if self.is_running:
            return False
        self._stop = StopToken()
        job = what if isinstance(what, Job) else Job(what)
        self._thread = threading.Thread(
            target=self._work, args=(job, self._stop), name="agent", daemon=True
        )
        self._thread.start()
        return True

    def stop(self, cause: str = "user") -> None:
        """Stop the run, in the middle of a word if need be; does nothing when none lives."""
        if not self.is_running:
            return
        self._stop.stop(cause)
        self._desk.executor.stop()

    def join(self) -> None:
        """Stop the run and wait for its end."""
        self.stop()
        if self._thread is not None:
            self._thread.join(JOIN_S)

    def wait(self) -> None:
        """Wait for the end of a run that is ending; not from the UI thread."""
        if self._thread is not None:
            self._thread.join()

    def _work(self, job: Job, stop: StopToken) -> None:
        has_begun = False

        def _listen(happening: RunEvent) -> None:
            nonlocal has_begun
            has_begun = has_begun or isinstance(happening, Started)
            job.follow(happening)
            self._listener(happening)

        def _broken_off(outcome: Outcome, message: str) -> None:
            effects = Effects.UNCERTAIN if has_begun else Effects.NONE
            _listen(Ended("", outcome, message, 0, effects=effects))

        caller = job.caller
        has_cards = caller is None or caller.is_asked_here
        try:
            self._desk.run(
                job.task,
                self._human if has_cards or caller is None else caller.human,
                _listen,
                stop,
                veil=self._veil,
                can_pause=has_cards,
                brought=job.brought,
                guests=frozenset() if caller is None else caller.pids,
            )
        except AssistantError as error:
            _broken_off(Outcome.ENVIRONMENT, error.words)
        except BaseException as error:  # the thread's top frame: say it, keep the window alive
            from automation.agent.outcomes import unforeseen  # noqa: PLC0415  # not needed for a start

            log.exception("the run ended by an internal error")
            finish = unforeseen(error)
            _broken_off(finish.outcome, finish.message)
        finally:
            job.is_over.set()


BUSY: Final = tr("A task is running. Stop it first.")


class RunStarter(QObject):
    """Owned by the application; UI thread, but for `stop`."""

    said = Signal(str, bool)
    """A sentence for the user, and whether it tells of a failure."""
    accepted = Signal()
    """A run begins; nothing of it is ready yet, and it can be stopped."""
    dropped = Signal()
    """The queued start was cancelled; from any thread."""

    def __init__(self, runtime: Path, make_room: Callable[[], None], parent: QObject) -> None:
        """Prepare without holding anything.

        Args:
            make_room: gets the window out of the way of a run that begins.
        """
        super().__init__(parent)
        self._hold = RunHold(runtime, self.stop)
        self._make_room = make_room
        self.agent: AgentThread | None = None
        self.others: Callable[[], str] = lambda: ""
        """Tells what else in this window has the desktop, in a sentence; empty while nothing has."""
        self._queued: Job | None = None
        """Given before the executor was ready."""
        self._problem = ""
        """Why there will be no executor; empty while that is not known."""

    @property
    def is_running(self) -> bool:
        """Tell whether a run lives, or a start is queued."""
        return self._queued is not None or (self.agent is not None and self.agent.is_running)

    @property
    def refusal(self) -> str:
        """Why no run can begin at this moment, in a sentence; empty when one can."""
        if self._problem:
            return self._problem
        return BUSY if self.is_running else self.others()

    def use(self, agent: AgentThread) -> None:
        """Run with this agent from here on, and begin what was queued before: the last of it."""
        self.agent = agent
        queued, self._queued = self._queued, None
        if queued is not None and not self._begin(agent, queued):
            self.dropped.emit()

    def set_unavailable(self, reason: str) -> None:
        """Record in a sentence why the executor is unavailable."""
        self._problem = reason
        if self._cancel_queued():
            self.said.emit(reason, True)

    def start(self, job: Job) -> bool:
        """Begin a run at once, or queue it until the executor is ready; say why not, and return False."""
        if self.agent is not None:
            return self._begin(self.agent, job)
        if self._problem:
            self.said.emit(self._problem, True)
            return False
        self._queued = job
        self.said.emit(tr("I am getting ready and begin in a moment."), False)
        return True

    def offer(self, job: Job) -> bool:
        """Begin a run at once or leave it; who did not ask for it here is told nothing."""
        return self.agent is not None and not self.refusal and self._begin(self.agent, job)

    def _begin(self, agent: AgentThread, job: Job) -> bool:
        business = BUSY if agent.is_running else self.others()
        if business:
            self.said.emit(business, True)
            return False
        try:
            self._hold.take()
        except AssistantError as error:
            self.said.emit(tr_said(error.words), True)
            return False
        self.accepted.emit()
        if job.caller is None:  # who did not look at the window is not to see it come and go
            self._make_room()
        agent.start(job)
        if self._hold.is_lost:  # before there was a run to stop
            self.stop(TAKEN)
        return True

    def stop(self, cause: str = "user") -> None:
        """Stop whatever runs; safe from any thread."""
        self._cancel_queued()
        if self.agent is not None:
            self.agent.stop(cause)

    def _cancel_queued(self) -> bool:
        """Cancel the queued start; return whether there was one."""
        queued, self._queued = self._queued, None
        if queued is not None:
            self.dropped.emit()
        return queued is not None

    def over(self) -> None:
        """Let the desktop go: the run has ended."""
        self._hold.give_back()

    def join(self) -> None:
        """Stop the run and wait for its end."""
        if self.agent is not None:
            self.agent.join()


BEGIN_S: Final = 0.5
"""How long the UI thread may take to begin a run; `app.hand_over` waits a little longer."""
SEND_S: Final = 3
"""How long the other end may leave what it is told unread, in seconds; then it counts as gone."""
RECEIVED_BYTES: Final = 65_536


class Errand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `deskhand do` hands over, within the bounds of its command line; the fields of `app.hand_over`."""

    do: str
    build: str
    environ: dict[str, str]
    asks: Literal["terminal", "lines", "nobody", "cards"]
    is_json: bool
    encoding: str
    is_multiplexed: bool
    task: str
    policy: Literal["auto", "commands"]
    approve: ApproveMode
    max_steps: Annotated[int, Meta(ge=1, le=10_000)] | None
    timeout_s: Annotated[float, Meta(gt=0, le=86_400)] | None
    pick: Annotated[int, Meta(ge=1, le=1000)] | None
    keep: Keep | None
    asked_by: Annotated[str, Meta(max_length=200)] = ""
    claim: Annotated[str, Meta(max_length=2000)] = ""
    step: NamedStep | None = None


class Errands:
    """Takes the tasks that the command line hands over; on threads of the socket."""

    def __init__(
        self,
        runs: RunStarter,
        file: SettingsFile,
        current: Callable[[], Settings],
        background: Background,
    ) -> None:
        """Take the parts.

        Args:
            file: what a process of the command line would read.
            current: returns the settings in force in this window.
            background: reaches the UI thread.
        """
        self._runs = runs
        self._file = file
        self._current = current
        self._background = background
        self._build = build()

    def take(self, fields: Answer, connection: socket.socket) -> None:
        """Run the task of a request and tell all of it, or decline."""
        connection.settimeout(None)
        limit = struct.pack("ll", SEND_S, 0)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
        try:
            errand = msgspec.convert(fields, Errand)
        except msgspec.ValidationError:
            _Line(connection).send(declined="another version")
            return
        if declined := self._refusal(errand):
            _Line(connection).send(declined=declined)
            return
        told = _Told(errand, connection, self._runs)
        if self._begin(told.job(_task(errand, self._current())), told.line):
            told.line.send(taken=True)
            told.hear()
            self._close(told)
        else:
            told.line.send(declined=BUSY_WITH_ANOTHER)

    def _refusal(self, errand: Errand) -> str:
        """Return why a run here would not be what it is in the caller's process; empty where it is."""
        if errand.build != self._build:
            return OTHER_CODE
        if errand.asks == "cards":  # who asks runs nothing of it anywhere else
            return ""
        if errand.environ != environ():
            return "other environment"
        settings, problem = self._file.load()
        if problem or settings != self._current():
            return "other settings"
        # Whether sleeping programs are woken is asked on a terminal, before the run, and kept.
        is_asked = errand.asks == "terminal" and errand.approve == "ask"
        return "a question first" if is_asked and settings.wake_programs == "unsaid" else ""

    def _begin(self, job: Job, line: "_Line") -> bool:
        """Begin it in the UI thread, if that is free, and who asked is still there."""
        begun = Future[bool]()

        def begin() -> None:
            if begun.set_running_or_notify_cancel():
                begun.set_result(line.is_heard and self._runs.offer(job))

        self._background.run_on_main(begin)
        try:
            return begun.result(BEGIN_S)
        except TimeoutError:
            return not begun.cancel() and begun.result()

    def _close(self, told: "_Told") -> None:
        """Tell the exit status when another run could begin: the desk is free, the desktop given back."""
        told.is_over.wait()
        is_free = threading.Event()
        self._background.run_on_main(is_free.set)  # after all that the end of the run has brought
        is_free.wait(BEGIN_S)
        told.close()


def _task(errand: Errand, settings: Settings) -> Task:
    from app.run_options import keep_under  # noqa: PLC0415  # not needed for a start

    return Task(
        text=checked_task(errand.task),
        policy=errand.policy,
        approve=errand.approve,
        max_steps=errand.max_steps or settings.budgets.steps,
        timeout_s=errand.timeout_s or settings.budgets.wall_s,
        pick=errand.pick,
        keep=keep_under(settings, errand.keep),
        asked_by=errand.asked_by,
        claim=errand.claim,
        step=errand.step,
    )


class _Line:
    """The connection, as what is written to: one frame a call, from any thread."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self._lock = threading.Lock()

    def send(self, **frame: object) -> None:
        """Send a frame; that the other end is gone is heard by whoever reads."""
        try:
            with self._lock:
                self.connection.sendall(json.dumps(frame).encode() + b"\n")
        except OSError:
            self.hang_up()

    def hang_up(self) -> None:
        """Have whoever reads come to the end."""
        with contextlib.suppress(OSError):  # the other end was first
            self.connection.shutdown(socket.SHUT_RD)

    @property
    def is_heard(self) -> bool:
        """Tell whether the other end is still there."""
        try:
            return self.connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False


class _Stream:
    """A standard stream of the other end: what is written there, or lines that are read there."""

    def __init__(self, line: _Line, encoding: str, *, is_terminal: bool) -> None:
        self._line = line
        self._is_terminal = is_terminal
        self.encoding = encoding
        self.answers: queue.SimpleQueue[str] = queue.SimpleQueue()

    def write(self, text: str) -> int:
        """Write to standard output."""
        self._line.send(out=text)
        return len(text)

    def flush(self) -> None:
        """Have nothing to do: all is sent at once."""

    def isatty(self) -> bool:
        """Tell whether somebody types there."""
        return self._is_terminal

    def readline(self, _most: int = -1) -> str:
        """Return the next line of standard input; empty at its end."""
        self._line.send(ask=True)
        return self.answers.get()


class _Told:
    """One run whose lines and questions are at the other end of a connection."""

    def __init__(self, errand: Errand, connection: socket.socket, runs: RunStarter) -> None:
        from app.ask import JsonConfirmer, TerminalConfirmer  # noqa: PLC0415  # not for a start
        from app.executor_host import host_pids, own_pids  # noqa: PLC0415
        from app.run_lines import LineWriter, PlainWriter  # noqa: PLC0415

        self.line = _Line(connection)
        self.is_over = threading.Event()
        self._runs = runs
        self._lock = threading.Lock()
        self._has_ended = False
        self._has_begun = False
        self._code = EXIT_CODES[Outcome.ERROR]
        is_terminal = errand.asks == "terminal"
        self._stream = _Stream(self.line, errand.encoding, is_terminal=is_terminal)
        out = cast("TextIO", self._stream)
        is_by_cards = errand.asks == "cards"
        is_nobody = is_by_cards or errand.asks == "nobody"
        self._lines = None if is_nobody else _lines_of(self._stream, self.line)
        self._json = LineWriter(out) if errand.is_json else None
        self._listeners: list[Listener] = [self._json or PlainWriter(out, can_answer=is_terminal)]
        human: Confirmer | None = None
        if self._lines is not None and is_terminal:
            human = TerminalConfirmer(self._lines, out)
        elif self._lines is not None:
            human = by_lines = JsonConfirmer(self._lines, self._complain)
            self._listeners.insert(0, by_lines.saw)
        where = {"TMUX": ""} if errand.is_multiplexed else {}
        pids = own_pids(peer_pid(connection), where)
        if errand.asked_by:
            pids |= host_pids(peer_pid(connection))
        self._caller = Caller(human, pids, is_by_cards)

    def job(self, task: Task) -> Job:
        """Return the job of this task."""
        return Job(task, follow=self._follow, caller=self._caller, is_over=self.is_over)

    def hear(self) -> None:
        """Read what the other end says until the run is over; a run that nobody follows is stopped."""
        received = b""
        while part := self._received():
            *lines, received = (received + part).split(b"\n")
            for line in lines:
                self._take(line)
        self._stop()
        self._stream.answers.put("")

    def close(self) -> None:
        """Tell the exit status."""
        if self._lines is not None:
            self._lines.close()
        if self._has_begun:
            self.line.send(code=self._code)
        else:
            self.line.send(declined="it did not begin")

    def _received(self) -> bytes:
        try:
            return self.line.connection.recv(RECEIVED_BYTES)
        except OSError:
            return b""

    def _take(self, line: bytes) -> None:
        try:
            frame = json.loads(line)
        except (ValueError, RecursionError):
            frame = None
        match frame:
            case {"line": str(text)}:
                self._stream.answers.put(text)
            case {"stop": _}:
                self._stop()
            case _:
                log.warning("what came from the command line was no frame")

    def _stop(self) -> None:
        """Stop this run, and never one after it."""
        with self._lock:
            if not self._has_ended and self._runs.agent is not None:
                self._runs.agent.stop("signal")

    def _follow(self, happening: RunEvent) -> None:
        """Tell the other end; in the agent thread."""
        if isinstance(happening, Ended):
            with self._lock:
                self._has_ended = True
            self._code = EXIT_CODES[happening.outcome]
        if not isinstance(happening, Ended) or happening.run:
            self._has_begun = True
            for listener in self._listeners:
                listener(happening)
        elif self._has_begun:  # it broke off
            if self._json is not None:
                self._json(happening)
            self._complain(happening.message)
        if self._has_ended:
            self.line.hang_up()

    def _complain(self, sentence: object) -> None:
        self.line.send(err=f"deskhand: {sentence}\n")


def _lines_of(stream: _Stream, line: _Line) -> "AskedLines":
    """Return who reads the lines of the other end, one for each that is asked for."""
    from app.ask import AskedLines  # noqa: PLC0415  # not needed for a start

    class Afar(AskedLines):
        def _forget(self) -> None:
            line.send(forget=True)

    return Afar(cast("TextIO", stream))


class HistoryControl(QObject):
    """Owned by the application. UI thread; the store is worked on by a thread of its own."""

    said = Signal(str, bool)
    """A sentence for the user, and whether it tells of a failure."""
    changed = Signal()
    """Runs may be gone: what lists them is to list them again."""

    def __init__(self, keeping: "Keeping", data: Path, parent: QObject | None = None) -> None:
        """Prepare; nothing is read.

        Args:
            data: folder of the user's data, where plays of macros leave theirs.
        """
        super().__init__(parent)
        self._keeping = keeping
        self._data = data
        self._store: Store | None = None
        self._background = Background(self, "history")
        self._turn = threading.Lock()
        """A wipe waits for a sweep that goes on."""
        self._is_wiping = False
        self._timer = timer(self, SWEEP_MS, self.sweep, repeats=True)

    def use(self, store: "Store") -> None:
        """Work on this store from here on; sweep it at once, then every hour."""
        from app.run_start import cut_off_runs  # noqa: PLC0415  # not needed for a start

        self._store = store
        if store.notice:
            self.said.emit(store.notice, True)
        if cut_off := cut_off_runs(store):
            self.said.emit(cut_off, True)
        self._timer.start()
        self.sweep()

    def set_keeping(self, keeping: "Keeping") -> None:
        """Use other limits, from the next sweep on."""
        self._keeping = keeping

    def sweep(self) -> None:
        """Delete what is too old or too much; the store leaves it while a run lives."""
        store = self._store
        if store is not None and not self._background.is_busy:
            self._background.run(lambda: self._swept(store), self._on_swept, _warn_not_swept)

    def wipe_all(self) -> None:
        """Wipe everything after what is going on, and say how it went; once if it is asked for twice."""
        if self._store is None:
            self.said.emit(tr("The history is not ready yet. Try again."), True)
        elif not self._is_wiping:
            self._is_wiping, store = True, self._store
            self._background.run(lambda: self._wiped(store), self._on_wiped, self._on_not_wiped)

    def close(self) -> None:
        """Wait for what is going on; before the store closes."""
        self._timer.stop()
        self._background.join()

    def _swept(self, store: "Store") -> int:
        """Return how many runs went, with what plays of macros left of runs that are gone."""
        from app.macros.library import forget_gone  # noqa: PLC0415  # not needed for a start

        with self._turn:
            swept = store.sweep(limits_of(self._keeping))
            forget_gone(self._data, store, is_wish=False)
        return swept.runs

    def _on_swept(self, runs: int) -> None:
        if runs:
            self.changed.emit()

    def _wiped(self, store: "Store") -> str:
        from app.macros.library import wipe_all_of, wipe_text  # noqa: PLC0415  # not needed for a start
        from automation.records.removal import Wish  # noqa: PLC0415  # the same

        with self._turn:
            return wipe_text(*wipe_all_of(store, self._data, Wish(is_all=True)))

    def _on_wiped(self, said: str) -> None:
        self._is_wiping = False
        self.changed.emit()
        self.said.emit(said, False)

    def _on_not_wiped(self, problem: str) -> None:
        self._is_wiping = False
        self.changed.emit()
        self.said.emit(tr("Not wiped: {0}.").format(problem.rstrip(".")), True)


def _warn_not_swept(_problem: str) -> None:
    log.warning("the history was not swept")
