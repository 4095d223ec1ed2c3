"""Each window that is asked from another one opens over it, and Esc leads back: the real windows."""

import threading

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication

from app.gui.macros.library.before_run import BeforeRun
from app.gui.preferences.keeper import SettingsKeeper
from app.gui.widgets.layout import PLACES_NAME
from app.gui.window.main_window import MainWindow
from app.macros.play_request import PlayRequest
from app.settings import Settings, SettingsFile
from automation.macros import macro as grammar
from automation.macros.macro import Param
from automation.macros.play.values import scope_for
from tests.fakes.macro_shelves import a_macro, keep
from tests.gui import open_editors
from tests.gui.sample_macros import FakeMacros

LONG_MS = 60_000
CTRL, ESC = Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_Escape
rig = open_editors.rig


@pytest.fixture
def window(qtbot, theme, tmp_path):
    made = MainWindow(theme, Settings(), ("click Save",))
    made.macros.use(tmp_path / "data", FakeMacros(), lambda: True)
    qtbot.addWidget(made)
    made.resize(900, 640)
    made.move(120, 90)
    made.show()
    qtbot.waitExposed(made)
    come_forward(qtbot, made)
    yield made
    made.close_pictures()


@pytest.fixture
def keeper(qtbot, theme, tmp_path):
    parent = QObject()
    made = SettingsKeeper(theme, SettingsFile(tmp_path / "s.json"), Settings(), parent, tmp_path)
    yield made
    if made._window is not None:
        made._window.close()
        made._window.deleteLater()


@pytest.fixture
def before_run(theme, tmp_path, qapp):
    made = BeforeRun(theme, tmp_path / "data", FakeMacros(), lambda: True)
    yield made
    made.close()


def come_forward(qtbot, window):
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)


def is_over(shown, owner):
    """Tell whether the window manager keeps it over that one, and whether it opened there."""
    is_kept = shown.windowHandle().transientParent() is owner.windowHandle()
    return is_kept and owner.frameGeometry().contains(shown.frameGeometry().center())


def ask_values(qtbot, before_run, data):
    macro = a_macro("Bills", grammar.Type(id="t", text="{{vendor}}"), params={"vendor": Param()})
    keep(data, macro)
    before_run.ask_values(PlayRequest("bills"), scope_for(macro, {}))
    qtbot.waitUntil(lambda: before_run.form is not None, timeout=LONG_MS)
    qtbot.waitUntil(before_run.form.isVisible)
    return before_run.form


def test_the_settings_open_over_the_window_that_they_are_asked_from(qtbot, window, keeper):
    window.commands.settings.connect(keeper.open)
    qtbot.keyClick(window, Qt.Key.Key_Comma, CTRL)
    shown = keeper._window
    assert is_over(shown, window)
    qtbot.waitUntil(lambda: QApplication.activeWindow() is shown)
    qtbot.keyClick(shown, ESC)
    assert not shown.isVisible()


def test_the_settings_are_asked_from_another_window_the_next_time(qtbot, window, keeper, rig):
    keeper.open()
    keeper._window.close()
    rig.keep()
    editor = rig.open().window
    come_forward(qtbot, editor)
    keeper.open()
    assert keeper._window.windowHandle().transientParent() is editor.windowHandle()


def test_settings_that_were_moved_stay_at_their_place_and_over_their_window(
    qtbot, window, keeper, theme, tmp_path
):
    keeper.open()
    keeper._window.resize(640, 480)
    keeper._window.move(100, 260)
    keeper._window.close()
    assert (tmp_path / PLACES_NAME).exists()
    again = SettingsKeeper(theme, keeper._file, Settings(), keeper.parent(), tmp_path)
    come_forward(qtbot, window)
    again.open()
    shown = again._window
    qtbot.addWidget(shown)
    assert shown.windowHandle().transientParent() is window.windowHandle()
    assert (shown.width(), shown.height()) == (640, 480)
    assert (
        max(abs(shown.x() - 100), abs(shown.y() - 260)) <= 30
    )  # here a window has a frame at times


def test_a_macro_opens_over_the_window_that_it_is_asked_from(qtbot, window, rig):
    rig.keep()
    come_forward(qtbot, window)
    shown = rig.open().window
    assert is_over(shown, window)
    qtbot.waitUntil(lambda: QApplication.activeWindow() is shown)


def test_what_is_to_be_read_of_a_macro_opens_over_its_editor(qtbot, window, rig):
    rig.keep(by="import", is_trusted=False)
    editor = rig.open()
    come_forward(qtbot, editor.window)
    editor.trust.read()
    rig.until(lambda: editor.trust.dialog is not None and editor.trust.dialog.isVisible())
    assert is_over(editor.trust.dialog, editor.window)
    qtbot.keyClick(editor.trust.dialog, ESC)
    rig.until(lambda: editor.trust.dialog is None)


@pytest.mark.parametrize("is_from_editor", [False, True])
def test_a_form_before_a_run_opens_over_the_window_that_the_run_is_asked_from(
    qtbot, window, rig, before_run, tmp_path, is_from_editor
):
    owner = window
    if is_from_editor:
        rig.keep()
        owner = rig.open().window
    come_forward(qtbot, owner)
    form = ask_values(qtbot, before_run, tmp_path / "data")
    assert is_over(form, owner)
    qtbot.waitUntil(lambda: QApplication.activeWindow() is form)
    qtbot.keyClick(form, ESC)
    assert before_run.form is None


def test_a_form_comes_over_the_window_that_it_was_asked_from_and_not_the_one_in_front_by_then(
    qtbot, window, rig, before_run, tmp_path
):
    rig.keep()
    editor, gate, request = rig.open().window, threading.Event(), PlayRequest("bills")
    macro = a_macro("Bills", grammar.Type(id="t", text="{{vendor}}"), params={"vendor": Param()})
    keep(tmp_path / "data", macro)
    for owner, other, ask, opened in (
        (editor, window, lambda: before_run.ask_values(request, scope_for(macro, {})), "form"),
        (window, editor, lambda: before_run.read("bills"), "dialog"),
    ):
        come_forward(qtbot, owner)
        before_run._worker.do(gate.wait, lambda _: None, lambda _: None)
        ask()
        come_forward(qtbot, other)
        gate.set()
        qtbot.waitUntil(lambda one=opened: getattr(before_run, one) is not None, timeout=LONG_MS)
        gate.clear()
        shown = getattr(before_run, opened)
        assert is_over(shown, owner)
        shown.close()


@pytest.mark.parametrize("asked", ["model", "macros", "promises", "key_map", "help"])
def test_esc_goes_back_from_every_page(qtbot, window, asked):
    getattr(window.commands, asked).emit()
    page = window.page
    assert page not in (window.idle, window.chat)
    qtbot.keyClick(QApplication.focusWidget() or page, ESC)
    assert window.page is window.idle
    assert window.isVisible()


def test_esc_clears_the_search_of_macros_first_and_leaves_the_page_then(qtbot, window, tmp_path):
    data = tmp_path / "data"
    keep(data, a_macro("Bills"))
    window.commands.macros.emit()
    page = window.macros.page
    qtbot.waitUntil(lambda: page._is_read, timeout=LONG_MS)
    qtbot.keyClick(window, Qt.Key.Key_F, CTRL)
    qtbot.waitUntil(page.search.hasFocus)
    qtbot.keyClicks(page.search, "abc")
    qtbot.keyClick(page.search, ESC)
    assert (page.search.text(), window.page) == ("", page)
    qtbot.keyClick(page.search, ESC)
    assert window.page is window.idle


def test_esc_in_the_search_for_steps_leaves_the_editor_open(qtbot, rig):
    rig.keep()
    editor = rig.open().window
    come_forward(qtbot, editor)
    qtbot.keyClick(editor, Qt.Key.Key_F, CTRL)
    field = QApplication.focusWidget()
    qtbot.keyClicks(field, "save")
    qtbot.keyClick(field, ESC)
    assert editor.isVisible()
    assert not field.isVisible()
