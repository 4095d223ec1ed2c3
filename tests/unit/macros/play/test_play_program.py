"""Where a replay is: blocks, rows and calls in their order, bounded, and what a part of a macro needs."""

import pytest

from automation.core.errors import MacroError
from automation.core.proposal import Outcome
from automation.macros import macro as grammar
from automation.macros.macro import Param, Target
from automation.macros.play import program as programs
from automation.macros.play.linking import BadCall, Source, link
from automation.macros.play.program import (
    Broken,
    Do,
    EndlessMacro,
    Over,
    Program,
    ResumePoint,
    RowBegins,
    RowEnds,
    Whether,
    needed_part,
    part_of,
)
from automation.macros.play.values import Asked, Scope, Table, filled, scope_for
from tests.fakes.macro_world import NoImages, Rig, World, click, macro

SHOWN = grammar.Shows(text="x")


def source(made, *, is_trusted=True):
    return Source(made, NoImages(), is_trusted=is_trusted)


def linked(made, **others):
    return link(source(made), lambda name: source(others[name]))


def walked(program, answers=(), most=500):
    """Return what the program says, in short words."""
    answers, told = list(answers), []
    for _ in range(most):
        match program.current():
            case Over():
                return told
            case Do(place) if place.rounds:
                told.append(f"{place.step.id} {place.rounds}?")
                program.done()
            case Do(place):
                name = filled(place.step, place.scope).target.name
                told.append(name)
                program.done()
            case Whether():
                told.append("?")
                program.answer(is_so=answers.pop(0) if answers else False)
            case RowBegins(row):
                told.append(f"[{row}")
                program.done()
            case RowEnds(row):
                told.append(f"{row}]")
                program.done()
            case Broken(_, sentence):
                told.append(f"broken: {sentence}")
                program.done()
    return [*told, "..."]


def told(made, answers=(), table=None, **options):
    others = options.pop("others", {})
    return walked(Program(linked(made, **others), Scope(), table, **options), answers)


def test_blocks_are_entered_and_left_in_order():
    inner = grammar.Group(id="g", title="G", steps=(click("B", "b"), click("C", "c")))
    made = macro(click("A", "a"), inner, click("X", "x", off=True), click("D", "d"))
    assert told(made) == ["A", "B", "C", "D"]


def test_a_choice_takes_the_way_of_its_answer():
    made = macro(
        grammar.If(id="i", condition=SHOWN, then=(click("A", "a"),), otherwise=(click("B", "b"),)),
        click("C", "c"),
    )
    assert told(made, [True]) == ["?", "A", "C"]
    assert told(made, [False]) == ["?", "B", "C"]


def test_a_repeat_ends_with_its_condition_which_is_looked_at_after_the_last_round_too():
    plain = macro(grammar.Repeat(id="r", times=3, steps=(click("A", "a"),)))
    assert told(plain) == ["A", "A", "A"]
    until = macro(grammar.Repeat(id="r", times=3, until=SHOWN, steps=(click("A", "a"),)))
    assert told(until) == ["?", "A", "?", "A", "?", "A", "r 3?"]
    assert told(until, stop_after="r") == ["?", "A", "?", "A", "?", "A", "r 3?"]
    assert told(until, [False, True]) == ["?", "A", "?"]
    assert told(until, [True]) == ["?"]
    inner = macro(grammar.Repeat(id="o", times=2, steps=(until.steps[0], click("B", "b"))))
    assert told(inner, [True, False, True]) == ["?", "B", "?", "A", "?", "B"]
    assert told(macro(grammar.Repeat(id="r", times=3, until=SHOWN, steps=()))) == []


def test_rows_have_their_values_and_are_told():
    made = macro(grammar.ForEach(id="f", steps=(click("{{c}}", "a"),)), columns=("c",))
    table = Table(("c",), (("P",), ("Q",)))
    assert told(made, table=table) == ["[1", "P", "1]", "[2", "Q", "2]"]
    assert told(made, table=table, first_row=2) == ["[2", "Q", "2]"]
    assert told(made, table=Table(("c",), ())) == []
    with pytest.raises(MacroError, match="give one with --rows"):
        Program(linked(made), Scope())
    with pytest.raises(MacroError, match="there is no row 3; the table has 2 rows"):
        Program(linked(made), Scope(), table, first_row=3)


def test_only_the_rows_that_are_named_are_done():
    made = macro(grammar.ForEach(id="f", steps=(click("{{c}}", "a"),)), columns=("c",))
    table = Table(("c",), (("P",), ("Q",), ("R",), ("S",)))
    assert told(made, table=table, only_rows=(2, 4)) == ["[2", "Q", "2]", "[4", "S", "4]"]
    with pytest.raises(MacroError, match="there is no row 5; the table has 4 rows"):
        told(made, table=table, only_rows=(2, 5))


def test_a_row_that_is_abandoned_ends_and_the_next_begins():
    inner = grammar.Group(id="g", title="G", steps=(click("{{c}}", "a"), click("B", "b")))
    made = macro(grammar.ForEach(id="f", steps=(inner,)), click("Z", "z"), columns=("c",))
    program = Program(linked(made), Scope(), Table(("c",), (("P",), ("Q",))))
    program.current()
    program.done()
    assert isinstance(program.current(), Do)
    assert program.abandon_row()
    assert walked(program) == ["1]", "[2", "Q", "B", "2]", "Z"]
    assert not program.abandon_row()


def test_a_macro_is_for_the_programs_of_its_own_and_its_called_targets():
    def within(app, step_id, **more):
        return grammar.Click(id=step_id, target=Target(name="A", app=app), **more)

    there = Target(name="B", app="Files")
    drag = grammar.Drag(id="d", target=Target(name="A"), to=there)
    sub = macro(within("Gimp", "a"), name="Sub")
    made = macro(
        within("mousepad", "m"),
        within("xterm", "x", off=True),
        drag,
        grammar.Call(id="c", macro="Sub"),
    )
    assert linked(made, Sub=sub).apps == {"mousepad", "files", "gimp"}


def at_row_2(made, *, start_at=""):
    """Return a program that stands at the last table's second row."""
    program = Program(linked(made), Scope(), ROWS, start_at=start_at)
    tables = sum(isinstance(step, grammar.ForEach) for step in made.steps) or 1
    while tables:
        instruction = program.current()
        tables -= isinstance(instruction, RowBegins) and instruction.row == 2
        program.done()
    return program


ROWS = Table(("c",), (("P",), ("Q",)))
ONE = grammar.ForEach(id="one", steps=(click("{{c}}", "a"),))
TWO = grammar.ForEach(id="two", steps=(click("{{c}}", "b"),))


def test_the_row_in_hand_can_be_gone_back_to():
    first, second = macro(ONE, columns=("c",)), macro(ONE, TWO, columns=("c",))
    assert at_row_2(first).resume_point == ResumePoint(2)
    assert told(first, table=ROWS, first_row=2) == ["[2", "Q", "2]"]
    assert at_row_2(second).resume_point == ResumePoint(2, "two")
    assert told(second, table=ROWS, first_row=2, start_at="two") == ["[2", "Q", "2]"]
    assert at_row_2(first, start_at="a").resume_point == ResumePoint(2, "one")


def test_there_is_no_way_back_into_a_repeat_nor_outside_rows():
    again = macro(grammar.Repeat(id="r", times=2, steps=(ONE,)), columns=("c",))
    assert at_row_2(again).resume_point is None
    assert Program(linked(macro(click("A", "a"))), Scope()).resume_point is None


def test_a_called_macro_runs_with_its_own_values():
    sub = macro(click("{{p}}", "a"), name="sub", params={"p": Param()})
    made = macro(grammar.Call(id="c", macro="Sub", values={"p": "V"}), click("B", "b"))
    assert told(made, others={"Sub": sub}) == ["V", "B"]


def test_a_call_whose_values_cannot_be_used_is_told_at_its_place():
    sub = macro(click("A", "a"), name="sub", params={"p": Param(type="number")})
    call = grammar.Call(id="c", macro="sub", values={"p": "{{c}}"})
    made = macro(grammar.ForEach(id="f", steps=(call,)), columns=("c",))
    told_ = told(made, table=Table(("c",), (("x",), ("1",))), others={"sub": sub})
    assert told_[1].startswith("broken: the macro “sub” cannot be called")
    assert told_[2:] == ["1]", "[2", "A", "2]"]


def test_a_run_begins_and_ends_where_it_is_told():
    inner = grammar.Group(id="g", title="G", steps=(click("B", "b"), click("C", "c")))
    made = macro(click("A", "a"), inner, click("D", "d"))
    assert told(made, start_at="c") == ["C", "D"]
    assert told(made, stop_after="b") == ["A", "B"]
    assert told(made, stop_after="g") == ["A", "B", "C"]
    assert told(made, start_at="b", stop_after="b") == ["B"]
    with pytest.raises(MacroError, match="no step called nowhere"):
        told(made, start_at="nowhere")


def test_a_run_to_a_step_that_is_passed_by_goes_no_further():
    choice = grammar.If(
        id="i", condition=SHOWN, then=(click("B", "b"),), otherwise=(click("C", "c"),)
    )
    none = grammar.Repeat(id="r", times=3, until=SHOWN, steps=(click("E", "e"),))
    made = macro(click("A", "a"), choice, none, click("X", "x", off=True), click("D", "d"))
    assert told(made, [False], stop_after="b") == ["A", "?", "C"]
    assert told(made, [True], stop_after="i") == ["A", "?", "B"]
    assert told(made, [True, True], stop_after="e") == ["A", "?", "B", "?"]
    assert told(made, [True, True], stop_after="x") == ["A", "?", "B", "?"]
    assert told(made, start_at="x", stop_after="x") == []


def test_a_step_outside_the_rows_runs_without_the_table():
    rows = grammar.ForEach(id="f", steps=(click("{{c}}", "r"),))
    made = macro(click("A", "a"), rows, columns=("c",))
    assert told(made, start_at="a", stop_after="a") == ["A"]
    with pytest.raises(MacroError, match="give one with --rows"):
        told(made, start_at="r", stop_after="r")


def test_a_run_begins_in_the_middle_of_loops():
    loop = grammar.Repeat(id="r", times=2, steps=(click("A", "a"), click("{{c}}", "b")))
    made = macro(grammar.ForEach(id="f", steps=(loop,)), columns=("c",))
    table = Table(("c",), (("P",), ("Q",)))
    assert told(made, table=table, start_at="b", first_row=2) == ["[2", "Q", "A", "Q", "2]"]


def test_a_run_does_not_begin_inside_a_row_that_the_table_does_not_have():
    choice = grammar.If(id="i", condition=SHOWN, then=(click("A", "a"),))
    rows = grammar.ForEach(id="f", steps=(choice, click("{{c}}", "b")))
    made = macro(rows, click("Z", "z"), columns=("c",))
    for inside in ("a", "b"):
        with pytest.raises(MacroError, match="there is no row 1; the table has 0 rows"):
            told(made, table=Table(("c",), ()), start_at=inside)
    assert told(made, table=Table(("c",), ()), start_at="f") == ["Z"]


def test_going_round_without_a_step_is_ended(monkeypatch):
    monkeypatch.setattr(programs, "MOST_TURNS", 1000)
    loop = grammar.Repeat(id="q", times=100_000, steps=(click("A", "a", off=True),))
    made = macro(grammar.Repeat(id="r", times=100_000, steps=(loop,)))
    with pytest.raises(EndlessMacro, match="goes round 1,000 times"):
        told(made)


def test_what_comes_next_is_told_as_far_as_nothing_decides_about_it():
    made = macro(
        click("A", "a"),
        grammar.Group(id="g", title="G", steps=(click("B", "b"), click("X", "x", off=True))),
        click("C", "c"),
        grammar.If(id="i", condition=SHOWN, then=(click("D", "d"),)),
        click("E", "e"),
    )
    program = Program(linked(made), Scope())
    program.current()
    assert [place.step.id for place in program.upcoming(9)] == ["b", "c"]
    assert [place.step.id for place in program.upcoming(1)] == ["b"]


def test_a_macro_that_calls_itself_is_refused_however_far_round():
    one = macro(grammar.Call(id="c", macro="two"), name="one")
    two = macro(grammar.Call(id="c", macro="ONE"), name="two")
    with pytest.raises(BadCall, match="calls itself"):
        linked(one, two=two)
    me = macro(grammar.Call(id="c", macro="me"), name="me")
    with pytest.raises(BadCall, match="calls itself"):
        linked(me)
    off = macro(grammar.Call(id="c", macro="me", off=True), click("A", "a"), name="me")
    assert told(off) == ["A"]


def test_calls_that_fan_out_are_each_looked_at_once():
    def level(n):
        calls = tuple(grammar.Call(id=f"c{k}", macro=f"m{n + 1}") for k in range(4))
        return macro(*calls, name=f"m{n}")

    macros = {f"m{n}": level(n) for n in range(8)}
    macros["m8"] = macro(click("A", "a"), name="m8")
    opened = []

    def open_macro(name):
        opened.append(name)
        return source(macros[name])

    link(source(macros["m0"]), open_macro)
    assert len(opened) == 8


def test_a_chain_that_is_too_deep_and_a_table_within_a_row_are_refused():
    deep = {
        f"m{n}": macro(grammar.Call(id="c", macro=f"m{n + 1}"), name=f"m{n}") for n in range(20)
    }
    with pytest.raises(BadCall, match="more than 8 deep"):
        linked(deep.pop("m0"), **deep)
    rows = macro(grammar.ForEach(id="f", steps=(click("A", "a"),)), name="rows")
    call = grammar.Call(id="c", macro="rows")
    assert linked(macro(call), rows=rows).has_rows
    with pytest.raises(BadCall, match="there is one table"):
        linked(macro(grammar.ForEach(id="f", steps=(call,))), rows=rows)


def test_a_call_without_a_needed_value_is_refused_before_the_run():
    sub = macro(click("A", "a"), name="sub", params={"p": Param(), "q": Param(default="1")})
    with pytest.raises(BadCall, match="without a value for p"):
        linked(macro(grammar.Call(id="c", macro="sub")), sub=sub)
    with pytest.raises(BadCall, match="which it does not have"):
        linked(macro(grammar.Call(id="c", macro="sub", values={"p": "1", "z": "2"})), sub=sub)


def test_one_untrusted_macro_makes_the_whole_run_untrusted():
    made = macro(grammar.Call(id="c", macro="sub"))
    sub = macro(click("A", "a"), name="sub")
    whole = link(source(made), lambda name: source(sub, is_trusted=False))
    assert not whole.is_trusted
    assert whole.untrusted == ("sub",)


def test_two_macros_whose_names_differ_in_case_alone_are_each_called():
    calls = grammar.Call(id="c", macro="Part"), grammar.Call(id="d", macro="PART")
    found = {
        "Part": Source(macro(click("A", "a"), name="Part"), NoImages(), folder="part"),
        "PART": Source(macro(click("B", "b"), name="PART"), NoImages(), folder="zz"),
    }
    main = Source(macro(*calls, name="Day"), NoImages(), folder="day")
    whole = link(main, found.__getitem__)
    assert walked(Program(whole, Scope())) == ["A", "B"]
    assert len(whole.untrusted) == 3, "trust is asked for each of them"


def test_a_macro_that_calls_one_of_its_name_in_another_case_calls_that_one():
    other = Source(macro(click("B", "b"), name="DAY"), NoImages(), folder="zz")
    main = Source(macro(grammar.Call(id="c", macro="DAY"), name="Day"), NoImages(), folder="day")
    assert walked(Program(link(main, {"DAY": other}.__getitem__), Scope())) == ["B"]
    with pytest.raises(BadCall, match="calls itself"):
        link(main, {"DAY": main}.__getitem__)


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ((ONE,), "To go on from there: --from-row 1."),
        ((grammar.Repeat(id="r", times=2, steps=(ONE,)),), ""),
    ],
)
def test_a_failed_row_names_the_way_back_to_it_where_there_is_one(steps, said):
    ended = Rig(World([]), macro(*steps, columns=("c",)), table=ROWS).run()
    assert ended.outcome is Outcome.NOT_FOUND
    assert ended.message.endswith(said)
    assert ("To go on" in ended.message) == bool(said)


PART_SHOWN = grammar.Shows(text="{{shown}}")


def linked_with(made, **others):
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
        id="i", condition=PART_SHOWN, then=(types("d", "four"),), otherwise=(types("e", "five"),)
    ),
    grammar.Repeat(
        id="r", times=2, until=PART_SHOWN, steps=(types("f", "six"), types("h", "seven"))
    ),
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
    assert part_of(linked_with(LONG), start, stop).names == names


def test_a_call_needs_the_names_in_its_values_and_the_table_of_what_it_calls():
    rows = macro(grammar.ForEach(id="f", steps=(types("t", "c"),)), name="Rows", columns=("c",))
    sub = macro(types("t", "role"), name="Sub", params=params("role"))
    made = macro(
        grammar.Call(id="sub", macro="Sub", values={"role": "{{who}}"}),
        grammar.Call(id="rows", macro="Rows"),
        types("z", "last"),
        params=params("who", "last"),
    )
    whole = linked_with(made, Sub=sub, Rows=rows)
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
    whole = linked_with(made)
    assert not part_of(whole, "a", "a").has_rows
    assert part_of(whole, "t", "t").has_rows
    assert part_of(whole, "a").has_rows
    assert needed_part(whole, "", "") is None


def test_a_condition_on_a_parameter_and_a_window_need_their_names_too():
    made = macro(
        grammar.CheckThat(id="c", condition=grammar.Compares(param="one", equals="{{two}}")),
        click("A", "w", wait=grammar.Until(condition=PART_SHOWN)),
        grammar.Click(id="t", target=Target(name="X", window="{{three}} - Form")),
        params=params("one", "two", "three", "shown"),
    )
    found = {one: set(part_of(linked_with(made), one, one).names) for one in ("c", "w", "t")}
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
