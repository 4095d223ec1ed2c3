"""Starts and owns the executor process: whichever it is at the moment, its keys, and what it hears.

Windows of this process count as ours, and so do those of the terminal that it was started from: the
assistant must not type into the terminal that shows its own questions, so the emulator is never looked
at and never touched.
"""

import contextlib
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from app.run_options import ON_A_LINE_S, budgets, heard_at_start, prepared_s
from app.settings import Folders, Settings
from automation.agent.parts import PauseGate
from automation.core.errors import AssistantError, ExecutorGone, Halt, InputError
from automation.core.timing import StopToken
from automation.desktop.input.client import ExecutorClient, ExecutorOptions
from automation.desktop.input.kill_switch import DOUBLE_TAP_S
from automation.desktop.input.ledger import left_behind
from automation.desktop.input.protocol import (
    Budgets,
    ChordPressed,
    Disarmed,
    Event,
    Killed,
    Takeover,
)

_PROC: Final = Path("/proc")
_CLIENTS: Final = frozenset({"tmux: client", "screen"})
"""Names that tmux and GNU screen give the process that shows a session in an emulator."""


def _stat_fields(pid: int, proc: Path = _PROC) -> tuple[str, int, int] | None:
    """Return (name, parent, controlling terminal number) of a process; None when it is gone."""
    try:
        text = (proc / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    head, _, tail = text.rpartition(")")
    fields = tail.split()
    return head.partition("(")[2], int(fields[1]), int(fields[4])


def terminal_pids(pid: int, proc: Path = _PROC) -> frozenset[int]:
    """Return the shells above a process and the emulator that shows their terminal.

    Walks up while the ancestors share its controlling terminal; the first one that does not is
    the emulator. Empty when the process has no controlling terminal.
    """
    first = _stat_fields(pid, proc)
    if first is None or first[2] == 0:
        return frozenset()
    _, parent, terminal = first
    found = set()
    while parent > 1:
        found.add(parent)
        fields = _stat_fields(parent, proc)
        if fields is None or fields[2] != terminal:
            break
        parent = fields[1]
    return frozenset(found)


def multiplexer_pids(proc: Path = _PROC) -> frozenset[int]:
    """Return the clients of tmux and screen, and the emulators that show them.

    The shell below a multiplexer has a server above it that shows nothing; which of the clients
    show its session may change at any time, so all of this user's count. One that is attached
    later is not known.
    """
    found = set[int]()
    for folder in proc.iterdir():
        if folder.name.isdecimal() and _is_ours(folder):
            fields = _stat_fields(int(folder.name), proc)
            if fields is not None and fields[0] in _CLIENTS and fields[2] != 0:
                found |= {int(folder.name)} | terminal_pids(int(folder.name), proc)
    return frozenset(found)


def _is_ours(folder: Path) -> bool:
    try:
        return folder.stat().st_uid == os.getuid()
    except OSError:  # it has ended
        return False


def own_pids(pid: int = 0, environ: Mapping[str, str] = os.environ) -> frozenset[int]:
    """Return this process and, for a command line, the terminal's processes.

    Args:
        pid: another process, which asks for a run; 0 takes this one.
        environ: its environment.
    """
    shown = multiplexer_pids() if environ.keys() & {"TMUX", "STY"} else frozenset[int]()
    return frozenset({pid or os.getpid()}) | terminal_pids(pid or os.getpid()) | shown


def host_pids(pid: int = 0, proc: Path = _PROC) -> frozenset[int]:
    """Return the program that started a process to hand tasks over, and what shows its windows.

    That is its parent, those above it that run the same file, as the processes of one editor do, and
    the terminal of that program. Nothing that it asks for may answer what it asks its user there.
    """
    found = set[int]()
    fields = _stat_fields(pid or os.getpid(), proc)
    parent = fields[1] if fields is not None else 0
    program = _program(parent, proc)
    while parent > 1 and program and _program(parent, proc) == program:
        found |= {parent} | terminal_pids(parent, proc)
        fields = _stat_fields(parent, proc)
        parent = fields[1] if fields is not None else 0
    return frozenset(found)


def _program(pid: int, proc: Path) -> str:
    """Return the file that a process runs; empty where the system does not tell."""
    try:
        return str((proc / str(pid) / "exe").readlink())
    except OSError:
        return ""


log = logging.getLogger(__name__)

DEADMAN_S: Final = 1.0
"""A dead-man that lives has let go long before: it takes 0.2 s."""
SAME_MOMENT_S: Final = DOUBLE_TAP_S + 0.1
"""How long after a takeover a stop key still is what was meant: its second press, and the way here."""
CLOSED: Final = "deskhand is ending, so no process that sends input is started"
TOOK_OVER: Final = "you moved the mouse or pressed a key"


def _nobody(cause: str) -> None:
    """Have nothing to stop."""


class ExecutorHost:
    """Serves one run at a time. `running` is the agent thread's; all else may come from any thread."""

    def __init__(self, folders: Folders, settings: Settings, *, has_cards: bool = True) -> None:
        """Prepare without starting anything."""
        self.gate = PauseGate()
        self.stop_problem = ""
        """Why the stop key is not heard, in a sentence; empty while it is."""
        self._always_own = own_pids()
        self.own_pids = set(self._always_own)
        """With the guests of the run that lives."""
        self._folders = folders
        self._settings = settings
        self._has_cards = has_cards
        self._built_with = settings
        self._chords: dict[str, str] = {}
        self._starting = threading.Lock()
        self._is_deaf = False
        self._is_closed = False
        self._is_beginning = False
        self._stop: StopToken | None = None
        self._killed = threading.Event()
        self._killed_by = ""
        self._pausable = False
        self._on_chord: Callable[[str], None] = lambda name: None
        self._on_disarmed: Callable[[str], None] = lambda sentence: None
        self._on_killed: Callable[[str], None] = _nobody
        self.client = self._client(settings)
        """The executor of this moment; another one after a change of keys, or when it went."""

    def _client(self, settings: Settings) -> ExecutorClient:
        self._built_with = settings
        options = ExecutorOptions(
            state_folder=self._folders.runtime,
            own_pids=tuple(self._always_own - {os.getpid()}),
            budgets=budgets(settings),
            kill_keys=settings.keys.stop,
            nonce_s=prepared_s(settings, has_cards=self._has_cards),
            backend=settings.backend,
            stop_corner=settings.stop_corner,
        )
        return ExecutorClient(options, on_event=self._on_event, on_gone=self._on_gone)

    @property
    def stop_key(self) -> str:
        """The kill key that the executor listens for; its first if there are several."""
        return self._built_with.keys.stop[0]

    def start(self) -> None:
        """Start the executor if it does not run, is deaf, or has other keys than the user's.

        A fresh one listens to the chords that the last one listened to.

        Raises:
            ExecutorGone: it cannot start here; says why.
        """
        with self._starting:  # settings may change on the UI thread while a run begins
            if self._is_closed:
                raise ExecutorGone(CLOSED)
            built, wanted = self._built_with, self._settings
            is_old = heard_at_start(built) != heard_at_start(wanted)
            if is_old or self._is_deaf:
                self.client.close()
                self.client = self._client(wanted)
                self._is_deaf = False
            is_fresh = not self.client.is_running
            ready = self.client.start()
            if is_fresh and self._chords:
                self.grab_chords(dict(self._chords))
            self.stop_problem = (
                "" if ready.is_armed else "The stop key is not heard, so no run can start."
            )

    def start_early(self) -> None:
        """Begin to start it on a thread of its own; `start` waits for that, and says what went wrong."""

        def begin() -> None:
            with contextlib.suppress(AssistantError):
                self.start()

        threading.Thread(target=begin, name="executor start", daemon=True).start()

    def listen(
        self,
        *,
        on_chord: Callable[[str], None],
        on_disarmed: Callable[[str], None],
        on_killed: Callable[[str], None] = _nobody,
    ) -> None:
        """Hand over what the executor hears; all are called on its reader's thread.

        A stop key that is pressed during a run has stopped it by the time `on_killed` is called.
        """
        self._on_chord, self._on_disarmed, self._on_killed = on_chord, on_disarmed, on_killed

    def _on_event(self, event: Event) -> None:
        match event:
            case ChordPressed():
                self._on_chord(event.name)
            case Killed():
                self._killed_by = event.cause
                self._killed.set()
                self._stop_run(event.cause)
                self._on_killed(event.cause)
            case Takeover():
                if self._pausable:
                    self.gate.pause(TOOK_OVER)
                else:
                    self._stop_run("takeover")
            case Disarmed():
                self._is_deaf = True
                self.stop_problem = event.message
                self._on_disarmed(event.message)

    def _on_gone(self, sentence: str) -> None:
        log.warning("the executor is gone: %s", sentence)
        self.stop_problem = sentence
        if not self._is_beginning:
            self._stop_run("executor_gone")
        self._on_disarmed(sentence)
        threading.Thread(target=self._let_go_for_the_dead, name="let-go", daemon=True).start()

    def _let_go_for_the_dead(self) -> None:
        """Start another executor if the dead-man died with the last one: it lets go as it starts."""
        display = os.environ.get("DISPLAY", "")
        deadline_s = time.monotonic() + DEADMAN_S
        while left_behind(self._folders.runtime, display):
            if time.monotonic() > deadline_s:
                with contextlib.suppress(AssistantError):  # no display: then nothing is down
                    self.start()
                return
            time.sleep(0.05)

    def _stop_run(self, cause: str) -> None:
        if self._stop is not None:
            self._stop.stop(cause)

    def true_cause(self, halt: Halt) -> Halt:
        """Return why the run was stopped; a stop key soon after a takeover was meant all along."""
        if halt.cause == "takeover" and self._killed.wait(SAME_MOMENT_S):
            return Halt(self._killed_by)
        return halt

    def stop(self) -> None:
        """Stop sending input now."""
        with contextlib.suppress(ExecutorGone):  # it let go of everything as it ended
            self.client.stop()

    def grab_chords(self, chords: dict[str, str]) -> str:
        """Listen to global chords; return a sentence for those that are taken, else empty."""
        self._chords |= chords
        try:
            conflicts = self.client.grab(chords)
        except InputError as error:
            return str(error)
        return " ".join(conflict.message for conflict in conflicts)

    def ungrab_chords(self, *names: str) -> None:
        """Give chords back."""
        for name in names:
            self._chords.pop(name, None)
        with contextlib.suppress(InputError):  # the executor is gone and holds none
            self.client.ungrab(*names)

    def set_settings(self, settings: Settings) -> None:
        """Use other settings from the next run on; restarts the executor for other keys.

        While a run lives, the old keys go on being heard until its end.
        """
        self._settings = settings
        if self._stop is not None:
            return
        try:
            self.start()
        except AssistantError as error:
            self.stop_problem = str(error)
            self._on_disarmed(self.stop_problem)

    @contextlib.contextmanager
    def running(
        self,
        stop: StopToken,
        limits: Budgets,
        *,
        can_pause: bool,
        guests: frozenset[int] = frozenset(),
    ) -> Iterator[None]:
        """Serve a run between enter and exit: what stops or pauses it reaches it.

        Args:
            stop: stopped by the stop keys.
            can_pause: somebody can let a paused run go on; else a takeover stops it.
            guests: the process that asked for it and its terminal's, which count as ours meanwhile;
                what it asks is then answered there, on lines. Empty where nobody else asked.

        Raises:
            ExecutorGone: no executor can be started.
        """
        self.gate.resume()
        self._pausable = can_pause
        self._killed.clear()
        # Before the executor starts: a kill key pressed meanwhile is for this run.
        self._stop = stop
        self.own_pids |= guests
        try:
            self._begin(limits, guests)
            yield
        finally:
            self.own_pids &= self._always_own
            self.client.end_run()
            self._stop = None
            self._revive()

    def _begin(self, limits: Budgets, guests: frozenset[int]) -> None:
        """Have an executor that serves the run; the last one may be on its way out, unknown to us."""
        self._is_beginning = True
        nonce_s = ON_A_LINE_S if guests else None
        try:
            self.start()
            with contextlib.suppress(ExecutorGone):
                self.client.begin_run(limits, guests, nonce_s)
                return
            self.client.close()
            self.start()  # another one serves, or says why none can, as without a display
        finally:
            self._is_beginning = False
        self.client.begin_run(limits, guests, nonce_s)

    def _revive(self) -> None:
        """Start an executor that went during the run.

        The next one releases what a dead-man that was killed with it could not, and hears the keys.
        """
        if not self.client.is_running:
            try:
                self.start()
            except AssistantError as error:
                log.warning("the executor could not be started again: %s", type(error).__name__)

    def close(self) -> None:
        """End the executor; no other one is started."""
        with self._starting:
            self._is_closed = True
            self.client.close()
