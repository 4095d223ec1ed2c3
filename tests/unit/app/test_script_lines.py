"""Who is asked in a script: one reader for all of its runs, and the script's own input stays its own."""

import io
import os
import pty
import sys
import threading

import pytest

from app.ask import TerminalConfirmer, lines_of
from app.cli.do import asks_on_terminal
from app.cli.parser import parser
from app.script_run import Plan, ScriptVoice
from automation.core.actions import Aim, Click
from automation.core.errors import Stopped
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Proposal, Risk, RiskLevel
from automation.core.timing import StopToken

CLICK = Proposal(Click(Aim(ScreenPoint(5, 6))), sentence="Click “Save”")
WAIT_S = 60


PLAY = ("macro", "play", "Fill")


def human(*, is_json=False, approve="ask"):
    """Return who is asked in a run of a script of its own."""
    plan = Plan("a.py", is_json=is_json, approve=approve)
    return ScriptVoice(plan, lambda: None, StopToken()).human()


def decided(who):
    return who.confirm(CLICK, Risk(RiskLevel.R1), None, StopToken()).verdict


@pytest.fixture
def piped(monkeypatch):
    """Return what writes on standard input, a pipe."""
    theirs, ours = os.pipe()
    with os.fdopen(theirs, encoding="utf-8") as stream, os.fdopen(ours, "wb", 0) as keyboard:
        monkeypatch.setattr(sys, "stdin", stream)
        yield keyboard
        keyboard.close()
        lines_of(stream)._wanted.release()
        lines_of(stream)._thread.join(WAIT_S)


def test_each_of_two_runs_gets_its_answer_and_the_script_its_own_line(piped):
    piped.write(b'{"decision": "reject"}\nAnn\n{"decision": "reject", "reason": "no"}\n')
    assert decided(human(is_json=True)) == "rejected"
    assert sys.stdin.readline() == "Ann\n"
    second = human(is_json=True).confirm(CLICK, Risk(RiskLevel.R1), None, StopToken())
    assert (second.verdict, second.reason) == ("rejected", "no")


def test_a_line_that_a_stopped_question_waited_for_is_the_next_ones(piped):
    lines, stop = lines_of(sys.stdin), StopToken()

    def stop_the_wait():
        while not lines._is_reading:
            threading.Event().wait(0.01)
        stop.stop("user")

    stopping = threading.Thread(target=stop_the_wait)
    stopping.start()
    with pytest.raises(Stopped):
        lines.next(stop)
    stopping.join(WAIT_S)
    piped.write(b"first\nsecond\n")
    assert [lines.next(StopToken()) for _ in range(2)] == ["first\n", "second\n"]


def test_a_stream_that_ended_ends_every_question_after_it(piped):
    piped.close()
    assert [decided(human(is_json=True)) for _ in range(2)] == ["blocked", "blocked"]


class Screen(io.StringIO):
    """What a user sees, who answers as soon as there is a question."""

    def __init__(self, keyboard, answers):
        super().__init__()
        self._keyboard, self._answers = keyboard, answers

    def write(self, text):
        if "[s]top" in text:
            self._keyboard.write(self._answers.pop(0))
        return super().write(text)


def test_what_was_typed_on_a_terminal_before_a_question_answers_none(monkeypatch):
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, encoding="utf-8") as terminal, os.fdopen(ours, "wb", 0) as keyboard:
        monkeypatch.setattr(sys, "stdin", terminal)
        monkeypatch.setattr(sys, "stdout", Screen(keyboard, [b"r\n", b"r\n"]))
        keyboard.write(b"Ann\na\na\n")
        assert terminal.readline() == "Ann\n"
        assert decided(human()) == "rejected"
        keyboard.write(b"a\n")
        assert decided(human()) == "rejected"
        lines_of(terminal)._wanted.release()
        keyboard.write(b"\x04")
        lines_of(terminal)._thread.join(WAIT_S)


@pytest.fixture
def terminal(monkeypatch):
    """Have a terminal for standard input; return it. Capturing takes standard output anew in each phase."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, encoding="utf-8") as stream, os.fdopen(ours, "wb", 0) as keyboard:
        monkeypatch.setattr(sys, "stdin", stream)
        yield stream
        lines_of(stream)._wanted.release()
        keyboard.write(b"\x04")
        lines_of(stream)._thread.join(WAIT_S)


def is_asked(*words):
    return asks_on_terminal(parser().parse_args(words))


@pytest.mark.parametrize("mode", ["ask", "assist", "auto"])
def test_every_mode_asks_on_the_terminal_what_it_must_ask(terminal, monkeypatch, mode):
    monkeypatch.setattr(sys, "stdout", terminal)
    assert is_asked("do", "click Save", "--approve", mode)
    assert is_asked(*PLAY, "--approve", mode)
    assert isinstance(human(approve=mode), TerminalConfirmer)


@pytest.mark.parametrize(
    "words",
    [
        ("do", "click Save", "--approve", "auto", "--json"),
        ("do", "-", "--approve", "auto"),
        ("do", "click Save", "--approve", "dry-run"),
        (*PLAY, "--approve", "auto", "--unattended"),
    ],
)
def test_nobody_is_asked_by_lines_in_a_dry_run_or_by_a_play_that_nobody_attends(
    terminal, monkeypatch, words
):
    monkeypatch.setattr(sys, "stdout", terminal)
    assert not is_asked(*words)


def test_a_run_asks_only_where_its_question_is_seen_and_reading_does_not_halt_it(
    terminal, monkeypatch
):
    monkeypatch.setattr(sys, "stdout", terminal)
    auto = ("do", "click Save", "--approve", "auto")
    with monkeypatch.context() as patch:
        patch.setattr(os, "tcgetpgrp", lambda _terminal: os.getpgrp() + 1)
        assert not is_asked(*auto)
        assert human(approve="auto") is None
    assert is_asked(*auto)
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert not is_asked(*auto)
