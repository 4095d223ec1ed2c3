"""What a run of a part of a macro needs: the names and rows of the steps that it may come to."""

import pytest

from automation.macros import macro as grammar
from automation.macros.macro import Param, Target
from automation.macros.play.linking import Source, link
from automation.macros.play.program import needed_part, part_of
from automation.macros.play.values import Asked, Scope, scope_for
from tests.fakes.macro_world import NoImages, click, macro

SHOWN = grammar.Shows(text="{{shown}}")


def linked(made, **others):
    def source(one):
        return Source(one, NoImages(), is_trusted=True)

    return link(source(made), lambda name: source(others[name]))


def types(step_id, name, **more):
    return grammar.Type(id=step_id, text=f"{{{{{name}}}}}", **more)


def params(*names):
    return {name: Param() for name in names}


LONG = macro(
    types("a", "one"),
    grammar.Group(id="g", title="{{not a name}}", steps=(types("b", "two"), types("c", "three"))),
    grammar.If(
        id="i", condition=SHOWN, then=(types("d", "four"),), otherwise=(types("e", "five"),)
    ),
    grammar.Repeat(id="r", times=2, until=SHOWN, steps=(types("f", "six"), types("h", "seven"))),
    types("x", "never", off=True),
    types("z", "last", comment="{{said}}"),
    params=params("one", "two", "three", "four", "five", "six", "seven", "never", "last", "shown"),
)
EVERY = {"one", "two", "three", "four", "five", "six", "seven", "last", "shown"}


@pytest.mark.parametrize(
    ("start", "stop", "names"),
    [
        ("a", "a", {"one"}),
        ("g", "g", {"two", "three"}),
        ("c", "c", {"three"}),
        ("i", "i", {"shown", "four", "five"}),
        ("d", "d", {"four"}),
        ("f", "f", {"six"}),
        ("r", "r", {"shown", "six", "seven"}),
        ("x", "x", set()),
        ("z", "z", {"last"}),
        ("", "b", {"one", "two"}),
        ("c", "d", {"three", "shown", "four", "five"}),
        ("d", "", {"four", "shown", "six", "seven", "last"}),
        ("h", "", {"shown", "six", "seven", "last"}),
        ("h", "f", {"shown", "six", "seven"}),
        ("f", "h", {"six", "seven"}),
        ("z", "a", {"last"}),
        ("", "", EVERY),
    ],
)
def test_the_names_are_those_of_the_steps_that_may_be_done(start, stop, names):
    assert part_of(linked(LONG), start, stop).names == names


def test_a_call_needs_the_names_in_its_values_and_the_table_of_what_it_calls():
    rows = macro(grammar.ForEach(id="f", steps=(types("t", "c"),)), name="Rows", columns=("c",))
    sub = macro(types("t", "role"), name="Sub", params=params("role"))
    made = macro(
        grammar.Call(id="sub", macro="Sub", values={"role": "{{who}}"}),
        grammar.Call(id="rows", macro="Rows"),
        types("z", "last"),
        params=params("who", "last"),
    )
    whole = linked(made, Sub=sub, Rows=rows)
    found = {one: part_of(whole, one, one) for one in ("sub", "rows", "z")}
    assert {one: (set(part.names), part.has_rows) for one, part in found.items()} == {
        "sub": ({"who"}, False),
        "rows": (set(), True),
        "z": ({"last"}, False),
    }


def test_only_a_step_inside_the_rows_needs_the_table():
    made = macro(
        types("a", "one"),
        grammar.ForEach(id="f", steps=(types("t", "c"),)),
        params=params("one"),
        columns=("c",),
    )
    whole = linked(made)
    assert not part_of(whole, "a", "a").has_rows
    assert part_of(whole, "t", "t").has_rows
    assert part_of(whole, "a").has_rows
    assert needed_part(whole, "", "") is None


def test_a_condition_on_a_parameter_and_a_window_need_their_names_too():
    made = macro(
        grammar.CheckThat(id="c", condition=grammar.Compares(param="one", equals="{{two}}")),
        click("A", "w", wait=grammar.Until(condition=SHOWN)),
        grammar.Click(id="t", target=Target(name="X", window="{{three}} - Form")),
        params=params("one", "two", "three", "shown"),
    )
    found = {one: set(part_of(linked(made), one, one).names) for one in ("c", "w", "t")}
    assert found == {"c": {"one", "two"}, "w": {"shown"}, "t": {"three"}}


def test_values_that_are_not_needed_are_not_asked_for():
    made = macro(types("a", "one"), types("b", "two"), params=params("one", "two"))
    asked = scope_for(made, {}, frozenset({"two"}))
    assert isinstance(asked, Asked)
    assert [one.name for one in asked.wanted] == ["two"]
    assert scope_for(made, {"two": "2"}, frozenset({"two"})) == Scope({"two": "2"})
    assert scope_for(made, {"two": "2", "one": "1"}, frozenset({"two"})) == Scope(
        {"one": "1", "two": "2"}
    )
