"""`deskhand stop` ends long work that is no run, and says what became of it."""

import argparse
import json
import os
import signal
import stat
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

from app.cli.stop import stop
from app.long_work import LongWork, Told, stop_work
from app.settings import user_folders
from automation.core.timing import StopToken
from model.checkpoint.tiny import write_tiny_checkpoint

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def runtime(fresh_home, monkeypatch):
    """Return the folder of locks and sockets; the command waits as long as a busy machine needs."""
    patient = partial(stop_work, answer_s=60.0, end_s=60.0)
    monkeypatch.setattr("app.cli.stop.stop_work", patient)
    folders = user_folders()
    folders.create()
    return folders.runtime


def working(runtime, name, token):
    """Return a thread that works until it is stopped, once it can be."""
    begun = threading.Event()

    def work():
        with LongWork(runtime, name, token.stop):
            begun.set()
            token._event.wait()

    thread = threading.Thread(target=work)
    thread.start()
    assert begun.wait(60)
    return thread


def test_all_work_is_stopped_and_named(runtime):
    tokens = [StopToken() for _ in range(3)]
    names = ["model calibrate", "model download", "weights download"]
    threads = [working(runtime, *both) for both in zip(names, tokens, strict=True)]
    try:
        told = stop_work(runtime, answer_s=60, end_s=60)
        assert {one.name for one in told} == set(names)
        assert {(one.pid, one.fate) for one in told} == {(os.getpid(), "stopped")}
        assert all(token.is_set for token in tokens)
    finally:
        for token, thread in zip(tokens, threads, strict=True):
            token.stop()
            thread.join()
    assert stop_work(runtime) == ()
    assert not list(runtime.glob("*work-*"))


def test_the_socket_is_for_this_user_alone(runtime):
    with LongWork(runtime, "model check", lambda: None):
        (path,) = runtime.glob("work-*")
        assert stat.S_IMODE(path.lstat().st_mode) == 0o600


def test_work_that_was_told_and_goes_on_is_not_called_stopped(runtime):
    with LongWork(runtime, "model check", lambda: None):
        assert [one.fate for one in stop_work(runtime, answer_s=60, end_s=0)] == ["stopping"]


def test_no_other_word_stops_it(runtime):
    from automation.desktop.input.stop_socket import ask_word

    stops = []
    with LongWork(runtime, "model check", lambda: stops.append(1)):
        (path,) = runtime.glob("work-*")
        assert "unknown word" in ask_word(runtime, path.name, "start")["error"]
    assert not stops


def test_a_dead_process_is_forgotten(runtime):
    code = (
        "import sys; from pathlib import Path; from app.long_work import LongWork\n"
        "LongWork(Path(sys.argv[1]), 'model check', print).__enter__()\n"
        "print('on', flush=True); sys.stdin.read()"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code, str(runtime)],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert child.stdout.readline() == "on\n"
    finally:
        child.kill()
        child.communicate()
    assert list(runtime.glob("work-*"))
    assert stop_work(runtime) == ()
    assert not list(runtime.glob("work-*"))


def test_what_is_no_socket_of_ours_is_told_and_keeps_no_other_work_waiting(runtime):
    (runtime / "work-12-model-check.sock").write_text("")
    (runtime / "work-notes.txt").write_text("")
    token = StopToken()
    thread = working(runtime, "model probe", token)
    try:
        told = stop_work(runtime, answer_s=60, end_s=60)
    finally:
        token.stop()
        thread.join()
    assert set(told) == {
        Told("model check", 12, "silent"),
        Told("model probe", os.getpid(), "stopped"),
    }


def said(capsys, *, as_json):
    status = stop(argparse.Namespace(json=as_json))
    return status, capsys.readouterr().out


def test_the_command_says_what_it_stopped(runtime, capsys):
    token = StopToken()
    thread = working(runtime, "model download", token)
    try:
        assert said(capsys, as_json=False) == (
            0, f"Stopped: model download (process {os.getpid()}).\n"
        )  # fmt: skip
    finally:
        token.stop()
        thread.join()
    status, text = said(capsys, as_json=True)
    line = json.loads(text)
    assert (status, line["running"], line["work"]) == (0, False, [])


def test_work_that_does_not_answer_is_no_success(runtime, capsys):
    (runtime / "work-12-model-check.sock").write_text("")
    status, text = said(capsys, as_json=True)
    line = json.loads(text)
    assert (status, line["running"], line["released"]) == (1, True, True)
    assert line["work"] == [{"name": "model check", "pid": 12, "fate": "silent"}]
    assert "end it with: kill 12" in line["message"]


def test_a_check_in_another_process_ends_by_the_command(tmp_path, runtime, capsys):
    folder = tmp_path / "tiny"
    write_tiny_checkpoint(folder)
    with (folder / "endless.json").open("wb") as file:
        file.truncate(60 << 30)  # takes no room, and a minute to hash
    running = subprocess.Popen(
        [sys.executable, "-m", "app.main", "model", "check", str(folder), "--json"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert running.stderr.readline().startswith("Checking files")
        status, text = said(capsys, as_json=True)
        output, _ = running.communicate(timeout=120)
    finally:
        running.send_signal(signal.SIGKILL)
        running.communicate()
    assert (status, json.loads(text)["work"][0]["name"]) == (0, "model check")
    assert json.loads(text)["work"][0]["pid"] == running.pid
    end = json.loads(output.splitlines()[-1])
    assert (running.returncode, end["outcome"], end["code"]) == (6, "stopped", 6)
