"""Recorded steps that go into a macro with values of its own."""

from app.macros.recorded_steps import apart
from automation.macros.macro import Macro, Param, Type
from automation.macros.recording.session import Recording


def recording(params, *texts):
    steps = tuple(Type(id=f"s{n}", text=text) for n, text in enumerate(texts))
    return Recording(Macro(deskhand=1, name="r", params=params, steps=steps), {}, None)


SECRET = Param(type="secret", ask="Password")


def test_values_of_a_macro_without_any_keep_their_names():
    steps, params = apart(recording({"secret": SECRET}, "a", "{{secret}}"), {})
    assert [step.text for step in steps] == ["a", "{{secret}}"]
    assert params == {"secret": SECRET}


def test_a_secret_that_was_typed_is_another_than_the_one_there_is():
    found = recording({"secret": SECRET, "secret_2": SECRET}, "{{secret}}", "{{secret_2}}")
    steps, params = apart(found, {"secret": SECRET})
    assert [step.text for step in steps] == ["{{secret_3}}", "{{secret_2}}"]
    assert params == {"secret_3": SECRET, "secret_2": SECRET}


def test_a_value_put_in_by_the_same_name_and_question_is_the_same():
    guest = Param(ask="guest")
    steps, params = apart(recording({"guest": guest}, "{{guest}}"), {"guest": guest})
    assert [step.text for step in steps] == ["{{guest}}"]
    assert params == {}


def test_a_value_of_another_kind_is_told_apart_and_other_text_stays():
    taken = {"guest": Param(type="number", ask="guest")}
    found = recording({"guest": Param(ask="guest")}, "{{guest}}", "dear {{guest}}")
    steps, params = apart(found, taken)
    assert [step.text for step in steps] == ["{{guest_2}}", "dear {{guest}}"]
    assert set(params) == {"guest_2"}
