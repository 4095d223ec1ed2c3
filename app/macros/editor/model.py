"""The rows of a document as Qt's list model: an edit touches only the rows that it changed."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QStringListModel, Qt

from app.macros.editor.row_view import RowView, view_of
from app.macros.editor.run_states import RunStates
from automation.macros.editing.document import Document
from automation.macros.editing.rows import Change, Row

ROW_ROLE: Final = int(Qt.ItemDataRole.UserRole)
VIEW_ROLE: Final = ROW_ROLE + 1
_KEPT: Final = 512
"""Views of rows that are kept: some fifty screens of them."""

Index = QModelIndex | QPersistentModelIndex


class StepModel(QStringListModel):
    """Reads the document and never changes it. UI thread.

    The document is changed before it tells; so the rows that Qt knows of are kept here, by id. How
    many there are Qt knows by itself, from strings that are empty: a view asks for it ten times for
    each of 10,000 rows when it lays them out, and each answer from here would take microseconds.
    """

    def __init__(
        self, document: Document, states: RunStates, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._states = states
        self._ids = document.ids()
        self._fresh: list[str] = []
        self.setStringList([""] * len(self._ids))
        self.rowsInserted.connect(self._on_inserted)  # before any view is told
        self.rowsRemoved.connect(self._on_removed)
        self._views: OrderedDict[str, tuple[Row, RowView]] = OrderedDict()

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Return a row, how it looks, its sentence, or why the last run stopped there."""
        row = self.row(index.row())
        if row is None:
            return None
        match role:
            case _ if role == ROW_ROLE:
                return row
            case _ if role == VIEW_ROLE:
                return self._view(row)
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return self._view(row).spoken
            case Qt.ItemDataRole.ToolTipRole:
                return self._view(row).trouble or None  # the row has room for its beginning
            case _:
                return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that a row can be selected and nothing else."""
        usual = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return usual | Qt.ItemFlag.ItemNeverHasChildren if index.isValid() else Qt.ItemFlag(0)

    def ids(self, first: int, end: int) -> list[str]:
        """Return the ids of the rows [first, end) whose steps are there."""
        return self._document.present(self._ids[first:end])

    def row(self, place: int) -> Row | None:
        """Return a row by its place; None where there is none."""
        if not 0 <= place < len(self._ids) or not self._document.has(self._ids[place]):
            return None
        return self._document.rows[self._document.row_of(self._ids[place])]

    def _view(self, row: Row) -> RowView:
        known = self._views.get(row.id)
        if known is not None and _is_same(known[0], row):
            return known[1]
        view = view_of(row, self._states)
        self._views[row.id] = (row, view)
        if len(self._views) > _KEPT:
            self._views.popitem(last=False)
        return view

    def take(self, change: Change) -> None:
        """Tell Qt what an edit did."""
        both = min(change.removed, change.inserted)
        fresh = self._document.ids(change.first, change.first + change.inserted)
        self._ids[change.first : change.first + both] = fresh[:both]
        first = change.first + both
        if change.removed > both:
            self.removeRows(first, change.removed - both)
        elif change.inserted > both:
            self._fresh = fresh[both:]
            self.insertRows(first, len(self._fresh))
        self._all_changed()  # numbers behind the place and blocks around it are others too

    def _on_inserted(self, _parent: QModelIndex, first: int, _last: int) -> None:
        self._ids[first:first] = self._fresh

    def _on_removed(self, _parent: QModelIndex, first: int, last: int) -> None:
        del self._ids[first : last + 1]

    def refresh(self, ids: Iterable[str]) -> None:
        """Show the state of steps anew: they ran, or something was offered for them."""
        for step_id in ids:
            self._views.pop(step_id, None)
            if self._document.has(step_id):
                index = self.index(self._document.row_of(step_id))
                self.dataChanged.emit(index, index)

    def refresh_all(self) -> None:
        """Show the state of every step anew."""
        self._views.clear()
        self._all_changed()

    def _all_changed(self) -> None:
        if self._ids:
            self.dataChanged.emit(self.index(0), self.index(len(self._ids) - 1))


def _is_same(known: Row, row: Row) -> bool:
    """Tell whether two rows look alike; steps are frozen, so the same one says the same."""
    return (
        known.step is row.step
        and known.number == row.number
        and known.is_off == row.is_off
        and known.depth == row.depth
        and known.branch == row.branch
    )
