"""A paper desk that crosses every seam of a run: real reader, verifier, keyring and locks on fake buses."""

import os
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from pathlib import Path

import xcffib

from automation.core.actions import Action, Write
from automation.core.errors import InputError
from automation.core.geometry import Rect
from automation.core.timing import StopToken
from automation.desktop import secret_value, secrets
from automation.desktop.elements.reader import SAME_LOOK_S, DesktopReader
from automation.desktop.input import lock_watch
from automation.desktop.input.lock_watch import LockWatch
from automation.desktop.input.plan import Remap
from automation.desktop.screen import DesktopScreen
from automation.safety.receipts import EffectVerifier
from tests.fakes.executor_parts import ExecutorParts
from tests.fakes.fake_keyring import CANARY
from tests.fakes.fake_lock_bus import LockBus
from tests.fakes.fake_windows import window
from tests.proof import nth_failure_bus as buses
from tests.proof.fault_kinds_paper import _FAST, PaperDesk, PaperHands
from tests.proof.fault_kinds_parts import SETTLE_S
from tests.proof.nth_failure_files import Files
from tests.proof.nth_failure_link import Wires, linked, patch_link

ASKED_S = 1.0
"""How long the hands wait for the thread that watches a target; it asks after 3 ms."""
TOLD_S = 0.5
"""How long a run waits for all services to have told; where a bus is gone they never will have."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What this process keeps open, by name; files of the database are SQLite's to keep."""

    files: Counter[str]
    threads: frozenset[str]

    @classmethod
    def now(cls) -> "Kept":
        """Look."""
        names = []
        for path in Path("/proc/self/fd").iterdir():
            with suppress(OSError):  # the folder's own is gone by now
                names.append(str(path.readlink()))
        files = Counter(name for name in names if "history.db" not in name)
        threads = (t.name for t in threading.enumerate() if not t.name.startswith("pictures_"))
        return cls(files, frozenset(threads))

    def faults(self) -> list[str]:
        """Return what is there and was not, once what was ending has ended."""
        until_s = time.monotonic() + SETTLE_S
        while (faults := self._more()) and time.monotonic() < until_s:
            time.sleep(0.01)
        return faults

    def _more(self) -> list[str]:
        now = Kept.now()
        return [
            *(f"left open: {name}" for name in now.files - self.files),
            *(f"a thread left: {name}" for name in now.threads - self.threads),
        ]


class CarriedConnection:
    """A connection of SQLite whose `execute` can be replaced."""

    def __init__(self, real) -> None:
        self._real = real

    def execute(self, text, *values):
        return self._real.execute(text, *values)

    def __getattr__(self, name):
        return getattr(self._real, name)


class PaperVeil:
    """Windows of ours that nobody sees; implements `capture.veil.Veil`."""

    def markers(self):
        return ()

    def hide(self):
        """Nothing to hide."""

    def show(self):
        """Nothing to show."""


class NthHands(PaperHands):
    """As the process has it: what its library raises comes back as an error of ours.

    A release that fails ends the process, as does a display that cannot be let go; its dead-man lets go of
    what the ledger holds.
    """

    def __init__(self, parts: ExecutorParts, bus: buses.ProgramBus, has_asked) -> None:
        super().__init__(parts)
        self._bus = bus
        self._has_asked = has_asked
        self._action: Action | None = None

    def prepare(self, action):
        self._action = action
        return self._answered(lambda: super(NthHands, self).prepare(action))

    def execute(self, nonce, confirmation, stop, progress):
        _await_watcher(stop, self._has_asked())
        run = super().execute
        execution = self._answered(lambda: run(nonce, confirmation, stop, progress))
        if isinstance(self._action, Write):
            self._bus.take_text(self._action, execution.text_sent_chars)
        return execution

    def release_all(self):
        try:
            self._answered(super().release_all)
        except BaseException:
            self._end()
            raise

    def _end(self):
        backend, held = self._parts.backend, self._parts.ledger.held
        backend._keys.clear()
        backend._buttons.clear()
        backend.lent.clear()
        backend.is_still = False
        held.clear()

    def _answered(self, doing):
        try:
            return doing()
        except (xcffib.XcffibException, OSError) as error:
            message = str(error) or type(error).__name__
            raise InputError(message) from error
        finally:
            if self._parts.emitter.holds_display:
                self._end()


def _await_watcher(stop: StopToken, has_asked) -> None:
    """Send a watched click when its target was asked for once: paper is faster than any pointer."""
    until_s = time.monotonic() + ASKED_S
    while _is_watched() and not (has_asked() or stop.is_set) and time.monotonic() < until_s:
        time.sleep(0.0005)


def _is_watched() -> bool:
    return any(thread.name == "still-there" for thread in threading.enumerate())


class NthDesk(PaperDesk):
    """A paper desk whose parts can be made to fail at their n-th call."""

    size = (320, 240)

    def __init__(self, folder) -> None:
        self.locks: LockWatch | None = None
        self.watches_locks = self.uses_link = self.says_stop = False
        self.process, self.is_deaf = None, False
        self.turns = buses.Turns()
        super().__init__(folder)
        self.patch(secret_value, "leave_no_core_file", lambda: None)
        self.patch(secrets, "MessageBus", lambda **named: self.keyring)
        self.patch(lock_watch, "MessageBus", lambda **named: self.lock_bus)
        self.files = Files()
        self.patch(os, "fdopen", self.files.open)
        patch_link(self)

    @property
    def desk(self) -> "NthDesk":
        return self

    def executor_parts(self, windows) -> ExecutorParts:
        parts = ExecutorParts(
            windows=windows, own_pids=(999,), set_clipboard=lambda text: self.put_on_clipboard(text)
        )
        parts.told_locked = lambda: self.told_locked()
        parts.launch = lambda desktop_id: self.start_program(desktop_id)
        return parts

    def new_parts(self) -> None:
        super().new_parts()
        self.parts.parts = self.parts
        self.display_send, self.parts.backend.send = self.parts.backend.send, self._sent
        self.keyring, self.lock_bus = buses.keyring_bus(), LockBus()
        self.bus = buses.program_bus(self.turns, 101, Rect(0, 0, *self.size))
        self.app_end, self.executor_end = Wires(), Wires()
        self.ocr, self.veil = buses.PaperEyes(), PaperVeil()
        self.reader = DesktopReader(bus=self.bus, ocr=self.ocr, keep_s=SAME_LOOK_S)
        self.screen = DesktopScreen(
            self.paper, self.paper, veil=self.veil, pace=_FAST,
            find_secrets=lambda seen: self.reader.secret_boxes(seen),
        )  # fmt: skip
        self.verifier = EffectVerifier(self.reader, self.screen, self.parts.clock)
        self.hands = NthHands(self.parts, self.bus, self._asked)
        self._carry()

    def _sent(self, primitive) -> None:
        try:
            self.display_send(primitive)
        except InputError:
            if isinstance(primitive, Remap):
                self.parts.backend.lent.clear()  # a backend takes all back before it says so
            raise

    def find_secret(self, name: str):
        return secrets.find(name)

    def told_locked(self):
        """Return what the desktop has told of locks."""
        return self.locks.state if self.locks is not None else self.parts.locks

    def put_on_clipboard(self, text: str) -> None:
        """Take the text."""

    def start_program(self, desktop_id: str) -> int:
        """Show a small window."""
        self.parts.windows.stack.insert(0, window(2, Rect(0, 200, 60, 30)))
        return 4711

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Hear of locks from the bus and speak to the hands over the link, where a seam asks for it."""
        with self._hearing_locks(), linked(self):
            yield

    @contextmanager
    def _hearing_locks(self) -> Iterator[None]:
        if not self.watches_locks:
            yield
            return
        self.locks = LockWatch()
        self.locks.start()
        try:
            until_s = time.monotonic() + TOLD_S
            while self.locks._thread.is_alive() and time.monotonic() < until_s:
                if len(self.locks._told) >= 1 + len(lock_watch.SAVERS):
                    break
                time.sleep(0.001)
            yield
        finally:
            self.locks.close()
            self.locks, self.watches_locks = None, False

    def secret_faults(self, run: str) -> list[str]:
        """Return where the secret itself was told or kept."""
        database = sqlite3.connect(f"file:{self.home / 'history.db'}?mode=ro", uri=True)
        try:
            kept = database.execute(
                "SELECT action, proposal, risk FROM intent JOIN run ON run.id = run_id"
                " WHERE uuid = ?1 UNION ALL SELECT record, '', '' FROM step JOIN run"
                " ON run.id = run_id WHERE uuid = ?1 UNION ALL"
                " SELECT task, message, '' FROM run WHERE uuid = ?1",
                (run,),
            ).fetchall()
        finally:
            database.close()
        secret = CANARY.decode()
        found = [f"the secret is in the record: {row}" for row in kept if secret in str(row)]
        return found + [f"the secret was told: {e}" for e in self.told if secret in _words(e)]

    def close(self) -> None:
        super().close()
        self.turns.close()

    def _asked(self):
        before = len(self.bus.calls)
        return lambda: len(self.bus.calls) > before

    def _carry(self) -> None:
        ledger, reader = self.store._ledger, self.store._reader
        if not isinstance(reader, CarriedConnection):
            self.store._reader = CarriedConnection(reader)
            ledger._connection = CarriedConnection(ledger._connection)


def _words(event) -> str:
    """Return what an event says, without its picture."""
    return str([getattr(event, f.name) for f in fields(event) if f.name != "frame"])
