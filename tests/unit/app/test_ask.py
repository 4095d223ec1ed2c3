"""Approval without a window: words on a terminal, JSON lines on standard input.

Who is asked in a script: one reader for all of its runs, and the script's own input stays its own.
"""

import io
import json
import os
import pty
import sys
import threading
import time
from dataclasses import replace

import pytest

from app.ask import JsonConfirmer, LineSource, TerminalConfirmer, corrected, lines_of
from app.cli.do import asks_on_terminal
from app.cli.parser import parser
from app.run_lines import PlainWriter
from app.script_run import Plan, ScriptVoice
from automation.core.actions import Aim, Click, Drag, Hotkey, Write
from automation.core.errors import Stopped
from automation.core.events import Proposed
from automation.core.geometry import Rect, ScreenPoint
from automation.core.proposal import Candidate, Proposal, Question, Risk, RiskLevel
from automation.core.timing import StopToken

POINT = ScreenPoint(5, 6)
MOVED = ScreenPoint(7, 8)
CLICK = Proposal(Click(Aim(POINT)), sentence="Click “Save”")
WRITE = Proposal(Write("hello", at=Aim(POINT)), sentence="Write “hello”")
QUESTION = Question(
    "Which?",
    tuple(Candidate(n, "Edit", "button", Rect(0, 0, 9, 9)) for n in (1, 2)),
)


def by_json(*lines, proposal=CLICK):
    said = []
    source = LineSource(io.StringIO("".join(f"{line}\n" for line in lines)))
    confirmer = JsonConfirmer(source, said.append)
    return confirmer.confirm(proposal, Risk(RiskLevel.R1), None, StopToken()), said


def by_hand(*lines, proposal=CLICK, level=RiskLevel.R1):
    out = io.StringIO()
    confirmer = TerminalConfirmer(LineSource(io.StringIO("\n".join(lines) + "\n")), out)
    return confirmer.confirm(proposal, Risk(level, ("why",)), None, StopToken()), out.getvalue()


def test_json_accepts():
    confirmation, said = by_json(json.dumps({"n": 1, "decision": "accept"}))
    assert (confirmation.verdict, confirmation.by, said) == ("accepted", "user", [])


def test_a_line_that_lets_something_be_sent_says_when_it_decided():
    before_s = time.monotonic()
    by_line = by_json('{"decision": "accept"}')[0], by_json('{"decision": "edit"}')[0]
    by_word = by_hand("accept")[0], by_hand("e 7 8")[0]
    decided_s = [confirmation.decided_s for confirmation in (*by_line, *by_word)]
    assert before_s <= min(decided_s) <= max(decided_s) <= time.monotonic()


def test_json_rejects_with_the_reason():
    confirmation, _ = by_json('{"decision": "reject", "reason": "wrong row"}')
    assert (confirmation.verdict, confirmation.reason) == ("rejected", "wrong row")


def test_json_edits_point_and_text():
    confirmation, _ = by_json(
        '{"decision": "edit", "point_px": [7, 8], "text": "bye"}', proposal=WRITE
    )
    assert confirmation.action == Write("bye", at=Aim(MOVED))


def test_json_stops():
    with pytest.raises(Stopped):
        by_json('{"decision": "stop"}')


@pytest.mark.parametrize(
    "line",
    ["", "x", "[]", "1", "{}", '{"decision": "yes"}', '{"decision": "edit", "point_px": [1.5, 2]}'],
)
def test_a_json_line_that_decides_nothing_is_said_and_passed_over(line):
    confirmation, said = by_json(line, '{"decision": "accept"}')
    assert confirmation.verdict == "accepted"
    assert len(said) == 1


def test_the_end_of_input_blocks_and_never_hangs():
    confirmation, _ = by_json()
    assert (confirmation.verdict, confirmation.by) == ("blocked", "rule:nobody")


def test_waiting_ends_when_the_run_is_stopped():
    stop = StopToken()
    stop.stop("user")
    with pytest.raises(Stopped):
        JsonConfirmer(LineSource(io.StringIO("")), print).choose(QUESTION, None, stop)


def test_a_choice_must_be_one_of_the_candidates():
    said = []
    source = LineSource(io.StringIO('{"pick": 3}\n{"pick": 2}\n'))
    assert JsonConfirmer(source, said.append).choose(QUESTION, None, StopToken()) == 2
    assert len(said) == 1


def test_the_terminal_shows_where_and_how_risky():
    confirmation, text = by_hand("a")
    assert confirmation.verdict == "accepted"
    assert text.startswith("     at 5, 6, easy to undo\n     because why\n")


def test_the_terminal_wants_the_whole_word_for_what_is_hard_to_undo():
    confirmation, text = by_hand("a", "y", "accept", level=RiskLevel.R3)
    assert confirmation.verdict == "accepted"
    assert text.count("Answer with the whole word accept, or with r, e or s.") == 2
    assert "Answer with a," not in text


def test_the_terminal_tells_which_step_it_is_and_what_comes_next():
    first = replace(CLICK, upcoming=("Press Tab", "Click “Send”"), total=3)
    last = replace(CLICK, total=3)
    for step, said in (
        (first, "step 1 of 3; then: press Tab, click “Send”"),
        (last, "step 3 of 3"),
    ):
        _, text = by_hand("a", proposal=step)
        assert f"     {said}\n" in text
    assert "step" not in by_hand("a")[1]


def test_what_is_proposed_is_said_once():
    out = io.StringIO()
    PlainWriter(out, can_answer=True)(Proposed("r", 1, CLICK, Risk(RiskLevel.R1)))
    confirmer = TerminalConfirmer(LineSource(io.StringIO("a\n")), out)
    confirmer.confirm(CLICK, Risk(RiskLevel.R1), None, StopToken())
    assert out.getvalue().count("Save") == 1


@pytest.mark.parametrize(
    ("names", "level", "said"),
    [
        (
            ("New",),
            RiskLevel.R2,
            "accept also allows the next step: “New”; any other name is asked about again\n",
        ),
        (
            ("New", "Tab"),
            RiskLevel.R1,
            "accept also allows the next 2 steps: “New”, “Tab”; any other name is ",
        ),
        (
            ("Empty",),
            RiskLevel.R3,
            "next step: “Empty”; any other name, or what is hard to undo, is asked about again\n",
        ),
    ],
)
def test_the_question_says_how_many_steps_one_answer_allows(names, level, said):
    _, text = by_hand("accept", proposal=replace(CLICK, leads_to=names), level=level)
    assert said in text
    _, alone = by_hand("accept", level=level)
    assert "after it" not in alone


def test_the_terminal_edits_the_target():
    confirmation, _ = by_hand("e 7 8")
    assert confirmation.action == Click(Aim(MOVED))


def test_a_drag_is_corrected_at_its_first_point():
    drag = Drag((POINT, MOVED))
    assert corrected(drag, ScreenPoint(1, 1), None) == Drag((ScreenPoint(1, 1), MOVED))


def test_an_action_without_a_target_is_left_alone():
    assert corrected(Hotkey(("ctrl", "s")), MOVED, "x") == Hotkey(("ctrl", "s"))


def test_a_decision_about_another_step_is_said_and_passed_over():
    said = []
    lines = '{"n": 1, "decision": "accept"}\n{"n": 2, "decision": "reject"}\n'
    confirmer = JsonConfirmer(LineSource(io.StringIO(lines)), said.append)
    confirmer.saw(Proposed("run", 2, CLICK, Risk(RiskLevel.R1)))
    confirmation = confirmer.confirm(CLICK, Risk(RiskLevel.R1), None, StopToken())
    assert confirmation.verdict == "rejected"
    assert said == ["that line does not decide anything: n is 1; the step that waits is 2"]


def test_what_was_typed_before_the_question_does_not_answer_it():
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, encoding="utf-8") as terminal, os.fdopen(ours, "wb", 0) as keyboard:
        keyboard.write(b"a\na\n")
        lines, out, answers = LineSource(terminal), io.StringIO(), []
        deadline = time.monotonic() + 60
        while lines._lines.qsize() < 2:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        confirmer = TerminalConfirmer(lines, out)

        def ask():
            answers.append(confirmer.confirm(CLICK, Risk(RiskLevel.R1), None, StopToken()))

        asking = threading.Thread(target=ask)
        asking.start()
        while "[s]top" not in out.getvalue():
            assert time.monotonic() < deadline
            time.sleep(0.01)
        keyboard.write(b"r\n")
        asking.join(60)
        assert [answer.verdict for answer in answers] == ["rejected"]
        keyboard.write(b"\x04")
        lines._thread.join(60)


@pytest.mark.parametrize("decision", ["accept", "edit"])
def test_json_that_lets_something_run_must_name_the_step(decision):
    lines = LineSource(io.StringIO(json.dumps({"decision": decision}) + "\n"))
    said = []
    confirmer = JsonConfirmer(lines, said.append)
    confirmer.saw(Proposed("r", 4, CLICK, Risk(RiskLevel.R1)))
    confirmation = confirmer.confirm(CLICK, Risk(RiskLevel.R1), None, StopToken())
    assert confirmation.verdict == "blocked"
    assert "n is missing" in said[0]
    assert "4 waits" in said[0]


@pytest.mark.parametrize("given", [True, 1.0, "1", [1], None])
def test_json_takes_nothing_but_a_whole_number_for_the_step_and_the_pick(given):
    said = []
    lines = (json.dumps({"n": given, "decision": "accept"}), '{"n": 1, "decision": "reject"}')
    confirmer = JsonConfirmer(LineSource(io.StringIO("\n".join(lines) + "\n")), said.append)
    confirmer.saw(Proposed("r", 1, CLICK, Risk(RiskLevel.R1)))
    assert confirmer.confirm(CLICK, Risk(RiskLevel.R1), None, StopToken()).verdict == "rejected"
    picks = io.StringIO(json.dumps({"pick": given}) + '\n{"pick": 2}\n')
    chooser = JsonConfirmer(LineSource(picks), said.append)
    assert chooser.choose(QUESTION, None, StopToken()) == 2
    assert len(said) == 2


LINE_CLICK = Proposal(Click(Aim(ScreenPoint(5, 6))), sentence="Click “Save”")
WAIT_S = 60


PLAY = ("macro", "play", "Fill")


def human(*, is_json=False, approve="ask"):
    """Return who is asked in a run of a script of its own."""
    plan = Plan("a.py", is_json=is_json, approve=approve)
    return ScriptVoice(plan, lambda: None, StopToken()).human()


def decided(who):
    return who.confirm(LINE_CLICK, Risk(RiskLevel.R1), None, StopToken()).verdict


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
    second = human(is_json=True).confirm(LINE_CLICK, Risk(RiskLevel.R1), None, StopToken())
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
