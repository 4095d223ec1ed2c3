"""Values are data and mean nothing where they are put in; a table is read as text, by names of columns."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from automation.core.secrets import holds_reference, literal, secret_name
from automation.macros import macro as grammar
from automation.macros.macro import Param, Target
from automation.macros.play import values
from automation.macros.play.values import (
    Asked,
    BadTable,
    BadValue,
    Scope,
    Table,
    filled,
    for_macros,
    open_table,
    read_table,
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


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_the_delimiter_is_found_and_the_byte_order_mark_left_out(mark, bom):
    data = bom + f"vendor{mark}amount\nAnn{mark}3\r\n\n Bo {mark}\n".encode()
    assert read_table(data) == Table(("vendor", "amount"), (("Ann", "3"), ("Bo", "")))


def test_a_told_delimiter_and_quoted_cells_are_taken():
    data = b'a,b;c\n"x;y";z\n"1\r\n2";3\n'
    assert read_table(data, ";") == Table(("a,b", "c"), (("x;y", "z"), ("1\n2", "3")))


def test_a_decimal_comma_does_not_make_a_column():
    data = b"name;price\nA;1,50\nB;2,75\n"
    assert read_table(data).columns == ("name", "price")


@pytest.mark.parametrize(
    ("data", "marks"),
    [
        (b"Name, First;Amount\nBerg, Ann;3\n", "commas or semicolons"),
        (b"Name, First;Amount;x\nBerg, Ann;3;y\n", "commas or semicolons"),
        (b"Name, First;Amount\nBerg, Ann;3\nBerg, Bo\n", "commas or semicolons"),
        (b"a|b\tc\n", "tabs or bars"),
    ],
)
def test_a_heading_that_can_be_cut_in_two_ways_is_asked_about(data, marks):
    with pytest.raises(BadTable, match=f"can be cut at {marks}.*--delimiter"):
        read_table(data)
    mark = ";" if b";" in data else "|"
    assert len(read_table(data.splitlines()[0], mark).columns) > 1


@pytest.mark.parametrize(
    "data", [b'"Name, First";Amount\nx,y;3\n', b'Amount;"Name, First"\n3;x,y\n', b"a;b\nx,y;3,5\n"]
)
def test_quoted_names_and_marks_in_rows_leave_no_doubt(data):
    (row,) = read_table(data).rows
    assert set(row) <= {"x,y", "3", "3,5"}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff", "\ufeff\ufeff"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_what_spreadsheets_write_before_the_heading_is_understood(end, bom, encoding):
    text = end.join((f"{bom}sep=;", "Name, First;größe", "Berg, Ann;東京", ""))
    found = read_table(text.encode(encoding))
    assert found == Table(("Name, First", "größe"), (("Berg, Ann", "東京"),))
    wrong = end.join(("sep=;", "a;b", "1;2", "3"))
    with pytest.raises(BadTable, match="line 4: 1 cells, expected 2"):
        read_table(wrong.encode(encoding))


def test_an_empty_column_at_the_end_is_none():
    assert read_table(b"a;b;;\n1;2;;\n").rows == (("1", "2"),)
    with pytest.raises(BadTable, match="line 2: 3 cells, expected 2"):
        read_table(b"a;b;\n1;2;3\n")


def test_a_delimiter_that_makes_too_long_a_cell_is_not_the_one():
    cells = ["x" * 1000] * 140
    data = "\n".join(";".join(line) for line in ([f"c{n}" for n in range(140)], cells))
    assert read_table(data.encode()).rows == (tuple(cells),)


def test_delimiters_at_the_end_of_a_line_are_no_cells():
    assert read_table(b"a,b\n1,2,,\n").rows == (("1", "2"),)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b"a,b\n1,2,3\n", "line 2: 3 cells, expected 2"),
        (b"a,b\n1,2\n1\n", "line 3: 1 cells, expected 2"),
        (b"a,,b\n1,2,3\n", "column 2 of the heading has no name"),
        (b"\xff\xfea\n1", "begins as UTF-16 and is not"),
        (b"a,a\n1,2\n", "the column a stands twice"),
        (b"a\n\xff\n", "line 2: this is not UTF-8"),
        (b"a\nx\0y\n", "NUL"),
        (b"a\nx\x1by\n", "line 2: a cell cannot be used, it holds a control character"),
        (b'a,b\n1,2\n"x,3\n4,5\n6,7\n', "is no CSV from line 3 on: unexpected end of data"),
        (b'a\n"' + b"x" * 140_000, "is no CSV from line 2 on: field larger than field limit"),
        (",".join(f"c{n}" for n in range(201)).encode(), "201 columns, expected at most 200"),
    ],
)
def test_a_table_that_is_wrong_names_what_and_where(data, said):
    with pytest.raises(BadTable, match=said):
        read_table(data)


def test_too_many_rows_and_bytes_are_refused(monkeypatch):
    monkeypatch.setattr(values, "MAX_ROWS", 3)
    with pytest.raises(BadTable, match="more than 3 rows"):
        read_table(b"a\n1\n2\n3\n4\n")
    monkeypatch.setattr(values, "MAX_TABLE_BYTES", 10)
    with pytest.raises(BadTable, match="larger than"):
        read_table(b"a\n" + b"1\n" * 9)


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(BadTable, match="cannot read the table"):
        open_table(tmp_path / "none.csv")


def test_the_columns_of_the_macros_are_taken_by_name():
    made = macro(
        grammar.ForEach(id="f", steps=(click("{{vendor_name}}"),)), columns=("vendor_name",)
    )
    table = read_table(b"Nr,Vendor Name\n1,Ann\n")
    assert for_macros(table, [made]) == Table(("vendor_name",), (("Ann",),))
    with pytest.raises(BadTable, match="lacks the column vendor_name; its columns are: a, b"):
        for_macros(read_table(b"a,b\n1,2\n"), [made])


def test_a_star_in_a_cell_widens_no_title():
    step = grammar.Window(id="w", op="activate", title="{{c}}")
    made = macro(grammar.ForEach(id="f", steps=(step,)), columns=("c",))
    with pytest.raises(BadTable, match="row 2: c cannot be used"):
        for_macros(read_table(b"c\nx\n*\n"), [made])


class Counted(tuple):
    """Steps that count how often somebody goes through them."""

    times = 0

    def __iter__(self):
        self.times += 1
        return super().__iter__()


def test_a_macro_is_gone_through_once_however_many_cells_hold_a_star():
    steps = Counted((click("{{c}}"),))
    made = macro(*steps, columns=("c",))
    made = msgspec.structs.replace(made, steps=steps)
    before, data = steps.times, "c\n" + "a*b\n" * 50
    assert len(for_macros(read_table(data.encode()), [made])) == 50
    assert steps.times - before <= 1
