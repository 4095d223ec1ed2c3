"""One row of the settings: a name, a sentence, a control, and under them what is wrong with it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QVBoxLayout, QWidget

from app.widgets.labels import Label
from app.widgets.theme import Theme

SIDE_BY_SIDE_FROM = 520
"""Below this width the control goes under its sentence."""


class SettingRow(QFrame):
    """The control is named by the row for screen readers."""

    def __init__(self, theme: Theme, name: str, sentence: str, control: QWidget) -> None:
        super().__init__()
        self.control = control
        control.setAccessibleName(name)
        control.setAccessibleDescription(sentence)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._line.setSpacing(24)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(Label(theme, name, "bold"))
        if sentence:
            words.addWidget(Label(theme, sentence, "small", "dim", wraps=True))
        self._line.addLayout(words, 1)
        self._line.addWidget(
            control, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        )
        self._problem = Label(theme, "", "small", "r3", wraps=True)
        self._problem.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 12)
        column.setSpacing(6)
        column.addLayout(self._line)
        column.addWidget(self._problem)

    def set_problem(self, sentence: str) -> None:
        """Say what is wrong with what stands in the control; empty when nothing is."""
        self._problem.setText(sentence)
        self._problem.setVisible(bool(sentence))

    @property
    def problem(self) -> str:
        """What is wrong, in a sentence."""
        return self._problem.text()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the control under its sentence where it is narrow."""
        super().resizeEvent(event)
        is_wide = event.size().width() >= SIDE_BY_SIDE_FROM
        direction = (
            QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom
        )
        if direction != self._line.direction():
            self._line.setDirection(direction)
            self._line.setSpacing(24 if is_wide else 8)
            side = Qt.AlignmentFlag.AlignRight if is_wide else Qt.AlignmentFlag.AlignLeft
            self._line.setAlignment(self.control, side | Qt.AlignmentFlag.AlignVCenter)


def rule() -> QFrame:
    """Return a hairline."""
    line = QFrame()
    line.setProperty("kind", "rule")
    return line
