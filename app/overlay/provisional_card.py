"""The small card while an action is still being decided: no buttons, nothing to accept."""

from typing import Final

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.overlay.card_parts import SIDE, Head, rule
from app.overlay.card_window import CardWindow
from app.overlay.secret_mark import SecretMark
from app.widgets.dots import Dots
from app.widgets.labels import Label
from app.widgets.theme import Theme
from automation.core.wording import short_name

WIDTH: Final = 328
_NOTE: Final = "Still being decided. The mark may move, and nothing can be accepted yet."


class ProvisionalCard(CardWindow):
    """Shows where the model is about to act. Has no button and takes no key."""

    def __init__(self, theme: Theme, mark: SecretMark, app: str, *, is_solid: bool) -> None:
        super().__init__(theme, is_solid=is_solid)
        self.setObjectName("provisional-card")
        self.column.addWidget(Head(theme, mark, app))
        self.column.addWidget(rule())
        body = QWidget()
        body.setFixedWidth(WIDTH)
        column = QVBoxLayout(body)
        column.setContentsMargins(SIDE, 12, SIDE, 12)
        column.setSpacing(10)
        row = QHBoxLayout()
        row.setSpacing(8)
        self._sentence = Label(theme, "", "title", "dim")
        row.addWidget(Dots(theme))
        row.addWidget(self._sentence, 1)
        column.addLayout(row)
        column.addWidget(Label(theme, _NOTE, "small", "dim", wraps=True))
        self.column.addWidget(body)
        self.fit()

    @property
    def sentence(self) -> str:
        """What it says."""
        return self._sentence.text()

    def set_sentence(self, sentence: str) -> None:
        """Show what is known so far."""
        self._sentence.setText(short_name(sentence, 32))
