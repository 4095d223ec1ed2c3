"""Every line that the command line can write fits the published schema."""

import importlib.resources
import io
import json

import jsonschema
import pytest

from app.run_lines import LineWriter
from automation.core.actions import Aim, Click, Drag, Element, Scroll, Shown, Wait, Write
from automation.core.events import (
    Asked,
    Confirmed,
    Ended,
    Proposed,
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
    Candidate,
    Confirmation,
    Execution,
    Outcome,
    Pictures,
    Proposal,
    Receipt,
    Risk,
    RiskLevel,
    StepRecord,
    Timings,
)

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


@pytest.fixture(scope="module")
def schema():
    text = importlib.resources.files("resources").joinpath("schema/lines.schema.json").read_text()
    return jsonschema.Draft202012Validator(json.loads(text))


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
