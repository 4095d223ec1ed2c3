"""What a person reads of a run at a terminal."""

import io

import pytest

from app.run_lines import PlainWriter, asked_words
from automation.commands import phrases
from automation.core.actions import Wait
from automation.core.events import Asked, Ended, Proposed
from automation.core.geometry import Rect
from automation.core.proposal import NOWHERE, Candidate, Outcome, Proposal, Risk, RiskLevel


def test_the_name_of_a_candidate_cannot_steer_the_terminal():
    out = io.StringIO()
    box = Rect(1, 2, 9, 9)
    PlainWriter(out)(Asked("r", "Which?", (Candidate(1, "Ed\x1b[2Jit", "button", box),)))
    assert out.getvalue() == "Which?\n  1  Ed␛[2Jit (button at 1, 2)\n"


def test_an_answer_in_words_is_nowhere():
    out = io.StringIO()
    PlainWriter(out)(Asked("r", "Go on?", (Candidate(1, "Stop here", "answer", NOWHERE),)))
    assert out.getvalue() == "Go on?\n  1  Stop here\n"


def test_a_step_has_the_number_that_its_macro_gives_it():
    out = io.StringIO()
    step = Proposed("r", 7, Proposal(Wait(1), sentence="Wait"), Risk(RiskLevel.R0))
    PlainWriter(out, number_of=lambda _: "5.1")(step)
    PlainWriter(out)(step)
    PlainWriter(out, number_of=lambda _: "")(step)
    assert out.getvalue() == "5.1  Wait\n  7  Wait\n  -  Wait\n"


SEVERAL = phrases.ambiguous("Edit", ("button",) * 4, "Edit in the Ostsee row")


def test_a_choice_without_a_name_says_so():
    out = io.StringIO()
    PlainWriter(out)(Asked("r", "Which?", (Candidate(1, " ", "icon", Rect(4, 5, 9, 9)),)))
    assert "1  Without a name (icon at 4, 5)" in out.getvalue()


@pytest.mark.parametrize(
    ("text", "answered", "unanswered"),
    [
        (
            SEVERAL,
            "Four buttons are called “Edit”. Write its number and press Enter, or start it anew and "
            "say more: “Edit in the Ostsee row”.",
            "Four buttons are called “Edit”. Start it anew with --pick N, or say more: “Edit in the "
            "Ostsee row”.",
        ),
        (
            "“Imprint” is not in this window but in “News”. Press a number to take it.",
            "“Imprint” is not in this window but in “News”. Write its number and press Enter.",
            "“Imprint” is not in this window but in “News”. Start it anew with --pick N.",
        ),
        (
            "I cannot read whether “Line numbers” is on. Press 1 to click it.",
            "I cannot read whether “Line numbers” is on. Write 1 and press Enter to click it.",
            "I cannot read whether “Line numbers” is on. Start it anew with --pick 1 to click it.",
        ),
        ("Press 1 time Enter.", "Press 1 time Enter.", "Press 1 time Enter."),
        ("Stopped.", "Stopped.", "Stopped."),
    ],
)
def test_a_terminal_is_not_told_to_press_a_number(text, answered, unanswered):
    assert asked_words(text, can_answer=True) == answered
    assert asked_words(text, can_answer=False) == unanswered


@pytest.mark.parametrize("can_answer", [True, False])
def test_a_question_and_its_end_say_what_is_true_at_a_terminal(can_answer):
    out = io.StringIO()
    writer = PlainWriter(out, can_answer=can_answer)
    writer(Asked("r", SEVERAL, ()))
    asked = out.getvalue()
    assert ("press Enter" in asked) is can_answer
    writer(Ended("r", Outcome.AMBIGUOUS, SEVERAL, 0))
    assert "Press a number" not in out.getvalue()
    assert "--pick N" in out.getvalue().removeprefix(asked)


@pytest.mark.parametrize("can_answer", [True, False])
def test_a_question_that_nobody_answered_is_not_asked_again_by_the_end(can_answer):
    out = io.StringIO()
    writer = PlainWriter(out, can_answer=can_answer)
    writer(Asked("r", SEVERAL, ()))
    asked = out.getvalue()
    writer(Ended("r", Outcome.AMBIGUOUS, f"{SEVERAL} A menu is open.", 0))
    assert out.getvalue().count("Four buttons") == 1
    assert out.getvalue().removeprefix(asked) == (
        "Nothing was chosen. Start it anew with --pick N, or say more: “Edit in the Ostsee row”. "
        "A menu is open.\n"
    )


def test_an_end_that_is_no_question_is_said_whole():
    out = io.StringIO()
    writer = PlainWriter(out)
    writer(Asked("r", SEVERAL, ()))
    writer(Ended("r", Outcome.DONE, "Done.", 1))
    assert out.getvalue() == "Four buttons are called “Edit”.\nDone. (stopped before any effect)\n"
