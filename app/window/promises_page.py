"""The page of promises: which of the seven hold on this computer, and what helps the others."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.doctor_row import PROMISES, TITLES, Row, Topic
from app.doctor_text import as_sentence
from app.widgets.buttons import Button
from app.widgets.column_page import ColumnPage
from app.widgets.labels import Label
from app.widgets.theme import Theme

WIDEST: Final = 720
LEFT: Final = 28
"""Under the title's words: an icon of 16 and a gap of 12."""


def promise_words(topic: Topic) -> str:
    """Return a promise as a sentence: `Nothing is sent without your approval`."""
    words = TITLES[topic].partition(": ")[2]
    at = next(n for n, letter in enumerate(words) if letter.isalpha())
    return words[:at] + words[at].upper() + words[at + 1 :]


def _name(row: Row) -> str:
    """Return a row's name as a heading; the name of our command stays as it is typed."""
    return row.name if row.name.startswith("deskhand") else row.name[0].upper() + row.name[1:]


class PromiseCard(QFrame):
    """One promise: whether it holds here, what it rests on, and what helps."""

    def __init__(
        self, theme: Theme, topic: Topic, rows: Sequence[Row], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._theme = theme
        self._is_weak = any(row.status != "ok" for row in rows)
        self._icon = QLabel()
        self._icon.setFixedSize(QSize(16, 16))
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 14)
        column.setSpacing(8)
        column.addLayout(self._head(topic))
        for row in rows:
            if row.status != "ok":
                column.addWidget(self._weakness(row))
        column.addWidget(self._basis([row for row in rows if row.status == "ok"]))
        theme.changed.connect(self._paint_icon)
        self._paint_icon()

    def _head(self, topic: Topic) -> QHBoxLayout:
        state = "Weaker here" if self._is_weak else "Holds"
        title = Label(self._theme, promise_words(topic), "bold", wraps=True)
        title.setAccessibleName(f"{promise_words(topic)}: {state}")
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self._icon)
        head.addWidget(title, 1)
        head.addWidget(Label(self._theme, state, "small", "r2" if self._is_weak else "dim"))
        return head

    def _weakness(self, row: Row) -> QWidget:
        told = QWidget()
        lines = QVBoxLayout(told)
        lines.setContentsMargins(LEFT, 0, 0, 4)
        lines.setSpacing(2)
        found = f"{_name(row)}: {row.found}".rstrip(".")
        lines.addWidget(Label(self._theme, f"{found}.", wraps=True))
        meaning = as_sentence(row.meaning) if row.meaning else ""
        lines.addWidget(Label(self._theme, meaning, "small", "dim", wraps=True))
        helps = Label(self._theme, f"What helps: {row.fix}", "small", wraps=True)
        helps.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        lines.addWidget(helps)
        return told

    def _basis(self, rows: Sequence[Row]) -> QWidget:
        basis = QWidget()
        grid = QGridLayout(basis)
        grid.setContentsMargins(LEFT, 0, 0, 0)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(4)
        grid.setColumnMinimumWidth(0, 112)
        grid.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        for number, row in enumerate(rows):
            name = Label(self._theme, _name(row), "small", "dim")
            grid.addWidget(name, number, 0, top)
            grid.addWidget(Label(self._theme, row.found, "small", "dim", wraps=True), number, 1)
        basis.setVisible(bool(rows))
        return basis

    def _paint_icon(self) -> None:
        icon, token = ("warning", "r2") if self._is_weak else ("check", "ok")
        self._icon.setPixmap(self._theme.pixmap(icon, token, 16, self.devicePixelRatioF()))


class PromisesPage(QWidget):
    """Owned by the window's promise pages; shows rows, asks for another look."""

    look_pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._summary = Label(theme, "Looking at this computer", "body", "dim", wraps=True)
        self.look = Button(theme, "Look again", icon="refresh", size="compact")
        self.look.clicked.connect(self._on_look)
        top = QWidget()
        line = QHBoxLayout(top)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(12)
        line.addWidget(self._summary, 1)
        line.addWidget(self.look, 0, Qt.AlignmentFlag.AlignTop)
        self._cards = QVBoxLayout()
        self._cards.setContentsMargins(0, 0, 0, 0)
        self._cards.setSpacing(12)
        holder = QWidget()
        holder.setLayout(self._cards)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(ColumnPage("Promises", (top, holder), WIDEST))
        self.setFocusProxy(self.look)

    @property
    def summary(self) -> str:
        """The sentence at the top."""
        return self._summary.text()

    def _on_look(self) -> None:
        self._say_looking(is_looking=True)
        self.look_pressed.emit()

    def _say_looking(self, *, is_looking: bool) -> None:
        words = "Looking" if is_looking else "Look again"
        self.look.setEnabled(not is_looking)
        self.look.setText(words)
        self.look.setAccessibleName(words)
        self.look.updateGeometry()

    def show_rows(self, rows: tuple[Row, ...], summary: str) -> None:
        """Show what was found; what is weaker stands first."""
        self._say_looking(is_looking=not rows)
        self._summary.setText(summary)
        while (item := self._cards.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        found = {topic: [row for row in rows if row.topic == topic] for topic in PROMISES}
        is_weak = {topic: any(row.status != "ok" for row in found[topic]) for topic in PROMISES}
        for topic in sorted(PROMISES, key=lambda topic: not is_weak[topic]):
            if found[topic]:
                self._cards.addWidget(PromiseCard(self._theme, topic, found[topic]))
