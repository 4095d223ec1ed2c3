"""A problem in a sentence: a red bar, a triangle, and the words, which can be copied."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from app.widgets.labels import Label
from app.widgets.theme import Theme


class ErrorBox(QFrame):
    """Hidden while there is nothing to say."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "error")
        self._theme = theme
        self._icon = QLabel()
        self._icon.setFixedSize(QSize(16, 16))
        self._words = Label(theme, "", "body", wraps=True)
        self._words.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 10, 12, 10)
        line.setSpacing(10)
        line.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self._words, 1)
        theme.changed.connect(self._paint_icon)
        self._paint_icon()
        self.hide()

    @property
    def words(self) -> str:
        """What is said."""
        return self._words.text()

    def show_problem(self, sentence: str) -> None:
        """Say what is wrong; empty hides the box."""
        self._words.setText(sentence)
        self._words.setAccessibleName(sentence)
        self.setVisible(bool(sentence))

    def _paint_icon(self) -> None:
        ratio = self.devicePixelRatioF()
        self._icon.setPixmap(self._theme.pixmap("warning", "r3", 16, ratio))
