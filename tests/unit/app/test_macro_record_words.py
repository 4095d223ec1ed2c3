"""Words on standard input while a recording grows: what they put in, and what is said of it."""

import os
from types import SimpleNamespace

import pytest

from app.macro_record import _Commands, _Ends
from automation.desktop.recording.key_names import XKeyNames
from automation.macros.recording.session import RecordingSession


@pytest.fixture
def said(tmp_path, monkeypatch):
    """Return what reads some words and returns the typed texts of the list and what was noted."""
    session, notes = RecordingSession(tmp_path / "one", XKeyNames(), lambda _: None), []
    reading, writing = os.pipe()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(fileno=lambda: reading))
    live = SimpleNamespace(session=session, decide=lambda: None)
    commands = _Commands(live, notes.append, _Ends())

    def say(words):
        os.write(writing, words.encode())
        commands.read(1.0)
        return [step.text for step in session.steps], notes

    yield say
    os.close(reading)
    os.close(writing)
    session.remove()


def test_a_parameter_says_that_it_is_a_step_of_its_own(said):
    texts, notes = said("parameter Guest {1}\n")
    assert texts == ["{{guest__1_}}"]
    (note,) = notes
    assert "at each play it types what “Guest {1}” is then" in note
    assert "undo both" in note


def test_a_parameter_that_cannot_be_one_puts_in_nothing_and_says_why(said):
    texts, (note,) = said("parameter 7\n")
    assert texts == []
    assert "no name for a parameter" in note
