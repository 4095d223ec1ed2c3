"""What the window shows before the first task: one question, one field, three examples."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.chat.composer import Composer
from app.widgets.buttons import Button
from app.widgets.flow import Flow
from app.widgets.keycaps import KeyCaps
from app.widgets.labels import Label, RunsLabel
from app.widgets.theme import Theme

COLUMN_WIDTH: Final = 720


class IdlePage(QWidget):
    """Owned by the main window; says what can be asked and what cannot."""

    sent = Signal(str)

    def __init__(
        self, theme: Theme, *, stop_key: str, examples: Sequence[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.composer = Composer(theme, 'Click Save, then type "March" into Note')
        self.composer.sent.connect(self.sent)
        column = QWidget()
        column.setMaximumWidth(COLUMN_WIDTH)
        lines = QVBoxLayout(column)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addStretch(3)
        lines.addWidget(Label(self._theme, "What should I do?", "display"))
        lines.addSpacing(6)
        lines.addWidget(self._promise(stop_key))
        lines.addSpacing(20)
        lines.addWidget(self.composer)
        lines.addSpacing(12)
        lines.addWidget(self._examples(examples))
        lines.addSpacing(28)
        lines.addWidget(self._missing())
        lines.addStretch(4)
        page = QHBoxLayout(self)
        page.setContentsMargins(24, 24, 24, 24)
        page.addStretch(1)
        page.addWidget(column, 100)
        page.addStretch(1)

    def _promise(self, stop_key: str) -> QWidget:
        def said(words: str) -> QWidget:
            return RunsLabel(self._theme, ((words, False),), tone="dim")

        before = ("Name what you see.", "I show every action before it happens, and")
        caps = [KeyCaps(self._theme, press) for press in stop_key.split()]
        pieces = [*map(said, before), *caps, said("stops me at any moment.")]
        return Flow(pieces, 6, 4)

    def _examples(self, examples: Sequence[str]) -> QWidget:
        buttons = []
        for example in examples:
            button = Button(self._theme, example, size="compact")
            button.setToolTip("Put this into the field")
            button.clicked.connect(lambda _=False, text=example: self._take(text))
            buttons.append(button)
        return Flow(buttons, 8, 8)

    def _take(self, example: str) -> None:
        self.composer.set_text(example)
        self.composer.setFocus()

    def _missing(self) -> QFrame:
        card = QFrame()
        card.setProperty("kind", "card")
        row = QHBoxLayout(card)
        row.setContentsMargins(16, 12, 16, 12)
        row.setSpacing(12)
        icon = QLabel()
        icon.setPixmap(self._theme.pixmap("chip", "text2", 16, self.devicePixelRatioF()))
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        text = QVBoxLayout()
        text.setSpacing(2)
        text.addWidget(Label(self._theme, "No model is loaded.", "bold"))
        rest = Label(
            self._theme,
            "Commands work: name things that are on the screen. "
            "Goals such as “file this invoice” need the main model.",
            "body",
            "dim",
            wraps=True,
        )
        text.addWidget(rest)
        row.addLayout(text, 1)
        return card
