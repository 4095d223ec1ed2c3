"""The inspector shows its step anew while somebody writes in it: the caret stays, and a loss is told."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QSpinBox

from app.gui.macros.editor.step_form import ValueLines
from automation.macros import macro as grammar
from tests.gui import editor_rig as rig
from tests.gui import sample_macro as sample
from tests.gui.editor_rig import field

theme, library, window, document = rig.theme, rig.library, rig.window, rig.document

AGAIN = {
    "key": lambda window: window.actions_["breakpoint"].trigger(),
    "report": lambda window: window.runs.step(
        sample.step_report(window.inspector.shown, state="failed", rung="", message="Not there.")
    ),
}
anew = pytest.mark.parametrize("show_anew", AGAIN.values(), ids=AGAIN)


def begin(window, widget):
    window.activateWindow()
    widget.setFocus()
    QApplication.processEvents()
    assert widget.hasFocus()


@anew
def test_typing_in_a_text_goes_on_where_it_was(window, document, qtbot, show_anew):
    window.rows.select(["new"])
    begin(window, area := field(window, "Comment", QPlainTextEdit))
    qtbot.keyClicks(area, "first")
    show_anew(window)
    area = field(window, "Comment", QPlainTextEdit)
    assert area.hasFocus()
    qtbot.keyClicks(area, " of all")
    window.inspector.commit()
    assert document.step("new").comment == "first of all"


@pytest.mark.parametrize(("anchor", "position"), [(2, 5), (5, 2)])
def test_what_is_selected_in_a_text_stays_selected(window, anchor, position):
    window.rows.select(["new"])
    begin(window, area := field(window, "Comment", QPlainTextEdit))
    area.setPlainText("first of all")
    cursor = area.textCursor()
    cursor.setPosition(anchor)
    cursor.setPosition(position, cursor.MoveMode.KeepAnchor)
    area.setTextCursor(cursor)
    AGAIN["report"](window)
    cursor = field(window, "Comment", QPlainTextEdit).textCursor()
    assert (cursor.anchor(), cursor.position()) == (anchor, position)


def test_typing_in_a_line_goes_on_where_it_was(window, document, qtbot):
    document.insert([grammar.Window(id="win", op="activate", title="")], document.end())
    window.rows.select(["win"])
    begin(window, line := field(window, "Title"))
    qtbot.keyClicks(line, "Invoi")
    AGAIN["key"](window)
    line = field(window, "Title")
    assert line.hasFocus()
    qtbot.keyClicks(line, "ces")
    window.inspector.commit()
    assert document.step("win").title == "Invoices"


@pytest.mark.parametrize(("anchor", "position"), [(2, 5), (5, 2)])
def test_what_is_selected_in_a_line_stays_selected(window, document, anchor, position):
    document.insert([grammar.Window(id="win", op="activate", title="Invoices")], document.end())
    window.rows.select(["win"])
    begin(window, line := field(window, "Title"))
    line.setSelection(anchor, position - anchor)
    AGAIN["report"](window)
    line = field(window, "Title")
    assert (line.selectedText(), line.cursorPosition()) == ("voi", position)


def test_typing_in_a_number_goes_on_where_it_was(window, document, qtbot):
    document.insert([grammar.Keys(id="keys", keys=("enter",), times=1)], document.end())
    window.rows.select(["keys"])
    begin(window, box := field(window, "Times", QSpinBox))
    line = box.findChild(QLineEdit)
    line.deselect()
    line.setCursorPosition(1)
    qtbot.keyClicks(box, "2")
    AGAIN["report"](window)
    box = field(window, "Times", QSpinBox)
    assert box.hasFocus()
    assert box.value() == 12
    qtbot.keyClick(box, Qt.Key.Key_Backspace)
    window.inspector.commit()
    assert document.step("keys").times == 1


@anew
def test_keys_that_cannot_be_taken_are_told_when_the_step_is_shown_anew(
    window, document, show_anew
):
    document.insert([grammar.Keys(id="keys", keys=("enter",))], document.end())
    window.rows.select(["keys"])
    begin(window, line := field(window, "Keys"))
    line.setText("Ctrl+")
    show_anew(window)
    assert field(window, "Keys").text() == "Enter"
    assert "The keys stay Enter." in window.inspector.problem.words
    assert window.inspector.problem.isVisible()


def test_a_line_that_is_no_value_is_told_when_the_step_is_shown_anew(window, document):
    document.insert([grammar.Call(id="call", macro="Another")], document.end())
    window.rows.select(["call"])
    begin(window, lines := window.inspector.findChild(ValueLines))
    lines.setPlainText("no value")
    lines.moveCursor(lines.textCursor().MoveOperation.End)
    field(window, "Comment", QPlainTextEdit).setPlainText("kept")
    AGAIN["report"](window)
    assert "“no value” is no value." in window.inspector.problem.words
    assert document.step("call").comment == "kept"
    lines = window.inspector.findChild(ValueLines)
    assert (lines.hasFocus(), lines.textCursor().position()) == (True, 0)
