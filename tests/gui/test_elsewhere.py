"""Runs of other processes come into the open window by themselves, and nothing is looked at while it is hidden."""

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.gui.background import DataWatcher
from app.gui.window.main_window import MainWindow
from app.gui.wiring import PastRuns
from app.settings import Settings
from automation.records.store import Store

WAIT_MS = 60_000
ROOT = Path(__file__).parents[2]
PLAY = """
import sys
from pathlib import Path
from automation.core.events import Task
from automation.core.proposal import Outcome
from automation.records.store import Store
store = Store(Path(sys.argv[1]))
log = store.new_run(Task("Play the macro “Town”", policy="macro"))
log.end(Outcome.DONE, "Done.")
store.close()
"""


@pytest.fixture
def fast(monkeypatch):
    monkeypatch.setattr("app.gui.background.LOOK_MS", 20)


def titles(window):
    model = window.sidebar.runs.model()
    return [model.index(n, 0).data(Qt.ItemDataRole.DisplayRole) for n in range(model.rowCount())]


def play(data):
    subprocess.run([sys.executable, "-c", PLAY, str(data)], cwd=ROOT, check=True, timeout=120)


def test_a_play_of_another_process_comes_into_the_sidebar_by_its_name(qtbot, theme, tmp_path, fast):
    store = Store(tmp_path)
    window = MainWindow(theme, Settings(), ())
    qtbot.addWidget(window)
    window.show()
    past = PastRuns(window, window)
    past.use(store, tmp_path)
    try:
        assert titles(window) == []
        play(tmp_path)
        qtbot.waitUntil(lambda: titles(window) == ["Today", "Town: macro"], timeout=WAIT_MS)
        window.sidebar.search.setText("play the macro")
        assert titles(window) == ["Today", "Town: macro"]
    finally:
        past.close()
        window.close_pictures()
        store.close()


@pytest.fixture
def looking(qtbot, tmp_path, fast):
    """Return a widget, the file that is looked at, what looks, and how often it told of a change."""
    widget, told = QWidget(), []
    qtbot.addWidget(widget)
    looks = DataWatcher(widget, [tmp_path / "file"], widget, is_busy=lambda: bool(busy))
    looks.changed.connect(lambda: told.append(1))
    busy = []
    return widget, tmp_path / "file", looks, told, busy


def test_while_it_is_hidden_nothing_is_looked_at_and_then_at_once(qtbot, looking):
    widget, file, looks, told, _ = looking
    assert not looks._timer.isActive()
    file.write_text("a")
    widget.show()
    assert told == [1]
    assert looks._timer.isActive()
    widget.hide()
    assert not looks._timer.isActive()


def test_what_has_not_changed_is_told_once_and_what_goes_away_too(looking):
    _, file, looks, told, _ = looking
    file.write_text("a")
    for _ in range(3):
        looks.look()
    assert told == [1]
    file.unlink()
    looks.look()
    assert told == [1, 1]


def test_what_a_run_of_ones_own_writes_is_looked_at_when_it_is_over(looking):
    _, file, looks, told, busy = looking
    busy.append(1)
    file.write_text("a")
    looks.look()
    assert told == []
    busy.clear()
    looks.look()
    assert told == [1]
