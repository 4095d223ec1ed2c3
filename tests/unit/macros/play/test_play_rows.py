"""A macro over a table: what its columns fill, and what stays the called macro's own."""

import pytest

from automation.core.secrets import reference
from automation.macros import macro as grammar
from automation.macros.macro import Param
from automation.macros.play.linking import Source, link
from automation.macros.play.program import Do, Over, Program
from automation.macros.play.rows import default_words, rows_for
from automation.macros.play.values import BadTable, Scope, filled, read_table, scope_for
from tests.fakes.macro_world import NoImages, macro


def types(step_id, text):
    return grammar.Type(id=step_id, text=text)


def texts(main, csv, values=None, first_row=1, **others):
    """Return the texts that a play over this table comes to."""

    def source(one):
        return Source(one, NoImages(), is_trusted=True)

    linked = link(source(main), lambda name: source(others[name]))
    rows = rows_for(linked, read_table(csv.encode()), "rows.csv")
    scope = scope_for(main, values or {}, frozenset(main.params) - frozenset(rows.table.filled))
    assert isinstance(scope, Scope)
    program = Program(rows.linked, scope, rows.table, first_row=first_row)
    found = []
    while not isinstance(held := program.current(), Over):
        if isinstance(held, Do):
            found.append((held.place.row, filled(held.place.step, held.place.scope).text))
        program.done()
    return found


def test_a_cell_for_a_secret_is_the_name_of_one_and_never_typed_as_it_stands():
    made = macro(types("a", "{{word}}"), params={"word": Param(type="secret")})
    assert texts(made, "word\nbank\n") == [(1, reference("bank"))]
    with pytest.raises(BadTable, match="row 1: word cannot be used") as refused:
        texts(made, "word\nmy pass word\n")
    assert "my pass word" not in str(refused.value)


def test_all_of_a_macro_is_done_for_each_row_from_the_one_to_begin_with():
    made = macro(
        types("each-row", "{{a}}"),
        grammar.Repeat(id="r", times=2, steps=(types("b", "{{a}}{{b}}"),)),
        grammar.Type(id="off", text="{{a}}", off=True),
        params={"a": Param(), "b": Param(default="-")},
    )
    assert texts(made, "a\n1\n2\n3\n", first_row=2) == [
        (2, "2"), (2, "2-"), (2, "2-"), (3, "3"), (3, "3-"), (3, "3-"),
    ]  # fmt: skip


def test_a_called_macro_keeps_what_the_call_gives_it():
    called = macro(
        grammar.ForEach(id="f", steps=(types("t", "{{city}} {{mark}}"),)),
        params={"city": Param()},
        columns=("mark",),
        name="Called",
    )
    main = macro(
        grammar.Call(id="c", macro="Called", values={"city": "Bonn"}),
        types("x", "{{city}}"),
        params={"city": Param(default="Lyon")},
    )
    assert texts(main, "city,mark\nRome,1\n", Called=called) == [(1, "Bonn 1"), (0, "Lyon")]


def test_columns_of_one_macro_are_no_values_in_another():
    called = macro(
        grammar.ForEach(id="f", steps=(types("t", "{{city}}"),)),
        params={"city": Param()},
        name="Called",
    )
    main = macro(
        grammar.ForEach(id="g", steps=(types("x", "{{city}}"),)),
        grammar.Call(id="c", macro="Called", values={"city": "Bonn"}),
        columns=("city",),
    )
    assert texts(main, "city\nRome\n", Called=called) == [(1, "Rome"), (1, "Bonn")]


def test_a_called_macro_is_done_for_each_row_with_what_the_row_gives():
    called = macro(types("t", "{{who}}"), params={"who": Param()}, name="Called")
    main = macro(
        grammar.Call(id="c", macro="Called", values={"who": "{{name}}!"}),
        params={"name": Param(default="Ann")},
    )
    assert texts(main, "name\nAl\nBo\n", Called=called) == [(1, "Al!"), (2, "Bo!")]


def test_of_many_parameters_without_a_column_some_are_named_and_the_rest_counted():
    unfilled = {f"p{n}": Param(default=str(n)) for n in range(7)} | {"open": Param()}
    told = default_words(unfilled, given=())
    assert told.startswith("p0 has no column: “0” is used in every row; p1 has")
    assert told.endswith("p4 has no column: “4” is used in every row; 2 more have none either")
    assert default_words(unfilled, given=[f"p{n}" for n in range(7)]) == ""
