"""The head of the step list: what its columns are."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.macros.editor.step_list import StepList
from app.widgets.theme import Theme


class ListHead(QWidget):
    """The names of the columns."""

    def __init__(self, theme: Theme, rows: StepList) -> None:
        super().__init__()
        self._theme = theme
        self._list = rows
        self.setFixedHeight(30)
        self.setAccessibleName("Columns: step, found by, milliseconds")
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the names where the rows have their columns, and a line below."""
        place = self._list.columns()
        with QPainter(self) as painter:
            painter.setFont(self._theme.font("caption_bold"))
            painter.setPen(self._theme.color("text3"))
            middle = int(Qt.AlignmentFlag.AlignVCenter)
            height = self.height() - 1
            painter.drawText(QRectF(place.words, 0, 200, height), middle, "Step")
            if place.has_found:
                area = QRectF(place.found.left(), 0, place.found.width(), height)
                painter.drawText(area, middle, "Found by")
            if place.has_ms:
                right = middle | int(Qt.AlignmentFlag.AlignRight)
                painter.drawText(QRectF(place.ms.left(), 0, place.ms.width(), height), right, "ms")
            line = QRectF(0, height, self.width(), 1)
            painter.fillRect(line, self._theme.color("line"))
