"""A run is pinned in the window, by keyboard too, and says so wherever it stands."""

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.gui.window.sidebar import RunEntry
from automation.core.errors import PictureGone
from automation.core.proposal import Outcome
from automation.records.rows import RunInfo
from tests.gui import sample_runs as runs

NOW = datetime.now(UTC).isoformat()


def info(*, is_pinned=False):
    return RunInfo(
        "b" * 12, "Pay", "commands", "ask", NOW, NOW, Outcome.DONE, "Done.", "1", 0, 1,
        is_pinned=is_pinned,
    )  # fmt: skip


def no_picture(_address):
    raise PictureGone("the picture was deleted")


@pytest.fixture
def window(window, qtbot):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def test_a_past_run_is_pinned_by_keyboard_and_says_so(window, qtbot):
    window.past.show_run(info(), (runs.record(),), no_picture)
    past = window.past.page
    assert past.pin.accessibleName() == "Pin this run: keep it whatever its age"
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert past.pin.hasFocus()
    for wanted in (True, False):
        with qtbot.waitSignal(window.commands.pin) as pressed:
            qtbot.keyClick(past.pin, Qt.Key.Key_Space)
        assert pressed.args == ["b" * 12, wanted]
        window.past.show_pin("another run", is_pinned=not wanted)
        window.past.show_pin("b" * 12, is_pinned=wanted)
        assert past.pin.text() == ("Unpin" if wanted else "Pin")
        assert ("pinned" in past._words.accessibleName()) is wanted


def test_a_pinned_run_says_so_in_the_list_and_when_it_is_opened(window):
    window.sidebar.show_runs(
        [RunEntry("a", "Scan", "done", NOW), RunEntry("b", "Pay", "done", NOW, is_pinned=True)]
    )
    texts = [
        window.sidebar.runs.model().index(at, 0).data(int(Qt.ItemDataRole.AccessibleTextRole))
        for at in (1, 2)
    ]
    assert ["pinned" in text for text in texts] == [False, True]
    window.grab()
    window.past.show_run(info(is_pinned=True), (), no_picture)
    assert window.past.page.pin.text() == "Unpin"


def test_tasks_that_were_refused_are_listed_by_a_word(window):
    ends = ("done", "not_understood", "not_found", "failed", "needs_model", "ambiguous")
    runs = [RunEntry(end, f"task {end}", end, NOW) for end in ends]
    window.sidebar.show_runs([*runs, RunEntry("x", "list refused parcels", "done", NOW)])
    window.sidebar.search.setText("Refused")
    model = window.sidebar.runs.model()
    shown = [
        model.index(at, 0).data(int(Qt.ItemDataRole.DisplayRole))
        for at in range(1, model.rowCount())
    ]
    assert shown == [
        "task not_understood", "task not_found", "task needs_model", "task ambiguous",
        "list refused parcels",
    ]  # fmt: skip
    assert "refused" in window.sidebar.search.toolTip()
