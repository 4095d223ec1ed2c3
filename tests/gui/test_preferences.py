"""The settings window: every control is named, changes are handed over at once, nothing is lost."""

import pytest
from PySide6.QtCore import QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
)

from app.gui.preferences.editor import SettingRow
from app.gui.preferences.keeper import SettingsKeeper
from app.gui.preferences.window import PreferencesWindow
from app.settings import ModelSettings, Settings, SettingsFile, program_path

BOTH = pytest.mark.parametrize("theme", ["light", "dark"], indirect=True)
CONTROLS = (QAbstractButton, QAbstractSpinBox, QComboBox)


def chord_problem(chord):
    return "" if "+" in chord or chord in ("Pause", "Escape Escape", "F9") else f"No key: {chord}."


@pytest.fixture
def window(qtbot, theme):
    settings = Settings(mark="amber-kite:paper kite")
    window = PreferencesWindow(theme, settings, chord_problem, ("holotron", "holo2"))
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    return window


@pytest.fixture
def changes(window):
    found = []
    window.changed.connect(found.append)
    return found


def open_page(window, name):
    found = window.categories.findItems(name, Qt.MatchFlag.MatchExactly)
    window.categories.setCurrentItem(found[0])


def row(window, name):
    rows = window.findChildren(SettingRow)
    return next(row for row in rows if row.control.accessibleName() == name)


def app_field(window):
    fields = window.findChildren(QLineEdit)
    return next(field for field in fields if field.accessibleName() == "Program to add")


@BOTH
def test_every_page_paints_at_every_width(window, qtbot):
    for at in range(window.categories.count()):
        window.categories.setCurrentRow(at)
        for size in ((1040, 760), (640, 480)):
            window.resize(*size)
            assert not window.grab().isNull()


def test_every_control_has_a_name(window):
    named = [c for kind in CONTROLS for c in window.findChildren(kind)]
    assert len(named) >= 15
    assert [c for c in named if not (c.accessibleName() or c.objectName())] == []


def test_a_choice_is_handed_over_at_once(window, changes, qtbot):
    open_page(window, "Asking")
    mode = row(window, "Mode").control
    mode.setFocus()
    qtbot.keyClick(mode, Qt.Key.Key_Down)
    assert [s.approval.mode for s in changes] == ["assist"]


def test_a_number_is_handed_over_when_it_is_whole(window, changes, qtbot):
    open_page(window, "Limits")
    minutes = row(window, "Minutes").control
    minutes.setFocus()
    minutes.selectAll()
    qtbot.keyClicks(minutes, "20")
    assert changes == []
    qtbot.keyClick(minutes, Qt.Key.Key_Return)
    assert [s.budgets.wall_s for s in changes] == [1200.0]


def test_a_switch_turns_with_the_space_bar(window, changes, qtbot):
    open_page(window, "Look and input")
    switch = row(window, "Less motion").control
    switch.setFocus()
    qtbot.keyClick(switch, Qt.Key.Key_Space)
    assert [s.reduced_motion for s in changes] == [True]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Blah", "No key: Blah."),
        ("", "A key is needed here."),
        ("Ctrl+A, Ctrl+B", "Only one chord works here."),
        ("Ctrl+Shift+E", "Ctrl+Shift+E is used for: Change the card. Choose another."),
    ],
)
def test_a_bad_chord_is_told_in_a_sentence_and_not_used(window, changes, qtbot, text, problem):
    open_page(window, "Keys")
    bar = row(window, "Command bar")
    bar.control.selectAll()
    bar.control.setText(text)
    qtbot.keyClick(bar.control, Qt.Key.Key_Return)
    assert (bar.problem.text(), changes) == (problem, [])


def test_enter_is_called_as_on_keyboards_and_is_one_key_by_either_name(window, changes, qtbot):
    open_page(window, "Keys")
    accept = row(window, "Accept the card").control
    assert accept.text() == "Ctrl+Shift+Enter"
    accept.setFocus()
    qtbot.keyClick(accept, Qt.Key.Key_Return)
    assert changes == []
    bar = row(window, "Command bar")
    for name in ("Enter", "Return"):
        bar.control.setText(f"Ctrl+Shift+{name}")
        qtbot.keyClick(bar.control, Qt.Key.Key_Return)
        assert bar.problem.text().startswith("Ctrl+Shift+Enter is used for")
    assert changes == []


def test_a_good_chord_is_used_and_the_complaint_goes(window, changes, qtbot):
    open_page(window, "Keys")
    bar = row(window, "Command bar")
    for text in ("Blah", "Ctrl+Alt+K"):
        bar.control.setText(text)
        qtbot.keyClick(bar.control, Qt.Key.Key_Return)
    assert bar.problem.text() == ""
    assert [s.keys.command_bar for s in changes] == ["Ctrl+Alt+K"]


def test_the_stop_corner_is_shown_can_be_moved_and_can_be_switched_off(window, changes):
    open_page(window, "Keys")
    corner = row(window, "Stop corner").control
    assert corner.currentText() == "Top left"
    for words in ("Bottom right", "None"):
        corner.setCurrentText(words)
    assert [s.stop_corner for s in changes] == ["bottom_right", "off"]


def test_several_stop_keys_can_be_set(window, changes, qtbot):
    open_page(window, "Keys")
    stop = row(window, "Stop").control
    stop.setText("F9, Escape Escape")
    qtbot.keyClick(stop, Qt.Key.Key_Return)
    assert [s.keys.stop for s in changes] == [("F9", "Escape Escape")]


def test_an_app_is_added_changed_and_removed(window, changes, qtbot, tmp_path):
    open_page(window, "Apps")
    program = tmp_path / "ledger"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    field = app_field(window)
    field.setText(str(program))
    qtbot.keyClick(field, Qt.Key.Key_Return)
    may = next(b for b in window.findChildren(QComboBox) if b.accessibleName() == "ledger may")
    may.setFocus()
    qtbot.keyClick(may, Qt.Key.Key_Down)
    buttons = window.findChildren(QAbstractButton)
    remove = next(b for b in reversed(buttons) if b.accessibleName() == "Remove ledger")
    qtbot.waitUntil(remove.isVisible)
    qtbot.mouseClick(remove, Qt.MouseButton.LeftButton)
    path = str(program)
    assert [s.apps for s in changes] == [{path: "ask"}, {path: "allow_r1"}, {}]


def test_a_program_that_is_not_there_is_told_and_not_added(window, changes, qtbot):
    open_page(window, "Apps")
    field = app_field(window)
    field.setText("/nowhere/at-all")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert changes == []


def test_permissions_are_kept_for_the_file_that_runs(tmp_path):
    program, link = tmp_path / "program", tmp_path / "link"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    link.symlink_to(program)
    assert program_path(str(link)) == (str(program.resolve()), "")
    text = tmp_path / "text.txt"
    text.write_text("words")
    assert "is not a program" in program_path(str(text))[1]


def test_the_mark_is_drawn_anew_and_its_words_are_own(window, changes, qtbot):
    open_page(window, "Your mark")
    editor = row(window, "Picture and words").control
    editor.words.setText("  old   boat ")
    qtbot.keyClick(editor.words, Qt.Key.Key_Return)
    assert changes[-1].mark == "amber-kite:old boat"
    qtbot.mouseClick(editor.again, Qt.MouseButton.LeftButton)
    assert changes[-1].mark.count(":") == 1


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("New tasks", "policy", "commands"),
        ("Precision", "quantization", "none"),
        ("Runs on", "device", "cuda"),
        ("CUDA graphs", "graphs", "off"),
        ("Thinking", "thinking", "on"),
        ("Wide and tall screens", "view", "whole"),
        ("Prompt format", "profile", "holotron"),
    ],
)
def test_a_choice_about_the_model_is_handed_over(window, changes, qtbot, name, field, value):
    control = row(window, name).control
    control.setFocus()
    qtbot.keyClick(control, Qt.Key.Key_Down)
    assert [getattr(s.model, field) for s in changes] == [value]


def test_pictures_and_loading_at_the_start_are_handed_over(window, changes, qtbot):
    row(window, "Pictures").control.setValue(4)
    qtbot.keyClick(row(window, "Load at the start").control, Qt.Key.Key_Space)
    assert changes[-1].model == ModelSettings(images_kept=4, load_at_start=True)


def test_the_models_folder_must_be_there(window, changes, qtbot, tmp_path):
    folder = row(window, "Folder")
    field = folder.control.field
    field.setText(str(tmp_path / "nothing"))
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert (folder.problem.text(), changes) == (f"There is no folder {tmp_path / 'nothing'}.", [])
    field.setText(str(tmp_path))
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert (folder.problem.text(), changes[-1].model.folder) == ("", str(tmp_path))
    field.clear()
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert changes[-1].model.folder == ""


def test_the_models_folder_is_chosen_in_a_dialog(window, changes, qtbot, tmp_path):
    qtbot.mouseClick(row(window, "Folder").control.choose, Qt.MouseButton.LeftButton)
    dialog = window.findChild(QFileDialog)
    dialog.selectFile(str(tmp_path))
    dialog.accept()
    assert [s.model.folder for s in changes] == [str(tmp_path)]


@pytest.mark.parametrize("policy", ["auto", "commands", "holotron", "remote"])
def test_whoever_takes_new_tasks_is_shown_and_kept(qtbot, theme, policy):
    settings = Settings(model=ModelSettings(policy=policy))
    window = PreferencesWindow(theme, settings, chord_problem)
    qtbot.addWidget(window)
    changes = []
    window.changed.connect(changes.append)
    assert row(window, "New tasks").control.currentData() == policy
    row(window, "Pictures").control.setValue(4)
    assert [s.model.policy for s in changes] == [policy]


def test_a_profile_that_is_gone_is_still_shown(qtbot, theme):
    settings = Settings(model=ModelSettings(profile="of-my-own"))
    window = PreferencesWindow(theme, settings, chord_problem, ("holotron",))
    qtbot.addWidget(window)
    assert row(window, "Prompt format").control.currentData() == "of-my-own"


def test_reset_keeps_the_models_folder(qtbot, theme):
    settings = Settings(model=ModelSettings(folder="/models/a", images_kept=1))
    window = PreferencesWindow(theme, settings, chord_problem)
    qtbot.addWidget(window)
    changes = []
    window.changed.connect(changes.append)
    window.reset_button.click()
    assert changes[-1].model == ModelSettings(folder="/models/a")


def test_reset_keeps_apps_and_mark_and_can_be_undone(window, changes, qtbot):
    mode = row(window, "Mode").control
    mode.setCurrentIndex(2)
    qtbot.mouseClick(window.reset_button, Qt.MouseButton.LeftButton)
    assert changes[-1] == Settings(mark="amber-kite:paper kite")
    qtbot.mouseClick(window._undo, Qt.MouseButton.LeftButton)
    assert changes[-1].approval.mode == "auto"


def test_what_is_set_comes_back_from_the_file(window, changes, fresh_home, theme):
    file = SettingsFile(fresh_home / "settings.json")
    row(window, "Mode").control.setCurrentIndex(1)
    file.save(changes[-1])
    again, note = file.load()
    assert (again, note) == (changes[-1], "")


def test_the_wheel_never_changes_a_setting(window, changes, qtbot):
    for control in (row(window, "Mode").control, row(window, "Card stays for").control):
        center = QPointF(control.rect().center())
        wheel = QWheelEvent(
            center,
            control.mapToGlobal(center),
            QPoint(),
            QPoint(0, -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(control, wheel)
    assert changes == []


@pytest.fixture
def unreadable(qtbot, theme, tmp_path):
    """Return a keeper of settings whose file cannot be used, a good copy beside it, and the file."""
    path = tmp_path / "settings.json"
    file = SettingsFile(path)
    file.save(Settings(apps={"/usr/bin/bank": "never_touch"}, mark="amber-kite:paper kite"))
    path.write_bytes(b"{")
    parent = QObject()
    keeper = SettingsKeeper(theme, file, file.load()[0], parent)
    yield keeper, path, parent
    keeper._window.close()
    keeper._window.deleteLater()


def test_what_the_program_notes_by_itself_is_no_answer_to_settings_that_cannot_be_read(unreadable):
    keeper, path, _parent = unreadable
    keeper.open()
    keeper.keep(promises_seen=("x",))
    keeper.keep_mode("auto")
    assert keeper.current.approval.mode == "auto"
    assert path.read_bytes() == b"{"
    assert keeper.current.source == "copy"


def test_settings_that_cannot_be_read_are_answered_by_one_press_or_by_any_change(unreadable, qtbot):
    keeper, path, _parent = unreadable
    keeper.open()
    window = keeper._window
    assert window.use_button.isVisible()
    qtbot.mouseClick(window.use_button, Qt.MouseButton.LeftButton)
    assert window.use_button.isHidden()
    settings, sentence = SettingsFile(path).load()
    assert (settings.apps, sentence) == ({"/usr/bin/bank": "never_touch"}, "")
    assert keeper.current == settings
    assert path.with_name("settings.bad-1").read_bytes() == b"{"
