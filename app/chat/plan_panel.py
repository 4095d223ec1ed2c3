"""Where the plan stands: a panel beside a wide chat, one line above a narrow one."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.chat.plan import PlanList, count_words, current_words, share_done
from app.widgets.buttons import Button
from app.widgets.labels import ElidedLabel, Label
from app.widgets.theme import Theme
from automation.core.actions import Goal

WIDTH: Final = 280
MOST_NOTES: Final = 5
NOTE_CHARS: Final = 300
PARTS: Final = 100


class PlanBody(QWidget):
    """Goals and notes, as both places show them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.goals = PlanList(theme)
        self._notes_title = Label(theme, "It noted", "caption_bold", "dim")
        self._notes = tuple(Label(theme, "", "small", "dim", wraps=True) for _ in range(MOST_NOTES))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.goals)
        column.addWidget(self._notes_title)
        for note in self._notes:
            column.addWidget(note)
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


class PlanAside(QFrame):
    """280 px at the right of the chat."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "aside")
        self.setFixedWidth(WIDTH)
        self._count = Label(theme, "", "caption", "dim")
        self._body = PlanBody(theme)
        head = QHBoxLayout()
        head.addWidget(Label(theme, "Plan", "caption_bold", "dim"), 1)
        head.addWidget(self._count)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self._body)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)

    def show_plan(self, goals: Sequence[Goal], notes: Sequence[str]) -> None:
        """Show goals and notes."""
        self._count.setText(count_words(goals) if goals else "")
        self._body.show_plan(goals, notes)


class PlanBar(QWidget):
    """One line with a meter; pressed, it shows the rest. Takes no room while it is hidden."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        card = QFrame()
        card.setProperty("kind", "card")
        self._goal = ElidedLabel(theme, "", "bold")
        self._count = Label(theme, "", "small", "dim")
        self.unfold = Button(theme, "", icon="down", kind="flat", size="compact")
        self.unfold.clicked.connect(self._on_unfold)
        self._meter = QProgressBar()
        self._meter.setRange(0, PARTS)
        self._meter.setTextVisible(False)
        self._body = PlanBody(theme)
        self._body.hide()
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._goal, 1)
        head.addWidget(self._count)
        head.addWidget(self.unfold)
        self._around = QVBoxLayout(self)
        self._around.addWidget(card)
        column = QVBoxLayout(card)
        column.setContentsMargins(12, 6, 8, 10)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self._meter)
        column.addWidget(self._body)
        self._say_unfold()

    def show_plan(self, goals: Sequence[Goal], notes: Sequence[str]) -> None:
        """Show goals and notes."""
        self._goal.set_whole_text(f"Plan: {current_words(goals)}" if goals else "It noted")
        self._count.setText(count_words(goals) if goals else "")
        self._meter.setVisible(bool(goals))
        self._meter.setValue(round(share_done(goals) * PARTS))
        self._meter.setAccessibleName(f"Plan, {count_words(goals)}")
        self._body.show_plan(goals, notes)

    def keep_away(self, right: int) -> None:
        """Leave room around the line, `right` logical pixels of it at the right."""
        self._around.setContentsMargins(0, 12, right, 8)

    def _on_unfold(self) -> None:
        self._body.setVisible(self._body.isHidden())
        self._say_unfold()

    def _say_unfold(self) -> None:
        is_folded = self._body.isHidden()
        words = "Show the plan" if is_folded else "Fold the plan"
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
