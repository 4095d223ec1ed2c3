"""What is known of a call before it is complete."""

import json

import pytest

from model.prompt.parsing import ModelStep, reserialise
from model.prompt.partial import PartialTarget, partial_target
from model.prompt.profiles.catalogue import all_profiles, profile
from model.prompt.tools import ClickDesktop, ClickElement, DragAndDrop, HotkeyDesktop

HOLOTRON = profile()
TRAP = '"tool_call": {"tool_name": "click_desktop", "x": 1, "y": 2, "z": 3}}'


def _growing(text, one):
    return [partial_target(text[:end], one) for end in range(len(text) + 1)]


@pytest.mark.parametrize("one", all_profiles(), ids=lambda one: one.name)
def test_a_target_is_known_once_its_last_digit_is_certain_and_stays_the_same(one):
    call = ClickElement if one.envelope == "action" else ClickDesktop
    text = reserialise(ModelStep(None, f'a "{TRAP}" \\', call("The {button}", 512, 340)), one)
    seen = _growing(text, one)
    first = next(place for place, target in enumerate(seen) if target)
    assert text[:first].endswith(("340,", "340}"))
    assert set(seen[first:]) == {PartialTarget(512, 340, "The {button}")}
    assert seen[:first] == [None] * first


def test_a_call_inside_a_thought_is_never_taken_for_one():
    for end in range(len(TRAP)):
        open_thought = (
            '{"note": null, "thought": ' + json.dumps(f"I could write {TRAP}"[: end + 20])[:-1]
        )
        assert partial_target(open_thought, HOLOTRON) is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("holotron-12b", '{"tool_call": {"x": 1, "y": "12, '),
        ("holotron-12b", '{"tool_call": {"tool_call": {"x": 1, "y": 2, '),
        ("holotron-12b", '{"note": {"tool_call": {"x": 1, "y": 2, '),
        ("nemotron-toolcall", '<TOOLCALL>[{"arguments": {"arguments": {"x": 1, "y": 2}'),
    ],
)
def test_numbers_in_a_string_or_in_another_object_are_no_target(name, text):
    assert partial_target(text, profile(name)) is None


def test_a_drag_is_told_by_its_end():
    text = reserialise(ModelStep(None, "", DragAndDrop("the slider", 1, 2, 30, 40)), HOLOTRON)
    known = [target for target in _growing(text, HOLOTRON) if target]
    assert set(known) == {PartialTarget(30, 40, "the slider")}


def test_a_call_without_a_point_has_no_target():
    text = reserialise(ModelStep(None, "", HotkeyDesktop(("x", "y"))), HOLOTRON)
    assert _growing(text, HOLOTRON) == [None] * (len(text) + 1)


@pytest.mark.parametrize(
    "text", ["", "}}]]", '"', "{{{{[[", ',:,:{"x":1,"y":2}', '{"x": 5, "y": 6, ']
)
def test_text_that_is_no_step_has_no_target(text):
    assert partial_target(text, HOLOTRON) is None
    assert partial_target(text, profile("nemotron-toolcall")) is None
