"""What joins the model's pages and the model of the process: starts, ends, settings."""

import threading

import pytest
from PySide6.QtCore import QObject

from app.model_control import ModelControl
from app.settings import ModelSettings
from app.widgets.theme import Theme
from app.window.model_pages import ModelPages
from automation.core.engine import EngineStatus
from automation.core.errors import Stopped


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
        self._cancelled.wait(20)
        self.over.set()
        raise Stopped("user")


@pytest.fixture
def control(qapp, tmp_path):
    owner = QObject()
    pages = ModelPages(Theme("light"), owner)
    yield ModelControl(pages, ModelSettings(), tmp_path, owner)
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
    control._pages.calibrate_pressed.emit()
    assert host.testing.wait(20)
    control.close()
    assert host.over.is_set()
    assert "calibration" not in {thread.name for thread in threading.enumerate()}
