"""The first rows of a table, as the form before a run shows them."""

from typing import Any, Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtWidgets import QAbstractItemView, QTableView

from app.widgets.theme import Theme
from automation.core.visible import visible_text
from automation.macros.player.tables import Table

SHOWN_ROWS: Final = 5
Index = QModelIndex | QPersistentModelIndex


class PreviewModel(QAbstractTableModel):
    """The first rows of a table."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[str, ...] = ()
        self._rows: tuple[tuple[str, ...], ...] = ()

    def show(self, table: Table) -> None:
        """Show the first rows of this table."""
        self.beginResetModel()
        self._columns, self._rows = table.columns, table.rows[:SHOWN_ROWS]
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return how many rows are shown."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return how many columns the macro uses."""
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:  # noqa: ANN401
        """Return a cell, invisible characters as marks."""
        if not index.isValid() or role not in (
            int(Qt.ItemDataRole.DisplayRole),
            int(Qt.ItemDataRole.ToolTipRole),
        ):
            return None
        return visible_text(self._rows[index.row()][index.column()])

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = int(Qt.ItemDataRole.DisplayRole),
    ) -> Any:  # noqa: ANN401
        """Return the name of a column, or the number of a row."""
        if role != int(Qt.ItemDataRole.DisplayRole):
            return None
        is_column = orientation == Qt.Orientation.Horizontal
        return self._columns[section] if is_column else str(section + 1)


def preview_of(theme: Theme, model: PreviewModel) -> QTableView:
    """Return what shows the first rows; the keyboard goes past its cells."""
    view = QTableView()
    view.setModel(model)
    view.setProperty("kind", "boxed")
    view.setAccessibleName("First rows of the table")
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    view.setShowGrid(False)
    view.setWordWrap(False)
    view.setFont(theme.font("small"))
    view.setTabKeyNavigation(False)
    header = view.horizontalHeader()
    header.setStretchLastSection(True)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setFont(theme.font("small_bold"))
    view.verticalHeader().hide()
    view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return view
