"""The four figures of the model page: side by side, two by two, or one below the other."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from app.modelpage.figures import Figure
from app.widgets.labels import Label
from app.widgets.theme import Theme

GAP: Final = 12
LEAST_WIDTH: Final = 176
"""A card is never narrower while another row is possible."""


class FigureCard(QFrame):
    """One figure; its words are read as one sentence."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._title = Label(theme, "", "caption_bold", "dim")
        self._value = Label(theme, "", "heading")
        self._value.setFont(theme.font("heading", tabular=True))
        self._note = Label(theme, "", "caption", "dim", wraps=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(2)
        column.addWidget(self._title)
        column.addWidget(self._value)
        column.addWidget(self._note)
        column.addStretch(1)

    def show_figure(self, figure: Figure) -> None:
        """Show a figure."""
        for label, words in (
            (self._title, figure.title),
            (self._value, figure.value),
            (self._note, figure.note),
        ):
            if label.text() != words:
                label.setText(words)
        self.setAccessibleName(f"{figure.title}: {figure.value}, {figure.note}")


class FigureCards(QWidget):
    """Owned by the model page."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards = tuple(FigureCard(theme, self) for _ in range(4))
        self._columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(GAP)
        self._place(4)

    def show_figures(self, figures: Sequence[Figure]) -> None:
        """Show four figures."""
        for card, figure in zip(self.cards, figures, strict=True):
            card.show_figure(figure)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use as many columns as fit."""
        super().resizeEvent(event)
        self._fit(event.size().width())

    def _fit(self, width: int) -> None:
        need = max(LEAST_WIDTH, *(card.minimumSizeHint().width() for card in self.cards))
        fitting = (width + GAP) // (need + GAP)
        self._place(4 if fitting >= 4 else 2 if fitting >= 2 else 1)

    def minimumSizeHint(self) -> QSize:
        """Return the width of one card: the others can go below it."""
        widest = max(card.minimumSizeHint().width() for card in self.cards)
        return QSize(widest, super().minimumSizeHint().height())

    def _place(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for number, card in enumerate(self.cards):
            self._grid.addWidget(card, number // columns, number % columns)
        for column in range(4):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
