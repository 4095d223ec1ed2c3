"""The form before a run: a field for each type, what it refuses, its table, and what it remembers."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QLineEdit

from app.gui.macros.library.before_run import BeforeRun
from app.gui.macros.library.table import PreviewModel, preview_of
from app.macros.play_request import PlayRequest
from app.macros.request import FILE, Filled, LastValues
from automation.core.errors import NoKeyring
from automation.core.secrets import SecretEntry
from automation.desktop import secrets
from automation.macros import macro as grammar
from automation.macros.macro import Param
from automation.macros.names import slug
from automation.macros.play.values import Table, scope_for
from tests.fakes.macro_shelves import a_macro, keep

LONG_MS = 60_000
ALL = {
    "vendor": Param(ask="Which vendor?"),
    "amount": Param(type="number", least=0, most=100),
    "kind": Param(type="choice", choices=("bill", "credit")),
    "urgent": Param(type="yes_no", default="no"),
    "login": Param(type="secret"),
}
ROWS = (grammar.ForEach(id="rows", steps=(grammar.Type(id="t", text="{{vendor_name}}"),)),)


@pytest.fixture(autouse=True)
def keyring(monkeypatch):
    """Stand in for the system keyring: it has one secret."""
    found = [SecretEntry("ledger", ())]
    monkeypatch.setattr(secrets, "entries", lambda **_: tuple(found))
    return found


@pytest.fixture
def form_for(before_run, data, qtbot):
    """Return what opens the form for a macro."""

    def open_it(macro, **given):
        if not (data / "macros").exists():
            keep(data, macro)
        values = given.pop("values", {})
        request = PlayRequest(slug(macro.name), values=values, **given)
        asked = scope_for(macro, values)
        before_run.ask_values(request, asked if hasattr(asked, "wanted") else None)
        qtbot.waitUntil(lambda: before_run.form is not None, timeout=LONG_MS)
        return before_run.form

    return open_it


def field(form, name):
    return next(one for one in form.fields if one.name == name)


def put(form, **values):
    for name, value in values.items():
        control = field(form, name).control
        if hasattr(control, "findData"):
            control.setCurrentIndex(control.findData(value))
        elif isinstance(control, QLineEdit):
            control.setText(value)
        else:
            control.setPlainText(value)


def press_play(form, qtbot):
    qtbot.mouseClick(form.play, Qt.MouseButton.LeftButton)


def filled_in(form, qtbot, **values):
    secret = field(form, "login").control
    qtbot.waitUntil(lambda: secret.findData("ledger") > 0, timeout=LONG_MS)
    put(form, **({"vendor": "Nord", "amount": "12.5", "kind": "bill", "login": "ledger"} | values))


def test_a_part_of_a_macro_has_fields_for_what_it_uses_and_the_rest_stays_remembered(
    form_for, qtbot, macros, data
):
    steps = tuple(grammar.Type(id=name, text=f"{{{{{name}}}}}") for name in ("one", "two"))
    params = {"one": Param(), "two": Param()}
    made = a_macro("Parts", *steps, *ROWS, params=params, columns=("vendor_name",))
    keep(data, made)
    LastValues(data / FILE).keep("parts", made, {"one": "1", "two": "2"}, data / "t.csv")
    form = form_for(made, from_step="two", to_step="two")
    assert [one.name for one in form.fields] == ["two"]
    assert form.table is None
    put(form, two="other")
    press_play(form, qtbot)
    assert dict(macros.played[0].values) == {"two": "other"}
    kept = Filled({"one": "1", "two": "other"}, str(data / "t.csv"))
    qtbot.waitUntil(lambda: LastValues(data / FILE).of("parts") == kept, timeout=LONG_MS)


def test_every_type_has_a_field_and_what_stands_there_is_played(form_for, qtbot, macros):
    form = form_for(a_macro("File it", params=ALL), approve="assist")
    filled_in(form, qtbot, vendor="Nord\nSouth")
    press_play(form, qtbot)
    (request,) = macros.played
    assert dict(request.values) == {
        "vendor": "Nord\nSouth",
        "amount": "12.5",
        "kind": "bill",
        "urgent": "no",
        "login": "ledger",
    }
    assert (request.folder, request.approve) == ("file-it", "assist")


@pytest.mark.parametrize(
    ("values", "name", "problem"),
    [
        ({"amount": "twelve"}, "amount", "“twelve” is no number."),
        ({"amount": "101"}, "amount", "101 is above 100."),
        ({"amount": "-1"}, "amount", "-1 is below 0."),
        ({"vendor": ""}, "vendor", "It needs a value."),
        ({"vendor": "a\x07b"}, "vendor", "It holds a control character."),
        ({"kind": ""}, "kind", "It needs a value."),
        ({"login": ""}, "login", "It needs a value."),
        ({"urgent": ""}, "urgent", "It needs a value."),
    ],
)
def test_what_cannot_be_used_is_told_at_its_field_and_nothing_is_played(
    form_for, qtbot, macros, values, name, problem
):
    form = form_for(a_macro("File it", params=ALL))
    filled_in(form, qtbot, **values)
    press_play(form, qtbot)
    assert field(form, name).problem.text() == problem
    assert form.problem.text() == "1 value is missing or cannot be used."
    assert (form.isVisible(), macros.played) == (True, [])


def test_a_star_cannot_become_part_of_a_title(form_for, qtbot, macros):
    step = grammar.Window(id="w", op="activate", title="{{vendor}}")
    form = form_for(a_macro("Open it", step, params={"vendor": Param()}))
    put(form, vendor="*")
    press_play(form, qtbot)
    assert "stands for anything" in field(form, "vendor").problem.text()
    assert macros.played == []


def test_what_was_wrong_when_it_was_given_is_told_at_once(form_for):
    form = form_for(a_macro("File it", params=ALL), values={"amount": "999"})
    assert field(form, "amount").problem.text() == "999 is above 100."
    assert field(form, "amount").value == "999"


def test_only_names_of_secrets_are_offered(form_for, qtbot):
    form = form_for(a_macro("File it", params=ALL))
    control = field(form, "login").control
    qtbot.waitUntil(lambda: control.findData("ledger") > 0, timeout=LONG_MS)
    assert [control.itemText(n) for n in range(control.count())] == ["Choose one", "ledger"]


def test_a_keyring_that_cannot_be_asked_is_told(form_for, qtbot, monkeypatch):
    def refuse(**_):
        raise NoKeyring("no keyring runs here")

    monkeypatch.setattr(secrets, "entries", refuse)
    form = form_for(a_macro("File it", params=ALL))
    qtbot.waitUntil(
        lambda: field(form, "login").problem.text() == "No keyring runs here.", timeout=LONG_MS
    )


def test_enter_goes_from_field_to_field_and_then_plays(form_for, qtbot, macros):
    params = {"first": Param(), "second": Param(type="number")}
    form = form_for(a_macro("Two", params=params))
    one, two = (item.control for item in form.fields)
    qtbot.waitUntil(one.hasFocus)
    qtbot.keyClicks(one, "a")
    qtbot.keyClick(one, Qt.Key.Key_Return)
    assert two.hasFocus()
    qtbot.keyClicks(two, "2")
    qtbot.keyClick(two, Qt.Key.Key_Return)
    assert dict(macros.played[0].values) == {"first": "a", "second": "2"}


def test_esc_leaves_without_a_run(form_for, qtbot, macros, before_run):
    form = form_for(a_macro("One", params={"first": Param(default="a")}))
    qtbot.keyClick(form, Qt.Key.Key_Escape)
    assert (before_run.form, macros.played) == (None, [])


def test_what_was_filled_in_stands_there_again_but_no_secret(form_for, qtbot, data, before_run):
    form = form_for(a_macro("File it", params=ALL))
    filled_in(form, qtbot)
    press_play(form, qtbot)
    last = LastValues(data / FILE)
    qtbot.waitUntil(lambda: last.of("file-it") != Filled(), timeout=LONG_MS)
    assert last.of("file-it").values == {
        "vendor": "Nord",
        "amount": "12.5",
        "kind": "bill",
        "urgent": "no",
    }
    assert "ledger" not in (data / FILE).read_text()
    assert (data / FILE).stat().st_mode & 0o077 == 0
    again = form_for(a_macro("File it", params=ALL))
    assert field(again, "vendor").value == "Nord"
    assert field(again, "login").value is None


def test_who_keeps_nothing_keeps_no_values(theme, data, macros, qtbot):
    quiet = BeforeRun(theme, data, macros, lambda: False)
    keep(data, a_macro("One", params={"first": Param(default="a")}))
    quiet.ask_values(PlayRequest("one"))
    qtbot.waitUntil(lambda: quiet.form is not None, timeout=LONG_MS)
    press_play(quiet.form, qtbot)
    after = []
    quiet._worker.do(lambda: None, after.append, after.append)  # behind what was to be written
    qtbot.waitUntil(lambda: len(after) == 1, timeout=LONG_MS)
    quiet.close()
    assert (len(macros.played), (data / FILE).exists()) == (1, False)


@pytest.fixture
def table_form(form_for):
    return form_for(a_macro("Rows", *ROWS, columns=("vendor_name",)))


def test_a_table_is_needed_shown_and_played(table_form, qtbot, macros, tmp_path):
    press_play(table_form, qtbot)
    assert (table_form.problem.text(), macros.played) == ("A table is missing.", [])
    csv = tmp_path / "t.csv"
    csv.write_text("Other;Vendor Name\n" + "".join(f"x;V{n}\n" for n in range(1, 9)))
    card = table_form.table
    card.use(csv)
    qtbot.waitUntil(lambda: card.choice is not None, timeout=LONG_MS)
    model = card.preview.model()
    assert (model.rowCount(), model.columnCount(), model.index(0, 0).data()) == (5, 1, "V1")
    assert card.from_row.maximum() == 8
    card.from_row.setValue(3)
    card.keep_going.setChecked(True)
    press_play(table_form, qtbot)
    (request,) = macros.played
    assert (request.rows, request.from_row, request.keep_going) == (csv, 3, True)


def test_a_column_that_is_missing_is_told_and_nothing_is_played(
    table_form, qtbot, macros, tmp_path
):
    csv = tmp_path / "t.csv"
    csv.write_text("Vendor,No\nA,1\n")
    table_form.table.use(csv)
    qtbot.waitUntil(lambda: table_form.table.problem.words != "", timeout=LONG_MS)
    assert (
        "lacks the column vendor_name; its columns are: Vendor, No"
        in table_form.table.problem.words
    )
    press_play(table_form, qtbot)
    assert macros.played == []


def test_cells_are_cut_as_it_is_chosen(table_form, qtbot, tmp_path):
    csv = tmp_path / "t.csv"
    csv.write_text("a,b|vendor_name\n1,2|A\n")
    card = table_form.table
    card.use(csv)
    qtbot.waitUntil(lambda: card.problem.words != "", timeout=LONG_MS)
    card.marks.setCurrentIndex(card.marks.findData("|"))
    qtbot.waitUntil(lambda: card.choice is not None, timeout=LONG_MS)
    assert card.preview.model().index(0, 0).data() == "A"
    assert card.choice.delimiter == "|"


TOWNS = {"city": Param(default="Lyon"), "name": Param(default="Ann"), "mark": Param()}
TOWN = tuple(grammar.Type(id=name, text=f"{{{{{name}}}}}") for name in TOWNS)


def chosen(form, qtbot, file, text):
    file.write_text(text)
    form.table.use(file)
    qtbot.waitUntil(lambda: form.table.choice is not None, timeout=LONG_MS)


@pytest.mark.parametrize("is_block", [True, False], ids=["for_each", "plain steps"])
def test_a_column_fills_the_field_of_its_name(form_for, qtbot, macros, tmp_path, data, is_block):
    steps = (grammar.ForEach(id="rows", steps=TOWN),) if is_block else TOWN
    form = form_for(a_macro("Town", *steps, params=TOWNS))
    chosen(form, qtbot, tmp_path / "t.csv", "City,mark,colour\nRome,x,red\nOslo,y,blue\n")
    assert [one.name for one in form.fields if one.is_filled] == ["city", "mark"]
    assert form.table.preview.model().columnCount() == 2
    assert "Nothing uses the column colour of " in form.table.note.text()
    left = "name has no column: what its field holds is used in every row."
    assert form.table.note.text().endswith(f"; {left}")
    press_play(form, qtbot)
    (request,) = macros.played
    assert (dict(request.values), request.rows) == ({"name": "Ann"}, tmp_path / "t.csv")


def test_a_table_that_is_not_needed_can_be_left_out_again(form_for, qtbot, macros, tmp_path):
    form = form_for(a_macro("Town", *TOWN, params=TOWNS))
    assert not form.table.leave_out.isVisible()
    chosen(form, qtbot, tmp_path / "t.csv", "mark\nx\n")
    qtbot.mouseClick(form.table.leave_out, Qt.MouseButton.LeftButton)
    assert [one.name for one in form.fields if one.is_filled] == []
    put(form, mark="z", city="Bonn")
    press_play(form, qtbot)
    (request,) = macros.played
    assert (request.rows, dict(request.values)) == (
        None,
        {"city": "Bonn", "name": "Ann", "mark": "z"},
    )


def test_a_table_in_which_nothing_is_used_is_told_and_not_played(form_for, qtbot, macros, tmp_path):
    form = form_for(a_macro("Town", *TOWN, params=TOWNS))
    put(form, mark="z")
    (tmp_path / "t.csv").write_text("town\nRome\n")
    form.table.use(tmp_path / "t.csv")
    qtbot.waitUntil(lambda: form.table.problem.words != "", timeout=LONG_MS)
    assert "its parameters are city, name, mark, the columns are town" in form.table.problem.words
    press_play(form, qtbot)
    assert (form.problem.text(), macros.played) == ("A table is missing.", [])


def test_where_nothing_is_missing_enter_plays(form_for, qtbot, macros):
    form = form_for(a_macro("One", params={"first": Param(default="a")}))
    qtbot.waitUntil(form.play.hasFocus, timeout=LONG_MS)
    qtbot.keyClick(form.play, Qt.Key.Key_Return)
    assert dict(macros.played[0].values) == {"first": "a"}


def test_a_file_of_values_that_is_damaged_is_no_harm(tmp_path):
    (tmp_path / FILE).write_bytes(b"\xff{")
    last = LastValues(tmp_path / FILE)
    assert last.of("x") == Filled()
    last.keep("x", a_macro("X", params={"a": Param()}), {"a": "1", "other": "2"}, None)
    assert last.of("x").values == {"a": "1"}
    last.forget("x")
    assert last.of("x") == Filled()


def test_cells_of_a_table_stand_below_the_names_of_their_columns(theme, qtbot, qapp):
    theme.apply(qapp)
    model = PreviewModel()
    model.show(Table(("HHH", "HHHH"), (("HHH", "HHHH"), ("HHHHHHHHHHHHHHHH", "HHHHHHHHHHH"))))
    view = preview_of(theme, model)
    qtbot.addWidget(view)
    view.resize(600, 200)
    view.resizeColumnsToContents()
    view.show()
    qtbot.waitExposed(view)
    head, cells = view.horizontalHeader(), view.viewport()
    edges = [first_inks(head.grab(), head), first_inks(cells.grab(QRect(0, 0, 600, 20)), head)]
    assert all(abs(name - cell) <= 1 for name, cell in zip(*edges, strict=True)), edges


def first_inks(pixmap, header):
    """Return where the text of each column begins: the first column of pixels that are not the ground."""
    image = pixmap.toImage()
    ground = image.pixel(2, 2)
    found = []
    for section in range(header.count()):
        left = header.sectionPosition(section)
        inks = (
            x for x in range(left + 1, left + header.sectionSize(section))
            if any(image.pixel(x, y) != ground for y in range(3, image.height() - 5))
        )  # fmt: skip
        found.append(next(inks) - left)
    return found
