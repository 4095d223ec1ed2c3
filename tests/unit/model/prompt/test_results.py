"""What the model is told of a step that ended."""

from dataclasses import replace

import pytest

from automation.core.actions import Aim, Click, Drag, Goal, Hotkey, Plan, Write
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.proposal import (
    Confirmation,
    Execution,
    Proposal,
    Receipt,
    Risk,
    RiskLevel,
    StepRecord,
)
from model.images.tiling import Grid, TilePlan
from model.prompt.dialogue import StepResult, result_of

PLAN = TilePlan(Rect(100, 0, 1000, 1000), Grid(1, 1), 512, 256, has_thumbnail=False)
CLICK = Click(Aim(ScreenPoint(600, 500)))


def _record(verdict="accepted", reason="", ran=None, intent=CLICK, **parts):
    parts = {"execution": Execution(2, 10.0), "receipt": Receipt("effect_seen", "pressed")} | parts
    confirmation = Confirmation(verdict, "user", reason=reason)
    return StepRecord(
        1, Proposal(intent), Risk(RiskLevel.R1), confirmation, ran or intent, None, **parts
    )


def _told(*args, **kwargs):
    return result_of(_record(*args, **kwargs), PLAN, "norm_1000")


def test_nothing_is_said_of_a_step_whose_effect_was_seen():
    assert _told() == StepResult("")
    assert _told(receipt=Receipt("not_seen", "not looked at")) == StepResult("")


@pytest.mark.parametrize(
    ("kind", "code", "words"),
    [
        ("not_seen", "unchanged", "Nothing on the screen changed: no pixel differs."),
        ("not_seen", "", ""),
        ("landed", "", ""),
        ("denied", "still", "The step did not do what it was to: no pixel differs."),
    ],
)
def test_an_effect_that_was_not_seen_is_said(kind, code, words):
    receipt = Receipt(kind, "no pixel differs.", code=code)
    assert _told(receipt=receipt) == StepResult(words)


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        ("rejected", "The user refused this step: wrong file."),
        ("blocked", "This step is not allowed here: wrong file."),
        ("expired", "The screen changed before the step could run. Nothing was done."),
        ("stopped", "The step was stopped: wrong file."),
    ],
)
def test_a_step_that_did_not_run_is_an_error_with_its_reason(verdict, words):
    assert _told(verdict, "wrong file", execution=None) == StepResult(words, is_error=True)


def test_a_refusal_without_a_reason_is_said_without_one():
    assert _told("rejected").words == "The user refused this step."


def test_a_long_reason_is_cut():
    assert len(_told("rejected", "x" * 5000).words) < 400


def test_a_dry_run_is_no_error():
    assert not _told("dry_run", execution=None).is_error


def test_a_step_that_was_cut_short_is_an_error():
    cut = Execution(1, 5.0, completed=False, note="a letter is not on the keyboard")
    assert _told(execution=cut) == StepResult(
        "The step was cut short: a letter is not on the keyboard.", is_error=True
    )


def test_a_plan_is_noted():
    plan = Plan((Goal("a"),))
    assert _told(intent=plan, execution=None) == StepResult("Noted.")


def test_a_corrected_place_is_told_in_the_models_own_numbers():
    moved = Click(Aim(ScreenPoint(350, 500)))
    words = "The user corrected this step: aimed it at x=250, y=500."
    assert _told("edited", ran=moved) == StepResult(words)
    told = result_of(_record("edited", ran=moved), PLAN, "fraction").words
    assert told == "The user corrected this step: aimed it at x=0.2505, y=0.5005."
    changed = _told("edited", ran=moved, receipt=Receipt("not_seen", code="unchanged"))
    assert changed.words == f"{words} Nothing on the screen changed."


def test_a_corrected_drag_is_told_by_both_ends_and_a_place_beside_the_picture_as_such():
    start = ScreenPoint(100, 0)
    meant, ran = (Drag((start, ScreenPoint(x, 0))) for x in (500, 6000))
    assert _told("edited", intent=meant, ran=ran).words == (
        "The user corrected this step: aimed it at x=0, y=0 then a place that was not on the picture."
    )


def test_a_corrected_text_is_told_unless_the_field_is_secret():
    record = _record("edited", intent=Write("a"), ran=Write("hunter2"))
    words = "The user corrected this step: wrote “hunter2” instead."
    assert result_of(record, PLAN, "norm_1000").words == words
    for element in (
        ScreenElement("PIN", "password", Rect(0, 0, 9, 9), "tree"),
        ScreenElement("PIN", "field", Rect(0, 0, 9, 9), "tree", frozenset({"secret"})),
    ):
        secret = replace(record, proposal=replace(record.proposal, element=element))
        told = result_of(secret, PLAN, "norm_1000").words
        assert told == "The user corrected this step: wrote another text."


def test_another_correction_is_told_as_one():
    told = _told("edited", intent=Hotkey(("a",)), ran=Hotkey(("b",)))
    assert told.words == "The user corrected this step: changed how it is done."
    away = _told("edited", ran=Hotkey(("b",)))
    assert away.words == "The user corrected this step: took its place away."
