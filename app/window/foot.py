"""The foot of the window: is the stop key ready, which key opens the bar, what leaves the computer."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from app.widgets.labels import ElidedLabel, Label
from app.widgets.theme import Theme

ROOM = 78
"""What margins and icon take, in logical pixels."""


class Foot(QFrame):
    """One line that is always true; owned by the main window."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "baseline")
        self._theme = theme
        self._has_problem = False
        self._icon = QLabel()
        self._stop = ElidedLabel(theme, "Stop key: starting", "small", "dim")
        self._bar = Label(theme, "", "small", "dim")
        self._here = Label(theme, "Nothing leaves this computer", "small", "dim")
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 6, 24, 6)
        row.setSpacing(8)
        row.addWidget(self._icon)
        row.addWidget(self._stop, 1)
        row.addWidget(self._bar)
        row.addSpacing(16)
        row.addWidget(self._here)
        theme.changed.connect(self._paint_icon)

    def show_keys(self, *, stop: str, bar: str, problem: str = "") -> None:
        """Say which keys are ready; `problem` says in a sentence what is not."""
        self._has_problem = bool(problem)
        self._paint_icon()
        self._stop.set_whole_text(problem or f"Stop key ready: {stop}")
        self._stop.set_tone("r3" if problem else "dim")
        self._bar.setText("" if not bar else f"Command bar: {bar}")
        self._fit()

    def _paint_icon(self) -> None:
        icon, token = ("warning", "r3") if self._has_problem else ("check", "ok")
        self._icon.setPixmap(self._theme.pixmap(icon, token, 14, self.devicePixelRatioF()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Drop what can be read elsewhere when narrow."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Keep the stop key whole, then what leaves the computer, then the bar's key."""
        used = ROOM + self._stop.sizeHint().width()
        for label in (self._here, self._bar):
            used += label.sizeHint().width() + 16
            label.setVisible(used <= self.width())
