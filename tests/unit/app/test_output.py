"""What a person reads of a run at a terminal.

Every line that the command line can write fits the published schema.

The log of the command line: one line, without a traceback or what an error quotes.

A task is text that a person wrote.
"""

import io
import json
import logging
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.error_log import ErrorFile, errors_file, kept_errors
from app.run_lines import LineWriter, PlainWriter
from app.task_text import MAX_TASK_CHARS, TaskRefused, checked_task
from automation.commands import phrases
from automation.core.actions import Aim, Click, Drag, Element, Scroll, Shown, Wait, Write
from automation.core.events import (
    Asked,
    Confirmed,
    Ended,
    Proposed,
    SentTo,
    Started,
    Stepped,
    Task,
    Working,
)
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.proposal import (
    EXIT_CODES,
    NOWHERE,
    Answering,
    Candidate,
    Confirmation,
    Effects,
    Execution,
    Outcome,
    Pictures,
    Proposal,
    Question,
    Receipt,
    Risk,
    RiskLevel,
    StepRecord,
    Timings,
)
from automation.core.text import OneLine

BOX = Rect(10, 20, 30, 40)
POINT = ScreenPoint(25, 40)
ELEMENT = ScreenElement("Save", "button", BOX, "tree")
RECORD = StepRecord(
    n=1,
    proposal=Proposal(Click(Aim(POINT)), element=ELEMENT, sentence="Click “Save”"),
    risk=Risk(RiskLevel.R1),
    confirmation=Confirmation("accepted", "user"),
    action=Click(Aim(POINT)),
    point=POINT,
    execution=Execution(3, 12.5),
    receipt=Receipt("effect_seen", "the window closed", BOX),
    timings=Timings(1.234, 2, 3, 4, 5),
    pictures=Pictures("a" * 64, "", "b" * 64),
)
INTENTS = [
    Click(Aim(POINT, Element("Save", "button", BOX, "tree"))),
    Drag((POINT, ScreenPoint(1, 2))),
    Scroll("down"),
    Write("grüße 🙂", at=Aim(POINT)),
    Wait(1.0),
    Shown("Saved"),
]


def lines_of(*happenings):
    out = io.StringIO()
    writer = LineWriter(out)
    for happening in happenings:
        writer(happening)
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize(
    "happening",
    [
        Started("r1", Task("click Save"), (Monitor(1, Rect(0, 0, 1920, 1080), 1.0),)),
        *(Proposed("r1", 1, Proposal(i), Risk(RiskLevel.R2, ("why",))) for i in INTENTS),
        Confirmed("r1", 1, Confirmation("rejected", "user", reason="wrong row")),
        Stepped("r1", RECORD),
        Asked("r1", "Which?", (Candidate(1, "Edit", "button", BOX, "Ledger"),)),
        *(Ended("r1", outcome, "message", 3) for outcome in Outcome),
    ],
    ids=lambda happening: type(happening).__name__,
)
def test_a_line_fits_the_schema(schema, happening):
    (line,) = lines_of(happening)
    schema.validate(line)


def test_an_answer_in_words_has_no_box(schema):
    choices = (Candidate(1, "Edit", "button", BOX), Candidate(2, "Stop here", "answer", NOWHERE))
    (line,) = lines_of(Asked("r1", "What next?", choices))
    schema.validate(line)
    assert [one["box_px"] for one in line["candidates"]] == [[BOX.x, BOX.y, BOX.w, BOX.h], None]


def test_targets_and_choices_tell_their_short_names_where_they_have_some(schema):
    proposal = Proposal(Click(Aim(POINT)), element=ELEMENT, sentence="Click “Save”", ref="e14")
    choices = (Candidate(1, "Edit", "button", BOX, ref="e2"), Candidate(2, "Edit", "button", BOX))
    lines = lines_of(
        Proposed("r1", 1, proposal, Risk(RiskLevel.R1)),
        Stepped("r1", replace(RECORD, proposal=proposal)),
        Stepped("r1", RECORD),
        Asked("r1", "Which?", choices),
    )
    for line in lines:
        schema.validate(line)
    assert [line["target"].get("ref") for line in lines[:3]] == ["e14", "e14", None]
    assert [one.get("ref") for one in lines[3]["candidates"]] == ["e2", None]


def test_a_proposal_tells_the_total_and_what_follows_where_they_are_known(schema):
    first = Proposal(Click(Aim(POINT)), upcoming=("Click “Save”", "Press Enter"), total=3)
    lines = lines_of(
        Proposed("r1", 1, first, Risk(RiskLevel.R1)),
        Proposed("r1", 1, Proposal(Click(Aim(POINT))), Risk(RiskLevel.R1)),
    )
    for line in lines:
        schema.validate(line)
    assert (lines[0]["total"], lines[0]["upcoming"]) == (3, ["Click “Save”", "Press Enter"])
    assert not {"total", "upcoming"} & set(lines[1])


def test_an_end_by_a_lock_names_its_cause_and_no_other_end_does(schema):
    (line,) = lines_of(Ended("r", Outcome.ENVIRONMENT, "Stopped.", 0, cause="locked"))
    schema.validate(line)
    assert (line["cause"], line["code"]) == ("locked", 9)
    assert "cause" not in lines_of(Ended("r", Outcome.ENVIRONMENT, "Full.", 0))[0]


def test_lines_are_numbered_and_phases_have_no_line():
    lines = lines_of(Working("r", "observing"), Ended("r", Outcome.DONE, "", 0))
    assert [line["seq"] for line in lines] == [0]


def test_every_outcome_has_an_exit_status():
    assert set(EXIT_CODES) == set(Outcome)


def test_the_schema_refuses_an_unknown_field(schema):
    (line,) = lines_of(Ended("r", Outcome.DONE, "", 0))
    assert not schema.is_valid({**line, "extra": 1})


def test_the_name_of_a_candidate_cannot_steer_the_terminal():
    out = io.StringIO()
    box = Rect(1, 2, 9, 9)
    PlainWriter(out)(Asked("r", "Which?", (Candidate(1, "Ed\x1b[2Jit", "button", box),)))
    assert out.getvalue() == "Which?\n  1  Ed␛[2Jit (button at 1, 2)\n"


def test_a_server_that_was_passed_over_is_said_before_the_one_that_is_asked(schema):
    out, event = io.StringIO(), SentTo("r", "b:2", True, passed_over=("a:1",), left_out=("c:3",))
    PlainWriter(out)(event)
    said, left_out, asked = out.getvalue().splitlines()
    assert said.endswith("no answer from: a:1.")
    assert left_out.endswith("usable address: c:3.")
    assert asked.endswith("asked on b:2.")
    (line,) = lines_of(event)
    schema.validate(line)
    assert (line["passed_over"], line["left_out"]) == (["a:1"], ["c:3"])


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


def test_a_phase_of_loading_is_said_once_however_far_it_is():
    out = io.StringIO()
    write = PlainWriter(out)
    for note in ("Loading weights, 1.0 of 7.9 GB", "Loading weights, 5.2 of 7.9 GB"):
        write(Working("r", "loading", note, "Loading weights"))
    write(Working("r", "loading", "Asking host, once", "Asking host, once"))
    assert out.getvalue() == "Loading weights ...\nAsking host, once ...\n"


SEVERAL = phrases.question(
    phrases.ambiguous("Edit", ("button",) * 4),
    Answering("or_say", "en", "“Edit in the Ostsee row”"),
)


def asked_event(question):
    return Asked("r", question.text, (), question.asks, question.answering)


def test_a_choice_without_a_name_says_so():
    out = io.StringIO()
    PlainWriter(out)(Asked("r", "Which?", (Candidate(1, " ", "icon", Rect(4, 5, 9, 9)),)))
    assert "1  Without a name (icon at 4, 5)" in out.getvalue()


@pytest.mark.parametrize(
    ("asked", "answered", "unanswered"),
    [
        (
            SEVERAL,
            "Four buttons are called “Edit”. Write its number and press Enter, or start it anew and "
            "say more: “Edit in the Ostsee row”.",
            "Start it anew with --pick N, or say more: “Edit in the Ostsee row”.",
        ),
        (
            phrases.question("“Imprint” is in “News”.", Answering("take", "en")),
            "“Imprint” is in “News”. Write its number and press Enter.",
            "Start it anew with --pick N.",
        ),
        (
            phrases.question("I cannot read it.", Answering("one")),
            "I cannot read it. Write 1 and press Enter to click it.",
            "Start it anew with --pick 1 to click it.",
        ),
        (
            phrases.question("The model is not sure.", Answering("take_or_say")),
            "The model is not sure. Write its number and press Enter, or start it anew and say more.",
            "Start it anew with --pick N, or say more.",
        ),
        (
            phrases.question("Vier heißen so.", Answering("or_say", "de", "“das zweite Edit”")),
            "Vier heißen so. Schreib die Nummer und drück die Eingabetaste, oder starte es neu und "
            "sag mehr: “das zweite Edit”.",
            "Starte es neu mit --pick N, oder sag mehr: “das zweite Edit”.",
        ),
        (
            phrases.question("Das liest niemand.", Answering("one", "de")),
            "Das liest niemand. Schreib 1 und drück die Eingabetaste, um darauf zu klicken.",
            "Starte es neu mit --pick 1, um darauf zu klicken.",
        ),
        (Question("Stop here? Press a number."), "Stop here? Press a number.", ""),
    ],
)
@pytest.mark.parametrize("can_answer", [True, False])
def test_a_question_and_its_end_say_what_is_true_at_a_terminal(
    asked, answered, unanswered, can_answer
):
    out = io.StringIO()
    writer = PlainWriter(out, can_answer=can_answer)
    writer(asked_event(asked))
    said = out.getvalue()
    assert said == f"{answered if can_answer else asked.asks or asked.text}\n"
    end = Ended("r", Outcome.AMBIGUOUS, f"{asked.text} A menu is open.", 0, asked=asked.text)
    writer(end)
    told = f"Nothing was chosen. {unanswered} A menu is open.".replace("  ", " ")
    assert out.getvalue().removeprefix(said) == f"{told}\n"


def test_an_end_that_is_no_question_is_said_whole():
    out = io.StringIO()
    writer = PlainWriter(out)
    writer(asked_event(SEVERAL))
    writer(Ended("r", Outcome.DONE, SEVERAL.text, 1))
    assert out.getvalue() == (
        f"Four buttons are called “Edit”.\n{SEVERAL.text} (stopped before any effect)\n"
    )


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (Outcome.DONE, "Over. (verified)"),
        (Outcome.NOT_UNDERSTOOD, "Over. (what was done: verified)"),
        (Outcome.STOPPED, "Over. (what was done: verified)"),
    ],
)
def test_a_run_that_did_not_reach_its_end_is_not_called_verified(outcome, said):
    out = io.StringIO()
    PlainWriter(out)(Ended("r", outcome, "Over.", 1, effects=Effects.VERIFIED))
    assert out.getvalue() == f"{said}\n"


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
    assert line.startswith(f"deskhand: the run ended (ValueError in {Path(__file__).name}:")
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
    assert f"RuntimeError app/{Path(__file__).name}:" in lines[0]
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


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "empty"),
        (" \n\t ", "empty"),
        ("x" * 100_000, "100,000"),
        ("click\x00Save", "U+0000"),
        ("click \x1b[31m", "U+001B"),
        ("a\x85b", "U+0085"),
        ("a\ud800b", "UTF-8"),
    ],
)
def test_bad_text_is_refused_with_what_was_found(text, found):
    with pytest.raises(TaskRefused, match=found.replace("+", r"\+")):
        checked_task(text)


@pytest.mark.parametrize("text", ["click Save", "schreibe „Grüße“ 🙂", "a\nb\tc", "ת → x"])
def test_ordinary_text_passes_unchanged(text):
    assert checked_task(f"  {text}\n") == text


@given(st.text(max_size=200))
def test_any_text_is_either_refused_or_only_stripped(text):
    try:
        task = checked_task(text)
    except TaskRefused:
        return
    assert task == text.strip()
    assert len(task) <= MAX_TASK_CHARS
