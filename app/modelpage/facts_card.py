"""How the model runs, line by line; what is slower than it could be says so."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from app.modelpage.wording import Fact
from app.widgets.labels import Label
from app.widgets.theme import Theme


class FactsCard(QFrame):
    """Owned by the model page."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._theme = theme
        self._facts: tuple[Fact, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(16, 12, 16, 16)
        self._column.setSpacing(8)
        self._column.addWidget(Label(theme, "How it runs", "bold"))
        self._rows: QWidget | None = None

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show these facts."""
        if tuple(facts) == self._facts:
            return
        self._facts = tuple(facts)
        if self._rows is not None:
            self._column.removeWidget(self._rows)
            self._rows.hide()
            self._rows.deleteLater()
        self._rows = self._made(facts)
        self._column.addWidget(self._rows)

    def _made(self, facts: Sequence[Fact]) -> QWidget:
        rows = QWidget()
        grid = QGridLayout(rows)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        for number, fact in enumerate(facts):
            name = Label(self._theme, fact.name, "small", "dim")
            value = Label(self._theme, fact.value, "small", wraps=True)
            grid.addWidget(name, 2 * number, 0, top)
            grid.addWidget(value, 2 * number, 1, top)
            value.setAccessibleName(f"{fact.name}: {fact.value}")
            if fact.warning:
                warning = Label(self._theme, fact.warning, "caption", "r2", wraps=True)
                grid.addWidget(warning, 2 * number + 1, 1)
        return rows
