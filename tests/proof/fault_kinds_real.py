"""Runs on a real desktop: the app's own desk, its executor process, an application of another one."""

import os
import signal
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from unittest import mock

from app.desk import Desk
from app.settings import Folders, Settings
from automation.core.errors import AssistantError
from automation.core.events import Ended, Task
from automation.core.geometry import Rect, ScreenPoint
from automation.core.proposal import Outcome
from automation.core.timing import StopToken
from automation.records.store import Store
from tests.desktop.event_window import EventWindow
from tests.desktop.other_user import OtherUser
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.scripted_policy import ScriptedPolicy, proposing
from tests.kit.waiting import wait_for
from tests.proof.fault_kinds_parts import (
    Kind,
    Moments,
    Phase,
    record_faults,
    script,
    sentence_faults,
    told_once,
)

PLACE = Rect(300, 150, 500, 400)
POINT = ScreenPoint(550, 350)
QUIET_S = 0.3
"""How long no event may come once a run has ended."""
WAIT_S = 20.0


class ScriptedDesk(Desk):
    """The app's desk with a policy that says what its script says."""

    scripted: ScriptedPolicy

    def _policy(self, task, reader, voice):
        return self.scripted


class RealDesk:
    """One desk on one private desktop, for any number of faults."""

    def __init__(self, desktop, folder: Path) -> None:
        """Open the desk on the desktop that our own environment names."""
        self.desktop = desktop
        folders = Folders(folder / "config", folder / "data", folder / "run")
        folders.create()
        self.home = folders.data
        self.undo = ExitStack()
        self.desk = ScriptedDesk(folders, Settings(use_ocr=False), Store(folders.data))
        self.desk.executor.start()
        self.user = OtherUser(desktop)
        self.window = EventWindow(desktop, PLACE)
        self.stop = StopToken()
        self.told = []

    @property
    def link(self):
        """The app's end of the executor."""
        return self.desk.executor.client._link

    @property
    def executor_pid(self) -> int:
        return self.link.ready.pid

    @property
    def deadman_pid(self) -> int:
        """The dead-man that serves; another one is started when it is gone."""
        wait_for(lambda: self._deadmen())  # it takes its title a moment after its start
        return self._deadmen()[0]

    def _deadmen(self) -> list[int]:
        children = Path(f"/proc/{self.executor_pid}/task").glob("*/children")
        pids = [int(word) for path in children for word in path.read_text().split()]
        return [pid for pid in pids if _title(pid).startswith(b"deskhand-deadman")]

    def patch(self, target, name, value) -> None:
        """Replace an attribute until the fault is over."""
        self.undo.enter_context(mock.patch.object(target, name, value))

    def fresh_window(self) -> None:
        """Have an application that answers, alone on the screen and with the focus."""
        if self.window.process.poll() is not None:
            self.window.process.stdout.close()
            self.window = EventWindow(self.desktop, PLACE)
        self.user.let_go()
        self.user.move(5, 5)

    def run(self, steps, moments: Moments | None = None) -> Ended:
        """Run a task to its end, as the command line does."""
        self.told, self.stop = [], StopToken()
        self.desk.scripted = ScriptedPolicy(steps)

        def listen(event):
            self.told.append(event)
            if moments is not None:
                moments(event)

        real = self.desk.store.new_run

        def open_log(task):
            log = real(task)
            if moments is not None:
                moments.began()
            return log

        with mock.patch.object(self.desk.store, "new_run", open_log):
            return self.desk.run(Task("do it", approve="ask"), FakeConfirmer(), listen, self.stop)

    def held(self) -> list[str]:
        """Return what is down, as the display tells."""
        keys, buttons = self.user.keys_down(), self.user.buttons_down()
        return [f"key {code}" for code in keys] + [f"button {number}" for number in buttons]

    def close(self) -> None:
        self.undo.close()
        self.window.process.kill()
        self.window.close()
        self.desk.close()
        with suppress(Exception):  # the display may be gone
            self.user.close()


def strike(rig: RealDesk, kind: Kind, phase: Phase, *, ends_display: bool = False) -> list[str]:
    """Run one fault in one phase; return what is wrong afterwards, nothing if all is well.

    After the end of the display nothing is held there, and the next task must say why it cannot be.
    """
    rig.fresh_window()
    moments = Moments(phase, lambda: kind.strike(rig))
    faults = []
    try:
        ended = rig.run(script(POINT), moments)
        faults += told_once(rig.told, ended)
    except AssistantError as error:  # the desk could not be opened; its caller says so
        ended = Ended("", Outcome.ENVIRONMENT, str(error), 0)
        faults += sentence_faults(ended.message)
    rig.last = ended
    if not moments.has_struck:
        faults.append("the fault never struck")
    if ended.outcome not in kind.ends:
        faults.append(f"ended {ended.outcome}, expected {sorted(kind.ends)}: {ended.message}")
    if not ends_display:
        faults += _quiet_faults(rig)
    rig.undo.close()
    if ended.run:
        faults += record_faults(rig.home, ended.outcome, run=ended.run)
    if ends_display:
        return faults + _no_next_task(rig)
    return faults + _next_task(rig) + _process_faults(rig)


def _quiet_faults(rig: RealDesk) -> list[str]:
    deadline_s = time.monotonic() + WAIT_S
    while (held := rig.held()) and time.monotonic() < deadline_s:
        time.sleep(0.01)
    before = len(rig.window.events)
    time.sleep(QUIET_S)
    faults = [f"still held: {held}"] if held else []
    if came := len(rig.window.events) - before:
        faults.append(f"{came} events came after the end")
    return faults


def _next_task(rig: RealDesk) -> list[str]:
    rig.fresh_window()
    try:
        ended = rig.run(proposing(script(POINT)[2].intent))
    except AssistantError as error:
        return [f"the next task could not begin: {error}"]
    is_fine = ended.outcome in (Outcome.DONE, Outcome.UNVERIFIED)
    return [] if is_fine else [f"the next task: {ended.outcome} {ended.message}"]


def _no_next_task(rig: RealDesk) -> list[str]:
    try:
        ended = rig.run(proposing(script(POINT)[2].intent))
    except AssistantError as error:
        message, is_said = str(error), True
    else:
        message, is_said = ended.message, ended.outcome is Outcome.ENVIRONMENT
    faults = sentence_faults(message)
    if not is_said or "display" not in message:
        faults.append(f"the next task does not say that the display is gone: {message}")
    deadline_s = time.monotonic() + WAIT_S
    while (left := _helpers()) and time.monotonic() < deadline_s:
        time.sleep(0.02)
    return faults + ([f"processes left: {sorted(left)}"] if left else [])


def _process_faults(rig: RealDesk) -> list[str]:
    """Return which of our processes are there that should not be."""
    deadline_s = time.monotonic() + WAIT_S
    while (
        left := _helpers() - {rig.executor_pid, rig.deadman_pid}
    ) and time.monotonic() < deadline_s:
        time.sleep(0.02)
    return [f"processes left: {sorted(left)}"] if left else []


def _helpers() -> set[int]:
    """Return the executors and dead-men that descend from this process or lost their parent."""
    found = set()
    mark = f"DESKHAND_FAULTS={os.getpid()}".encode()
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            pid = int(path.name)
            if _title(pid).startswith(b"deskhand-") and mark in (path / "environ").read_bytes():
                found.add(pid)
    return found


def _title(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def kill(number: signal.Signals, *names: str):
    """Return what sends a signal to the executor and its kin, by the names of `RealDesk`."""

    def send(rig):
        for name in names:
            os.kill(getattr(rig, name), number)

    return send
