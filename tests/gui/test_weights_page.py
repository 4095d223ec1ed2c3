"""Getting the weights: asked and accepted first, always to be ended, told in sentences."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPlainTextEdit

from app.gui.commands import ModelWishes
from app.gui.model_page.weights import WeightsPage
from app.gui.widgets.buttons import Button
from tests.gui import sample_models as models

SHOWN = {
    "unasked": {"Ask for size and licence"},
    "asking": {"Cancel"},
    "offered": {"Read the licence", "Change the folder", "Get 26.3 GB"},
    "no room": {"Read the licence", "Change the folder", "Get 26.3 GB"},
    "running": {"Pause", "Cancel"},
    "paused": {"Go on", "Cancel"},
    "done": {"Load model"},
    "failed": {"Try again"},
}
BOTH = pytest.mark.parametrize("theme", ["light", "dark"], indirect=True)
ALWAYS = {"Back", "Choose its folder"}
PRESSES = [
    ("unasked", "Back", "back", []),
    ("unasked", "Ask for size and licence", "ask", [models.FOLDER]),
    ("asking", "Cancel", "stop_getting", []),
    ("running", "Pause", "pause", []),
    ("running", "Cancel", "stop_getting", []),
    ("paused", "Go on", "resume", []),
    ("done", "Load model", "load_fetched", [models.FOLDER]),
    ("failed", "Try again", "ask", [models.FOLDER]),
]


@pytest.fixture
def show(qtbot, theme):
    def made(state, size=(1040, 760)):
        page = WeightsPage(theme, ModelWishes())
        qtbot.addWidget(page)
        page.resize(*size)
        page.show_status(models.WEIGHTS[state])
        page.show()
        qtbot.waitExposed(page)
        return page

    return made


def visible(page, kind=Button):
    return [widget for widget in page.findChildren(kind) if widget.isVisible()]


def button(page, text):
    return next(found for found in visible(page) if found.text() == text)


def words(page):
    return " | ".join(label.text() for label in visible(page, QLabel))


@BOTH
@pytest.mark.parametrize("state", models.WEIGHTS)
def test_every_state_paints_and_shows_what_can_be_done(show, state):
    page = show(state)
    assert not page.grab().isNull()
    assert {found.text() for found in visible(page)} == SHOWN[state] | ALWAYS


@pytest.mark.parametrize(("state", "text", "name", "args"), PRESSES)
def test_a_press_is_told(show, qtbot, state, text, name, args):
    page = show(state)
    with qtbot.waitSignal(getattr(page.wishes, name)) as told:
        qtbot.mouseClick(button(page, text), Qt.MouseButton.LeftButton)
    assert told.args == args


def test_who_is_asked_is_named_before_anything_is_asked(show):
    assert "It comes from hub.example" in words(show("unasked"))


def test_size_licence_place_and_room_stand_before_the_button(show):
    said = words(show("offered"))
    for expected in ("26.3 GB in 18 files", "NVIDIA Open Model License", "412.0 GB"):
        assert expected in said


def test_nothing_is_fetched_before_the_licence_is_accepted(show, qtbot):
    page = show("offered")
    told = []
    page.wishes.get.connect(told.append)
    qtbot.mouseClick(page.offer.get, Qt.MouseButton.LeftButton)
    assert told == []
    page.offer.accept.setFocus()
    qtbot.keyClick(page.offer.accept, Qt.Key.Key_Space)
    qtbot.keyClick(page.offer.get, Qt.Key.Key_Space)
    assert told == [models.FOLDER]


def test_another_offer_is_to_be_accepted_anew(show):
    page = show("offered")
    page.offer.accept.setChecked(True)
    page.show_status(replace(models.OFFERED, free_bytes=500_000_000_000))
    assert page.offer.accept.isChecked()
    other = replace(models.OFFER, licence="Another licence")
    page.show_status(replace(models.OFFERED, offer=other))
    assert not page.offer.accept.isChecked()


def test_a_disk_that_is_too_small_blocks_the_button(show):
    page = show("no room")
    page.offer.accept.setChecked(True)
    assert not page.offer.get.isEnabled()
    assert page.offer.problem.words.startswith("Not enough room in this folder: 26.3 GB needed")


def test_what_would_not_run_here_is_said_and_may_be_fetched(show):
    page = show("offered")
    offer = replace(models.OFFER, unfit="RTX has 9.0 GB of memory free.")
    page.show_status(replace(models.OFFERED, offer=offer))
    page.offer.accept.setChecked(True)
    assert offer.unfit in words(page)
    assert page.offer.get.isEnabled()


def test_the_licence_is_read_in_place(show, qtbot):
    page = show("offered")
    text = page.findChild(QPlainTextEdit)
    assert not text.isVisible()
    qtbot.mouseClick(page.offer.read, Qt.MouseButton.LeftButton)
    assert text.isVisible()
    assert text.isReadOnly()
    assert "You may use it." in text.toPlainText()
    qtbot.mouseClick(page.offer.read, Qt.MouseButton.LeftButton)
    assert not text.isVisible()


def test_the_way_is_told_in_words_and_in_a_bar(show):
    page = show("running")
    expected = "Getting the weights, 5.2 of 26.3 GB · 48 MB/s · about 7 minutes left"
    assert page.progress.words.text() == expected
    assert page.progress.bar.value() == 198


def test_a_failure_says_what_is_kept(show):
    assert "The connection broke. It is kept." in words(show("failed"))


@pytest.mark.parametrize(
    ("state", "text", "name"),
    [
        ("offered", "Change the folder", "place"),
        ("unasked", "Choose its folder", "existing"),
    ],
)
def test_folders_are_chosen_without_stopping_anything(show, qtbot, tmp_path, state, text, name):
    page = show(state)
    qtbot.mouseClick(button(page, text), Qt.MouseButton.LeftButton)
    dialog = page.findChild(QFileDialog)
    assert not dialog.isModal()
    with qtbot.waitSignal(getattr(page.wishes, name)) as chosen:
        dialog.selectFile(str(tmp_path))
        dialog.accept()
    assert chosen.args == [str(tmp_path)]


def test_the_focus_follows_the_state(show, qtbot):
    page = show("running")
    page.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    page.show_status(models.WEIGHTS["paused"])
    assert QApplication.focusWidget() is page.resume
    page.show_status(models.WEIGHTS["done"])
    assert QApplication.focusWidget() is page.load


@pytest.mark.parametrize("state", models.WEIGHTS)
def test_nothing_is_cut_where_it_is_narrow(show, state):
    page = show(state, (480, 560))
    page.grab()
    assert [b.text() for b in visible(page) if b.width() < b.sizeHint().width()] == []
    labels = visible(page, QLabel)
    assert max(w.mapTo(page, w.rect().topRight()).x() for w in labels) < 480
