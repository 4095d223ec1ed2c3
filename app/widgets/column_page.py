"""A page that scrolls: one column from the left edge of the room, no wider than is read well."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

MARGIN = 24
NARROW_MARGIN = 16
NARROW_BELOW = 900


class ColumnPage(QScrollArea):
    """Holds widgets one below the other; the last ones keep their height."""

    def __init__(
        self, name: str, widgets: Sequence[QWidget], widest: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        column = QWidget()
        column.setMaximumWidth(widest + 2 * MARGIN)
        self._lines = QVBoxLayout(column)
        self._lines.setSpacing(12)
        for widget in widgets:
            self._lines.addWidget(widget)
        self._lines.addStretch(1)
        inner = QWidget()
        line = QHBoxLayout(inner)
        line.setContentsMargins(0, 0, 0, 0)
        line.addStretch(1)
        line.addWidget(column, 10_000)
        line.addStretch(1)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(name)
        self.setWidget(inner)
        self._keep_margins(self.width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep smaller margins where it is narrow."""
        super().resizeEvent(event)
        self._keep_margins(event.size().width())

    def _keep_margins(self, width: int) -> None:
        margin = NARROW_MARGIN if width < NARROW_BELOW else MARGIN
        self._lines.setContentsMargins(margin, margin, margin, margin)
