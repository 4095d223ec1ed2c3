"""The macro editor: inspector, parameters, adding, saving."""

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
    QStyle,
    QStyleOptionComboBox,
)

from app.gui.macros.editor.add_step import KINDS
from app.gui.macros.editor.inspector import last_run_words
from app.gui.macros.editor.step_form import ValueLines
from app.gui.macros.editor.step_list import VIEW_ROLE
from app.gui.widgets.labels import Label
from automation.core.events import Ended
from automation.core.geometry import Rect, ScreenPoint
from automation.core.proposal import Outcome
from automation.macros import macro as grammar
from automation.macros.edit.session import EditSession
from automation.macros.edit.tree import Spot
from automation.macros.found import Found
from automation.macros.images import decode
from automation.macros.macro import Param
from automation.macros.play.repair import Repair
from automation.macros.play.report import TriedRung
from tests.gui import editor_rig as rig
from tests.gui import sample_macro as sample
from tests.gui.editor_rig import CTRL, SHIFT, field, heard, press

theme, library, window, document = rig.theme, rig.library, rig.window, rig.document


def test_fields_of_a_step_reach_the_document(window, document, qtbot):
    window.rows.select(["new"])
    field(window, "Button", QComboBox).setCurrentIndex(1)
    field(window, "Press it", QComboBox).setCurrentIndex(1)
    field(window, "Hold Ctrl", QAbstractButton).click()
    field(window, "If it does not match", QComboBox).setCurrentIndex(5)
    field(window, "Risk", QComboBox).setCurrentIndex(2)
    step = document.step("new")
    assert (step.button, step.count, step.modifiers) == ("right", 2, ("ctrl",))
    assert (step.on_mismatch, step.risk) == ("stop", "irreversible")


def test_the_kind_of_a_target_is_read_and_written_in_words(window, document, qtbot):
    window.rows.select(["new"])
    field(window, "What it is looked for by", QAbstractButton).click()
    kind = field(window, "Kind", QLineEdit)
    for words, role, shown in (
        ("Menu item", "menu_item", "menu item"),
        ("drop-down list", "combo", "drop-down list"),
    ):
        kind.setText(words)
        qtbot.keyClick(kind, Qt.Key.Key_Return)
        assert document.step("new").target.role == role
        window.rows.select(["vendor"])
        window.rows.select(["new"])
        field(window, "What it is looked for by", QAbstractButton).click()
        kind = field(window, "Kind", QLineEdit)
        assert kind.text() == shown


def test_a_comment_is_taken_when_the_focus_leaves(window, document, qtbot):
    window.rows.select(["new"])
    area = field(window, "Comment", QPlainTextEdit)
    area.setFocus()
    qtbot.keyClicks(area, "first of all")
    assert document.step("new").comment == ""
    window.rows.select(["vendor"])
    assert document.step("new").comment == "first of all"


def test_a_key_that_changes_the_step_loses_nothing_half_written(window, document):
    window.rows.select(["new"])
    field(window, "Comment", QPlainTextEdit).setPlainText("first of all")
    window.actions_["breakpoint"].trigger()
    step = document.step("new")
    assert (step.comment, step.breakpoint) == ("first of all", True)
    assert field(window, "Comment", QPlainTextEdit).toPlainText() == "first of all"


def test_what_is_half_written_stands_when_the_step_is_shown_anew(window, document):
    window.rows.select(["new"])
    field(window, "Comment", QPlainTextEdit).setPlainText("first of all")
    window.inspector.refresh()
    assert document.step("new").comment == "first of all"
    assert field(window, "Comment", QPlainTextEdit).toPlainText() == "first of all"


def test_a_form_that_is_older_than_the_step_puts_its_one_part_only(window, document):
    window.rows.select(["new"])
    form = window.inspector.form
    late = msgspec.structs.replace(form._step, comment="late")
    document.set_breakpoint(["new"], on=True)
    form.edited.emit(late, "comment", "")
    step = document.step("new")
    assert (step.comment, step.breakpoint) == ("late", True)


def test_a_field_that_cannot_be_taken_holds_up_none_behind_it_at_a_forced_end(window, document):
    document.insert([grammar.Call(id="call", macro="Another")], document.end())
    window.rows.select(["call"])
    window.inspector.findChild(ValueLines).setPlainText("no value")
    field(window, "Comment", QPlainTextEdit).setPlainText("kept")
    assert window.inspector.commit()
    assert document.step("call").comment == ""
    window.put_away()
    assert document.step("call").comment == "kept"


def test_a_chip_puts_a_parameter_at_the_caret(window, document, qtbot):
    window.rows.select(["vendor"])
    area = field(window, "Text", QPlainTextEdit)
    area.setPlainText("to ")
    area.moveCursor(area.textCursor().MoveOperation.End)
    field(window, "Insert the parameter number", QAbstractButton).click()
    window.inspector.commit()
    assert document.step("vendor").text == "to {{number}}"


def test_keys_are_taken_as_they_are_pressed(window, document, qtbot):
    document.insert([grammar.Keys(id="keys", keys=("enter",))], document.end())
    window.rows.select(["keys"])
    button = field(window, "Press them", QAbstractButton)
    button.click()
    qtbot.keyClick(button, Qt.Key.Key_S, CTRL | SHIFT)
    assert document.step("keys").keys == ("ctrl", "shift", "s")
    line = field(window, "Keys")
    line.setText("Ctrl+Nokey")
    line.editingFinished.emit()
    assert document.step("keys").keys == ("ctrl", "shift", "s")
    assert "no key called" in window.inspector.problem.words


def test_a_condition_changes_its_kind_and_keeps_its_words(window, document):
    window.rows.select(["later"])
    field(window, "If: what is looked at", QComboBox).setCurrentIndex(2)
    assert document.step("later").condition == grammar.Titled(title="Attach later?")
    assert document.has("no")


def test_every_kind_of_step_fits_into_the_inspector(window, document):
    steps = [kind.step for group in KINDS for kind in group]
    document.insert(steps, Spot())
    for row in tuple(document.rows):
        window.rows.select([row.id])
        QApplication.processEvents()
        body = window.inspector._scroll.widget()
        assert body.minimumSizeHint().width() <= window.inspector._scroll.viewport().width(), row.id


def cut(box):
    """Return the choices that a box has no room for."""
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    control, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
    room = box.style().subControlRect(control, option, part, box).width()
    words = [box.itemText(n) for n in range(box.count())]
    return [word for word in words if box.fontMetrics().horizontalAdvance(word) > room]


def test_every_choice_of_the_inspector_has_room_for_its_words(window, document):
    window.show()
    document.insert([kind.step for group in KINDS for kind in group], Spot())
    window.rows.clearSelection()
    for chosen in ("", *(row.id for row in document.rows)):
        if chosen:
            window.rows.select([chosen])
        QApplication.processEvents()
        boxes = window.inspector.findChildren(QComboBox)
        assert boxes
        assert [cut(box) for box in boxes if cut(box)] == [], chosen


def test_a_parameters_fields_stand_two_in_a_row_without_holes(window):
    window.params.add.click()
    grid = window.params.form._grid
    for kind in ("text", "number", "choice", "secret"):
        window.params.form.type.setCurrentIndex(window.params.form.type.findData(kind))
        shown = [n for n in range(grid.count()) if not grid.itemAt(n).widget().isHidden()]
        places = sorted(grid.getItemPosition(n)[:2] for n in shown)
        assert places == [divmod(n, 4) for n in range(len(shown))]


def test_tab_goes_through_the_parameters_as_they_stand(window, document):
    document.set_param("later", Param())
    wanted = [*window.params.chips, window.params.add, window.params.table, window.params.columns]
    found, at = [], window.params.chips[0]
    while len(found) < 200:
        if at in wanted:
            found.append(at)
        at = at.nextInFocusChain()
        if at is window.params.chips[0]:
            break
    assert [one.accessibleName() for one in found] == [one.accessibleName() for one in wanted]


def test_the_last_run_is_told_with_the_ways_that_were_tried(window, document):
    tried = (TriedRung("tree", "nothing of that role and name", 4.2),)
    found = sample.step_report("amount", rung="text", score=0.93, find_ms=212.0, tried=tried)
    window.runs.step(found)
    window.rows.select(["amount"])
    words = [label.text() for label in window.inspector.findChildren(Label)]
    assert (
        "Last run: found by text on screen, 93 % sure, 212 ms.\n"
        "Before it: accessibility: nothing of that role and name, 4 ms."
    ) in words


def test_what_the_last_run_made_of_a_step_is_told_in_words():
    made = sample.step_report
    failed = made(
        "a", state="failed", rung="", ms=10_240.0, message="Not there.", handled=("skip",)
    )
    assert last_run_words(None) == ""
    assert last_run_words(made("a", rung="", ms=240.0)) == "Last run: done in 240 ms."
    assert last_run_words(made("a", state="skipped", rung="")) == "Last run: left out."
    assert last_run_words(failed) == (
        "Last run: failed after 10.2 s.\nNot there.\nWhat was done about it: skip."
    )


def test_a_problem_of_a_step_has_its_number_and_a_button_that_shows_it(window, document, qtbot):
    document.insert([grammar.Type(id="odd", text="{{nobody}}")], Spot(index=1))
    window.rows.clearSelection()
    page = window.inspector
    qtbot.waitUntil(lambda: bool(getattr(page.page, "problems", None)), timeout=60_000)
    (button,) = page.page.problems.buttons
    assert button.accessibleName() == "Show step 2"
    words = [label.text() for label in page.page.problems.findChildren(Label)]
    assert any(one.startswith("Step 2: text: there is no parameter called nobody") for one in words)
    button.click()
    assert window.rows.selected() == ("odd",)


def test_several_steps_have_buttons_for_what_is_done_to_all(window, document):
    window.rows.select(["vendor", "number"])
    page = window.inspector.page
    does = {button.text(): button for button in page.buttons}
    assert all(button.accessibleName() for button in page.buttons)
    does["On or off"].setFocus()
    does["On or off"].click()
    assert does["On or off"].hasFocus()
    assert document.step("vendor").off
    assert document.step("number").off
    does = {button.text(): button for button in window.inspector.page.buttons}
    does["Group"].click()
    (group,) = window.rows.selected()
    assert [step.id for step in document.step(group).steps] == ["vendor", "number"]


def test_an_empty_macro_says_how_steps_come_and_runs_nothing(window, document):
    wanted = heard(window.requests.record)
    document.remove(document.ids())
    assert window.empty.isVisible()
    assert not window.toolbar.run.isEnabled()
    assert not window.toolbar.test.isEnabled()
    window.empty.record.click()
    assert len(wanted) == 1
    document.undo()
    assert not window.empty.isVisible()
    assert window.toolbar.run.isEnabled()


def test_an_expectation_is_switched_on_and_off(window, document):
    window.rows.select(["vendor"])
    box = field(window, "Expect something after it", QAbstractButton)
    box.click()
    line = field(window, "Expect that: text")
    line.setText("Saved")
    line.editingFinished.emit()
    found = document.step("vendor").expect
    assert found == grammar.Until(condition=grammar.Shows(text="Saved"))
    box.click()
    assert document.step("vendor").expect is None


HELD = "Expect that: what it holds; on or off for a box"


def test_what_is_expected_of_a_field_is_shown_as_it_goes_with_what_is_typed(window, document):
    step = document.step("vendor")
    holds = grammar.Holds(target=step.target, value=step.text)
    document.change(msgspec.structs.replace(step, expect=grammar.Until(condition=holds)))
    window.rows.select(["vendor"])
    area = field(window, "Text", QPlainTextEdit)
    for text in ("", "Acme"):
        area.setPlainText(text)
        window.inspector.commit()
        assert document.step("vendor").expect.condition.value == text
        assert field(window, HELD).text() == text
    assert field(window, "Text", QPlainTextEdit) is area, "the form is not made anew at each edit"
    seconds = field(window, "Expect that: at most", QDoubleSpinBox)
    seconds.setValue(3)
    assert document.step("vendor").expect.condition.value == "Acme"
    area.setPlainText("${secret:mail}")
    window.inspector.commit()
    assert document.step("vendor").expect is None
    assert not field(window, "Expect something after it", QAbstractButton).isChecked()


def test_an_undo_shows_in_the_fields(window, document):
    window.rows.select(["new"])
    field(window, "Button", QComboBox).setCurrentIndex(1)
    window.actions_["undo"].trigger()
    assert document.step("new").button == "left"
    assert field(window, "Button", QComboBox).currentData() == "left"


def test_a_press_on_the_stored_picture_moves_press_and_place_alike(window, document, qtbot):
    window.rows.select(["vendor"])
    form = window.inspector.target_form
    qtbot.waitUntil(lambda: form.on_picture.isEnabled())
    form.on_picture.click()
    view = form.picture
    before = document.step("vendor").target
    qtbot.keyClick(view, Qt.Key.Key_Left, SHIFT)
    qtbot.keyClick(view, Qt.Key.Key_Up)
    assert document.step("vendor").target == before
    qtbot.keyClick(view, Qt.Key.Key_Return)
    after = document.step("vendor").target
    assert after == msgspec.structs.replace(
        before, press=(70, 31), place=msgspec.structs.replace(before.place, press=(48, 14))
    )
    form.on_picture.click()
    middle = view.rect().center()
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=middle)
    x, y = document.step("vendor").target.press
    assert abs(x - 80) <= 1
    assert abs(y - 32) <= 1


def test_what_the_document_refuses_is_told_and_the_field_shows_what_stands(window, document):
    window.rows.select(["vendor"])
    form = window.inspector.form
    area = field(window, "Text", QPlainTextEdit)
    area.setPlainText("x" * 70_000)
    form.commit()
    assert document.step("vendor").text == "{{vendor}}"
    assert window.inspector.problem.words
    assert field(window, "Text", QPlainTextEdit).toPlainText() == "{{vendor}}"


def test_a_failed_step_says_why_in_its_row(window, document):
    window.runs.show_running("vendor")
    index = window.model.index(1)
    assert index.data(VIEW_ROLE).second == "Running"
    window.runs.step(
        sample.step_report("vendor", state="failed", rung="", message="The field is not there.")
    )
    view = index.data(VIEW_ROLE)
    assert (view.trouble, view.mark, view.found_by) == (
        "The field is not there.",
        "failed",
        "did not match",
    )
    window.show_ended(Ended("r", Outcome.FAILED, "The field is not there.", 1))
    assert window.notice.words == "The field is not there."


def test_a_failed_step_still_tells_what_it_expects(window, document):
    index = window.model.index(document.row_of("save"))
    told, sentence = index.data(VIEW_ROLE), "Click button “Save”"
    why = f"{sentence}: waited until it is saved, but it is not"
    window.runs.step(sample.step_report("save", state="failed", sentence=sentence, message=why))
    view = index.data(VIEW_ROLE)
    assert index.data(Qt.ItemDataRole.ToolTipRole) == view.trouble
    assert view.second == told.second
    assert "expect" in view.second
    assert view.trouble == "Waited until it is saved, but it is not"
    assert view.second in view.spoken
    assert view.trouble in view.spoken


def test_a_step_that_was_found_and_not_allowed_did_match(window, document):
    why = "Not allowed: this is the first step in mail. Nothing was sent."
    report = sample.step_report("vendor", state="failed", rung="tree", message=why, ms=200)
    window.runs.step(report)
    view = window.model.index(1).data(VIEW_ROLE)
    assert (view.trouble, view.mark, view.found_by) == (why, "failed", "accessibility")
    assert last_run_words(report).startswith(
        "Last run: found by accessibility, failed after 200 ms."
    )


def repair(document):
    old = document.step("amount").target
    target = msgspec.structs.replace(old, name="Amount (EUR)", near=())
    found = Found(ScreenPoint(300, 300), Rect(200, 290, 116, 30), "text", 0.9)
    frame = decode(sample.picture("Amount (EUR)"))
    return Repair("File an invoice", "amount", "target", found, old.image, target, frame, (80, 32))


@pytest.mark.parametrize(("button", "signal"), [("keep", "keep_repair"), ("leave", "leave_repair")])
def test_a_repair_is_offered_with_both_pictures_and_kept_only_on_a_press(
    window, document, button, signal
):
    offered = repair(document)
    before = document.macro
    said = {one: heard(getattr(window.requests, one)) for one in ("keep_repair", "leave_repair")}
    window.runs.repair(offered)
    (card,) = window.inspector.cards
    assert card.keep.text() == "Keep new name"
    assert card.accessibleName() == "The field was renamed. It is now “Amount (EUR)”."
    assert document.macro == before
    getattr(card, button).click()
    assert said[signal] == [offered]
    assert sum(map(len, said.values())) == 1
    assert window.inspector.cards == []


def test_a_parameter_is_added_changed_and_renamed(window, document):
    bar = window.params
    bar.add.click()
    bar.form.name.setText("kind")
    bar.form.type.setCurrentIndex(2)
    bar.form.choices.setText("A; B")
    bar.form.keep.click()
    assert document.macro.params["kind"] == Param(type="choice", choices=("A", "B"))
    next(chip for chip in bar.chips if chip.name == "vendor").click()
    bar.form.name.setText("supplier")
    bar.form.ask.setText("Which supplier?")
    bar.form.keep.click()
    assert document.macro.params["supplier"] == Param(ask="Which supplier?")
    assert document.step("vendor").text == "{{supplier}}"
    assert [chip.name for chip in bar.chips] == ["supplier", "number", "amount", "kind"]


def test_a_parameter_that_is_used_is_not_removed_and_that_is_told(window, document):
    window.params.chips[0].click()
    window.params.form.remove.click()
    assert "vendor" in document.macro.params
    assert "vendor" in window.params.form.problem.words


def test_a_bound_that_is_no_number_is_told(window, document):
    window.params.chips[2].click()
    window.params.form.least.setText("much")
    window.params.form.keep.click()
    assert "“much” is no number" in window.params.form.problem.words
    assert document.macro.params["amount"].least is None


def test_columns_are_written_and_offer_a_run_over_a_table(window, document):
    assert window.params.run_table.isHidden()
    window.params.table.click()
    window.params.columns.setText("item; price")
    window.params.columns.editingFinished.emit()
    assert document.macro.columns == ("item", "price")
    assert not window.params.run_table.isHidden()


def test_the_macro_itself_is_shown_where_no_step_is_selected(window, document):
    window.rows.clearSelection()
    slider = field(window, "Speed", QSlider)
    slider.setValue(0)
    assert document.macro.speed == 0.1
    field(window, "If a step does not match", QComboBox).setCurrentIndex(0)
    assert document.macro.on_mismatch == "ask_model"
    slider.setValue(slider.maximum())
    assert document.macro.speed == 10.0


def test_a_command_becomes_a_step_behind_the_selected_one(window, document, qtbot):
    window.rows.select(["new"])
    line = window.add_step.line
    line.setText("write Anna into Name")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    step = document.rows[1].step
    assert (step.text, step.target.name, line.text()) == ("Anna", "Name", "")
    assert window.rows.selected() == (step.id,)


def test_a_command_that_is_no_step_stays_and_says_why(window, document, qtbot):
    line = window.add_step.line
    line.setText("click the second Edit button")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert "counts things that look alike" in window.add_step.problem.words
    assert line.text() == "click the second Edit button"
    assert len(document.rows) == 9


def test_every_kind_of_the_menu_is_put_in_and_shown(window, document):
    actions = [one for one in window.add_step.menu.actions() if not one.isSeparator()]
    for action in actions:
        action.trigger()
        assert [window.inspector.shown] == list(window.rows.selected())
    assert len(actions) == 17
    assert len(document.rows) == 9 + 17


def test_the_health_line_tells_when_and_how(window):
    words = window.health.accessibleName()
    assert "Last went well" in words
    assert "Accessibility 4, picture 1, text 1, model 0" in words
    assert words.endswith("9.6 s · 0.3 s looking for targets")


def test_the_trust_mark_asks_only_while_it_is_not_trusted(window):
    found = heard(window.requests.read)
    window.set_trusted(True)
    window.toolbar.trust.click()
    assert (found, window.toolbar.trust.text()) == ([], "Trusted")
    window.set_trusted(False)
    window.toolbar.trust.click()
    assert (len(found), window.toolbar.trust.text()) == (1, "Not trusted")


def test_unsaved_edits_are_told_and_asked_about_before_the_window_closes(
    window, document, library, qtbot
):
    closed = heard(window.closed)
    document.set_off(["new"], True)
    assert window.toolbar.state.text() == "Not saved"
    assert not window.close()
    assert [button.text() for button in window.notice.buttons] == ["Save", "Discard", "Stay"]
    window.notice.buttons[2].click()
    assert window.isVisible()
    assert closed == []
    window.close()
    window.notice.buttons[0].click()
    qtbot.waitUntil(lambda: len(closed) == 1)
    assert library.open("File an invoice").macro.steps[0].off


def test_discarded_edits_are_gone(window, document, library):
    document.set_off(["new"], True)
    window.close()
    window.notice.buttons[1].click()
    assert not window.isVisible()
    assert not library.open("File an invoice").macro.steps[0].off
    again = EditSession(library, "File an invoice")
    assert again.note == ""
    again.close()


def test_saving_by_key_tells_it(window, document, qtbot, library):
    saved = heard(window.saved)
    document.set_off(["new"], True)
    press(qtbot, window, Qt.Key.Key_S, CTRL)
    qtbot.waitUntil(lambda: len(saved) == 1)
    assert window.toolbar.state.isHidden()
    assert library.open("File an invoice").macro.steps[0].off


def test_the_inspector_floats_in_a_small_window(window, qtbot):
    window.resize(900, 600)
    QApplication.processEvents()
    assert window.inspector.isHidden()
    assert window.toolbar.run.geometry().right() <= 900
    window.rows.select(["save"])
    press(qtbot, window, Qt.Key.Key_Return)
    assert window.inspector.isVisible()
    assert window.inspector.geometry().right() <= window.inspector.parentWidget().width()
    window.inspector.close_button.click()
    assert window.inspector.isHidden()
    window.resize(1280, 800)
    QApplication.processEvents()
    assert window.inspector.isVisible()


def test_the_picture_has_its_marks(window, qtbot):
    window.rows.select(["vendor"])
    form = window.inspector.target_form
    qtbot.waitUntil(lambda: form.on_picture.isEnabled())
    image = form.picture.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    middle = image.pixelColor(image.width() // 2, image.height() // 2)
    assert middle == window._theme.color("r1")
