"""Puts the executor's hands together on X11 and takes them apart again."""

import logging
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import xcffib

from automation.core.errors import AssistantError, InputError, Refused
from automation.core.geometry import Rect
from automation.core.observation import Frame
from automation.core.text import worded
from automation.desktop.capture import ScreenGrabber
from automation.desktop.input.backend_x11 import open_backend
from automation.desktop.input.deadman import Lifeline, X11Releaser
from automation.desktop.input.emitter import Emitter
from automation.desktop.input.grabs import KeyboardProbe, PointerProbe
from automation.desktop.input.kill_switch import Announced, SleepWatch
from automation.desktop.input.ledger import Ledger, ledger_path, left_behind
from automation.desktop.input.lock_watch import LockWatch
from automation.desktop.input.operations import ClipboardOwner, Operations
from automation.desktop.input.protocol import BeginRun, Hello, Killed
from automation.desktop.input.session import Hands, Session
from automation.desktop.input.targets import Display
from automation.desktop.input_methods import InputMethods
from automation.desktop.launcher import Launcher
from automation.desktop.windows_x11 import X11Windows
from automation.desktop.x11 import connect, root_of

_LOG = logging.getLogger(__name__)


class Eyes:
    """The executor's pixels: grabs patches and asks the size of the desktop, which may change at any time."""

    def __init__(self) -> None:
        self._connection = connect()
        self._grabber = ScreenGrabber()
        self._root = root_of(self._connection)  # reading it from the set-up costs a millisecond
        self._size = self._ask_size()
        self.keyboard = KeyboardProbe(self._connection)
        self.pointer = PointerProbe(self._connection)

    def size(self) -> tuple[int, int]:
        """Return width and height of the desktop, asked afresh."""
        size = self._ask_size()
        if size != self._size:
            self._size = size
            self._grabber.reopen()
        return size

    def _ask_size(self) -> tuple[int, int]:
        geometry = self._connection.core.GetGeometry(self._root).reply()
        return int(geometry.width), int(geometry.height)

    def grab(self, rect: Rect) -> Frame:
        """Take a picture of a rectangle in device pixels."""
        return self._grabber.grab(rect)

    def close(self) -> None:
        """Give the connections back."""
        self._grabber.close()
        self._connection.disconnect()


class Rig:
    """Everything that the hands thread owns, with the session on top."""

    def __init__(
        self,
        hello: Hello,
        announced: Announced,
        check_armed: Callable[[], None],
        state_folder: Path,
        tell: Callable[[Killed], None] = lambda killed: None,
    ) -> None:
        """Connect and start the dead-man; releases what executors before us left held."""
        state_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        display_name = os.environ.get("DISPLAY", "")
        self._always_own = frozenset((*hello.own_pids, os.getpid()))
        self._own_pids = own_pids = set(self._always_own)
        """With the guests of the run; everybody below looks at this one set."""
        self._check_heard = check_armed
        self._tell = tell
        self._sleep = SleepWatch()
        self._backend = open_backend(hello.backend)
        self._releaser = X11Releaser() if self._backend.name == "x11" else None
        self._ledger = Ledger.owned(ledger_path(state_folder, display_name, os.getpid()))
        self._lifeline = Lifeline(self._ledger.path, self._backend.name, self.let_go)
        self._clear_up(state_folder, display_name)
        self._windows = X11Windows(None, own_pids)
        self._eyes = Eyes()
        self._clipboard = ClipboardOwner()
        self._locks = LockWatch()
        self._locks.start()
        self._input_methods = InputMethods()
        display = Display(
            self._windows, self._eyes.grab, self._eyes.size, self._backend.pointer, own_pids,
            is_keyboard_taken=self._eyes.keyboard.is_taken,
            is_pointer_taken=self._eyes.pointer.is_taken,
            told_locked=lambda: self._locks.state,
            input_methods=self._input_methods,
        )  # fmt: skip
        self.emitter = Emitter(
            self._backend, announced, self._ledger, check_alive=self._check_alive
        )
        operations = Operations(display, Launcher(), self._clipboard.set_text)
        hands = Hands(self._backend, self.emitter, display, operations)
        self.session = Session(
            hands, self._check_ready, budgets=hello.budgets, nonce_s=hello.nonce_s
        )

    @property
    def deadman_pid(self) -> int:
        """Process id of the dead-man."""
        return self._lifeline.pid

    def begin_run(self, asked: BeginRun) -> None:
        """Begin anew; that the machine slept before does not matter any more."""
        self._sleep.has_slept()
        self._own_pids |= {*asked.guests}
        self._own_pids &= {*self._always_own, *asked.guests}
        self.session.begin_run(asked.budgets, asked.nonce_s)

    def let_go(self) -> None:
        """Release what is noted as held, at once and from any thread.

        The hands do it too when they come to it, and confirm it; but they may be waiting for a
        program that does not answer. What they have pressed meanwhile is theirs to release.
        """
        with suppress(ValueError):  # the ledger is closed: the hands have released before
            if self._releaser is not None:
                self._releaser.release(self._ledger.held())

    def tidy(self) -> None:
        """Between two jobs: replace a dead-man that is gone, drop what nobody reads."""
        if self.emitter.holds_display:
            _LOG.error("the display could not be let go; the executor ends, which lets it go")
            os._exit(1)
        self._mend()
        if self._releaser is not None:
            with suppress(xcffib.ConnectionException):
                self._releaser.drain()

    def close(self) -> None:
        """Release everything and give the connections back."""
        try:
            self.emitter.release_all()
        except AssistantError as error:
            _LOG.warning("the dead-man has to release: %s", type(error).__name__)
        self._locks.close()
        self._input_methods.close()
        self._clipboard.close()
        self._windows.close()
        self._eyes.close()
        self._backend.close()
        self._lifeline.close()
        self._ledger.close()
        self._ledger.path.unlink(missing_ok=True)
        if self._releaser is not None:
            self._releaser.close()

    def _check_ready(self) -> None:
        """Before an action: the kill key is heard, and somebody lets go after us."""
        self._check_heard()
        self._check_awake()
        self._mend()
        self._lifeline.ensure()

    def _mend(self) -> None:
        """Replace a dead-man that is gone; until the next one is ready nothing may be held."""
        if self._lifeline.is_lost:
            _LOG.warning("the dead-man is gone; everything is let go and another one is started")
            with suppress(AssistantError):  # the display is gone, and holds nothing
                self.emitter.release_all()
            self._lifeline.start_again()

    def _check_alive(self) -> None:
        self._lifeline.check()
        self._check_awake()

    def _check_awake(self) -> None:
        if self._sleep.has_slept():
            self.session.kill("slept")
            self._tell(Killed("sleep", "slept", time.monotonic()))
            raise Refused(
                "stopped",
                worded(
                    "the computer slept meanwhile; look at the screen, then start the task again"
                ),
            )

    def _clear_up(self, state_folder: Path, display_name: str) -> None:
        for path in left_behind(state_folder, display_name):
            old = Ledger(path)
            for held in old.held():
                _LOG.warning("releasing a %s that a crashed run left down", held.kind)
                with suppress(InputError):  # a damaged file names what is no key
                    self._backend.send(held.release())
            old.close()
            path.unlink(missing_ok=True)
