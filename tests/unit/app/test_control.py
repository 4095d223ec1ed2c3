"""The control socket stops a run, and does nothing else."""

import contextlib
import json
import os
import socket
import stat
import subprocess
import sys
import threading

import pytest

from app import run_lock
from app.run_lock import ControlServer, DesktopBusy, RunLock, only_stop, socket_name
from app.settings import user_folders
from automation.core.errors import ExecutorGone, SettingsError
from automation.desktop.input import stop_socket


def ask(runtime, word, timeout_s=60.0):
    """Ask as patiently as a busy machine needs."""
    return run_lock.ask(runtime, word, timeout_s=timeout_s)


@pytest.fixture
def server(tmp_path):
    words = []
    server = ControlServer(tmp_path, lambda word: words.append(word) or {"running": True})
    server.start()
    yield tmp_path, words
    server.close()


def test_a_word_reaches_the_handler_and_its_answer_comes_back(server):
    runtime, words = server
    assert ask(runtime, "stop") == {"running": True}
    assert words == ["stop"]


def test_a_run_understands_one_word():
    stops = []
    handle = only_stop(lambda: stops.append(1))
    assert handle("show") == {"error": "unknown word 'show'; expected stop"}
    assert stops == []
    assert handle("stop") == {"running": True}
    assert stops == [1]


def test_the_socket_is_private(server):
    runtime, _ = server
    assert stat.S_IMODE((runtime / socket_name()).stat().st_mode) == 0o600


def test_nobody_listening_is_none_and_no_error(tmp_path):
    assert ask(tmp_path, "stop") is None
    assert ask(tmp_path / "absent", "stop") is None


def test_a_stale_socket_file_is_none_and_is_replaced(tmp_path):
    stale = socket.socket(socket.AF_UNIX)
    stale.bind(str(tmp_path / socket_name()))
    stale.close()
    assert ask(tmp_path, "stop") is None
    server = ControlServer(tmp_path, lambda word: {"word": word})
    server.start()
    assert ask(tmp_path, "show") == {"word": "show"}
    server.close()
    assert ask(tmp_path, "show") is None


@pytest.mark.parametrize(
    "garbage", [b"", b"\n", b"x" * 10_000, b"[1]\n", b'{"do": 3}\n', b"\xff\n", b"[" * 4000 + b"\n"]
)
def test_garbage_does_not_end_the_server(server, garbage):
    runtime, words = server
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(60)
        client.connect(str(runtime / socket_name()))
        client.sendall(garbage)
        client.shutdown(socket.SHUT_WR)
        with contextlib.suppress(ConnectionResetError):
            client.recv(1000)
    assert ask(runtime, "stop") == {"running": True}
    assert words == ["stop"]


def test_a_deep_folder_works_although_socket_paths_are_short(tmp_path):
    deep = tmp_path / ("d" * 100) / ("e" * 100)
    deep.parent.mkdir()
    deep.mkdir(mode=0o700)
    server = ControlServer(deep, lambda word: {"word": word})
    server.start()
    assert ask(deep, "stop") == {"word": "stop"}
    server.close()


def test_a_second_run_is_refused_with_the_holders_number(tmp_path):
    with RunLock(tmp_path), pytest.raises(DesktopBusy, match=str(os.getpid())):
        RunLock(tmp_path).__enter__()
    with RunLock(tmp_path):
        pass


def test_folders_are_made_private_below_deskhand_home(tmp_path, monkeypatch):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    folders = user_folders()
    folders.create()
    for folder in (folders.config, folders.data, folders.runtime):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_that_cannot_be_made_is_said(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "file"))
    with pytest.raises(SettingsError, match="DESKHAND_HOME"):
        user_folders().create()


def test_a_handler_that_fails_does_not_end_the_server(tmp_path):
    def handle(word):
        if word == "fail":
            raise ExecutorGone(word)
        return {"running": True}

    server = ControlServer(tmp_path, handle)
    server.start()
    with contextlib.suppress(ValueError):
        ask(tmp_path, "fail")
    assert ask(tmp_path, "stop") == {"running": True}
    server.close()


def test_a_folder_that_cannot_be_used_is_said_and_leaves_no_lock(tmp_path):
    absent = tmp_path / "absent"
    with pytest.raises(SettingsError, match="absent"):
        ControlServer(absent, lambda word: {}).start()
    with pytest.raises(SettingsError, match="absent"), RunLock(absent):
        pass


@pytest.mark.parametrize("written", [":7.0", "unix:7", "unix/:7.1"])
def test_one_display_is_held_once_however_it_is_written(tmp_path, monkeypatch, written):
    monkeypatch.setenv("DISPLAY", ":7")
    with RunLock(tmp_path):
        monkeypatch.setenv("DISPLAY", written)
        with pytest.raises(DesktopBusy):
            RunLock(tmp_path).__enter__()
        monkeypatch.setenv("DISPLAY", "elsewhere:7")
        with RunLock(tmp_path):
            pass


def test_a_caller_who_says_nothing_keeps_no_other_waiting(server):
    runtime, _ = server
    with contextlib.ExitStack() as silent:
        for _ in range(5):
            client = silent.enter_context(socket.socket(socket.AF_UNIX))
            client.connect(str(runtime / socket_name()))
        assert ask(runtime, "stop") == {"running": True}


def test_a_handler_that_hangs_keeps_no_other_word_waiting(tmp_path):
    may_go = threading.Event()
    server = ControlServer(tmp_path, lambda word: {"went": word != "hang" or may_go.wait(60)})
    server.start()
    hung = threading.Thread(target=ask, args=(tmp_path, "hang"))
    hung.start()
    assert ask(tmp_path, "stop") == {"went": True}
    may_go.set()
    hung.join()
    server.close()


def test_somebody_who_listens_and_does_not_answer_is_told_from_nobody(tmp_path):
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(tmp_path / socket_name()))
    listener.listen(1)
    with listener, pytest.raises(TimeoutError):
        ask(tmp_path, "stop", timeout_s=0.05)


@pytest.mark.parametrize("kind", ["file", "link"])
def test_what_is_no_socket_of_ours_is_not_spoken_to(server, tmp_path, kind):
    place = tmp_path / "elsewhere"
    place.mkdir(mode=0o700)
    if kind == "file":
        (place / socket_name()).write_text("")
    else:
        (place / socket_name()).symlink_to(tmp_path / socket_name())
    with pytest.raises(PermissionError, match="not a socket of yours"):
        ask(place, "stop")


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o701])
def test_a_folder_that_others_may_enter_is_refused(tmp_path, mode):
    tmp_path.chmod(mode)
    with pytest.raises(SettingsError, match="chmod 700"):
        ControlServer(tmp_path, lambda word: {}).start()
    tmp_path.chmod(0o700)


def test_a_link_in_place_of_the_folder_is_refused(tmp_path):
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir(mode=0o700)
    link.symlink_to(real)
    with pytest.raises(SettingsError, match="link"):
        ControlServer(link, lambda word: {}).start()


def test_a_socket_that_somebody_removed_is_made_again_and_a_replaced_one_is_not_removed(tmp_path):
    first = stop_socket.WordServer(tmp_path, "a.sock", lambda word: {"n": 1})
    first.start()
    (tmp_path / "a.sock").unlink()
    first.ensure()
    assert stop_socket.ask_word(tmp_path, "a.sock", "stop") == {"n": 1}
    second = stop_socket.WordServer(tmp_path, "a.sock", lambda word: {"n": 2})
    second.start()
    first.close()
    assert stop_socket.ask_word(tmp_path, "a.sock", "stop") == {"n": 2}
    second.close()
    assert list(tmp_path.iterdir()) == []


def test_a_socket_that_could_not_be_made_again_is_not_taken_for_one_that_is_there(tmp_path):
    server = stop_socket.WordServer(tmp_path, "a.sock", lambda word: {"n": 1})
    server.start()
    (tmp_path / "a.sock").unlink()
    tmp_path.chmod(0o755)
    for _ in range(2):
        with pytest.raises(OSError, match="chmod 700"):
            server.ensure()
    tmp_path.chmod(0o700)
    server.ensure()
    assert stop_socket.ask_word(tmp_path, "a.sock", "stop") == {"n": 1}
    server.close()
    server.ensure()
    assert list(tmp_path.iterdir()) == []


CALL_AS_NOBODY = """
import os, socket, sys
os.setgroups([]); os.setgid(65534); os.setuid(65534)
try:
    socket.socket(socket.AF_UNIX).connect(sys.argv[1])
    print("connected")
except OSError as error:
    print(type(error).__name__)
"""


@pytest.mark.skipif(os.getuid() != 0, reason="only on a machine where the tests run as root")
@pytest.mark.parametrize("is_folder_open", [False, True], ids=["private", "opened"])
def test_another_user_gets_no_word_in(server, tmp_path, is_folder_open):
    runtime, words = server
    opened = [tmp_path, *tmp_path.parents] if is_folder_open else []
    before = {folder: stat.S_IMODE(folder.stat().st_mode) for folder in opened}
    for folder in opened:
        folder.chmod(before[folder] | 0o055)
    try:
        argv = [sys.executable, "-c", CALL_AS_NOBODY, str(runtime / socket_name())]
        found = subprocess.run(argv, capture_output=True, text=True, check=True, cwd="/")
    finally:
        for folder, mode in before.items():
            folder.chmod(mode)
    assert found.stdout.strip() == "PermissionError", found.stderr
    assert words == []


def test_the_other_end_is_asked_for_its_user_even_if_it_got_in(server, monkeypatch):
    runtime, words = server
    monkeypatch.setattr(stop_socket, "peer_uid", lambda connection: os.getuid() + 1)
    with pytest.raises(PermissionError, match="another user"):
        ask(runtime, "stop")
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(runtime / socket_name()))
        # Nothing is sent: it is refused before it says a word, and may find the line closed.
        assert b"not your socket" in client.recv(1000)
    assert words == []


def told(runtime, request):
    """Send a request to a window's socket; return all that comes back."""
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(runtime / socket_name("window")))
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            client.sendall(json.dumps(request).encode() + b"\n")
        return client.recv(1000)


@pytest.fixture
def window(tmp_path):
    """Listen as a window does; yields its folder, and what was asked of it."""
    taken = []

    def take(request, connection):
        taken.append((request, stop_socket.peer_pid(connection)))
        connection.sendall(b"done")

    server = ControlServer(tmp_path, lambda word: {"word": word}, role="window", take=take)
    server.start()
    yield tmp_path, taken
    server.close()


def test_a_task_is_handed_over_with_the_process_that_asks(window):
    runtime, taken = window
    request = {"do": "task", "task": "\U0001f600" * 20_000}
    assert told(runtime, request) == b"done"
    assert taken == [(request, os.getpid())]
    assert run_lock.ask(runtime, "show", role="window", timeout_s=60.0) == {"word": "show"}


def test_nobody_else_hands_a_task_over(window, monkeypatch):
    runtime, taken = window
    assert stat.S_IMODE((runtime / socket_name("window")).stat().st_mode) == 0o600
    monkeypatch.setattr(stop_socket, "peer_uid", lambda connection: os.getuid() + 1)
    assert b"not your socket" in told(runtime, {"do": "task", "task": "click Save"})
    assert taken == []


def test_a_run_takes_no_task(tmp_path):
    stops = []
    server = ControlServer(tmp_path, only_stop(lambda: stops.append(1)))
    server.start()
    try:
        assert "unknown word" in str(ask(tmp_path, "task"))
    finally:
        server.close()
    assert stops == []
