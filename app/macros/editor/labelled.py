"""A row of the inspector: a word on the left, its control on the right or below it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.widgets.labels import Label
from app.widgets.theme import Theme

CONTROL: int = 164
"""Width of the controls beside their words, in logical pixels."""


class Labelled(QWidget):
    """The control takes the word as its accessible name unless it has one."""

    def __init__(
        self,
        theme: Theme,
        word: str,
        control: QWidget,
        *,
        below: bool = False,
        width: int = CONTROL,
    ) -> None:
        super().__init__()
        label = Label(theme, word, "small", "dim", wraps=True)
        label.setBuddy(control)
        if not control.accessibleName():
            control.setAccessibleName(word)
        if below:
            lines = QVBoxLayout(self)
            lines.setContentsMargins(0, 0, 0, 0)
            lines.setSpacing(4)
            lines.addWidget(label)
            lines.addWidget(control)
            return
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(label, 1)
        row.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)
        if control.sizePolicy().horizontalPolicy() is not control.sizePolicy().Policy.Fixed:
            control.setMinimumWidth(min(width, CONTROL))
            control.setMaximumWidth(width)


def heading(theme: Theme, words: str) -> Label:
    """Return the head of a part."""
    label = Label(theme, words, "caption_bold", "faint")
    label.setContentsMargins(0, 8, 0, 0)
    return label
