"""The dead-man: lets go of what the executor held, once the executor is gone.

A process of its own, in its own session, blocked on a pipe whose only other end is in the
executor. It reads what is held from the ledger, so the executor tells it by writing memory. It
ignores the signals of an orderly end: whatever ends the executor comes to it as the end of the pipe.

    python -m automation.desktop.input.deadman --fd N --ledger FILE --backend NAME
"""

import argparse
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import xcffib
import xcffib.xtest
from setproctitle import setproctitle

from automation.core.errors import AssistantError, InputError, Refused
from automation.core.process import await_end, leave
from automation.core.text import worded
from automation.desktop.input.backend_x11 import BUTTON_RELEASE, KEY_RELEASE, open_backend
from automation.desktop.input.client import argv_of
from automation.desktop.input.keyboard_x11 import Keyboard
from automation.desktop.input.ledger import Held, Ledger
from automation.desktop.x11 import connect


class X11Releaser:
    """Lets go of what is noted as held, on a connection of its own; from any thread.

    For whoever cannot wait for the hands: the dead-man, whose executor is gone, and the kill key, which
    must not depend on where the hands are just then. Two small requests a key, nothing looked up: it is
    opened before it is needed. Releasing what is up already does nothing.
    """

    def __init__(self, display: str | None = None) -> None:
        self._lock = threading.Lock()
        self._connection = connect(display)
        try:
            self._xtest = self._connection(xcffib.xtest.key)
            self._xtest.GetVersion(2, 2).reply()
            self._keyboard = Keyboard(self._connection)
        except xcffib.XcffibException as error:
            self._connection.disconnect()
            raise InputError("the display takes no input: it lacks XTEST or XKEYBOARD") from error

    @property
    def descriptor(self) -> int:
        """File descriptor that becomes readable when the display tells of a changed map."""
        return int(self._connection.get_file_descriptor())

    def release(self, held: Sequence[Held]) -> None:
        """Let go; a display that is gone holds nothing."""
        with self._lock, suppress(xcffib.XcffibException):
            for entry in held:
                if isinstance(entry.code, int):
                    kind = KEY_RELEASE if entry.kind == "key" else BUTTON_RELEASE
                    self._xtest.FakeInput(kind, entry.code, 0, 0, 0, 0, 0)
            self._connection.flush()

    def take_meanings_back(self) -> None:
        """Give lent keycodes back, whoever lent them."""
        with self._lock, suppress(xcffib.XcffibException):
            self._keyboard.take_back()

    def drain(self) -> None:
        """Drop what the display tells every client, so that it does not pile up there."""
        with self._lock:
            self._connection.invalid()
            while True:
                with suppress(xcffib.ProtocolException):
                    if self._connection.poll_for_event() is None:
                        return

    def close(self) -> None:
        """Give the connection back."""
        with self._lock:
            self._connection.disconnect()


TITLE: Final = "deskhand-deadman"
READY: Final = b"ready\n"
REPEATS_S: Final = (0.0, 0.01, 0.03, 0.06, 0.1, 0.2)
"""Seconds after the end of the pipe. The server may read the executor's last press after our first
release; releasing what is up already does nothing."""

Release = Callable[[Sequence[Held]], None]


class _Hands:
    """What can release; opened before it is needed, for then every millisecond counts."""

    def __init__(self, backend_name: str) -> None:
        self._x11 = X11Releaser() if backend_name == "x11" else None
        self._backend = open_backend(backend_name) if self._x11 is None else None

    def release(self, held: Sequence[Held]) -> None:
        """Let go."""
        if self._x11 is not None:
            self._x11.release(held)
        elif self._backend is not None:
            for entry in held:
                self._backend.send(entry.release())

    def await_end_of(self, descriptor: int) -> None:
        """Wait for the end of the executor, and drop what the display tells everybody meanwhile."""
        poll = select.poll()
        poll.register(descriptor, select.POLLIN)
        display = self._x11.descriptor if self._x11 is not None else None
        if display is not None:
            poll.register(display, select.POLLIN)
        while True:
            ready = {number for number, _ in poll.poll()}
            if descriptor in ready and not os.read(descriptor, 4096):
                return
            if self._x11 is not None and display in ready:
                try:
                    self._x11.drain()
                except xcffib.ConnectionException:  # without the display there is nothing to hear
                    poll.unregister(display)

    def close(self) -> None:
        """Take borrowed meanings back."""
        if self._x11 is not None:
            self._x11.take_meanings_back()
        elif self._backend is not None:
            self._backend.close()


def main() -> int:
    """Wait for the end of the executor, then release."""
    setproctitle(TITLE)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    options = _options()
    ledger = Ledger(options.ledger)
    try:
        hands = _Hands(options.backend)
    except AssistantError as error:
        sys.stderr.write(f"{TITLE}: {error}\n")
        return 1
    with suppress(BrokenPipeError):  # the executor is gone already
        os.write(1, READY)
    hands.await_end_of(options.fd)
    with suppress(xcffib.ConnectionException):  # a display that is gone holds nothing down
        release_held(ledger, hands.release)
        hands.close()
    ledger.close()
    options.ledger.unlink(missing_ok=True)
    return 0


def release_held(ledger: Ledger, release: Release) -> None:
    """Release what the ledger holds, a few times over, then strike it out."""
    held = ledger.held()
    started_s = time.monotonic()
    for offset_s in REPEATS_S if held else ():
        time.sleep(max(0.0, started_s + offset_s - time.monotonic()))
        release(held)
    for entry in held:
        ledger.strike(entry.kind, entry.code)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=TITLE)
    parser.add_argument("--fd", type=int, required=True)
    parser.add_argument("--ledger", type=Path, required=True)
    parser.add_argument("--backend", default="x11")
    return parser.parse_args()


if __name__ == "__main__":
    leave(main())


START_S: Final = 10.0
"""A cold start of an interpreter on a busy machine."""


class Lifeline:
    """The executor's end of the dead-man: starts it, holds the pipe, hears at once when it is gone.

    Keeps one dead-man alive. Owned by the emitter's thread; `on_lost` is called on another.
    """

    def __init__(
        self, ledger: Path, backend_name: str, on_lost: Callable[[], None] = lambda: None
    ) -> None:
        """Start the dead-man without waiting for it.

        Args:
            on_lost: told when it ends unasked; from then on nothing lets go after us.
        """
        self._ledger = ledger
        self._backend_name = backend_name
        self._on_lost = on_lost
        self._life = self._started()

    @property
    def pid(self) -> int:
        """Process id of the dead-man."""
        return self._life.pid

    @property
    def is_lost(self) -> bool:
        """Tell whether the dead-man has ended unasked."""
        return self._life.is_gone

    def check(self) -> None:
        """Make sure, without waiting, that somebody lets go after us; asked before every press.

        Raises:
            InputError: nobody does: nothing may be pressed before `ensure`.
        """
        if not self._life.is_good:
            raise InputError(
                "the process that releases keys after a crash has ended in the middle of this; "
                "what was held is released. It is started again: try again"
            )

    def start_again(self) -> None:
        """Start another one in place of one that is gone, without waiting for it."""
        if self._life.is_gone:
            self._life.close()
            self._life = self._started()

    def ensure(self) -> None:
        """Wait until a dead-man is ready; call it while nothing is held.

        Raises:
            Refused: `no_kill_key`: none starts.
        """
        self.start_again()
        if not self._life.await_ready(START_S):
            raise Refused(
                "no_kill_key",
                worded(
                    "the process that releases keys after a crash does not start; nothing is sent without it. Restart the assistant"
                ),
            )

    def close(self) -> None:
        """Close the pipe and wait a moment for the dead-man to end."""
        self._life.close()

    def _started(self) -> "_Life":
        return _Life(self._ledger, self._backend_name, self._on_lost)


class _Life:
    """One dead-man process, the pipe that keeps it waiting, and the thread that hears its end."""

    def __init__(self, ledger: Path, backend_name: str, on_lost: Callable[[], None]) -> None:
        self._on_lost = on_lost
        self._is_closing = False
        self._is_gone = False
        self._said = threading.Event()
        reader, self._writer = os.pipe()
        arguments = ("--fd", str(reader), "--ledger", str(ledger), "--backend", backend_name)
        try:
            self._process = subprocess.Popen(
                argv_of("automation.desktop.input.deadman", *arguments),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                pass_fds=(reader,),
                start_new_session=True,
            )
        except BaseException:
            os.close(self._writer)
            raise
        finally:
            os.close(reader)
        assert self._process.stdout is not None, "started with a pipe"
        self._stdout = self._process.stdout
        self._thread = threading.Thread(target=self._hear, name="lifeline", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_gone(self) -> bool:
        return self._is_gone

    @property
    def is_good(self) -> bool:
        return self._said.is_set() and not self._is_gone

    def await_ready(self, seconds: float) -> bool:
        self._said.wait(seconds)
        return self.is_good

    def close(self) -> None:
        self._is_closing = True
        os.close(self._writer)
        if not await_end(self._process, 1.0):
            self._process.kill()
            self._process.wait()
        self._thread.join()
        self._stdout.close()

    def _hear(self) -> None:
        said = b""
        while part := os.read(self._stdout.fileno(), 64):
            said += part
            if said.endswith(READY):
                self._said.set()
        self._is_gone = True
        self._said.set()  # nobody waits any longer
        if not self._is_closing:
            self._on_lost()
