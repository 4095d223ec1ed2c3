"""How far a long work has come: a bar with words, and always a way to end it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from app.widgets.buttons import Button
from app.widgets.dots import Dots
from app.widgets.labels import Label
from app.widgets.theme import Theme

PARTS = 1000
"""Steps of the bar; finer ones cannot be seen."""


class Progress(QWidget):
    """Words, a bar, Cancel. Stands still while nothing is told to it."""

    cancel_pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dots = Dots(theme)
        self._words = Label(theme, "", "small", "dim", wraps=True)
        self._words.setFont(theme.font("small", tabular=True))
        self.bar = QProgressBar()
        self.bar.setRange(0, PARTS)
        self.bar.setTextVisible(False)
        self.cancel = Button(theme, "Cancel", icon="close", size="compact")
        self.cancel.clicked.connect(self.cancel_pressed)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self._dots)
        line.addWidget(self._words, 1)
        line.addWidget(self.cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(line)
        column.addWidget(self.bar)

    @property
    def words(self) -> str:
        """What is said of it."""
        return self._words.text()

    def show_progress(self, words: str, share: float | None) -> None:
        """Show how far it has come.

        Args:
            words: what is being done, and how much of it.
            share: 0..1; None while that is not known.
        """
        if words != self._words.text():
            self._words.setText(words)
            self.bar.setAccessibleName(words)
        self.bar.setVisible(share is not None)
        self._dots.setVisible(share is None)
        self.bar.setValue(round((share or 0.0) * PARTS))
