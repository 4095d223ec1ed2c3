"""What stands in a field when the macro is saved, run or closed, or the program ends: taken, or said to be wrong."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from app.gui.macros.editor.window import EditorWindow
from app.gui.preferences.editor import SecondsBox
from automation.macros import codec
from automation.macros import macro as grammar
from automation.macros.edit.session import EditSession
from automation.macros.edit.tree import Spot
from tests.gui import editor_rig as rig
from tests.gui.editor_rig import CTRL, field, heard, press, save, until_saved

theme, library, window, document = rig.theme, rig.library, rig.window, rig.document


def write(widget, text):
    """Write into a field as a person does who goes on without leaving it."""
    widget.setFocus()
    if isinstance(widget, QPlainTextEdit):
        widget.setPlainText(text)
    else:
        widget.selectAll()
        QTest.keyClicks(widget, text)


def form_of(window, name):
    next(chip for chip in window.params.chips if chip.name == name).click()
    return window.params.form


def kept(library):
    return library.open("File an invoice").macro


def half_write(window):
    """Leave columns and a parameter half written."""
    window.params.table.setChecked(True)
    write(window.params.columns, "item; price")
    write(form_of(window, "amount").ask, "How much?")


def is_taken(macro):
    return macro.columns == ("item", "price") and macro.params["amount"].ask == "How much?"


def test_saving_takes_what_stands_in_columns_and_parameters(window, qtbot, library):
    half_write(window)
    qtbot.keyClick(window.params.form.ask, Qt.Key.Key_S, CTRL)
    until_saved(qtbot, window)
    assert is_taken(kept(library))
    assert window.params.form is None
    assert not window.isWindowModified()


def test_every_kind_of_field_of_a_step_is_taken(window, document, qtbot, library):
    document.insert([grammar.Wait(id="pause", seconds=1.0)], Spot())
    window.rows.select(["pause"])
    box = window.inspector.findChildren(SecondsBox)[0]
    box.setFocus()
    box.lineEdit().setText("7")
    assert save(qtbot, window)
    assert kept(library).steps[0].seconds == 7.0
    window.rows.select(["new"])
    window.inspector.target_form._fold.click()
    write(field(window, "Name"), "Another invoice")
    assert save(qtbot, window)
    assert kept(library).steps[1].target.name == "Another invoice"


def test_a_run_takes_what_is_half_written_too(window, document):
    ran = heard(window.requests.play)
    half_write(window)
    window.actions_["run"].trigger()
    assert is_taken(document.macro)
    assert len(ran) == 1


@pytest.mark.parametrize("what", ["save", "close", "run"])
def test_what_cannot_be_read_is_said_and_nothing_is_done(window, document, qtbot, library, what):
    ran, before = heard(window.requests.play), kept(library)
    form = form_of(window, "amount")
    write(form.least, "some")
    window.rows.setFocus()
    {
        "save": lambda: press(qtbot, window, Qt.Key.Key_S, CTRL),
        "close": window.close,
        "run": window.actions_["run"].trigger,
    }[what]()
    assert window.notice.words.endswith(
        "Least: “some” is no number. Write one such as 12 or 0.5, or leave it empty."
    )
    assert window.notice.words.split(":")[0] in ("Not saved", "Not closed", "Nothing was done")
    assert window.isVisible()
    assert window.params.form is form
    assert QApplication.focusWidget() is form.least
    assert (ran, kept(library)) == ([], before)
    qtbot.keyClick(form.least, Qt.Key.Key_Escape)
    assert save(qtbot, window)


def test_keys_that_are_none_are_said_when_it_is_saved(window, document, qtbot):
    document.insert([grammar.Keys(id="keys", keys=("enter",))], Spot())
    window.rows.select(["keys"])
    write(field(window, "Keys"), "Ctrl+Nowhere")
    assert not save(qtbot, window)
    assert window.notice.words.startswith("Not saved: ")
    assert "The keys stay Enter." in window.notice.words
    assert QApplication.focusWidget() is field(window, "Keys")


def test_values_of_a_call_that_are_none_are_said_when_it_is_saved(window, document, qtbot):
    document.insert([grammar.Call(id="call", macro="Another")], Spot())
    window.rows.select(["call"])
    lines = field(window, "Values, one a line, as name = value", QPlainTextEdit)
    write(lines, "vendor Nord")
    assert not save(qtbot, window)
    assert "is no value. Write a line as name = value." in window.notice.words
    assert QApplication.focusWidget() is lines
    write(lines, "vendor = Nord")
    assert save(qtbot, window)


def test_a_field_that_floats_is_brought_back_when_it_cannot_be_taken(window, document, qtbot):
    document.insert([grammar.Keys(id="keys", keys=("enter",))], Spot())
    window.resize(900, 600)
    QApplication.processEvents()
    window.rows.select(["keys"])
    window.side.open()
    write(field(window, "Keys"), "Ctrl+Nowhere")
    window.inspector.hide()
    field(window, "Keys").setText("Ctrl+Nowhere")
    assert not save(qtbot, window)
    assert window.inspector.isVisible()


def test_another_parameter_leaves_nothing_of_the_first_behind(window, document):
    write(form_of(window, "vendor").ask, "Who sells it?")
    second = form_of(window, "amount")
    assert document.macro.params["vendor"].ask == "Who sells it?"
    write(second.most, "many")
    assert form_of(window, "number") is second
    assert "is no number" in second.problem.words


def test_edits_in_half_written_fields_are_asked_about_before_it_closes(window, qtbot, library):
    half_write(window)
    window.close()
    assert window.isVisible()
    assert [button.text() for button in window.notice.buttons] == ["Save", "Discard", "Stay"]
    window.notice.buttons[0].click()
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=60_000)
    assert is_taken(kept(library))


def test_the_end_of_the_program_keeps_what_can_be_read_and_the_next_opening_tells_it(
    window, document, library, theme, qtbot
):
    closed = heard(window.closed)
    half_write(window)
    document.set_off(["save"], True)
    write(form_of(window, "vendor").name, "not a name")
    window.put_away()
    assert len(closed) == 1
    assert not window.isVisible()
    assert kept(library).columns == ()
    session = EditSession(library, "File an invoice")
    assert is_taken(session.document.macro)
    assert session.document.step("save").off
    assert "3 edits were recovered that had not been saved" in session.note
    again = EditorWindow(theme, session)
    qtbot.addWidget(again, before_close_func=lambda one: one.discard_and_close())
    assert "3 edits were recovered" in again.notice.words


def test_the_end_of_the_program_leaves_no_draft_of_nothing(window, library):
    window.put_away()
    session = EditSession(library, "File an invoice")
    assert session.note == ""
    session.close()


def test_what_a_save_will_write_is_made_ready_while_nobody_does_anything(
    window, document, qtbot, library, monkeypatch
):
    is_written, write_some = [], EditSession.write_some
    monkeypatch.setattr(
        EditSession, "write_some", lambda one: is_written.append(write_some(one)) or is_written[-1]
    )
    document.set_off([row.id for row in document.rows], True)
    qtbot.waitUntil(lambda: True in is_written)
    made = []
    monkeypatch.setattr(codec, "emit_item", made.append)
    window.actions_["save"].trigger()
    until_saved(qtbot, window)
    assert made == []
    assert all(step.off for step in kept(library).steps)
