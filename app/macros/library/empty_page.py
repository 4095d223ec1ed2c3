"""What the page shows while there is no macro: what would be here, and how the first one comes."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.widgets.buttons import Button
from app.widgets.flow import Flow
from app.widgets.labels import Label
from app.widgets.theme import Theme

TITLE = "Your macros would be here."
WORDS = (
    "A macro is a task that you can read, change and play again without a model. Record one while "
    "you do it, or do a task in the chat and press Save as macro when it went well."
)


class EmptyPage(QWidget):
    """Owned by the page of macros."""

    record_pressed = Signal()
    import_pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.record = Button(theme, "Record the first one", icon="record", kind="primary")
        self.record.clicked.connect(self.record_pressed)
        self.bring = Button(theme, "Import a file", icon="import")
        self.bring.clicked.connect(self.import_pressed)
        words = Label(theme, WORDS, "body", "dim", wraps=True)
        inner = QWidget()
        inner.setMaximumWidth(560)
        lines = QVBoxLayout(inner)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(8)
        lines.addWidget(Label(theme, TITLE, "title", wraps=True))
        lines.addWidget(words)
        lines.addSpacing(8)
        lines.addWidget(Flow((self.record, self.bring), 8, 8))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 24, 0, 0)
        column.addWidget(inner)
        column.addStretch(1)
