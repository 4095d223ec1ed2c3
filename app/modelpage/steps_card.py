"""The last steps on a card: as a chart with its legend, or as a table."""

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.modelpage.figures import PHASES, StepCost
from app.modelpage.step_chart import StepChart
from app.widgets.buttons import Button
from app.widgets.labels import Label
from app.widgets.legend import Legend
from app.widgets.theme import Theme

COLUMNS: Final = ("Step", *PHASES, "In all", "You")
LEAST_COLUMN: Final = 84
AS_TABLE: Final = "As a table"
AS_CHART: Final = "As a chart"
EMPTY: Final = "Every step leaves a bar here, with where its time went."

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


class StepsCard(QFrame):
    """Owned by the model page."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._chart = StepChart(theme)
        self._model = CostTable(self)
        self._table = self._made_table(theme)
        self._views = QStackedWidget()
        self._views.addWidget(self._chart)
        self._views.addWidget(self._table)
        self.switch = Button(theme, AS_TABLE, icon="list", kind="flat", size="compact")
        self.switch.clicked.connect(self._on_switched)
        self._legend = Legend(theme, [(f"phase{phase}", phase) for phase in PHASES])
        self._empty = Label(theme, EMPTY, "small", "dim", wraps=True)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(Label(theme, "Last 20 steps", "bold"), 1)
        head.addWidget(self.switch)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 16)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self._legend)
        column.addWidget(self._views)
        column.addWidget(self._empty)
        self.show_costs(())

    def _made_table(self, theme: Theme) -> QTableView:
        table = QTableView()
        table.setModel(self._model)
        table.setAccessibleName("Last 20 steps, in seconds")
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
        words = AS_CHART if self.is_table else AS_TABLE
        self.switch.setText(words)
        self.switch.setAccessibleName(words)
        self.switch.updateGeometry()
