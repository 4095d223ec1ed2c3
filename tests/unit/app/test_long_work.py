"""`deskhand stop` ends long work that is no run, and says what became of it.

What is left is told from the pace of the last minute.
"""

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
from app.long_work import LongWork, Meter, Pace, Told, stop_work
from app.settings import user_folders
from automation.core.generation import LoadProgress
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


class Clock:
    def __init__(self):
        self.now_s = 1000.0

    def __call__(self):
        return self.now_s


def told(marks, total):
    """Return the last words after marks of (seconds since the last, done)."""
    clock, words = Clock(), ""
    pace = Pace(clock)
    for seconds, done in marks:
        clock.now_s += seconds
        words = pace.words(done, total)
    return words


@pytest.mark.parametrize(
    ("marks", "total", "words"),
    [
        ([(0, 0), (60, 50)], 100, "about 1 min left"),
        ([(0, 0), (100, 1)], 96, "about 2 h 38 min left"),
        ([(0, 0), (3600, 1)], 96, "about 95 h left"),
        ([(0, 0), (59, 50)], 100, ""),
        ([(0, 0), (60, 0)], 100, ""),
        ([(0, 0), (60, 100)], 100, ""),
        ([(0, 50)], 100, ""),
    ],
)
def test_the_estimate_is_plain_and_waits_for_a_minute(marks, total, words):
    assert told(marks, total) == words


def test_what_was_answered_before_a_stop_does_not_flatter_the_pace():
    resumed = [(0, done) for done in range(30)] + [(61, 30), (61, 31)]
    assert told(resumed, 91) == "about 1 h 1 min left"


def test_fast_work_keeps_few_marks():
    clock = Clock()
    pace = Pace(clock)
    for done in range(100_000):
        clock.now_s += 0.001
        pace.words(done, 10**9)
    assert len(pace._marks) < 300
    assert pace.words(100_000, 10**9) == f"about {round((10**9 - 1e5) / 1000 / 3600)} h left"


class Log:
    def __init__(self):
        self.lines = []

    def isatty(self):
        return False

    def write(self, text):
        self.lines.append(text)

    def flush(self):
        pass


def test_slow_work_tells_its_estimate_between_two_tens():
    clock, log = Clock(), Log()
    with Meter(log, left="{} at most", now=clock) as meter:
        for done in range(1, 5):
            meter(LoadProgress(done, 96, "Asking for places"))
            clock.now_s += 100
    assert log.lines == [
        "Asking for places: 0 %\n",
        "Asking for places: 2 %, about 2 h 37 min left at most\n",
        "Asking for places: 3 %, about 2 h 35 min left at most\n",
        "Asking for places: 4 %, about 2 h 33 min left at most\n",
    ]


def test_the_next_piece_of_work_has_a_pace_of_its_own():
    clock, log = Clock(), Log()
    meter = Meter(log, now=clock)
    meter(LoadProgress(0, 100, "Loading weights"))
    clock.now_s += 100
    meter(LoadProgress(99, 100, "Loading weights"))
    meter(LoadProgress(1, 96, "Asking for places"))
    assert log.lines[-1] == "Asking for places: 0 %\n"
