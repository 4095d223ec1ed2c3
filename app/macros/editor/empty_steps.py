"""What stands in place of the rows of a macro without any: what would be here, how it comes, one button."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.widgets.buttons import Button
from app.widgets.labels import Label
from app.widgets.theme import Theme


class EmptySteps(QWidget):
    """The list keeps the keyboard: steps can be pasted into it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.record = Button(theme, "Record here", icon="record", size="compact")
        lines = QVBoxLayout(self)
        lines.setContentsMargins(16, 16, 16, 16)
        lines.setSpacing(6)
        lines.addWidget(Label(theme, "No steps yet", "bold"))
        how = "Record them, add them below by a command or from the menu, or paste them (Ctrl+V)."
        lines.addWidget(Label(theme, how, "small", "dim", wraps=True))
        row = QHBoxLayout()
        row.setContentsMargins(0, 6, 0, 0)
        row.addWidget(self.record)
        row.addStretch(1)
        lines.addLayout(row)
