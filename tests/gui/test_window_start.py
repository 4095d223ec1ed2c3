"""While the main window is made nothing of it is on the screen; then it is, and alone."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from app.gui.window.main_window import MainWindow
from app.settings import Settings


class Shown(QObject):
    """Notes every window that is shown while it is the application's filter."""

    def __init__(self):
        super().__init__()
        self.windows = []

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.windows.append(type(watched).__name__)
        return False


def test_no_part_of_it_flashes_up_as_a_window_of_its_own(qtbot, theme):
    shown = Shown()
    QApplication.instance().installEventFilter(shown)
    try:
        window = MainWindow(theme, Settings(), ())
        qtbot.addWidget(window)
        assert shown.windows == []
        window.show()
        assert shown.windows == ["MainWindow"]
    finally:
        QApplication.instance().removeEventFilter(shown)
    window.close_pictures()
