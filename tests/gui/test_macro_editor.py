"""The macro editor: its list, its keys and what comes from outside."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QPlainTextEdit,
)

from app.gui.macros.editor.clipboard import Origin, copied
from app.gui.macros.editor.step_list import VIEW_ROLE
from app.gui.macros.editor.window import EditorWindow
from automation.macros import macro as grammar
from automation.macros.codec import read, write
from automation.macros.edit.session import EditSession
from automation.macros.edit.tree import Spot
from automation.macros.library import Library
from automation.macros.macro import Param, Target
from tests.gui import editor_rig as rig
from tests.gui import sample_macro as sample
from tests.gui.editor_rig import ALT, BOTH, CONTROLS, CTRL, SHIFT, field, heard, ids, press

theme, library, window, document = rig.theme, rig.library, rig.window, rig.document


@BOTH
def test_every_size_paints(window, qtbot):
    for size in ((1280, 800), (900, 600)):
        window.resize(*size)
        QApplication.processEvents()
        assert not window.grab().isNull()


def test_every_control_has_a_name(window, document):
    for step_id in ids(document):
        window.rows.select([step_id])
        window.params.chips[0].click()
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
        "Step 4: Type {{amount}} into field Amount. if it does not match: ask the model, then me. "
        "Found by: text on screen, 212 ms."
    )


def test_a_lower_rung_has_another_shape_and_colour(window, document):
    views = {row.id: window.model.index(n).data(VIEW_ROLE) for n, row in enumerate(document.rows)}
    marks = {name: view.mark for name, view in views.items()}
    assert (marks["new"], marks["amount"], marks["pdf"]) == ("known", "lower", "lower")
    assert (marks["later"], views["later"].found_by) == ("open", "not needed")


def test_columns_go_where_room_is_short_the_time_first(window):
    found = [window.rows._painter.columns(width) for width in range(1000, 300, -10)]
    states = list(dict.fromkeys((one.has_ms, one.has_found) for one in found))
    assert states == [(True, True), (False, True), (False, False)]


def test_pictures_come_and_few_are_kept(qtbot, theme, tmp_path, monkeypatch):
    monkeypatch.setattr("app.gui.macros.editor.step_list.KEPT", 8)
    library = sample.kept(tmp_path / "long", sample.long_macro(60))
    window = EditorWindow(theme, EditSession(library, "Long"))
    qtbot.addWidget(window)
    window.show()
    for place in (0, 20, 40):
        window.rows.scrollTo(window.model.index(place), window.rows.ScrollHint.PositionAtTop)
        image = window.document.rows[place].step.target.image
        qtbot.waitUntil(lambda image=image: window._thumbnails.get(image) is not None)
    assert 0 < len(window._thumbnails) <= 8
    window.discard_and_close()


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


def test_the_first_arrow_chooses_the_step_with_the_ring(window, document, qtbot):
    window.rows.clearSelection()
    press(qtbot, window, Qt.Key.Key_Down)
    assert window.rows.selected() == (ids(document)[0],)
    press(qtbot, window, Qt.Key.Key_Down)
    assert window.rows.selected() == (ids(document)[1],)


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
    rows = other.document.rows
    assert [row.id for row in rows] == ["vendor", "save"]
    assert other._session.image(rows[0].step.target.image).startswith(b"\x89PNG")
    assert tuple(other.document.macro.params) == ("vendor",)
    other.discard_and_close()


def test_copied_steps_are_written_only_for_who_asks_for_text(window, document, monkeypatch):
    asked = []

    def text_of(macro):
        asked.append(macro)
        return write(macro)

    monkeypatch.setattr(window._session, "writer_of", lambda _steps: text_of)
    window.rows.select(["vendor", "save"])
    window.commands.copy()
    window.commands.paste()
    assert not asked
    assert document.step("vendor-2").target == document.step("vendor").target
    for _ in range(2):
        assert read(QApplication.clipboard().text().encode()).steps == tuple(
            map(document.step, ("vendor", "save"))
        )
    assert len(asked) == 1


def test_copied_steps_keep_pictures_that_went_with_the_edits_of_their_macro(
    window, document, theme, tmp_path, qtbot
):
    window.set_target("vendor", "target", Target(role="field"), sample.picture("Supplier"))
    folder = window._session.folder
    window.rows.select(["vendor"])
    window.commands.copy()
    window.discard_and_close()
    empty = (grammar.Macro(deskhand=1, name="Empty"), {})
    others = [
        EditSession(sample.kept(tmp_path / "other", empty), "Empty"),
        EditSession(Library(folder.parent), folder),
    ]
    for session in others:
        other = EditorWindow(theme, session)
        qtbot.addWidget(other)
        other.rows.select([row.id for row in other.document.rows][-1:])
        other.commands.paste()
        found = other.document.rows[-1].step.target.image
        assert session.image(found) == sample.picture("Supplier")
        other.discard_and_close()


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


@pytest.mark.parametrize(
    ("key", "first", "last"),
    [
        (Qt.Key.Key_F6, "number", "number"),
        (Qt.Key.Key_F7, "number", ""),
        (Qt.Key.Key_F8, "", "number"),
    ],
)
def test_function_keys_say_which_steps_are_meant(window, qtbot, key, first, last):
    found = heard(window.requests.play)
    window.rows.select(["number"])
    press(qtbot, window, key)
    assert found == [(first, last)]


def test_a_step_that_is_off_is_not_tested(window, document, qtbot):
    tested = heard(window.requests.play)
    window.rows.select(["copy"])
    press(qtbot, window, Qt.Key.Key_F6)
    assert tested == []
    assert "Turn it on first" in window.notice.words


def test_run_takes_what_is_written_first(window, document, qtbot):
    window.rows.select(["vendor"])
    area = field(window, "Text", QPlainTextEdit)
    area.setFocus()
    area.setPlainText("written")
    texts = []
    window.requests.play.connect(lambda: texts.append(document.step("vendor").text))
    window.actions_["run"].trigger()
    assert texts == ["written"]


def test_record_says_where_the_steps_go(window):
    found = heard(window.requests.record)
    window.rows.select(["vendor"])
    window.toolbar.record.click()
    assert found == [Spot("", "steps", 2)]


def test_pick_on_screen_says_step_and_part(window):
    found = heard(window.requests.pick)
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


def test_a_secret_of_another_macro_is_never_taken_for_the_one_here(window, document, tmp_path):
    bank, mail = Param(type="secret", ask="Bank"), Param(type="secret", ask="Mail")
    document.set_param("secret", mail)
    typed = grammar.Type(id="pay", text="{{secret}}")
    block = grammar.Group(id="g", title="", steps=(typed,))
    other = grammar.Macro(deskhand=1, name="Bank", params={"secret": bank}, steps=(block,))
    steps = copied(
        other, other.steps, window._session.image, Origin(tmp_path, object(), False), write
    )
    QApplication.clipboard().setMimeData(steps)
    window.commands.paste()
    assert document.step("pay").text == "{{secret_2}}"
    assert (document.macro.params["secret"], document.macro.params["secret_2"]) == (mail, bank)
    document.undo()
    assert "secret_2" not in document.macro.params


def test_a_secret_that_is_copied_within_a_macro_stays_the_same(window, document):
    document.set_param("secret", Param(type="secret"))
    document.insert([grammar.Type(id="pay", text="{{secret}}")], Spot())
    window.rows.select(["pay"])
    window.commands.copy()
    window.commands.paste()
    assert document.step("pay-2").text == "{{secret}}"
    assert "secret_2" not in document.macro.params
