"""What is asked for before the hands are ready is done as soon as they are; hands may come too late."""

import gc
import threading

import pytest
import shiboken6
from PySide6.QtCore import QTimer

from app.gui.application import Application
from app.gui.widgets.theme import Theme
from app.gui.wiring import BAR_CHORD
from app.model_host import ModelHost
from app.settings import ModelSettings, Settings
from automation.agent.parts import PauseGate
from automation.core.events import Ended
from automation.core.proposal import Outcome
from tests.desktop.window_rig import WAIT_MS, folders_in
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop


class NoRuns:
    notice = ""
    recovered = ()

    def runs(self, limit):
        return ()


class FakeDesk:
    """Takes what the application asks of a desk, and keeps the tasks that it is to run."""

    stop_key, stop_problem = "Pause", ""

    def __init__(self, data):
        self.models = ModelHost(data, ModelSettings())
        self.store = NoRuns()
        self.gate = PauseGate()
        self.executor = self
        self.ran = []
        self.is_closed = threading.Event()

    def run(self, task, human, listener, stop, **how):
        self.ran.append(task.text)
        ended = Ended("r", Outcome.DONE, "Done.", 0)
        listener(ended)
        return ended

    def listen(self, *, on_chord, on_disarmed, on_killed=lambda: None):
        self.on_chord, self.on_disarmed, self.on_killed = on_chord, on_disarmed, on_killed

    def grab_chords(self, chords):
        return ""

    def ungrab_chords(self, *names):
        pass

    def set_settings(self, settings):
        pass

    def stop(self):
        pass

    def close(self):
        self.models.close()
        self.is_closed.set()


@pytest.fixture
def application(desktop, qtbot, qapp, tmp_path):
    folders = folders_in(tmp_path)
    made = Application(qapp, Theme("light"), folders, Settings(mark="amber-kite:paper kite"), "")
    qtbot.addWidget(made.window)
    made.window.show()
    yield made
    if shiboken6.isValid(made):
        put_away(made, qapp)


@pytest.fixture
def slow_desk(tmp_path, monkeypatch):
    """Give the application a desk that opens when the test says so; return it and who says so."""
    desk, may_open = FakeDesk(tmp_path / "data"), threading.Event()

    def open_desk(folders, settings):
        assert may_open.wait(60)
        return desk

    monkeypatch.setattr("app.desk.open_desk", open_desk)
    yield desk, may_open
    may_open.set()


def put_away(application, qapp):
    application._close()
    qapp.aboutToQuit.disconnect(application._close)
    shiboken6.delete(application)


def test_a_task_that_came_early_begins_when_the_hands_are_ready(application, qtbot, tmp_path):
    application.start("click Save", "ask")
    desk = FakeDesk(tmp_path / "data")
    application._on_desk_ready(desk)
    qtbot.waitUntil(lambda: desk.ran == ["click Save"], timeout=WAIT_MS)


def test_only_the_last_early_task_begins(application, qtbot, tmp_path):
    application.start("click Save", "ask")
    application.start("click Open", "ask")
    desk = FakeDesk(tmp_path / "data")
    application._on_desk_ready(desk)
    qtbot.waitUntil(lambda: bool(desk.ran), timeout=WAIT_MS)
    assert desk.ran == ["click Open"]


def test_a_stop_forgets_an_early_task(application, qtbot, tmp_path):
    application.start("click Save", "ask")
    application.stop()
    desk = FakeDesk(tmp_path / "data")
    application._on_desk_ready(desk)
    assert not application._runs.agent.is_running
    assert desk.ran == []


def test_garbage_is_looked_for_again_once_the_window_is_up(application):
    gc.disable()  # as the process does for its start
    try:
        application._on_desk_ready("There is no display.")
        assert gc.isenabled()
    finally:
        gc.enable()


def test_an_early_task_is_told_why_it_cannot_begin(application, monkeypatch):
    said = []
    monkeypatch.setattr(application.window, "say", lambda text, is_error=False: said.append(text))
    application.start("click Save", "ask")
    application._on_desk_ready("There is no display.")
    application.start("click Save", "ask")
    assert said[1:] == ["There is no display.", "There is no display."]


def test_a_model_that_was_to_be_loaded_early_is_loaded_then(application, qtbot, tmp_path):
    application.window.models.wishes.load.emit("")
    desk = FakeDesk(tmp_path / "data")
    application._on_desk_ready(desk)
    qtbot.waitUntil(lambda: application.window.models.status.state == "failed", timeout=WAIT_MS)
    assert "No model is set up" in application.window.models.status.problem


def test_a_desk_that_opens_while_the_application_ends_is_closed_again(application, qapp, slow_desk):
    desk, may_open = slow_desk
    application._opening.begin()
    put_away(application, qapp)
    may_open.set()
    assert desk.is_closed.wait(60)


def test_a_desk_that_nobody_has_taken_yet_is_closed_with_the_application(
    application, qapp, qtbot, slow_desk
):
    desk, may_open = slow_desk
    may_open.set()
    application._opening.begin()
    wait_for(lambda: application._opening._waiting is desk)  # without the loop that hands it over
    put_away(application, qapp)
    assert desk.is_closed.is_set()


def test_a_desk_is_opened_once_and_handed_over(application, qtbot, slow_desk):
    desk, may_open = slow_desk
    application._opening.begin()
    may_open.set()
    qtbot.waitUntil(lambda: application._desk is desk, timeout=WAIT_MS)
    application._opening.close()
    assert not desk.is_closed.is_set()
    application._opening.begin()
    assert application._opening._waiting is None


def test_the_window_closed_for_good_ends_the_program_and_no_other_loop(application, qtbot):
    with qtbot.waitSignal(application.ending):
        application.window.close()
    seen = []
    QTimer.singleShot(0, lambda: seen.append(True))
    qtbot.waitUntil(lambda: bool(seen))


def test_what_the_executor_says_last_finds_nobody_and_harms_nobody(application, qapp, tmp_path):
    desk = FakeDesk(tmp_path / "data")
    application._on_desk_ready(desk)
    put_away(application, qapp)
    desk.on_disarmed("the process that sends input ended")
    for chord in (BAR_CHORD, "card.accept", "macro.ada"):
        desk.on_chord(chord)
