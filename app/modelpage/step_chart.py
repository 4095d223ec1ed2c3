"""The last steps as stacked bars: which phase took how long."""

import math
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.modelpage.figures import PHASES, STEPS_KEPT, StepCost
from app.widgets.theme import Theme

HEIGHT: Final = 176
LINES: Final = 3
"""Grid lines above zero."""
BAR_GAP: Final = 6
WIDEST_BAR: Final = 56
STEPS_S: Final = (0.1, 0.2, 0.3, 0.5, 0.8, 1, 1.5, 2, 3, 4, 5, 8, 10, 15, 20, 30, 60)
"""Seconds from one grid line to the next."""


def grid_step_s(most_s: float) -> float:
    """Return the seconds between grid lines so that the longest bar fits under the last one."""
    wanted = most_s / LINES
    return next((step for step in STEPS_S if step >= wanted), 60 * math.ceil(wanted / 60))


def spoken_cost(cost: StepCost) -> str:
    """Return one bar in words."""
    parts = [
        f"{phase} {seconds:.1f} s"
        for phase, seconds in zip(PHASES, cost.seconds, strict=True)
        if seconds >= 0.05
    ]
    return f"Step {cost.n}: {cost.total_s:.1f} s. " + ", ".join(parts)


class StepChart(QWidget):
    """Twenty places from the left; owned by the model page."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._costs: tuple[StepCost, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFont(theme.font("caption", tabular=True))
        self.setAccessibleName("Last 20 steps")
        theme.changed.connect(self.update)

    def show_costs(self, costs: Sequence[StepCost]) -> None:
        """Show these steps, oldest first."""
        self._costs = tuple(costs)
        self.setAccessibleDescription(". ".join(map(spoken_cost, costs)))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the chart's height; it is as wide as there is room."""
        return QSize(320, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Return a width that a layout may go down to."""
        return QSize(160, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint grid and bars."""
        with QPainter(self) as painter:
            step_s = grid_step_s(max((cost.total_s for cost in self._costs), default=1.0))
            labels = [f"{step_s * line:g} s" if line else "0" for line in range(LINES + 1)]
            metrics = QFontMetricsF(self.font())
            left = max(metrics.horizontalAdvance(label) for label in labels) + 10
            top = metrics.height() / 2
            plot = QRectF(left, top, self.width() - left, self.height() - 2 * top)
            self._paint_grid(painter, plot, labels)
            self._paint_bars(painter, plot, step_s * LINES)

    def _paint_grid(self, painter: QPainter, plot: QRectF, labels: Sequence[str]) -> None:
        theme, metrics = self._theme, QFontMetricsF(self.font())
        flags = int(Qt.AlignmentFlag.AlignVCenter)
        for line, label in enumerate(labels):
            y = round(plot.bottom() - plot.height() * line / LINES) + 0.5
            style = Qt.PenStyle.DashLine if line else Qt.PenStyle.SolidLine
            painter.setPen(QPen(theme.color("line"), 1, style))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(theme.color("text3"))
            height = metrics.height()
            painter.drawText(QRectF(0, y - height / 2, plot.left(), height), flags, label)

    def _paint_bars(self, painter: QPainter, plot: QRectF, most_s: float) -> None:
        place = min(WIDEST_BAR + BAR_GAP, plot.width() / STEPS_KEPT)
        width = max(2.0, round(place - min(BAR_GAP, place / 3)))
        for number, cost in enumerate(self._costs):
            x, y = round(plot.left() + number * place + BAR_GAP / 2), plot.bottom()
            for phase, seconds in zip(PHASES, cost.seconds, strict=True):
                height = plot.height() * seconds / most_s
                # A row of the card's own colour keeps two phases apart without their colours.
                painter.fillRect(
                    QRectF(x, y - height, width, max(0.0, height - 1)),
                    self._theme.color(f"phase{phase}"),
                )
                y -= height
