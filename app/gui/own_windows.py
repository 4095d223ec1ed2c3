"""Our own windows out of the way while the user's desktop is worked or shown, and back as they were."""

from collections.abc import Collection

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid


class OwnWindows:
    """Minimises the windows that the window manager knows; UI thread. Overlays are not touched."""

    def __init__(self) -> None:
        self._put_aside: list[QWidget] = []

    @property
    def are_aside(self) -> bool:
        """Tell whether there is a window to bring back."""
        return bool(self._put_aside)

    def put_aside(self, but: Collection[QWidget] = ()) -> None:
        """Minimise every window of ours that can be seen."""
        for widget in QApplication.topLevelWidgets():
            if widget not in but and _is_in_the_way(widget) and widget not in self._put_aside:
                self._put_aside.append(widget)
                widget.setWindowState(widget.windowState() | Qt.WindowState.WindowMinimized)

    def bring_back(self, front: QWidget | None = None) -> None:
        """Show them again as large as they were; only `front` asks for the keyboard."""
        living = [widget for widget in self._put_aside if isValid(widget) and widget.isVisible()]
        self._put_aside.clear()
        for widget in living:
            if widget is not front:
                _restore(widget, takes_keyboard=False)
        if front is not None and front in living:
            _restore(front, takes_keyboard=True)


def _is_in_the_way(widget: QWidget) -> bool:
    is_managed = not widget.windowFlags() & Qt.WindowType.X11BypassWindowManagerHint
    is_window = widget.windowType() in (Qt.WindowType.Window, Qt.WindowType.Dialog)
    return is_managed and is_window and widget.isVisible() and not widget.isMinimized()


def _restore(widget: QWidget, *, takes_keyboard: bool) -> None:
    widget.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, not takes_keyboard)
    widget.setWindowState(widget.windowState() & ~Qt.WindowState.WindowMinimized)
    if takes_keyboard:
        widget.raise_()
        widget.activateWindow()
