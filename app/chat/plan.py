"""The plan that a policy told: which goals it has, which are done, and what it noted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QTextLayout
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.chat.painting import line_height
from app.widgets.fonts import Step
from app.widgets.labels import layout_runs
from app.widgets.theme import Theme
from automation.core.actions import Goal

ROW_HEIGHT: Final = 30
MOST_ROWS: Final = 7
MARK: Final = 18
TEXT_LEFT: Final = 28
STATUS_WORDS: Final = {
    "open": "open",
    "current": "under way",
    "done": "done",
    "dropped": "dropped",
}


@dataclass(frozen=True, slots=True)
class ShownGoals:
    """At most seven goals, and how many stand before and after them."""

    goals: tuple[Goal, ...]
    before: int = 0
    after: int = 0


def shown_goals(goals: Sequence[Goal]) -> ShownGoals:
    """Return the goals round the current one."""
    if len(goals) <= MOST_ROWS:
        return ShownGoals(tuple(goals))
    current = next((at for at, goal in enumerate(goals) if goal.status == "current"), None)
    if current is None:
        current = next((at for at, goal in enumerate(goals) if goal.status == "open"), len(goals))
    first = min(max(0, current - 2), len(goals) - MOST_ROWS)
    last = first + MOST_ROWS
    return ShownGoals(tuple(goals[first:last]), first, len(goals) - last)


def count_words(goals: Sequence[Goal]) -> str:
    """Return how far the plan has come, such as `2 of 5`; goals that were dropped do not count."""
    kept = [goal for goal in goals if goal.status != "dropped"]
    return f"{sum(goal.status == 'done' for goal in kept)} of {len(kept)}"


def share_done(goals: Sequence[Goal]) -> float:
    """Return how far the plan has come, 0..1."""
    kept = [goal for goal in goals if goal.status != "dropped"]
    return sum(goal.status == "done" for goal in kept) / len(kept) if kept else 0.0


def current_words(goals: Sequence[Goal]) -> str:
    """Return the goal that is under way, else the next one, else the last."""
    for status in ("current", "open"):
        for goal in goals:
            if goal.status == status:
                return goal.text
    return goals[-1].text if goals else ""


def _lines(shown: ShownGoals) -> tuple[tuple[str, str], ...]:
    """Return status and words per line; a line without a status says what is folded."""
    above = ((("", f"{shown.before} more above"),) if shown.before else ()) + tuple(
        (goal.status, goal.text) for goal in shown.goals
    )
    return above + ((("", f"{shown.after} more below"),) if shown.after else ())


def _step_of(status: str) -> Step:
    return "bold" if status == "current" else "body"


class PlanList(QWidget):
    """Goals with their marks; long ones are wrapped."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines: tuple[tuple[str, str], ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName("Plan")
        theme.changed.connect(self.update)

    def show_goals(self, goals: Sequence[Goal]) -> None:
        """Show these goals."""
        self._lines = _lines(shown_goals(goals))
        spoken = [f"{goal.text}: {STATUS_WORDS[goal.status]}" for goal in goals]
        self.setAccessibleDescription(". ".join(spoken))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        """Say that the height follows from the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines."""
        return round(sum(self._height(words, status, width) for status, words in self._lines))

    def sizeHint(self) -> QSize:
        """Return the size at the width of the plan's own panel."""
        return QSize(248, self.heightForWidth(248))

    def minimumSizeHint(self) -> QSize:
        """Return a width that a layout may go down to."""
        return QSize(120, ROW_HEIGHT)

    def _height(self, words: str, status: str, width: float) -> float:
        layout = self._layout(words, status, width)
        return max(float(ROW_HEIGHT), layout.boundingRect().height() + 10)

    def _layout(self, words: str, status: str, width: float) -> QTextLayout:
        room = max(40.0, width - TEXT_LEFT)
        return layout_runs(self._theme, [(words, False)], room, _step_of(status), "bold")

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint marks and words."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            y = 0.0
            for status, words in self._lines:
                height = self._height(words, status, self.width())
                first = line_height(self._theme.font(_step_of(status)))
                if status:
                    self._paint_mark(painter, QPointF(MARK / 2, y + 5 + first / 2), status)
                painter.setPen(self._theme.color("text" if status == "current" else "text2"))
                self._layout(words, status, self.width()).draw(painter, QPointF(TEXT_LEFT, y + 5))
                y += height

    def _paint_mark(self, painter: QPainter, center: QPointF, status: str) -> None:
        theme = self._theme
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if status == "done":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("okSoft"))
            painter.drawEllipse(center, MARK / 2, MARK / 2)
        icon = QRectF(0, 0, 14, 14)
        icon.moveCenter(center)
        match status:
            case "done":
                theme.paint_icon(painter, "check", icon, "ok")
            case "dropped":
                theme.paint_icon(painter, "dash", icon, "text3")
            case "current":
                painter.setPen(QPen(theme.color("accent"), 2))
                painter.drawEllipse(center, 7.5, 7.5)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color("accent"))
                painter.drawEllipse(center, 3, 3)
            case _:
                painter.setPen(QPen(theme.color("ctl"), 1.5))
                painter.drawEllipse(center, 7.5, 7.5)
