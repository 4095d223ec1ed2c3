"""The log of the command line: one line, without a traceback or what an error quotes."""

import logging
import sys
import threading

import pytest

from app.error_log import ErrorFile, errors_file, kept_errors
from automation.core.text import OneLine


def line_of(message, error=None):
    info = None
    if error is not None:
        try:
            raise error
        except type(error):
            info = sys.exc_info()
    return OneLine("deskhand").format(
        logging.LogRecord("x", logging.ERROR, "", 0, message, (), info)
    )


def test_an_error_is_one_line_that_names_its_type_and_place_and_not_its_text():
    line = line_of("the run ended", ValueError("typed: hunter2\nmore"))
    assert line.startswith("deskhand: the run ended (ValueError in test_command_log.py:")
    assert "hunter2" not in line
    assert "\n" not in line


def test_a_message_is_kept_on_one_line():
    assert line_of("first\nsecond") == "deskhand: first second"


@pytest.fixture
def kept(tmp_path, monkeypatch):
    for hooks in (sys, threading):
        monkeypatch.setattr(hooks, "excepthook", hooks.excepthook)
    told = []
    ErrorFile(tmp_path, told.append).hear()
    return told


def fail():
    raise RuntimeError("typed: hunter2")


def uncaught():
    try:
        fail()
    except RuntimeError:
        sys.excepthook(*sys.exc_info())


def test_an_error_that_nobody_caught_is_kept_without_its_text_and_told_once(kept, tmp_path, capsys):
    uncaught()
    uncaught()
    lines = kept_errors(tmp_path)
    assert len(lines) == 2
    assert "RuntimeError app/test_command_log.py:" in lines[0]
    said = capsys.readouterr().err
    assert "hunter2" not in "".join((*lines, *kept, said))
    assert [str(errors_file(tmp_path)) in sentence for sentence in kept] == [True]
    assert errors_file(tmp_path).stat().st_mode & 0o777 == 0o600


def test_an_error_of_another_thread_is_kept_too(kept, tmp_path):
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    assert len(kept_errors(tmp_path)) == 1
    assert len(kept) == 1


def test_the_file_of_errors_does_not_grow_for_ever(kept, tmp_path, monkeypatch):
    monkeypatch.setattr("app.error_log.MOST_BYTES", 2000)
    for _ in range(99):
        uncaught()
    assert errors_file(tmp_path).stat().st_size < 2500
    assert all(line.startswith("20") for line in kept_errors(tmp_path))
