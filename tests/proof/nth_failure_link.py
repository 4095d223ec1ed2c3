"""The executor's own threads on hands of paper, and the sockets to them, whose calls can be made to fail."""

import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from automation.core.errors import InputError
from automation.desktop.input import client, executor
from automation.desktop.input.client import ExecutorClient, ExecutorOptions
from automation.desktop.input.protocol import Killed, executor_channel
from automation.desktop.input.stop_socket import stop_executors
from tests.fakes.executor_parts import ExecutorParts

ANSWER_S = 0.25
"""For an answer that never comes where its sender failed; paper answers in a millisecond."""
START_S = 1.0
ENDING_S = 0.3
"""How long one that ends by itself is let."""
SILENT_TURNS, DEAD_TURNS = 5, 20


class Wires:
    """One end of the link; its calls are looked up anew each time."""

    def send(self, end: socket.socket, data) -> None:
        """Hand all of the bytes to the system."""
        end.sendall(data)

    def recv(self, end: socket.socket, size: int) -> bytes:
        """Wait for bytes, so many at most."""
        return end.recv(size)


class _WiredSocket:
    """A socket whose `sendall` and `recv` go through wires."""

    def __init__(self, end: socket.socket, wires: Wires) -> None:
        self._end, self._wires = end, wires

    def sendall(self, data) -> None:
        self._wires.send(self._end, data)

    def recv(self, size: int) -> bytes:
        return self._wires.recv(self._end, size)

    def shutdown(self, how: int) -> None:
        self._end.shutdown(how)

    def close(self) -> None:
        self._end.close()


class PaperRig:
    """What the hands thread owns: a session on fake hands."""

    deadman_pid = 0

    def __init__(self, parts: ExecutorParts) -> None:
        self._parts = parts
        self.session = parts.session

    def begin_run(self, asked) -> None:
        self.session.begin_run(asked.budgets, asked.nonce_s)

    def let_go(self) -> None:
        """The hands do it."""

    def tidy(self) -> None:
        """Nothing is kept between two jobs."""

    def close(self) -> None:
        self._parts.emitter.release_all()


class PaperListener:
    """Hears a user who presses nothing."""

    def __init__(self, parts: ExecutorParts) -> None:
        self.check_armed = parts.check_armed

    def watch_corner(self) -> None:
        """There is none."""

    def forget_corner(self) -> None:
        """There is none."""

    def close(self) -> None:
        """Nothing to give back."""


class PaperProcess:
    """Stands where the process of the executor does; a kill ends it as its dead-man would."""

    returncode = 0
    """Known, so that nobody asks the system for the end of a process that there is not."""

    def __init__(self, state_folder, end: socket.socket, wires: Wires) -> None:
        self._end = end
        self.was_killed = False
        """It had to be ended from outside."""
        served = executor.Executor(executor_channel(_WiredSocket(end, wires)), state_folder)
        self._thread = threading.Thread(target=served.run, name="executor")
        self._thread.start()

    def kill(self) -> None:
        self._thread.join(ENDING_S)
        self.was_killed = self._thread.is_alive()
        with suppress(OSError):  # it has ended
            self._end.shutdown(socket.SHUT_RDWR)

    def wait(self, timeout: float | None = None) -> None:
        self._thread.join(timeout)
        if self._thread.is_alive():
            raise subprocess.TimeoutExpired("executor", timeout)


class LinkHands:
    """Implements `core.ports.Executor` as the app has it, over the link; time is the fake hands' own."""

    def __init__(self, parts: ExecutorParts, client: ExecutorClient) -> None:
        self._parts, self._client = parts, client
        self.prepare, self.release_all = client.prepare, client.release_all

    def execute(self, nonce, confirmation, stop, progress):
        session = self._parts.session
        self._parts.on_send = lambda primitive: stop.is_set and session.stop("user")
        decided = replace(confirmation, decided_s=self._parts.clock.now_s())
        return self._client.execute(nonce, decided, stop, progress)


@contextmanager
def linked(desk) -> Iterator[None]:
    """Put the link between the loop and the desk's hands, where a seam asks for it."""
    if not desk.uses_link:
        yield
        return
    stop = desk.stop
    desk.process, desk.is_deaf = None, False

    def hear(event) -> None:
        if isinstance(event, Killed):
            stop.stop("user")

    client = ExecutorClient(ExecutorOptions(desk.home / "state", environ={}), on_event=hear)
    desk.hands = LinkHands(desk.parts, client)
    try:
        with suppress(InputError):  # the run says that nobody is there
            client.start()
            client.begin_run()
        yield
    finally:
        was_killed = desk.process is not None and desk.process.was_killed
        client.close()
        desk.uses_link = desk.says_stop = False
    if _has_failed(desk.executor_end.send):
        assert not was_killed, "the executor went on although it could tell nothing"
    assert not desk.is_deaf, "the stop socket is deaf after one caller that it could not take"


def _has_failed(call) -> bool:
    """Tell whether a call is one that was made to fail, and has."""
    return bool(getattr(call, "has_failed", False))


def say_stop(desk) -> None:
    """Stop past the app, as `deskhand stop` does, where a seam asks for it; by the app where that failed."""
    is_stopped = False
    if desk.says_stop:
        with suppress(OSError, ValueError):  # who says it hears that it failed
            told = stop_executors(desk.home / "state", os.environ, answer_s=ANSWER_S)
            is_stopped = any(one.is_released and not one.was_ended for one in told)
        accept = getattr(socket.socket.accept, "nth", None)
        if _has_failed(accept) and not accept.is_lasting:
            desk.is_deaf = not is_stopped
    if not is_stopped:
        desk.stop.stop("user")


def patch_link(desk) -> None:
    """Let what starts the executor's process start its threads here."""

    def started(state_folder, environ):
        ours, theirs = socket.socketpair()
        state_folder.mkdir(mode=0o700, exist_ok=True)
        process = desk.process = PaperProcess(state_folder, theirs, desk.executor_end)
        return process, _WiredSocket(ours, desk.app_end)

    desk.patch(client, "_started", started)
    desk.patch(executor, "Rig", lambda *given: PaperRig(desk.parts))
    desk.patch(executor, "Listener", lambda *given: PaperListener(desk.parts))
    desk.patch(client, "START_S", START_S)
    desk.patch(client, "ANSWER_S", ANSWER_S)
    desk.patch(client, "SILENT_TURNS", SILENT_TURNS)
    desk.patch(client, "DEAD_TURNS", DEAD_TURNS)
