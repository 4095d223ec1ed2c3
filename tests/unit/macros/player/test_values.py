"""A value is data: it is put in where its name stands and means nothing there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automation.core.secrets import holds_reference, literal, secret_name
from automation.macros import macro as grammar
from automation.macros.macro import Param, Target
from automation.macros.play.values import (
    Asked,
    BadValue,
    Scope,
    filled,
    scope_for,
    scope_of_call,
    typed,
)
from tests.fakes.macro_world import click, macro

PARAMS = {
    "vendor": Param(ask="Which vendor?"),
    "amount": Param(type="number", least=1, most=10),
    "kind": Param(type="choice", choices=("a", "b"), default="a"),
    "sure": Param(type="yes_no", default="no"),
    "pw": Param(type="secret"),
}


def test_everything_that_is_missing_or_wrong_is_asked_at_once():
    asked = scope_for(macro(params=PARAMS), {"amount": "11", "kind": "c"})
    assert isinstance(asked, Asked)
    assert [(w.name, w.problem) for w in asked.wanted] == [
        ("vendor", ""),
        ("amount", "11 is above 10"),
        ("kind", "“c” is none of the choices"),
        ("pw", ""),
    ]
    assert asked.wanted[0].question == "Which vendor?"
    assert "vendor: no value was given" in asked.sentence


def test_values_and_defaults_make_the_scope_and_secrets_are_names():
    given_ = {"vendor": "Ann", "amount": "3", "pw": "mail"}
    scope = scope_for(macro(params=PARAMS), given_)
    assert scope == Scope({**given_, "kind": "a", "sure": "no"}, frozenset({"pw"}))
    assert typed("{{pw}}", scope) == "${secret:mail}"


@pytest.mark.parametrize("value", ["secret value!", "", "a\nb", "${secret:mail}"])
def test_the_value_of_a_secret_is_refused_where_its_name_belongs(value):
    asked = scope_for(macro(params={"pw": Param(type="secret")}), {"pw": value})
    assert isinstance(asked, Asked)


def test_a_value_for_no_parameter_is_refused_with_the_names_there_are():
    with pytest.raises(BadValue, match="no parameter color; its parameters are: vendor"):
        scope_for(macro(params={"vendor": Param()}), {"color": "red"})


def test_a_star_in_a_value_widens_no_title():
    made = macro(
        grammar.Window(id="w", op="activate", title="{{x}} - Editor"), params={"x": Param()}
    )
    asked = scope_for(made, {"x": "*"})
    assert isinstance(asked, Asked)
    assert "stands for anything" in asked.wanted[0].problem
    assert isinstance(scope_for(macro(click("{{x}}"), params={"x": Param()}), {"x": "*"}), Scope)
    with pytest.raises(BadValue, match="stands for anything"):
        filled(made.steps[0], Scope({"x": "a*"}))


def test_names_are_put_in_wherever_they_may_stand_and_nowhere_else():
    step = grammar.Click(
        id="c",
        comment="{{x}}",
        target=Target(name="{{x}}", row=("{{x}}", "b"), role="button", app="{{x}}"),
        expect=grammar.Until(condition=grammar.Shows(text="got {{x}}")),
    )
    done = filled(step, Scope({"x": "{{y}}"}))
    assert done.target.name == "{{y}}"
    assert done.target.row == ("{{y}}", "b")
    assert done.expect.condition.text == "got {{y}}"
    assert (done.comment, done.target.app) == ("{{x}}", "{{x}}")


def test_a_name_without_a_value_is_told():
    with pytest.raises(BadValue, match="has no value here"):
        filled(click("{{x}}"), Scope())
    with pytest.raises(BadValue, match="has no value here"):
        typed("a {{x}}", Scope())


def test_what_value_and_words_come_to_together_is_no_reference_to_a_secret():
    scope = Scope({"x": "{secret:mail}", "y": "${secret:mail}", "z": "$"})
    for text in ("${{x}}", "{{y}}", "{{z}}{{x}}", "a {{y}}", "$${{x}}"):
        made = typed(text, scope)
        assert not holds_reference(made), made
        assert not secret_name(made)
    assert literal(typed("${{x}}", scope)) == "${secret:mail}"
    assert typed("${secret:mail}", scope) == "${secret:mail}"


PIECES = st.lists(
    st.sampled_from(
        ["$", "{", "}", "{secret:", "${secret:", "mail}", "{{x}}", "{{y}}", "{{{{", "a"]
    ),
    max_size=6,
).map("".join)


@given(PIECES, PIECES, PIECES)
def test_no_value_ever_becomes_a_secret(text, x, y):
    scope = Scope({"x": x, "y": y})
    try:
        made = typed(text, scope)
    except BadValue:
        return
    assert not holds_reference(made) or (made == text and secret_name(text))


def test_a_called_macro_gets_its_own_values_and_nothing_else():
    called = macro(params={"a": Param(), "n": Param(type="number", default="2")})
    caller = Scope({"v": "Ann", "secret": "x"})
    assert scope_of_call(called, {"a": "{{v}}!"}, caller) == Scope({"a": "Ann!", "n": "2"})
    with pytest.raises(BadValue, match="cannot be called: n: “x” is no number"):
        scope_of_call(called, {"a": "1", "n": "{{secret}}"}, caller)
