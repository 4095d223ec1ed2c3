"""The executor's end of the dead-man: starts it, holds the pipe, notices when it is gone."""

import os
import select
import subprocess
import time
from pathlib import Path
from typing import Final

from automation.core.errors import Refused
from automation.desktop.input.deadman import READY
from automation.desktop.input.pychild import argv_of

START_S: Final = 10.0
"""A cold start of an interpreter on a busy machine."""


class Lifeline:
    """Keeps one dead-man alive. Owned by the emitter's thread."""

    def __init__(self, ledger: Path, backend_name: str) -> None:
        self._ledger = ledger
        self._backend_name = backend_name
        self._start()

    @property
    def pid(self) -> int:
        """Process id of the dead-man."""
        return self._process.pid

    def check(self) -> None:
        """Make sure that the dead-man is there and ready; start another one if it is not.

        Raises:
            Refused: `no_kill_key`: nothing would let go after us.
        """
        if self._process.poll() is not None:
            self._drop()
            self._start()
        if not self._is_ready:
            self._await_ready()

    def close(self) -> None:
        """Close the pipe and wait a moment for the dead-man to end."""
        self._drop()

    def _start(self) -> None:
        reader, self._writer = os.pipe()
        arguments = ("--fd", str(reader), "--ledger", str(self._ledger))
        try:
            self._process = subprocess.Popen(
                argv_of(
                    "automation.desktop.input.deadman",
                    *arguments,
                    "--backend",
                    self._backend_name,
                ),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                pass_fds=(reader,),
                start_new_session=True,
            )
        finally:
            os.close(reader)
        self._is_ready = False

    def _await_ready(self) -> None:
        assert self._process.stdout is not None, "started with a pipe"
        descriptor = self._process.stdout.fileno()
        deadline_s = time.monotonic() + START_S
        said = b""
        while not said.endswith(READY):
            left_s = deadline_s - time.monotonic()
            readable, _, _ = select.select([descriptor], [], [], max(0.0, left_s))
            part = os.read(descriptor, 64) if readable else b""
            if not part:
                message = (
                    "the process that releases keys after a crash does not start; "
                    "nothing is sent without it. Restart the assistant"
                )
                raise Refused("no_kill_key", message)
            said += part
        self._is_ready = True

    def _drop(self) -> None:
        os.close(self._writer)
        try:
            self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
