"""What stands in the inspector below its head: widgets one below the other, scrolled where room is short."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QScrollArea, QVBoxLayout, QWidget


class SideBody(QScrollArea):
    """Owned by the inspector. Keeps the room beside the fields, with a scroll bar and without."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.verticalScrollBar().rangeChanged.connect(lambda *_: self._on_range())

    def replace(self, widgets: Sequence[QWidget]) -> None:
        """Show these, and nothing of before."""
        body = QWidget()
        lines = QVBoxLayout(body)
        self._margins(lines)
        lines.setSpacing(12)
        for widget in widgets:
            lines.addWidget(widget)
        lines.addStretch(1)
        before = self.takeWidget()
        if before is not None:  # one of its fields may be what calls us
            before.hide()
            before.deleteLater()
        self.setWidget(body)
        body.show()

    def focus_first(self) -> None:
        """Give the keyboard to the first field."""
        for field in self.findChildren(QWidget):
            if field.focusPolicy() == Qt.FocusPolicy.StrongFocus and field.isVisible():
                field.setFocus(Qt.FocusReason.OtherFocusReason)
                return

    def _margins(self, lines: QLayout) -> None:
        has_bar = self.verticalScrollBar().maximum() > 0
        lines.setContentsMargins(16, 4, 4 if has_bar else 16, 16)

    def _on_range(self) -> None:
        body = self.widget()
        lines = body.layout() if body is not None else None
        if lines is not None:
            self._margins(lines)
