"""What tests of widgets share; windows of a test are gone before the next one.

Qt deletes late, and dresses all that live.
"""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent

from app.gui.chat.panel import ChatPanel
from app.gui.widgets.theme import Theme


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
def chat_panel(qtbot, theme):
    """Show an empty chat."""
    panel = ChatPanel(theme, "Pause")
    panel.resize(720, 640)
    qtbot.addWidget(panel)
    panel.show()
    qtbot.waitExposed(panel)
    return panel
