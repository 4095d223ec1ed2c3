"""What is asked for before the hands are ready is done as soon as they are."""

import pytest

from app.application import Application
from app.folders import Folders
from app.model_host import ModelHost
from app.settings import ModelSettings, Settings
from app.widgets.theme import Theme
from automation.agent.pausing import PauseGate
from automation.core.events import Ended
from automation.core.proposal import Outcome

pytestmark = pytest.mark.desktop


class NoRuns:
    notice = ""

    def runs(self, limit):
        return ()


class FakeDesk:
    """Takes what the application asks of a desk, and keeps the tasks that it is to run."""

    stop_key, stop_problem = "Pause", ""

    def __init__(self, data):
        self.models = ModelHost(data, ModelSettings())
        self.store = NoRuns()
        self.gate = PauseGate()
        self.ran = []

    def run(self, task, human, listener, stop, **how):
        self.ran.append(task.text)
        ended = Ended("r", Outcome.DONE, "Done.", 0)
        listener(ended)
        return ended

    def listen(self, **listeners):
        pass

    def grab_chords(self, chords):
        return ""

    def ungrab_chords(self, *names):
        pass

    def set_settings(self, settings):
        pass

    def halt(self):
        pass

    def close(self):
        self.models.close()


@pytest.fixture
def application(desktop, qtbot, qapp, tmp_path):
    folders = Folders(tmp_path / "config", tmp_path / "data", tmp_path / "run")
    folders.create()
    made = Application(qapp, Theme("light"), folders, Settings(mark="amber-kite:paper kite"), "")
    qtbot.addWidget(made.window)
    made.window.show()
    yield made
    made._close()
    qapp.aboutToQuit.disconnect(made._close)
    made.deleteLater()


def test_a_task_that_came_early_begins_when_the_hands_are_ready(application, qtbot, tmp_path):
    application.start("click Save", "ask")
    desk = FakeDesk(tmp_path / "data")
    application._on_desk_ready(desk)
    qtbot.waitUntil(lambda: desk.ran == ["click Save"])


def test_only_the_last_early_task_begins(application, qtbot, tmp_path):
    application.start("click Save", "ask")
    application.start("click Open", "ask")
    desk = FakeDesk(tmp_path / "data")
    application._on_desk_ready(desk)
    qtbot.waitUntil(lambda: bool(desk.ran))
    assert desk.ran == ["click Open"]


def test_a_stop_forgets_an_early_task(application, qtbot, tmp_path):
    application.start("click Save", "ask")
    application.stop()
    desk = FakeDesk(tmp_path / "data")
    application._on_desk_ready(desk)
    assert not application._agent.is_running
    assert desk.ran == []


def test_an_early_task_is_told_why_it_cannot_begin(application, monkeypatch):
    said = []
    monkeypatch.setattr(application.window, "say", lambda text, is_error=False: said.append(text))
    application.start("click Save", "ask")
    application._on_desk_ready("There is no display.")
    application.start("click Save", "ask")
    assert said[1:] == ["There is no display.", "There is no display."]


def test_a_model_that_was_to_be_loaded_early_is_loaded_then(application, qtbot, tmp_path):
    application.window.models.load_pressed.emit("")
    desk = FakeDesk(tmp_path / "data")
    application._on_desk_ready(desk)
    qtbot.waitUntil(lambda: application.window.models.status.state == "failed")
    assert "No model is set up" in application.window.models.status.problem
