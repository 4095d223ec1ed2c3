"""The form before a part of a macro that is tried out: a row that is typed in, its title, and Enter."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from app.gui.macros.library.before_run import BeforeRun
from app.macros.play_request import PlayRequest
from app.macros.request import FILE, LastValues
from automation.macros import macro as grammar
from automation.macros.macro import Param
from tests.fakes.macro_shelves import a_macro, keep

LONG_MS = 60_000
TYPED = grammar.Type(id="t", text="{{vendor_name}} {{greeting}}")
BARE = grammar.Keys(id="k", keys=("enter",))
OTHER = grammar.Type(id="o", text="{{amount}}")
STEPS = (grammar.ForEach(id="rows", steps=(TYPED, BARE, OTHER)),)
MADE = a_macro(
    "Hand made", *STEPS, params={"greeting": Param(default="Hi")}, columns=("vendor_name", "amount")
)


@pytest.fixture
def data(tmp_path):
    keep(tmp_path / "data", MADE)
    return tmp_path / "data"


@pytest.fixture
def form_for(theme, data, macros, qtbot):
    """Return what opens the form for a part that the editor tries out."""
    made = BeforeRun(theme, data, macros, lambda: True)

    def open_it(first, last):
        made.ask_values(PlayRequest("hand-made", from_step=first, to_step=last, by="editor"))
        qtbot.waitUntil(lambda: made.form is not None, timeout=LONG_MS)
        return made.form

    yield open_it
    made.close()


def said(widget):
    return " ".join(one.text() for one in widget.findChildren(QLabel))


def test_a_step_for_each_row_is_tried_out_with_values_that_are_typed(form_for, qtbot, macros, data):
    form = form_for("t", "t")
    assert [one.name for one in form.fields] == ["vendor_name", "greeting"]
    assert "A table may give a row's values instead" in said(form.table)
    first = form.fields[0]
    qtbot.waitUntil(first.control.hasFocus, timeout=LONG_MS)
    qtbot.keyClicks(first.control, "Nord")
    qtbot.mouseClick(form.play, Qt.MouseButton.LeftButton)
    (request,) = macros.played
    assert (dict(request.row), dict(request.values)) == (
        {"vendor_name": "Nord"},
        {"greeting": "Hi"},
    )
    assert request.rows is None
    last = LastValues(data / FILE)
    qtbot.waitUntil(lambda: "vendor_name" in last.of("hand-made").values, timeout=LONG_MS)
    again = form_for("t", "t")
    assert again.fields[0].value == "Nord"


def test_a_table_gives_the_columns_where_one_is_chosen(form_for, qtbot, macros, tmp_path):
    form = form_for("t", "t")
    csv = tmp_path / "t.csv"
    csv.write_text("Vendor Name,Amount\nNord,1\n")
    form.table.use(csv)
    qtbot.waitUntil(lambda: form.table.choice is not None, timeout=LONG_MS)
    assert [one.name for one in form.fields if one.is_filled] == ["vendor_name"]
    qtbot.mouseClick(form.play, Qt.MouseButton.LeftButton)
    (request,) = macros.played
    assert (request.rows, request.row) == (csv, None)


def test_a_value_that_no_keyboard_types_is_told_at_its_field(form_for, qtbot, macros):
    form = form_for("t", "t")
    form.fields[0].control.setPlainText("a\x07b")
    qtbot.mouseClick(form.play, Qt.MouseButton.LeftButton)
    assert (form.fields[0].problem.text(), macros.played) == ("It holds a control character.", [])


@pytest.mark.parametrize(
    ("first", "last", "title"),
    [
        ("t", "t", "Test step: Type "),
        ("t", "", "Run from here: Type "),
        ("", "t", "Run to here: Type "),
    ],
)
def test_it_is_called_what_is_done(form_for, first, last, title):
    form = form_for(first, last)
    assert form.windowTitle().startswith(title)
    assert "Hand made" not in form.windowTitle()


@pytest.mark.parametrize("where", ["choose", "from_row", "keep_going"])
def test_enter_plays_wherever_the_keyboard_is(form_for, qtbot, macros, tmp_path, where):
    form = form_for("t", "t")
    csv = tmp_path / "t.csv"
    csv.write_text("Vendor Name,Amount\nNord,1\n")
    form.table.use(csv)
    qtbot.waitUntil(lambda: form.table.choice is not None, timeout=LONG_MS)
    control = getattr(form.table, where)
    control.setFocus()
    qtbot.waitUntil(control.hasFocus, timeout=LONG_MS)
    qtbot.keyClick(control, Qt.Key.Key_Return)
    assert [one.rows for one in macros.played] == [csv]


def test_enter_where_a_value_is_missing_goes_there(form_for, qtbot, macros):
    form = form_for("t", "t")
    form.table.choose.setFocus()
    qtbot.waitUntil(form.table.choose.hasFocus, timeout=LONG_MS)
    qtbot.keyClick(form.table.choose, Qt.Key.Key_Return)
    assert form.fields[0].problem.text() == "It needs a value."
    assert (form.fields[0].control.hasFocus(), macros.played) == (True, [])


def test_enter_on_leave_leaves(form_for, qtbot, macros):
    form = form_for("t", "t")
    form.leave.setFocus()
    qtbot.waitUntil(form.leave.hasFocus, timeout=LONG_MS)
    qtbot.keyClick(form.leave, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: macros.played == [] and not form.isVisible(), timeout=LONG_MS)
