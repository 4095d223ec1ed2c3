"""The foot of the page: the macro that is chosen and what can be done with it."""

from typing import Final

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.macros.library.acts import ALWAYS, LOOKS, Act, why_not, words_of
from app.macros.library.cards import Card, Detail
from app.widgets.buttons import Button
from app.widgets.keycaps import words_of as chord_words
from app.widgets.labels import ElidedLabel, Label
from app.widgets.theme import Theme

WIDE_FROM: Final = 860
"""Below this width only the acts that are always there have a button of their own."""


class ChosenBar(QFrame):
    """Owned by the page."""

    pressed = Signal(object)
    """An `Act`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "baseline")
        self._theme = theme
        self._card: Card | None = None
        self._detail: Detail | None = None
        self._name = ElidedLabel(theme, "", "bold")
        self._told = Label(theme, "", "small", "dim", wraps=True)
        self.buttons: dict[Act, Button] = {}
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.more = Button(theme, "More", icon="more", size="compact")
        self.more.clicked.connect(self._drop)
        row = QHBoxLayout()
        row.setSpacing(8)
        for act in (Act.PLAY, Act.EDIT, Act.RENAME, Act.DUPLICATE, Act.TRUST, Act.REMOVE):
            look = LOOKS[act]
            is_first = act is Act.PLAY
            button = Button(
                theme, look.words, icon=look.icon, keys=look.keys if act in ALWAYS else "",
                kind="primary" if is_first else "plain", size="compact",
            )  # fmt: skip
            button.clicked.connect(lambda _=False, act=act: self.pressed.emit(act))
            self.buttons[act] = button
            row.addWidget(button)
        row.addWidget(self.more)
        row.addStretch(1)
        column = self._column = QVBoxLayout(self)
        column.setSpacing(6)
        self.set_margin(16)
        column.addWidget(self._name)
        column.addWidget(self._told)
        column.addLayout(row)

    def show_macro(self, card: Card | None, detail: Detail | None, told: str) -> None:
        """Show what is chosen.

        Args:
            card: the macro; None hides the bar.
            detail: what its file tells; None while it is not read.
            told: what cannot be seen in its row: why it cannot be read, or a note; else empty.
        """
        self._card, self._detail = card, detail
        self.setVisible(card is not None)
        if card is None:
            return
        self._name.set_whole_text(card.title)
        self._told.setText(told)
        self._told.setVisible(bool(told))
        for act, button in self.buttons.items():
            words = words_of(act, detail)
            button.setText(words)
            button.setAccessibleName(f"{words}: {card.title}")
            why = why_not(act, card, detail)
            button.setEnabled(not why)
            keys = chord_words(LOOKS[act].keys)
            button.setToolTip(why or (f"{words} ({keys})" if keys else words))
            button.setAccessibleDescription(why or keys)
            button.updateGeometry()
        self._fit(self.width())

    def set_margin(self, margin: int) -> None:
        """Stand so far from the page's sides."""
        self._column.setContentsMargins(margin, 10, margin, 12)

    @property
    def told(self) -> str:
        """What is said of the macro besides its name."""
        return self._told.text()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the rarer acts into the menu where it is narrow."""
        super().resizeEvent(event)
        self._fit(event.size().width())

    def _fit(self, width: int) -> None:
        need = sum(b.sizeHint().width() + 8 for b in (*self.buttons.values(), self.more)) + 48
        is_wide = width >= max(WIDE_FROM, need)
        for act, button in self.buttons.items():
            button.setVisible(is_wide or act in ALWAYS)

    def fill(self, menu: QMenu) -> None:
        """Put every act of the chosen macro into a menu."""
        menu.clear()
        menu.setToolTipsVisible(True)
        for act, look in LOOKS.items():
            if act is Act.REMOVE:
                menu.addSeparator()
            words = words_of(act, self._detail)
            why = why_not(act, self._card, self._detail)
            # Qt tells a screen reader nothing of a menu's row but its text.
            said = f"{words} ({why[:1].lower()}{why[1:].rstrip('.')})" if why else words
            action = QAction(self._theme.icon(look.icon), f"{said}\t{chord_words(look.keys)}", menu)
            action.setEnabled(not why)
            action.setToolTip(why or words)
            action.triggered.connect(lambda _=False, act=act: self.pressed.emit(act))
            menu.addAction(action)

    def _fill_menu(self) -> None:
        self.fill(self.menu)

    def _drop(self) -> None:
        self._fill_menu()
        corner = self.more.mapToGlobal(self.more.rect().topLeft())
        self.menu.popup(corner - QPoint(0, self.menu.sizeHint().height()))
