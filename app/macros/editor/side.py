"""Where the inspector stands: beside the steps, or over them where the window is narrow."""

from typing import Final

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.macros.editor.inspector import WIDTH, Inspector

WIDE_FROM: Final = 1100


class Side(QObject):
    """Owned by the window."""

    folded = Signal(bool)
    """Whether a button opens the inspector."""

    def __init__(
        self, window: QWidget, body: QWidget, line: QHBoxLayout, inspector: Inspector, top: int
    ) -> None:
        """Put the inspector at the end of a line.

        Args:
            window: the window.
            body: what the inspector floats over.
            line: the layout that it stands in where there is room.
            inspector: the inspector.
            top: height of what stands above the body.
        """
        super().__init__(window)
        self._body = body
        self._line = line
        self._inspector = inspector
        self._top = top
        self._is_folded = False
        line.addWidget(inspector)

    @property
    def is_folded(self) -> bool:
        """Tell whether it floats."""
        return self._is_folded

    def fit(self, size: QSize) -> None:
        """Fold or unfold for a size of the window."""
        should_fold = size.width() < WIDE_FROM
        if should_fold and not self._is_folded:
            self._line.removeWidget(self._inspector)
            self._inspector.setAutoFillBackground(True)
            self._inspector.hide()
        elif self._is_folded and not should_fold:
            self._line.addWidget(self._inspector)
            self._inspector.show()
        if should_fold != self._is_folded:
            self._is_folded = should_fold
            self._inspector.close_button.setVisible(should_fold)
            self.folded.emit(should_fold)
        self._place()

    def _place(self) -> None:
        if self._is_folded:
            body = self._body.size()
            self._inspector.setGeometry(body.width() - WIDTH, 0, WIDTH, body.height())

    def toggle(self) -> None:
        """Open or close it."""
        if self._is_folded and not self._inspector.isHidden():
            self.close()
        else:
            self.open()

    def open(self) -> None:
        """Show it and give it the keyboard."""
        self.reveal()
        self._inspector.focus_first()

    def reveal(self) -> None:
        """Show it; the keyboard stays where it is."""
        if self._is_folded:
            self._place()
            self._inspector.show()
            self._inspector.raise_()

    def close(self) -> None:
        """Put it away, if it floats."""
        if self._is_folded:
            self._inspector.hide()
