"""Where the main window is: in front, out of the way of a run, and back again."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.macros.own_windows import OwnWindows
from app.widgets.fitting import PlaceKeeper, fit_to_screen
from app.window.main_window import MainWindow


class WindowPlace:
    """Owned by the application; UI thread."""

    def __init__(self, window: MainWindow, data: Path | None = None) -> None:
        """Take the window.

        Args:
            window: not shown yet.
            data: folder in which its size and place are kept; None keeps neither.
        """
        self._window = window
        self._data = data
        self._others = OwnWindows()
        self._is_hidden_by_run = False

    def open(self) -> None:
        """Show the window for the first time, as it was left, and no larger than the screen."""
        if self._data is not None:
            PlaceKeeper(self._window, self._data, "main")
        fit_to_screen(self._window)
        self._window.show()

    def bring_forward(self) -> None:
        """Bring the window to the front because the user asked for it."""
        self._is_hidden_by_run = False
        self._others.bring_back()
        self._window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, False)
        self._window.showNormal()
        self._window.raise_()
        self._window.activateWindow()

    def get_out_of_the_way(self) -> None:
        """Minimise our windows: they must neither cover the target nor hold the focus.

        A menu of ours that is open would get every key.
        """
        while (menu := QApplication.activePopupWidget()) is not None and menu.close():
            pass
        if self._is_shown():
            self._is_hidden_by_run = True
            self._window.showMinimized()
        self._others.put_aside(but=(self._window,))

    def come_back(self, *, stays_behind: bool) -> bool:
        """Show what made room for a run; it takes no focus. Tell whether the window can be seen.

        Args:
            stays_behind: the run has brought up what the user wants to see.
        """
        if stays_behind:
            return not self._is_hidden_by_run and self._is_shown()
        self._others.bring_back()
        if self._is_hidden_by_run:
            self._is_hidden_by_run = False
            self._window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
            self._window.showNormal()
            self._window.focus_field()
        return self._is_shown()

    def _is_shown(self) -> bool:
        return self._window.isVisible() and not self._window.isMinimized()
