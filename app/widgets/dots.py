"""Three dots that say that something is being decided; they stand still."""

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.widgets.theme import Theme


def paint_dots(painter: QPainter, color: QColor, left_middle: QPointF) -> None:
    """Paint three dots, 21 wide, fading to the right."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    for n, opacity in enumerate((1.0, 0.6, 0.3)):
        tint = QColor(color)
        tint.setAlphaF(opacity)
        painter.setBrush(tint)
        painter.drawEllipse(left_middle + QPointF(2.5 + 8 * n, 0), 2.5, 2.5)
    painter.restore()


class Dots(QWidget):
    """The three dots as a widget."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFixedSize(QSize(22, 20))
        self.setAccessibleName("Being decided")
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the dots."""
        with QPainter(self) as painter:
            paint_dots(painter, self._theme.color("accent"), QPointF(0, self.height() / 2))
