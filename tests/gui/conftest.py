"""What tests of widgets share; windows of a test are gone before the next one.

Qt deletes late, and dresses all that live.
"""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent

from app.gui.application import EXAMPLES
from app.gui.chat.panel import ChatPanel
from app.gui.macros.library.before_run import BeforeRun
from app.gui.widgets.theme import Theme
from app.gui.window.main_window import MainWindow
from app.settings import Settings
from tests.gui.sample_macros import FakeMacros


@pytest.fixture(autouse=True)
def _deletes_what_it_closed():
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def theme(request, qapp):
    """Dress the application: light, unless a test is given another by `indirect`."""
    theme = Theme(getattr(request, "param", "light"))
    theme.apply(qapp)
    return theme


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def macros():
    return FakeMacros()


@pytest.fixture
def before_run(theme, data, macros):
    made = BeforeRun(theme, data, macros, lambda: True)
    yield made
    made.close()


@pytest.fixture
def window(qtbot, theme):
    """Show the main window."""
    window = MainWindow(theme, Settings(), EXAMPLES)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    yield window
    window.close_pictures()


@pytest.fixture
def panel(qtbot, theme):
    """Show an empty chat."""
    panel = ChatPanel(theme, "Pause")
    panel.resize(720, 640)
    qtbot.addWidget(panel)
    panel.show()
    qtbot.waitExposed(panel)
    return panel
