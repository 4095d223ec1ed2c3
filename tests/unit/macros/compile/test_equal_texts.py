"""One text in two fields may be two things: a parameter for each name of a field."""

import pytest

from automation.core.actions import Write
from automation.core.errors import MacroError
from automation.core.geometry import Rect
from automation.macros import macro as g
from automation.macros.checks import refusals
from automation.macros.compile.pieces import Proposed
from automation.macros.compile.proposed_params import accepted, told_apart, with_parameters
from tests.unit.macros.compile.sample_run import click, made, step, thing, with_all, write

FROM = thing("From", "field", Rect(120, 100, 120, 20))
TO = thing("To", "field", Rect(120, 140, 120, 20))
HIT = thing("Berlin", "list_item", Rect(120, 170, 80, 20))
NEXT = thing("Next")


@pytest.fixture
def both():
    return made(
        write(1, "Berlin", FROM),
        click(2, HIT),
        write(3, "Berlin", TO),
        click(4, HIT),
        click(5, NEXT),
    )


def typed(macro):
    return [s.text for s in macro.steps if isinstance(s, g.Type)]


def pressed(macro):
    return [s.target.name for s in macro.steps if isinstance(s, g.Click)]


def test_one_text_in_two_fields_is_two_parameters(both):
    assert [(p.name, p.steps) for p in both.proposals] == [("from", ("from",)), ("to", ("to",))]
    macro = with_all(both)
    assert typed(macro) == ["{{from}}", "{{to}}"]
    assert pressed(macro) == ["{{from}}", "{{to}}", "Next"]
    values = [s.expect.condition.value for s in macro.steps if isinstance(s, g.Type)]
    assert values == ["{{from}}", "{{to}}"]
    assert refusals(macro) == ()


@pytest.mark.parametrize(
    ("place", "texts", "names"),
    [
        (0, ["{{from}}", "Berlin"], ["{{from}}", "Berlin", "Next"]),
        (1, ["Berlin", "{{to}}"], ["Berlin", "{{to}}", "Next"]),
    ],
)
def test_one_of_them_alone_leaves_the_other_as_it_is(both, place, texts, names):
    macro = with_parameters(both.macro, both.proposals[place : place + 1])
    assert (typed(macro), pressed(macro)) == (texts, names)


def test_one_text_in_one_field_twice_or_in_one_without_a_name_is_one_parameter():
    compiled = made(write(1, "Acme"), step(2, Write("Acme")), write(3, "Acme"))
    assert [(p.name, len(p.steps)) for p in compiled.proposals] == [("vendor", 2)]
    assert typed(with_all(compiled)) == ["{{vendor}}"] * 3


def named(*names):
    return [Proposed(name, "", "Berlin", ()) for name in names]


def test_two_names_of_one_text_are_for_the_fields_in_their_order(both):
    chosen = told_apart(named("from_city", "to_city"), both.proposals)
    assert typed(with_parameters(both.macro, chosen)) == ["{{from_city}}", "{{to_city}}"]


def test_one_name_of_a_text_is_for_all_its_fields(both):
    chosen = told_apart(named("city"), both.proposals)
    assert typed(with_parameters(both.macro, chosen)) == ["{{city}}"] * 2


def test_a_name_beyond_the_fields_is_refused(both):
    chosen = told_apart(named("one", "two", "three"), both.proposals)
    with pytest.raises(MacroError, match=r"no step types .* parameter three"):
        with_parameters(both.macro, chosen)


def test_what_was_accepted_is_found_by_its_name_again(both):
    one, two = both.proposals
    assert accepted({"to"}, (one, two), (one, two)) == (two,)
    [joined] = accepted({"from"}, (one,), (one, two))
    assert typed(with_parameters(both.macro, [joined])) == ["{{from}}"] * 2
    [joined] = accepted({"to"}, (one, two), (one,))
    assert typed(with_parameters(both.macro, [joined])) == ["{{to}}"] * 2
    assert accepted({"from"}, (one,), ()) == ()
