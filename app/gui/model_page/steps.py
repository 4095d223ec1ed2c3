"""What the last steps cost: kept as plain values, shown as stacked bars or as a table."""

import math
from collections import deque
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QHeaderView, QSizePolicy, QStackedWidget, QTableView, QWidget

from app.gui import tr
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import Label, Legend
from app.gui.widgets.layout import Framed, column, row
from app.gui.widgets.theme import Painted, Theme
from automation.core.events import RunEvent, Started, Stepped
from automation.core.generation import StepStats
from automation.core.proposal import StepRecord

Phase = Literal["Capture", "Read", "Encode", "Think", "Act", "Settle"]
PHASES: Final[dict[Phase, str]] = {
    "Capture": tr("Capture"),
    "Read": tr("Read"),
    "Encode": tr("Encode"),
    "Think": tr("Think"),
    "Act": tr("Act"),
    "Settle": tr("Settle"),
}
"""What a step's own time is made of, in the order in which it passes."""
STEPS_KEPT: Final = 20
NOTHING: Final = "\u2013"


@dataclass(frozen=True, slots=True)
class StepCost:
    """Where the seconds of one step went."""

    n: int
    seconds: tuple[float, ...]
    """One per phase of `PHASES`; waiting for the user is none of them."""
    you_s: float = 0.0
    """The user's own time."""

    @property
    def total_s(self) -> float:
        """The machine's own time."""
        return sum(self.seconds)


def cost_of(record: StepRecord, stats: StepStats | None) -> StepCost:
    """Return where a step's time went; a step without `stats` was proposed by reading the screen."""
    times = record.timings
    propose_s = times.propose / 1000
    read_s = propose_s if stats is None else min(propose_s, stats.prefill_s)
    encode_s = 0.0 if stats is None else min(propose_s - read_s, stats.encode_s)
    of_model = (read_s, encode_s, propose_s - read_s - encode_s)
    seconds = (times.observe / 1000, *of_model, times.execute / 1000, times.verify / 1000)
    is_asked = record.confirmation.by == "user"
    return StepCost(record.n, seconds, times.confirm / 1000 if is_asked else 0.0)


@dataclass(frozen=True, slots=True)
class Figure:
    """One number with what it is and one fact about it."""

    title: str
    value: str
    note: str


class StepLog:
    """The last steps and what the model counted for them. UI thread."""

    def __init__(self) -> None:
        self.costs: deque[StepCost] = deque(maxlen=STEPS_KEPT)
        self.stats: deque[StepStats] = deque(maxlen=STEPS_KEPT)
        self._seen: StepStats | None = None
        self._runs: set[str] = set()
        """Whose steps these are."""

    def take(self, happening: RunEvent, last: StepStats | None) -> bool:
        """Keep a step that ended, with what the engine counted last; tell whether something was kept.

        A step that came without the model finds what an earlier one left there: it counts once.
        """
        if isinstance(happening, Started):
            self._seen = last
        if not isinstance(happening, Stepped):
            return False
        self._runs.add(happening.run)
        own = None if last is None or last is self._seen else last
        self._seen = last
        if own is not None:
            self.stats.append(own)
        self.costs.append(cost_of(happening.record, own))
        return True

    def keep_only(self, kept: Container[str]) -> bool:
        """Forget all steps if some are of other runs than these; tell whether it was so."""
        if all(run in kept for run in self._runs):
            return False
        for held in (self.costs, self.stats, self._runs):
            held.clear()
        return True


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def _median(values: Sequence[float]) -> float:
    """Return the middle of some values; `statistics` would cost the window's start 20 ms."""
    ordered = sorted(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def figures(log: StepLog) -> tuple[Figure, ...]:
    """Return the four figures of the model page."""
    return (_writing(log.stats), _first_token(log.stats), _step(log.costs), _left_here())


def _writing(stats: Iterable[StepStats]) -> Figure:
    speeds = [one.tokens_per_s for one in stats if one.tokens_per_s > 0]
    if not speeds:
        return Figure(tr("Writing"), NOTHING, tr("known after the first step"))
    return Figure(tr("Writing"), f"{_median(speeds):.0f} tokens/s", _of_last(len(speeds)))


def _of_last(count: int) -> str:
    return (
        tr("in the last step") if count == 1 else tr("median of the last {0} steps").format(count)
    )


def _first_token(stats: Iterable[StepStats]) -> Figure:
    known = [one for one in stats if one.first_token_s > 0]
    if not known:
        return Figure(tr("First token"), NOTHING, tr("known after the first step"))
    share = reused_share(known)
    note = tr("{0:.0%} of the prompt reused").format(share).replace("%", " %")
    return Figure(tr("First token"), f"{_median([one.first_token_s for one in known]):.2f} s", note)


def reused_share(stats: Iterable[StepStats]) -> float:
    """Return the share of prompt tokens that were in the cache already, 0..1."""
    reused = prefilled = 0
    for one in stats:
        reused += one.tokens_reused
        prefilled += one.tokens_prefilled
    return reused / (reused + prefilled) if reused + prefilled else 0.0


def _step(costs: Iterable[StepCost]) -> Figure:
    totals = [cost.total_s for cost in costs]
    if not totals:
        return Figure(tr("A step"), NOTHING, tr("known after the first step"))
    note = tr("p95 {0:.1f} s, without waiting for you").format(percentile(totals, 0.95))
    return Figure(tr("A step"), f"{_median(totals):.1f} s", note)


def _left_here() -> Figure:
    """Return what left the computer: a model in this process sends nothing anywhere."""
    return Figure(tr("Left this computer"), tr("0 bytes"), tr("no server is set"))


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
        tr("{0} {1:.1f} s").format(phase, seconds)
        for phase, seconds in zip(PHASES.values(), cost.seconds, strict=True)
        if seconds >= 0.05
    ]
    return tr("Step {0}: {1:.1f} s. ").format(cost.n, cost.total_s) + ", ".join(parts)


class StepChart(Painted):
    """Twenty places from the left; owned by the model page."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, name=tr("Last 20 steps"))
        self._costs: tuple[StepCost, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFont(theme.font("caption", tabular=True))

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

    def _paint(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
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


COLUMNS: Final = (tr("Step"), *PHASES.values(), tr("In all"), tr("You"))
LEAST_COLUMN: Final = 84
AS_TABLE: Final = tr("As a table")
AS_CHART: Final = tr("As a chart")
EMPTY: Final = tr("Every step leaves a bar here, with where its time went.")

Index = QModelIndex | QPersistentModelIndex
_NOWHERE: Final = QModelIndex()


class CostTable(QAbstractTableModel):
    """The same numbers as the chart's, and the user's own time."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._costs: tuple[StepCost, ...] = ()

    def show_costs(self, costs: Sequence[StepCost]) -> None:
        """Show these steps."""
        self.beginResetModel()
        self._costs = tuple(costs)
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Return the number of steps."""
        return 0 if parent.isValid() else len(self._costs)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, way: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:  # noqa: ANN401
        """Return the name of a column."""
        if role == int(Qt.ItemDataRole.DisplayRole) and way == Qt.Orientation.Horizontal:
            return COLUMNS[section]
        return None

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:  # noqa: ANN401
        """Return a number as text, in seconds."""
        if role == int(Qt.ItemDataRole.TextAlignmentRole):
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role != int(Qt.ItemDataRole.DisplayRole) or not index.isValid():
            return None
        cost = self._costs[index.row()]
        if index.column() == 0:
            return str(cost.n)
        return f"{(*cost.seconds, cost.total_s, cost.you_s)[index.column() - 1]:.2f} s"


class StepsCard(Framed):
    """Owned by the model page."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("card")
        self._chart = StepChart(theme)
        self._model = CostTable(self)
        self._table = self._made_table(theme)
        self._views = QStackedWidget()
        self._views.addWidget(self._chart)
        self._views.addWidget(self._table)
        self.switch = Button(theme, AS_TABLE, icon="list", kind="flat", size="compact")
        self.switch.clicked.connect(self._on_switched)
        self._legend = Legend(theme, [(f"phase{phase}", word) for phase, word in PHASES.items()])
        self._empty = Label(theme, EMPTY, "small", "dim", wraps=True)
        head = row((Label(theme, tr("Last 20 steps"), "bold"), 1), self.switch, gap=8)
        parts = (head, self._legend, self._views, self._empty)
        column(*parts, gap=8, margins=(16, 12, 16, 16), into=self)
        self.show_costs(())

    def _made_table(self, theme: Theme) -> QTableView:
        table = QTableView()
        table.setModel(self._model)
        table.setAccessibleName(tr("Last 20 steps, in seconds"))
        table.setFont(theme.font("small", tabular=True))
        table.setShowGrid(False)
        table.setSelectionMode(QTableView.SelectionMode.NoSelection)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        header = table.horizontalHeader()
        header.setFont(theme.font("caption_bold"))
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setMinimumSectionSize(LEAST_COLUMN)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return table

    @property
    def is_table(self) -> bool:
        """Tell whether the table shows."""
        return self._views.currentWidget() is self._table

    def show_costs(self, costs: Sequence[StepCost]) -> None:
        """Show these steps, oldest first."""
        self._chart.show_costs(costs)
        self._model.show_costs(costs)
        for widget in (self._views, self._legend, self.switch):
            widget.setVisible(bool(costs))
        self._empty.setVisible(not costs)

    def _on_switched(self) -> None:
        self._views.setCurrentWidget(self._chart if self.is_table else self._table)
        self._legend.setVisible(not self.is_table)
        self.switch.say(AS_CHART if self.is_table else AS_TABLE)
