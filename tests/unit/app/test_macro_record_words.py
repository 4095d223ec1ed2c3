"""Words on standard input while a recording grows: what they put in, and what is said of it."""

import json
import os
from types import SimpleNamespace

import pytest

from app.cli.macro_record import _Commands, _Ends, step_teller
from app.cli.output import Speaker
from automation.desktop.recording.keys import XKeyNames
from automation.macros.macro import Shows, Until
from automation.macros.record.session import Changed, Recorded, RecordingSession, Removed
from tests.fakes.macro_world import click


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


def test_each_step_stands_once_under_its_number(capsys):
    told, save = step_teller(Speaker(is_json=False)), click("Save")
    again = click("Save", comment="now with a note")
    expecting = click("Save", expect=Until(condition=Shows(text="Saved"), within_s=2))
    for happening in (
        Recorded(1, save),
        Recorded(2, click("Send")),
        Changed(1, again),
        Changed(1, expecting),
        Removed(2),
        Recorded(3, click("Close")),
    ):
        told(happening)
    assert capsys.readouterr().out.splitlines() == [
        "   2  click “Save”",
        "   3  click “Send”",
        "      2 is now: click “Save”, expecting that “Saved” is shown",
        "      3 was taken back",
        "   4  click “Close”",
    ]


def test_a_program_is_told_of_every_change(capsys):
    told = step_teller(Speaker(is_json=True))
    told(Recorded(0, click("Save")))
    told(Changed(0, click("Save", comment="now with a note")))
    events = [json.loads(line)["event"] for line in capsys.readouterr().out.splitlines()]
    assert events == ["recorded", "changed"]
