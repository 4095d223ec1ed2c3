"""The executor's end of the dead-man: starts it, holds the pipe, hears at once when it is gone."""

import os
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from automation.core.errors import InputError, Refused
from automation.desktop.input.deadman import READY
from automation.desktop.input.pychild import argv_of

START_S: Final = 10.0
"""A cold start of an interpreter on a busy machine."""


class Lifeline:
    """Keeps one dead-man alive. Owned by the emitter's thread; `on_lost` is called on another."""

    def __init__(
        self, ledger: Path, backend_name: str, on_lost: Callable[[], None] = lambda: None
    ) -> None:
        """Start the dead-man without waiting for it.

        Args:
            ledger: where it reads what is held.
            backend_name: what it releases with.
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
            message = (
                "the process that releases keys after a crash has ended in the middle of this; "
                "what was held is released. It is started again: try again"
            )
            raise InputError(message)

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
            message = (
                "the process that releases keys after a crash does not start; "
                "nothing is sent without it. Restart the assistant"
            )
            raise Refused("no_kill_key", message)

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
        try:
            self._process.wait(1.0)
        except subprocess.TimeoutExpired:
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
