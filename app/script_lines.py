"""The answers on standard input: read only as long as a question waits, and who can give them. No Qt.

A script may have several runs, one after the other, and read from standard input itself between its
steps. So one reader serves all of its runs, and what is typed while nobody asks is left to the script,
or to the shell that comes after a run.
"""

import contextlib
import functools
import os
import sys
import threading
from typing import TextIO, cast

from app.terminal import LineSource
from automation.core.events import ApproveMode
from automation.core.stopping import StopToken


class _Held:
    """A stream whose next line is read when it is let go."""

    def __init__(self, stream: TextIO, let_go: threading.Semaphore) -> None:
        self._stream, self._let_go = stream, let_go

    def readline(self, most: int = -1) -> str:
        """Wait, then read a line."""
        self._let_go.acquire()
        return self._stream.readline(most)


class AskedLines(LineSource):
    """Reads a line of a stream when somebody waits for one, on a thread of its own."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._wanted = threading.Semaphore(0)
        self._is_reading = False
        """A line was asked for that nobody has taken; so after a stop in a question."""
        super().__init__(stream)

    def _read(self, stream: TextIO) -> None:
        super()._read(cast("TextIO", _Held(stream, self._wanted)))

    def forget_early(self) -> None:
        """Drop what was typed on a terminal before there was a question: it answers none."""
        if not self._is_typed:
            return
        while not self._lines.empty():
            self._is_reading = False
            self._is_over = self._lines.get() is None
        _forget_typed(self._stream)

    def next(self, stop: StopToken) -> str | None:
        """Return the next line; None at the end of the stream.

        Raises:
            Stopped: the run was stopped while waiting.
        """
        stop.check()
        if not self._is_over and not self._is_reading:
            self._is_reading = True
            self._wanted.release()
        line = super().next(stop)
        self._is_reading = False
        return line


def asks_here(mode: ApproveMode) -> bool:
    """Tell whether a person at the terminal that this was started in can be asked.

    Under `ask` that is what it was started for. A run that needs nobody for most of its steps asks
    only where the question is seen, and not in the background, where reading would halt it.
    """
    if mode == "ask":
        return sys.stdin.isatty()
    if mode == "dry-run" or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return not _is_in_background(sys.stdin)


def _is_in_background(terminal: TextIO) -> bool:
    if sys.platform == "win32":
        return False
    try:
        return os.tcgetpgrp(terminal.fileno()) != os.getpgrp()
    except OSError:  # no shell's terminal, which halts nobody
        return False


@functools.cache
def lines_of(stream: TextIO) -> AskedLines:
    """Return the one reader of a stream."""
    return AskedLines(stream)


def _forget_typed(stream: TextIO) -> None:
    """Have the terminal forget what nobody has read yet."""
    try:
        import termios  # noqa: PLC0415 - not there on Windows
    except ImportError:
        return
    with contextlib.suppress(termios.error, OSError):  # a terminal by its word alone
        termios.tcflush(stream.fileno(), termios.TCIFLUSH)
