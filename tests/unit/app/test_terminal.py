"""Approval without a window: words on a terminal, JSON lines on standard input."""

import io
import json
import os
import pty
import threading
import time
from dataclasses import replace

import pytest

from app.ask import JsonConfirmer, LineSource, TerminalConfirmer, corrected
from app.run_lines import PlainWriter
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
            "accept allows this and the 1 step after it: “New”; "
            "what is called otherwise is asked about again\n",
        ),
        (("New", "Tab"), RiskLevel.R1, "this and the 2 steps after it: “New”, “Tab”; what is "),
        (
            ("Empty",),
            RiskLevel.R3,
            "after it: “Empty”; what is called otherwise or hard to undo is asked about again\n",
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
