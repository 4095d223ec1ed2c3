"""Stopping executors past the app: who is told, who is forgotten, what is certain."""

import errno
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from automation.desktop.input.ledger import Ledger, ledger_path
from automation.desktop.input.stop_socket import (
    Stopped,
    WordServer,
    forget_dead,
    socket_name,
    stop_executors,
)

ENVIRON = {"DISPLAY": ":7"}
GONE = 2**22 + 1


@pytest.fixture
def serve(tmp_path):
    servers = []

    def serve(pid, answer, environ=ENVIRON):
        words = []
        server = WordServer(
            tmp_path, socket_name(environ, pid), lambda word: words.append(word) or answer
        )
        server.start()
        servers.append(server)
        return words

    yield serve
    for server in servers:
        server.close()


def test_every_executor_of_this_display_is_told_and_no_other(tmp_path, serve):
    first = serve(11, {"stopped": True, "released": True, "busy": True})
    second = serve(12, {"stopped": True, "released": False})
    elsewhere = serve(13, {}, {"DISPLAY": ":8"})
    assert stop_executors(tmp_path, {"DISPLAY": "unix:7.0"}) == (
        Stopped(11, is_released=True, was_busy=True),
        Stopped(12, is_released=False),
    )
    assert (first, second, elsewhere) == (["stop"], ["stop"], [])


@pytest.mark.parametrize("number", [errno.ENOBUFS, errno.ENOMEM, errno.EMFILE, errno.ECONNABORTED])
def test_a_socket_that_could_not_take_a_caller_goes_on_listening(
    tmp_path, serve, monkeypatch, number
):
    accept, failures = socket.socket.accept, [OSError(number, "no room")] * 2

    def scarce(listener):
        if failures:
            raise failures.pop()
        return accept(listener)

    monkeypatch.setattr(socket.socket, "accept", scarce)
    heard = serve(11, {"stopped": True, "released": True})
    assert stop_executors(tmp_path, ENVIRON) == (Stopped(11, is_released=True),)
    assert (heard, failures) == (["stop"], [])


def test_an_executor_is_certain_only_of_what_it_says(tmp_path, serve):
    serve(11, {"released": "yes"})
    assert stop_executors(tmp_path, ENVIRON) == (Stopped(11, is_released=False),)


def test_nobody_there_is_nobody_stopped(tmp_path):
    assert stop_executors(tmp_path, ENVIRON) == ()
    assert stop_executors(tmp_path / "absent", ENVIRON) == ()


def test_the_socket_of_a_dead_executor_is_forgotten(tmp_path):
    program = "import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])"
    for pid in (11, GONE):
        name = socket_name(ENVIRON, pid)  # by its name alone: a socket's path has 107 bytes at most
        subprocess.run([sys.executable, "-c", program, name], check=True, cwd=tmp_path)
    forget_dead(tmp_path, ENVIRON)
    assert not (tmp_path / socket_name(ENVIRON, GONE)).exists()
    assert stop_executors(tmp_path, ENVIRON) == ()
    assert list(tmp_path.iterdir()) == []


FROZEN = """
import os, signal, sys
from pathlib import Path
from setproctitle import setproctitle
from automation.desktop.input.stop_socket import socket_name
from automation.desktop.input.stop_socket import WordServer
setproctitle(sys.argv[2])
name = socket_name({"DISPLAY": ":7"}, os.getpid())
WordServer(Path(sys.argv[1]), name, lambda word: {}).start()
print("ready", flush=True)
signal.pause()
"""


@pytest.fixture
def frozen(tmp_path):
    """Return a function that starts a process of this title that listens and then hangs."""
    processes = []

    def start(title):
        process = subprocess.Popen(
            [sys.executable, "-c", FROZEN, str(tmp_path), title],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[3],
        )
        processes.append(process)
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(signal.SIGSTOP)
        return process

    yield start
    for process in processes:
        process.kill()
        process.wait()
        process.stdout.close()


def test_an_executor_that_does_not_answer_is_ended(tmp_path, frozen):
    process = frozen("deskhand-executor")
    (stopped,) = stop_executors(tmp_path, ENVIRON, answer_s=0.1)
    assert stopped == Stopped(process.pid, is_released=True, was_ended=True)
    assert process.wait() == -signal.SIGKILL


@pytest.fixture
def ending(tmp_path):
    """Return a function that listens under the name of a process, hears a word and answers nothing."""
    listeners = []

    def listen(pid):
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(tmp_path / socket_name(ENVIRON, pid)))
        listener.listen()
        listeners.append(listener)

        def hear():
            connection, _ = listener.accept()
            connection.recv(100)
            connection.close()

        threading.Thread(target=hear, daemon=True).start()

    yield listen
    for listener in listeners:
        listener.close()


def test_an_executor_that_ends_instead_of_answering_has_stopped(tmp_path, ending):
    ending(11)
    assert stop_executors(tmp_path, ENVIRON) == ()


@pytest.mark.parametrize("is_released", [True, False])
def test_what_it_held_counts_as_held_until_it_is_let_go(tmp_path, ending, monkeypatch, is_released):
    monkeypatch.setattr(
        "automation.desktop.input.stop_socket.DEATH_S", 5.0 if is_released else 0.05
    )
    ledger = Ledger.owned(ledger_path(tmp_path, ":7", 11))
    ledger.close()
    ending(11)
    if is_released:
        threading.Timer(0.2, ledger.path.unlink).start()
    assert stop_executors(tmp_path, ENVIRON) == (Stopped(11, is_released=is_released),)


def test_what_an_ended_executor_held_counts_as_held_until_its_dead_man_is_done(
    tmp_path, frozen, monkeypatch
):
    monkeypatch.setattr("automation.desktop.input.stop_socket.DEATH_S", 0.05)
    process = frozen("deskhand-executor")
    Ledger.owned(ledger_path(tmp_path, ":7", process.pid)).close()
    (stopped,) = stop_executors(tmp_path, ENVIRON, answer_s=0.1)
    assert (stopped.is_released, stopped.was_ended) == (False, True)


def test_a_process_that_only_has_the_number_is_left_alone(tmp_path, frozen):
    process = frozen("somebody-else")
    (stopped,) = stop_executors(tmp_path, ENVIRON, answer_s=0.1)
    assert stopped == Stopped(process.pid, is_released=False)
    assert process.poll() is None
