"""The field of the command bar: a line that shows, in grey, what Tab would add."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit

from app.widgets.theme import Theme


class BarField(QLineEdit):
    """Owned by the bar's window."""

    moved = Signal(int)
    """Up or down by so many rows."""
    left = Signal()
    entered = Signal(bool)
    """Enter; True with Shift."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.completion = ""
        self.setProperty("kind", "bare")
        self.setFrame(False)
        font = theme.font("title")
        font.setWeight(font.Weight.Normal)
        self.setFont(font)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys of the bar; everything else is text."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.moved.emit(-1 if key == Qt.Key.Key_Up else 1)
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, is_next: bool) -> bool:  # noqa: N802  # Qt's name and type
        """Let Tab take the completion; it never leaves the field."""
        if is_next and self.completion:
            self.setText(self.text() + self.completion)
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, then the completion behind it."""
        super().paintEvent(event)
        if not self.completion or self.cursorPosition() != len(self.text()):
            return
        with QPainter(self) as painter:
            painter.setFont(self.font())
            painter.setPen(self._theme.color("text3"))
            left = self.cursorRect().center().x() + 1
            room = QRectF(left, 0, self.width() - left, self.height())
            align = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
            shown = QFontMetricsF(self.font()).elidedText(
                self.completion, Qt.TextElideMode.ElideRight, room.width()
            )
            painter.drawText(room, align, shown)
