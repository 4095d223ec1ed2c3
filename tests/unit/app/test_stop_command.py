"""What `deskhand stop` says is what is certain."""

import argparse
import json
import os
import re

import pytest

from app.cli.stop import Answers, stop
from app.run_lock import ControlServer
from app.settings import user_folders
from automation.desktop.input.stop_socket import Stopped, WordServer, socket_name

UP = Stopped(11, is_released=True)
BUSY = Stopped(11, is_released=True, was_busy=True)
UNSURE = Stopped(12, is_released=False)
ENDED = Stopped(13, is_released=True, was_ended=True)


@pytest.mark.parametrize(
    ("app", "executors", "is_running", "is_released", "words"),
    [
        ("nothing runs", (), False, True, "Nothing was running."),
        ("nothing runs", (UP,), False, True, "Nothing was running."),
        ("stopped", (BUSY,), True, True, "Stopped. Nothing is held down."),
        ("stopped", (), True, True, "Stopped. Nothing is held down."),
        ("silent", (BUSY,), True, True, "The app does not answer just now"),
        ("nothing runs", (BUSY,), True, True, "Stopped. Nothing is held down."),
        ("nothing runs", (ENDED,), True, True, "did not answer and was ended"),
        ("stopped", (UP, UNSURE), True, False, "not certain .* kill -9 12"),
        ("nothing runs", (UNSURE,), False, False, "not certain"),
    ],
)
def test_the_sentence_says_no_more_than_was_confirmed(
    app, executors, is_running, is_released, words
):
    answers = Answers(app, executors)
    assert (answers.is_running, answers.is_released) == (is_running, is_released)
    assert re.search(words, answers.sentence())
    assert ("Nothing is held down" in answers.sentence()) == (is_running and is_released)


@pytest.fixture
def runtime(fresh_home):
    folders = user_folders()
    folders.create()
    return folders.runtime


def said(capsys):
    assert stop(argparse.Namespace(json=True)) in (0, 1)
    line = json.loads(capsys.readouterr().out)
    return line["running"], line["released"]


def test_both_are_asked_and_the_executor_decides_what_is_held(runtime, capsys):
    executor_says = {"released": False}
    words = []
    executor = WordServer(runtime, socket_name(os.environ, 11), lambda word: executor_says)
    app = ControlServer(runtime, lambda word: words.append(word) or {"running": True})
    app.start()
    executor.start()
    try:
        assert said(capsys) == (True, False)
        executor_says["released"] = True
        assert said(capsys) == (True, True)
        assert words == ["stop", "stop"]
    finally:
        app.close()
        executor.close()


def test_a_socket_of_somebody_else_is_told_and_is_no_success(runtime, capsys):
    (runtime / socket_name(os.environ, 11)).write_text("")
    assert stop(argparse.Namespace(json=False)) == 1
    assert "not a socket of yours" in capsys.readouterr().err
