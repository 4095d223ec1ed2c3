"""The buttons of the last row, where it has any: a waiting step, an open question, an offer."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.chat.delegate import CHOICE_GAP
from app.chat.rows import AskRow, OfferRow, StepRow
from app.widgets.buttons import Button
from app.widgets.theme import Theme
from automation.core.proposal import RiskLevel

ARMING_MS: Final = 500
"""Accept is dead for so long after it appeared, so that a press meant for something else is lost."""
MOST_KEYS: Final = 9


class StepActions(QWidget):
    """Accept and Reject, beside the card that the overlay shows.

    What is hard to undo is accepted on the card only. It decides nothing: whoever listens hands
    the press to the card, which has its own conditions.
    """

    accept_pressed = Signal()
    reject_pressed = Signal()

    def __init__(self, theme: Theme, row: StepRow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        self.accept = Button(theme, "Accept", icon="check", kind="primary", keys="Enter")
        self.accept.setEnabled(False)
        self.accept.clicked.connect(self.accept_pressed)
        if row.level is not None and row.level < RiskLevel.R3:
            line.addWidget(self.accept)
            QTimer.singleShot(ARMING_MS, self.accept, lambda: self.accept.setEnabled(True))
        else:
            self.accept.hide()
        self.reject = Button(theme, "Reject", icon="close", keys="Delete")
        self.reject.clicked.connect(self.reject_pressed)
        line.addWidget(self.reject)
        line.addStretch(1)


class Offer(QWidget):
    """The button of an offer, and perhaps one that turns it down."""

    pressed = Signal()
    left = Signal()
    """It was turned down."""

    def __init__(self, theme: Theme, row: OfferRow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        icon = "edit" if row.edits else "" if row.leave else "chip"
        self.button = Button(theme, row.text, icon=icon)
        self.button.clicked.connect(self.pressed)
        line.addWidget(self.button)
        self.leave = Button(theme, row.leave, parent=self)
        self.leave.clicked.connect(self.left)
        self.leave.setVisible(bool(row.leave))
        line.addWidget(self.leave)
        line.addStretch(1)


class Choices(QWidget):
    """One button per numbered answer."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, row: AskRow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(CHOICE_GAP)
        self.buttons = self._buttons(theme, row.choices)
        for button in self.buttons:
            line = QHBoxLayout()
            line.addWidget(button)
            line.addStretch(1)
            column.addLayout(line)

    def _buttons(self, theme: Theme, choices: Sequence[tuple[int, str]]) -> tuple[Button, ...]:
        made = []
        for number, words in choices:
            button = Button(theme, words, keys=str(number) if number <= MOST_KEYS else "")
            button.setAccessibleName(f"{number}: {words}")
            button.clicked.connect(lambda _=False, n=number: self.chosen.emit(n))
            made.append(button)
        return tuple(made)
