"""How well the macro still fits the screen: when it last went well, and how its targets were found."""

from datetime import UTC, datetime
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from app.widgets.labels import ElidedLabel, Label
from app.widgets.theme import Theme
from automation.macros.player.health import Health, ago
from automation.macros.player.report import Report

_COUNTED: Final = (
    ("Accessibility", ("tree",), True),
    ("picture", ("image_near", "image"), True),
    ("text", ("text",), True),
    ("landmarks", ("landmarks",), False),
    ("model", ("model",), True),
    ("you", ("user",), False),
)
"""The word, the rungs that count as it, whether a zero is told."""


def green_words(health: Health, now: datetime) -> str:
    """Return when a play of the macro went well last, each step done as it is written."""
    if not health.runs:
        return "Never played."
    if health.is_unseen:
        return f"Came to its end {ago(health.last_run, now)}, but not all of it could be seen."
    if not health.last_green:
        return "Never went well."
    return f"Last went well {ago(health.last_green, now)}."


def rung_words(health: Health) -> str:
    """Return how the last run found the targets: `Accessibility 5, picture 2, text 1, model 0`."""
    if not health.runs:
        return "Run it once to see how each target is found."
    told = []
    for word, rungs, is_always in _COUNTED:
        count = sum(health.rungs.get(rung, 0) for rung in rungs)
        if count or is_always:
            told.append(f"{word} {count}")
    return ", ".join(told)


def time_words(report: Report | None) -> str:
    """Return how long the last run took, as far as its report lists the steps; else nothing."""
    if report is None or not report.steps or report.left_out:
        return ""
    seconds = sum(step.ms for step in report.steps) / 1000
    searching = sum(step.find_ms for step in report.steps) / 1000
    if seconds >= 60:
        return (
            f"{int(seconds // 60)}:{int(seconds % 60):02} · {searching:.1f} s looking for targets"
        )
    return f"{seconds:.1f} s · {searching:.1f} s looking for targets"


class HealthLine(QFrame):
    """One line below the toolbar."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "top")
        self._theme = theme
        self._health = Health()
        self._mark = QLabel()
        self._mark.setFixedSize(QSize(16, 16))
        self._green = Label(theme, "", "small_bold")
        self._rungs = ElidedLabel(theme, "", "small", "dim")
        self._time = Label(theme, "", "small", "dim")
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 10, 16, 10)
        row.setSpacing(4)
        row.addWidget(self._mark)
        row.addSpacing(12)
        row.addWidget(self._green)
        row.addWidget(self._rungs, 1)
        row.addWidget(self._time)
        theme.changed.connect(self._paint_mark)
        self.show_health(Health(), None)

    @property
    def words(self) -> str:
        """The whole line."""
        return self.accessibleName()

    @property
    def health(self) -> Health:
        """What is shown."""
        return self._health

    def show_health(
        self, health: Health, report: Report | None, now: datetime | None = None
    ) -> None:
        """Show what is known.

        Args:
            health: of the macro's runs.
            report: of the last run; None when it is not at hand.
            now: with a time zone; the present when None.
        """
        self._health = health
        self._green.setText(green_words(health, now or datetime.now(UTC)))
        self._rungs.set_whole_text(rung_words(health))
        self._time.setText(time_words(report))
        parts = (self._green.text(), rung_words(health), time_words(report))
        self.setAccessibleName(" ".join(part for part in parts if part))
        self._paint_mark()

    def _paint_mark(self) -> None:
        health = self._health
        if not health.runs:
            name, token = "question", "text3"
        elif health.last_green and health.last_green == health.last_run:
            name, token = "check", "ok"
        else:
            name, token = "dash", "r2"
        self._mark.setPixmap(self._theme.pixmap(name, token, 16, self.devicePixelRatioF()))
