"""A line at the lower edge that says how something went, and asks what to do with unsaved edits."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout

from app.widgets.announce import announce
from app.widgets.buttons import Button
from app.widgets.labels import Label
from app.widgets.theme import Theme

Offer = tuple[str, str, Callable[[], None]]
"""A button: its words, its kind, what it does."""


class Notice(QFrame):
    """Hidden while there is nothing to say; Esc takes a question away."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "baseline")
        self._theme = theme
        self._words = Label(theme, "", "small", wraps=True)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 8, 16, 8)
        self._row.setSpacing(8)
        self._row.addWidget(self._words, 1)
        self.buttons: list[Button] = []
        self.hide()

    @property
    def words(self) -> str:
        """What is said; empty when nothing is."""
        return "" if self.isHidden() else self._words.text()

    @property
    def is_asking(self) -> bool:
        """Tell whether one of several buttons has to be pressed."""
        return not self.isHidden() and len(self.buttons) > 1

    def say(self, words: str, *, is_error: bool = False) -> None:
        """Say something; a question that stands there goes away."""
        close: Offer = ("Close", "flat", self.hide)
        self._show(words, [close], is_error=is_error)

    def ask(self, words: str, offers: Sequence[Offer]) -> None:
        """Ask something; the first button gets the focus."""
        self._show(words, offers, is_error=False)
        self.buttons[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, words: str, offers: Sequence[Offer], *, is_error: bool) -> None:
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._words.setText(words)
        self._words.set_tone("r3" if is_error else "")
        self.setAccessibleName(words)
        self.buttons = [self._button(offer) for offer in offers]
        self.show()
        announce(self, words, is_urgent=is_error)

    def _button(self, offer: Offer) -> Button:
        words, kind, do = offer
        button = Button(self._theme, words, kind=kind, size="compact")  # type: ignore[arg-type]  # one of its kinds
        button.clicked.connect(do)
        self._row.addWidget(button)
        return button

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Esc: nothing was chosen."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)
