"""Where the sidebar stands: beside the page, or over it as a drawer when the window is narrow."""

from typing import Final

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from app.window.sidebar import WIDTH, Sidebar

WIDE_FROM: Final = 860
DRAWER_WIDTH: Final = 280


class _Outside(QWidget):
    """Covers the page behind an open drawer; a press on it closes the drawer."""

    pressed = Signal()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Tell the drawer."""
        self.pressed.emit()


class Drawer(QObject):
    """Owned by the main window."""

    folded = Signal(bool)
    """Whether the sidebar is a drawer that a button opens."""

    def __init__(self, window: QWidget, sidebar: Sidebar, page: QWidget) -> None:
        super().__init__(window)
        self._sidebar = sidebar
        self._is_folded = False
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(sidebar)
        self._splitter.addWidget(page)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setSizes([WIDTH, window.width() - WIDTH])
        self._width = WIDTH
        self._splitter.splitterMoved.connect(self._on_moved)
        whole = QVBoxLayout(window)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._splitter)
        self._outside = _Outside(window)
        self._outside.hide()
        self._outside.pressed.connect(self.close)

    @property
    def is_open(self) -> bool:
        """Tell whether the sidebar floats over the page."""
        return self._is_folded and not self._sidebar.isHidden()

    def fit(self, size: QSize) -> None:
        """Fold or unfold for a size of the window."""
        should_fold = size.width() < WIDE_FROM
        if should_fold and not self._is_folded:
            self._sidebar.setParent(self._window())
            self._sidebar.hide()
        elif self._is_folded and not should_fold:
            self._outside.hide()
            self._splitter.insertWidget(0, self._sidebar)
            self._sidebar.show()
            # Sizes are shares of the splitter's width, which it takes only after this event.
            QTimer.singleShot(0, self, self._restore_width)
        if should_fold != self._is_folded:
            self._is_folded = should_fold
            self.folded.emit(should_fold)
        if self.is_open:
            self._place(size)

    def _window(self) -> QWidget:
        """Return the owner; held by Qt alone, so that the window is freed as soon as it is let go."""
        owner = self.parent()
        assert isinstance(owner, QWidget), "a drawer belongs to a window"
        return owner

    def _on_moved(self, place: int, _index: int) -> None:
        """Keep the width that the user chose; what a small window left of it is not that."""
        self._width = place

    def _restore_width(self) -> None:
        self._splitter.setSizes([self._width, self._splitter.width() - self._width - 1])

    def _place(self, size: QSize) -> None:
        self._outside.setGeometry(0, 0, size.width(), size.height())
        self._sidebar.setGeometry(0, 0, min(DRAWER_WIDTH, size.width() - 48), size.height())

    def toggle(self) -> None:
        """Open or close the drawer."""
        if self.is_open:
            self.close()
        else:
            self.open()

    def open(self) -> None:
        """Show the drawer and give its list the keyboard; a sidebar that stands there does nothing."""
        if not self._is_folded:
            return
        self._place(self._window().size())
        self._outside.show()
        self._outside.raise_()
        self._sidebar.show()
        self._sidebar.raise_()
        self._sidebar.runs.setFocus()

    def close(self) -> None:
        """Put the drawer away."""
        if self.is_open:
            self._sidebar.hide()
            self._outside.hide()
