"""A model's step: the schema of a look, and replies held to the same rules whatever the server did."""

import json
from dataclasses import replace

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from automation.core.errors import ActionParseError
from model.goals.goal_step import Do, GoalStep, Use, also, chosen, read_step, step_schema
from tests.kit.listings import listing

SHOWN = listing(
    ("Order", "label"), ("Large", "menu_item"), ("Name", "field"), ("Size", "combo"), ("Sugar", "spinner"),
    ("Remember me", "checkbox"), ("Greyed", "button", "disabled"), ("Secret word", "password"),
)  # fmt: skip


def reply(**fields):
    return json.dumps(fields)


def valid(fields, shown=SHOWN, **more):
    return jsonschema.Draft202012Validator(step_schema(shown, **more)).is_valid(fields)


def with_choices(shown, ref, *choices):
    """Return a listing in which a drop-down tells what it offers."""
    return replace(
        shown,
        items=tuple(replace(one, choices=choices) if one.ref == ref else one for one in shown),
    )


def test_a_press_is_read_with_its_element_and_plan():
    step = read_step(reply(plan="then the name", ref="e2", do="press"), SHOWN)
    assert step == GoalStep(Use(SHOWN.items[1], "press"), "then the name")


def test_a_text_goes_with_what_takes_one():
    step = read_step(reply(plan="", ref="e3", do="type", text="Kim"), SHOWN)
    assert step.intent == Use(SHOWN.items[2], "type", "Kim")


def test_an_empty_text_clears_a_field_and_chooses_nothing():
    assert read_step(reply(ref="e3", do="type", text=""), SHOWN).intent.text == ""
    with pytest.raises(ActionParseError, match="choose needs"):
        read_step(reply(ref="e4", do="choose", text=""), SHOWN)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (reply(ref="e99", do="press"), "there is no 'e99'"),
        (reply(ref="e2 Open", do="press"), "e2 is "),
        (reply(ref="e1", do="press"), "only text"),
        (reply(ref="e7", do="press"), "only text"),
        (reply(ref="e8", do="type", text="x"), "e8 does not allow 'type'"),
        (reply(ref="e2", do="open"), "e2 does not allow 'open'"),
        (reply(ref="e2", do="press", text="x"), "press takes no text"),
        (reply(ref="e3", do="type"), "type needs"),
        (reply(ref="none", do="press"), "'press' needs an element"),
        (reply(ref="none", do="key"), "key needs"),
        (reply(ref="e2", do="press", x=4), "unknown field"),
        (reply(do="press"), "missing required field"),
        ('{"ref": "e2", "do": "press"} and more', "not one JSON value"),
        ('{"ref": "e2", "ref": "e3", "do": "press"}', "twice"),
        ("[]", "no step"),
        ("", "empty"),
    ],
)
def test_what_is_no_step_is_refused_in_words_for_the_model(said, why):
    with pytest.raises(ActionParseError, match=why):
        read_step(said, SHOWN)


def test_of_a_drop_down_that_tells_its_choices_one_of_them_is_chosen():
    known = with_choices(SHOWN, "e4", "Small", "Large…")
    assert valid({"plan": "", "ref": "e4 Size", "do": "choose", "text": "Small"}, known)
    assert not valid({"plan": "", "ref": "e4 Size", "do": "choose", "text": "Huge"}, known)
    assert valid({"plan": "", "ref": "e3 Name", "do": "type", "text": "Huge"}, known)
    step = read_step(reply(ref="e4", do="choose", text="large"), known)
    assert step.intent == Use(known.items[3], "choose", "Large…")
    with pytest.raises(ActionParseError, match="e4 offers no 'Huge', but: Small; Large…"):
        read_step(reply(ref="e4", do="choose", text="Huge"), known)


def test_a_drop_down_that_can_be_typed_into_takes_any_text_so():
    editable = with_choices(listing(("Size", "combo", "editable")), "e1", "Small", "Large")
    assert valid({"plan": "", "ref": "e1 Size", "do": "type", "text": "Huge"}, editable)
    assert not valid({"plan": "", "ref": "e1 Size", "do": "choose", "text": "Huge"}, editable)


def test_another_drop_down_is_offered_only_where_it_has_that_choice():
    two = with_choices(listing(("Size", "combo"), ("Colour", "combo")), "e2", "Red")
    use = Use(two.items[0], "choose", "Small")
    assert also(use, two.items[1]) is None
    assert also(replace(use, text="red"), two.items[1]) == Use(two.items[1], "choose", "red")


@pytest.mark.parametrize("ref", ["e6", "e6 Remember", "e6 Remember me", "e6 remember ME"])
def test_a_thing_may_be_named_by_its_short_name_alone(ref):
    assert read_step(reply(ref=ref, do="on"), SHOWN).intent == Use(SHOWN.items[5], "on")


def test_what_needs_no_element_is_read():
    assert read_step(reply(ref="none", do="key", text="ctrl+s"), SHOWN).intent == Do(
        "key", "ctrl+s"
    )
    assert read_step(reply(ref="none", do="done", text=""), SHOWN).intent == Do("done")


def test_the_schema_allows_each_element_only_its_operations():
    assert valid({"plan": "", "ref": "e2 Large", "do": "press"})
    assert valid({"plan": "", "ref": "e6 Remember me", "do": "off"})
    assert not valid({"plan": "", "ref": "e2 Large", "do": "open"})
    assert not valid({"plan": "", "ref": "e3 Name", "do": "press"}), (
        "it would say nothing of its text"
    )
    assert not valid({"plan": "", "ref": "e1 Order", "do": "press"}), "a label is only read"
    assert not valid({"plan": "", "ref": "e8 Secret word", "do": "type", "text": "x"}), (
        "a password is never typed"
    )
    assert not valid({"plan": "", "ref": "e3 Name", "do": "type"}), "a text is required"
    assert valid({"plan": "", "ref": "e5 Sugar", "do": "set", "text": "2"})


def test_nothing_is_done_before_something_was_done():
    done = {"plan": "", "ref": "none", "do": "done", "text": ""}
    assert valid(done)
    assert not valid(done, may_end=False)
    assert valid({"plan": "", "ref": "none", "do": "ask", "text": "Which?"}, may_end=False)


def test_an_empty_screen_still_has_a_schema():
    assert valid({"plan": "", "ref": "none", "do": "wait", "text": "1"}, listing())


@given(
    st.fixed_dictionaries(
        {
            "plan": st.text(max_size=20),
            "ref": st.sampled_from(["none", *map(chosen, SHOWN)]),
            "do": st.sampled_from(
                ["press", "type", "set", "choose", "on", "off", "key", "done", "ask"]
            ),
        },
        optional={"text": st.text(min_size=1, max_size=20)},
    )
)
def test_what_the_schema_allows_is_read_and_nothing_else(fields):
    try:
        read_step(json.dumps(fields), SHOWN)
    except ActionParseError:
        assert not valid(fields)
    else:
        assert valid(fields) or (fields["do"] == "done" and "text" not in fields)


@given(st.text(max_size=200))
def test_no_text_breaks_the_reader(text):
    try:
        step = read_step(text, SHOWN)
    except ActionParseError:
        return
    assert isinstance(step, GoalStep)


def test_another_thing_is_used_as_the_chosen_one_was_where_it_allows_that():
    press, typed = Use(SHOWN.items[1], "press"), Use(SHOWN.items[2], "type", "Kim")
    by_name = {one.element.name: one for one in SHOWN}
    assert also(typed, by_name["Size"]) == Use(by_name["Size"], "choose", "Kim")
    assert also(typed, by_name["Remember me"]) == Use(by_name["Remember me"], "on")
    assert also(press, by_name["Name"]) is None  # nobody said what is to be written
    assert also(press, by_name["Large"]) is None  # the chosen thing itself
    assert also(press, by_name["Greyed"]) is None
