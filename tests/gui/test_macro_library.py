"""The page of macros: what it lists, what its keys do, what an import keeps and what removing undoes."""

import shutil
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QApplication

from app.gui.macros.library import page as file_dialogs
from app.gui.macros.library.page import Action
from app.gui.macros.library.rows import ROW_ROLE
from app.gui.widgets.buttons import Button
from app.macros.changes import Changes
from automation.macros import macro as grammar
from automation.macros.library import Library
from automation.macros.play.health import Health, keep_health
from automation.macros.record.recording_journal import StepJournal
from tests.fakes.macro_samples import png
from tests.fakes.macro_shelves import a_macro, broken, keep
from tests.gui.sample_macros import FakeKeys, FakeMacros

LONG_MS = 60_000
SAVE = grammar.Click(
    id="save", target=grammar.Target(role="button", name="Save", image="img/save.png")
)


@pytest.fixture
def window(window, data, macros):
    window.macros.use(data, macros, lambda: True)
    return window


@pytest.fixture
def opened(window, qtbot):
    """Return the page once its list was read."""

    def open_it(count):
        qtbot.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
        page = window.macros.page
        qtbot.waitUntil(lambda: len(page.rows.cards) == count and page._is_read, timeout=LONG_MS)
        return page

    return open_it


def titles(page):
    return [page.rows.index(row).data() for row in range(page.rows.rowCount())]


def row(page, name):
    place = titles(page).index(name)
    return page.rows.index(place).data(ROW_ROLE)


def choose(page, name):
    page.list.setCurrentIndex(page.rows.index(titles(page).index(name)))


def press(qtbot, page, words):
    found = [b for b in page.findChildren(Button) if b.text() == words and b.isVisible()]
    assert len(found) == 1, words
    qtbot.mouseClick(found[0], Qt.MouseButton.LeftButton)


def said(qtbot, page, words):
    qtbot.waitUntil(lambda: words in page.notice.words.text(), timeout=LONG_MS)


def test_a_play_of_another_process_shows_while_the_page_is_open(opened, qtbot, data, monkeypatch):
    monkeypatch.setattr("app.gui.background.LOOK_MS", 20)
    keep(data, a_macro("Greet"))
    page = opened(1)
    qtbot.waitUntil(lambda: row(page, "Greet").detail is not None, timeout=LONG_MS)
    assert row(page, "Greet").card.state == "never"
    keep_health(data, "greet", Health(runs=1, green=1, last_run=ago(), last_green=ago()))
    qtbot.waitUntil(lambda: row(page, "Greet").card.state == "green", timeout=LONG_MS)
    keep(data, a_macro("Wave"))
    qtbot.waitUntil(lambda: len(page.rows.cards) == 2, timeout=LONG_MS)


def ago(**time):
    return (datetime.now(UTC) - timedelta(**time)).isoformat(timespec="seconds")


def test_without_a_macro_it_says_how_the_first_one_comes(opened, qtbot, macros):
    page = opened(0)
    assert page.empty.isVisible()
    assert not page.chosen.isVisible()
    qtbot.mouseClick(page.empty.record, Qt.MouseButton.LeftButton)
    assert macros.recorded == [""]


def test_a_row_tells_what_it_does_how_it_went_and_whether_it_is_trusted(
    opened, qtbot, data, window
):
    keep(data, a_macro("Save it", SAVE), {"img/save.png": png()}, is_trusted=True)
    keep(data, a_macro("Greet", about="Says hello."))
    keep_health(
        data, "save-it", Health(runs=2, green=2, last_run=ago(days=2), last_green=ago(days=2))
    )
    keep_health(data, "greet", Health(runs=1, last_run=ago(hours=3)))
    window.macros.use_keys(FakeKeys(FakeMacros(), greet="Ctrl+Alt+1"))
    page = opened(2)
    qtbot.waitUntil(lambda: row(page, "Save it").detail is not None, timeout=LONG_MS)
    qtbot.waitUntil(lambda: row(page, "Greet").detail is not None, timeout=LONG_MS)
    spoken = [page.rows.index(n).data(Qt.ItemDataRole.AccessibleTextRole) for n in (0, 1)]
    assert spoken == [
        "Greet. Says hello. 1 step. last play did not go well (3 hours ago), none has gone well yet. "
        "not trusted. key Ctrl+Alt+1.",
        "Save it. Click button “Save”. 1 step. last went well 2 days ago. trusted.",
    ]
    assert row(page, "Save it").picture is not None
    assert row(page, "Greet").picture is None


def test_what_cannot_be_read_stands_there_with_its_reason_and_can_only_be_removed(
    opened, qtbot, data, macros
):
    broken(data, "odd")
    page = opened(1)
    choose(page, "odd")
    assert "unknown key stepz" in page.chosen.told.text()
    enabled = [act for act, button in page.chosen.buttons.items() if button.isEnabled()]
    assert enabled == [Action.REMOVE]
    qtbot.keyClick(page.list, Qt.Key.Key_Return)
    qtbot.keyClick(page.list, Qt.Key.Key_E)
    assert (macros.played, macros.edited) == ([], [])


def test_enter_plays_what_is_chosen_in_the_mode_of_the_window(opened, qtbot, data, macros, window):
    keep(data, a_macro("Greet"))
    page = opened(1)
    window.head.set_mode("assist")
    qtbot.keyClick(page.list, Qt.Key.Key_Return)
    (request,) = macros.played
    assert (request.folder, request.approve, request.by) == ("greet", "assist", "window")


def test_enter_asks_for_parameters_and_shift_enter_plays_with_what_they_are(
    opened, qtbot, data, macros, window
):
    keep(data, a_macro("Greet", params={"name": grammar.Param(default="Ann")}))
    page = opened(1)
    choose(page, "Greet")
    qtbot.keyClick(page.list, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert [(one.folder, dict(one.values)) for one in macros.played] == [("greet", {})]
    qtbot.keyClick(page.list, Qt.Key.Key_Return)
    asking = window.macros.before_run
    qtbot.waitUntil(lambda: asking.form is not None, timeout=LONG_MS)
    assert (asking.form.fields[0].value, len(macros.played)) == ("Ann", 1)


def test_what_was_recorded_is_chosen_on_the_page_wherever_the_window_was(
    opened, qtbot, data, macros, window
):
    for name in ("Greet", "Part", "Send it"):
        keep(data, a_macro(name))
    page = opened(3)
    page.search.setText("part")
    window.show_idle()
    keep(data, a_macro("Book the room"))
    macros.changed.emit()
    window.macros.show_kept("Book the room")
    qtbot.waitUntil(lambda: page.card and page.card.name == "Book the room", timeout=LONG_MS)
    assert window.page is page
    assert page.notice.words.text() == "“Book the room” is in your macros."
    assert len(titles(page)) == 4


def test_letters_edit_and_the_search_finds_and_gives_way(opened, qtbot, data, macros, window):
    for name in ("Greet", "Part", "Send it"):
        keep(data, a_macro(name))
    page = opened(3)
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.focusWidget() is page.search
    qtbot.keyClicks(page.search, "part")
    assert titles(page) == ["Part"]
    qtbot.keyClick(page.search, Qt.Key.Key_Return)
    qtbot.keyClick(page.list, Qt.Key.Key_E)
    assert macros.edited == ["part"]
    page.search.setText("nothing of this")
    assert (titles(page), page.chosen.isVisible()) == ([], False)


def test_the_last_played_comes_first_when_that_is_asked_for(opened, data):
    for name in ("Greet", "Part", "Send it"):
        keep(data, a_macro(name))
    keep_health(data, "part", Health(runs=1, last_run=ago(days=3)))
    keep_health(data, "send-it", Health(runs=1, last_run=ago(hours=3)))
    page = opened(3)
    assert titles(page) == ["Greet", "Part", "Send it"]
    page.order.setCurrentIndex(1)
    assert titles(page) == ["Send it", "Part", "Greet"]


def test_a_name_that_is_taken_is_told_while_it_is_typed(opened, qtbot, data):
    keep(data, a_macro("Greet"))
    keep(data, a_macro("Part"))
    page = opened(2)
    choose(page, "Greet")
    qtbot.keyClick(page.list, Qt.Key.Key_F2)
    page.ask.field.setText("part")
    assert page.ask.problem.text() == "There is a macro called “Part” already; take another name."
    qtbot.keyClick(page.ask.field, Qt.Key.Key_Return)
    assert page.ask.isVisible()
    page.ask.field.setText("Say hello")
    assert page.ask.problem.text() == ""
    qtbot.keyClick(page.ask.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: titles(page) == ["Part", "Say hello"], timeout=LONG_MS)
    assert page.card.name == "Say hello"


def test_esc_leaves_the_name_as_it_is(opened, qtbot, data):
    keep(data, a_macro("Greet"))
    page = opened(1)
    qtbot.keyClick(page.list, Qt.Key.Key_F2)
    page.ask.field.setText("Other")
    qtbot.keyClick(page.ask.field, Qt.Key.Key_Escape)
    assert not page.ask.isVisible()
    assert page.isVisible()
    assert [e.name for e in Library(data / "macros").entries()] == ["Greet"]


def test_removing_asks_and_can_be_undone(opened, qtbot, data):
    keep(data, a_macro("Greet"))
    keep(data, a_macro("Part"))
    page = opened(2)
    choose(page, "Part")
    qtbot.keyClick(page.list, Qt.Key.Key_Delete)
    assert titles(page) == ["Greet", "Part"]
    press(qtbot, page.notice, "Remove")
    qtbot.waitUntil(lambda: titles(page) == ["Greet"], timeout=LONG_MS)
    press(qtbot, page.notice, "Undo")
    qtbot.waitUntil(lambda: titles(page) == ["Greet", "Part"], timeout=LONG_MS)
    assert page.card.name == "Part"


def test_undoing_a_removal_brings_its_key_back(opened, qtbot, data, macros, window):
    keep(data, a_macro("Greet"))
    keys = FakeKeys(macros, greet="Ctrl+Alt+3")
    window.macros.use_keys(keys)
    page = opened(1)
    qtbot.waitUntil(lambda: row(page, "Greet").card.key == "Ctrl+Alt+3", timeout=LONG_MS)
    qtbot.keyClick(page.list, Qt.Key.Key_Delete)
    press(qtbot, page.notice, "Remove")
    qtbot.waitUntil(lambda: titles(page) == [] and keys.all == {}, timeout=LONG_MS)
    press(qtbot, page.notice, "Undo")
    qtbot.waitUntil(lambda: keys.all == {"greet": "Ctrl+Alt+3"}, timeout=LONG_MS)


class OpenEditors:
    """What edits macros, as the page knows it: one window with edits, for the folder `greet`."""

    def __init__(self):
        self.told, self.then, self.is_edited = [], None, True

    def is_open(self, slug):
        return slug == "greet" and "let go" not in self.told

    def has_edits(self, slug):
        return self.is_open(slug) and self.is_edited

    def let_go(self, slug):
        self.told.append("let go")

    def ask_save_as(self, slug, then):
        self.told.append("save as")
        self.then = then


@pytest.mark.parametrize("way", ["Remove with its edits", "Save the edits as …"])
def test_edits_of_a_macro_that_is_removed_are_asked_about(opened, qtbot, data, macros, way):
    keep(data, a_macro("Greet"))
    macros.editors = editors = OpenEditors()
    page = opened(1)
    qtbot.keyClick(page.list, Qt.Key.Key_Delete)
    said(qtbot, page, "“Greet” is open in the editor and has edits that are not saved.")
    assert QApplication.focusWidget().text() == "Keep"
    press(qtbot, page.notice, way)
    if editors.then is not None:
        assert editors.told == ["save as"]
        assert Library(data / "macros").open("Greet")
        editors.then()
    qtbot.waitUntil(lambda: titles(page) == [], timeout=LONG_MS)
    assert editors.told[-1] == "let go"


def test_an_open_macro_without_edits_is_removed_with_its_window(opened, qtbot, data, macros):
    keep(data, a_macro("Greet"))
    macros.editors = editors = OpenEditors()
    editors.is_edited = False
    page = opened(1)
    qtbot.keyClick(page.list, Qt.Key.Key_Delete)
    said(qtbot, page, "The window that edits it closes.")
    press(qtbot, page.notice, "Remove")
    qtbot.waitUntil(lambda: titles(page) == [], timeout=LONG_MS)
    assert editors.told == ["let go"]


def test_of_two_that_are_called_alike_each_says_its_folder_and_can_be_renamed(opened, qtbot, data):
    folder = keep(data, a_macro("Greet"))
    shutil.copytree(folder, folder.with_name("zz"))
    page = opened(2)
    page.list.setCurrentIndex(page.rows.index(1))
    assert "this one lies in the folder zz. Rename one of them." in page.chosen.told.text()
    qtbot.keyClick(page.list, Qt.Key.Key_F2)
    page.ask.field.setText("Other")
    qtbot.keyClick(page.ask.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: titles(page) == ["Greet", "Other"], timeout=LONG_MS)
    assert page.card.slug == "zz"


def test_removing_is_left_when_it_is_not_wanted(opened, qtbot, data):
    keep(data, a_macro("Greet"))
    page = opened(1)
    qtbot.keyClick(page.list, Qt.Key.Key_Delete)
    assert QApplication.focusWidget().text() == "Keep"
    press(qtbot, page.notice, "Keep")
    assert Library(data / "macros").open("Greet")


def test_a_hostile_zip_is_told_and_nothing_of_it_is_kept(opened, qtbot, data, window, tmp_path):
    page = opened(0)
    evil = tmp_path / "evil.zip"
    with zipfile.ZipFile(evil, "w") as packed:
        packed.writestr("../../evil.sh", "rm")
        packed.writestr("macro.yaml", "deskhand: 1\nname: Nice\n")
    window.macros._control.take_in(str(evil))
    said(qtbot, page, "Nothing was taken in.")
    assert "../../evil.sh: does not belong to a macro" in page.notice.words.text()
    assert list(Path(data).rglob("*.sh")) == []
    assert Library(data / "macros").entries() == ()


def test_an_import_is_not_trusted_and_the_page_says_what_that_means(
    opened, qtbot, data, window, tmp_path
):
    other = tmp_path / "other"
    keep(other, a_macro("Nice"))
    zipped = tmp_path / "nice.zip"
    Changes.at(other).export("nice", zipped, with_recording=False)
    page = opened(0)
    window.macros._control.take_in(str(zipped))
    said(qtbot, page, "It is not trusted: each step is asked about until you have read all of it.")
    qtbot.waitUntil(lambda: titles(page) == ["Nice"], timeout=LONG_MS)
    qtbot.waitUntil(lambda: row(page, "Nice").detail is not None, timeout=LONG_MS)
    assert not row(page, "Nice").detail.trusted
    press(qtbot, page.notice, "Read it")
    qtbot.waitUntil(lambda: window.macros.before_run.dialog is not None, timeout=LONG_MS)


def test_the_raw_recording_leaves_only_when_that_is_pressed(
    opened, qtbot, data, monkeypatch, tmp_path
):
    keep(data, a_macro("Greet"), events=b"every key")
    page = opened(1)
    qtbot.waitUntil(lambda: row(page, "Greet").detail is not None, timeout=LONG_MS)
    out = tmp_path / "out.zip"
    monkeypatch.setattr(file_dialogs, "ask_export", lambda _w, _name, chosen: chosen(str(out)))
    for words, kept in (("Export without it", False), ("Export with it", True)):
        page.act_pressed.emit(Action.EXPORT, "greet")
        press(qtbot, page.notice, words)
        said(qtbot, page, "is written to")
        with zipfile.ZipFile(out) as packed:
            assert ("events.bin" in packed.namelist()) is kept


def test_a_key_is_pressed_refused_taken_and_given_back(opened, qtbot, data, macros, window):
    keep(data, a_macro("Greet"))
    keys = FakeKeys(macros)
    window.macros.use_keys(keys)
    page = opened(1)
    ctrl, alt = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
    qtbot.keyClick(page.list, Qt.Key.Key_K)
    qtbot.keyClick(page.ask.field, Qt.Key.Key_Q, ctrl)
    qtbot.mouseClick(page.ask.take, Qt.MouseButton.LeftButton)
    assert page.ask.problem.text() == "Ctrl+Q is deskhand's own key; choose another."
    qtbot.keyClick(page.ask.field, Qt.Key.Key_3, ctrl | alt)
    qtbot.mouseClick(page.ask.take, Qt.MouseButton.LeftButton)
    assert keys.all == {"greet": "Ctrl+Alt+3"}
    qtbot.waitUntil(lambda: row(page, "Greet").card.key == "Ctrl+Alt+3", timeout=LONG_MS)
    qtbot.keyClick(page.list, Qt.Key.Key_K)
    press(qtbot, page.ask, "Take the key away")
    assert keys.all == {}


def test_a_thousand_macros_are_listed_and_only_those_in_view_are_read(opened, qtbot, data):
    folder = keep(data, a_macro("Macro 0000"))
    text = (folder / "macro.yaml").read_text()
    for number in range(1, 1000):
        other = folder.with_name(f"macro-{number:04}")
        other.mkdir()
        (other / "macro.yaml").write_text(text.replace("Macro 0000", f"Macro {number:04}"))
    page = opened(1000)
    qtbot.waitUntil(lambda: row(page, "Macro 0000").detail is not None, timeout=LONG_MS)
    page.list.scrollToBottom()
    qtbot.waitUntil(lambda: row(page, "Macro 0999").detail is not None, timeout=LONG_MS)
    assert row(page, "Macro 0500").detail is None


def test_a_recording_that_was_cut_off_becomes_a_macro(opened, qtbot, data, window):
    journal = StepJournal(data / "recordings" / "a1")
    journal.put(0, grammar.Keys(id="save", keys=("ctrl", "s")), {}, {})
    journal.close()
    page = opened(0)
    qtbot.waitUntil(lambda: "cut off" in page.left_over.words.text(), timeout=LONG_MS)
    press(qtbot, page.left_over, "Keep it as a macro")
    page.ask.field.setText("Save it")
    qtbot.mouseClick(page.ask.take, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: titles(page) == ["Save it"], timeout=LONG_MS)
    assert not (data / "recordings" / "a1").exists()
    assert page.left_over.words.text() == ""


def test_what_is_done_elsewhere_is_shown(opened, qtbot, data, macros):
    keep(data, a_macro("Greet"))
    page = opened(1)
    keep(data, a_macro("Part"))
    macros.changed.emit()
    qtbot.waitUntil(lambda: titles(page) == ["Greet", "Part"], timeout=LONG_MS)
    assert page.card.name == "Greet"


def test_f6_reaches_the_list(opened, qtbot, data, window):
    keep(data, a_macro("Greet"))
    page = opened(1)
    window.sidebar.runs.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert page.list.hasFocus()
    assert page.list.currentIndex() != QModelIndex()


def test_what_is_grey_says_why(opened, qtbot, data):
    keep(data, a_macro("Greet"))
    broken(data, "odd")
    page = opened(2)
    choose(page, "Greet")
    page.chosen._fill_menu()
    (at_once,) = (one for one in page.chosen.menu.actions() if "at once" in one.text())
    assert not at_once.isEnabled()
    assert at_once.toolTip() == "The macro asks for nothing: Play begins at once."
    assert "asks for nothing" in at_once.text()
    assert page.chosen.menu.toolTipsVisible()
    assert at_once.text().endswith("\tShift+Enter")
    assert page.chosen.buttons[Action.PLAY].accessibleDescription() == "Enter"
    choose(page, "odd")
    play = page.chosen.buttons[Action.PLAY]
    assert not play.isEnabled()
    assert play.toolTip() == play.accessibleDescription() == "The macro cannot be read."
    choose(page, "Greet")
    assert "cannot" not in play.toolTip() + play.accessibleDescription()


def test_enter_presses_the_button_of_the_page_that_has_the_focus(opened, qtbot, data, macros):
    keep(data, a_macro("Greet"))
    page = opened(1)
    page.notice.say("Done.")
    page.notice._close.setFocus()
    qtbot.keyClick(page.notice._close, Qt.Key.Key_Return)
    assert page.notice.words.text() == ""
    page.chosen.buttons[Action.PLAY].setFocus()
    qtbot.keyClick(page.chosen.buttons[Action.PLAY], Qt.Key.Key_Return)
    assert [one.folder for one in macros.played] == ["greet"]


def test_the_focus_stays_on_the_page_after_a_message_was_pressed(opened, window, qtbot, data):
    keep(data, a_macro("Greet"))
    page = opened(1)
    qtbot.keyClick(page.list, Qt.Key.Key_Delete)
    for words, left in (("Remove", []), ("Undo", ["Greet"])):
        (button,) = (one for one in page.notice.buttons if one.text() == words)
        button.setFocus()
        qtbot.keyClick(button, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda left=left: titles(page) == left, timeout=LONG_MS)
        there = page.list if left else page.empty.record
        qtbot.waitUntil(lambda there=there: window.focusWidget() is there, timeout=LONG_MS)
        qtbot.waitUntil(lambda: page.notice.words.text() != "", timeout=LONG_MS)
    page.notice._close.setFocus()
    qtbot.keyClick(page.notice._close, Qt.Key.Key_Return)
    assert window.focusWidget() is page.list
