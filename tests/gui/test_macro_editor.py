"""The macro editor: keys and fields reach the document, signals say what is wanted, nothing is lost."""

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
)

from app.macros.editor.model import VIEW_ROLE
from app.macros.editor.window import EditorWindow
from app.widgets.theme import Theme
from automation.core.events import Ended
from automation.core.geometry import Rect, ScreenPoint
from automation.core.proposal import Outcome
from automation.macros import macro as grammar
from automation.macros.editing.rows import Spot
from automation.macros.editing.session import EditSession
from automation.macros.found import Found
from automation.macros.images import decode
from automation.macros.macro import Param, Target
from automation.macros.player.repair import Repair
from tests.gui import sample_macro as sample

BOTH = pytest.mark.parametrize("theme", ["light", "dark"], indirect=True)
CONTROLS = (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
)
CTRL, ALT, SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


@pytest.fixture
def theme(request, qapp):
    theme = Theme(getattr(request, "param", "light"))
    theme.apply(qapp)
    return theme


@pytest.fixture
def library(tmp_path):
    return sample.kept(tmp_path / "macros", sample.invoice())


@pytest.fixture
def window(qtbot, theme, library):
    session = EditSession(library, "File an invoice")
    window = EditorWindow(theme, session, sample.health(), sample.report(), ("Another",))
    qtbot.addWidget(window, before_close_func=lambda one: one._discard_and_close())
    window.show()
    qtbot.waitExposed(window)
    return window


@pytest.fixture
def document(window):
    return window._document


def ids(document):
    return [row.id for row in document.rows]


def press(qtbot, window, key, modifier=Qt.KeyboardModifier.NoModifier):
    window.activateWindow()
    window.rows.setFocus()
    QApplication.processEvents()
    qtbot.keyClick(window.rows, key, modifier)


def field(window, name, kind=QLineEdit):
    found = [one for one in window.inspector.findChildren(kind) if one.accessibleName() == name]
    return found[-1]


def heard(signal):
    found = []
    signal.connect(lambda *values: found.append(values if len(values) != 1 else values[0]))
    return found


# The list


@BOTH
def test_every_size_paints(window, qtbot):
    for size in ((1280, 800), (900, 600)):
        window.resize(*size)
        QApplication.processEvents()
        assert not window.grab().isNull()


def test_every_control_has_a_name(window, document):
    for step_id in ids(document):
        window.rows.select([step_id])
        window.params.chips()[0].click()
        found = [c for kind in CONTROLS for c in window.findChildren(kind)]
        named = [c for c in found if not c.objectName().startswith("qt_")]
        assert len(named) >= 20
        assert [type(c) for c in named if not c.accessibleName()] == []


def test_the_model_keeps_qts_rules_through_edits(window, document):
    tester = QAbstractItemModelTester(
        window.model, QAbstractItemModelTester.FailureReportingMode.Fatal
    )
    document.insert([grammar.Wait(id="w", seconds=1.0)] * 3, document.spot_of("number"))
    document.remove(["vendor", "number"])
    document.move(["save"], Spot("later", "then", 0))
    document.group(["new", "w"], "Begin")
    for _ in range(4):
        document.undo()
    assert window.model.rowCount() == len(document.rows) == 9
    assert tester is not None


def test_an_edit_tells_only_rows_that_it_made_or_took(window, document):
    inserted = heard(window.model.rowsInserted)
    removed = heard(window.model.rowsRemoved)
    reset = heard(window.model.modelReset)
    document.insert([grammar.Wait(id="w", seconds=1.0)], document.spot_of("amount"))
    document.set_off(["new"], True)
    document.undo()
    document.undo()
    assert [(first, last) for _parent, first, last in inserted] == [(3, 3)]
    assert [(first, last) for _parent, first, last in removed] == [(3, 3)]
    assert reset == []


def test_a_row_says_all_of_it_in_one_sentence(window, document):
    index = window.model.index(document.row_of("amount"))
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == (
        "Step 4: Type {amount} into field Amount. if it does not match: ask the model. "
        "Found by: text on screen, 212 ms."
    )


def test_a_lower_rung_has_another_shape_and_colour(window, document):
    views = {row.id: window.model.index(n).data(VIEW_ROLE) for n, row in enumerate(document.rows)}
    marks = {name: view.mark for name, view in views.items()}
    assert (marks["new"], marks["amount"], marks["pdf"]) == ("known", "lower", "lower")
    assert (marks["later"], views["later"].found_by) == ("open", "not needed")


def test_columns_go_where_room_is_short_the_time_first(window):
    found = [window.rows.painter_of_rows.columns(width) for width in range(1000, 300, -10)]
    states = list(dict.fromkeys((one.has_ms, one.has_found) for one in found))
    assert states == [(True, True), (False, True), (False, False)]


def test_pictures_come_and_few_are_kept(qtbot, theme, tmp_path, monkeypatch):
    monkeypatch.setattr("app.macros.editor.thumbnails.KEPT", 8)
    library = sample.kept(tmp_path / "long", sample.long_macro(60))
    window = EditorWindow(theme, EditSession(library, "Long"))
    qtbot.addWidget(window)
    window.show()
    for place in (0, 20, 40):
        window.rows.scrollTo(window.model.index(place), window.rows.ScrollHint.PositionAtTop)
        image = window._document.rows[place].step.target.image
        qtbot.waitUntil(
            lambda image=image: window._thumbnails.get(image) is not None, timeout=30_000
        )
    assert 0 < len(window._thumbnails) <= 8
    window._discard_and_close()


# Keys of the list


def test_alt_arrows_move_within_into_and_out_of_blocks(window, document, qtbot):
    window.rows.select(["amount"])
    press(qtbot, window, Qt.Key.Key_Up, ALT)
    assert ids(document)[:4] == ["new", "vendor", "amount", "number"]
    press(qtbot, window, Qt.Key.Key_Down, ALT)
    press(qtbot, window, Qt.Key.Key_Down, ALT)
    assert ids(document)[3:6] == ["later", "no", "amount"]
    window.rows.select(["no"])
    press(qtbot, window, Qt.Key.Key_Up, ALT)
    assert document.spot_of("no").block == ""
    assert ids(document)[3:5] == ["no", "later"]
    assert window.rows.selected() == ("no",)


def test_keys_duplicate_switch_group_and_remove(window, document, qtbot):
    window.rows.select(["vendor", "number"])
    press(qtbot, window, Qt.Key.Key_D, CTRL)
    assert len(document.rows) == 11
    window.rows.select(["vendor"])
    press(qtbot, window, Qt.Key.Key_Space)
    assert document.step("vendor").off
    press(qtbot, window, Qt.Key.Key_Space)
    assert not document.step("vendor").off
    press(qtbot, window, Qt.Key.Key_F9)
    assert document.step("vendor").breakpoint
    window.rows.select(["vendor", "number"])
    press(qtbot, window, Qt.Key.Key_G, CTRL)
    group = window.rows.current()
    assert [step.id for step in document.step(group).steps] == ["vendor", "number"]
    press(qtbot, window, Qt.Key.Key_Delete)
    assert not document.has("vendor")
    press(qtbot, window, Qt.Key.Key_Z, CTRL)
    assert document.has("vendor")
    press(qtbot, window, Qt.Key.Key_Z, CTRL | SHIFT)
    assert not document.has("vendor")


def test_copied_steps_come_back_with_their_pictures_in_another_macro(
    window, qtbot, theme, tmp_path
):
    window.rows.select(["vendor", "save"])
    press(qtbot, window, Qt.Key.Key_C, CTRL)
    assert QApplication.clipboard().text().startswith("deskhand: 1")
    empty = (grammar.Macro(deskhand=1, name="Empty"), {})
    other = EditorWindow(theme, EditSession(sample.kept(tmp_path / "other", empty), "Empty"))
    qtbot.addWidget(other)
    other.show()
    press(qtbot, other, Qt.Key.Key_V, CTRL)
    rows = other._document.rows
    assert [row.id for row in rows] == ["vendor", "save"]
    assert other._session.image(rows[0].step.target.image).startswith(b"\x89PNG")
    assert tuple(other._document.macro.params) == ("vendor",)
    other._discard_and_close()


def test_a_clipboard_without_steps_is_told(window, qtbot, document):
    QApplication.clipboard().setText("click Save")
    press(qtbot, window, Qt.Key.Key_V, CTRL)
    assert "holds no steps" in window.notice.words
    assert len(document.rows) == 9


def test_the_grip_drags_steps_to_where_the_line_is(window, document, qtbot):
    rows, view = window.rows, window.rows.viewport()
    window.rows.select(["vendor"])
    grip = rows.visualRect(window.model.index(1)).center()
    grip.setX(12)
    end = rows.visualRect(window.model.index(6)).bottomLeft() + QPoint(rows.columns().thumb, 0)
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=grip)
    qtbot.mouseMove(view, grip + QPoint(0, 20))
    qtbot.mouseMove(view, end.toPoint() if hasattr(end, "toPoint") else end)
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)
    assert ids(document)[-3:] == ["vendor", "save", "copy"]


# The signals


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (Qt.Key.Key_F6, "test_pressed"),
        (Qt.Key.Key_F7, "from_here_pressed"),
        (Qt.Key.Key_F8, "to_here_pressed"),
    ],
)
def test_function_keys_say_which_step_is_meant(window, qtbot, key, name):
    found = heard(getattr(window, name))
    window.rows.select(["number"])
    press(qtbot, window, key)
    assert found == ["number"]


def test_run_takes_what_is_written_first(window, document, qtbot):
    window.rows.select(["vendor"])
    area = field(window, "Text", QPlainTextEdit)
    area.setFocus()
    area.setPlainText("written")
    texts = []
    window.run_pressed.connect(lambda: texts.append(document.step("vendor").text))
    window.actions_["run"].trigger()
    assert texts == ["written"]


def test_record_says_where_the_steps_go(window):
    found = heard(window.record_pressed)
    window.rows.select(["vendor"])
    window.toolbar.record.click()
    assert found == [Spot("", "steps", 2)]


def test_pick_on_screen_says_step_and_part(window):
    found = heard(window.pick_on_screen_pressed)
    window.rows.select(["pdf"])
    window.inspector.target_form.on_screen.click()
    window.inspector.findChildren(QComboBox)[0].setCurrentIndex(1)
    window.inspector.target_form.on_screen.click()
    assert found == [("pdf", "target"), ("pdf", "to")]


def test_a_picked_target_comes_with_its_picture_and_can_be_undone(window, document):
    before = document.step("vendor").target
    target = Target(role="field", name="Supplier", press=(10, 12))
    window.set_target("vendor", "target", target, sample.picture("Supplier"))
    found = document.step("vendor").target
    assert (found.name, found.press) == ("Supplier", (10, 12))
    assert window._session.image(found.image) == sample.picture("Supplier")
    document.undo()
    assert document.step("vendor").target == before


def test_recorded_steps_go_where_they_were_asked_for(window, document):
    data = sample.picture("Fresh", is_button=True)
    step = grammar.Click(id="fresh", target=Target(name="Fresh", image="img/fresh.png"))
    window.insert_recorded([step], {"img/fresh.png": data}, Spot("", "steps", 1))
    assert ids(document)[1] == "fresh"
    assert window._session.image(document.step("fresh").target.image) == data


# The inspector


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


def test_a_comment_is_taken_when_the_focus_leaves(window, document, qtbot):
    window.rows.select(["new"])
    area = field(window, "Comment", QPlainTextEdit)
    area.setFocus()
    qtbot.keyClicks(area, "first of all")
    assert document.step("new").comment == ""
    window.rows.select(["vendor"])
    assert document.step("new").comment == "first of all"


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


def test_an_undo_shows_in_the_fields(window, document):
    window.rows.select(["new"])
    field(window, "Button", QComboBox).setCurrentIndex(1)
    window.actions_["undo"].trigger()
    assert document.step("new").button == "left"
    assert field(window, "Button", QComboBox).currentData() == "left"


def test_a_press_on_the_stored_picture_moves_press_and_place_alike(window, document, qtbot):
    window.rows.select(["vendor"])
    form = window.inspector.target_form
    qtbot.waitUntil(lambda: form.on_picture.isEnabled(), timeout=30_000)
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


# Runs


def test_a_failed_step_says_why_in_its_row(window, document):
    window.show_running("vendor")
    index = window.model.index(1)
    assert index.data(VIEW_ROLE).second == "Running"
    window.show_step(
        sample.step_report("vendor", state="failed", rung="", message="The field is not there.")
    )
    view = index.data(VIEW_ROLE)
    assert (view.second, view.mark, view.found_by) == (
        "The field is not there.",
        "failed",
        "did not match",
    )
    window.show_ended(Ended("r", Outcome.FAILED, "The field is not there.", 1))
    assert window.notice.words == "The field is not there."


def repair(document):
    old = document.step("amount").target
    target = msgspec.structs.replace(old, name="Amount (EUR)", near=())
    found = Found(ScreenPoint(300, 300), Rect(200, 290, 116, 30), "text", 0.9)
    frame = decode(sample.picture("Amount (EUR)"))
    return Repair("File an invoice", "amount", "target", found, old.image, target, frame, (80, 32))


@pytest.mark.parametrize(
    ("button", "signal"), [("keep", "repair_accepted"), ("leave", "repair_left")]
)
def test_a_repair_is_offered_with_both_pictures_and_kept_only_on_a_press(
    window, document, button, signal
):
    offered = repair(document)
    before = document.macro
    said = {name: heard(getattr(window, name)) for name in ("repair_accepted", "repair_left")}
    window.show_repair(offered)
    (card,) = window.inspector.cards
    assert card.keep.text() == "Keep new name"
    assert card.accessibleName() == "The field was renamed. It is now “Amount (EUR)”."
    assert document.macro == before
    getattr(card, button).click()
    assert said[signal] == [offered]
    assert sum(map(len, said.values())) == 1
    assert window.inspector.cards == []


# Parameters, the macro, steps by command


def test_a_parameter_is_added_changed_and_renamed(window, document):
    bar = window.params
    bar.add.click()
    bar.form.name.setText("kind")
    bar.form.type.setCurrentIndex(2)
    bar.form.choices.setText("A; B")
    bar.form.keep.click()
    assert document.macro.params["kind"] == Param(type="choice", choices=("A", "B"))
    next(chip for chip in bar.chips() if chip.name == "vendor").click()
    bar.form.name.setText("supplier")
    bar.form.ask.setText("Which supplier?")
    bar.form.keep.click()
    assert document.macro.params["supplier"] == Param(ask="Which supplier?")
    assert document.step("vendor").text == "{{supplier}}"
    assert [chip.name for chip in bar.chips()] == ["supplier", "number", "amount", "kind"]


def test_a_parameter_that_is_used_is_not_removed_and_that_is_told(window, document):
    window.params.chips()[0].click()
    window.params.form.remove.click()
    assert "vendor" in document.macro.params
    assert "vendor" in window.params.form.problem.words


def test_a_bound_that_is_no_number_is_told(window, document):
    window.params.chips()[2].click()
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


# Health, trust, saving


def test_the_health_line_tells_when_and_how(window):
    words = window.health.words
    assert "Last green" in words
    assert "Accessibility 4, picture 1, text 1, model 0" in words
    assert words.endswith("9.6 s · 0.3 s looking for targets")


def test_the_trust_mark_asks_only_while_it_is_not_trusted(window):
    found = heard(window.trust_pressed)
    window.set_trusted(True)
    window.toolbar.trust.click()
    assert (found, window.toolbar.trust.text()) == ([], "Trusted")
    window.set_trusted(False)
    window.toolbar.trust.click()
    assert (len(found), window.toolbar.trust.text()) == (1, "Not trusted")


def test_unsaved_edits_are_told_and_asked_about_before_the_window_closes(window, document, library):
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
    assert len(closed) == 1
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
    assert len(saved) == 1
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
    qtbot.waitUntil(lambda: form.on_picture.isEnabled(), timeout=30_000)
    image = form.picture.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    middle = image.pixelColor(image.width() // 2, image.height() // 2)
    assert middle == window._theme.color("r1")
