"""A small window while a long macro is read: what is being done, how far it is, and Cancel."""

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from app.widgets.buttons import Button
from app.widgets.labels import ElidedLabel, Label
from app.widgets.theme import Theme
from automation.core.visible import visible_text

SIZE: Final = QSize(460, 128)
_PARTS: Final = 1000
_SHARES: Final = {"Reading": (0, 400), "Checking": (400, 1000)}
"""Of the bar in thousandths: the checks of 10,000 steps take longer than reading them."""


class OpeningCard(QWidget):
    """A window of its own; Esc and closing it are Cancel."""

    cancelled = Signal()

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowIcon(theme.icon("logo", "accent", 32))
        self.setMinimumSize(SIZE)
        self.resize(SIZE)
        self._is_over = False
        self._title = ElidedLabel(theme, "", "title")
        self.words = Label(theme, "Reading", "small", "dim")
        self.bar = QProgressBar()
        self.bar.setRange(0, _PARTS)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("How far the macro is open")
        self.cancel = Button(theme, "Cancel", size="compact", keys="Escape")
        self.cancel.clicked.connect(self.close)
        row = QHBoxLayout()
        row.addWidget(self.words, 1)
        row.addWidget(self.cancel)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(24, 20, 24, 16)
        lines.setSpacing(12)
        lines.addWidget(self._title)
        lines.addWidget(self.bar)
        lines.addLayout(row)
        lines.addStretch(1)
        self.set_name(name)

    def set_name(self, name: str) -> None:
        """Say what is opened."""
        self.setWindowTitle(f"Opening {visible_text(name)}")
        self._title.set_whole_text(f"Opening “{visible_text(name)}”")

    def tell(self, what: str, done: int, whole: int) -> None:
        """Say how far it is.

        Args:
            what: `Reading`, in characters, or `Checking`, in steps; empty for nothing known yet.
            done: how much.
            whole: of how much.
        """
        if not what or not whole:
            return
        begin, end = _SHARES[what]
        self.bar.setValue(begin + (end - begin) * done // whole)
        unit = "steps" if what == "Checking" else "characters"
        self.words.setText(f"{what}, {done:,} of {whole:,} {unit}")

    def put_away(self) -> None:
        """Close it; nothing was cancelled."""
        self._is_over = True
        self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cancel with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Tell that it was cancelled, unless it is over."""
        super().closeEvent(event)
        if not self._is_over:
            self._is_over = True
            self.cancelled.emit()
