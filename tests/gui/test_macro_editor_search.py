"""Finding steps by their words: while one types, from the current one on, bit by bit."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.gui.macros.editor import search as step_search
from automation.macros import macro as grammar
from automation.macros.edit.tree import Spot
from tests.gui import editor_rig as rig
from tests.gui.editor_rig import BOTH, CTRL, SHIFT, press

theme, library, window, document = rig.theme, rig.library, rig.window, rig.document


@pytest.fixture
def find(window, qtbot):
    """Return what opens the line, types words and waits until every step was looked at."""

    def look(words):
        press(qtbot, window, Qt.Key.Key_F, CTRL)
        line = window.find_line.line
        line.clear()
        qtbot.keyClicks(line, words)
        settle()
        return window.find_line

    def settle():
        qtbot.waitUntil(lambda: window.find_line.search.is_over, timeout=60_000)

    look.settle = settle
    return look


def test_the_key_opens_it_and_escape_gives_the_keyboard_back(window, find, qtbot):
    line = find("field")
    assert line.isVisible()
    assert QApplication.focusWidget() is line.line
    qtbot.keyClick(line.line, Qt.Key.Key_Escape)
    assert not line.isVisible()
    assert QApplication.focusWidget() is window.rows


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("FIELD", ("vendor", "number", "amount")),
        ("field num", ("number",)),
        ("one-time", ("later",)),
        ("pdf", ("pdf",)),
        ("nowhere", ()),
        ("   ", ()),
    ],
)
def test_steps_are_found_by_what_they_say_by_comment_and_id(find, words, ids):
    assert find(words).search.hits == ids


def test_the_first_one_from_here_on_is_selected_and_enter_goes_round(window, find, qtbot):
    window.rows.select(["number"])
    line = find("field")
    assert window.rows.selected() == ("number",)
    assert line.said.text() == "2 of 3"
    for key, modifier, wanted in (
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "amount"),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "vendor"),
        (Qt.Key.Key_Return, SHIFT, "amount"),
        (Qt.Key.Key_Return, SHIFT, "number"),
    ):
        qtbot.keyClick(line.line, key, modifier)
        assert window.rows.selected() == (wanted,)
    window.rows.select(["save"])
    assert find("vendor").said.text() == "1 of 1"
    assert window.rows.selected() == ("vendor",)


def test_nothing_found_is_said_and_leaves_the_selection(window, find):
    window.rows.select(["save"])
    line = find("nowhere")
    assert line.said.text() == "No step"
    assert not line.behind.isEnabled()
    assert window.rows.selected() == ("save",)


def test_edits_are_found_too(window, document, find):
    line = find("pause")
    assert line.search.hits == ()
    document.insert([grammar.Wait(id="pause", seconds=1.0)], Spot())
    find.settle()
    assert line.search.hits == ("pause",)
    document.remove(["pause"])
    assert line.search.hits == ()


def test_a_long_macro_is_looked_at_bit_by_bit(window, document, find, monkeypatch):
    monkeypatch.setattr(step_search, "SLICE", 2)
    seen = []
    search = window.find_line.search
    search.looked.connect(lambda: seen.append(search._at))
    assert find("save").search.hits == ("save",)
    last = seen[len(seen) - seen[::-1].index(0) - 1 :]
    assert last == [0, 2, 4, 6, 8, 9]


@BOTH
def test_it_paints_and_every_control_has_a_name(window, find):
    line = find("field")
    assert not window.grab().isNull()
    assert all(one.accessibleName() for one in (line.line, line.before, line.behind, line.shut))
