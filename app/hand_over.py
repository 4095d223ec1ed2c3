"""Hands a task of `deskhand do` over to the window, which has everything loaded, and says what its run says.

The window runs it as this process would: same display and settings, same questions on this terminal, same
lines and exit status; Ctrl+C here stops it there. This process goes on alone where no window takes the task
at once: none is there, it has a run, other code, other settings or another environment. What was taken is
never begun a second time. Little is imported here: whoever asks a window should not wait for more.

A request is one JSON line, and so is each frame of the answer: `out` and `err` to be written, `ask` for a
line of standard input, `forget` what was typed too early, and at the end the exit status, `code`. The first
is `taken`, or the only one `declined`, and why. Back go `line` and `stop`.
"""

import argparse
import contextlib
import json
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TextIO

from app.task_text import TaskRefused, checked_task
from automation.core.process import runtime_folder
from automation.desktop.input.stop_socket import ERRAND, called, peer_pid, role_socket

TAKEN_S: Final = 1.0
"""How long a window may take to take a task or decline it."""
SIGNAL_BASE: Final = 128
"""A process that a signal ended reports 128 + its number (the shell's convention)."""
EXIT_ERROR: Final = 1
MAX_LINE_CHARS: Final = 1_000_000
RECEIVED_BYTES: Final = 65_536
LOST: Final = (
    "the window ended while it had this task; it is not known what was done. "
    "Look at the program, and at: deskhand history"
)
OTHER_CODE: Final = "other code"
BUSY_WITH_ANOTHER: Final = "busy"
"""Two of the reasons for which a window declines."""
_POLICIES: Final = ("auto", "commands")
_SAME: Final = ("AT_SPI_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS", "HOME", "XAUTHORITY")
"""Variables that lead to another desktop; those of deskhand's own may change what is done."""

Frame = dict[str, Any]
"""A JSON object at the boundary."""


def handed_over(
    arguments: argparse.Namespace, tell_lost: Callable[[], None] = lambda: None
) -> int | None:
    """Have the window run the task of `do`; None where it does not, and nothing was done or said.

    Args:
        tell_lost: tells a program that reads the lines that the window ended with the task.
    """
    fields = _request(arguments)
    if fields is None:
        return None
    try:
        with called(runtime_folder(), role_socket(os.environ, "window"), TAKEN_S) as connection:
            return _OnTerminal(connection, tell_lost).run(fields)
    except OSError:
        return None


def _request(arguments: argparse.Namespace) -> Frame | None:
    """Return what the window has to know; None for what this process does, or refuses, itself."""
    asks = _asks(arguments)
    named = (arguments.model, arguments.server, arguments.server_model)
    is_usual = arguments.policy in _POLICIES and named == (None,) * 3 and arguments.task != "-"
    if not is_usual or asks is None:
        return None
    try:
        checked_task(arguments.task)
    except TaskRefused:
        return None
    return errand_fields(
        asks=asks,
        is_json=arguments.json,
        encoding=sys.stdout.encoding,
        task=arguments.task,
        policy=arguments.policy,
        approve=arguments.approve,
        max_steps=arguments.max_steps,
        timeout_s=arguments.timeout,
        pick=arguments.pick,
        keep=arguments.keep,
    )


def errand_fields(**fields: object) -> Frame:
    """Return a request of these fields, with what tells the window whose process asks."""
    is_multiplexed = bool(os.environ.keys() & {"TMUX", "STY"})
    where = {"build": build(), "environ": environ(), "is_multiplexed": is_multiplexed}
    return {"do": ERRAND, **where, **fields}


def _asks(arguments: argparse.Namespace) -> str | None:
    """Return how this process can be asked: terminal, lines, or nobody; None where that is an error."""
    if not arguments.json and asks_here(arguments.approve):
        return "terminal"
    if arguments.approve != "ask":
        return "nobody"
    return "lines" if arguments.json else None


def asks_here(mode: str) -> bool:
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


def forget_typed(stream: TextIO) -> None:
    """Have a terminal forget what nobody has read yet."""
    try:
        import termios  # noqa: PLC0415 - not there on Windows
    except ImportError:
        return
    with contextlib.suppress(termios.error, OSError):  # a terminal by its word alone
        termios.tcflush(stream.fileno(), termios.TCIFLUSH)


def environ() -> dict[str, str]:
    """Return what of the environment decides where and how a run works."""
    return {n: v for n, v in os.environ.items() if n in _SAME or n.startswith("DESKHAND_")}


def window_pids() -> frozenset[int]:
    """Return the process of the window on this display; nothing where none is open."""
    try:
        with called(runtime_folder(), role_socket(os.environ, "window"), TAKEN_S) as connection:
            return frozenset({peer_pid(connection)})
    except OSError:
        return frozenset()


def build() -> str:
    """Return a name for the code of this process: of another place, or changed since, it is another."""
    root = Path(__file__).parents[1]
    packages = ("app", "automation", "model", "resources")
    newest = max(_newest(root / package) for package in packages)
    return f"{root} {newest} {sys.prefix} {sys.hexversion}"


def _newest(folder: str | Path) -> int:
    """Return when the newest file of a folder was changed, in nanoseconds."""
    newest = 0
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if not entry.is_dir(follow_symlinks=False):
                newest = max(newest, entry.stat().st_mtime_ns)
            elif entry.name != "__pycache__":
                newest = max(newest, _newest(entry.path))
    return newest


class Errand:
    """One task in the hands of the window, as the process that asked for it sees it.

    What comes of it is told to `_write`; the run is followed on the calling thread, `stop` is for any.
    """

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._received = b""
        self.declined = ""
        """Why the window did not take it, in its own few words; empty where it did or did not answer."""

    def run(self, fields: Frame) -> int | None:
        """Ask, then do as the frames say; None when the window declines or does not answer."""
        self._send(fields)
        frame = self._next()
        self._connection.settimeout(None)
        return None if frame is None else self._follow(frame)

    def stop(self, number: int = 0) -> None:
        """Have the run stopped.

        Args:
            number: of the signal that asks for it; 0 for none.
        """
        self._send({"stop": number})

    def _follow(self, frame: Frame | None) -> int | None:
        while frame is not None:
            for kind in ("out", "err"):
                if kind in frame:
                    self._write(kind, frame[kind])
            if "forget" in frame:
                self._forget()
            if "ask" in frame:
                self._read_a_line()
            if "code" in frame:
                return int(frame["code"])
            if "declined" in frame:
                self.declined = str(frame["declined"])
                return None
            frame = self._next()
        self._lost()
        return EXIT_ERROR

    def _send(self, frame: Frame) -> None:
        with contextlib.suppress(
            OSError
        ):  # whoever has gone hears nothing; that is read as the end
            self._connection.sendall(json.dumps(frame).encode() + b"\n")

    def _next(self) -> Frame | None:
        """Return the next frame; None at the end, or when the time is over that the connection has."""
        try:
            while b"\n" not in self._received:
                part = self._connection.recv(RECEIVED_BYTES)
                if not part:
                    return None
                self._received += part
        except OSError:
            return None
        line, _, self._received = self._received.partition(b"\n")
        frame: Frame = json.loads(line)
        return frame

    def _lost(self) -> None:
        """Tell that the window ended with the task in its hands."""

    def _write(self, kind: str, text: str) -> None:
        """Take what is said, as `out` or `err`."""

    def _forget(self) -> None:
        """Forget what was typed too early."""

    def _read_a_line(self) -> None:
        """Have the window told a line; nobody here has one."""
        self._send({"line": ""})


class _OnTerminal(Errand):
    """An errand whose words are written, and whose questions are asked, where this process was started."""

    def __init__(self, connection: socket.socket, tell_lost: Callable[[], None]) -> None:
        super().__init__(connection)
        self._tell_lost = tell_lost
        self._caught: list[int] = []
        self._wanted = threading.Semaphore(0)
        self._reader: threading.Thread | None = None

    def run(self, fields: Frame) -> int | None:
        """Run it; a signal stops it, and is told by the status."""
        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        before = {number: signal.signal(number, self._on_signal) for number in numbers}
        try:
            status = super().run(fields)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        return SIGNAL_BASE + self._caught[0] if self._caught else status

    def _on_signal(self, number: int, _frame: object) -> None:
        self._caught.append(number)
        self.stop(number)

    def _write(self, kind: str, text: str) -> None:
        stream = sys.stdout if kind == "out" else sys.stderr
        try:
            stream.write(text)
            stream.flush()
        except BrokenPipeError:
            self.stop()
            # Python flushes the stream again as it exits; that must not fail again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

    def _lost(self) -> None:
        self._tell_lost()
        self._write("err", f"deskhand: {LOST}\n")

    def _forget(self) -> None:
        forget_typed(sys.stdin)

    def _read_a_line(self) -> None:
        """Have a line read beside the frames: a run may end while it waits for one."""
        if self._reader is None:
            self._reader = threading.Thread(target=self._read, name="standard input", daemon=True)
            self._reader.start()
        self._wanted.release()

    def _read(self) -> None:
        while True:
            self._wanted.acquire()
            try:
                line = sys.stdin.readline(MAX_LINE_CHARS)
            except (OSError, ValueError):  # no UTF-8, or the stream was closed under us
                line = ""
            self._send({"line": line})
