"""The control socket stops a run, and does nothing else."""

import contextlib
import os
import socket
import stat

import pytest

from app.control import ControlServer, ask, socket_name
from app.folders import user_folders
from app.run_lock import DesktopBusy, RunLock
from automation.core.errors import ExecutorGone, SettingsError


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
        client.settimeout(5)
        client.connect(str(runtime / socket_name()))
        client.sendall(garbage)
        client.shutdown(socket.SHUT_WR)
        with contextlib.suppress(ConnectionResetError):
            client.recv(1000)
    assert ask(runtime, "stop") == {"running": True}
    assert words == ["stop"]


def test_a_deep_folder_works_although_socket_paths_are_short(tmp_path):
    deep = tmp_path / ("d" * 100) / ("e" * 100)
    deep.mkdir(parents=True)
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
