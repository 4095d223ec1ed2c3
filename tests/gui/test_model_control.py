"""What joins the model's pages and the model of the process: starts, ends, settings."""

import threading

import pytest
from PySide6.QtCore import QObject, Qt

from app.gui.model_page.weights import WeightsStatus
from app.gui.widgets.theme import Theme
from app.gui.window.main_window import MainWindow
from app.gui.window.pages import ModelPages
from app.gui.wiring import ModelControl
from app.long_work import stop_work
from app.settings import Folders, ModelSettings, Settings
from automation.core.errors import ModelError, Stopped
from automation.core.events import Ended, Started, Task
from automation.core.generation import EngineStatus
from automation.core.proposal import Outcome
from tests.gui import sample_models as models
from tests.gui import sample_runs as runs


class FakeHost:
    """A host whose point test lasts until it is cancelled."""

    def __init__(self):
        self.settings = None
        self.status = EngineStatus()
        self.testing = threading.Event()
        self.over = threading.Event()
        self._cancelled = threading.Event()

    def set_settings(self, settings):
        self.settings = settings

    def listen(self, listener):
        self.listener = listener

    def cancel(self):
        self._cancelled.set()

    def calibrate(self, stop):
        self.testing.set()
        self._cancelled.wait(60)
        self.over.set()
        raise Stopped("user")


class UnfitHost(FakeHost):
    """A host whose point test fails at once."""

    problem = "No coordinate space fits: only 3 of 8 replies were places."

    def __init__(self):
        super().__init__()
        self.status = models.READY

    def calibrate(self, stop):
        raise ModelError(self.problem)


@pytest.fixture
def control(qapp, tmp_path):
    owner = QObject()
    theme = Theme("light")
    pages = ModelPages(theme, owner)
    folders = Folders(tmp_path, tmp_path, tmp_path)
    yield ModelControl(pages, ModelSettings(), folders, owner, theme=theme)
    owner.deleteLater()


def test_settings_that_changed_while_the_desktop_got_ready_reach_the_model(control):
    chosen = ModelSettings(folder="/somewhere")
    control.set_settings(chosen)
    host = FakeHost()
    control.use(host)
    assert host.settings is chosen


def test_closing_waits_for_the_end_of_a_point_test(control):
    host = FakeHost()
    control.use(host)
    control._pages.wishes.calibrate.emit()
    assert host.testing.wait(60)
    control.close()
    assert host.over.is_set()
    assert "calibration" not in {thread.name for thread in threading.enumerate()}


class StoppableHost(FakeHost):
    """A host whose point test lasts until its token is set."""

    def calibrate(self, stop):
        self.testing.set()
        stop._event.wait()
        self.over.set()
        raise Stopped(stop.cause)


def names(told):
    return [(one.name, one.fate) for one in told]


def test_a_stop_from_outside_ends_a_point_test(control, tmp_path):
    host = StoppableHost()
    control.use(host)
    control._pages.wishes.calibrate.emit()
    assert host.testing.wait(60)
    assert names(stop_work(tmp_path, answer_s=60, end_s=60)) == [("point test", "stopped")]
    assert host.over.is_set()
    control.close()


def test_a_stop_from_outside_reaches_a_load_while_it_lasts(control, tmp_path):
    host = FakeHost()
    control.use(host)
    control._on_status(models.LOADING)
    control._on_status(models.LOADING)
    assert names(stop_work(tmp_path, answer_s=60, end_s=0)) == [("model load", "stopping")]
    assert host._cancelled.is_set()
    control._on_status(models.READY)
    assert stop_work(tmp_path) == ()


def test_a_stop_from_outside_reaches_a_download_while_it_lasts(control, tmp_path):
    for state in ("running", "paused"):
        control._on_weights(WeightsStatus(state=state))
        assert names(stop_work(tmp_path, answer_s=60, end_s=0)) == [
            ("weights download", "stopping")
        ]
    assert control._getter._stop.is_set
    control._on_weights(WeightsStatus(state="offered"))
    assert stop_work(tmp_path) == ()


def test_a_window_that_closes_is_reached_no_more(control, tmp_path):
    control.use(FakeHost())
    control._on_status(models.LOADING)
    control.close()
    assert stop_work(tmp_path) == ()


@pytest.fixture
def window(qtbot, qapp, tmp_path):
    theme = Theme("light")
    theme.apply(qapp)
    window = MainWindow(theme, Settings(), ())
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    folders = Folders(tmp_path, tmp_path, tmp_path)
    control = ModelControl(window.models, ModelSettings(), folders, window, theme=window._theme)
    control.use(UnfitHost())
    yield window
    control.close()
    window.close_pictures()


def test_the_end_of_a_point_test_is_told_on_the_model_page_and_in_no_run(window, qtbot):
    window.take(Started(runs.RUN, Task("click Save"), ()))
    window.take(Ended(runs.RUN, Outcome.DONE, "Done.", 1))
    rows = window.chat.model.rowCount()
    window.models.open()
    page = window.page
    qtbot.mouseClick(page.state.calibrate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.state.problem.words == UnfitHost.problem)
    assert page.state.problem.isVisible()
    assert window.page is page
    assert window.chat.model.rowCount() == rows


def test_what_a_point_test_said_waits_for_the_model_page(window, qtbot):
    window.take(Started(runs.RUN, Task("click Save"), ()))
    with qtbot.waitSignal(window.models.noted):
        window.models.wishes.calibrate.emit()
    assert window.page is window.chat
    window.models.open()
    assert window.page.state.problem.words == UnfitHost.problem
