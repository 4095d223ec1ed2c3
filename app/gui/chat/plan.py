"""The plan that a policy told: goals, which are done, notes; beside a wide chat, one line above a narrow one."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen, QTextLayout
from PySide6.QtWidgets import QProgressBar, QScrollArea, QWidget

from app.gui import tr
from app.gui.chat.paint import line_height
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import ElidedLabel, Label, layout_runs
from app.gui.widgets.layout import Framed, column, row
from app.gui.widgets.theme import Painted, Step, Theme
from automation.core.actions import Goal

ROW_HEIGHT: Final = 30
MOST_ROWS: Final = 7
MARK: Final = 18
TEXT_LEFT: Final = 28
STATUS_WORDS: Final = {
    "open": tr("open"),
    "current": tr("under way"),
    "done": tr("done"),
    "dropped": tr("dropped"),
}


def shown_lines(goals: Sequence[Goal]) -> tuple[tuple[str, str], ...]:
    """Return status and words of at most seven goals round the current one, and how many are left out."""
    lines = [(str(goal.status), goal.text) for goal in goals]
    if len(goals) <= MOST_ROWS:
        return tuple(lines)
    states = [goal.status for goal in goals]
    current = next((states.index(s) for s in ("current", "open") if s in states), len(goals))
    first = min(max(0, current - 2), len(goals) - MOST_ROWS)
    after = len(goals) - first - MOST_ROWS
    above = [("", tr("{0} more above").format(first))] if first else []
    below = [("", tr("{0} more below").format(after))] if after else []
    return (*above, *lines[first : first + MOST_ROWS], *below)


def _kept(goals: Sequence[Goal]) -> tuple[int, int]:
    """Return how many goals are done, of how many that were not dropped."""
    states = [goal.status for goal in goals if goal.status != "dropped"]
    return states.count("done"), len(states)


def count_words(goals: Sequence[Goal]) -> str:
    """Return how far the plan has come, such as `2 of 5`; goals that were dropped do not count."""
    done, kept = _kept(goals)
    return tr("{0} of {1}").format(done, kept)


def share_done(goals: Sequence[Goal]) -> float:
    """Return how far the plan has come, 0..1."""
    done, kept = _kept(goals)
    return done / kept if kept else 0.0


def current_words(goals: Sequence[Goal]) -> str:
    """Return the goal that is under way, else the next one, else the last."""
    for status in ("current", "open"):
        for goal in goals:
            if goal.status == status:
                return goal.text
    return goals[-1].text if goals else ""


def _step_of(status: str) -> Step:
    return "bold" if status == "current" else "body"


class PlanList(Painted):
    """Goals with their marks; long ones are wrapped."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, name=tr("Plan"), wraps=True)
        self._lines: tuple[tuple[str, str], ...] = ()

    def show_goals(self, goals: Sequence[Goal]) -> None:
        """Show these goals."""
        self._lines = shown_lines(goals)
        spoken = [f"{goal.text}: {STATUS_WORDS[goal.status]}" for goal in goals]
        self.setAccessibleDescription(". ".join(spoken))
        self.updateGeometry()
        self.update()

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

    def _paint(self, painter: QPainter) -> None:
        y = 0.0
        for status, words in self._lines:
            first = line_height(self._theme.font(_step_of(status)))
            if status:
                self._paint_mark(painter, QPointF(MARK / 2, y + 5 + first / 2), status)
            painter.setPen(self._theme.color("text" if status == "current" else "text2"))
            self._layout(words, status, self.width()).draw(painter, QPointF(TEXT_LEFT, y + 5))
            y += self._height(words, status, self.width())

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


WIDTH: Final = 280
MOST_NOTES: Final = 5
NOTE_CHARS: Final = 300
PARTS: Final = 100


class PlanBody(QWidget):
    """Goals and notes, as both places show them."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.goals = PlanList(theme)
        self._notes_title = Label(theme, tr("It noted"), "caption_bold", "dim")
        self._notes = tuple(Label(theme, "", "small", "dim", wraps=True) for _ in range(MOST_NOTES))
        column(self.goals, self._notes_title, *self._notes, gap=6, into=self)
        self.show_plan((), ())

    def show_plan(self, goals: Sequence[Goal], notes: Sequence[str]) -> None:
        """Show goals, and the last notes, newest first."""
        self.goals.show_goals(goals)
        self.goals.setVisible(bool(goals))
        self._notes_title.setVisible(bool(notes))
        last = list(reversed(notes))[:MOST_NOTES]
        for number, label in enumerate(self._notes):
            label.setText(last[number] if number < len(last) else "")
            label.setVisible(number < len(last))


class PlanAside(Framed):
    """280 px at the right of the chat."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("aside")
        self.setFixedWidth(WIDTH)
        self._count = Label(theme, "", "caption", "dim")
        self._body = PlanBody(theme)
        head = row((Label(theme, tr("Plan"), "caption_bold", "dim"), 1), self._count)
        inner = QWidget()
        column(head, self._body, None, gap=8, margins=(16, 16, 16, 16), into=inner)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        column(scroll, into=self)

    def show_plan(self, goals: Sequence[Goal], notes: Sequence[str]) -> None:
        """Show goals and notes."""
        self._count.setText(count_words(goals) if goals else "")
        self._body.show_plan(goals, notes)


class PlanBar(QWidget):
    """One line with a meter; pressed, it shows the rest. Takes no room while it is hidden."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        card = Framed("card")
        self._goal = ElidedLabel(theme, "", "bold")
        self._count = Label(theme, "", "small", "dim")
        self.unfold = Button(theme, "", icon="down", kind="flat", size="compact")
        self.unfold.clicked.connect(self._on_unfold)
        self._meter = QProgressBar()
        self._meter.setRange(0, PARTS)
        self._meter.setTextVisible(False)
        self._body = PlanBody(theme)
        self._body.hide()
        head = row((self._goal, 1), self._count, self.unfold, gap=8)
        self._around = column(card, into=self)
        column(head, self._meter, self._body, gap=6, margins=(12, 6, 8, 10), into=card)
        self._say_unfold()

    def show_plan(self, goals: Sequence[Goal], notes: Sequence[str]) -> None:
        """Show goals and notes."""
        self._goal.set_whole_text(
            tr("Plan: {0}").format(current_words(goals)) if goals else tr("It noted")
        )
        self._count.setText(count_words(goals) if goals else "")
        self._meter.setVisible(bool(goals))
        self._meter.setValue(round(share_done(goals) * PARTS))
        self._meter.setAccessibleName(tr("Plan, {0}").format(count_words(goals)))
        self._body.show_plan(goals, notes)

    def keep_away(self, right: int) -> None:
        """Leave room around the line, `right` logical pixels of it at the right."""
        self._around.setContentsMargins(0, 12, right, 8)

    def _on_unfold(self) -> None:
        self._body.setVisible(self._body.isHidden())
        self._say_unfold()

    def _say_unfold(self) -> None:
        is_folded = self._body.isHidden()
        words = tr("Show the plan") if is_folded else tr("Fold the plan")
        self.unfold.set_icon_name("down" if is_folded else "up")
        self.unfold.setAccessibleName(words)
        self.unfold.setToolTip(words)


class PlanPlaces:
    """Shows one plan in the place that has room for it. Owned by the chat panel."""

    def __init__(self, theme: Theme) -> None:
        self.aside = PlanAside(theme)
        self.bar = PlanBar(theme)
        self._goals: tuple[Goal, ...] = ()
        self._notes: list[str] = []
        self._is_wide = True
        self._show()

    def clear(self) -> None:
        """Forget plan and notes: another run begins."""
        self._goals, self._notes = (), []
        self._show()

    def take(self, goals: tuple[Goal, ...], note: str) -> None:
        """Show what a policy told; without goals the plan stays as it is."""
        self._goals = goals or self._goals
        if note.strip():
            cut = note.strip()[:NOTE_CHARS]
            self._notes.append(cut if len(cut) == len(note.strip()) else f"{cut}…")
        self._show()

    def fit(self, *, is_wide: bool) -> None:
        """Use the place that there is room for."""
        if is_wide != self._is_wide:
            self._is_wide = is_wide
            self._show()

    def _show(self) -> None:
        has_plan = bool(self._goals or self._notes)
        for place, is_here in ((self.aside, self._is_wide), (self.bar, not self._is_wide)):
            place.show_plan(self._goals, self._notes)
            place.setVisible(has_plan and is_here)
